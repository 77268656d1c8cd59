//! The first two lines: time, number, stakes, table, game.

use handlab_core::chips;

use crate::lines::common_form::{Header, between, lines};
use crate::syntax::text::rsplit_once;
use crate::winning::drivehud;

/// Decimals of the stakes that are compared here.
const SCALE: u8 = 2;

const LIMIT: &str = "Limit";

/// Reads `Game ID: 727152195 20/40 (PRR) Urayuli (Omaha HiLow)`.
///
/// `opening` is the time, possibly with a tool's additions; a table's limit is the one in its name, if any.
pub(super) fn header<'a>(opening: &'a str, line: &'a str, text: &str) -> Header<'a> {
    let (time, added) = drivehud::split(opening);
    let rest = line.strip_prefix("Game ID: ").unwrap_or_default();
    let (id, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (stakes, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (table, game) = rest.rsplit_once('(').unwrap_or((rest, ""));
    let (game, seats) = game.split_once(')').unwrap_or((game, ""));
    let table = table.trim();
    let game =
        game.replace("HiLow", "Hi/Lo").replace("Seven Cards", "7 Card").replace("Six Plus", "6+");
    let seats = seats.trim().trim_end_matches("-max");
    let tournament = rsplit_once(table, ", Table ");
    let is_tournament = tournament.is_some() || !added.tournament.is_empty();
    let code = if is_tournament { "" } else { " USD" };
    let (is_stud, is_omaha) = (game.contains("Stud"), game.contains("Omaha"));
    let is_limit = is_stud || is_limit(stakes, text).unwrap_or(added.betting == LIMIT);
    let betting = match (betting_in(table).filter(|_| is_omaha), added.betting) {
        _ if is_limit => LIMIT,
        (Some(betting), _) => betting,
        (None, betting) if !matches!(betting, "" | LIMIT) => betting,
        _ if is_omaha => "Pot Limit",
        _ => "No Limit",
    };
    let cap = if table.contains(" CAP ") { cap(stakes) } else { String::new() };
    Header {
        id: id.into(),
        time: time.into(),
        game: format!("{game} {betting} ({stakes}{cap}{code})").into(),
        table: tournament.map_or(table, |(_, number)| number).into(),
        max_seats: if seats.is_empty() { added.max_seats } else { seats }.into(),
        is_tournament,
        tournament: added.tournament.into(),
        price: added.price().into(),
        is_play_money: table.starts_with("PM "),
        ..Header::default()
    }
}

/// Whether the stakes are the bets: then the big blind is the smaller of them, and the small blind is below that. A big
/// blind of last chips may be as small as a small blind.
fn is_limit(stakes: &str, text: &str) -> Option<bool> {
    let amount = |text: &str| chips::read(text.as_bytes(), SCALE);
    let (small, big) = stakes.split_once('/')?;
    let (small, big) = amount(small).zip(amount(big))?;
    let mut is_less = None;
    for line in lines(text).filter(|line| line.starts_with("Player ")) {
        if let Some(blind) = between(line, " has big blind (", ")") {
            return Some(is_less != Some(false) && amount(blind) == Some(small) && small < big);
        }
        if let Some(blind) = between(line, " has small blind (", ")") {
            is_less = amount(blind).map(|blind| blind < small && small < big);
        }
    }
    is_less
}

/// The cap at these tables is 30 big blinds: `caps` made it 300 at blinds of 5/10.
fn cap(stakes: &str) -> String {
    let big = stakes.split_once('/').and_then(|(_, big)| chips::read(big.as_bytes(), SCALE));
    let Some(cap) = big.and_then(|big| big.checked_mul(30)) else { return String::new() };
    format!(" - {}.{:02} Cap -", cap / 100, cap % 100)
}

/// The limit in `$10K NLO8 Deadline`.
fn betting_in(table: &str) -> Option<&'static str> {
    let mut words = table.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.find_map(|word| match word.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
        "NLO" => Some("No Limit"),
        "PLO" => Some("Pot Limit"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_betting_is_in_the_blinds_the_name_or_what_a_tool_has_added() {
        let posts = |small: &str, big: &str| {
            format!("Player Ann has small blind ({small})\nPlayer Bea has big blind ({big})")
        };
        let short = "Player Ann has small blind (1)\nPlayer Bea allin (1.50)";
        for (added, line, text, wanted) in [
            ("", "2/4 Harbor (Hold'em)", &posts("2", "4"), "Hold'em No Limit (2/4 USD)"),
            ("", "2/4 Harbor (Hold'em)", &posts("1", "2"), "Hold'em Limit (2/4 USD)"),
            ("", "2/4 Harbor (Hold'em)", &short.to_owned(), "Hold'em Limit (2/4 USD)"),
            // The big blind took its player's last chips.
            ("", "2/4 Harbor (Hold'em)", &posts("2", "2"), "Hold'em No Limit (2/4 USD)"),
            ("", "1/2 Harbor (Hold'em)", &short.to_owned(), "Hold'em No Limit (1/2 USD)"),
            ("PL", "2/4 Harbor (Hold'em)", &posts("1", "2"), "Hold'em Limit (2/4 USD)"),
            ("PL", "2/4 Harbor (Hold'em)", &posts("2", "4"), "Hold'em Pot Limit (2/4 USD)"),
            ("FL", "2/4 Harbor (Hold'em)", &posts("2", "4"), "Hold'em No Limit (2/4 USD)"),
            ("", "2/4 Harbor (Omaha)", &posts("2", "4"), "Omaha Pot Limit (2/4 USD)"),
            ("NL", "2/4 Harbor (Omaha HiLow)", &posts("2", "4"), "Omaha Hi/Lo No Limit (2/4 USD)"),
            (
                "",
                "2/4 $5 NLO8, Table 3 (Omaha HiLow)",
                &posts("2", "4"),
                "Omaha Hi/Lo No Limit (2/4)",
            ),
            ("NL", "2/4 $5 PLO, Table 3 (Omaha)", &posts("2", "4"), "Omaha Pot Limit (2/4)"),
            ("NL", "2/4 $5 PLO, Table 3 (Hold'em)", &posts("2", "4"), "Hold'em No Limit (2/4)"),
            ("NL", "2/4 Harbor (Seven Cards Stud)", &String::new(), "7 Card Stud Limit (2/4 USD)"),
        ] {
            let opening = format!("2018/1/7 15:34:19 *** Summary: GameType: {added}");
            let line = format!("Game ID: 7 {line}");
            assert_eq!(header(&opening, &line, text).game, wanted, "{line}");
        }
    }
}
