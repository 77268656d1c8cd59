//! The parts of a line, before anything is known about the game.

use handlab_cards::card::CardList;
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseErrorKind;

use super::OPENING;
use crate::phh::fill::digest;
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

/// What the size of a raise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// What the player has put in over all streets.
    Hand,
    /// What the player has put in on the street.
    Street,
    /// What the player adds after calling. Logs with such sizes also have checks on the streets after an all-in.
    AboveCall,
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
    /// What the sizes of raises may be. The first is meant unless the results fit only another.
    pub(super) sizes: &'static [Size],
    /// The hole cards of each seat.
    pub(super) hole_cards: Vec<CardList>,
    /// The cards of each street that was dealt.
    pub(super) board: Vec<CardList>,
    /// What each seat won or lost, as printed.
    pub(super) results: Vec<&'t str>,
    pub(super) players: Vec<&'t str>,
    /// The start of the hand, in seconds since 1970.
    pub(super) started: Option<&'t str>,
    /// Of what is the same in all copies of the hand and in no other hand.
    pub(super) digest: u64,
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
        let steps = steps(betting)?;
        let (holes, streets) = split_at_mark(dealt, b'/').unwrap_or((dealt, ""));
        let (hole_cards, board) = (lists(holes, b'|')?, lists(streets, b'/')?);
        let results: Vec<_> = split_at_marks(results, b'|').collect();
        let players: Vec<_> = split_at_marks(players, b'|').map(trim).collect();
        if results.len() < hole_cards.len() {
            return Err(truncated);
        }
        if players.len() != hole_cards.len() || results.len() != hole_cards.len() {
            return Err(ParseErrorKind::Seats);
        }
        Ok(Line {
            number,
            stakes,
            steps,
            sizes: &[Size::Hand, Size::Street],
            hole_cards,
            board,
            results,
            players,
            started,
            digest: digest(text),
        })
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

/// The cards of each seat or street, separated by a mark; none in an empty text.
pub(super) fn lists(dealt: &str, mark: u8) -> Result<Vec<CardList>, Fault> {
    if dealt.is_empty() {
        return Ok(Vec::new());
    }
    let list = |dealt: &str| cards(dealt).ok_or(ParseErrorKind::Cards as Fault);
    split_at_marks(dealt, mark).map(list).collect()
}

/// The betting, such as `r200c/cr400f`.
pub(super) fn steps(betting: &str) -> Result<Vec<Step>, Fault> {
    let unknown = || ParseErrorKind::UnknownLine as Fault;
    let mut steps = Vec::with_capacity(betting.len());
    let mut rest = betting;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        steps.push(match first {
            'f' => Step::Fold,
            'c' => Step::Call,
            '/' => Step::Street,
            'r' => {
                let end = rest.bytes().position(|byte| !byte.is_ascii_digit());
                let (size, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                let size = (!size.is_empty()).then(|| size.parse().map_err(|_| unknown()));
                Step::Raise(size.transpose()?)
            }
            _ => return Err(unknown()),
        });
    }
    Ok(steps)
}
