//! A hand street by street, from the posts to the last betting round.

use crate::betting::Betting;
use crate::decision::{Choice, Legal};
use crate::play::Play;
use crate::style::{Spot, Style, decide};
use handlab_cards::card::Card;
use handlab_cards::deal::Generator;
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::pot::{self, Stake};

impl Play<'_> {
    /// Plays the hand up to the showdown.
    pub(crate) fn run(&mut self) {
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

    /// The fixed-limit bet on a street.
    fn fixed_bet(&self, street: u8) -> i64 {
        let is_small = street < self.config.game.streets() / 2;
        if is_small { self.level.big_blind } else { self.level.big_blind * 2 }
    }

    /// The player who opens a later street: left of the button, or in stud the best up cards.
    fn first_to_act(&self) -> usize {
        if self.family() != GameFamily::Stud {
            return self.button + 1;
        }
        let seen = |index: &usize| {
            let cards = self.holes[*index].as_slice();
            seen_worth(self.config.game, cards.get(2..cards.len().min(6)).unwrap_or_default())
        };
        // Among equals, the first in seat order.
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
            let spot = Spot {
                is_first_street: street == Street::FIRST,
                quality: views[index].update(config, starts, holes[index], board, street, choices),
                players: betting.chairs().iter().filter(|chair| chair.seated.is_dealt_in).count(),
                opponents: betting.left() as u32 - 1,
                is_late: is_late(betting, index, *button),
                is_in_blind: chair.street > 0,
                has_initiative: initiative == Some(index),
                raises: betting.raises,
                big_blind: level.big_blind,
                pot: betting.pot(),
                bet_level: betting.bet_level,
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

    /// Whether at least two players are eligible for every pot.
    fn is_each_pot_contested(&self) -> bool {
        let mut stakes: Vec<Stake> =
            self.betting.chairs().iter().map(|chair| chair.stake).collect();
        pot::take_uncalled(&mut stakes);
        let mut pots = Vec::new();
        pot::pots(&stakes, 0, &mut pots);
        pots.iter().all(|pot| pot.eligible.len() > 1)
    }
}

fn choose(style: &Style, spot: &Spot, source: &mut Generator) -> Choice {
    let Legal { to_call, .. } = spot.legal;
    match decide(style, spot, source) {
        Choice::Fold if to_call == 0 => Choice::Call,
        choice => choice,
    }
}

/// Whether at most one player acts after this one in the round.
fn is_late(betting: &Betting, index: usize, button: usize) -> bool {
    let len = betting.chairs().len();
    (button + len - index) % len.max(1) < 2
}

/// A number by which up cards in stud are compared: the better ones act first.
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
    // Two pair beat any single pair: all sizes come before all ranks.
    groups.resize(4, (0, 0));
    let sizes = groups.iter().fold(0, |worth, (count, _)| worth * 16 + count);
    let worth = groups.iter().fold(sizes, |worth, (_, rank)| worth * 16 + rank);
    if game == Game::Razz { -worth } else { worth }
}
