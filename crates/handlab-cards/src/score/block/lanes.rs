//! Blocks of rows, one suit per lane: the same step for 64 rows is one loop over `u16`, which the compiler vectorises.

use super::dispatch::transposed;

/// Rows that are processed together. Their lanes (128 bytes each) stay in the innermost cache.
pub(super) const ROWS: usize = 64;

/// One 16-bit value per row.
pub(super) type Lane = [u16; ROWS];

/// The ranks held in each suit, row by row: clubs, diamonds, hearts, spades; bit 0 the deuce, bit 12 the ace.
pub(super) struct Suits(pub(super) [Lane; 4]);

impl Suits {
    pub(super) const NONE: Suits = Suits([[0; ROWS]; 4]);

    /// Splits each mask into its four suits.
    #[inline(always)]
    pub(super) fn fill(&mut self, masks: &[u64; ROWS]) {
        let suits = &mut self.0;
        for (eight, rows) in masks.as_chunks::<8>().0.iter().enumerate() {
            for (suit, lane) in transposed(rows).iter().enumerate() {
                suits[suit][eight * 8..][..8].copy_from_slice(lane);
            }
        }
    }

    /// The suits of one row. Not an array: the compiler would keep it in one wide register and work on that.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row {
        let [clubs, diamonds, hearts, spades] = &self.0;
        (clubs[row], diamonds[row], hearts[row], spades[row])
    }
}

/// The ranks of one row in each suit.
pub(super) type Row = (u16, u16, u16, u16);

/// All bits set, or none.
#[inline(always)]
pub(super) fn all_if(condition: bool) -> u16 {
    u16::from(condition).wrapping_neg()
}

/// `yes` if all bits of `mask` are set, `no` if none is.
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

/// The set if it has at least five members, else empty.
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

/// A set of ranks as [`five_digits`] reads it: the deuce at bit 3, leaving bit 2 for a low ace.
#[inline(always)]
pub(super) fn placed(ranks: u16) -> u16 {
    ranks << 3
}

/// The ranks of a [`placed`] set, without a low ace.
#[inline(always)]
pub(super) fn unplaced(placed: u16) -> u16 {
    placed >> 3
}

/// The digits (1 the low ace, 2..=14) of the five highest ranks of a [`placed`] set, the highest in bits 16..20; 0 if
/// missing.
///
/// The exponent of a number as a float gives its top bit. Subtracting that power of two leaves exactly the other ranks.
#[inline(always)]
pub(super) fn five_digits(placed: u16) -> u32 {
    let (first, rest) = top(as_float(placed));
    let (second, rest) = top(rest);
    let (third, rest) = top(rest);
    let (fourth, rest) = top(rest);
    let fifth = rest.to_bits();
    first >> 7 | second >> 11 | third >> 15 | fourth >> 19 | fifth >> 23
}

/// The digits of the two highest ranks of a [`placed`] set; 0 if missing.
#[inline(always)]
pub(super) fn two_digits(placed: u16) -> (u32, u32) {
    let (first, rest) = top(as_float(placed));
    (first >> 23, rest.to_bits() >> 23)
}

/// The set times 2^-128, which makes the exponent, biased by 127, the rank of the top bit itself: no mask is needed.
/// A low ace, at bit 2, is the smallest normal number.
#[inline(always)]
fn as_float(placed: u16) -> f32 {
    const UNIT: u32 = 22 << 23;
    f32::from_bits(UNIT | u32::from(placed)) - f32::from_bits(UNIT)
}

/// The exponent for the top bit, in its position within the float, and the remaining bits.
#[inline(always)]
fn top(bits: f32) -> (u32, f32) {
    let exponent = bits.to_bits() & 0x7F80_0000;
    (exponent, bits - f32::from_bits(exponent))
}
