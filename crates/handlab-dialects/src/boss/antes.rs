//! Antes that the text does not list, though its pots hold them.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind};

/// Adds the antes of a tournament hand without any, if the first printed pot exceeds what the actions put in by the
/// same amount for each of the `dealt` seats. Stacks are printed after the antes were paid.
///
/// Any other excess stays, so that the audit reports it.
pub(super) fn infer(hand: &mut Hand, dealt: &[u8], pot: i64) {
    let has_antes = hand.actions.iter().any(|action| action.kind == ActionKind::PostAnte);
    let excess = pot.saturating_sub(first_street_pot(hand));
    let count = dealt.len() as i64;
    if has_antes || hand.kind != Kind::Tournament || count < 2 || excess % count != 0 {
        return;
    }
    let ante = excess / count;
    // No structure has an ante of more than half of the big blind.
    let is_plausible = hand.stakes.big_blind.is_some_and(|big_blind| ante <= big_blind / 2);
    if ante <= 0 || !is_plausible {
        return;
    }
    hand.stakes.ante = Some(ante);
    for seat in dealt {
        let stack = &mut hand.seats[usize::from(*seat)].starting_stack;
        *stack = stack.saturating_add(ante);
    }
    let antes = dealt.iter().map(|seat| Action {
        street: Street::FIRST,
        seat: *seat,
        kind: ActionKind::PostAnte,
        amount: Amount::Added(ante),
        is_all_in: false,
        is_capped: false,
        cards: CardList::EMPTY,
    });
    hand.actions.splice(0..0, antes);
}

/// What the actions of the first street put in, without what no one matched.
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
