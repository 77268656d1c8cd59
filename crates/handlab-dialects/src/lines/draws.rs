//! Draw games: discards, and what they imply about the cards that a seat still holds.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseError;
use handlab_core::hand::{Action, ActionKind, Amount};

use super::Reader;
use super::body::At;
use crate::syntax::text::groups;
use crate::syntax::words;

impl Reader<'_, '_> {
    /// Reads `2 cards [Ah Kd]` after `discards `.
    pub(super) fn discard(
        &mut self,
        action: &mut Action,
        rest: &str,
        line: &str,
        at: &mut At,
    ) -> Result<(), ParseError> {
        self.enter_draw(action, at);
        action.kind = ActionKind::Discard;
        action.cards = groups(rest).next().and_then(cards).unwrap_or_default();
        let count = rest.split_whitespace().next().and_then(words::number);
        let count = count.map_or(action.cards.len() as i64, i64::from);
        // In Irish everyone discards two cards: the line need not say so.
        let is_said = rest.is_empty() && self.hand.game == Game::Irish;
        let count = if is_said { 2 } else { count };
        if count == 0 && !rest.starts_with('0') {
            return Err(self.amount_error(line));
        }
        if count == 0 {
            action.kind = ActionKind::StandPat;
        } else {
            action.amount = Amount::Added(count);
        }
        self.throw_away(action.seat, action.cards);
        if self.hand.game.has_draws() && count > 0 {
            self.outdated.insert(usize::from(action.seat));
        }
        Ok(())
    }

    /// A single draw has no line between the two betting rounds: the first discard separates them.
    pub(super) fn enter_draw(&mut self, action: &mut Action, at: &mut At) {
        let game = self.hand.game;
        let has_marker = game.family() != GameFamily::Draw || game.streets() > 2;
        if at.street == Street::FIRST && !has_marker {
            at.street = Street(1);
            self.hand.last_street = at.street;
        }
        action.street = at.street;
    }

    /// Removes the known cards that a seat discards in Irish, where it gets no others.
    fn throw_away(&mut self, seat: u8, thrown: CardList) {
        if self.hand.game != Game::Irish {
            return;
        }
        let seat = &mut self.hand.seats[usize::from(seat)];
        let kept = |card: &&_| !thrown.as_slice().contains(card);
        seat.hole_cards = seat.hole_cards.as_slice().iter().filter(kept).copied().collect();
        seat.cards_source = seat.cards_source.filter(|_| !seat.hole_cards.is_empty());
    }

    /// Drops the cards of seats that may win with others: the cards that they drew were not printed.
    pub(super) fn drop_outdated_cards(&mut self) {
        if self.outdated.is_empty() {
            return;
        }
        let hand = &mut *self.hand;
        for fold in hand.actions.iter().filter(|action| action.kind == ActionKind::Fold) {
            self.outdated.remove(usize::from(fold.seat));
        }
        for (number, seat) in hand.seats.iter_mut().enumerate() {
            if self.outdated.contains(number) {
                (seat.hole_cards, seat.cards_source) = (CardList::EMPTY, None);
            }
        }
    }
}
