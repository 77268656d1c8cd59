//! One hand from the posts to the last betting round.

use super::betting::{Betting, Choice, Legal, MOST_SEATS};
use super::config::Config;
use super::exchange;
use super::quality::{self, Starts};
use super::style::{Spot, decide};
use handlab_cards::card::{Card, CardList, CardSet};
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Hand};

/// The forced bets of the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) small_blind: i64,
    pub(super) big_blind: i64,
    pub(super) ante: i64,
}

/// A hand that is being played.
pub(super) struct Play<'a> {
    pub(super) config: &'a Config,
    pub(super) level: Level,
    pub(super) hand: &'a mut Hand,
    pub(super) betting: Betting,
    /// Where the cards come from, and nothing else.
    pub(super) cards: Generator,
    /// Where decisions come from.
    pub(super) choices: &'a mut Generator,
    pub(super) deck: Deck,
    pub(super) holes: [CardList; MOST_SEATS],
    pub(super) starts: &'a Starts,
    pub(super) hero: Option<usize>,
    /// Index of the button's chair.
    pub(super) button: usize,
    /// The last street that was dealt before the hand ended, runs of an all-in included.
    pub(super) last_street: u8,
    /// The part of the board that had been dealt when no one could bet any more.
    pub(super) board_at_all_in: Option<CardList>,
    pub(super) views: [View; MOST_SEATS],
    pub(super) thrown: Vec<Card>,
}

/// What a player thinks of their cards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    quality: u16,
    /// The street on which the player looked, from 1; 0 for never.
    looked: u8,
}

impl Play<'_> {
    /// Plays the hand up to the showdown.
    pub(super) fn run(&mut self) {
        self.deal_first();
        let mut first = match self.family() {
            GameFamily::Stud => self.open_stud(),
            _ if self.config.game == Game::ShortDeck => self.open_short_deck(),
            _ => self.open_blinds(),
        };
        let mut initiative = None;
        for street in 0..self.config.game.streets() {
            self.last_street = street;
            if street > 0 {
                initiative = self.betting.aggressor.or(initiative);
                self.betting.next_street(Street(street), self.fixed_bet(street));
                self.deal_street(street);
                first = self.first_to_act();
            }
            self.betting_round(first, initiative);
            if self.betting.left() < 2 {
                break;
            }
            if self.betting.with_chips() < 2 && self.board_at_all_in.is_none() {
                self.board_at_all_in = Some(self.hand.board(0));
                if self.wants_two_runs(street) {
                    self.run_twice(street);
                    break;
                }
            }
        }
    }

    pub(super) fn family(&self) -> GameFamily {
        self.config.game.family()
    }

    pub(super) fn is_cash(&self) -> bool {
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

    fn deal_first(&mut self) {
        for index in self.betting.around(self.button + 1) {
            if self.betting.is_in(index) {
                self.deal_to(index, quality::first_cards(self.config.game));
            }
        }
        if self.config.game == Game::Courchevel {
            self.deal_board(0, 0, 1);
        }
    }

    fn deal_board(&mut self, street: u8, run_no: u8, count: usize) {
        let cards = (0..count).filter_map(|_| self.deal_card()).collect();
        self.hand.boards.push(BoardCards { run_no, street: Street(street), cards });
    }

    fn board_cards(&self, street: u8) -> usize {
        match (street, self.config.game) {
            (1, Game::Courchevel) => 2,
            (1, _) => 3,
            _ => 1,
        }
    }

    fn deal_street(&mut self, street: u8) {
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
                        self.exchange(index, street);
                    }
                }
            }
        }
    }

    fn exchange(&mut self, index: usize, street: u8) {
        let hole = self.holes[index];
        let kept = exchange::keep(self.config.game, hole, self.config.is_blind_play, self.choices);
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

    /// The bet of fixed limit on that street.
    fn fixed_bet(&self, street: u8) -> i64 {
        let is_small = street < self.config.game.streets() / 2;
        if is_small { self.level.big_blind } else { self.level.big_blind * 2 }
    }

    /// Who opens a later street: left of the button, or in stud the best cards that are seen.
    fn first_to_act(&self) -> usize {
        if self.family() != GameFamily::Stud {
            return self.button + 1;
        }
        let seen = |index: &usize| {
            let cards = self.holes[*index].as_slice();
            seen_worth(self.config.game, cards.get(2..cards.len().min(6)).unwrap_or_default())
        };
        // Of equals the first in the order of the chairs.
        let left =
            (0..self.betting.chairs().len()).rev().filter(|index| self.betting.is_in(*index));
        left.max_by_key(seen).unwrap_or_default()
    }

    fn betting_round(&mut self, first: usize, initiative: Option<usize>) {
        let Play { config, level, hand, betting, choices, holes, starts, button, views, .. } = self;
        let board = hand.board(0).set();
        let street = betting.street;
        betting.round(hand, first, |betting, index, legal| {
            let chair = &betting.chairs()[index];
            if chair.seated.is_away {
                return Choice::Fold;
            }
            let view = &mut views[index];
            if view.looked <= street.0 {
                view.look(config, starts, holes[index], board, street, choices);
            }
            let spot = Spot {
                is_first_street: street == Street::FIRST,
                quality: view.quality,
                players: betting.chairs().iter().filter(|chair| chair.seated.is_dealt_in).count(),
                opponents: betting.left() as u32 - 1,
                is_late: is_late(betting, index, *button),
                is_in_blind: chair.street > 0,
                has_initiative: initiative == Some(index),
                raises: betting.raises,
                big_blind: level.big_blind,
                pot: betting.pot(),
                price: betting.price,
                legal,
            };
            choose(&chair.seated.style, &spot, choices)
        });
    }

    fn wants_two_runs(&mut self, street: u8) -> bool {
        self.is_cash()
            && self.family() == GameFamily::Flop
            && street < 3
            && self.is_each_pot_contested()
            && self.choices.chance(self.config.rates.run_twice)
    }

    fn run_twice(&mut self, street: u8) {
        for run_no in 1..=2 {
            for street in street + 1..=3 {
                self.deal_board(street, run_no, self.board_cards(street));
            }
        }
        self.hand.n_runouts = 2;
        self.last_street = 3;
    }
}

impl View {
    fn look(
        &mut self,
        config: &Config,
        starts: &Starts,
        hole: CardList,
        board: CardSet,
        street: Street,
        source: &mut Generator,
    ) {
        self.looked = street.0 + 1;
        if config.is_blind_play {
            self.quality = source.between(0, 999) as u16;
        } else if street == Street::FIRST {
            self.quality = starts.quality(hole);
        } else {
            let later = quality::later(config.game, config.is_hi_lo, hole.set(), board, source);
            self.quality = later.unwrap_or(self.quality);
        }
    }
}

fn choose(style: &super::style::Style, spot: &Spot, source: &mut Generator) -> Choice {
    let Legal { to_call, .. } = spot.legal;
    match decide(style, spot, source) {
        Choice::Fold if to_call == 0 => Choice::Call,
        choice => choice,
    }
}

/// Whether at most one player sits between this one and the end of the round.
fn is_late(betting: &Betting, index: usize, button: usize) -> bool {
    let len = betting.chairs().len();
    (button + len - index) % len.max(1) < 2
}

/// A number by which open stud cards are compared: the better acts first.
fn seen_worth(game: Game, cards: &[Card]) -> i64 {
    let rank_of =
        |card: &Card| if game == Game::Razz && card.rank() == 14 { 1 } else { card.rank() };
    let mut counts = [0_i64; 15];
    for card in cards {
        counts[usize::from(rank_of(card))] += 1;
    }
    // The largest groups first, then the highest ranks.
    let mut groups: Vec<(i64, i64)> =
        (1..15).filter(|rank| counts[*rank] > 0).map(|rank| (counts[rank], rank as i64)).collect();
    groups.sort_unstable_by(|left, right| right.cmp(left));
    let mut worth = 0;
    for place in 0..4 {
        let (count, rank) = groups.get(place).copied().unwrap_or_default();
        worth = worth * 100 + count * 16 + rank;
    }
    if game == Game::Razz { -worth } else { worth }
}
