//! Infers betting rounds for texts that do not mark where one ends, from the order of decisions.

use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::hand::{Action, ActionKind, CardsPlace, Hand};

/// Moves the decisions of a game with a board to their streets, if the text does not mark streets: a round is over when
/// everyone still in has decided since the last raise. Rounds beyond the dealt cards stay on the last street.
pub(crate) fn infer_streets(hand: &mut Hand) {
    let is_flat =
        hand.actions.iter().all(|action| matches!(action.street, Street::FIRST | Street::SHOWDOWN));
    let dealt =
        hand.boards.iter().map(|board| board.street).filter(|street| *street != Street::SHOWDOWN);
    let Some(last) = dealt.max().filter(|_| is_flat && hand.game.family() == GameFamily::Flop)
    else {
        return;
    };
    let mut able = SeatSet::EMPTY;
    for (index, seat) in hand.seats.iter().enumerate() {
        let acts = |action: &Action| usize::from(action.seat) == index && !is_showing(action.kind);
        if !seat.hole_cards.is_empty() || hand.actions.iter().any(acts) {
            able.insert(index);
        }
    }
    let (mut pending, mut street) = (able, Street::FIRST);
    for action in &mut hand.actions {
        if is_showing(action.kind) {
            action.street = Street::SHOWDOWN;
            continue;
        }
        let seat = usize::from(action.seat);
        if action.kind.is_decision() && pending.is_empty() && street < last {
            street = Street(street.0 + 1);
            pending = able;
        }
        action.street = street;
        if action.kind == ActionKind::Fold || action.is_all_in {
            able.remove(seat);
        }
        if matches!(action.kind, ActionKind::Bet | ActionKind::Raise) {
            pending = able;
        }
        if action.kind.is_decision() || action.is_all_in {
            pending.remove(seat);
        }
    }
    let cards = hand.printed.cards.iter_mut();
    cards
        .filter(|cards| cards.place == CardsPlace::Shown)
        .for_each(|cards| cards.street = Street::SHOWDOWN);
    hand.last_street = hand.last_street.max(last);
}

const fn is_showing(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Show | ActionKind::Muck)
}
