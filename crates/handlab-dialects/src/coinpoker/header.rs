//! The first two lines: number, game, stakes, time; tournament and table.

use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Tournament};
use handlab_core::time;

use crate::lines::clock::find_date;
use crate::lines::games::{find_game, read_game};
use crate::pokerstars::tournament::set_name;
use crate::syntax::text::{before, is_digits, is_line_start, rsplit_once, split_once};

pub(super) const OPENING: &str = "CoinPoker Hand #";

/// Whether a hand starts with `head`; within a line only if the header is complete.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 400);
    let Some((_, rest)) = split_id(&line) else { return false };
    is_line_start(before) || find_date(rest).is_some()
}

/// Fills the hand from its first two lines. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(text: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let (line, place) = text.split_once('\n').unwrap_or((text, ""));
    let fault = || ParseErrorKind::Header(line.to_owned());
    read_place(place, hand).ok_or_else(|| ParseErrorKind::Header(place.to_owned()))?;
    let (hand_id, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    // A tournament may be named after a date, or have brackets in its name.
    let (front, start) = rest.rsplit_once(')').ok_or_else(fault)?;
    let (game, stakes) = front.rsplit_once('(').ok_or_else(fault)?;
    let date = find_date(start).ok_or_else(fault)?;
    // A converter repeats the time in brackets, in another zone.
    read_start(before(&start[date..], "["), hand).ok_or_else(fault)?;
    let (game, level) = rsplit_once(game, " - Level ").unwrap_or((game, ""));
    let mut game = game.trim();
    if let Some(entry) = game.strip_prefix("Tournament #") {
        let (id, name) = entry.split_once(',').ok_or_else(fault)?;
        let tournament_id = hand.push_text(id.trim());
        let level = hand.push_text(level.trim());
        hand.tournament = Some(Tournament { tournament_id, level, ..Tournament::default() });
        game = name.trim();
    }
    let start = find_game(game).unwrap_or(0);
    set_name(&game[..start], hand);
    hand.is_bomb_pot = game.ends_with("BombPot");
    let game = game.trim_end_matches("BombPot").trim_end();
    let name = find_game(game).map(|at| &game[at..]);
    let name = name.ok_or_else(|| ParseErrorKind::UnknownGame(line.to_owned()))?;
    let stakes = common_stakes(stakes).ok_or_else(fault)?;
    read_game(&format!("{name} ({stakes})"), least_scale, hand)
        .map_err(|kind| kind(line.to_owned()))
}

/// Reads `Table 'NAME' 6-max Seat #3 is the button` and `Tournament 'NAME' 'ID' 7-max Seat #3 is the button`.
fn read_place(line: &str, hand: &mut Hand) -> Option<()> {
    let (names, rest) = line.rsplit_once('\'')?;
    let (max_seats, button) = split_once(rest, "-max")?;
    hand.max_seats = max_seats.trim().parse().ok();
    let button = split_once(button, "Seat #").and_then(|(_, button)| button.split(' ').next());
    hand.button_seat = button.and_then(|button| button.parse().ok());
    if let Some(name) = names.strip_prefix("Table '") {
        hand.table_name = hand.push_text(name);
        return Some(());
    }
    // A tournament's name may contain the same marks.
    let (name, id) = names.strip_prefix("Tournament '")?.rsplit_once('\'')?;
    let tournament_id = hand.push_text(id);
    let name = hand.push_text(name.trim_matches([' ', '\'']));
    hand.tournament = Some(Tournament { tournament_id, name, ..Tournament::default() });
    Some(())
}

fn split_id(line: &str) -> Option<(&str, &str)> {
    let (hand_id, rest) = line.strip_prefix(OPENING)?.split_once(':')?;
    is_digits(hand_id).then(|| (hand_id, rest.trim_start()))
}

/// Converts `₮0.01/₮0.02/₮0.08` and `400/800 ante 100 play` to the form that `lines` reads: `400/800 - Ante 100`.
fn common_stakes(text: &str) -> Option<String> {
    let text = text.trim();
    // The observers' export ends with a code of its own: `₮0.10/₮0.25 CPCC`.
    let end = ["play", "CPCC"].iter().find_map(|end| text.strip_suffix(end));
    let text = end.unwrap_or(text).trim_end();
    let (blinds, ante) = match split_once(text, " - Ante ").or(split_once(text, " ante ")) {
        Some((blinds, ante)) => (blinds, ante.split_whitespace().next()),
        None => match text.match_indices('/').nth(1) {
            Some((at, _)) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        },
    };
    blinds.contains('/').then(|| match ante {
        Some(ante) => format!("{} - Ante {}", blinds.trim(), ante.trim()),
        None => blinds.trim().to_owned(),
    })
}

/// The clock of China as well as of central America, 14 hours apart: the client prints what the tz database calls the
/// zone of the computer. Logs of 2026 have it from players in China.
const AMBIGUOUS: &str = "CST";

/// Reads `2026/06/11 00:15:34 PDT`, where the zone may be `+08`; [`AMBIGUOUS`] counts as none.
fn read_start(text: &str, hand: &mut Hand) -> Option<()> {
    let text = text.trim();
    let colon = text.rfind(':')?;
    let digits = text[colon + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let (raw, zone) = text.split_at(colon + 1 + digits);
    let zone = Some(zone.trim()).filter(|zone| *zone != AMBIGUOUS).unwrap_or_default();
    let passes = if zone.starts_with(['+', '-']) {
        let minutes = if zone.len() == "+08".len() { "00" } else { "" };
        time::utc_passes(raw, &format!("UTC{zone}{minutes}"))
    } else {
        time::utc_passes(raw, zone)
    };
    hand.started_at = passes.map(|(first, _)| first);
    hand.started_at_later = passes.and_then(|(_, later)| later);
    hand.started_raw = hand.push_text(raw);
    hand.zone = hand.push_text(zone);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::Game;
    use handlab_core::hand::Kind;

    fn header(text: &str) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        let table = "Table 'Lima' 6-max Seat #3 is the button";
        assert_eq!(read(&format!("{OPENING}7: {text}\n{table}"), 0, &mut hand), Ok(()), "{text}");
        hand
    }

    #[test]
    fn stakes_may_have_an_ante_a_sign_and_spaces() {
        let stakes = |text: &str| {
            let hand = header(&format!("{text} 2026/06/11 00:15:34 GMT"));
            let stakes = hand.stakes;
            (hand.game, hand.currency.code().to_owned(), stakes.big_blind, stakes.ante)
        };
        let usdt = || "USDT".to_owned();
        assert_eq!(stakes("NLH (₮0.05/₮0.10)"), (Game::Holdem, usdt(), Some(10), None));
        assert_eq!(stakes("PLO 5 (₮1/₮2) -"), (Game::Omaha5, usdt(), Some(200), None));
        assert_eq!(
            stakes("NLH BombPot (₮0.05/₮0.10/₮0.50)"),
            (Game::Holdem, usdt(), Some(10), Some(50))
        );
        assert_eq!(
            stakes("Hold'em No Limit (₮0.50/₮1.00 - Ante ₮0.16 CPCC) -"),
            (Game::Holdem, usdt(), Some(100), Some(16))
        );
        assert_eq!(
            stakes("Hold'em No Limit (₮0.1/₮0.25 CPCC) -"),
            (Game::Holdem, usdt(), Some(25), None)
        );
        let play = ("PLAY".to_owned(), Some(2), None);
        let (_, currency, big_blind, ante) = stakes("Hold'em No Limit (0.01/0.02 )");
        assert_eq!((currency, big_blind, ante), play);
    }

    #[test]
    fn a_tournament_may_have_commas_and_a_game_in_its_name() {
        let hand = header(
            "Tournament #31, ₮1 Mini (PKO), Hold'em 2026/01/01 Day Hold'em No Limit (400/800 ante 100 play) \
             2024/12/23 16:35:17 GMT",
        );
        assert_eq!((hand.kind, hand.stakes.ante), (Kind::Tournament, Some(100)));
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!(hand.str(tournament.tournament_id), "31");
    }

    #[test]
    fn a_tournaments_level_may_precede_its_blinds() {
        let hand =
            header("Tournament #55, ₮10+₮1 NLH - Level III (50/100) - 2026/06/07 19:01:02 CEST");
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!(hand.str(tournament.level), "III");
        assert_eq!((hand.game, hand.stakes.big_blind), (Game::Holdem, Some(100)));
        assert_eq!((hand.kind, hand.stakes.ante), (Kind::Tournament, None));
    }

    #[test]
    fn a_tournament_may_be_named_in_the_line_of_the_table() {
        let mut hand = Hand::default();
        hand.clear();
        let text = format!(
            "{OPENING}7: NLH (50/100/15) 2026/06/11 00:15:34 -05\n\
             Tournament '₮1 Ann's PKO [Turbo]' '72' 7-max Seat #3 is the button"
        );
        assert_eq!(read(&text, 0, &mut hand), Ok(()));
        let id = hand.tournament.map(|tournament| hand.str(tournament.tournament_id));
        assert_eq!((id, hand.kind, hand.scale), (Some("72"), Kind::Tournament, 0));
        assert_eq!(
            (hand.max_seats, hand.button_seat, hand.stakes.ante),
            (Some(7), Some(3), Some(15))
        );
    }

    #[test]
    fn a_zone_may_be_a_number() {
        let hand = header("NLH (₮1/₮2) 2026/07/04 18:01:15 +08");
        let utc = header("NLH (₮1/₮2) 2026/07/04 10:01:15 UTC");
        assert!(hand.started_at.is_some());
        assert_eq!(hand.started_at, utc.started_at);
    }

    #[test]
    fn a_converter_may_repeat_the_time_in_another_zone() {
        let hand = header(
            "Hold'em No Limit ($0.02/$0.05 USD) - 2026/09/09 12:01:21 CET [2026/09/09 6:01:21 ET]",
        );
        let utc = header("NLH (₮1/₮2) 2026/09/09 10:01:21 UTC");
        assert_eq!((hand.started_at, hand.str(hand.zone)), (utc.started_at, "CET"));
        assert_eq!(hand.str(hand.started_raw), "2026/09/09 12:01:21");
    }

    #[test]
    fn a_zone_that_two_countries_call_the_same_is_none() {
        let hand = header("NLH (₮1/₮2) 2026/08/06 20:14:31 CST");
        assert_eq!((hand.started_at, hand.str(hand.zone)), (None, ""));
        assert_eq!(hand.str(hand.started_raw), "2026/08/06 20:14:31");
        assert!(header("NLH (₮1/₮2) 2026/08/06 20:14:31 CDT").started_at.is_some());
    }
}
