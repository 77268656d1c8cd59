//! Posts that are printed as something else or not at all.

use handlab_core::hand::{Action, ActionKind, Amount, Hand};

/// Corrects each all-in among the posts, which was read as a raise, to the post that is due. `dealt` is the number of
/// actions before the deal, which only documents from a player have.
pub(super) fn resolve_all_ins(hand: &mut Hand, dealt: Option<usize>) {
    let actions = &hand.actions;
    let is_choice = |action: &Action| action.kind.is_decision() && !action.is_all_in;
    let opening = actions.iter().position(is_choice).unwrap_or(actions.len());
    let last = actions[..opening].iter().rposition(|action| action.kind.is_post());
    let end = last.map_or(0, |last| last + 1).max(dealt.unwrap_or(0)).min(opening);
    for at in 0..opening {
        let action = hand.actions[at];
        if action.kind.is_post() {
            continue;
        }
        let Some(kind) = due(hand, at, end) else { return };
        hand.actions[at].kind = kind;
    }
}

/// The post that an all-in is, if any: after the last post, only a blind that is still missing.
fn due(hand: &Hand, at: usize, end: usize) -> Option<ActionKind> {
    let action = &hand.actions[at];
    let (amount, stakes) = (action.amount.printed(), &hand.stakes);
    let before = &hand.actions[..at];
    let has = |kind: ActionKind| before.iter().any(|post| post.kind == kind);
    let has_own =
        |kind: ActionKind| before.iter().any(|post| (post.kind, post.seat) == (kind, action.seat));
    let is_within = |most: Option<i64>| most.is_some_and(|most| amount <= most);
    if at >= end {
        let is_due = !has(ActionKind::PostBigBlind) && is_within(stakes.big_blind);
        if !is_due || (!has(ActionKind::PostSmallBlind) && has_broke_by_ante(hand, before)) {
            return None;
        }
        // Without a small blind the big blind is due alone, unless the next seat is all-in for it.
        let next = hand.actions.get(at + 1).filter(|next| next.is_all_in && !next.kind.is_post());
        let is_next = next.is_some_and(|next| Some(next.amount.printed()) <= stakes.big_blind);
        let is_small = !has(ActionKind::PostSmallBlind)
            && is_next
            && is_within(stakes.small_blind.or(stakes.big_blind));
        let kind = if is_small { ActionKind::PostSmallBlind } else { ActionKind::PostBigBlind };
        return Some(kind);
    }
    if is_within(stakes.ante) && !has_own(ActionKind::PostAnte) {
        Some(ActionKind::PostAnte)
    } else if is_within(stakes.small_blind.or(stakes.big_blind)) && !has(ActionKind::PostSmallBlind)
    {
        Some(ActionKind::PostSmallBlind)
    } else {
        Some(ActionKind::PostBigBlind)
    }
}

/// Whether an ante took all of a seat's chips: a blind that is not posted may have been that seat's.
fn has_broke_by_ante(hand: &Hand, posts: &[Action]) -> bool {
    let stack = |seat: u8| hand.seats.get(usize::from(seat)).map(|seat| seat.starting_stack);
    let mut antes = posts.iter().filter(|post| post.kind == ActionKind::PostAnte);
    antes.any(|ante| stack(ante.seat) == Some(ante.amount.printed()))
}

/// Adds the missed small blind of a seat that posted to play, if its final balance is short by exactly that.
pub(super) fn add_dead_blind(hand: &mut Hand, seat: u8) {
    let total = hand.printed.seat_totals.iter().find(|total| total.seat == seat);
    let (Some(left), Some(small_blind)) =
        (total.and_then(|total| total.ending_stack), hand.stakes.small_blind)
    else {
        return;
    };
    let acts = hand.actions.iter().filter(|action| action.seat == seat);
    let put_in = acts.fold(0_i64, |sum, action| sum.saturating_add(action.amount.printed()));
    let wins = hand.collected.iter().filter(|line| line.seat == seat);
    let won = wins.fold(0_i64, |sum, line| sum.saturating_add(line.amount));
    let back = hand.uncalled.iter().filter(|(owner, _)| *owner == seat);
    let won = back.fold(won, |sum, (_, amount)| sum.saturating_add(*amount));
    let stack = hand.seats[usize::from(seat)].starting_stack;
    let stack = stack.saturating_sub(hand.paid_to_jackpot(seat));
    let missing = stack.saturating_sub(put_in).saturating_add(won).saturating_sub(left);
    let post = hand.actions.iter().position(|action| action.seat == seat);
    if let Some(post) = post.filter(|_| missing == small_blind) {
        let (kind, amount) = (ActionKind::PostDead, Amount::Added(small_blind));
        hand.actions.insert(post, Action { kind, amount, ..hand.actions[post] });
    }
}
