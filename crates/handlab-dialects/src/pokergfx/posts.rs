//! Posts, which have no events: blinds, antes, straddles, bomb pots.

use handlab_cards::game::Street;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, AnteKind};

use super::fill::{Filler, number};
use super::object::Object;
use crate::syntax::json::Number;

/// Who pays the ante, and whether before the blinds.
#[derive(Clone, Copy)]
struct AnteRule {
    payers: AnteKind,
    is_first: bool,
}

impl Filler<'_, '_> {
    pub(super) fn posts(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let bomb_pot = self.amount(object.bomb_pot)?;
        if bomb_pot > 0 {
            self.hand.is_bomb_pot = true;
            self.hand.stakes.ante = Some(bomb_pot);
            self.post_for_all(bomb_pot);
            return Ok(());
        }
        let ante = self.hand.stakes.ante.unwrap_or(0);
        let rule = self.ante_rule(object, ante)?;
        if rule.is_first {
            self.post_ante(object, rule.payers, ante);
        }
        let blinds = &object.blinds;
        let (small, big) = (self.amount(blinds.small)?, self.amount(blinds.big)?);
        self.post_in(blinds.small_seat, ActionKind::PostSmallBlind, small);
        self.post_in(blinds.big_seat, ActionKind::PostBigBlind, big);
        self.straddles(object, big)?;
        if !rule.is_first {
            self.post_ante(object, rule.payers, ante);
        }
        Ok(())
    }

    fn ante_rule(&self, object: &Object<'_>, ante: i64) -> Result<AnteRule, ParseError> {
        let word = object.blinds.ante_type.as_deref().unwrap_or_default();
        let (payers, is_first) = match word {
            _ if ante == 0 => (AnteKind::Each, true),
            "STD_ANTE" => (AnteKind::Each, true),
            "BUTTON_ANTE" => (AnteKind::Button, true),
            "BB_ANTE" => (AnteKind::BigBlind, true),
            "BB_ANTE_BB1ST" => (AnteKind::BigBlind, false),
            _ => return Err(self.error(ParseErrorKind::Header(word.to_owned()), word)),
        };
        Ok(AnteRule { payers, is_first })
    }

    fn post_ante(&mut self, object: &Object<'_>, payers: AnteKind, ante: i64) {
        self.hand.stakes.ante_kind = payers;
        match payers {
            AnteKind::Each => self.post_for_all(ante),
            AnteKind::BigBlind => {
                self.post_in(object.blinds.big_seat, ActionKind::PostAnte, ante);
            }
            AnteKind::Button => self.post_in(object.blinds.button, ActionKind::PostAnte, ante),
        }
    }

    /// Posts the third blind, and anything else that a player posts beyond the big blind.
    fn straddles(&mut self, object: &Object<'_>, big_blind: i64) -> Result<(), ParseError> {
        let blinds = &object.blinds;
        let third = self.amount(blinds.third)?;
        self.straddle(blinds.third_seat, third);
        for player in &object.players {
            let amount = self.amount(player.straddle)?;
            let is_third = number(player.number) == number(blinds.third_seat);
            if amount > big_blind && !(is_third && third > 0) {
                self.straddle(player.number, amount);
            }
        }
        Ok(())
    }

    fn straddle(&mut self, seat: Number<'_>, amount: i64) {
        if amount > 0 {
            self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(amount));
            self.post_in(seat, ActionKind::Straddle, amount);
        }
    }

    fn post_for_all(&mut self, amount: i64) {
        for seat in 0..self.hand.seats.len() as u8 {
            self.post(seat, ActionKind::PostAnte, amount);
        }
    }

    /// Posts for a seat number, if a dealt-in player has it.
    fn post_in(&mut self, chair: Number<'_>, kind: ActionKind, amount: i64) {
        if let Some(seat) = number(chair).and_then(|chair| self.hand.seat_index(chair)) {
            self.post(seat, kind, amount);
        }
    }

    fn post(&mut self, seat: u8, kind: ActionKind, amount: i64) {
        let left = self.stacks[usize::from(seat)].left;
        let added = amount.min(left);
        if added > 0 && !self.hand.seats[usize::from(seat)].is_sitting_out {
            let post = Action::new(Street::FIRST, seat, kind, Amount::Added(added));
            self.push(Action { is_all_in: added == left, ..post });
        }
    }
}
