//! Blocks of rows, a suit a lane: the same step for 64 rows is one loop over `u16`, which the compiler vectorises.

use super::dispatch::transposed;

/// Rows that are worked on together. Their lanes (128 bytes each) stay in the innermost cache.
pub(super) const ROWS: usize = 64;

/// One 16-bit value a row.
pub(super) type Lane = [u16; ROWS];

/// The ranks held in each suit, row by row: clubs, diamonds, hearts, spades; bit 0 the deuce, bit 12 the ace.
pub(super) struct Suits(pub(super) [Lane; 4]);

impl Suits {
    pub(super) const NONE: Suits = Suits([[0; ROWS]; 4]);

    /// Takes the four suits of each mask apart.
    #[inline(always)]
    pub(super) fn fill(&mut self, masks: &[u64; ROWS]) {
        let suits = &mut self.0;
        for (eight, rows) in masks.as_chunks::<8>().0.iter().enumerate() {
            for (suit, lane) in transposed(rows).iter().enumerate() {
                suits[suit][eight * 8..][..8].copy_from_slice(lane);
            }
        }
    }

    /// The suits of one row. No array: the compiler would keep it in one wide register and work on that.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row {
        let [clubs, diamonds, hearts, spades] = &self.0;
        (clubs[row], diamonds[row], hearts[row], spades[row])
    }
}

/// The ranks of one row in each suit.
pub(super) type Row = (u16, u16, u16, u16);

/// All bits, or none.
#[inline(always)]
pub(super) fn all_if(condition: bool) -> u16 {
    u16::from(condition).wrapping_neg()
}

/// `yes` where `mask` is all bits, `no` where it is none.
#[inline(always)]
pub(super) fn select(mask: u16, yes: u16, no: u16) -> u16 {
    yes & mask | no & !mask
}

/// The set without its lowest member.
#[inline(always)]
pub(super) fn drop_lowest(set: u16) -> u16 {
    set & set.wrapping_sub(1)
}

/// The lowest member of the set.
#[inline(always)]
pub(super) fn lowest(set: u16) -> u16 {
    set & set.wrapping_neg()
}

/// The set if it has five members or more, else none.
#[inline(always)]
pub(super) fn if_five(set: u16) -> u16 {
    let fifth = drop_lowest(drop_lowest(drop_lowest(drop_lowest(set))));
    set & all_if(fifth != 0)
}

/// The ranks held at least once, twice, three times, four times.
#[inline(always)]
pub(super) fn at_least((a, b, c, d): Row) -> Row {
    let (ab_any, ab_both) = (a | b, a & b);
    let (cd_any, cd_both) = (c | d, c & d);
    (
        ab_any | cd_any,
        ab_both | cd_both | ab_any & cd_any,
        ab_both & cd_any | ab_any & cd_both,
        ab_both & cd_both,
    )
}

/// The digits (rank 2..=14) of the five highest ranks, the highest in bits 16..20; 0 where there is none.
///
/// The exponent of a whole number as a float is the place of its top bit: with the deuce at bit 3, the low four bits
/// of the exponent are the rank. Taking that power of two away leaves the other ranks, exactly.
#[inline(always)]
pub(super) fn five_digits(ranks: u16) -> u32 {
    let top = |float: f32| -> (u32, f32) {
        let exponent = float.to_bits() & 0x7F80_0000;
        (exponent, float - f32::from_bits(exponent))
    };
    let (first, rest) = top(placed(ranks));
    let (second, rest) = top(rest);
    let (third, rest) = top(rest);
    let (fourth, rest) = top(rest);
    let fifth = rest.to_bits();
    // Every other digit: an exponent has eight bits, of which the lower four are the digit.
    let odd = first >> 7 | third >> 15 | fifth >> 23;
    let even = second >> 11 | fourth >> 19;
    odd & 0xF_0F0F | even & 0xF0F0
}

/// The digit of the highest rank; 0 for none.
#[inline(always)]
pub(super) fn top_digit(ranks: u16) -> u32 {
    placed(ranks).to_bits() >> 23 & 15
}

/// The ranks as a number whose exponent ends in the highest rank.
#[inline(always)]
fn placed(ranks: u16) -> f32 {
    (i32::from(ranks) << 3) as f32
}
