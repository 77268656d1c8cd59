//! The street on which betting ended early, with someone all-in.

use crate::hand::Hand;
use crate::replay::Replay;
use handlab_cards::game::Street;

/// The street on which betting ended with someone all-in and cards to come; `None` if it never did.
pub(super) fn street(hand: &Hand, replay: &Replay) -> Option<Street> {
    if hand.is_cancelled || hand.breaks_off || replay.contenders() < 2 {
        return None;
    }
    // If at most one can still bet, the others are all-in or at the cap.
    let can_bet = (0..hand.seats.len()).filter(|seat| can_bet(hand, replay, *seat)).count();
    if can_bet > 1 {
        return None;
    }
    // Where a blind or an ante takes everyone's last chip, a post ends the betting.
    let last = hand.actions.iter().rfind(|act| act.kind.is_decision() || act.kind.is_post())?;
    (last.street.0 + 1 < hand.game.streets()).then_some(last.street)
}

/// Whether a seat is in, has chips, and is below the cap of the hand.
fn can_bet(hand: &Hand, replay: &Replay, seat: usize) -> bool {
    let state = &replay.seats[seat];
    let is_capped = || {
        let of_seat = |action: &&crate::hand::Action| usize::from(action.seat) == seat;
        let is_at_cap = hand
            .stakes
            .cap
            .is_some_and(|cap| state.stake.live.saturating_add(state.uncalled) >= cap);
        is_at_cap || hand.actions.iter().filter(of_seat).any(|action| action.is_capped)
    };
    state.is_in() && state.stack > 0 && !is_capped()
}
