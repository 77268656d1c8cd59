//! The first line: kind, price, number, game, stakes, time.

use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Tournament};

use crate::lines::clock::{find_date, read_time};
use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::lines::wrapped::is_wrapped_header;
use crate::syntax::text::{is_line_start, rsplit_once, split_at_mark, split_once};

const SITE: &str = "Winamax Poker - ";
const NUMBER: &str = " - HandId: #";

/// Whether a hand starts with `head`; within a line only if the header is complete.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, LONGEST);
    match split_once(&line, NUMBER) {
        Some((_, rest)) => is_line_start(before) || find_date(rest).is_some(),
        None => is_line_start(before) && is_wrapped_header(head, LONGEST, is_whole),
    }
}

/// The longest header, in bytes.
const LONGEST: usize = 400;

/// Whether a line contains the number and the time.
fn is_whole(line: &str) -> bool {
    split_once(line, NUMBER).is_some_and(|(_, rest)| find_date(rest).is_some())
}

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (front, rest) = split_once(line, NUMBER).ok_or_else(fault)?;
    let (hand_id, rest) = split_once(rest, " - ").ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    // The time is the only part with a distinctive form: what precedes it is the game.
    let date = find_date(rest).ok_or_else(fault)?;
    read_time(&rest[date..], hand).ok_or_else(fault)?;
    hand.started_at = hand.started_at.map(|printed| start_of(hand_id, printed));
    let kind = front.strip_prefix(SITE).ok_or_else(fault)?;
    // The same pools, under names that mark what the house adds to pots.
    hand.is_fast_fold = ["Go Fast", "HOLD-UP", "ESCAPE"].iter().any(|pool| kind.starts_with(pool));
    // The name may contain anything: the last occurrence of these words is the site's.
    if let Some((name, entry)) = rsplit_once(kind, " buyIn: ") {
        let name = name.strip_prefix("Tournament ").unwrap_or_default().trim();
        let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let (price, level) = rsplit_once(entry, " level: ").unwrap_or((entry, ""));
        hand.tournament = Some(Tournament {
            tournament_id: tournament_id(hand_id, hand).ok_or_else(fault)?,
            name: hand.push_text(name.unwrap_or_default().trim()),
            level: hand.push_text(level.trim()),
            ..price_of(price.trim())
        });
    }
    let game = rest[..date].trim_end_matches([' ', '-']);
    let game = match split_ante(game) {
        Some((name, ante, stakes)) => &format!("{name} ({stakes} - Ante {ante})"),
        None => game,
    };
    read_game(game, least_scale, hand).map_err(|kind| kind(line.to_owned()))
}

/// The start of the hand according to its number, in microseconds since 1970, if it differs from the printed time by
/// whole hours only.
fn start_of(hand_id: &str, printed: i64) -> i64 {
    const HOUR: i64 = 3_600;
    const SECOND: i64 = 1_000_000;
    let seconds = hand_id.rsplit('-').next().and_then(|seconds| seconds.parse::<i64>().ok());
    let is_near = |seconds: &i64| {
        let difference = seconds.saturating_sub(printed / SECOND);
        difference.abs() <= 2 * HOUR && difference % HOUR == 0
    };
    seconds.filter(is_near).map_or(printed, |seconds| seconds * SECOND)
}

/// The tournament's number: the first number of `2113338189845364845-10-1634495793`, divided by 2^32.
fn tournament_id(hand_id: &str, hand: &mut Hand) -> Option<handlab_core::hand::Text> {
    let number: u64 = hand_id.split('-').next()?.parse().ok()?;
    Some(hand.push_text(&(number >> 32).to_string()))
}

/// Splits `Holdem no limit (140/600/1200)` into game, ante and the other stakes.
fn split_ante(text: &str) -> Option<(&str, &str, &str)> {
    let (name, stakes) = rsplit_once(text.strip_suffix(')')?, " (")?;
    let (ante, stakes) = split_at_mark(stakes, b'/').filter(|(_, stakes)| stakes.contains('/'))?;
    Some((name, ante, stakes))
}

/// Reads `4.50€ + 0.50€`, `22.50€ + 22.50€ + 5€`, `€4.50 + €0.50`, `0.92-0.08`, `Free`, `Gratuit`; a ticket has no price.
pub(super) fn price_of(text: &str) -> Tournament {
    const SIGNS: [char; 2] = ['€', '\u{fffd}'];
    let mut tournament = Tournament::default();
    if text.starts_with("Free") || text.starts_with("Gratuit") {
        (tournament.buy_in, tournament.fee) = (Some(0), Some(0));
    } else if starts_with_digit(text.trim_start_matches(SIGNS).trim_start()) {
        // Whole numbers without a sign are play money.
        let is_euro = text.contains(['€', '.', '\u{fffd}']);
        let signed: Vec<String> = text
            .split(['+', '-'])
            .map(|part| part.trim().trim_matches(SIGNS).trim())
            .map(|part| format!("{part}{}", if is_euro { "€" } else { "" }))
            .collect();
        read_price(&signed.join("+"), &mut tournament);
    }
    tournament
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_read_with_and_without_their_sign() {
        for (text, code, parts) in [
            ("4.50€ + 0.50€", "EUR", [Some(450), None, Some(50)]),
            ("22.50€ + 22.50€ + 5€", "EUR", [Some(2250), Some(2250), Some(500)]),
            ("18\u{fffd} + 2\u{fffd}", "EUR", [Some(1800), None, Some(200)]),
            ("€22.50 + €22.50 + €5", "EUR", [Some(2250), Some(2250), Some(500)]),
            ("€ 9 + € 1", "EUR", [Some(900), None, Some(100)]),
            ("0.92-0.08", "EUR", [Some(92), None, Some(8)]),
            ("900 + 100", "PLAY", [Some(900), None, Some(100)]),
            ("Gratuit", "", [Some(0), None, Some(0)]),
            ("Ticket only", "", [None, None, None]),
        ] {
            let found = price_of(text);
            assert_eq!([found.buy_in, found.bounty, found.fee], parts, "{text}");
            assert_eq!(found.currency.code(), code, "{text}");
        }
    }
}
