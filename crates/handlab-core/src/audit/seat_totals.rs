//! Whether the totals that a site prints for each seat at the end (put in, won, left) agree with the hand.

use crate::hand::{Hand, SeatTotal};
use crate::replay::{Replay, SeatState};

use super::SeatResult;

/// Whether a printed total differs from the sum of the actions and awards of its seat.
///
/// A site may count an uncalled bet as put in and won, or as neither, and an ante twice where its rules say so.
pub(super) fn are_inconsistent(hand: &Hand, replay: &Replay, results: &[SeatResult]) -> bool {
    hand.printed.seat_totals.iter().any(|printed| {
        let seat = usize::from(printed.seat);
        let (Some(state), Some(result)) = (replay.seats.get(seat), results.get(seat)) else {
            return true;
        };
        let start = hand.seats[seat].starting_stack;
        let antes = if hand.rules.may_count_antes_twice { state.stake.ante } else { 0 };
        ![0, antes].iter().any(|again| {
            let put_in = printed.contributed.map(|printed| printed.saturating_sub(*again));
            fits(&SeatTotal { contributed: put_in, ..*printed }, state, result, start)
        })
    })
}

fn fits(printed: &SeatTotal, state: &SeatState, result: &SeatResult, start: i64) -> bool {
    let contributed = state.contributed();
    let left = start.saturating_add(result.won).saturating_sub(contributed);
    let is = |printed: Option<i64>, found: i64| printed.is_none_or(|printed| printed == found);
    let with_uncalled = |amount: i64| amount.saturating_add(state.uncalled);
    let is_put_in = is(printed.contributed, contributed) && is(printed.won, result.won);
    let is_put_in_with_uncalled = is(printed.contributed, with_uncalled(contributed))
        && is(printed.won, with_uncalled(result.won));
    (is_put_in || is_put_in_with_uncalled) && is(printed.ending_stack, left)
}
