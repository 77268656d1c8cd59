//! Every pair of hold'em hands before the flop, precomputed.
//!
//! # The table
//! Up to renaming suits and swapping players there are 47,008 match-ups. For each, `preflop.bin` holds the first hand's
//! wins and the ties out of 1,712,304 boards, 21 bits each in six bytes; `examples/preflop_table.rs` writes it, and
//! tests recount some of it. Match-ups are ordered by the ranks of the first hand, those of the second, and the pattern
//! of the four suits. That order, and the index of any two hands in it, is computed at first use.

use std::sync::LazyLock;

use crate::card::{Card, CardSet};
use crate::score::rank_multisets::{PAIRS, pair_index};

/// The number of boards for two hands.
pub const BOARDS: u32 = 1_712_304;

/// The number of match-ups up to renaming suits and swapping players.
pub const MATCHUPS: usize = 47_008;

/// How two hands fare, on [`BOARDS`] boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matchup {
    /// Boards on which the first hand is better.
    pub wins: u32,
    /// Boards on which the second hand is better.
    pub losses: u32,
    pub ties: u32,
}

/// How `first` fares against `second` before the flop; `None` unless they are two hands of two cards from one deck.
///
/// ```
/// use handlab_cards::{card::CardSet, equity::preflop};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let aces = preflop::matchup(cards("AhAd"), cards("KhKd")).expect("two hands");
/// assert_eq!((aces.wins, aces.losses, aces.ties), (1_410_336, 292_660, 9308));
/// assert_eq!(preflop::matchup(cards("AhAd"), cards("AhKd")), None);
/// ```
#[inline]
pub fn matchup(first: CardSet, second: CardSet) -> Option<Matchup> {
    if first.len() != 2 || second.len() != 2 || !first.intersection(second).is_empty() {
        return None;
    }
    let (first, second) = (Hand::of(first), Hand::of(second));
    let pattern = pattern(first, second);
    let is_swapped = match first.ranks.cmp(&second.ranks) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => swapped(pattern) < pattern,
        std::cmp::Ordering::Greater => false,
    };
    let key = if is_swapped {
        key(second.ranks, first.ranks, swapped(pattern))
    } else {
        key(first.ranks, second.ranks, pattern)
    };
    let place = *PLACES.get(key)?;
    let entry = TABLE.as_chunks::<6>().0.get(usize::from(place))?;
    let mut both = [0; 8];
    both[..6].copy_from_slice(entry);
    let both = u64::from_le_bytes(both);
    let (wins, ties) = ((both & COUNT) as u32, (both >> COUNT_BITS & COUNT) as u32);
    let losses = BOARDS.saturating_sub(wins).saturating_sub(ties);
    let (wins, losses) = if is_swapped { (losses, wins) } else { (wins, losses) };
    Some(Matchup { wins, losses, ties })
}

/// Two hands for each entry of the table, in order.
pub fn matchups() -> impl Iterator<Item = [CardSet; 2]> {
    each_first_key().map(|(first, second, pattern)| {
        let [a, b, c, d] = PATTERNS[pattern];
        [hand(first, [a, b]), hand(second, [c, d])]
    })
}

/// The six bytes of an entry.
pub fn packed(wins: u32, ties: u32) -> [u8; 6] {
    let both = (u64::from(wins) | u64::from(ties) << COUNT_BITS).to_le_bytes();
    std::array::from_fn(|at| both[at])
}

static TABLE: &[u8; MATCHUPS * 6] = include_bytes!("preflop.bin");

const COUNT_BITS: u32 = 21;
const COUNT: u64 = (1 << COUNT_BITS) - 1;

/// Two cards: the index of their ranks among all [`PAIRS`], and their suits, with the higher rank's first.
#[derive(Clone, Copy)]
struct Hand {
    ranks: usize,
    suits: usize,
}

impl Hand {
    /// The hand of exactly two cards.
    #[inline]
    fn of(cards: CardSet) -> Hand {
        let mask = cards.mask();
        let (a, b) = (mask.trailing_zeros() as usize, (mask | 1).ilog2() as usize);
        let (high, low) = if a & 15 > b & 15 { (a, b) } else { (b, a) };
        Hand { ranks: pair_index(low & 15, high & 15), suits: high >> 4 << 2 | low >> 4 }
    }
}

/// The suits of four cards up to renaming, numbered in the order of their first card.
const PATTERNS: [[u8; 4]; 15] = [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 1, 0],
    [0, 0, 1, 1],
    [0, 0, 1, 2],
    [0, 1, 0, 0],
    [0, 1, 0, 1],
    [0, 1, 0, 2],
    [0, 1, 1, 0],
    [0, 1, 1, 1],
    [0, 1, 1, 2],
    [0, 1, 2, 0],
    [0, 1, 2, 1],
    [0, 1, 2, 2],
    [0, 1, 2, 3],
];

/// The index in [`PATTERNS`] of four suits, two bits each, the first in the top bits.
static PATTERN_OF: [u8; 256] = {
    let mut patterns = [0; 256];
    let mut suits = 0;
    while suits < 256 {
        let four = [suits >> 6 & 3, suits >> 4 & 3, suits >> 2 & 3, suits & 3];
        let mut name_of = [u8::MAX; 4];
        let mut named = [0; 4];
        let (mut at, mut names) = (0, 0);
        while at < 4 {
            if name_of[four[at]] == u8::MAX {
                name_of[four[at]] = names;
                names += 1;
            }
            named[at] = name_of[four[at]];
            at += 1;
        }
        let mut pattern = 0;
        while pattern < PATTERNS.len() {
            let other = PATTERNS[pattern];
            if other[0] == named[0]
                && other[1] == named[1]
                && other[2] == named[2]
                && other[3] == named[3]
            {
                patterns[suits] = pattern as u8;
            }
            pattern += 1;
        }
        suits += 1;
    }
    patterns
};

#[inline]
fn pattern(first: Hand, second: Hand) -> usize {
    usize::from(PATTERN_OF[(first.suits << 4 | second.suits) & 255])
}

/// The pattern when the second hand comes first.
#[inline]
fn swapped(pattern: usize) -> usize {
    rearranged(pattern, [2, 3, 0, 1])
}

#[inline]
fn rearranged(pattern: usize, order: [usize; 4]) -> usize {
    let suits = PATTERNS[pattern % PATTERNS.len()];
    let four = order.iter().fold(0, |four, at| four << 2 | usize::from(suits[*at]));
    usize::from(PATTERN_OF[four])
}

/// A number for two hands; the one with the higher ranks comes first.
#[inline]
fn key(first: usize, second: usize, pattern: usize) -> usize {
    pair_index(second, first) * 16 + pattern
}

/// The index in the table by key.
static PLACES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut places = vec![u16::MAX; key(PAIRS, 0, 0)];
    for (place, (first, second, pattern)) in each_first_key().enumerate() {
        for same in same(first, second, pattern) {
            places[key(first, second, same)] = place as u16;
        }
    }
    places
});

/// The ranks and pattern of each match-up, represented by the first of its patterns.
fn each_first_key() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..PAIRS)
        .flat_map(|first| (0..=first).map(move |second| (first, second)))
        .flat_map(|(first, second)| {
            (0..PATTERNS.len()).map(move |pattern| (first, second, pattern))
        })
        .filter(|&(first, second, pattern)| {
            let [a, b, c, d] = PATTERNS[pattern];
            let cards = hand(first, [a, b]).union(hand(second, [c, d]));
            cards.len() == 4 && same(first, second, pattern).into_iter().min() == Some(pattern)
        })
}

/// The patterns that mean the same match-up: the cards of a pair have no order, nor do hands of equal ranks.
fn same(first: usize, second: usize, pattern: usize) -> [usize; 8] {
    const PAIR: [usize; 4] = [1, 0, 2, 3];
    const OTHER_PAIR: [usize; 4] = [0, 1, 3, 2];
    let is_pair = |place| (0..13).any(|rank| pair_index(rank, rank) == place);
    let either = |is_free: bool, pattern: usize, order: [usize; 4]| {
        if is_free { rearranged(pattern, order) } else { pattern }
    };
    std::array::from_fn(|way| {
        let pattern = either(way & 1 != 0 && is_pair(first), pattern, PAIR);
        let pattern = either(way & 2 != 0 && is_pair(second), pattern, OTHER_PAIR);
        either(way & 4 != 0 && first == second, pattern, [2, 3, 0, 1])
    })
}

/// The hand at an index of [`pair_index`], with the given suits.
fn hand(place: usize, suits: [u8; 2]) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for high in 0..13 {
        for low in 0..=high {
            if pair_index(low, high) == place {
                for (rank, suit) in [(high, suits[0]), (low, suits[1])] {
                    cards = Card::new(rank as u8 + 2, suit).map_or(cards, |card| cards.with(card));
                }
            }
        }
    }
    cards
}
