//! The button of a hand whose writer did not know it.

use handlab_core::hand::Hand;

/// Removes a button at `Seat #0` where no one sits: seats are counted from one.
pub(crate) fn drop_seat_zero(hand: &mut Hand) {
    if hand.button_seat == Some(0) && hand.seat_index(0).is_none() {
        hand.button_seat = None;
    }
}
