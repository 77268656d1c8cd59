//! When betting closed for good.

use crate::hand::Hand;
use crate::replay::Replay;
use handlab_cards::game::Street;

/// The street on which betting closed with someone all-in and cards to come; `None` if it never did.
pub(super) fn street(hand: &Hand, replay: &Replay) -> Option<Street> {
    if hand.is_cancelled || replay.contenders() < 2 {
        return None;
    }
    // At most one who could still bet: so one of the others at least is all-in, or as good as that by the cap.
    let can_bet = (0..hand.seats.len()).filter(|seat| can_bet(hand, replay, *seat)).count();
    if can_bet > 1 {
        return None;
    }
    // Where everyone is all-in on a blind or an ante, the last post closes.
    let last = hand.actions.iter().rfind(|act| act.kind.is_decision() || act.kind.is_post())?;
    (last.street.0 + 1 < hand.game.streets()).then_some(last.street)
}

/// Whether a seat that is still in has chips, and is below the cap of the hand.
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
