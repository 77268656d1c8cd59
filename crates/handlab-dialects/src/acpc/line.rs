//! Splits a line into its parts, before anything is known about the game.

use handlab_cards::card::CardList;
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseErrorKind;

use super::OPENING;
use crate::syntax::text::{is_digits, rsplit_once, split_at_mark, split_at_marks, trim, trim_end};

/// One step of the betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Fold,
    Call,
    /// With its size in a no-limit game.
    Raise(Option<i64>),
    /// The end of a street.
    Street,
}

/// Two players' stacks and blinds, in the order of the players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    pub(super) stacks: [i64; 2],
    pub(super) blinds: [i64; 2],
}

impl Stakes {
    /// Reads `20150|19850:300|150:` if the text begins so, and returns what follows.
    pub(super) fn split(text: &str) -> (Option<Stakes>, &str) {
        let pair = |text: &str| {
            let (first, second) = split_at_mark(text, b'|')?;
            let number = |text: &str| text.parse().ok().filter(|_| is_digits(text));
            Some([number(first)?, number(second)?])
        };
        let printed = || {
            let (stacks, rest) = split_at_mark(text, b':')?;
            let stacks = pair(stacks)?;
            let (blinds, rest) = split_at_mark(rest, b':')?;
            Some((Stakes { stacks, blinds: pair(blinds)? }, rest))
        };
        printed().map_or((None, text), |(stakes, rest)| (Some(stakes), rest))
    }
}

/// The parts of a line.
#[derive(Debug)]
pub(super) struct Line<'t> {
    pub(super) number: &'t str,
    /// In a match that is played until one has all chips.
    pub(super) stakes: Option<Stakes>,
    pub(super) steps: Vec<Step>,
    /// The hole cards of each seat.
    pub(super) hole_cards: Vec<CardList>,
    /// The cards of each street that was dealt.
    pub(super) board: Vec<CardList>,
    /// What each seat won or lost, as printed.
    pub(super) results: Vec<&'t str>,
    pub(super) players: Vec<&'t str>,
    /// The start of the hand, in seconds since 1970.
    pub(super) started: Option<&'t str>,
    /// The line without the time.
    pub(super) text: &'t str,
}

/// Makes an error of some kind about the line.
pub(super) type Fault = fn(String) -> ParseErrorKind;

impl<'t> Line<'t> {
    pub(super) fn read(line: &'t str) -> Result<Line<'t>, Fault> {
        let (text, started) = match rsplit_once(line, " # ") {
            Some((text, time)) if is_seconds(time.trim()) => (text.trim_end(), Some(time.trim())),
            _ => (trim_end(line), None),
        };
        let mut fields = text.strip_prefix(OPENING).unwrap_or_default();
        let truncated = |_: String| ParseErrorKind::Truncated;
        let Some(number) = next_field(&mut fields) else { return Err(truncated) };
        let (stakes, mut players) = Stakes::split(fields);
        let mut field = || next_field(&mut players);
        let (Some(betting), Some(dealt), Some(results), false) =
            (field(), field(), field(), players.is_empty())
        else {
            return Err(truncated);
        };
        let steps = steps(betting).ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (holes, streets) = split_at_mark(dealt, b'/').unwrap_or((dealt, ""));
        let list = |dealt: &str| cards(dealt).ok_or(ParseErrorKind::Cards as Fault);
        let hole_cards = split_at_marks(holes, b'|').map(list).collect::<Result<Vec<_>, _>>()?;
        let board = if streets.is_empty() {
            Vec::new()
        } else {
            split_at_marks(streets, b'/').map(list).collect::<Result<Vec<_>, _>>()?
        };
        let results: Vec<_> = split_at_marks(results, b'|').collect();
        let players: Vec<_> = split_at_marks(players, b'|').map(trim).collect();
        if results.len() < hole_cards.len() {
            return Err(truncated);
        }
        if players.len() != hole_cards.len() || results.len() != hole_cards.len() {
            return Err(ParseErrorKind::Seats);
        }
        Ok(Line { number, stakes, steps, hole_cards, board, results, players, started, text })
    }
}

/// Takes the text up to the next colon, which must not be empty.
fn next_field<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let (field, after) = split_at_mark(rest, b':')?;
    *rest = after;
    (!field.is_empty()).then_some(field)
}

fn is_seconds(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    text.starts_with(|first: char| first.is_ascii_digit()) && text.bytes().all(is_part)
}

fn steps(betting: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::with_capacity(betting.len());
    let mut rest = betting;
    while let Some(first) = rest.bytes().next() {
        rest = &rest[1..];
        steps.push(match first {
            b'f' => Step::Fold,
            b'c' => Step::Call,
            b'/' => Step::Street,
            b'r' => {
                let end = rest.bytes().position(|byte| !byte.is_ascii_digit());
                let (size, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                Step::Raise(if size.is_empty() { None } else { Some(size.parse().ok()?) })
            }
            _ => return None,
        });
    }
    Some(steps)
}
