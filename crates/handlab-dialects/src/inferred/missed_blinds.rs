//! Missed blinds that a newcomer posts as one amount: the big blind is live and the excess dead.

use handlab_core::hand::{Action, ActionKind, Amount, Hand};

/// The dead part of a post, if any, and the live part. Without a big blind everything is live.
pub(crate) fn parts(post: Action, big_blind: Option<i64>) -> impl Iterator<Item = Action> {
    let amount = post.amount.printed();
    // A post of last chips may be less than the big blind.
    let live = big_blind.map_or(amount, |big_blind| amount.min(big_blind));
    let part = move |kind, amount| Action { kind, amount: Amount::Added(amount), ..post };
    let dead = (amount > live).then(|| part(ActionKind::PostDead, amount - live));
    dead.into_iter().chain([part(ActionKind::PostBigBlind, live)])
}

/// Splits the posts of a kind that are at least a big blind; printed raises still refer to the same actions.
pub(crate) fn split(hand: &mut Hand, kind: ActionKind, big_blind: i64) {
    let is_of_both = |post: &Action| post.kind == kind && post.amount.printed() >= big_blind;
    if !hand.actions.iter().any(is_of_both) {
        return;
    }
    // The indexes of the posts that become two.
    let mut split = Vec::new();
    let acts = std::mem::take(&mut hand.actions);
    for (number, action) in acts.into_iter().enumerate() {
        if !is_of_both(&action) {
            hand.actions.push(action);
            continue;
        }
        if action.amount.printed() > big_blind {
            split.push(number);
        }
        hand.actions.extend(parts(action, Some(big_blind)));
    }
    for (raise, _) in &mut hand.printed.raises {
        let before = split.partition_point(|number| *number < usize::from(*raise));
        *raise = u16::try_from(usize::from(*raise) + before).unwrap_or(u16::MAX);
    }
}

#[cfg(test)]
mod tests {
    use handlab_cards::game::Street;

    use super::*;

    fn act(kind: ActionKind, amount: i64) -> Action {
        Action::new(Street::FIRST, 0, kind, Amount::Added(amount))
    }

    #[test]
    fn more_than_the_big_blind_is_dead() {
        let of = |amount, big_blind| -> Vec<_> {
            parts(act(ActionKind::PostDead, amount), big_blind).collect()
        };
        let [dead, live] = [ActionKind::PostDead, ActionKind::PostBigBlind];
        assert_eq!(of(15, Some(10)), [act(dead, 5), act(live, 10)]);
        assert_eq!(of(10, Some(10)), [act(live, 10)]);
        assert_eq!(of(7, Some(10)), [act(live, 7)]);
        assert_eq!(of(15, None), [act(live, 15)]);
    }

    #[test]
    fn printed_raises_refer_to_the_same_actions_after_a_split() {
        let mut hand = Hand::default();
        let [dead, live, raise] =
            [ActionKind::PostDead, ActionKind::PostBigBlind, ActionKind::Raise];
        hand.actions = vec![act(live, 10), act(dead, 15), act(dead, 5), act(dead, 10)];
        hand.actions.push(act(raise, 30));
        hand.printed.raises = vec![(4, 20)];

        split(&mut hand, dead, 10);

        let whole = [act(live, 10), act(dead, 5), act(live, 10), act(dead, 5), act(live, 10)];
        assert_eq!(hand.actions[..5], whole);
        assert_eq!(hand.actions[5], act(raise, 30));
        assert_eq!(hand.printed.raises, [(5, 20)]);
    }
}
