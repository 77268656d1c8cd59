//! `actions`: one row per action, with the state before it.

use crate::hand::{ActionKind, Amount};

use super::Audited;
use super::column::{
    Bools, Int8s, Int16s, Int64s, OfHand, SharedNames, Strings, Words, table_of_hands,
};
use super::hands::small;

table_of_hands! {
    /// See the module.
    Actions {
        site: OfHand,
        hand_id: OfHand,
        action_no: Int16s,
        street: Words,
        street_no: Int8s,
        seat: Int8s,
        player: SharedNames,
        position: Words,
        kind: Words,
        amount: Int64s,
        street_total: Int64s,
        raise_by: Int64s,
        is_all_in: Bools,
        is_capped: Bools,
        raises_before: Int8s,
        limpers_before: Int8s,
        callers_before: Int8s,
        to_call: Int64s,
        pot_before: Int64s,
        stack_before: Int64s,
        aggressor_seat: Int8s,
        can_raise: Bools,
        cards: Strings,
    }
}

impl Actions {
    /// `players` are the codes of the hand's players in `seats`.
    pub(super) fn push(&mut self, audited: &Audited<'_>, players: &[u32]) {
        let Audited { hand, replay, .. } = audited;
        let number_of = |seat: u8| hand.seats.get(usize::from(seat)).map(|seat| seat.seat);
        for (number, (action, state)) in hand.actions.iter().zip(&replay.actions).enumerate() {
            self.action_no.push(i16::try_from(number).ok());
            self.street.push(Some(action.street.name(hand.game.family())));
            self.street_no.push(small(Some(action.street.0)));
            self.seat.push(small(number_of(action.seat)));
            self.player.push(players[usize::from(action.seat)]);
            self.position.push(replay.seats[usize::from(action.seat)].position);
            self.kind.push(Some(action.kind.name()));
            let discarded = match (action.kind, action.amount) {
                (ActionKind::Discard, Amount::Added(count)) => Some(count),
                _ => None,
            };
            self.amount.push(discarded.or(Some(state.added)));
            self.street_total.push(Some(state.street_total));
            self.raise_by.push(Some(state.raise_by.max(0)));
            self.is_all_in.push(Some(state.is_all_in));
            self.is_capped.push(Some(action.is_capped));
            self.raises_before.push(small(Some(state.raises_before)));
            self.limpers_before.push(small(Some(state.limpers_before)));
            self.callers_before.push(small(Some(state.callers_before)));
            self.to_call.push(Some(state.to_call));
            self.pot_before.push(Some(state.pot_before));
            self.stack_before.push(Some(state.stack_before));
            self.aggressor_seat.push(small(state.aggressor.and_then(number_of)));
            self.can_raise.push(Some(state.can_raise));
            self.cards.push_with(|text| action.cards.append_to(text));
        }
    }
}
