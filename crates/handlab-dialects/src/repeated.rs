//! Actions that a text prints more than once.

use handlab_cards::seat::SeatSet;
use handlab_core::hand::{ActionKind, Hand};

/// Removes all but each seat's first action of a kind that follows the betting, such as a show: the raises, which are
/// known by their places, stay where they are.
pub(crate) fn keep_first(hand: &mut Hand, kind: ActionKind) {
    let mut seen = SeatSet::EMPTY;
    hand.actions.retain(|action| {
        let seat = usize::from(action.seat);
        let is_again = action.kind == kind && seen.contains(seat);
        if action.kind == kind {
            seen.insert(seat);
        }
        !is_again
    });
}
