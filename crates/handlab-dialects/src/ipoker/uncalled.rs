//! Whether `win` of a newer document includes an uncalled bet.

use handlab_core::hand::{ActionKind, Hand};

use crate::all_in::Level;

/// Whether the sums of all `bet` and `win` fit a hand whose uncalled bet is in both: the sum of `bet` is what the
/// actions put in, and `win` is short of it by no more than a rake.
pub(super) fn is_in_win(hand: &Hand, bets: i64, missing: i64) -> bool {
    bets == put_in(hand) && (0..=bets / 10).contains(&missing)
}

/// What all actions put in, including an uncalled bet.
fn put_in(hand: &Hand) -> i64 {
    let mut level = Level::default();
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    let mut sum = 0_i64;
    for action in &hand.actions {
        level.enter(action, big_blind);
        let before = level.committed(action.seat);
        level.take(action);
        let added = match action.kind {
            ActionKind::PostAnte | ActionKind::PostDead => action.amount.printed(),
            _ => level.committed(action.seat).saturating_sub(before),
        };
        sum = sum.saturating_add(added);
    }
    sum
}
