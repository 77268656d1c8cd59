//! Phenom: fixed-limit games whose stakes are the blinds, and draws printed on two lines.

use handlab_cards::game::Betting;
use handlab_core::hand::{Action, ActionKind, Hand};

use super::find_straddles;
use crate::lines::stakes::take_for_blinds;

/// Reads fixed-limit stakes as blinds, and drops the line for drawing the cards that a seat has just discarded.
pub(super) fn complete(hand: &mut Hand) {
    if hand.betting == Betting::FixedLimit {
        take_for_blinds(&mut hand.stakes);
    }
    find_straddles(hand);
    let is_repeated = |pair: &[Action]| {
        let are_draws = pair.iter().all(|action| action.kind == ActionKind::Discard);
        are_draws && (pair[0].seat, pair[0].street) == (pair[1].seat, pair[1].street)
    };
    let repeated: Vec<bool> =
        std::iter::once(false).chain(hand.actions.windows(2).map(is_repeated)).collect();
    // Printed raises refer to their actions by index.
    for (number, _) in &mut hand.printed.raises {
        let before = repeated.iter().take(usize::from(*number));
        *number -= before.filter(|is_repeated| **is_repeated).count() as u16;
    }
    let mut repeated = repeated.into_iter();
    hand.actions.retain(|_| !repeated.next().unwrap_or(false));
}
