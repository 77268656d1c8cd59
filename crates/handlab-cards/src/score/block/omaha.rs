//! Omaha with four to six cards: exactly two hole cards and exactly three board cards.
//!
//! If suits do not matter, a board is one of 8,463 multisets of three to five ranks and a hand is six to fifteen of the
//! 91 pairs of ranks: one table (1.6 MB, made in milliseconds when it is first needed) holds the best class for each
//! board and pair. Suits matter only if the board has three cards of one and the hand two, and only one suit can.

use std::sync::LazyLock;

use super::lanes::ROWS;
use super::{Block, Kernel};
use crate::card::CardSet;
use crate::score::class::{CLASSES, rank_class};
use crate::score::high;
use crate::score::low::COMPLEMENT;
use crate::score::rank_multisets::{PAIRS, RANKS, multiset_index, pair_index};

/// The strength of the high hand.
pub(super) struct High;

/// The class of the high hand.
pub(super) struct Class;

/// The 8-or-better low.
pub(super) struct Low;

impl Kernel for High {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        let tables: &Tables = &TABLES;
        for (row, out) in out.iter_mut().enumerate() {
            let class = tables.class(block.hole[row], block.board[row]);
            *out = CLASSES.get(usize::from(class).wrapping_sub(1)).copied().unwrap_or(0);
        }
    }
}

impl Kernel for Class {
    type Scratch = ();
    type Score = u16;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u16; ROWS]) {
        let tables: &Tables = &TABLES;
        for (row, out) in out.iter_mut().enumerate() {
            *out = tables.class(block.hole[row], block.board[row]);
        }
    }
}

impl Kernel for Low {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        let lows: &[u8; 1 << 16] = &LOWS;
        let strengths = &LOW_STRENGTHS;
        for (row, out) in out.iter_mut().enumerate() {
            let place = low_ranks(block.hole[row]) << 8 | low_ranks(block.board[row]);
            *out = strengths[usize::from(lows[place])];
        }
    }
}

/// The pairs, padded so that each board starts on its own cache line.
const STRIDE: usize = 96;
/// Where the boards of three, four and five cards start in the table, and how many there are.
const STARTS: [usize; 4] = [0, 455, 455 + 1820, 455 + 1820 + 6188];

struct Tables {
    /// The number of a pair of ranks in any order; invalid cards may have the ranks 13 to 15.
    pairs: [[u8; 16]; 16],
    /// The best class of a board and a pair, ignoring flushes; 0 where a rank would occur five times.
    boards: Box<[[u16; STRIDE]]>,
    /// The class of a flush by its five ranks.
    flushes: Box<[u16; 1 << 13]>,
}

impl Tables {
    /// The best class; 0 or undefined for other than 4..=6 and 3..=5 cards.
    #[inline(always)]
    fn class(&self, hole: u64, board: u64) -> u16 {
        let number = match board.count_ones() {
            3 => number_of(ranks_of::<3>(board)),
            4 => number_of(ranks_of::<4>(board)),
            5 => number_of(ranks_of::<5>(board)),
            _ => return 0,
        };
        let Some(classes) = self.boards.get(number) else { return 0 };
        let best = match hole.count_ones() {
            4 => self.best::<4>(classes, hole),
            5 => self.best::<5>(classes, hole),
            6 => self.best::<6>(classes, hole),
            _ => return 0,
        };
        best.max(self.flush(hole, board))
    }

    /// The best class, ignoring flushes, of any two of `OWN` cards.
    #[inline(always)]
    fn best<const OWN: usize>(&self, classes: &[u16; STRIDE], hole: u64) -> u16 {
        let own = ranks_of::<OWN>(hole);
        let mut best = 0;
        for high in 1..OWN {
            for low in 0..high {
                let pair = self.pairs[own[high]][own[low]];
                best = best.max(classes[usize::from(pair) % STRIDE]);
            }
        }
        best
    }

    /// Sets a board's classes to the best of other boards.
    fn join(&mut self, board: usize, others: &[usize]) {
        for other in others {
            let classes = self.boards[*other];
            for (best, class) in self.boards[board].iter_mut().zip(classes) {
                *best = class.max(*best);
            }
        }
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
            // The five ranks up to `top`, with the ace back in its place if it is low.
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

/// The index of a board among all boards of three to five cards; past the end if a rank does not exist.
#[inline(always)]
fn number_of<const N: usize>(ranks: [usize; N]) -> usize {
    STARTS[N - 3] + multiset_index(ranks)
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        pairs: [[0; 16]; 16],
        boards: vec![[0; STRIDE]; STARTS[3]].into_boxed_slice(),
        flushes: Box::new([0; 1 << 13]),
    };
    let pairs: Vec<[usize; 2]> =
        (0..RANKS).flat_map(|high| (0..=high).map(move |low| [low, high])).collect();
    assert_eq!(pairs.len(), PAIRS, "pairs of ranks");
    for [low, high] in &pairs {
        let number = pair_index(*low, *high) as u8;
        tables.pairs[*high][*low] = number;
        tables.pairs[*low][*high] = number;
    }
    // Boards of three from their hands, larger ones from the boards with one card less.
    for a in 0..RANKS {
        for [b, c] in pairs.iter().filter(|[b, _]| a <= *b) {
            let classes = &mut tables.boards[number_of([a, *b, *c])];
            for (class, [d, e]) in classes.iter_mut().zip(&pairs) {
                *class = class_of_ranks([a, *b, *c, *d, *e]);
            }
        }
    }
    for [a, b] in &pairs {
        for [c, d] in pairs.iter().filter(|[c, _]| b <= c) {
            let lacking = [[*a, *b, *c], [*a, *b, *d], [*a, *c, *d], [*b, *c, *d]];
            tables.join(number_of([*a, *b, *c, *d]), &lacking.map(number_of));
        }
    }
    for [a, b] in &pairs {
        for [c, d] in pairs.iter().filter(|[c, _]| b <= c) {
            for e in *d..RANKS {
                let [a, b, c, d] = [*a, *b, *c, *d];
                let lacking =
                    [[a, b, c, d], [a, b, c, e], [a, b, d, e], [a, c, d, e], [b, c, d, e]];
                tables.join(number_of([a, b, c, d, e]), &lacking.map(number_of));
            }
        }
    }
    for ranks in (0..1_u64 << 13).filter(|ranks| ranks.count_ones() == 5) {
        tables.flushes[ranks as usize] = class_of(ranks);
    }
    tables
});

/// The class of five cards of these ranks (from 0), not all of one suit; 0 if there is no such hand.
fn class_of_ranks(ranks: [usize; 5]) -> u16 {
    let mut cards = 0;
    for (place, rank) in ranks.into_iter().enumerate() {
        // The last card tries another suit first, so that five different ranks are not a flush.
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

/// The ranks up to the eight, with the ace at bit 0.
#[inline(always)]
fn low_ranks(cards: u64) -> usize {
    let ranks = (cards | cards >> 16 | cards >> 32 | cards >> 48) as usize;
    ranks << 1 & 0xFE | ranks >> 12 & 1
}

/// The 56 sets of five ranks up to the eight, best first.
static LOW_SETS: LazyLock<Vec<u16>> =
    LazyLock::new(|| (0..1 << 8).filter(|set: &u16| set.count_ones() == 5).collect());

/// Their strengths, after 0 for no low.
static LOW_STRENGTHS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let strength = |set: &u16| {
        let ranks = (0..8).rev().filter(|rank| set >> rank & 1 == 1);
        COMPLEMENT - ranks.fold(0, |digits, rank| digits << 4 | (rank + 1))
    };
    std::iter::once(0).chain(LOW_SETS.iter().map(strength)).collect()
});

/// By the low ranks of hand and board: the index of the best low, from 1; 0 for none.
static LOWS: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut lows = Box::new([0; 1 << 16]);
    let with = |least: u32| (0..1_u16 << 8).filter(move |ranks| ranks.count_ones() >= least);
    for own in with(2) {
        for common in with(3) {
            // The ranks that the board lacks must come from the hand, which must supply two ranks in all.
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
    fn every_board_has_a_place_of_its_own() {
        assert_eq!(number_of([0, 0, 0]), 0);
        assert_eq!(number_of([12, 12, 12]), STARTS[1] - 1);
        assert_eq!(number_of([0, 0, 0, 0]), STARTS[1]);
        assert_eq!(number_of([12; 4]), STARTS[2] - 1);
        assert_eq!(number_of([0; 5]), STARTS[2]);
        assert_eq!(number_of([12; 5]), STARTS[3] - 1);
        let tables: &Tables = &TABLES;
        // Four aces and a king: only a straight flush, which depends on suits, is higher.
        assert_eq!(tables.boards.iter().flatten().max(), Some(&7452));
    }
}
