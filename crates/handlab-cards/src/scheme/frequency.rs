//! Frequency sort: cards of the most frequent rank first, then by rank; the category follows from comparing neighbours.
//!
//! Source: "Dave Computes: Evaluating Poker Hands" (2019). It orders all hands correctly, so there is nothing to
//! repair: `literal` and `repaired` are the same.
//!
//! # Traps
//! * The sort swaps distant cards, so cards of equal rank may change places: 2c2d7h7s7c sorts as 7h7s7c2d2c.
//! * The wheel is sorted as 5-4-3-2-A with the ace still ranked 14: harmless in the last place.
//! * It identifies a full house by its last two cards, which works only because quads are checked first.
//! * It defines no number. [`Frequency::key`] is ours.

use std::cmp::Ordering;

use super::{is_flush, nibbles};
use crate::card::Card;

/// The names of the categories, the weakest first.
pub(super) const CATEGORIES: [&str; 9] = [
    "HIGH_CARD",
    "PAIR",
    "TWO_PAIR",
    "THREE_OF_A_KIND",
    "STRAIGHT",
    "FLUSH",
    "FULL_HOUSE",
    "FOUR_OF_A_KIND",
    "STRAIGHT_FLUSH",
];

/// A hand in this scheme's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The number of cards of each rank; the first two entries are unused.
    pub rank_freqs: [u8; 15],
    /// The sorted hand.
    pub sorted: [Card; 5],
    /// The category, from 0 for the weakest; see [`category_name`](Self::category_name).
    pub category: u8,
}

impl Frequency {
    /// The ranks of the sorted hand, the ace 14.
    pub fn ranks(&self) -> [u8; 5] {
        self.sorted.map(Card::rank)
    }

    /// The name of the category.
    pub fn category_name(&self) -> &'static str {
        CATEGORIES[usize::from(self.category)]
    }

    /// Compares the category, then the sorted hands card by card.
    pub fn compare(&self, other: &Frequency) -> Ordering {
        self.category.cmp(&other.category).then_with(|| self.ranks().cmp(&other.ranks()))
    }

    /// The category and the ranks as four-bit digits, ordered like [`Frequency::compare`].
    pub fn key(&self) -> u64 {
        u64::from(self.category) << 20 | nibbles(self.ranks())
    }
}

/// Encodes five distinct cards.
pub(super) fn encode(mut hand: [Card; 5]) -> Frequency {
    let mut rank_freqs = [0; 15];
    for card in hand {
        rank_freqs[usize::from(card.rank())] += 1;
    }
    sort(&mut hand, &rank_freqs);
    let flush = is_flush(hand);
    let straight = straight(&mut hand);
    Frequency { rank_freqs, sorted: hand, category: category(hand, straight, flush) }
}

/// The source's own loop: another sort would order cards of equal rank differently.
fn sort(hand: &mut [Card; 5], rank_freqs: &[u8; 15]) {
    let weight = |card: Card| (rank_freqs[usize::from(card.rank())], card.rank());
    for i in 0..hand.len() {
        for j in i + 1..hand.len() {
            if weight(hand[j]) > weight(hand[i]) {
                hand.swap(i, j);
            }
        }
    }
}

/// Whether the sorted hand is a straight; moves the ace of a wheel to the end.
fn straight(hand: &mut [Card; 5]) -> bool {
    if hand.map(Card::rank) == [14, 5, 4, 3, 2] {
        hand.rotate_left(1);
        return true;
    }
    hand.windows(2).all(|pair| pair[0].rank() == pair[1].rank() + 1)
}

/// The first category that fits.
fn category(hand: [Card; 5], straight: bool, flush: bool) -> u8 {
    let same = |a: usize, b: usize| hand[a].rank() == hand[b].rank();
    if straight && flush {
        8
    } else if same(0, 3) {
        7
    } else if same(3, 4) {
        6
    } else if flush {
        5
    } else if straight {
        4
    } else if same(0, 2) {
        3
    } else if same(2, 3) {
        2
    } else {
        u8::from(same(0, 1))
    }
}
