//! Draws runouts at random, with the standard errors that remain.

use super::spot::Spot;
use super::{Answer, MAX_PLAYERS, UNITS};
use crate::card::CardSet;
use crate::deal::{Deck, Generator};

/// Adds `draws` runouts to `answer`, and the standard error of each share.
pub(super) fn draw(spot: &Spot<'_>, draws: u64, seed: u64, answer: &mut Answer) {
    let mut source = Generator::new(seed);
    let mut squares = Squares::new(answer);
    let pack = pack(spot);
    for _ in 0..draws {
        squares.draw(spot, pack, &mut source, answer);
    }
    squares.finish(draws, answer);
}

/// The cards that can come.
pub(super) fn pack(spot: &Spot<'_>) -> Deck {
    let mut pack = Deck::empty();
    pack.put_back(spot.deck.iter());
    pack
}

/// The sums of the squares of all shares, from which the standard errors follow.
pub(super) struct Squares(Vec<u64>);

impl Squares {
    pub(super) fn new(answer: &Answer) -> Self {
        Squares(vec![0; answer.units.len()])
    }

    /// Adds a runout from `pack`.
    pub(super) fn draw(
        &mut self,
        spot: &Spot<'_>,
        mut pack: Deck,
        source: &mut Generator,
        answer: &mut Answer,
    ) {
        let asked = spot.asked;
        let players = asked.holes.len();
        let (mut highs, mut lows) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        let mut deal = |count: usize| -> CardSet {
            (0..count).filter_map(|_| pack.deal(source)).collect::<CardSet>()
        };
        let board = asked.board.union(deal(spot.board_lacks));
        for player in 0..players {
            let hole = asked.holes[player].union(deal(spot.lacks(player)));
            highs[player] = spot.high(hole, board);
            lows[player] = spot.low(hole, board);
        }
        answer.add(asked.pots, &highs[..players], &lows[..players], |place, units| {
            self.0[place] += units * units;
        });
    }

    /// Writes the standard errors after `draws` draws.
    pub(super) fn finish(self, draws: u64, answer: &mut Answer) {
        let draws = draws as f64;
        let errors = answer.units.iter().zip(self.0).map(|(units, squares)| {
            let mean = *units as f64 / draws;
            // Rounding may make a zero variance slightly negative.
            let variance = (squares as f64 / draws - mean * mean).max(0.0) * draws / (draws - 1.0);
            (variance / draws).sqrt() / UNITS as f64
        });
        answer.standard_errors.extend(errors);
    }
}
