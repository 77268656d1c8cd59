//! What the document says once: game, stakes, currency, table, tournament.

use handlab_core::chips;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use super::{OLD_RULES, RULES};
use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::xml::text_of;

/// Why a preamble cannot be used.
pub(super) enum Fault {
    /// It has no kind of game.
    Missing,
    UnknownGame,
}

/// Fills the hand from the preamble.
pub(super) fn read(preamble: &str, least_scale: u8, hand: &mut Hand) -> Result<(), Fault> {
    let field = |name: &str| text_of(preamble, name);
    let game = field("gametype").ok_or(Fault::Missing)?;
    hand.rules = if preamble.contains("<client_version>") { &RULES } else { &OLD_RULES };
    let table = field("tablename").unwrap_or_default();
    let name = field("tournamentname");
    let is_tournament = name.is_some() || preamble.contains("<tournamentcurrency>");
    if is_tournament {
        hand.tournament = Some(tournament(preamble, &table, hand));
    }
    hand.table_name = hand.push_text(table.split(", ").next().unwrap_or_default());
    let text = common_form(&game.replace("\\x80", "€")).ok_or(Fault::UnknownGame)?;
    read_game(&text, least_scale, hand).map_err(|_| Fault::UnknownGame)?;
    let is_real = field("mode").is_none_or(|mode| mode.eq_ignore_ascii_case("real"));
    let currency = field("tablecurrency").filter(|code| code.len() == 3);
    if is_tournament {
        return Ok(());
    }
    if !is_real {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    } else if let Some(code) = currency {
        (hand.kind, hand.currency) = (Kind::Cash, Currency::from_code(&code));
        hand.scale = hand.scale.max(chips::scale_of(hand.currency));
    }
    Ok(())
}

fn tournament(preamble: &str, table: &str, hand: &mut Hand) -> Tournament {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let number = table
        .rsplit_once("(#")
        .or_else(|| table.rsplit_once(", "))
        .map_or("", |(_, number)| &number[..digits(number)]);
    let tournament_id = hand.push_text(number);
    let mut tournament = Tournament { tournament_id, ..Tournament::default() };
    if let Some(price) = text_of(preamble, "buyin") {
        // Points of the site.
        let is_points = price.starts_with("Pts");
        read_price(&price.replace("Pts ", ""), &mut tournament);
        if is_points {
            tournament.currency = Currency::from_code("PTS");
        }
    }
    tournament
}

/// `Holdem NL €3/€6` as `Holdem nolimit (€3/€6)`; `None` if no word says how it is bet.
fn common_form(text: &str) -> Option<String> {
    const BETTINGS: [(&str, &str); 9] = [
        ("NL", "No Limit"),
        ("БЛ", "No Limit"),
        ("PL", "Pot Limit"),
        ("FL", "Limit"),
        ("L", "Limit"),
        ("No limit", "No Limit"),
        ("Pot limit", "Pot Limit"),
        ("Fixed limit", "Limit"),
        ("Limit", "Limit"),
    ];
    let padded = format!("{text} ");
    let (at, words, betting) = BETTINGS
        .iter()
        .filter_map(|(words, betting)| {
            let found = padded.find(&format!(" {words} "))?;
            Some((found, *words, *betting))
        })
        .min_by_key(|(at, words, _)| (*at, std::cmp::Reverse(words.len())))?;
    let (game, stakes) = (&padded[..at], padded[at + words.len() + 2..].trim());
    // `LH 20/40 x2 Limit $10.00/$20.00`: the bets, and then the blinds.
    let (game, stakes) = match game.strip_prefix("LH ") {
        Some(bets) => {
            let symbol: String =
                stakes.chars().take_while(|letter| !letter.is_ascii_digit()).collect();
            let (small, big) = bets.split(' ').next()?.split_once('/')?;
            ("Holdem", format!("{symbol}{small}/{symbol}{big}"))
        }
        None => (game, stakes.split(" Ante ").next().unwrap_or_default().to_owned()),
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
            ("Omaha HiLow PL €5/€10", "Omaha Hi-Lo Pot Limit (€5/€10)"),
            ("Omaha Pot limit $100/$200 Ante $0.00", "Omaha Pot Limit ($100/$200)"),
            ("LH 20/40 x2 Limit $10.00/$20.00", "Holdem Limit ($20/$40)"),
            ("7 Card Stud L", "7 Card Stud Limit"),
        ] {
            assert_eq!(common_form(text).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(common_form("Blackjack"), None);
    }
}
