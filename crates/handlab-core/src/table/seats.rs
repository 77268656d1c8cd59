//! `seats`: one row per player seated in a hand.

use crate::audit::SeatResult;
use crate::ev::{Expectation, Method};
use crate::hand::{AnteKind, CardsSource, Hand, Seat};
use crate::pot::Stake;
use crate::replay::SeatState;
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::score;
use handlab_columns::{
    Bools, Float64s, Int8s, Int32s, Int64s, Names, OfHand, Strings, Words, table_of_hands,
};

use super::hands::small;
use super::{Audited, Source};

table_of_hands! {
    /// See the module.
    Seats {
        site: OfHand,
        hand_id: OfHand,
        seat: Int8s,
        player: Names,
        is_anonymous: Bools,
        is_hero: Bools,
        account: Names,
        is_dealt_in: Bools,
        position: Words,
        position_index: Int8s,
        starting_stack: Int64s,
        ending_stack: Int64s,
        posted: Int64s,
        ante: Int64s,
        dead: Int64s,
        contributed: Int64s,
        uncalled: Int64s,
        won: Int64s,
        side: Int64s,
        net: Int64s,
        net_bb: Float64s,
        hole_cards: Strings,
        cards_source: Words,
        is_all_in: Bools,
        all_in_street: Words,
        folded_street: Words,
        saw_flop: Bools,
        went_to_showdown: Bools,
        won_at_showdown: Bools,
        strength: Int32s,
        category: Int8s,
        low_strength: Int32s,
        best_five: Strings,
        ev_net: Float64s,
        ev_method: Words,
        equity: Float64s,
        bounty: Int64s,
        started_at: OfHand,
        kind: OfHand,
        currency: OfHand,
        scale: OfHand,
        game: OfHand,
        game_family: OfHand,
        betting: OfHand,
        big_blind: OfHand,
        n_players: OfHand,
        verdict: OfHand,
        is_hi_lo: OfHand,
        bb_unit: OfHand,
        small_bet: OfHand,
        is_bomb_pot: OfHand,
        allin_street: OfHand,
    }
}

impl Seats {
    /// Column by column: the end of a column is looked up once per hand, not once per row.
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let Audited { hand, replay, audit, source, .. } = audited;
        let count = hand.seats.len();
        self.push_seats(hand, source);
        self.push_states(hand, &replay.seats[..count]);
        self.push_results(hand, &replay.seats[..count], &audit.seats[..count]);
        self.push_expectations(audited.expectation, &replay.seats[..count]);
    }

    fn push_seats(&mut self, hand: &Hand, source: &Source<'_>) {
        let seats = &hand.seats;
        let is_hero = |index: usize| hand.hero == Some(index as u8);
        for (index, seat) in seats.iter().enumerate() {
            self.player.push(Some(hand.str(seat.player)));
            self.account.push(source.account.filter(|_| is_hero(index)));
        }
        self.hole_cards.extend_with(seats.iter(), |seat, text| seat.hole_cards.append_to(text));
        self.is_hero.extend((0..seats.len()).map(is_hero));
        self.seat.extend_some(seats.iter().map(|seat| small(Some(seat.seat))));
        self.is_anonymous.extend(seats.iter().map(|seat| seat.is_anonymous));
        let known = |seat: &Seat| (!seat.has_unknown_stack).then_some(seat.starting_stack);
        self.starting_stack.extend_some(seats.iter().map(known));
        self.cards_source.extend(seats.iter().map(|seat| seat.cards_source.map(CardsSource::name)));
        self.bounty.extend_some(seats.iter().map(|seat| seat.bounty));
    }

    fn push_states(&mut self, hand: &Hand, states: &[SeatState]) {
        let name = |street: Option<Street>| street.map(|street| street.name(hand.game));
        self.is_dealt_in.extend(states.iter().map(|state| state.is_dealt_in));
        self.position.extend(states.iter().map(|state| state.position));
        self.position_index.extend_some(states.iter().map(|state| small(state.position_index)));
        let posted = |state: &SeatState| state.posted.saturating_sub(state.stake.dead);
        self.posted.extend(states.iter().map(posted));
        // An ante that one seat pays for everyone is dead money to the pots, but still an ante.
        let is_for_all = hand.stakes.ante_kind != AnteKind::Each;
        let ante = |stake: Stake| if is_for_all { stake.dead } else { stake.ante };
        let dead = |stake: Stake| if is_for_all { 0 } else { stake.dead };
        self.ante.extend(states.iter().map(|state| ante(state.stake)));
        self.dead.extend(states.iter().map(|state| dead(state.stake)));
        self.contributed.extend(states.iter().map(SeatState::contributed));
        self.uncalled.extend(states.iter().map(|state| state.uncalled));
        self.is_all_in.extend(states.iter().map(|state| state.all_in_street.is_some()));
        self.all_in_street.extend(states.iter().map(|state| name(state.all_in_street)));
        self.folded_street.extend(states.iter().map(|state| name(state.folded_street)));
    }

    fn push_results(&mut self, hand: &Hand, states: &[SeatState], results: &[SeatResult]) {
        let is_stud = hand.game.family() == GameFamily::Stud;
        let unit = if is_stud { hand.stakes.small_bet } else { hand.stakes.big_blind };
        let unit = unit.filter(|unit| *unit > 0);
        let nets = results.iter().zip(states).map(|(result, state)| {
            let won = result.won.saturating_add(result.side);
            result.is_known.then(|| won.saturating_sub(state.contributed()))
        });
        let seen = results.iter().zip(states).map(|(result, state)| {
            let saw_flop = state.saw_second_street;
            (result.is_known || saw_flop).then_some(saw_flop)
        });
        let known = |value: fn(&SeatResult) -> bool| {
            results.iter().map(move |result| result.is_known.then(|| value(result)))
        };
        self.won.extend_some(results.iter().map(|result| result.is_known.then_some(result.won)));
        self.side.extend(results.iter().map(|result| result.side));
        self.net.extend_some(nets.clone());
        let in_units = |net: Option<i64>| Some(net? as f64 / unit? as f64);
        self.net_bb.extend_some(nets.clone().map(in_units));
        let ending = |(seat, net): (&Seat, Option<i64>)| {
            let net = net.filter(|_| !seat.has_unknown_stack)?;
            Some(seat.starting_stack.saturating_add(net))
        };
        self.ending_stack.extend_some(hand.seats.iter().zip(nets).map(ending));
        self.saw_flop.extend_some(seen);
        self.went_to_showdown.extend_some(known(|result| result.went_to_showdown));
        self.won_at_showdown.extend_some(known(|result| result.won_at_showdown));
        let number = |strength: Option<u32>| strength.and_then(|strength| strength.try_into().ok());
        let category = |strength: u32| score::category(hand.game, strength);
        self.strength.extend_some(results.iter().map(|result| number(result.strength)));
        self.category
            .extend_some(results.iter().map(|result| small(result.strength.map(category))));
        self.low_strength.extend_some(results.iter().map(|result| number(result.low_strength)));
        self.best_five.extend_with(results.iter(), |result, text| result.best_five.append_to(text));
    }

    fn push_expectations(&mut self, expectation: &Expectation, states: &[SeatState]) {
        let expected = |(index, state): (usize, &SeatState)| {
            expectation.seats.get(index).filter(|_| state.is_dealt_in)
        };
        let seats = states.iter().enumerate();
        self.ev_net.extend_some(seats.clone().map(|(index, state)| {
            expected((index, state)).map(|expected| expected.payout - state.contributed() as f64)
        }));
        let method = expectation.method.map(Method::name);
        self.ev_method.extend(states.iter().map(|state| method.filter(|_| state.is_dealt_in)));
        self.equity.extend_some(seats.map(|seat| expected(seat).map(|expected| expected.equity)));
    }
}
