//! Corrects the stacks of a game during which the owner opened the table: its `chips` are those after the blinds.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{ActionKind, Hand};

use super::uncalled::put_in;

/// Adds the blinds to the stacks of those who posted them if someone puts in more than their chips. Each who does must
/// exceed them by just what they posted: no other stack explains their all-in.
pub(super) fn add_blinds(hand: &mut Hand) {
    if hand.actions.iter().any(|act| act.kind == ActionKind::PostAnte) {
        return;
    }
    let posted = posted(hand);
    let mut has_more = false;
    for ((seat, put_in), posted) in hand.seats.iter().zip(put_in(hand)).zip(posted) {
        let more = put_in.saturating_sub(seat.starting_stack);
        if more > 0 && (more != posted || seat.starting_stack == 0) {
            return;
        }
        has_more |= more > 0;
    }
    if has_more {
        for (seat, posted) in hand.seats.iter_mut().zip(posted) {
            seat.starting_stack = seat.starting_stack.saturating_add(posted);
        }
    }
}

/// The blinds of each seat.
fn posted(hand: &Hand) -> [i64; MAX_SEATS] {
    let mut posted = [0_i64; MAX_SEATS];
    for act in hand.actions.iter().filter(|act| act.kind.is_post()) {
        if let Some(sum) = posted.get_mut(usize::from(act.seat)) {
            *sum = sum.saturating_add(act.amount.printed());
        }
    }
    posted
}
