//! `PokerPlanets` and 1Win: an absent player does not fold, but has `NAME: sits out` instead.

use handlab_core::hand::{Action, ActionKind, Amount, Hand};

/// Records `sits out` as a fold by a seat that is in the hand; false for any other action, or if it only means that a
/// seat will not be dealt in.
pub(super) fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    let of_seat = || hand.actions.iter().filter(|action| action.seat == seat);
    let is_in_hand = || {
        let is_done = |action: &Action| action.is_all_in || action.kind == ActionKind::Fold;
        of_seat().any(|action| action.kind.is_post() || action.kind.is_decision())
            && !of_seat().any(is_done)
    };
    // A player who sits out once the pot is paid folds nothing.
    let is_over = || !hand.collected.is_empty() || !hand.uncalled.is_empty();
    if act.trim_end() != "sits out" || is_over() || !is_in_hand() {
        return false;
    }
    let street = hand.last_street;
    hand.actions.push(Action::new(street, seat, ActionKind::Fold, Amount::Added(0)));
    true
}
