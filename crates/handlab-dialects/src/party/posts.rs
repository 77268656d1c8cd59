//! The blinds of a hand, from the posts or from what the text says about the level.

use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind};

use crate::inferred::{missed_blinds, short_blinds};

/// Completes stakes or posts if the text has only one of them. `has_stakes`: its header prints the stakes.
pub(super) fn complete(hand: &mut Hand, has_stakes: bool) {
    if hand.game.family() == GameFamily::Stud {
        return;
    }
    let is_posted = hand.actions.iter().any(|action| {
        matches!(
            action.kind,
            ActionKind::PostSmallBlind | ActionKind::PostBigBlind | ActionKind::PostButtonBlind
        )
    });
    if !is_posted && hand.kind == Kind::Tournament {
        post_blinds(hand);
    }
    let posted = |kind: ActionKind| {
        let post = hand.actions.iter().find(|action| action.kind == kind);
        post.map(|post| post.amount.printed())
    };
    if hand.game == Game::ShortDeck {
        hand.stakes.big_blind = posted(ActionKind::PostButtonBlind);
        hand.stakes.small_blind = None;
    } else if hand.stakes.big_blind.is_none() {
        hand.stakes.small_blind = posted(ActionKind::PostSmallBlind);
        hand.stakes.big_blind = posted(ActionKind::PostBigBlind);
        split_missed_blinds(hand);
        if hand.betting == Betting::FixedLimit {
            hand.stakes.small_bet = hand.stakes.big_blind;
        }
    }
    // The header of a table named by its buy-in has no stakes: its blinds are the posted ones.
    let is_cash = hand.kind != Kind::Tournament && hand.betting != Betting::FixedLimit;
    if is_cash && !has_stakes {
        split_by_small_blind(hand);
        short_blinds::restore_big_blind(hand);
        short_blinds::restore_small_blind(hand);
    }
}

/// Splits off the dead part of `posts big blind + dead [$1.50]` if the stakes come from posts: without a small blind
/// nothing showed how much of it is live. The big blind is the smallest that someone with chips left has posted.
fn split_missed_blinds(hand: &mut Hand) {
    let broke = short_blinds::without_chips(hand);
    let of_others = hand.actions.iter().filter(|post| {
        post.kind == ActionKind::PostBigBlind && !broke.contains(usize::from(post.seat))
    });
    let whole = of_others.map(|post| post.amount.printed()).min();
    let Some(whole) = whole.filter(|_| hand.kind != Kind::Tournament) else { return };
    missed_blinds::split(hand, ActionKind::PostBigBlind, whole);
    hand.stakes.big_blind = hand.stakes.big_blind.map(|first| first.min(whole));
}

/// Splits `posts big blind + dead [$1.50]` anew if the blind that divided it took its player's last chips: the dead part is
/// a small blind, so the rest is the whole big one.
fn split_by_small_blind(hand: &mut Hand) {
    let broke = short_blinds::without_chips(hand);
    let post = |kind: ActionKind| hand.actions.iter().find(|act| act.kind == kind);
    let blinds = post(ActionKind::PostSmallBlind).zip(post(ActionKind::PostBigBlind));
    let is_out = |post: &Action| broke.contains(usize::from(post.seat));
    let Some((small, big)) = blinds.filter(|(small, big)| !is_out(small) && is_out(big)) else {
        return;
    };
    let (dead, short) = (small.amount.printed(), big.amount.printed());
    for at in 1..hand.actions.len() {
        let [first, second] = [hand.actions[at - 1], hand.actions[at]];
        let is_of_both = first.kind == ActionKind::PostDead
            && second.kind == ActionKind::PostBigBlind
            && first.seat == second.seat
            && !is_out(&second);
        let live = first.amount.printed().saturating_add(short).saturating_sub(dead);
        if is_of_both && second.amount.printed() == short && live > short {
            hand.actions[at - 1].amount = Amount::Added(dead);
            hand.actions[at].amount = Amount::Added(live);
            hand.stakes.big_blind = Some(live);
        }
    }
}

/// Posts the level's blinds for the seats after the button, limited by their stacks.
fn post_blinds(hand: &mut Hand) {
    // In limit games the level prints the bets.
    let small = hand.stakes.small_blind.or(hand.stakes.small_bet.map(|bet| bet / 2));
    let blinds = small.zip(hand.stakes.big_blind);
    let (Some((small, big)), Some(button)) = (blinds, hand.button_seat) else { return };
    let mut order: Vec<u8> = (0..hand.seats.len() as u8).collect();
    order.sort_by_key(|seat| {
        hand.seats[usize::from(*seat)].seat.wrapping_sub(button).wrapping_sub(1)
    });
    if order.len() < 2 {
        return;
    }
    // Heads-up the button has the small blind.
    let first = usize::from(order.len() == 2);
    for (place, (kind, blind)) in
        [(ActionKind::PostSmallBlind, small), (ActionKind::PostBigBlind, big)]
            .into_iter()
            .enumerate()
    {
        let seat = order[(first + place) % order.len()];
        let ante = hand
            .actions
            .iter()
            .filter(|action| action.seat == seat && action.kind == ActionKind::PostAnte)
            .fold(0_i64, |sum, action| sum.saturating_add(action.amount.printed()));
        let left = hand.seats[usize::from(seat)].starting_stack.saturating_sub(ante).max(0);
        if left == 0 {
            // The ante took the seat's last chips.
            continue;
        }
        let action = Action::new(Street::FIRST, seat, kind, Amount::Added(blind.min(left)));
        let at = hand.actions.iter().position(|action| !action.kind.is_post());
        hand.actions.insert(at.unwrap_or(hand.actions.len()), action);
    }
}
