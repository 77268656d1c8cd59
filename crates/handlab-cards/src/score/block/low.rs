//! Lows of 5..=7 cards.

use super::high::{ACE_HIGH, Shapes, shape, strengths};
use super::lanes::{Lane, ROWS, Suits, all_if, at_least, drop_lowest, five_digits, placed};
use super::{Block, Kernel};
use crate::card::CardSet;
use crate::score::low::{COMPLEMENT, ace_to_five};

/// 2-7: the complement of the high hand with the ace only high.
pub(super) struct DeuceToSeven;

impl Kernel for DeuceToSeven {
    type Scratch = Shapes;
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u32; ROWS]) {
        shape(block.suits, ACE_HIGH, shapes);
        strengths(shapes, out);
        for out in out {
            *out = COMPLEMENT.wrapping_sub(*out);
        }
    }
}

/// Ace to five: the lowest five different ranks.
///
/// A hand without five different ranks (one in 21 of seven cards) is left to the slow path.
pub(super) struct AceToFive;

impl Kernel for AceToFive {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        let lowest = lowest_five(&ace_low_ranks(block.suits));
        for (out, lowest) in out.iter_mut().zip(&lowest) {
            *out = low_of(*lowest);
        }
        for row in 0..ROWS {
            if lowest[row] == 0 {
                let all = CardSet::from_mask(block.hole[row] | block.board[row]);
                out[row] = all.filter(|all| all.len() >= 5).map_or(0, ace_to_five);
            }
        }
    }
}

/// Five different ranks up to the eight; 0 if there are not.
pub(super) struct EightOrBetter;

/// Ace to eight, the ace at bit 0.
const EIGHT_OR_LOWER: u16 = 0xFF;

impl Kernel for EightOrBetter {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        let lowest = lowest_five(&ace_low_ranks(block.suits).map(|ranks| ranks & EIGHT_OR_LOWER));
        for (out, lowest) in out.iter_mut().zip(&lowest) {
            *out = if *lowest == 0 { 0 } else { low_of(*lowest) };
        }
    }
}

/// The ranks held, with the ace at bit 0 and the king at bit 12.
#[inline(always)]
fn ace_low_ranks(suits: &Suits) -> Lane {
    let mut ranks = [0; ROWS];
    for (row, ranks) in ranks.iter_mut().enumerate() {
        let (held, ..) = at_least(suits.row(row));
        *ranks = ace_low(held);
    }
    ranks
}

/// The same ranks, with the ace below the deuce.
#[inline(always)]
pub(super) fn ace_low(ranks: u16) -> u16 {
    ranks << 1 & 0x1FFF | ranks >> 12
}

/// The lowest five ranks; empty if there are fewer.
#[inline(always)]
fn lowest_five(ranks: &Lane) -> Lane {
    let mut lowest = [0; ROWS];
    for (lowest, ranks) in lowest.iter_mut().zip(ranks) {
        let fifth = drop_lowest(drop_lowest(drop_lowest(drop_lowest(*ranks))));
        *lowest = (ranks ^ drop_lowest(fifth)) & all_if(fifth != 0);
    }
    lowest
}

/// The strength of five different ranks, with the ace at bit 0.
#[inline(always)]
fn low_of(lowest: u16) -> u32 {
    COMPLEMENT.wrapping_sub(five_digits(placed(lowest) >> 1))
}
