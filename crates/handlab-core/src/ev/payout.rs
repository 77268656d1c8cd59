//! Shares of pots as expected money.

use super::SeatExpectation;
use crate::pot::Pot;
use handlab_cards::equity::{Answer, UNITS};

/// Distributes the net pots to `out[seats[player]]` by the answer's shares.
pub(super) fn pay(pots: &[Pot], answer: &Answer, seats: &[usize], out: &mut [SeatExpectation]) {
    let whole = u128::from(answer.runouts) * u128::from(UNITS);
    let net = |pot: &Pot| u128::from(pot.net().max(0).unsigned_abs());
    let total: u128 = pots.iter().map(net).sum();
    for (player, seat) in seats.iter().enumerate() {
        let units = |pot: usize| u128::from(answer.units[pot * seats.len() + player]);
        let owed: u128 = pots.iter().enumerate().map(|(at, pot)| net(pot) * units(at)).sum();
        out[*seat] = SeatExpectation {
            payout: quotient(owed, whole),
            equity: part(owed, total.saturating_mul(whole)),
        };
    }
}

/// `owed / whole`, with whole units exact: only the fraction is rounded.
fn quotient(owed: u128, whole: u128) -> f64 {
    let whole = whole.max(1);
    (owed / whole) as f64 + (owed % whole) as f64 / whole as f64
}

/// `owed` as a fraction of `all`: 1 only if nothing is missing, however little.
fn part(owed: u128, all: u128) -> f64 {
    let part = owed as f64 / all.max(1) as f64;
    if owed < all { part.min(1.0_f64.next_down()) } else { part }
}
