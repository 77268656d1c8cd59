//! Hold'em and short deck: the hand is a sum of keys, or a flush.

use super::boards::{Players, RANKS};
use super::spot::Spot;
use super::tally::Hands;
use crate::card::CardSet;
use crate::score::keys::{self, Classes, RANK_KEYS};

/// The players' cards as keys.
pub(super) struct Holdem<const N: usize> {
    classes: &'static Classes,
    own: [u32; N],
    suits: [[u16; 4]; N],
    /// The keys with those of the pinned board.
    pinned: [u32; N],
}

impl<const N: usize> Holdem<N> {
    /// The players of `spot`; places beyond them are filled with cards that nobody asks for.
    #[inline]
    pub(super) fn new(spot: &Spot<'_>, classes: &'static Classes) -> Self {
        let mut own = [0; N];
        let mut suits = [[0; 4]; N];
        for (player, hole) in spot.asked.holes.iter().enumerate().take(N) {
            own[player] = keys::key(*hole);
            suits[player] = [0, 1, 2, 3].map(|suit| hole.ranks_of(suit));
        }
        Holdem { classes, own, suits, pinned: own }
    }

    #[inline]
    fn with(&self, key: u32) -> Hands<N> {
        Hands::high(self.pinned.map(|pinned| self.classes.unsuited(pinned.wrapping_add(key))))
    }
}

impl<const N: usize> Players<N> for Holdem<N> {
    #[inline]
    fn pin(&mut self, ranks: &[u8], _lowest: usize) {
        let board = ranks.iter().fold(0_u32, |key, rank| key.wrapping_add(rank_key(*rank)));
        self.pinned = self.own.map(|own| own.wrapping_add(board));
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
    fn flush_needs(&self, suit: u8) -> usize {
        flush_needs(self.suits.iter().map(|suits| suits[usize::from(suit % 4)]))
    }

    #[inline]
    fn flushes(&self, suit: u8, ranks: u16) -> [u16; N] {
        self.suits.map(|suits| self.classes.suited(suits[usize::from(suit % 4)] | ranks))
    }
}

fn rank_key(rank: u8) -> u32 {
    RANK_KEYS[usize::from(rank) % RANKS]
}

/// How many cards of a suit a flush needs from the board, when the players hold these ranks of it.
fn flush_needs(own: impl Iterator<Item = u16>) -> usize {
    5 - own.map(|ranks| ranks.count_ones()).max().unwrap_or(0).min(2) as usize
}

/// The same without keys, to estimate the work.
pub(super) fn needs(holes: &[CardSet], suit: u8) -> usize {
    flush_needs(holes.iter().map(|hole| hole.ranks_of(suit)))
}
