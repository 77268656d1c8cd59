//! The first line: number, tournament, game, stakes, time.

use handlab_core::chips;
use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;

use crate::lines::clock::{find_date, read_time};
use crate::lines::games::{find_game, read_game};
use crate::lines::stakes;
use crate::pokerstars::tournament;
use crate::syntax::text::{is_line_start, rsplit_once, split_at_mark, split_once};

/// Whether a hand starts with `head`; within a line only if the header is complete.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 400);
    let Some((_, rest)) = split_id(&line) else { return false };
    is_line_start(before) || find_date(rest).is_some()
}

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
pub(crate) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (hand_id, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    let title = &line[..line.len() - rest.len()];
    hand.is_fast_fold = [" Rush ", " Zoom "].iter().any(|pool| title.contains(pool));
    // A tournament's name may contain a date.
    let (name, entry) = split_tournament(rest).unwrap_or(("", rest));
    let front = rest.len() - entry.len();
    let date = front + find_date(entry).ok_or_else(fault)?;
    // The local time in brackets has a zone that ignores summer time.
    let start = &rest[date..];
    let start = split_at_mark(start, b'[').map_or(start, |(start, _)| start);
    read_time(start, hand).ok_or_else(fault)?;
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    if front > 0 {
        let entry = game.get(front..).ok_or_else(fault)?;
        game = tournament::read_entry(entry, hand).ok_or_else(fault)?;
        // The kind of the tournament comes before its game.
        let end = [" - Level", " ("].iter().filter_map(|mark| game.find(mark)).min();
        let (kind, rest) =
            game.split_at(find_game(&game[..end.unwrap_or(game.len())]).unwrap_or(0));
        game = rest;
        tournament::set_name(name, hand);
        tournament::set_name(kind, hand);
    }
    let (name, _) = stakes::split(game);
    if name.is_empty() {
        return Err(fault());
    }
    read_game(game, least_scale, hand).map_err(|kind| kind(line.to_owned()))
}

/// As [`read`], where amounts without a sign are those of a currency; play-money tables say so on their line.
pub(super) fn read_in(
    currency: Currency,
    line: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseErrorKind> {
    // Tournament chips have no fractions.
    let is_cash = !line.contains(": Tournament ");
    let scale = if is_cash { chips::scale_of(currency) } else { 0 };
    read(line, least_scale.max(scale), hand)?;
    if hand.kind == Kind::Play {
        (hand.kind, hand.currency) = (Kind::Cash, currency);
    }
    Ok(())
}

/// The name, if any, and what follows `Tournament #` or `Tournament (NAME)#`. A name may itself contain brackets and
/// numbers.
fn split_tournament(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("Tournament ")?;
    match rest.strip_prefix('(') {
        Some(named) => rsplit_once(named, ")#"),
        None => rest.strip_prefix('#').map(|entry| ("", entry)),
    }
}

/// Reads `TITLE Hand #123: ` and `TITLE Game #123: `.
fn split_id(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = split_once(line, " Hand #").or_else(|| split_once(line, " Game #"))?;
    let (hand_id, rest) = rest.split_once(':')?;
    is_number(hand_id).then(|| (hand_id, rest.trim_start()))
}

/// Whether a text is the number of a hand: `123`, `HD12-3`; Phenom's are hexadecimal.
fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_hexdigit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
