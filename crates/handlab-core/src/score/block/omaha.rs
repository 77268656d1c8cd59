//! Omaha with four to six cards: exactly two of them and exactly three of the board.
//!
//! Six to fifteen pairs of ranks meet up to ten triples: one small table of 455 triples by 91 pairs of ranks knows the
//! class of each meeting, as long as suits do not matter. They do only where the board has three of a suit and the
//! hand two of it, and only one suit can.

use std::sync::LazyLock;

use super::lanes::ROWS;
use super::{Block, Kernel};
use crate::card::CardSet;
use crate::score::class::{CLASSES, rank_class};
use crate::score::high;
use crate::score::low::COMPLEMENT;

/// The strength of the high hand.
pub(super) struct High;

/// Its class.
pub(super) struct Class;

/// The 8-or-better low.
pub(super) struct Low;

impl Kernel for High {
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, out: &mut [u32; ROWS]) {
        let tables: &Tables = &TABLES;
        for (row, out) in out.iter_mut().enumerate() {
            let class = tables.class(block.hole[row], block.board[row]);
            *out = CLASSES.get(usize::from(class).wrapping_sub(1)).copied().unwrap_or(0);
        }
    }
}

impl Kernel for Class {
    type Score = u16;

    #[inline(always)]
    fn score(block: &Block<'_>, out: &mut [u16; ROWS]) {
        let tables: &Tables = &TABLES;
        for (row, out) in out.iter_mut().enumerate() {
            *out = tables.class(block.hole[row], block.board[row]);
        }
    }
}

impl Kernel for Low {
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, out: &mut [u32; ROWS]) {
        let lows: &[u8; 1 << 16] = &LOWS;
        let strengths = &LOW_STRENGTHS;
        for (row, out) in out.iter_mut().enumerate() {
            let place = low_ranks(block.hole[row]) << 8 | low_ranks(block.board[row]);
            *out = strengths[usize::from(lows[place])];
        }
    }
}

/// Ranks are counted from 0, the deuce; what is no card may have 13 to 15.
const RANKS: usize = 13;
/// The 91 pairs of ranks, and room so that each triple begins on a cache line of its own.
const STRIDE: usize = 128;
/// The 455 triples, and room so that no index needs a check.
const TRIPLES_ROOM: usize = 512;

/// For each rank a number such that no two triples of ranks have the same sum: each the least that fits those before.
const KEYS: [u16; 16] = keys();
/// Room for the sums of three keys.
const SUMS: usize = 1 << 13;

struct Tables {
    /// The number of a triple, by the sum of its keys.
    triples: Box<[u16; SUMS]>,
    /// The number of a pair of ranks.
    pairs: [[u8; 16]; 16],
    /// The class of a triple and a pair without flushes; 0 where a rank would come five times.
    classes: Box<[[u16; STRIDE]; TRIPLES_ROOM]>,
    /// The class of a flush by its five ranks.
    flushes: Box<[u16; 1 << 13]>,
}

impl Tables {
    /// The best class; 0, or without meaning, for other than 4..=6 and 3..=5 cards.
    #[inline(always)]
    fn class(&self, hole: u64, board: u64) -> u16 {
        let best = match (hole.count_ones(), board.count_ones()) {
            (4, 5) => self.best::<4, 5, 6>(hole, board),
            (5, 5) => self.best::<5, 5, 10>(hole, board),
            (6, 5) => self.best::<6, 5, 15>(hole, board),
            (4, 4) => self.best::<4, 4, 6>(hole, board),
            (5, 4) => self.best::<5, 4, 10>(hole, board),
            (6, 4) => self.best::<6, 4, 15>(hole, board),
            (4, 3) => self.best::<4, 3, 6>(hole, board),
            (5, 3) => self.best::<5, 3, 10>(hole, board),
            (6, 3) => self.best::<6, 3, 15>(hole, board),
            _ => return 0,
        };
        best.max(self.flush(hole, board))
    }

    /// The best class without flushes of `OWN` cards, `PAIRS` pairs, and `COMMON` cards.
    ///
    /// Every length is known, so that the compiler unrolls the loops and checks no index.
    #[inline(always)]
    fn best<const OWN: usize, const COMMON: usize, const PAIRS: usize>(
        &self,
        hole: u64,
        board: u64,
    ) -> u16 {
        let own = ranks_of::<OWN>(hole);
        let keys = ranks_of::<COMMON>(board).map(|rank| KEYS[rank]);
        let mut pairs = [0; PAIRS];
        let mut next = 0;
        for high in 1..OWN {
            for low in 0..high {
                pairs[next] = self.pairs[own[high]][own[low]];
                next += 1;
            }
        }
        let mut best = [0; PAIRS];
        for k in 2..COMMON {
            for j in 1..k {
                for i in 0..j {
                    let sum = usize::from(keys[i] + keys[j] + keys[k]) % SUMS;
                    let classes = &self.classes[usize::from(self.triples[sum]) % TRIPLES_ROOM];
                    for (best, pair) in best.iter_mut().zip(pairs) {
                        *best = classes[usize::from(pair) % STRIDE].max(*best);
                    }
                }
            }
        }
        best.into_iter().max().unwrap_or(0)
    }

    /// The class of the flush or straight flush, if there is one.
    #[inline(always)]
    fn flush(&self, hole: u64, board: u64) -> u16 {
        for shift in [0, 16, 32, 48] {
            let (own, common) = ((hole >> shift) as u16, (board >> shift) as u16);
            if common.count_ones() >= 3 && own.count_ones() >= 2 {
                return self.flush_of(own, common);
            }
        }
        0
    }

    fn flush_of(&self, own: u16, common: u16) -> u16 {
        let run = (own | common) << 1 | own >> 12 | common >> 12;
        let tops = run & run << 1 & run << 2 & run << 3 & run << 4;
        for top in (4..14).rev().filter(|top| tops >> top & 1 == 1) {
            // The five ranks up to `top`, the ace back in its place where it is low.
            let five = 0b1_1111_u16 << (top - 4);
            let five = five >> 1 | (five & 1) << 12;
            if (five & own).count_ones() == 2 {
                return self.flushes[usize::from(five)];
            }
        }
        let five = highest(own, 2) | highest(common, 3);
        self.flushes[usize::from(five) % self.flushes.len()]
    }
}

/// The ranks of `N` cards, from 0 for the deuce.
#[inline(always)]
fn ranks_of<const N: usize>(mut cards: u64) -> [usize; N] {
    [(); N].map(|()| {
        let rank = cards.trailing_zeros() as usize & 15;
        cards &= cards.wrapping_sub(1);
        rank
    })
}

fn highest(mut ranks: u16, count: u32) -> u16 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

const fn keys() -> [u16; 16] {
    let mut keys = [0; 16];
    let mut found = 0;
    let mut key = 0;
    while found < RANKS {
        keys[found] = key;
        if has_distinct_sums(&keys, found + 1) {
            found += 1;
        }
        key += 1;
    }
    keys
}

/// Whether no two triples of the first `len` keys have the same sum.
const fn has_distinct_sums(keys: &[u16; 16], len: usize) -> bool {
    let mut is_taken = [false; 1 << 13];
    let mut high = 0;
    while high < len {
        let mut middle = 0;
        while middle <= high {
            let mut low = 0;
            while low <= middle {
                let sum = (keys[high] + keys[middle] + keys[low]) as usize;
                if is_taken[sum] {
                    return false;
                }
                is_taken[sum] = true;
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    true
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        triples: Box::new([0; SUMS]),
        pairs: [[0; 16]; 16],
        classes: Box::new([[0; STRIDE]; TRIPLES_ROOM]),
        flushes: Box::new([0; 1 << 13]),
    };
    let pairs = || (0..RANKS).flat_map(|high| (0..=high).map(move |low| [high, low]));
    for (number, [high, low]) in pairs().enumerate() {
        tables.pairs[high][low] = number as u8;
        tables.pairs[low][high] = number as u8;
    }
    let triples =
        pairs().flat_map(|[high, middle]| (0..=middle).map(move |low| [high, middle, low]));
    for (triple, [a, b, c]) in triples.enumerate() {
        tables.triples[usize::from(KEYS[a] + KEYS[b] + KEYS[c])] = triple as u16;
        for (pair, [d, e]) in pairs().enumerate() {
            tables.classes[triple][pair] = class_of_ranks([a, b, c, d, e]);
        }
    }
    for ranks in (0..1_u64 << 13).filter(|ranks| ranks.count_ones() == 5) {
        tables.flushes[ranks as usize] = class_of(ranks);
    }
    tables
});

/// The class of five cards of these ranks (from 0), not all of one suit; 0 if that is no hand.
fn class_of_ranks(ranks: [usize; 5]) -> u16 {
    let mut cards = 0;
    for (place, rank) in ranks.into_iter().enumerate() {
        // The last card first tries another suit, so that five different ranks are no flush.
        let free = (0..4)
            .map(|suit| 1_u64 << ((suit + place / 4) % 4 * 16 + rank))
            .find(|card| cards & card == 0);
        cards |= free.unwrap_or(0);
    }
    if cards.count_ones() == 5 { class_of(cards) } else { 0 }
}

fn class_of(cards: u64) -> u16 {
    CardSet::from_mask(cards).map(high::standard).and_then(rank_class).unwrap_or(0)
}

/// The ranks up to the eight, the ace at bit 0.
#[inline(always)]
fn low_ranks(cards: u64) -> usize {
    let ranks = (cards | cards >> 16 | cards >> 32 | cards >> 48) as usize;
    ranks << 1 & 0xFE | ranks >> 12 & 1
}

/// The 56 sets of five ranks up to the eight, the best first.
static LOW_SETS: LazyLock<Vec<u16>> =
    LazyLock::new(|| (0..1 << 8).filter(|set: &u16| set.count_ones() == 5).collect());

/// Their strengths after 0 for none.
static LOW_STRENGTHS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let strength = |set: &u16| {
        let ranks = (0..8).rev().filter(|rank| set >> rank & 1 == 1);
        COMPLEMENT - ranks.fold(0, |digits, rank| digits << 4 | (rank + 1))
    };
    std::iter::once(0).chain(LOW_SETS.iter().map(strength)).collect()
});

/// By the low ranks of the hand and of the board: the place of the best low, from 1; 0 for none.
static LOWS: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut lows = Box::new([0; 1 << 16]);
    let with = |least: u32| (0..1_u16 << 8).filter(move |ranks| ranks.count_ones() >= least);
    for own in with(2) {
        for common in with(3) {
            // What the board lacks must come from the hand, and two ranks in all.
            let is_made = |low: &u16| {
                let missing = low & !common;
                missing & !own == 0 && missing.count_ones() <= 2 && (low & own).count_ones() >= 2
            };
            if let Some(place) = LOW_SETS.iter().position(is_made) {
                lows[usize::from(own) << 8 | usize::from(common)] = place as u8 + 1;
            }
        }
    }
    lows
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triple_of_ranks_has_a_sum_of_its_own() {
        assert!(has_distinct_sums(&KEYS, RANKS));
        let tables: &Tables = &TABLES;
        // Four aces and a king: a straight flush is more than its ranks.
        assert_eq!(tables.classes.iter().flatten().max(), Some(&7452));
    }
}
