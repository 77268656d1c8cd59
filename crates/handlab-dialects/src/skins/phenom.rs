//! Phenom: fixed-limit games whose stakes are the blinds, and draws printed on two lines.

use handlab_cards::game::Betting;
use handlab_core::hand::{ActionKind, Hand};

use super::find_straddles;
use crate::inferred::dropped::drop_actions;
use crate::lines::stakes::take_for_blinds;

/// Reads fixed-limit stakes as blinds, and drops the line for drawing the cards that a seat has just discarded.
pub(super) fn complete(hand: &mut Hand) {
    if hand.betting == Betting::FixedLimit {
        take_for_blinds(&mut hand.stakes);
    }
    find_straddles(hand);
    let mut before = None;
    drop_actions(hand, |action| {
        let drawn = (action.kind == ActionKind::Discard).then_some((action.seat, action.street));
        std::mem::replace(&mut before, drawn) == drawn && drawn.is_some()
    });
}
