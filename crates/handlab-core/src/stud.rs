//! What the text of a stud hand does not say: that a bet over the bring-in completes it, the bets of a fixed limit, as in
//! tournaments that name only the limit, and the bring-in if the seat that owed it had less.

use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_cards::seat::MAX_SEATS;

use crate::hand::{Action, ActionKind, Amount, Hand};
use crate::replay;

/// Names completions, and infers the stakes from what the seats put in; what no action shows stays unknown.
pub fn infer(hand: &mut Hand) {
    if hand.game.family() != GameFamily::Stud {
        return;
    }
    name_completion(hand);
    if hand.betting == Betting::FixedLimit && hand.stakes.small_bet.is_none() {
        let small = small_bet(hand);
        hand.stakes.small_bet = small;
        hand.stakes.big_bet = hand.stakes.big_bet.or(small.and_then(|small| small.checked_mul(2)));
    }
    let is_whole = |post: &Action| Some(post.amount.printed()) != hand.stakes.bring_in;
    let post = hand.actions.iter().find(|action| action.kind == ActionKind::BringIn);
    // A stake that was printed apart exceeds the last chips that were posted.
    if post.is_some_and(|post| !is_whole(post)) && replay::is_bring_in_short(hand) {
        hand.stakes.bring_in = replay::whole_bring_in(hand);
    }
}

/// Whoever completes the bring-in raises it; some sites print a bet.
fn name_completion(hand: &mut Hand) {
    let mut acts = hand.actions.iter_mut().take_while(|action| action.street == Street::FIRST);
    if !acts.by_ref().any(|action| action.kind == ActionKind::BringIn) {
        return;
    }
    let first = acts.find(|action| matches!(action.kind, ActionKind::Bet | ActionKind::Raise));
    if let Some(first) = first {
        first.kind = ActionKind::Raise;
    }
}

/// The bet of the early streets: what completes the bring-in, or half the first bet of a late street. A seat with fewer
/// chips shows nothing, and neither does a first bet of fourth street where an open pair may double it.
fn small_bet(hand: &Hand) -> Option<i64> {
    let mut left: Vec<i64> = hand.seats.iter().map(|seat| seat.starting_stack).collect();
    let mut paid = [0_i64; MAX_SEATS];
    let (mut street, mut highest, mut has_bet) = (Street::FIRST, 0, false);
    for action in &hand.actions {
        if action.street != street {
            (street, highest, has_bet) = (action.street, 0, false);
            paid = [0; MAX_SEATS];
        }
        let seat = usize::from(action.seat);
        let (left, paid) = (left.get_mut(seat)?, paid.get_mut(seat)?);
        let is_dead = matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead);
        let before = if is_dead { 0 } else { *paid };
        let total = match action.amount {
            Amount::Added(added) => before.saturating_add(added),
            Amount::To(to) => to,
            Amount::By(by) => highest + by,
            Amount::Ambiguous(_) => return None,
        };
        *left = left.saturating_sub(total.saturating_sub(before));
        if is_dead {
            continue;
        }
        let is_first = !has_bet && matches!(action.kind, ActionKind::Bet | ActionKind::Raise);
        has_bet |= is_first;
        let is_free = !action.is_all_in && *left > 0;
        if is_first && is_free && total > highest {
            match bet_size(hand, street) {
                Some(BetSize::Small) => return Some(total),
                Some(BetSize::Big) => return (total % 2 == 0).then_some(total / 2),
                None => {}
            }
        }
        *paid = total;
        highest = highest.max(total);
    }
    None
}

enum BetSize {
    Small,
    Big,
}

/// The size of a bet on a street, if it is fixed.
fn bet_size(hand: &Hand, street: Street) -> Option<BetSize> {
    let second = Street(Street::FIRST.0 + 1);
    let may_double = matches!(hand.game, Game::Stud | Game::FiveCardStud) && !hand.is_hi_lo;
    if street == Street::FIRST {
        Some(BetSize::Small)
    } else if street > second {
        Some(BetSize::Big)
    } else {
        (!may_double).then_some(BetSize::Small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Seat;

    /// A hand of four seats in which the actions are made, as (street, seat, kind, chips added).
    fn hand(game: Game, stacks: [i64; 4], acts: &[(u8, u8, ActionKind, i64)]) -> Hand {
        let mut hand = Hand::default();
        (hand.game, hand.betting) = (game, Betting::FixedLimit);
        hand.seats.extend(stacks.map(|stack| Seat { starting_stack: stack, ..Seat::default() }));
        hand.actions.extend(acts.iter().map(|(street, seat, kind, added)| {
            Action::new(Street(*street), *seat, *kind, Amount::Added(*added))
        }));
        hand
    }

    fn bets(game: Game, stacks: [i64; 4], acts: &[(u8, u8, ActionKind, i64)]) -> Option<i64> {
        let mut hand = hand(game, stacks, acts);
        infer(&mut hand);
        hand.stakes.small_bet
    }

    #[test]
    fn a_completion_is_the_small_bet_and_a_late_bet_the_big_one() {
        use ActionKind::{Bet, BringIn, Call, PostAnte, Raise};
        let opened = [(0, 0, PostAnte, 5), (0, 0, BringIn, 15)];
        let after = |acts: &[(u8, u8, ActionKind, i64)]| [&opened[..], acts].concat();
        let stacks = [500; 4];
        assert_eq!(bets(Game::Razz, stacks, &after(&[(0, 1, Raise, 50)])), Some(50));
        assert_eq!(
            bets(Game::Stud, stacks, &after(&[(0, 1, Call, 15), (2, 1, Bet, 100)])),
            Some(50)
        );
        // An open pair may double it.
        assert_eq!(bets(Game::Stud, stacks, &after(&[(0, 1, Call, 15), (1, 1, Bet, 100)])), None);
        assert_eq!(
            bets(Game::Razz, stacks, &after(&[(0, 1, Call, 15), (1, 1, Bet, 50)])),
            Some(50)
        );
        // The last chips of the first raiser; the second's raise is above them.
        let short = [500, 40, 500, 500];
        assert_eq!(bets(Game::Razz, short, &after(&[(0, 1, Raise, 40), (0, 2, Raise, 90)])), None);
    }

    #[test]
    fn a_bet_over_the_bring_in_is_a_raise() {
        use ActionKind::{Bet, BringIn, Call, Raise};
        let kinds = |acts: &[(u8, u8, ActionKind, i64)]| -> Vec<ActionKind> {
            let mut hand = hand(Game::Razz, [500; 4], acts);
            infer(&mut hand);
            hand.actions.iter().map(|action| action.kind).collect()
        };
        let acts = [(0, 0, BringIn, 15), (0, 1, Call, 15), (0, 2, Bet, 50), (1, 2, Bet, 50)];
        assert_eq!(kinds(&acts), [BringIn, Call, Raise, Bet]);
        assert_eq!(kinds(&acts[1..]), [Call, Bet, Bet], "without a bring-in");
    }

    #[test]
    fn a_short_bring_in_is_not_the_stake() {
        use ActionKind::{BringIn, Call, Fold, Raise};
        let bring_in = |stacks, answer: &[(u8, u8, ActionKind, i64)]| {
            let acts = [&[(0, 0, BringIn, 4)], answer].concat();
            let mut hand = hand(Game::Razz, stacks, &acts);
            hand.stakes.bring_in = Some(4);
            infer(&mut hand);
            hand.stakes.bring_in
        };
        let short = [4, 500, 500, 500];
        assert_eq!(bring_in(short, &[(0, 1, Call, 10), (0, 2, Raise, 40)]), Some(10));
        assert_eq!(bring_in(short, &[(0, 1, Fold, 0), (0, 2, Raise, 40)]), None);
        assert_eq!(bring_in([500; 4], &[(0, 1, Call, 4)]), Some(4));
    }
}
