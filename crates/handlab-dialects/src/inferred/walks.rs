//! Walks as some converters count them: the whole big blind is returned, and the pot is what the others posted.

use handlab_core::hand::{ActionKind, Hand};

/// Counts a walk as sites do, where only the unmatched part of the big blind is returned: anything more that is printed
/// as returned counts as collected. Nothing changes unless the text adds up the other way.
pub(crate) fn count_matched_blind(hand: &mut Hand) {
    let Some((winner, matched)) = matched_blind(hand) else { return };
    hand.uncalled[0].1 -= matched;
    let printed = hand.collected.iter_mut().chain(&mut hand.summary_collected);
    for paid in printed.filter(|paid| paid.seat == winner) {
        paid.amount = paid.amount.saturating_add(matched);
    }
    let total = &mut hand.printed.total_pot;
    *total = total.map(|total| total.saturating_add(matched));
}

/// The seat with the big blind and the part of it that another seat matched, provided that only posts and folds
/// preceded its return in full, and that what is collected is the rest of the posts.
fn matched_blind(hand: &Hand) -> Option<(u8, i64)> {
    let ([(winner, returned)], [paid]) = (&hand.uncalled[..], &hand.collected[..]) else {
        return None;
    };
    if paid.seat != *winner {
        return None;
    }
    let (mut live, mut matched, mut others) = (0, 0, 0_i64);
    for action in &hand.actions {
        let amount = action.amount.printed();
        match action.kind {
            ActionKind::Fold if action.seat != *winner => {}
            ActionKind::Show | ActionKind::Muck => {}
            ActionKind::PostBigBlind if action.seat == *winner => live = amount,
            ActionKind::PostSmallBlind if action.seat != *winner => {
                matched = amount.max(matched);
                others = others.saturating_add(amount);
            }
            ActionKind::PostAnte | ActionKind::PostDead => others = others.saturating_add(amount),
            _ => return None,
        }
    }
    let kept = hand.printed.rake.unwrap_or(0).saturating_add(hand.printed.fees.unwrap_or(0));
    let is_whole = live == *returned && matched > 0 && matched < live;
    (is_whole && paid.amount.saturating_add(kept) == others).then_some((*winner, matched))
}
