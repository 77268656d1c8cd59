//! Enumerates every runout, one by one: for games in which players are dealt more cards of their own.

use super::spot::Spot;
use super::{Answer, MAX_PLAYERS};
use crate::card::CardSet;

/// Adds every runout to `answer`.
pub(super) fn count(spot: &Spot<'_>, answer: &mut Answer) {
    let mut deal = Deal { spot, answer, highs: [0; MAX_PLAYERS], lows: [0; MAX_PLAYERS] };
    each_subset(spot.deck, spot.board_lacks, &mut |come| {
        deal.to(0, spot.asked.board.union(come), spot.deck.minus(come));
    });
}

/// The number of hands examined.
pub(super) fn work(spot: &Spot<'_>) -> u64 {
    spot.runouts().saturating_mul(spot.asked.holes.len() as u64)
}

struct Deal<'a> {
    spot: &'a Spot<'a>,
    answer: &'a mut Answer,
    highs: [u32; MAX_PLAYERS],
    lows: [u32; MAX_PLAYERS],
}

impl Deal<'_> {
    /// Deals what `player` and the players after them are missing, from `deck`, in every way.
    fn to(&mut self, player: usize, board: CardSet, deck: CardSet) {
        let asked = self.spot.asked;
        let Some(hole) = asked.holes.get(player) else {
            let players = asked.holes.len();
            let (highs, lows) = (&self.highs[..players], &self.lows[..players]);
            return self.answer.add(asked.pots, highs, lows, |_, _| ());
        };
        each_subset(deck, self.spot.lacks(player), &mut |come| {
            let hole = hole.union(come);
            self.highs[player] = self.spot.high(hole, board);
            self.lows[player] = self.spot.low(hole, board);
            self.to(player + 1, board, deck.minus(come));
        });
    }
}

/// Calls `visit` with every subset of `count` of the `cards`.
pub(super) fn each_subset(cards: CardSet, count: usize, visit: &mut dyn FnMut(CardSet)) {
    fn more(rest: CardSet, count: usize, taken: CardSet, visit: &mut dyn FnMut(CardSet)) {
        if count == 0 {
            return visit(taken);
        }
        let mut after = rest;
        for card in rest.iter() {
            after = after.minus(CardSet::EMPTY.with(card));
            more(after, count - 1, taken.with(card), visit);
        }
    }
    more(cards, count, CardSet::EMPTY, visit);
}
