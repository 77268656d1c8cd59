//! Decides which of several big blinds is the hand's own.

use handlab_core::hand::{Action, ActionKind, Hand};

use crate::inferred::short_blinds;

/// Marks the small blind at a table with equal blinds, and moves the blinds of a seat that also posts a dead one after
/// the others': it is not in the blinds.
pub(super) fn resolve(hand: &mut Hand) {
    let broke = short_blinds::without_chips(hand);
    let posts = hand.actions.iter().take_while(|action| action.kind.is_post()).count();
    let posts = &mut hand.actions[..posts];
    let returning: Vec<u8> = posts
        .iter()
        .filter(|post| post.kind == ActionKind::PostDead)
        .map(|post| post.seat)
        .collect();
    // Everyone posts antes, before any blind.
    posts.sort_by_key(|post| post.kind != ActionKind::PostAnte && returning.contains(&post.seat));
    let of_kind =
        |posts: &[Action], kind: ActionKind| posts.iter().filter(|post| post.kind == kind).count();
    let stakes = &mut hand.stakes;
    if stakes.small_blind.is_none() || stakes.small_blind != stakes.big_blind {
        return;
    }
    // Next to a dead blind the live one equals the big blind, whatever it is called.
    for post in posts.iter_mut().filter(|post| returning.contains(&post.seat)) {
        if post.kind == ActionKind::PostSmallBlind {
            post.kind = ActionKind::PostBigBlind;
        }
    }
    let has_small = of_kind(posts, ActionKind::PostSmallBlind) > 0;
    if !has_small && of_kind(posts, ActionKind::PostBigBlind) > 1 {
        let first = posts.iter_mut().find(|post| post.kind == ActionKind::PostBigBlind);
        if let Some(first) = first.filter(|first| !returning.contains(&first.seat)) {
            first.kind = ActionKind::PostSmallBlind;
        }
    }
    let small = posts.iter().find(|post| post.kind == ActionKind::PostSmallBlind);
    // Last chips may be less than the small blind.
    let small = small.filter(|post| !broke.contains(usize::from(post.seat)));
    stakes.small_blind = small.map(|post| post.amount.printed()).or(stakes.small_blind);
}
