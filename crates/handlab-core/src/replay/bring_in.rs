//! What a bring-in would be if its seat had enough chips.

use crate::hand::{Action, ActionKind, Amount, Hand};
use handlab_cards::game::Street;

/// The whole bring-in, which few sites print: what the first seat pays to call an all-in bring-in, or what its printed
/// raise is above. It is less than the small bet; `None` if no one shows it.
pub fn whole(hand: &Hand) -> Option<i64> {
    let mut acts =
        hand.actions.iter().enumerate().take_while(|(_, action)| action.street == Street::FIRST);
    let (_, bring_in) = acts.find(|(_, action)| action.kind == ActionKind::BringIn)?;
    let paid = |action: &Action| action.amount.printed();
    let (number, answer) = acts.find(|(_, action)| action.kind != ActionKind::Fold)?;
    let whole = match (answer.kind, answer.amount) {
        (ActionKind::Call, amount) => amount.printed(),
        (ActionKind::Raise, Amount::To(to)) => {
            let mut raises = hand.printed.raises.iter();
            let (_, by) = raises.find(|(raise, _)| usize::from(*raise) == number)?;
            to.saturating_sub(*by)
        }
        _ => return None,
    };
    // Some formats put the small bet in the big blind's field.
    let small_bet = hand.stakes.small_bet.or(hand.stakes.big_blind);
    let is_less = small_bet.is_some_and(|bet| whole < bet);
    (is_short(hand) && is_less && whole > paid(bring_in)).then_some(whole)
}

/// Whether the bring-in took the last chips of its seat.
pub fn is_short(hand: &Hand) -> bool {
    let of_kind = |kind| hand.actions.iter().filter(move |action| action.kind == kind);
    let Some(bring_in) = of_kind(ActionKind::BringIn).next() else { return false };
    let ante = of_kind(ActionKind::PostAnte).find(|ante| ante.seat == bring_in.seat);
    let posted = ante.into_iter().chain([bring_in]).map(|post| post.amount.printed());
    let stack = hand.seats[usize::from(bring_in.seat)].starting_stack;
    stack == posted.fold(0, i64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Seat;

    /// Seat 0 has 4 chips and brings in with them; seat 1 completes to 10, by `by` if that is printed.
    fn completed(by: Option<i64>) -> Option<i64> {
        let mut hand = Hand::default();
        hand.seats.extend([4, 500].map(|stack| Seat { starting_stack: stack, ..Seat::default() }));
        hand.stakes.small_bet = Some(10);
        let act = |seat, kind, amount| Action::new(Street::FIRST, seat, kind, amount);
        hand.actions.push(act(0, ActionKind::BringIn, Amount::Added(4)));
        hand.actions.push(act(1, ActionKind::Raise, Amount::To(10)));
        hand.printed.raises.extend(by.map(|by| (1, by)));
        whole(&hand)
    }

    #[test]
    fn a_completion_shows_the_bring_in_that_it_is_above() {
        assert_eq!(completed(Some(5)), Some(5));
        assert_eq!((completed(Some(6)), completed(Some(10)), completed(None)), (None, None, None));
    }
}
