//! `actions`: one row per action, with the state before it.

use crate::hand::{Action, ActionKind, Amount};
use crate::replay::{ActionState, Faces};
use handlab_columns::{
    Bools, Int8s, Int16s, Int64s, OfHand, SharedNames, Strings, Words, table_of_hands,
};

use super::Audited;
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
        previous_aggressor_seat: Int8s,
        aggressor_to_act: Bools,
        in_position: Bools,
        players_behind: Int8s,
        line: Words,
        decision_no: Int16s,
        faces: Words,
        effective_stack: Int64s,
    }
}

impl Actions {
    /// `players` holds the dictionary codes of the hand's players in `seats`.
    ///
    /// Column by column: the end of a column is looked up once per hand, not once per row.
    pub(super) fn push(&mut self, audited: &Audited<'_>, players: &[u32]) {
        let Audited { hand, replay, .. } = audited;
        let number_of = |seat: u8| hand.seats.get(usize::from(seat)).map(|seat| seat.seat);
        let count = hand.actions.len().min(replay.actions.len());
        let (actions, states) = (&hand.actions[..count], &replay.actions[..count]);
        self.action_no.extend_some((0..count).map(|number| i16::try_from(number).ok()));
        self.street.extend(actions.iter().map(|action| Some(action.street.name(hand.game))));
        self.street_no.extend_some(actions.iter().map(|action| small(Some(action.street.0))));
        self.seat.extend_some(actions.iter().map(|action| small(number_of(action.seat))));
        self.player.extend(actions.iter().map(|action| players[usize::from(action.seat)]));
        let position = |action: &Action| replay.seats[usize::from(action.seat)].position;
        self.position.extend(actions.iter().map(position));
        self.kind.extend(actions.iter().map(|action| Some(action.kind.name())));
        let amounts =
            actions.iter().zip(states).map(|(action, state)| match (action.kind, action.amount) {
                (ActionKind::Discard, Amount::Added(count)) => count,
                _ => state.added,
            });
        self.amount.extend(amounts);
        self.street_total.extend(states.iter().map(|state| state.street_total));
        self.raise_by.extend(states.iter().map(|state| state.raise_by.max(0)));
        self.is_all_in.extend(states.iter().map(|state| state.is_all_in));
        self.is_capped.extend(actions.iter().map(|action| action.is_capped));
        self.raises_before.extend_some(states.iter().map(|state| small(Some(state.raises_before))));
        self.limpers_before
            .extend_some(states.iter().map(|state| small(Some(state.limpers_before))));
        self.callers_before
            .extend_some(states.iter().map(|state| small(Some(state.callers_before))));
        self.to_call.extend(states.iter().map(|state| state.to_call));
        self.pot_before.extend(states.iter().map(|state| state.pot_before));
        let stack_before = |(action, state): (&Action, &ActionState)| {
            let seat = &hand.seats[usize::from(action.seat)];
            (!seat.has_unknown_stack).then_some(state.stack_before)
        };
        self.stack_before.extend_some(actions.iter().zip(states).map(stack_before));
        self.aggressor_seat
            .extend_some(states.iter().map(|state| small(state.aggressor.and_then(number_of))));
        self.can_raise.extend(states.iter().map(|state| state.can_raise));
        self.cards.extend_with(actions.iter(), |action, text| action.cards.append_to(text));
        self.previous_aggressor_seat.extend_some(
            states.iter().map(|state| small(state.previous_aggressor.and_then(number_of))),
        );
        self.aggressor_to_act.extend_some(states.iter().map(|state| state.aggressor_to_act));
        self.in_position.extend_some(states.iter().map(|state| state.in_position));
        self.players_behind
            .extend_some(states.iter().map(|state| small(Some(state.players_behind))));
        self.line.extend(states.iter().map(|state| Some(state.line.name())));
        let number = |state: &ActionState| i16::try_from(state.decision_no?).ok();
        self.decision_no.extend_some(states.iter().map(number));
        self.faces.extend(states.iter().map(|state| state.faces.map(Faces::name)));
        self.effective_stack.extend_some(states.iter().map(|state| state.effective_stack));
    }
}
