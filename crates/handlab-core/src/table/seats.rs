//! `seats`: one row per player seated in a hand.

use crate::audit::SeatResult;
use crate::ev::{Expectation, Method};
use crate::hand::{AnteKind, CardsSource, Seat};
use crate::pot::Stake;
use crate::replay::SeatState;
use handlab_cards::game::GameFamily;
use handlab_cards::score;

use super::Audited;
use super::column::{
    Bools, Float64s, Int8s, Int32s, Int64s, Names, OfHand, Strings, Words, table_of_hands,
};
use super::hands::small;

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
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let Audited { hand, replay, audit, expectation, source } = audited;
        for (index, seat) in hand.seats.iter().enumerate() {
            let is_hero = hand.hero == Some(index as u8);
            self.player.push(Some(hand.str(seat.player)));
            self.is_hero.push(Some(is_hero));
            self.account.push(source.account.filter(|_| is_hero));
            self.push_seat(seat);
            self.push_state(audited, &replay.seats[index]);
            self.push_result(audited, seat, &replay.seats[index], &audit.seats[index]);
            self.push_expectation(expectation, index, &replay.seats[index]);
        }
    }

    fn push_seat(&mut self, seat: &Seat) {
        self.seat.push(small(Some(seat.seat)));
        self.is_anonymous.push(Some(seat.is_anonymous));
        self.starting_stack.push(Some(seat.starting_stack));
        self.hole_cards.push_with(|text| seat.hole_cards.append_to(text));
        self.cards_source.push(seat.cards_source.map(CardsSource::name));
        self.bounty.push(seat.bounty);
    }

    fn push_state(&mut self, audited: &Audited<'_>, state: &SeatState) {
        let family = audited.hand.game.family();
        self.is_dealt_in.push(Some(state.is_dealt_in));
        self.position.push(state.position);
        self.position_index.push(small(state.position_index));
        self.posted.push(Some(state.posted.saturating_sub(state.stake.dead)));
        // An ante that one seat pays for all is dead money to the pots, and still an ante.
        let is_for_all = audited.hand.stakes.ante_kind != AnteKind::Each;
        let Stake { ante, dead, .. } = state.stake;
        let (ante, dead) = if is_for_all { (dead, 0) } else { (ante, dead) };
        self.ante.push(Some(ante));
        self.dead.push(Some(dead));
        self.contributed.push(Some(state.contributed()));
        self.uncalled.push(Some(state.uncalled));
        self.is_all_in.push(Some(state.all_in_street.is_some()));
        self.all_in_street.push(state.all_in_street.map(|street| street.name(family)));
        self.folded_street.push(state.folded_street.map(|street| street.name(family)));
        self.saw_flop.push(Some(state.saw_second_street));
    }

    fn push_result(
        &mut self,
        audited: &Audited<'_>,
        seat: &Seat,
        state: &SeatState,
        result: &SeatResult,
    ) {
        let hand = audited.hand;
        let net = result.won.saturating_add(result.side).saturating_sub(state.contributed());
        let is_stud = hand.game.family() == GameFamily::Stud;
        let unit = if is_stud { hand.stakes.small_bet } else { hand.stakes.big_blind };
        self.won.push(Some(result.won));
        self.side.push(Some(result.side));
        self.net.push(Some(net));
        self.net_bb.push(unit.filter(|unit| *unit > 0).map(|unit| net as f64 / unit as f64));
        self.ending_stack.push(Some(seat.starting_stack.saturating_add(net)));
        self.went_to_showdown.push(Some(result.went_to_showdown));
        self.won_at_showdown.push(Some(result.won_at_showdown));
        let number = |strength: Option<u32>| strength.and_then(|strength| strength.try_into().ok());
        self.strength.push(number(result.strength));
        self.category
            .push(small(result.strength.map(|strength| score::category(hand.game, strength))));
        self.low_strength.push(number(result.low_strength));
        self.best_five.push_with(|text| result.best_five.append_to(text));
    }

    fn push_expectation(&mut self, expectation: &Expectation, index: usize, state: &SeatState) {
        let expected = expectation.seats.get(index).filter(|_| state.is_dealt_in);
        let net = expected.map(|expected| expected.payout - state.contributed() as f64);
        let method = expectation.method.filter(|_| state.is_dealt_in);
        self.ev_net.push(net);
        self.ev_method.push(method.map(Method::name));
        self.equity.push(expected.map(|expected| expected.equity));
    }
}
