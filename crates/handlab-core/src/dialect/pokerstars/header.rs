//! The first line: id, tournament, game, stakes, time.

use crate::error::ParseErrorKind;
use crate::game::{Betting, Game};
use crate::hand::{Hand, Kind};
use crate::time;

use super::super::text::{find_ignore_case, strip_prefix_ignore_case};
use super::{stakes, tournament};

/// Whether a hand starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = &head[..head.len().min(300)];
    let end = memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
    // Letters of other alphabets may be cut in two at the end: what is left is enough.
    let line = String::from_utf8_lossy(&line[..end]);
    let Some((_, rest)) = split_id(&line) else { return false };
    let is_line_start =
        before.iter().all(u8::is_ascii_whitespace) || before.ends_with(&[0xEF, 0xBB, 0xBF]);
    // In the middle of a line only a whole header counts, and never within chat.
    is_line_start
        || (find_date(rest).is_some() && memchr::memmem::find(before, b" said, \"").is_none())
}

/// Fills the hand from its first line.
pub(super) fn read(line: &str, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (opening, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.keep(opening.hand_id);
    hand.is_fast_fold = opening.is_fast_fold;
    // The time is the only part with a form of its own: what stands before it is the game.
    let date = find_date(rest).ok_or_else(fault)?;
    read_time(&rest[date..], hand).ok_or_else(fault)?;
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    // Italian licences: `[ADM ID: M1B2...]`, `[AAMS ID: ...]`.
    if let Some((front, _)) = game.split_once(" [A") {
        game = front.trim_end_matches([' ', '-']);
    }
    if opening.is_home_game {
        hand.kind = Kind::Club;
        // The club's name may hold braces itself; the game's never does.
        game = game.rsplit_once('}').map_or(game, |(_, game)| game).trim_start();
    }
    if let Some(after) = strip_prefix_ignore_case(game, "Tournament #") {
        game = tournament::read_entry(after, hand).ok_or_else(fault)?;
    }
    read_game(game, hand)
}

struct Opening<'a> {
    hand_id: &'a str,
    is_fast_fold: bool,
    is_home_game: bool,
}

fn split_id(line: &str) -> Option<(Opening<'_>, &str)> {
    let rest = strip_prefix_ignore_case(line, "PokerStars ")?;
    let (is_fast_fold, rest) = match strip_prefix_ignore_case(rest, "Zoom ") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (is_home_game, rest) = match strip_prefix_ignore_case(rest, "Home Game ") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let rest = strip_prefix_ignore_case(rest, "Hand #")
        .or_else(|| strip_prefix_ignore_case(rest, "Game #"))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (hand_id, rest) = rest.split_at(digits);
    let rest = rest.strip_prefix(':')?.trim_start();
    (digits > 0).then_some((Opening { hand_id, is_fast_fold, is_home_game }, rest))
}

/// Where `2010/05/07` starts.
fn find_date(text: &str) -> Option<usize> {
    text.as_bytes().windows(10).position(|window| {
        window.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'/',
            _ => byte.is_ascii_digit(),
        })
    })
}

/// Reads `2018/12/29 0:01:25 CET [2018/12/28 18:01:25 ET]`, `2007/11/11 - 13:27:23 (ET)` or a time without a zone.
///
/// The bracketed time wins: the one before it may be of a zone that the player made up, or ignore summer time.
fn read_time(text: &str, hand: &mut Hand) -> Option<()> {
    let (local, bracket) = match text.split_once('[') {
        Some((local, bracket)) => (local, bracket.split_once(']').map(|(inside, _)| inside)),
        None => (text, None),
    };
    let (raw, zone) = split_zone(local)?;
    // A made-up zone within the brackets too leaves the printed one.
    let known =
        bracket.and_then(split_zone).filter(|(raw, zone)| time::utc_micros(raw, zone).is_some());
    let (known_raw, known_zone) = known.unwrap_or((raw, zone));
    hand.started_at = time::utc_micros(known_raw, known_zone);
    if may_come_twice(known_raw) {
        hand.started_at_later = time::utc_micros_fold(known_raw, known_zone, true)
            .filter(|later| Some(*later) != hand.started_at);
    }
    hand.started_raw = hand.keep(raw);
    hand.zone = hand.keep(zone);
    Some(())
}

/// Whether the time is in a month and at an hour in which a clock may be set back: a cheap test before the dear one.
fn may_come_twice(raw: &str) -> bool {
    let month = raw.get(5..7).unwrap_or_default();
    let hour = raw.get(10..).unwrap_or_default().trim_start_matches([' ', '-', '0']);
    matches!(month, "02" | "03" | "04" | "09" | "10" | "11")
        && [":", "1:", "2:", "3:"].iter().any(|early| hour.starts_with(early))
}

fn split_zone(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let last_digit = text.rfind(|letter: char| letter.is_ascii_digit())?;
    let (raw, zone) = text.split_at(last_digit + 1);
    Some((raw, zone.trim().trim_matches(['(', ')'])))
}

/// Reads `Hold'em No Limit ($1/$2 USD)`, `HORSE (Razz Limit) - Level I (10/20)` and the like.
fn read_game(text: &str, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let (front, level) =
        match [" - Level ", " - Match Round "].iter().find_map(|mark| find_ignore_case(text, mark))
        {
            Some(at) => (&text[..at], &text[at + " - ".len()..]),
            None => (text, ""),
        };
    let (game, stakes) = if level.is_empty() {
        stakes::split(front)
    } else {
        let (name, stakes) = stakes::split(level);
        let name = strip_prefix_ignore_case(name, "Level ").unwrap_or(name);
        let level = hand.keep(name);
        if let Some(tournament) = hand.tournament.as_mut() {
            tournament.level = level;
        }
        (stakes::split(front).0, stakes)
    };
    let rules = rules_of(game).ok_or_else(|| ParseErrorKind::UnknownGame(game.to_owned()))?;
    (hand.game, hand.is_hi_lo, hand.betting) = rules;
    stakes::read(stakes, hand).ok_or_else(|| ParseErrorKind::Header(text.to_owned()))
}

/// Game, whether it is split high and low, and betting of `Omaha Hi/Lo Pot Limit`; of a mixed game the part in brackets.
fn rules_of(text: &str) -> Option<(Game, bool, Betting)> {
    if let Some((_, inside)) = text.rsplit_once('(') {
        return rules_of(inside.trim_end_matches(')').trim());
    }
    let (name, betting) = BETTINGS.iter().find_map(|(suffix, betting)| {
        let at = text.len().checked_sub(suffix.len())?;
        let found = text.get(at..)?.eq_ignore_ascii_case(suffix);
        found.then(|| (text[..at].trim_end(), *betting))
    })?;
    let (name, is_hi_lo) = match find_ignore_case(name, " Hi/Lo") {
        Some(at) => (&name[..at], true),
        None => (name, false),
    };
    let game = GAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?.1;
    Some((game, is_hi_lo, betting))
}

/// A longer text before its own ending.
const BETTINGS: [(&str, Betting); 5] = [
    (" Pot Limit Pre-Flop, No Limit Post-Flop", Betting::PotLimitPreflop),
    (" No Limit", Betting::NoLimit),
    (" Pot Limit", Betting::PotLimit),
    (" Fixed Limit", Betting::FixedLimit),
    (" Limit", Betting::FixedLimit),
];

const GAMES: [(&str, Game); 21] = [
    ("Hold'em", Game::Holdem),
    ("Holdem", Game::Holdem),
    ("6+ Hold'em", Game::ShortDeck),
    ("Omaha", Game::Omaha),
    ("Omaha High", Game::Omaha),
    ("5 Card Omaha", Game::Omaha5),
    ("5-Card Omaha", Game::Omaha5),
    ("5-Card Omaha High", Game::Omaha5),
    ("6 Card Omaha", Game::Omaha6),
    ("6-Card Omaha", Game::Omaha6),
    ("6-Card Omaha High", Game::Omaha6),
    ("Courchevel", Game::Courchevel),
    ("7 Card Stud", Game::Stud),
    ("7-Card Stud", Game::Stud),
    ("Razz", Game::Razz),
    ("5 Card Draw", Game::FiveCardDraw),
    ("5-Card Draw", Game::FiveCardDraw),
    ("Single Draw 2-7 Lowball", Game::SingleDraw27),
    ("Triple Draw 2-7 Lowball", Game::TripleDraw27),
    ("2-7 Triple Draw", Game::TripleDraw27),
    ("Badugi", Game::Badugi),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_from_their_betting() {
        let cases = [
            ("Hold'em No Limit", Game::Holdem, false, Betting::NoLimit),
            ("OMAHA HI/LO POT LIMIT", Game::Omaha, true, Betting::PotLimit),
            ("HORSE (7 Card Stud Hi/Lo Limit)", Game::Stud, true, Betting::FixedLimit),
            ("Single Draw 2-7 Lowball No Limit", Game::SingleDraw27, false, Betting::NoLimit),
            (
                "Hold'em Pot Limit Pre-Flop, No Limit Post-Flop",
                Game::Holdem,
                false,
                Betting::PotLimitPreflop,
            ),
        ];
        for (text, game, is_hi_lo, betting) in cases {
            assert_eq!(rules_of(text), Some((game, is_hi_lo, betting)), "{text}");
        }
        assert_eq!(rules_of("Fusion Pot Limit"), None);
    }

    #[test]
    fn a_header_within_chat_is_none() {
        let head = b"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET";
        assert!(claims(b"", head));
        assert!(claims(b"*** RIVER *** [4d Kh J", head));
        assert!(!claims(b"Bob said, \"", head));
        assert!(!claims(b"Bob: ", b"PokerStars Hand #1: is rigged"));
        assert!(!claims(b"", b"PokerStars Tournament #1, No Limit Hold'em"));
    }
}
