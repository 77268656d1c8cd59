//! Whose turn it is.
//!
//! A betting round goes clockwise from a first seat over all who can still bet, until each of them has answered the
//! last raise. Every decision must be made by the seat whose turn it is, and a round must end neither earlier nor
//! later. Apart from all-ins, money and cards are not checked here.
//!
//! # Who begins
//! On the first street of games with blinds, the seat after the big blind or the last straddle; later, and in short
//! deck throughout, the first seat left of the button. In stud, on third street the seat after the bring-in, which has
//! no option of its own; later the best up cards, if all are known. Where the text has no anchor (no button, no big
//! blind) the first action counts as in turn.
//!
//! House rules differ for a straddle that is not next to the blinds, such as a button straddle. Either the seat after
//! it begins, as usual; or the seat that would begin without it does, and the straddler is skipped until all others
//! have decided (two hands of a televised game). After a raise some houses let the straddler decide in turn, others
//! last. The first decision shows which of the two applies.
//!
//! # What is not a fault
//! A seat that has folded, is all-in, or has reached the cap has no turn; nor has the last seat that could bet once it
//! has nothing to call.

use crate::hand::{ActionKind, Hand};
use handlab_cards::game::GameFamily;
use handlab_cards::seat::SeatSet;

use super::position::big_blind;

/// How the order of decisions differs from the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnFault {
    /// A decision out of turn.
    OutOfTurn,
    /// A decision by a seat that had none to make.
    NoTurn,
    /// A round, or the hand, ended before a seat had made its decision.
    MissingTurn,
}

impl TurnFault {
    /// The name in the `turn_check` column.
    pub const fn name(self) -> &'static str {
        match self {
            TurnFault::OutOfTurn => "out_of_turn",
            TurnFault::NoTurn => "no_turn",
            TurnFault::MissingTurn => "missing_turn",
        }
    }
}

/// The round in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    /// Seats that owe a decision.
    pending: SeatSet,
    /// Whether the seats of this round are known: they are when it begins, or at the first decision after the posts.
    is_open: bool,
    /// The seat that brought it in, which gets another turn only after a raise.
    bring_in: Option<u8>,
    /// The seats that may begin, if the cards decide it.
    openers: SeatSet,
    /// The seat number after which the search for the next turn starts; `None` if any seat may begin.
    from: Option<u8>,
    /// Like `from`, without the last straddle, until the first decision.
    without_straddle: Option<u8>,
    /// The straddling seat that may be skipped until all others have decided.
    straddler: Option<u8>,
    /// Whether someone has raised since the straddle.
    is_raised: bool,
}

impl Turns {
    /// Begins the first round of a hand, before the posts.
    pub(super) fn start(&mut self) {
        *self = Turns::default();
    }

    /// Begins the round of a later street.
    pub(super) fn next_street(&mut self, hand: &Hand) {
        let is_stud = hand.game.family() == GameFamily::Stud;
        *self = Turns { from: hand.button_seat.filter(|_| !is_stud), ..Turns::default() };
    }

    /// Sets the seats of which one must begin.
    pub(super) fn open_with(&mut self, openers: SeatSet) {
        self.openers = openers;
    }

    /// Takes a post into account: whoever posts the blind, the straddle or the bring-in acts last.
    pub(super) fn post(&mut self, hand: &Hand, seat: u8, kind: ActionKind) {
        let anchor = match kind {
            // This may be another player's post, following a newcomer's.
            ActionKind::PostBigBlind if self.from.is_none() => big_blind(hand),
            ActionKind::Straddle | ActionKind::PostButtonBlind | ActionKind::BringIn => Some(seat),
            _ => None,
        };
        if let Some(anchor) = anchor {
            if kind == ActionKind::Straddle {
                (self.without_straddle, self.straddler) = (self.from, Some(seat));
            }
            self.from = chair(hand, anchor);
        }
        if kind == ActionKind::BringIn {
            self.bring_in = Some(seat);
        }
    }

    /// Opens the round for the seats that can bet, if it is not open yet.
    pub(super) fn open(&mut self, able: SeatSet) {
        if !self.is_open {
            (self.is_open, self.pending) = (true, able);
            if let Some(seat) = self.bring_in {
                self.pending.remove(usize::from(seat));
            }
        }
    }

    /// Whether it is the seat's turn.
    pub(super) fn check(&self, hand: &Hand, seat: u8) -> Option<TurnFault> {
        if !self.pending.contains(usize::from(seat)) {
            return Some(TurnFault::NoTurn);
        }
        let Some(from) = self.from else {
            let may_begin = self.openers.is_empty() || self.openers.contains(usize::from(seat));
            return (!may_begin).then_some(TurnFault::OutOfTurn);
        };
        let is_first = self.without_straddle.is_some();
        let is_next = is_first || self.straddler.is_none() || self.is_raised;
        let is_turn = is_next && self.next(hand, from, None) == Some(usize::from(seat))
            || self.is_past_straddler(hand, seat);
        (!is_turn).then_some(TurnFault::OutOfTurn)
    }

    /// The seat whose turn it is after a seat number; not the straddler while others are left.
    fn next(&self, hand: &Hand, from: u8, straddler: Option<u8>) -> Option<usize> {
        let distance = |index: usize| hand.seats[index].seat.wrapping_sub(from).wrapping_sub(1);
        let is_passed = |index: usize| straddler.is_some_and(|seat| usize::from(seat) == index);
        let rank = |index: usize| u16::from(is_passed(index)) << 8 | u16::from(distance(index));
        self.pending.iter().min_by_key(|index| rank(*index))
    }

    /// Whether it is the seat's turn if the straddler is skipped.
    fn is_past_straddler(&self, hand: &Hand, seat: u8) -> bool {
        let from = self.without_straddle.or(self.from);
        let next = |from| self.next(hand, from, self.straddler);
        self.straddler.is_some() && from.and_then(next) == Some(usize::from(seat))
    }

    /// Moves to the next turn. After a raise the seats in `raised` must decide again.
    pub(super) fn decide(&mut self, hand: &Hand, seat: u8, raised: Option<SeatSet>) {
        // Two house rules may begin with the same seat; then they do not differ until someone raises.
        let is_plain = self.without_straddle.take().is_some()
            && self.from.and_then(|from| self.next(hand, from, None)) == Some(usize::from(seat));
        if is_plain || self.straddler == Some(seat) {
            self.straddler = None;
        }
        self.is_raised |= raised.is_some();
        self.pending = raised.unwrap_or(self.pending);
        self.pending.remove(usize::from(seat));
        self.from = chair(hand, seat);
    }

    /// How many seats besides `seat` still owe a decision.
    pub(super) fn behind(&self, seat: usize) -> u8 {
        (self.pending.len() - u32::from(self.pending.contains(seat))) as u8
    }

    /// Whether the seat still owes a decision.
    pub(super) fn is_pending(&self, seat: usize) -> bool {
        self.pending.contains(seat)
    }
}

fn chair(hand: &Hand, seat: u8) -> Option<u8> {
    hand.seats.get(usize::from(seat)).map(|seat| seat.seat)
}
