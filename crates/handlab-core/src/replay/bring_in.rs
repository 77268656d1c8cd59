//! What a bring-in would be if its seat had enough chips.

use crate::hand::{Action, ActionKind, Hand};
use handlab_cards::game::Street;

/// The whole bring-in, which few sites print: what the first seat pays to call an all-in bring-in. It is less than the
/// small bet; `None` if no one shows it.
pub(super) fn whole(hand: &Hand) -> Option<i64> {
    let mut acts = hand.actions.iter().take_while(|action| action.street == Street::FIRST);
    let bring_in = acts.find(|action| action.kind == ActionKind::BringIn)?;
    let paid = |action: &Action| action.amount.printed();
    let seat = &hand.seats[usize::from(bring_in.seat)];
    let ante = hand
        .actions
        .iter()
        .find(|action| action.seat == bring_in.seat && action.kind == ActionKind::PostAnte);
    let is_short = seat.starting_stack == ante.map_or(0, paid).saturating_add(paid(bring_in));
    let answer = acts.find(|action| action.kind != ActionKind::Fold)?;
    let whole = Some(paid(answer)).filter(|_| is_short && answer.kind == ActionKind::Call)?;
    // Some formats put the small bet in the big blind's field.
    let small_bet = hand.stakes.small_bet.or(hand.stakes.big_blind);
    let is_less = small_bet.is_some_and(|bet| whole < bet);
    (is_less && whole > paid(bring_in)).then_some(whole)
}
