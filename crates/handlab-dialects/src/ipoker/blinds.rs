//! Infers blinds that no line of the document names.

use handlab_cards::game::GameFamily;
use handlab_cards::seat::SeatSet;
use handlab_core::hand::{ActionKind, Hand};

use crate::inferred::{fixed_bets, short_blinds};

/// Infers the blinds of a hand from its posts: both if no stakes are printed, only the small blind in a fixed-limit
/// game, whose stakes are the two bets.
pub(super) fn infer(hand: &mut Hand) {
    if hand.game.family() == GameFamily::Stud {
        return;
    }
    name_dead(hand);
    if hand.stakes.big_blind.is_none() {
        infer_both(hand);
        fixed_bets::infer(hand);
    } else {
        fixed_bets::infer_small_blind(hand);
    }
}

/// Marks the dead blind of a player who posts both missed blinds: if the table's small blind is dead as well, no other
/// post shows that this is not the hand's own small blind.
fn name_dead(hand: &mut Hand) {
    let posters = |kind: ActionKind| {
        let posts = hand.actions.iter().filter(move |action| action.kind == kind);
        posts.map(|post| usize::from(post.seat)).collect::<SeatSet>()
    };
    let big = posters(ActionKind::PostBigBlind);
    for post in &mut hand.actions {
        if post.kind == ActionKind::PostSmallBlind && big.contains(usize::from(post.seat)) {
            post.kind = ActionKind::PostDead;
        }
    }
}

/// If no stakes are printed, the blinds are the posted ones, unless their posters had no more chips.
fn infer_both(hand: &mut Hand) {
    let small_blind = posted(hand, ActionKind::PostSmallBlind);
    let short = |kind: ActionKind| {
        let post = hand.actions.iter().find(|action| action.kind == kind)?;
        Some(post.amount.printed())
    };
    // If both are short, the first call shows the big blind, if it exceeds what was posted.
    let short = short(ActionKind::PostBigBlind).max(short(ActionKind::PostSmallBlind));
    let called = || short_blinds::first_call(hand, short?).filter(|call| Some(*call) > short);
    let big_blind = posted(hand, ActionKind::PostBigBlind)
        .or(small_blind.and_then(|small| small.checked_mul(2)))
        .or_else(called);
    (hand.stakes.small_blind, hand.stakes.big_blind) = (small_blind, big_blind);
}

/// The first post of a kind, if its poster had more chips left.
fn posted(hand: &Hand, kind: ActionKind) -> Option<i64> {
    let post = hand.actions.iter().find(|action| action.kind == kind)?;
    let amount = post.amount.printed();
    let antes = hand.actions.iter().filter(|act| act.kind == ActionKind::PostAnte);
    let antes = antes.filter(|act| act.seat == post.seat).map(|act| act.amount.printed());
    let ante = antes.fold(0, i64::saturating_add);
    let stack = hand.seats[usize::from(post.seat)].starting_stack;
    (amount.saturating_add(ante) < stack).then_some(amount)
}
