//! The first two lines: number, tournament, game, stakes, time; table and button.

use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use super::drivehud;
use crate::lines::clock::{find_date, read_time};
use crate::lines::games::read_game;
use crate::lines::wrapped::is_wrapped_header;
use crate::syntax::text::{is_digits, is_line_start, split_once};

/// Whether a hand starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    if !is_line_start(before) {
        return false;
    }
    let line = first_line(head, LONGEST);
    is_whole(&line) || (split_id(&line).is_some() && is_wrapped_header(head, LONGEST, is_whole))
}

/// The longest first line, in bytes.
const LONGEST: usize = 400;

/// Whether a line contains the number, the game and the time.
pub(super) fn is_whole(line: &str) -> bool {
    let Some((_, rest)) = split_id(line) else { return false };
    find_date(rest).is_some_and(|date| rest[..date].contains('('))
}

/// Reads `Game Hand #123 - `.
fn split_id(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("Game ").unwrap_or(line).strip_prefix("Hand #")?;
    let (hand_id, rest) = split_once(rest, " - ")?;
    is_digits(hand_id).then_some((hand_id, rest))
}

/// Fills the hand from its first lines. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(text: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let (line, table) = text.split_once('\n').unwrap_or((text, ""));
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (printed, added) = drivehud::split(line);
    let (hand_id, rest) = split_id(printed).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    let date = rest.rfind("- ").ok_or_else(fault)? + "- ".len();
    read_time(&rest[date..], hand).ok_or_else(fault)?;
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    if let Some((name, entry)) = split_once(game, "Tournament #") {
        let (id, after) = split_once(entry, " - ").ok_or_else(fault)?;
        let tournament_id = hand.push_text(id.trim());
        let name = hand.push_text(name.trim_matches([' ', '-']));
        let mut tournament = Tournament { tournament_id, name, ..Tournament::default() };
        added.add_to(&mut tournament);
        hand.tournament = Some(tournament);
        game = after;
    }
    let (game, stakes) = split_once(game, " - ").ok_or_else(fault)?;
    // `Holdem(No Limit)`, `5Card Omaha Reshuffle (Pot Limit)`.
    let (name, betting) =
        game.trim_end().trim_end_matches(')').rsplit_once('(').ok_or_else(fault)?;
    let name = name.trim_end().trim_end_matches(" Reshuffle");
    let text = match stakes.strip_prefix("Level ") {
        Some(_) => format!("{name} {betting} - {}", stakes.replace(".00", "")),
        None => format!("{name} {betting} ({stakes})"),
    };
    read_game(&text, least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    read_table(table, hand);
    Ok(())
}

/// Reads `Fort Lupton 9-max Seat #5 is the button`, `Table '2' 8-max Seat #6 is the button`, `Gorham 8-max`, `Gorham 8-max
/// (Play Money) Seat #2 is the button`.
fn read_table(line: &str, hand: &mut Hand) {
    let (table, button) = split_once(line, " Seat #").unwrap_or((line, ""));
    let digits = button.bytes().take_while(u8::is_ascii_digit).count();
    hand.button_seat = button[..digits].parse().ok();
    let play = table.trim_end().strip_suffix(" (Play Money)");
    if play.is_some() && hand.kind == Kind::Cash {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    let table = play.unwrap_or(table);
    let (name, seats) = table.trim_end().rsplit_once(' ').unwrap_or((table, ""));
    hand.max_seats = seats.strip_suffix("-max").and_then(|seats| seats.parse().ok());
    let name = name.strip_prefix("Table ").unwrap_or(name).trim_matches(['\'', '‘', '’']);
    hand.is_fast_fold = name == "Blitz Poker";
    hand.table_name = hand.push_text(name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::{Betting, Game};

    #[test]
    fn games_are_read_with_their_betting_in_brackets() {
        for (text, game, is_hi_lo, betting) in [
            ("Holdem(No Limit) - $0.02/$0.05", Game::Holdem, false, Betting::NoLimit),
            (
                "5Card Omaha Reshuffle (Pot Limit) - $10.00/$20.00",
                Game::Omaha5,
                false,
                Betting::PotLimit,
            ),
            ("Omaha H/L (No Limit) - $3.00/$6.00", Game::Omaha, true, Betting::NoLimit),
            ("7Stud(Fixed Limit) - $0.04/$0.08", Game::Stud, false, Betting::FixedLimit),
            (
                "$100k GTD Tournament #28 - Holdem(No Limit) - Level 14 (5000.00/10000.00)",
                Game::Holdem,
                false,
                Betting::NoLimit,
            ),
        ] {
            let mut hand = Hand::default();
            hand.clear();
            let text = format!(
                "Hand #7 - {text}- 2021/04/20 18:42:26 UTC\nSt. Lucie 6-max Seat #5 is the button"
            );
            assert_eq!(read(&text, 0, &mut hand), Ok(()), "{text}");
            assert_eq!(
                (hand.game, hand.is_hi_lo, hand.betting),
                (game, is_hi_lo, betting),
                "{text}"
            );
            assert_eq!(
                (hand.str(hand.table_name), hand.max_seats, hand.button_seat),
                ("St. Lucie", Some(6), Some(5))
            );
            // 2021-04-20 18:42:26 UTC
            assert_eq!(hand.started_at, Some(1_618_944_146_000_000));
        }
    }

    #[test]
    fn a_table_may_be_for_play_money() {
        let mut hand = Hand::default();
        hand.clear();
        let text = "Hand #7 - Holdem(No Limit) - $1.00/$2.00 - 2021/04/20 18:42:26 UTC\n\
                    St. Lucie 6-max (Play Money) Seat #5 is the button";
        assert_eq!(read(text, 0, &mut hand), Ok(()));
        assert_eq!((hand.kind, hand.currency), (Kind::Play, Currency::PLAY));
        assert_eq!(
            (hand.str(hand.table_name), hand.max_seats, hand.button_seat),
            ("St. Lucie", Some(6), Some(5))
        );
    }

    #[test]
    fn a_blitz_table_is_fast_fold() {
        for (table, is_fast_fold) in [
            ("Blitz Poker 6-max Seat #1 is the button", true),
            ("Blitz Poker 6-max (Play Money) Seat #1 is the button", true),
            ("St. Lucie 6-max Seat #5 is the button", false),
        ] {
            let mut hand = Hand::default();
            hand.clear();
            let text = format!(
                "Hand #7 - Holdem(No Limit) - $1.00/$2.00 - 2021/04/20 18:42:26 UTC\n{table}"
            );
            assert_eq!(read(&text, 0, &mut hand), Ok(()), "{table}");
            assert_eq!(hand.is_fast_fold, is_fast_fold, "{table}");
        }
    }

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let head = b"Hand #7 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC";
        assert!(claims(b"", head));
        assert!(claims(
            b"",
            b"Game Hand #7 - $100k GTD Tournament #2 - Holdem(No Limit) - Level 8\n\
              (2000.00/4000.00)- 2021/02/25 22:07:46 UTC"
        ));
        assert!(!claims(b"PokerStars ", head));
        assert!(!claims(b"", b"Hand #7-1 - 2021/04/20 18:42:26 UTC"));
        assert!(!claims(b"", b"Hand #7 has been canceled"));
    }
}
