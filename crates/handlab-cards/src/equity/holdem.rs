//! Hold'em and short deck: a hand is a sum of keys, or a flush.

use super::boards::{Pinned, Players, by_suit};
use super::rank_index::BOARDS;
use super::spot::Spot;
use super::tally::Hands;
use crate::card::CardSet;
use crate::score::keys::{self, Classes, RANK_KEYS};

/// The players' cards as keys.
pub(super) struct Holdem<const N: usize> {
    classes: &'static Classes,
    own: [u32; N],
    suits: [[u16; 4]; N],
    flush_needs: [usize; 4],
    /// The keys including those of the pinned board.
    pinned: [u32; N],
}

impl<const N: usize> Holdem<N> {
    /// The players of `spot`; places beyond them are filled with unused cards.
    #[inline]
    pub(super) fn new(spot: &Spot<'_>, classes: &'static Classes) -> Self {
        let mut own = [0; N];
        let mut suits = [[0; 4]; N];
        for (player, hole) in spot.asked.holes.iter().enumerate().take(N) {
            own[player] = keys::key(*hole);
            suits[player] = [0, 1, 2, 3].map(|suit| hole.ranks_of(suit));
        }
        let flush_needs = flush_needs(spot.asked.holes);
        Holdem { classes, own, suits, flush_needs, pinned: own }
    }

    #[inline]
    fn with(&self, key: u32) -> Hands<N> {
        let mut highs = [0; N];
        for (high, pinned) in highs.iter_mut().zip(&self.pinned) {
            *high = self.classes.unsuited(pinned.wrapping_add(key));
        }
        Hands::high(highs)
    }
}

impl<const N: usize> Players<N> for Holdem<N> {
    #[inline]
    fn pin(&mut self, board: Pinned, _lowest: usize) {
        let board = board.iter().fold(0_u32, |key, rank| key.wrapping_add(RANK_KEYS[rank]));
        for (pinned, own) in self.pinned.iter_mut().zip(&self.own) {
            *pinned = own.wrapping_add(board);
        }
    }

    #[inline]
    fn with_none(&self) -> Hands<N> {
        self.with(0)
    }

    #[inline]
    fn with_one(&self, rank: usize) -> Hands<N> {
        self.with(RANK_KEYS[rank])
    }

    #[inline]
    fn with_two(&self, low: usize, high: usize) -> Hands<N> {
        self.with(RANK_KEYS[low].wrapping_add(RANK_KEYS[high]))
    }

    #[inline]
    fn flush_needs(&self) -> [usize; 4] {
        self.flush_needs
    }

    #[inline]
    fn flushes(&self, suit: u8, ranks: u16) -> [u16; N] {
        let mut flushes = [0; N];
        for (flush, suits) in flushes.iter_mut().zip(&self.suits) {
            *flush = self.classes.suited(suits[usize::from(suit % 4)] | ranks);
        }
        flushes
    }

    #[inline]
    fn flush(&self, ranks: u16) -> u16 {
        self.classes.suited(ranks)
    }

    fn highs(&self, player: usize, boards: &mut [u16]) {
        let own = self.own[player % N];
        for (high, key) in boards.iter_mut().zip(&BOARDS.keys) {
            *high = self.classes.unsuited(own.wrapping_add(*key));
        }
    }

    fn lows(&self, _player: usize, boards: &mut [u16]) {
        boards.fill(0);
    }
}

/// The number of cards of each suit that a flush needs from the board.
#[inline]
pub(super) fn flush_needs(holes: &[CardSet]) -> [usize; 4] {
    let mut needs = [5; 4];
    for hole in holes {
        for (needs, own) in needs.iter_mut().zip(by_suit(*hole)) {
            *needs = (*needs).min(5 - own.min(2));
        }
    }
    needs
}
