//! A hand being played: its cards, and how they are dealt.

use crate::betting::Betting;
use crate::config::{Config, Level, MOST_SEATS};
use crate::discard;
use crate::quality::{self, Starts, View};
use handlab_cards::card::{Card, CardList};
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Hand};

/// A hand being played.
pub(crate) struct Play<'a> {
    pub(crate) config: &'a Config,
    pub(crate) level: Level,
    pub(crate) hand: &'a mut Hand,
    pub(crate) betting: Betting,
    /// The source of cards, and of nothing else.
    pub(crate) cards: Generator,
    /// The source of decisions.
    pub(crate) choices: &'a mut Generator,
    pub(crate) deck: Deck,
    pub(crate) holes: [CardList; MOST_SEATS],
    pub(crate) starts: &'a Starts,
    pub(crate) hero: Option<usize>,
    /// The index of the button's seat.
    pub(crate) button: usize,
    /// The last street dealt before the hand ended, including runouts after an all-in.
    pub(crate) last_street: u8,
    /// The board at the point when no one could bet any more.
    pub(crate) board_at_all_in: Option<CardList>,
    pub(crate) views: [View; MOST_SEATS],
    pub(crate) thrown: Vec<Card>,
}

impl Play<'_> {
    pub(crate) fn family(&self) -> GameFamily {
        self.config.game.family()
    }

    pub(crate) fn is_cash(&self) -> bool {
        self.config.tournament.is_none()
    }

    fn deal_card(&mut self) -> Option<Card> {
        if self.deck.left() == 0 {
            self.deck.put_back(self.thrown.drain(..));
        }
        self.deck.deal(&mut self.cards)
    }

    fn deal_to(&mut self, index: usize, count: usize) {
        for _ in 0..count {
            if let Some(card) = self.deal_card() {
                self.holes[index].push(card);
            }
        }
    }

    pub(crate) fn deal_first(&mut self) {
        for index in self.betting.around(self.button + 1) {
            if self.betting.is_in(index) {
                self.deal_to(index, quality::first_cards(self.config.game));
            }
        }
        if self.config.game == Game::Courchevel {
            self.deal_board(0, 0, 1);
        }
    }

    pub(crate) fn deal_board(&mut self, street: u8, run_no: u8, count: usize) {
        let cards = (0..count).filter_map(|_| self.deal_card()).collect();
        self.hand.boards.push(BoardCards { run_no, street: Street(street), cards });
    }

    pub(crate) fn board_cards(&self, street: u8) -> usize {
        match (street, self.config.game) {
            (1, Game::Courchevel) => 2,
            (1, _) => 3,
            _ => 1,
        }
    }

    pub(crate) fn deal_street(&mut self, street: u8) {
        match self.family() {
            GameFamily::Flop => self.deal_board(street, 0, self.board_cards(street)),
            GameFamily::Stud => {
                for index in self.betting.around(0) {
                    if self.betting.is_in(index) {
                        self.deal_to(index, 1);
                    }
                }
            }
            GameFamily::Draw => {
                for index in self.betting.around(self.button + 1) {
                    if self.betting.is_in(index) {
                        self.draw(index, street);
                    }
                }
            }
        }
    }

    fn draw(&mut self, index: usize, street: u8) {
        let hole = self.holes[index];
        let kept = discard::keep(self.config.game, hole, self.config.is_blind_play, self.choices);
        let is_kept = |card: &&Card| kept.set().contains(**card);
        let thrown: CardList =
            hole.as_slice().iter().filter(|card| !is_kept(card)).copied().collect();
        let is_hero = self.hero == Some(index);
        self.hand.actions.push(Action {
            street: Street(street),
            seat: index as u8,
            kind: if thrown.is_empty() { ActionKind::StandPat } else { ActionKind::Discard },
            amount: Amount::Added(thrown.len() as i64),
            is_all_in: false,
            is_capped: false,
            cards: if is_hero { thrown } else { CardList::EMPTY },
        });
        self.holes[index] = kept;
        self.deal_to(index, thrown.len());
        self.thrown.extend(thrown.as_slice());
    }
}
