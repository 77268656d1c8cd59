//! Determines who paid the ante, each seat or one for the table, and detects pots made up of antes alone.

use handlab_cards::game::{GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, AnteKind, Hand, Kind};

use crate::inferred::dropped::drop_actions;

/// Infers whether each seat pays its own ante or one seat pays for the table. No site prints which it is, but in the
/// second case only one seat posts an ante.
pub(crate) fn infer_kind(hand: &mut Hand) {
    let posters = |kind: ActionKind| {
        hand.actions.iter().filter(move |action| action.kind == kind).map(|action| action.seat)
    };
    let mut antes = posters(ActionKind::PostAnte);
    let (Some(poster), None) = (antes.next(), antes.next()) else { return };
    let mut big_blinds = posters(ActionKind::PostBigBlind);
    // Any further one is of a player who missed it.
    let is_big_blind = big_blinds.next() == Some(poster) || lost_big_blind(hand, poster);
    // A big-blind ante is as large as the blind.
    let is_large = hand.kind == Kind::Tournament
        && hand.stakes.ante.map(|ante| ante.saturating_mul(2)) >= hand.stakes.big_blind;
    let acts = |seat: u8| hand.actions.iter().any(|action| action.seat == seat);
    let had_chips = |wanted: Option<bool>| {
        let others = (0..hand.seats.len() as u8).filter(|seat| *seat != poster && acts(*seat));
        others.map(|seat| chips_at_ante(hand, seat)).all(|found| found == wanted)
    };
    // After the blinds, the other players may have had no chips left for an ante.
    if had_chips(Some(false)) && !(is_big_blind && is_large) {
        return;
    }
    let is_button = hand.seats.get(usize::from(poster)).map(|seat| seat.seat) == hand.button_seat;
    // Heads-up, the other player may simply have no chips for an ante, unless their stack shows otherwise.
    let is_heads_up = (0..hand.seats.len() as u8).filter(|seat| acts(*seat)).count() <= 2;
    let is_for_all = !is_heads_up || is_large || had_chips(Some(true));
    if is_big_blind && is_for_all {
        hand.stakes.ante_kind = AnteKind::BigBlind;
    } else if is_button && !is_heads_up {
        hand.stakes.ante_kind = AnteKind::Button;
    } else if !is_big_blind && !is_button {
        name_missed_small_blind(hand, poster);
    }
}

/// Renames the lone ante of a cash game that is as large as a small blind, which its poster does not post: converters
/// print a missed small blind so.
fn name_missed_small_blind(hand: &mut Hand, poster: u8) {
    let small_blind = hand.stakes.small_blind;
    let is_post =
        |action: &Action| action.seat == poster && action.kind == ActionKind::PostSmallBlind;
    if hand.tournament.is_some() || hand.actions.iter().any(is_post) {
        return;
    }
    let mut antes = hand.actions.iter_mut().filter(|action| action.kind == ActionKind::PostAnte);
    if let Some(ante) = antes.find(|ante| Some(ante.amount.printed()) == small_blind) {
        ante.kind = ActionKind::PostDead;
        hand.stakes.ante = None;
    }
}

/// Whether a seat had chips when the first ante was due, after the blinds that come before it; `None` if its stack is
/// unknown.
fn chips_at_ante(hand: &Hand, seat: u8) -> Option<bool> {
    let before = hand.actions.iter().take_while(|post| post.kind != ActionKind::PostAnte);
    let mut posts = before.filter(|post| post.seat == seat);
    if posts.clone().any(|post| post.is_all_in) {
        return Some(false);
    }
    let posted = posts.try_fold(0_i64, |sum, post| sum.checked_add(post.amount.printed()))?;
    let known = hand.seats.get(usize::from(seat)).filter(|seat| !seat.has_unknown_stack)?;
    Some(known.starting_stack > posted)
}

/// Whether the ante took the chips with which its poster owed the big blind: another seat posted the small blind, and
/// no one the big one.
fn lost_big_blind(hand: &Hand, poster: u8) -> bool {
    let posts = || hand.actions.iter().filter(|action| action.kind.is_post());
    let is_small_blind =
        |kind: ActionKind, seat: u8| kind == ActionKind::PostSmallBlind && seat != poster;
    let seat = hand.seats.get(usize::from(poster)).filter(|seat| !seat.has_unknown_stack);
    let ante = posts().find(|post| post.kind == ActionKind::PostAnte);
    seat.zip(ante).is_some_and(|(seat, ante)| seat.starting_stack <= ante.amount.printed())
        && posts().any(|post| is_small_blind(post.kind, post.seat))
        && posts()
            .all(|post| post.kind == ActionKind::PostAnte || is_small_blind(post.kind, post.seat))
}

/// Whether everyone posted an ante, no one posted a live blind, and no one acted before the flop. In a tournament the
/// antes were then all that was left.
pub(crate) fn is_bomb_pot(hand: &Hand) -> bool {
    let mut before_flop = hand.actions.iter().filter(|action| action.street == Street::FIRST);
    let mut antes = 0;
    let are_posts = before_flop.all(|action| {
        antes += usize::from(action.kind == ActionKind::PostAnte);
        // A player who joins the table may owe a missed blind as well.
        matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead)
    });
    let has_flop = hand.game.family() == GameFamily::Flop && hand.last_street > Street::FIRST;
    hand.tournament.is_none() && has_flop && are_posts && antes > 0
}

/// Removes the preflop round that some sites and converters add to a bomb pot because trackers expect one: both blinds,
/// of zero, and a check by each seat.
pub(crate) fn drop_filled_round(hand: &mut Hand) {
    let round = hand.actions.iter().filter(|action| action.street == Street::FIRST);
    let moves_chips =
        |action: &Action| action.kind != ActionKind::PostAnte && action.amount.printed() > 0;
    // Nearly every hand has a blind, or another bet.
    if round.clone().any(moves_chips) {
        return;
    }
    let seats_of = |kind: ActionKind| {
        let of_kind = round.clone().filter(|action| action.kind == kind);
        let mut seats: Vec<u8> = of_kind.map(|action| action.seat).collect();
        seats.sort_unstable();
        seats
    };
    let (antes, checks) = (seats_of(ActionKind::PostAnte), seats_of(ActionKind::Check));
    let blinds =
        [ActionKind::PostSmallBlind, ActionKind::PostBigBlind].map(|kind| seats_of(kind).len());
    let is_filled = blinds == [1, 1] && checks.is_empty()
        || matches!(blinds, [1, 1] | [0, 0]) && checks == antes;
    let added = checks.len() + blinds[0] + blinds[1];
    let is_whole = round.count() == antes.len() + added;
    let is_for_each = antes.len() > 1 && hand.stakes.ante_kind == AnteKind::Each;
    if hand.game.family() != GameFamily::Flop || !is_filled || !is_whole || !is_for_each {
        return;
    }
    drop_actions(hand, |action| {
        action.street == Street::FIRST && action.kind != ActionKind::PostAnte
    });
    hand.is_bomb_pot |= is_bomb_pot(hand);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::hand_of;
    use handlab_core::hand::Amount;

    #[test]
    fn a_lone_ante_is_the_tables_only_if_others_could_have_paid() {
        let ante_kind_of = |stacks: &[i64], posts: &[(u8, ActionKind, bool)]| {
            let mut hand = hand_of(&["Bea", "Cal", "Dot"]);
            for (seat, stack) in hand.seats.iter_mut().zip(stacks) {
                seat.starting_stack = *stack;
            }
            hand.button_seat = Some(0);
            let actions = posts.iter().map(|(seat, kind, is_all_in)| Action {
                is_all_in: *is_all_in,
                ..Action::new(Street::FIRST, *seat, *kind, Amount::Added(2))
            });
            hand.actions.extend(actions);
            infer_kind(&mut hand);
            hand.stakes.ante_kind
        };
        let ante_kind = |posts: &[(u8, ActionKind, bool)]| ante_kind_of(&[100; 3], posts);
        let small = |is_all_in| (1, ActionKind::PostSmallBlind, is_all_in);
        let big = |is_all_in| (2, ActionKind::PostBigBlind, is_all_in);
        let (of_button, of_big_blind) =
            ((0, ActionKind::PostAnte, false), (2, ActionKind::PostAnte, false));
        assert_eq!(ante_kind(&[small(true), big(true), of_button]), AnteKind::Each);
        assert_eq!(ante_kind(&[small(true), big(false), of_button]), AnteKind::Button);
        assert_eq!(ante_kind(&[of_button, small(true), big(true)]), AnteKind::Button);
        // The stack shows it where the text does not say all-in.
        let all_of_small = (1, ActionKind::PostSmallBlind, false);
        let all = |posts: &[(u8, ActionKind, bool)]| ante_kind_of(&[100, 2, 100], posts);
        assert_eq!(all(&[all_of_small, of_big_blind]), AnteKind::Each);
        let lost = [(2, ActionKind::PostAnte, true), small(false)];
        assert_eq!(ante_kind_of(&[100, 100, 2], &lost), AnteKind::BigBlind);
        assert_eq!(ante_kind_of(&[100, 100, 100], &lost), AnteKind::Each, "not its last chips");
        let calls = (0, ActionKind::Call, true);
        assert_eq!(ante_kind(&[small(true), big(false), of_big_blind, calls]), AnteKind::BigBlind);
    }
}
