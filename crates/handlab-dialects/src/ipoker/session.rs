//! What the document says once for all games: game, stakes, currency, table, tournament.

use std::borrow::Cow;

use handlab_cards::game::Betting;
use handlab_core::chips;
use handlab_core::error::Position;
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;

use super::{OLD_RULES, RULES, tournament};
use crate::lines::games::read_game;
use crate::names::site_names::site_called;
use crate::syntax::text::{find, split_once};
use crate::syntax::xml::{Node, Nodes, text_of};

/// Why a preamble cannot be used.
pub(super) enum Fault {
    /// It does not give the kind of game.
    Missing,
    UnknownGame,
}

/// Fills the hand from the preamble.
///
/// `text` is the game: its cards show what is played if no word does.
pub(super) fn read(
    preamble: &str,
    text: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), Fault> {
    let field = |name: &str| text_of(preamble, name);
    let game = field("gametype").ok_or(Fault::Missing)?;
    // No old client runs a hand more than once.
    let is_new = preamble.contains("<client_version>") || find(text, " board1win=").is_some();
    hand.rules = if is_new { &RULES } else { &OLD_RULES };
    let table = field("tablename").unwrap_or_default();
    if let Some(site) = field("pokersite").and_then(|name| site_called(name.trim())) {
        (hand.site, hand.network) = (site, Some(site));
    }
    let name = field("tournamentname");
    let is_tournament = name.is_some() || preamble.contains("<tournamentcurrency>");
    if is_tournament {
        hand.tournament = Some(tournament::read(preamble, &table, hand));
    }
    hand.table_name = hand.push_text(table.split(", ").next().unwrap_or_default());
    let size = field("tablesize").or_else(|| field("maxplayers"));
    hand.max_seats = size.and_then(|size| size.parse().ok()).filter(|size| *size > 1);
    let dealt = || game_of_cards(text);
    let mut form = common_form(&game.replace("\\x80", "€"), dealt).ok_or(Fault::UnknownGame)?;
    if is_tournament {
        // The stakes of a lottery's document belong to no level.
        form.truncate(form.find(" (").unwrap_or(form.len()));
    }
    read_game(&form, least_scale, hand).map_err(|_| Fault::UnknownGame)?;
    if !form.contains('(') && hand.betting != Betting::FixedLimit {
        // Since 2026 each game states its own; those of a tournament's document are of its first level.
        let own = split_once(text, "<players").map_or("", |(general, _)| general);
        let stated =
            |name: &str| text_of(own, name).or_else(|| field(name).filter(|_| !is_tournament));
        let blind = |name: &str| stated(name).filter(|blind| !blind.trim().is_empty());
        if let (Some(small), Some(big)) = (blind("smallblind"), blind("bigblind")) {
            let stated = format!("{form} ({}/{})", small.trim(), big.trim()).replace("\\x80", "€");
            // What is not an amount is as if it were not stated.
            if read_game(&stated, least_scale, hand).is_ok() {
                form = stated;
            } else {
                read_game(&form, least_scale, hand).map_err(|_| Fault::UnknownGame)?;
            }
        }
    }
    let is_real = field("mode").is_none_or(|mode| mode.eq_ignore_ascii_case("real"));
    let currency = field("tablecurrency").filter(|code| code.len() == 3);
    if is_tournament {
        return Ok(());
    }
    hand.is_fast_fold = is_fast_fold(&table);
    if !is_real {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
        return Ok(());
    }
    let mut currency = currency.map(|code| Currency::from_code(&code));
    if hand.kind == Kind::Play {
        currency = currency.or_else(|| currency_of_stacks(text));
    }
    if currency.is_none() && hand.currency.code() == "SEK" {
        let account = field("currency").map(|code| Currency::from_code(&code));
        currency = account.filter(|account| chips::shares("kr", *account));
    }
    let Some(currency) = currency else { return Ok(()) };
    let scale = chips::scale_of(currency);
    if hand.scale < scale {
        // Stakes without a symbol were read as chips.
        read_game(&form, least_scale.max(scale), hand).map_err(|_| Fault::UnknownGame)?;
    }
    (hand.kind, hand.currency) = (Kind::Cash, currency);
    Ok(())
}

/// Rewrites a time whose date starts with the day (`01.12.2011 16:00:36`) with the year first; others are unchanged.
pub(super) fn year_first(text: &str) -> Cow<'_, str> {
    let Some((date, clock)) = text.split_once(' ') else { return text.into() };
    let mut parts = date.split(['/', '.']);
    match [parts.next(), parts.next(), parts.next(), parts.next()] {
        [Some(day), Some(month), Some(year), None] if day.len() < 3 && year.len() == 4 => {
            format!("{year}/{month}/{day} {}", clock.trim_start()).into()
        }
        _ => text.into(),
    }
}

/// The currency symbol in the stack of a player.
fn currency_of_stacks(game: &str) -> Option<Currency> {
    let mut nodes = Nodes::new(game, Position::default());
    loop {
        let Node::Start(element) = nodes.next().ok()?? else { continue };
        match element.name() {
            "round" => return None,
            "player" => {
                let stack = element.attribute("chips");
                let stack = stack.as_deref().unwrap_or_default().replace("\\x80", "€");
                let money = chips::read_money(&stack, None);
                if let Some(currency) = money.and_then(|money| money.currency) {
                    return Some(currency);
                }
            }
            _ => {}
        }
    }
}

/// Whether players change tables after each fold: at iPoker's Speed tables, and at Ignition's that `DriveHUD` keeps.
pub(crate) fn is_fast_fold(table: &str) -> bool {
    // `Speed - Zone Poker - Texans` in an export.
    ["Speed Hold", "Speed - ", "Zone Poker"].iter().any(|pool| table.starts_with(pool))
}

/// The game with as many hole cards as the first player has, known or not.
fn game_of_cards(text: &str) -> Option<&'static str> {
    let dealt = text.split("\"Pocket\"").skip(1).find_map(|rest| {
        let cards = rest.split_once('>')?.1.split('<').next()?;
        Some(cards.split_ascii_whitespace().count()).filter(|count| *count > 0)
    });
    match dealt? {
        2 => Some("Holdem"),
        4 => Some("Omaha"),
        5 => Some("5 Card Omaha"),
        6 => Some("6 Card Omaha"),
        _ => None,
    }
}

/// Rewrites `Holdem NL €3/€6` as `Holdem nolimit (€3/€6)`; `None` if no word gives the limit. A game without a name is
/// the one that was dealt, or 5-card Omaha if that is unknown.
fn common_form(text: &str, dealt: impl Fn() -> Option<&'static str>) -> Option<String> {
    const BETTINGS: [(&str, &str); 12] = [
        ("NL", "No Limit"),
        ("БЛ", "No Limit"),
        ("SL", "No Limit"),
        ("LZ", "No Limit"),
        ("LP", "Pot Limit"),
        ("PL", "Pot Limit"),
        ("FL", "Limit"),
        ("L", "Limit"),
        ("No limit", "No Limit"),
        ("Pot limit", "Pot Limit"),
        ("Fixed limit", "Limit"),
        ("Limit", "Limit"),
    ];
    let padded = format!(" {text} ");
    let (at, words, betting) = BETTINGS
        .iter()
        .filter_map(|(words, betting)| {
            let found = padded.find(&format!(" {words} "))?;
            Some((found, *words, *betting))
        })
        .min_by_key(|(at, words, _)| (*at, std::cmp::Reverse(words.len())))?;
    let (game, stakes) = (padded[..at].trim_start(), padded[at + words.len() + 2..].trim());
    // `LH 20/40 x2 Limit $10.00/$20.00`: the bets, then the blinds.
    let (game, stakes) = match game.strip_prefix("LH ") {
        Some(bets) => {
            let symbol: String =
                stakes.chars().take_while(|letter| !letter.is_ascii_digit()).collect();
            let (small, big) = bets.split(' ').next()?.split_once('/')?;
            ("Holdem", format!("{symbol}{small}/{symbol}{big}"))
        }
        None => (game, stakes.split(" Ante ").next().unwrap_or_default().to_owned()),
    };
    let game = match game {
        "" if betting == "Pot Limit" => dealt().or(Some("5 Card Omaha"))?,
        "" => dealt()?,
        game => game,
    };
    let game = game.replace("HiLow", "Hi-Lo").replace("Hi Low", "Hi-Lo");
    let is_pair = stakes.contains('/');
    Some(if is_pair { format!("{game} {betting} ({stakes})") } else { format!("{game} {betting}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_game_is_written_in_the_common_form() {
        for (text, wanted) in [
            ("Holdem NL €3/€6", "Holdem No Limit (€3/€6)"),
            ("Holdem БЛ €0.25/€0.50", "Holdem No Limit (€0.25/€0.50)"),
            ("Holdem L $5/$10", "Holdem Limit ($5/$10)"),
            ("Holdem SL €3/€6", "Holdem No Limit (€3/€6)"),
            ("Omaha LP €3/€6", "Omaha Pot Limit (€3/€6)"),
            ("Omaha HiLow PL €5/€10", "Omaha Hi-Lo Pot Limit (€5/€10)"),
            ("Omaha Pot limit $100/$200 Ante $0.00", "Omaha Pot Limit ($100/$200)"),
            ("LH 20/40 x2 Limit $10.00/$20.00", "Holdem Limit ($20/$40)"),
            ("7 Card Stud L", "7 Card Stud Limit"),
        ] {
            assert_eq!(common_form(text, || None).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(common_form("Blackjack", || None), None);
    }

    #[test]
    fn a_date_that_starts_with_its_day_is_reordered() {
        for (text, wanted) in [
            ("01/12/2011 16:00:36", "2011/12/01 16:00:36"),
            ("01.12.2011  16:00", "2011/12/01 16:00"),
            ("2011-12-01 16:00:36", "2011-12-01 16:00:36"),
            ("2011/12/01 16:00", "2011/12/01 16:00"),
            ("07-Apr-2014 00:57:23", "07-Apr-2014 00:57:23"),
        ] {
            assert_eq!(year_first(text), wanted);
        }
    }

    #[test]
    fn a_game_without_a_name_follows_from_the_cards() {
        let form = |text: &str, game: &str| common_form(text, || game_of_cards(game));
        let five = "<cards player=\"N\" type=\"Pocket\">X X X X X</cards>";
        let two =
            "<cards type=\"Pocket\" player=\"N\"></cards><cards type=\"Pocket\">HJ D4</cards>";
        for (text, game, wanted) in [
            ("PL €3/€6", five, Some("5 Card Omaha Pot Limit (€3/€6)")),
            ("PL €3/€6", two, Some("Holdem Pot Limit (€3/€6)")),
            ("PL €3/€6", "", Some("5 Card Omaha Pot Limit (€3/€6)")),
            ("NL €3/€6", two, Some("Holdem No Limit (€3/€6)")),
            ("NL €3/€6", "", None),
            ("PL", "<cards type=\"Pocket\">X X X X X X X", Some("5 Card Omaha Pot Limit")),
        ] {
            assert_eq!(form(text, game).as_deref(), wanted, "{text} {game}");
        }
    }
}
