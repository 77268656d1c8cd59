//! Chips that come back: an uncalled bet, and everything if the hand was cancelled.

use super::Replay;
use super::state::{ActionFault, UncalledSource};
use crate::hand::Hand;
use crate::pot::{self, Stake};

impl Replay {
    /// Returns the uncalled bet: the printed one, else what the actions leave unmatched.
    pub(super) fn return_uncalled(&mut self, hand: &Hand) {
        self.stakes.clear();
        self.stakes.extend(self.seats.iter().map(|seat| seat.stake));
        let computed = pot::uncalled(&self.stakes);
        if hand.uncalled.is_empty() {
            if let Some((seat, amount)) = computed {
                self.uncalled_source = UncalledSource::Inferred;
                self.give_back(seat, amount);
            }
            return;
        }
        self.uncalled_source = UncalledSource::Logged;
        let mut total = 0_i64;
        for (seat, amount) in &hand.uncalled {
            total = total.saturating_add(*amount);
            if computed.is_some_and(|(owner, _)| owner != usize::from(*seat)) {
                self.record_fault(ActionFault::UncalledToAnother);
            }
            self.give_back(usize::from(*seat), *amount);
        }
        self.residual_uncalled = Some(total - computed.map_or(0, |(_, amount)| amount));
    }

    /// A cancelled hand costs no one anything.
    pub(super) fn return_everything(&mut self) {
        for state in &mut self.seats {
            let contributed = state.contributed();
            state.uncalled = contributed;
            state.stack = state.stack.saturating_add(contributed);
            state.stake = Stake { is_folded: state.stake.is_folded, ..Stake::default() };
        }
    }

    fn give_back(&mut self, seat: usize, amount: i64) {
        let state = &mut self.seats[seat];
        let live = amount.min(state.stake.live);
        // Heads-up against a short ante, the rest of the other ante is returned with the bet.
        let ante = (amount - live).min(state.stake.ante);
        state.stake.live -= live;
        state.stake.ante -= ante;
        let back = live + ante;
        state.uncalled += back;
        state.stack = state.stack.saturating_add(back);
        if back < amount {
            self.record_fault(ActionFault::TooMuchUncalled);
        }
    }
}
