//! Sites that print as a call what the seat then has in on the street, and not what it adds.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{ActionKind, Amount, Hand};

/// Makes the amount of each call what it adds.
pub(crate) fn resolve_calls(hand: &mut Hand) {
    let (mut street, mut committed) = (0, [0_i64; MAX_SEATS]);
    for action in &mut hand.actions {
        if action.street.0 != street {
            (street, committed) = (action.street.0, [0; MAX_SEATS]);
        }
        let Some(committed) = committed.get_mut(usize::from(action.seat)) else { continue };
        let is_live = action.kind.is_post()
            && !matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead);
        match (action.kind, action.amount) {
            (ActionKind::Call, Amount::Added(to)) => {
                action.amount = Amount::Added(to.saturating_sub(*committed).max(0));
                *committed = to.max(*committed);
            }
            (_, Amount::Added(added)) if is_live || action.kind == ActionKind::Bet => {
                *committed = committed.saturating_add(added);
            }
            (_, Amount::To(to)) => *committed = to,
            _ => {}
        }
    }
}
