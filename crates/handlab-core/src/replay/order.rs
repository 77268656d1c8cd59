//! Whose decision is due, and whether everyone who owed one made it.

use super::turns::TurnFault;
use super::{Replay, up_cards};
use crate::hand::{ActionKind, Hand};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;

impl Replay {
    /// Updates which sets the seat is in, after it has acted.
    pub(super) fn update_sets(&mut self, seat: usize) {
        let state = &self.seats[seat];
        let is_capped =
            state.is_capped || self.round.cap.is_some_and(|cap| state.stake.live >= cap);
        let is_in = state.is_in();
        let has_chips = is_in && state.stack > 0;
        self.seats_in.set(seat, is_in);
        self.with_chips.set(seat, has_chips);
        self.able.set(seat, has_chips && !is_capped);
    }

    /// Whether a seat that can bet has something to decide: others can bet, or there is a bet to call.
    fn has_choice(&self, able: SeatSet, seat: usize) -> bool {
        able.has_several()
            || self.round.committed[seat] < self.round.highest && self.seats_in.has_several()
    }

    /// In stud the up cards decide who begins, unless the best ones belong to a seat that cannot bet.
    pub(super) fn name_openers(&mut self, hand: &Hand) {
        if hand.game.family() != GameFamily::Stud {
            return;
        }
        let openers = up_cards::openers(hand, self.seats_in, self.round.street);
        if openers.is_subset(self.able) {
            self.turns.open_with(openers);
        }
    }

    /// Checks that it is the seat's turn.
    pub(super) fn check_turn(&mut self, hand: &Hand, seat: u8, kind: ActionKind) {
        let able = self.able;
        self.turns.open(able);
        let fault = self.turns.check(hand, seat);
        // Sites fold a seat that sits out even if its blind or ante took its last chips.
        let state = &self.seats[usize::from(seat)];
        if kind == ActionKind::Fold
            && state.is_in()
            && state.stack == 0
            && hand.seats[usize::from(seat)].is_sitting_out
        {
            return;
        }
        let is_free = !self.has_choice(able, usize::from(seat));
        let is_idle = kind == ActionKind::Check && is_free && state.is_in();
        if is_idle && hand.rules.has_idle_checks {
            return;
        }
        if let Some(fault) = fault.or(is_free.then_some(TurnFault::NoTurn)) {
            self.turn_fault.get_or_insert(fault);
        }
    }

    /// Checks that everyone who owed a decision made it before the next street.
    pub(super) fn close_round(&mut self, next: Street) {
        let able = self.able;
        self.turns.open(able);
        let owes = |seat| self.turns.is_pending(seat) && self.has_choice(able, seat);
        let is_skipped = next.0 > self.round.street.0.saturating_add(1) && able.len() > 1;
        if able.iter().any(owes) || is_skipped {
            self.turn_fault.get_or_insert(TurnFault::MissingTurn);
        }
    }
}
