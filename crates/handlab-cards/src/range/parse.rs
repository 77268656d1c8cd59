//! Parses a text into a range: in one pass, one item at a time.

use std::collections::BTreeMap;

use super::order::{PERCENT, between};
use super::{Combo, MAX_TEXT, Range, RangeError, StartingHand, Weight};
use crate::card::{Card, CardSet, rank_of};

pub(super) fn parse(text: &str, hole_cards: usize) -> Result<Range, RangeError> {
    if text.len() > MAX_TEXT {
        let at = (0..=MAX_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        return Err(RangeError::new(text, at, "a text of at most 65536 bytes"));
    }
    let mut reader = Reader { text, at: 0, hole_cards };
    let mut held: BTreeMap<u64, Combo> = BTreeMap::new();
    let mut group: Option<Group> = None;
    loop {
        reader.skip(is_separator);
        if reader.is_at_end() {
            return match group {
                Some(group) => {
                    Err(reader.error(group.at, "a group that is closed, as `[50]QQ[/50]`"))
                }
                None => Ok(held.into_values().collect()),
            };
        }
        if reader.peek() == Some(b'[') {
            group = reader.group(group)?;
            continue;
        }
        let at = reader.at;
        let item = reader.item()?;
        let weight = match (reader.weight()?, group) {
            (Some(_), Some(_)) => {
                return Err(reader.error(at, "an item without a weight of its own in a group"));
            }
            (own, group) => own.or(group.map(|group| group.weight)).unwrap_or(Weight::FULL),
        };
        if !reader.is_at_end() && !reader.peek().is_some_and(|b| is_separator(b) || b == b'[') {
            return Err(reader.error(reader.at, "`,` or the end"));
        }
        held.extend(item.into_iter().map(|cards| (cards.mask(), Combo { cards, weight })));
    }
}

/// An open `[50]`.
#[derive(Clone, Copy)]
struct Group {
    at: usize,
    weight: Weight,
}

/// Which suits the mark after two ranks allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suits {
    Suited,
    Offsuit,
    Any,
}

/// Two ranks and a mark: `AKs`.
#[derive(Clone, Copy)]
struct Kind {
    high: u8,
    low: u8,
    suits: Suits,
}

impl Kind {
    fn gap(self) -> u8 {
        self.high - self.low
    }

    fn with(self, high: u8, low: u8) -> Kind {
        Kind { high, low, ..self }
    }

    /// Both cards raised by that many ranks.
    fn raised(self, by: u8) -> Kind {
        self.with(self.high + by, self.low + by)
    }

    fn append_to(self, combos: &mut Vec<CardSet>) {
        let marks: &[bool] = match self.suits {
            _ if self.high == self.low => &[false],
            Suits::Suited => &[true],
            Suits::Offsuit => &[false],
            Suits::Any => &[true, false],
        };
        for is_suited in marks {
            let hand = StartingHand::new(self.high, self.low, *is_suited);
            combos.extend(hand.into_iter().flat_map(StartingHand::combos));
        }
    }
}

/// The hands of `kind+`.
fn and_higher(kind: Kind) -> Vec<Kind> {
    // A pair and a connector raise both cards, as no kicker can rise.
    if kind.gap() <= 1 {
        return (0..=14 - kind.high).map(|by| kind.raised(by)).collect();
    }
    (kind.low..kind.high).map(|low| kind.with(kind.high, low)).collect()
}

/// The hands from one end of a row to the other; `None` if they do not form a row.
fn row(one: Kind, other: Kind) -> Option<Vec<Kind>> {
    let (top, bottom) =
        if (one.high, one.low) >= (other.high, other.low) { (one, other) } else { (other, one) };
    if top.suits != bottom.suits {
        return None;
    }
    if top.gap() == bottom.gap() {
        return Some((0..=top.high - bottom.high).map(|by| bottom.raised(by)).collect());
    }
    let is_of_kickers = top.high == bottom.high && top.gap() > 0 && bottom.gap() > 0;
    is_of_kickers.then(|| (bottom.low..=top.low).map(|low| top.with(top.high, low)).collect())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    hole_cards: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = self.rest();
        self.at += rest.iter().position(|b| !is_skipped(*b)).unwrap_or(rest.len());
    }

    /// Moves past `word`, in any case, if the text continues with it.
    fn take(&mut self, word: &str) -> bool {
        let is_here = self
            .rest()
            .get(..word.len())
            .is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes()));
        self.at += if is_here { word.len() } else { 0 };
        is_here
    }

    fn error(&self, at: usize, wanted: &'static str) -> RangeError {
        RangeError::new(self.text, at, wanted)
    }

    /// The hands of an item.
    fn item(&mut self) -> Result<Vec<CardSet>, RangeError> {
        if self.hole_cards != 2 {
            return Ok(vec![self.hand()?]);
        }
        if self.take("random") || self.take("*") {
            return Ok(between(0, 100 * PERCENT).flat_map(StartingHand::combos).collect());
        }
        if let Some((from, to)) = self.percentages()? {
            return Ok(between(from, to).flat_map(StartingHand::combos).collect());
        }
        if Card::read(self.rest()).is_some() {
            return Ok(vec![self.hand()?]);
        }
        let mut combos = Vec::new();
        for kind in self.kinds()? {
            kind.append_to(&mut combos);
        }
        Ok(combos)
    }

    /// A hand, card by card.
    fn hand(&mut self) -> Result<CardSet, RangeError> {
        let mut hand = CardSet::EMPTY;
        let start = self.at;
        for _ in 0..self.hole_cards {
            let Some((card, len)) = Card::read(self.rest()) else {
                let error = self.error(self.at, "a card such as `Ah`");
                return Err(match (self.hole_cards, self.at == start) {
                    (2, _) => error.hint("two cards stand together, as `AhKh`"),
                    (_, true) => {
                        error.hint("only hold'em has a shorthand; write each hand, as `AsAhKsKh`")
                    }
                    (_, false) => error.hint("all hole cards stand together, as `AsAhKsKh`"),
                });
            };
            if hand.contains(card) {
                return Err(self.error(self.at, "another card than before"));
            }
            hand = hand.with(card);
            self.at += len;
        }
        if matches!(self.peek(), Some(b'+' | b'-')) {
            let error = self.error(self.at, "`,` or the end");
            return Err(error.hint("a hand of given suits starts no row; write `AKs+`"));
        }
        Ok(hand)
    }

    /// `TT`, `ATs+` or `KTs-K8s`.
    fn kinds(&mut self) -> Result<Vec<Kind>, RangeError> {
        let start = self.at;
        let one = self.kind()?;
        if self.take("+") {
            return Ok(and_higher(one));
        }
        if !self.take_dash() {
            return Ok(vec![one]);
        }
        let other = self.kind()?;
        row(one, other).ok_or_else(|| {
            let error = self.error(start, "two ends of one row");
            error.hint("pairs `TT-77`, one high card `KTs-K8s`, or one gap `T9s-65s`, both with the same mark")
        })
    }

    /// Skips the dash of a row, with spaces around it.
    fn take_dash(&mut self) -> bool {
        let start = self.at;
        self.skip(|b| b == b' ');
        let is_dash = self.take("-") || self.take("–");
        if is_dash {
            self.skip(|b| b == b' ');
        } else {
            self.at = start;
        }
        is_dash
    }

    fn kind(&mut self) -> Result<Kind, RangeError> {
        let start = self.at;
        let (one, other) = (self.rank(start)?, self.rank(start)?);
        let mark = self.at;
        let suits = if self.take("s") {
            Suits::Suited
        } else if self.take("o") {
            Suits::Offsuit
        } else {
            Suits::Any
        };
        if one == other && suits != Suits::Any {
            return Err(self.error(mark, "a pair without a mark").hint("a pair is never suited"));
        }
        Ok(Kind { high: one.max(other), low: one.min(other), suits })
    }

    fn rank(&mut self, start: usize) -> Result<u8, RangeError> {
        let (rank, len) = match self.rest() {
            [b'1', b'0', ..] => (10, 2),
            [byte, ..] if rank_of(*byte).is_some() => (rank_of(*byte).unwrap_or_default(), 1),
            [b'x' | b'X', ..] if self.at > start => {
                return Err(self
                    .error(self.at, "a rank")
                    .hint("any ace is `A2+`, any suited one `A2s+`"));
            }
            _ if self.at > start => return Err(self.error(self.at, "a rank or a suit")),
            _ => return Err(self.error(self.at, "a hand such as `TT+`, `AKs`, `AhKh` or `15%`")),
        };
        self.at += len;
        Ok(rank)
    }

    /// `15%` or `5%-15%`, in hundred-millionths of a percent.
    fn percentages(&mut self) -> Result<Option<(u64, u64)>, RangeError> {
        let start = self.at;
        let Some(one) = self.number() else { return Ok(None) };
        let is_percent = self.take("%");
        let behind = self.at;
        let has_dash = self.take_dash();
        let other_start = self.at;
        let other = if has_dash { self.number() } else { None };
        if other.is_some() && self.take("%") {
            let other = self.percentage(other, other_start)?;
            let one = self.percentage(Some(one), start)?;
            return Ok(Some((one.min(other), one.max(other))));
        }
        if !is_percent {
            // Not a percentage but the ranks of a hand, such as `22` or `99-66`.
            self.at = start;
            return Ok(None);
        }
        if has_dash {
            return Err(self.error(other_start, "a second percentage, as `5%-15%`"));
        }
        self.at = behind;
        Ok(Some((0, self.percentage(Some(one), start)?)))
    }

    fn percentage(&self, number: Option<u64>, at: usize) -> Result<u64, RangeError> {
        let is_fitting = |number: &u64| *number <= 100 * PERCENT;
        number.filter(is_fitting).ok_or_else(|| self.error(at, "a percentage from 0 to 100"))
    }

    /// The weight after an item.
    fn weight(&mut self) -> Result<Option<Weight>, RangeError> {
        if !self.take(":") {
            return Ok(None);
        }
        let at = self.at;
        let number = self.number().filter(|_| self.peek() != Some(b'%'));
        // From hundred-millionths to millionths, to the nearest.
        let weight = number.and_then(|number| {
            let millionths = number.saturating_add(50) / 100;
            Weight::from_millionths(u32::try_from(millionths).ok()?)
        });
        let wrong = || self.error(at, "a weight from 0 to 1").hint("a half is `:0.5`");
        Ok(Some(weight.ok_or_else(wrong)?))
    }

    /// Reads `[50]` or `[/50]`; returns the group that is then open.
    fn group(&mut self, open: Option<Group>) -> Result<Option<Group>, RangeError> {
        let at = self.at;
        let is_end = self.take("[/");
        if !is_end {
            self.take("[");
        }
        let number_at = self.at;
        let number = self.number();
        let percentage = self.percentage(number, number_at)?;
        self.take("%");
        if !self.take("]") {
            return Err(self.error(self.at, "`]`"));
        }
        let weight =
            u32::try_from((percentage + 5_000) / 10_000).ok().and_then(Weight::from_millionths);
        let weight = weight.unwrap_or(Weight::FULL);
        match open {
            None if !is_end => Ok(Some(Group { at, weight })),
            Some(open) if is_end && open.weight == weight => Ok(None),
            Some(_) if is_end => Err(self.error(at, "the end of the group that is open")),
            Some(_) => Err(self.error(at, "the end of the group before another")),
            None => Err(self.error(at, "the start of a group, as `[50]`, before its end")),
        }
    }

    /// A decimal number in hundred-millionths; digits after the eighth decimal are dropped.
    fn number(&mut self) -> Option<u64> {
        let start = self.at;
        self.skip(|b| b.is_ascii_digit());
        let whole = &self.text[start..self.at];
        let mut decimals = "";
        if self.peek() == Some(b'.') {
            self.at += 1;
            let start = self.at;
            self.skip(|b| b.is_ascii_digit());
            decimals = &self.text[start..self.at];
        }
        if whole.is_empty() && decimals.is_empty() {
            self.at = start;
            return None;
        }
        let digits = decimals.get(..8).unwrap_or(decimals);
        // A number with more digits than this is too large for any use, and is read as the maximum.
        let whole = if whole.is_empty() { 0 } else { whole.parse::<u32>().unwrap_or(u32::MAX) };
        let decimals = format!("{digits:0<8}").parse::<u64>().ok()?;
        Some(u64::from(whole) * PERCENT + decimals)
    }
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b' ' | b'\t' | b'\r' | b'\n')
}
