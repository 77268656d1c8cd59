//! Infers antes that the text does not list but its pots include.

use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind};

/// Adds antes to a tournament hand that lists none, if the first printed pot exceeds what the actions put in by an
/// equal amount for each of the `dealt` seats. Stacks are printed after the antes were paid.
///
/// One seat may have had less and be all-in. Any other excess stays, so that the audit reports it.
pub(super) fn infer(hand: &mut Hand, dealt: &[u8], pot: i64) {
    let has_antes = hand.actions.iter().any(|action| action.kind == ActionKind::PostAnte);
    if has_antes || hand.kind != Kind::Tournament || dealt.len() < 2 {
        return;
    }
    let excess = pot.saturating_sub(first_street_pot(hand));
    let broke = broke_seat(hand, dealt);
    let chip = SMALLEST_CHIP * 10_i64.pow(u32::from(hand.scale));
    let Some(Antes { ante, rest }) = split(excess, dealt.len() as i64, chip, broke.is_some())
    else {
        return;
    };
    // No structure has an ante above half the big blind.
    let is_plausible = hand.stakes.big_blind.is_some_and(|big_blind| ante <= big_blind / 2);
    if ante <= 0 || !is_plausible {
        return;
    }
    hand.stakes.ante = Some(ante);
    let mut actions = Vec::with_capacity(dealt.len());
    for number in dealt.iter().copied() {
        let is_all_in = broke == Some(number);
        let paid = if is_all_in { rest } else { ante };
        let seat = &mut hand.seats[usize::from(number)];
        seat.starting_stack = seat.starting_stack.saturating_add(paid);
        seat.is_sitting_out &= !is_all_in;
        let post = Action::new(Street::FIRST, number, ActionKind::PostAnte, Amount::Added(paid));
        actions.push(Action { is_all_in, ..post });
    }
    hand.actions.splice(0..0, actions);
}

/// In whole chips.
const SMALLEST_CHIP: i64 = 5;

/// The only seat that has nothing left and does nothing but shows a hand: not one whose player has left.
fn broke_seat(hand: &Hand, dealt: &[u8]) -> Option<u8> {
    let has_nothing = |number: &u8| hand.seats[usize::from(*number)].starting_stack == 0;
    let mut found = dealt.iter().copied().filter(has_nothing);
    let (broke, other) = (found.next()?, found.next());
    let is_idle = hand.actions.iter().all(|action| action.seat != broke);
    let has_cards = !hand.seats[usize::from(broke)].hole_cards.is_empty();
    (other.is_none() && is_idle && has_cards).then_some(broke)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Antes {
    ante: i64,
    /// The ante of a seat that had no more; the full ante if there is none.
    rest: i64,
}

/// Splits the excess of a pot into equal antes or, failing that, into equal ones and one smaller one, all in whole
/// chips, provided there is only one way. That only the others paid also counts as a way.
fn split(excess: i64, count: i64, chip: i64, may_be_short: bool) -> Option<Antes> {
    if excess % count == 0 {
        return Some(Antes { ante: excess / count, rest: excess / count });
    }
    let others = count - 1;
    let (least, most) = (excess / count / chip + 1, excess / others / chip);
    let ante = most * chip;
    let rest = excess - ante * others;
    let is_sole = least == most && rest > 0 && rest % chip == 0;
    (may_be_short && excess > 0 && is_sole).then_some(Antes { ante, rest })
}

/// What the actions of the first street put in, without the unmatched part.
fn first_street_pot(hand: &Hand) -> i64 {
    let mut live = [0_i64; MAX_SEATS];
    let mut total = 0_i64;
    for action in hand.actions.iter().take_while(|action| action.street == Street::FIRST) {
        let added = action.amount.printed();
        total = total.saturating_add(added);
        if action.kind != ActionKind::PostDead {
            let live = &mut live[usize::from(action.seat)];
            *live = live.saturating_add(added);
        }
    }
    live.sort_unstable_by(|one, other| other.cmp(one));
    total.saturating_sub(live[0] - live[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_ante_is_inferred_only_in_one_way() {
        let found =
            |excess, count| split(excess, count, 5, true).map(|antes| (antes.ante, antes.rest));
        assert_eq!(found(245, 10), Some((25, 20)));
        assert_eq!(found(250, 10), Some((25, 25)));
        assert_eq!(found(35, 3), Some((15, 5)));
        // 50 + 50 + 40, 55 + 55 + 30, ...
        assert_eq!(found(140, 3), None);
        // 95 nine times and 70, or 100 and 25.
        assert_eq!(found(925, 10), None);
        // 25 from the others alone; 25 three times and 15; or 30 from the others alone.
        assert_eq!(found(200, 9), None);
        assert_eq!(found(90, 4), None);
        // Not in whole chips.
        assert_eq!(found(244, 10), None);
        for excess in [-245, -1, i64::MIN, i64::MAX] {
            assert_eq!(found(excess, 10), None, "{excess}");
        }
        assert_eq!(split(245, 10, 5, false), None);
    }
}
