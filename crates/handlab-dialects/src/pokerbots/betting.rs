//! What each seat has put in: the actions of a hand, in words that both engines share.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Hand};

use crate::syntax::text::{is_digits, trim};

/// Makes an error of some kind about the line.
pub(super) type Fault = fn(String) -> ParseErrorKind;

/// A hand and its state after the lines read so far.
pub(super) struct Betting<'h> {
    pub(super) hand: &'h mut Hand,
    pub(super) street: Street,
    /// What each seat has put in on the street, and in the hand.
    pub(super) on_street: Vec<i64>,
    pub(super) put_in: Vec<i64>,
    /// The seats that have folded.
    pub(super) folded: Vec<bool>,
}

impl<'h> Betting<'h> {
    pub(super) fn new(hand: &'h mut Hand) -> Betting<'h> {
        let (on_street, put_in, folded) = Default::default();
        Betting { hand, street: Street::FIRST, on_street, put_in, folded }
    }

    /// Adds a seat that has put in nothing.
    pub(super) fn seat(&mut self) {
        self.on_street.push(0);
        self.put_in.push(0);
        self.folded.push(false);
    }

    /// What the seat must add to match the highest bet.
    pub(super) fn to_call(&self, seat: usize) -> i64 {
        let highest = self.on_street.iter().max().copied().unwrap_or_default();
        highest - self.on_street[seat]
    }

    /// Reads `folds`, `checks`, `bets 4` and `raises to 6`; false for anything else.
    pub(super) fn act(&mut self, seat: usize, verb: &str, rest: &str) -> Result<bool, Fault> {
        let to_call = self.to_call(seat);
        match (verb, rest) {
            ("folds", "") => {
                self.folded[seat] = true;
                self.put(seat, ActionKind::Fold, 0);
            }
            ("checks", "") if to_call == 0 => self.put(seat, ActionKind::Check, 0),
            ("bets", size) if self.on_street.iter().all(|put_in| *put_in == 0) => {
                self.put(seat, ActionKind::Bet, amount(size)?);
            }
            ("raises", size) => {
                let to = amount(size.strip_prefix("to ").ok_or(ParseErrorKind::Amount as Fault)?)?;
                let added = to.checked_sub(self.on_street[seat]).filter(|added| *added > to_call);
                let added = added.ok_or(ParseErrorKind::Amount as Fault)?;
                self.put(seat, ActionKind::Raise, added);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins a street with its cards; an error unless it is the next one.
    pub(super) fn deal(&mut self, street: Street, dealt: CardList) -> Result<(), Fault> {
        if street.0 != self.street.0 + 1 || dealt.is_empty() {
            return Err(ParseErrorKind::UnknownLine);
        }
        self.hand.boards.push(BoardCards { run_no: 0, street, cards: dealt });
        (self.street, self.hand.last_street) = (street, street);
        self.on_street.fill(0);
        Ok(())
    }

    pub(super) fn put(&mut self, seat: usize, kind: ActionKind, added: i64) {
        self.on_street[seat] = self.on_street[seat].saturating_add(added);
        self.put_in[seat] = self.put_in[seat].saturating_add(added);
        self.push(self.street, seat, kind, added, CardList::EMPTY);
    }

    /// Adds that the seat shows its cards at the end.
    pub(super) fn show(&mut self, seat: usize, cards: CardList) {
        self.push(Street::SHOWDOWN, seat, ActionKind::Show, 0, cards);
    }

    fn push(&mut self, street: Street, seat: usize, kind: ActionKind, added: i64, cards: CardList) {
        let action = Action::new(street, seat as u8, kind, Amount::Added(added));
        self.hand.actions.push(Action { cards, ..action });
    }
}

/// Calls `read` with each line, and appends those that it finds to be part of the hand to `kept`, whose digest names it.
pub(super) fn read_lines(
    cursor: &mut Cursor<'_>,
    kept: &mut String,
    mut read: impl FnMut(&str) -> Result<bool, Fault>,
) -> Result<(), ParseError> {
    while let Some(line) = cursor.next_line() {
        let line = trim(line);
        if read(line).map_err(|kind| cursor.error(kind(line.to_owned())))? {
            kept.push('\n');
            kept.push_str(line);
        }
    }
    Ok(())
}

/// The cards of `[Kc 3d]`.
pub(super) fn bracketed(text: &str) -> Result<CardList, Fault> {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inside.and_then(cards).ok_or(ParseErrorKind::Cards as Fault)
}

pub(super) fn amount(text: &str) -> Result<i64, Fault> {
    chips::read(text.as_bytes(), 0).ok_or(ParseErrorKind::Amount)
}

/// A number of chips won or lost: `4`, `-4`.
pub(super) fn result(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let chips = is_digits(digits).then(|| chips::read(digits.as_bytes(), 0))?;
    Some(sign * chips?)
}
