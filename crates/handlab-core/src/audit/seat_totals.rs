//! Whether the totals that a site prints for each seat at the end (put in, won, left) agree with the hand.

use crate::hand::{Hand, SeatTotal};
use crate::replay::{Replay, SeatState};

use super::SeatResult;

/// Whether a printed total differs from the sum of the actions and awards of its seat.
///
/// A site may count an uncalled bet as both put in and won, or as neither; where its rules say so, it counts an ante twice.
pub(super) fn are_inconsistent(hand: &Hand, replay: &Replay, results: &[SeatResult]) -> bool {
    hand.printed.seat_totals.iter().any(|printed| {
        let seat = usize::from(printed.seat);
        let (Some(state), Some(result)) = (replay.seats.get(seat), results.get(seat)) else {
            return true;
        };
        let paid = hand.paid_to_jackpot(printed.seat);
        let start = hand.seats[seat].starting_stack.saturating_sub(paid);
        let antes = if hand.rules.may_count_antes_twice { state.stake.ante } else { 0 };
        ![0, antes].iter().any(|again| {
            let put_in = printed.contributed.map(|printed| printed.saturating_sub(*again));
            let ending_stack = printed.ending_stack.filter(|_| !hand.seats[seat].has_unknown_stack);
            let printed = SeatTotal { contributed: put_in, ending_stack, ..*printed };
            [0, state.uncalled]
                .iter()
                .any(|uncalled| fits(&printed, state, result, start, *uncalled))
        })
    })
}

fn fits(
    printed: &SeatTotal,
    state: &SeatState,
    result: &SeatResult,
    start: i64,
    uncalled: i64,
) -> bool {
    let contributed = state.contributed().saturating_add(uncalled);
    let won = result.won.saturating_add(uncalled);
    let left = start.saturating_add(won).saturating_sub(contributed);
    let pairs =
        [(printed.contributed, contributed), (printed.won, won), (printed.ending_stack, left)];
    pairs.iter().all(|(printed, found)| printed.is_none_or(|printed| printed == *found))
}
