//! Cards that players show or muck, in the body and in the summary.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Game, GameFamily};
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseError;
use handlab_core::hand::{Action, ActionKind, Amount, CardsPlace, CardsSource};

use super::Reader;
use super::body::At;
use crate::syntax::text::{groups, split_at_mark};

/// What a seat's line may have between its name and cards without a verb.
const MARKS: [&str; 3] = ["(button)", "(small blind)", "(big blind)"];

impl Reader<'_, '_> {
    /// Reads `[Ah Kd] (a pair of Aces)` after `shows `.
    pub(super) fn show(
        &mut self,
        seat: u8,
        rest: &str,
        line: &str,
        at: &At,
    ) -> Result<(), ParseError> {
        let shown = groups(rest).next().and_then(cards).ok_or_else(|| self.card_error(line))?;
        let cards = self.held(shown);
        if cards != shown && cards.is_empty() {
            self.skip_line();
        }
        self.record_hole_cards(seat, cards, CardsSource::Shown);
        self.record_cards(seat, CardsPlace::Shown, (at.street, at.run_no), cards, rest);
        let action = Action::new(at.street, seat, ActionKind::Show, Amount::Added(0));
        self.hand.actions.push(Action { cards, ..action });
        Ok(())
    }

    /// Records the known cards of a seat; fewer cards never replace more.
    pub(super) fn record_hole_cards(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        let hand = &mut *self.hand;
        // After the discard, the two cards that are left are the whole Irish hand.
        let is_rest = hand.game == Game::Irish
            && hand.last_street >= hand.game.last_exchange()
            && cards.len() == hand.game.hole_cards();
        let number = usize::from(seat);
        let seat = &mut hand.seats[number];
        if cards.is_empty() || (cards.len() < seat.hole_cards.len() && !is_rest) {
            return;
        }
        seat.set_hole_cards(cards, source);
        self.outdated.remove(number);
    }

    /// Records the cards of a seat's line of the summary: `showed [Ah Kd]`, or straight after the name and its marks.
    pub(super) fn mucked(&mut self, seat: u8, text: &str) {
        let Some((words, _)) = split_at_mark(text, b'[') else { return };
        let verb = words.trim_end_matches([':', ' ']).rsplit(' ').next().unwrap_or_default();
        let is_verb = |known: &str| verb.eq_ignore_ascii_case(known);
        let shown = verb.is_empty()
            || MARKS.contains(&words.trim())
            || ["mucked", "showed", "lost", "shows", "mucks"].iter().any(|known| is_verb(known));
        if let Some(cards) = groups(text).next().filter(|_| shown).and_then(cards) {
            let cards = self.held_in_summary(cards, text);
            let is_unknown = self.hand.seats[usize::from(seat)].hole_cards.len() < cards.len();
            if is_unknown {
                let is_muck = is_verb("mucked") || is_verb("mucks");
                let source = if is_muck { CardsSource::Mucked } else { CardsSource::Shown };
                self.record_hole_cards(seat, cards, source);
            }
        }
    }

    /// The hole cards among shown cards, of which there are more only where a program prints the best five: those that are
    /// not on the board. Empty if they are not the whole holding.
    pub(super) fn held(&self, shown: CardList) -> CardList {
        let game = self.hand.game;
        let holding = game.dealt_cards();
        if shown.len() <= holding || holding > 2 || game.family() != GameFamily::Flop {
            return shown;
        }
        let board = self.hand.boards.iter().flat_map(|part| part.cards.as_slice());
        let board: Vec<Card> = board.copied().collect();
        let held = shown.as_slice().iter().copied().filter(|card| !board.contains(card));
        let held: CardList = held.collect();
        if held.len() == holding { held } else { CardList::EMPTY }
    }

    /// As [`Reader::held`], or, where the best five stand in place of hole cards, the cards in the last brackets of a
    /// seat's line: `showed [best five] and won ($5) [Ah Kd]`.
    pub(super) fn held_in_summary(&self, shown: CardList, text: &str) -> CardList {
        let held = self.held(shown);
        if held == shown {
            return shown;
        }
        let is_holding = |cards: &CardList| cards.len() == self.hand.game.dealt_cards();
        groups(text).last().and_then(cards).filter(is_holding).unwrap_or(held)
    }
}
