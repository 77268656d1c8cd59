//! Who paid the ante: each seat, or one for the table; and pots that have nothing else before the flop.

use handlab_cards::game::{GameFamily, Street};
use handlab_core::hand::{ActionKind, AnteKind, Hand, Kind};

/// Infers whether each seat pays its own ante or one seat pays for the table. No site prints which it is, but in the
/// second case only one seat posts an ante.
pub(crate) fn infer_kind(hand: &mut Hand) {
    let posters = |kind: ActionKind| {
        hand.actions.iter().filter(move |action| action.kind == kind).map(|action| action.seat)
    };
    let mut antes = posters(ActionKind::PostAnte);
    let (Some(poster), None) = (antes.next(), antes.next()) else { return };
    // Where blinds come first, the other players may have no chips left for an ante.
    let is_broke = |seat: u8| {
        let blinds = hand.actions.iter().take_while(|post| post.kind != ActionKind::PostAnte);
        blinds.filter(|post| post.seat == seat).any(|post| post.is_all_in)
    };
    let mut others = hand.actions.iter().map(|action| action.seat).filter(|seat| *seat != poster);
    if others.all(is_broke) {
        return;
    }
    let is_big_blind = posters(ActionKind::PostBigBlind).any(|seat| seat == poster);
    let is_button = hand.seats.get(usize::from(poster)).map(|seat| seat.seat) == hand.button_seat;
    // Heads-up, one of the two may just have no chips for an ante. A big-blind ante is as large as the blind.
    let is_large = hand.stakes.ante.map(|ante| ante.saturating_mul(2)) >= hand.stakes.big_blind;
    let acts = |seat: u8| hand.actions.iter().any(|action| action.seat == seat);
    let is_heads_up = (0..hand.seats.len() as u8).filter(|seat| acts(*seat)).count() <= 2;
    let is_for_all = !is_heads_up || (is_large && hand.kind == Kind::Tournament);
    if is_big_blind && is_for_all {
        hand.stakes.ante_kind = AnteKind::BigBlind;
    } else if is_button && !is_heads_up {
        hand.stakes.ante_kind = AnteKind::Button;
    }
}

/// Whether everyone posted an ante, no one a live blind, and no one acted before the flop.
pub(crate) fn is_bomb_pot(hand: &Hand) -> bool {
    let mut before_flop = hand.actions.iter().filter(|action| action.street == Street::FIRST);
    let mut antes = 0;
    let are_posts = before_flop.all(|action| {
        antes += usize::from(action.kind == ActionKind::PostAnte);
        // Who joins the table may owe a missed blind as well.
        matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead)
    });
    let has_flop = hand.game.family() == GameFamily::Flop && hand.last_street > Street::FIRST;
    has_flop && are_posts && antes > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_core::dialect::text::push_seat;
    use handlab_core::hand::{Action, Amount, Seat};

    fn hand_of(names: &[&str]) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        for (index, name) in names.iter().enumerate() {
            assert!(push_seat(&mut hand, Seat { seat: index as u8, ..Seat::default() }, name));
        }
        hand
    }

    #[test]
    fn one_ante_is_the_tables_only_if_others_could_have_paid_theirs() {
        let ante_kind = |posts: &[(u8, ActionKind, bool)]| {
            let mut hand = hand_of(&["Bea", "Cal", "Dot"]);
            hand.button_seat = Some(0);
            let actions = posts.iter().map(|(seat, kind, is_all_in)| Action {
                is_all_in: *is_all_in,
                ..Action::new(Street::FIRST, *seat, *kind, Amount::Added(2))
            });
            hand.actions.extend(actions);
            infer_kind(&mut hand);
            hand.stakes.ante_kind
        };
        let small = |is_all_in| (1, ActionKind::PostSmallBlind, is_all_in);
        let big = |is_all_in| (2, ActionKind::PostBigBlind, is_all_in);
        let (of_button, of_big_blind) =
            ((0, ActionKind::PostAnte, false), (2, ActionKind::PostAnte, false));
        assert_eq!(ante_kind(&[small(true), big(true), of_button]), AnteKind::Each);
        assert_eq!(ante_kind(&[small(true), big(false), of_button]), AnteKind::Button);
        assert_eq!(ante_kind(&[of_button, small(true), big(true)]), AnteKind::Button);
        let calls = (0, ActionKind::Call, true);
        assert_eq!(ante_kind(&[small(true), big(false), of_big_blind, calls]), AnteKind::BigBlind);
    }
}
