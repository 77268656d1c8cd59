//! The first line: id, tournament, game, stakes, time.

use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Kind};

use super::tournament;
use crate::lines::clock::{find_date, find_local_date, read_local_time, read_time};
use crate::lines::games::read_game;
use crate::syntax::text::{is_line_start, split_once, strip_prefix_ignore_case, trim_start};

/// Whether a hand starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 300);
    let Some((_, rest)) = split_id(&line) else { return false };
    // In the middle of a line only a whole header counts, and never within chat.
    is_line_start(before)
        || (find_date(rest).is_some() && memchr::memmem::find(before, b" said, \"").is_none())
}

/// Fills the hand from its first line.
///
/// Amounts are read with at least `least_scale` decimals.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (opening, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(opening.hand_id);
    hand.is_fast_fold = opening.is_fast_fold;
    let (game, is_dated) = read_start(rest, hand).ok_or_else(fault)?;
    let mut game = game.trim_end_matches([' ', '-']);
    // Italian licences: `[ADM ID: M1B2...]`, `[AAMS ID: ...]`.
    if let Some((front, _)) = split_once(game, " [A") {
        game = front.trim_end_matches([' ', '-']);
    }
    if opening.is_home_game || game.starts_with('{') {
        hand.kind = Kind::Club;
        // The club's name may hold braces itself; the game's never does.
        game = game.rsplit_once('}').map_or(game, |(_, game)| game).trim_start();
    }
    if let Some(after) = strip_prefix_ignore_case(game, "Zoom ") {
        hand.is_fast_fold = true;
        game = after.trim_start();
    }
    if let Some(after) = strip_prefix_ignore_case(game, "Tournament #") {
        game = tournament::read_entry(after, hand).ok_or_else(fault)?;
        game = tournament::after_name(after, game, hand);
    }
    let read = read_game(game, least_scale, hand);
    if is_dated {
        return read.map_err(|kind| kind(line.to_owned()));
    }
    // Half of a header that a mail has wrapped has no time either, but no stakes.
    let has_stakes = hand.stakes.big_blind.or(hand.stakes.small_bet).is_some();
    if read.is_ok() && has_stakes { Ok(()) } else { Err(fault()) }
}

/// Reads the time at the end of a header; returns what precedes it, and whether there is one: some programs print none.
fn read_start<'a>(rest: &'a str, hand: &mut Hand) -> Option<(&'a str, bool)> {
    // The time is the only part with a distinctive form.
    if let Some(date) = find_date(rest) {
        read_time(&rest[date..], hand)?;
        return Some((&rest[..date], true));
    }
    if let Some(date) = find_local_date(rest) {
        read_local_time(&rest[date..], hand)?;
        return Some((&rest[..date], true));
    }
    rest.trim_end_matches([' ', '-']).ends_with(')').then_some((rest, false))
}

struct Opening<'a> {
    hand_id: &'a str,
    is_fast_fold: bool,
    is_home_game: bool,
}

/// Reads `PokerStars Zoom Hand #123: ` with any spaces; a country may follow the site: `PokerStars.it`.
fn split_id(line: &str) -> Option<(Opening<'_>, &str)> {
    let (rest, is_fast_fold, is_home_game) = match line.strip_prefix("PokerStars Hand #") {
        Some(rest) => (rest, false, false),
        None => split_title(line)?,
    };
    let rest = trim_start(rest);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let (hand_id, rest) = rest.split_at(rest.bytes().take_while(|byte| is_part(byte)).count());
    let rest = trim_start(trim_start(rest).strip_prefix(':')?);
    let is_number = hand_id.bytes().any(|byte| byte.is_ascii_digit());
    is_number.then_some((Opening { hand_id, is_fast_fold, is_home_game }, rest))
}

/// Reads `PokerStars Home Game Zoom Hand #` in any spelling; returns what follows, whether the game is fast-fold, and
/// whether it is a home game.
fn split_title(line: &str) -> Option<(&str, bool, bool)> {
    let mut rest = strip_prefix_ignore_case(line, "PokerStars")?;
    // Programs that write hands for trackers to import.
    rest = rest.strip_prefix("Collection").unwrap_or(rest);
    if let Some(country) = rest.strip_prefix('.') {
        rest = country.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    }
    let (mut is_fast_fold, mut is_home_game, mut is_hand) = (false, false, false);
    rest = rest.strip_prefix(' ')?.trim_start();
    while let Some(end) = rest.find([' ', '#']).filter(|end| *end > 0) {
        let (word, after) = rest.split_at(end);
        match word {
            // `Mano` where only the header is in Italian.
            _ if ["hand", "game", "mano"].iter().any(|known| word.eq_ignore_ascii_case(known)) => {
                is_hand = true;
            }
            _ if word.eq_ignore_ascii_case("zoom") => is_fast_fold = true,
            _ if word.eq_ignore_ascii_case("home") => is_home_game = true,
            _ => return None,
        }
        rest = after.trim_start();
    }
    let rest = rest.strip_prefix('#').filter(|_| is_hand)?;
    Some((rest, is_fast_fold, is_home_game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_within_chat_is_not_claimed() {
        let head = b"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET";
        assert!(claims(b"", head));
        assert!(claims(b"> ", b"PokerStars Zoom Hand # 1 : x"));
        assert!(claims(b"", b"PokerStars.it Game #AB12-3: x"));
        assert!(claims(b"", b"PokerStarsCollection Hand #1: x"));
        assert!(!claims(b"", b"PokerStarsCollections Hand #1: x"));
        assert!(claims(
            b"",
            b"PokerStars Mano #1: Hold'em No Limit (1/2 EUR) - 2026/06/06 21:15:22 CET"
        ));
        assert!(claims(b"*** RIVER *** [4d Kh J", head));
        assert!(!claims(b"Bob said, \"", head));
        assert!(!claims(b"Bob: ", b"PokerStars Hand #1: is rigged"));
        assert!(!claims(b"", b"PokerStars Tournament #1, No Limit Hold'em"));
    }
}
