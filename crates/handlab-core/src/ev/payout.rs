//! Shares of pots as whole units of money that sum to the pots.

use std::cmp::Reverse;

use super::SeatExpectation;
use crate::equity::{Answer, UNITS};
use crate::pot::Pot;

/// What each player is owed beyond whole units; kept from hand to hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Fractions(Vec<(u128, usize)>);

impl Fractions {
    /// Gives the net pots to `seats[player]` by the answer's shares.
    pub(super) fn pay(
        &mut self,
        pots: &[Pot],
        answer: &Answer,
        seats: &[usize],
        out: &mut [SeatExpectation],
    ) {
        let whole = u128::from(answer.runouts) * u128::from(UNITS);
        let net = |pot: &Pot| u128::from(pot.net().max(0).unsigned_abs());
        let total: u128 = pots.iter().map(net).sum();
        let mut left = total;
        self.0.clear();
        for (player, seat) in seats.iter().enumerate() {
            let units = |pot: usize| u128::from(answer.units[pot * seats.len() + player]);
            let owed: u128 = pots.iter().enumerate().map(|(at, pot)| net(pot) * units(at)).sum();
            let payout = owed / whole;
            left -= payout;
            out[*seat] = SeatExpectation {
                payout: i64::try_from(payout).unwrap_or(i64::MAX),
                equity: part(owed, total * whole),
            };
            self.0.push((owed % whole, *seat));
        }
        self.0.sort_unstable_by_key(|(fraction, seat)| (Reverse(*fraction), *seat));
        for (_, seat) in self.0.iter().take(usize::try_from(left).unwrap_or(0)) {
            out[*seat].payout += 1;
        }
    }
}

/// `owed` as a part of `all`: 1 only if it is all, however little is missing.
fn part(owed: u128, all: u128) -> f64 {
    let part = owed as f64 / all.max(1) as f64;
    if owed < all { part.min(1.0_f64.next_down()) } else { part }
}
