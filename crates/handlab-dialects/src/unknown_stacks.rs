//! Sites that list a player who has just sat down without their chips, or with none.

use handlab_core::hand::Hand;

/// Marks the seats that put chips in though the text gives them none.
pub(crate) fn mark(hand: &mut Hand) {
    for index in 0..hand.seats.len() {
        let puts_in = || {
            hand.actions.iter().any(|action| {
                usize::from(action.seat) == index
                    && (action.kind.is_post() || action.kind.is_decision())
                    && action.amount.printed() != 0
            })
        };
        let has_unknown_stack = hand.seats[index].starting_stack == 0 && puts_in();
        hand.seats[index].has_unknown_stack = has_unknown_stack;
    }
}
