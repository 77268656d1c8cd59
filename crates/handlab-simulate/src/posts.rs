//! Blinds, straddles, missed blinds, antes and bring-ins: everything posted before the first decision.

use crate::config::Level;
use crate::play::Play;
use crate::table::Owes;
use handlab_cards::game::{Betting as Limit, Game, GameFamily};
use handlab_core::hand::ActionKind;

impl Play<'_> {
    fn ante(&mut self) {
        for index in self.betting.around(0) {
            if self.betting.is_in(index) {
                self.betting.post(self.hand, index, ActionKind::PostAnte, self.level.ante);
            }
        }
    }

    /// Blinds, straddle, missed blinds, antes; returns who acts first.
    pub(crate) fn open_blinds(&mut self) -> usize {
        let Level { small_blind, big_blind, .. } = self.level;
        if !self.is_cash() {
            self.ante();
        }
        let next = |play: &Self, from: usize| play.betting.next_in(from + 1).unwrap_or(from);
        let is_heads_up = self.betting.left() == 2;
        let small = if is_heads_up { self.button } else { next(self, self.button) };
        let big = next(self, small);
        self.betting.post(self.hand, small, ActionKind::PostSmallBlind, small_blind);
        self.betting.post(self.hand, big, ActionKind::PostBigBlind, big_blind);
        let mut last = big;
        let mut bet_level = big_blind;
        let under_the_gun = next(self, big);
        if !is_heads_up && self.wants_straddle(under_the_gun) {
            self.betting.post(self.hand, under_the_gun, ActionKind::Straddle, big_blind * 2);
            (last, bet_level) = (under_the_gun, big_blind * 2);
        }
        for index in self.betting.around(big + 1) {
            if ![small, big, last].contains(&index) && !is_heads_up && self.betting.is_in(index) {
                self.post_missed(index);
            }
        }
        if self.is_cash() {
            self.ante();
        }
        self.betting.open(bet_level, bet_level);
        last + 1
    }

    fn wants_straddle(&mut self, index: usize) -> bool {
        let chair = &self.betting.chairs()[index];
        self.is_cash()
            && self.family() == GameFamily::Flop
            && self.config.betting != Limit::FixedLimit
            && chair.seated.owes == Owes::Nothing
            && chair.stack > self.level.big_blind * 4
            && self.choices.chance(self.config.rates.straddle)
    }

    fn post_missed(&mut self, index: usize) {
        let Level { small_blind, big_blind, .. } = self.level;
        let chair = &self.betting.chairs()[index];
        // A partial blind could not be identified in the text.
        if chair.stack <= small_blind + big_blind {
            return;
        }
        let owes = chair.seated.owes;
        if owes == Owes::Both {
            self.betting.post(self.hand, index, ActionKind::PostDead, small_blind);
        }
        if owes != Owes::Nothing {
            self.betting.post(self.hand, index, ActionKind::PostBigBlind, big_blind);
        }
    }

    pub(crate) fn open_short_deck(&mut self) -> usize {
        let big_blind = self.level.big_blind;
        self.betting.post(self.hand, self.button, ActionKind::PostButtonBlind, big_blind);
        self.ante();
        self.betting.open(big_blind, big_blind);
        self.button + 1
    }

    /// Antes, and a bring-in by the lowest up card.
    pub(crate) fn open_stud(&mut self) -> usize {
        self.ante();
        let is_razz = self.config.game == Game::Razz;
        let chairs = self.betting.chairs();
        let has_chips = |index: &usize| self.betting.is_in(*index) && chairs[*index].stack > 0;
        let door = |index: &usize| {
            let card = self.holes[*index].as_slice().get(2);
            card.map(|card| {
                let rank = if is_razz && card.rank() == 14 { 1 } else { card.rank() };
                let worst = if is_razz { rank } else { 15 - rank };
                (worst, if is_razz { card.suit() } else { 3 - card.suit() })
            })
        };
        let Some(index) = (0..chairs.len()).filter(has_chips).max_by_key(door) else { return 0 };
        self.betting.post(self.hand, index, ActionKind::BringIn, self.level.small_blind);
        // The text does not show what an all-in bring-in should have been.
        self.betting.open(self.betting.chairs()[index].street, self.level.big_blind);
        index + 1
    }
}
