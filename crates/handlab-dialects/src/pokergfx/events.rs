//! The events of a hand: decisions, and board cards in between.

use handlab_cards::game::Street;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount};

use super::boards::Boards;
use super::fill::{Filler, number};
use super::object::{Event, Object};
use crate::syntax::json::text_of;

impl Filler<'_, '_> {
    pub(super) fn events(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let mut boards = Boards::default();
        for event in &object.events {
            if event.kind == "BOARD CARD" {
                let text = event.board_cards.as_deref().unwrap_or_default();
                let board = number(event.board_num).unwrap_or(1);
                boards
                    .deal(board, text)
                    .ok_or_else(|| self.error(ParseErrorKind::Cards(text.to_owned()), text))?;
            } else {
                self.decision(event, boards.street())?;
            }
        }
        if boards.fill(self.hand).is_none() {
            let kind = ParseErrorKind::Cards("a board that is not whole".to_owned());
            return Err(self.error(kind, ""));
        }
        Ok(())
    }

    fn decision(&mut self, event: &Event<'_>, street: Street) -> Result<(), ParseError> {
        let chair = number(event.player);
        let seat = chair.and_then(|chair| self.hand.seat_index(chair)).ok_or_else(|| {
            let who = format!("player {}", text_of(event.player).unwrap_or_default());
            self.error(ParseErrorKind::UnknownPlayer(who), &event.kind)
        })?;
        let total = self.amount(event.amount)?;
        let big_blind = self.hand.stakes.big_blind.filter(|_| !self.hand.is_bomb_pot).unwrap_or(0);
        let first = Action::new(street, seat, ActionKind::Check, Amount::Added(0));
        self.level.enter(&first, big_blind);
        let added = total.saturating_sub(self.level.committed(seat));
        let (kind, added) = match &*event.kind {
            "FOLD" => (ActionKind::Fold, 0),
            "CHECK" => (ActionKind::Check, 0),
            "CALL" => (ActionKind::Call, added),
            "BET" | "ALL IN" => (self.level.kind_of(seat, added), added),
            word => {
                return Err(self.error(ParseErrorKind::UnknownLine(word.to_owned()), word));
            }
        };
        if added < 0 {
            let printed = text_of(event.amount).unwrap_or_default();
            return Err(self.error(ParseErrorKind::Amount(printed.to_owned()), printed));
        }
        let is_all_in = event.kind == "ALL IN";
        self.push(Action { kind, amount: Amount::Added(added), is_all_in, ..first });
        Ok(())
    }
}
