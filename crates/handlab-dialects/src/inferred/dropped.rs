//! Actions that are dropped after they were read. Printed raises, which are known by their places, still refer to the
//! same ones.

use handlab_cards::seat::SeatSet;
use handlab_core::hand::{Action, ActionKind, Hand};

/// Removes the actions for which `is_dropped`, called with each in order, is true.
pub(crate) fn drop_actions(hand: &mut Hand, is_dropped: impl FnMut(&Action) -> bool) {
    let dropped: Vec<bool> = hand.actions.iter().map(is_dropped).collect();
    for (number, _) in &mut hand.printed.raises {
        let before = dropped.iter().take(usize::from(*number));
        *number -= before.filter(|is_dropped| **is_dropped).count() as u16;
    }
    let mut dropped = dropped.into_iter();
    hand.actions.retain(|_| !dropped.next().unwrap_or(false));
}

/// Removes all but each seat's first action of a kind that a text prints more than once, such as a show.
pub(crate) fn keep_first(hand: &mut Hand, kind: ActionKind) {
    let mut seen = SeatSet::EMPTY;
    drop_actions(hand, |action| {
        let seat = usize::from(action.seat);
        let is_again = action.kind == kind && seen.contains(seat);
        if action.kind == kind {
            seen.insert(seat);
        }
        is_again
    });
}
