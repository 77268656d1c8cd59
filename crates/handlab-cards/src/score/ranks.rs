//! Sets of ranks: a `u32` whose bit `r` is rank `r`, so the ace is bit 14, or bit 1 if it is low.

use crate::card::CardSet;

/// The high ace.
pub(super) const ACE: u32 = 1 << 14;

/// The ranks held in each suit.
#[inline]
pub(super) fn by_suit(cards: CardSet) -> [u32; 4] {
    [0, 1, 2, 3].map(|suit| u32::from(cards.ranks_of(suit)) << 2)
}

/// The same ranks, with the ace below the deuce.
#[inline]
pub(super) fn ace_low(ranks: u32) -> u32 {
    ranks & !ACE | (ranks & ACE) >> 13
}

/// The ranks held at least once, twice, three times, four times.
#[inline]
pub(super) fn at_least([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let (ab_any, ab_both) = (a | b, a & b);
    let (cd_any, cd_both) = (c | d, c & d);
    [
        ab_any | cd_any,
        ab_both | cd_both | ab_any & cd_any,
        ab_both & cd_any | ab_any & cd_both,
        ab_both & cd_both,
    ]
}

/// Removes the highest rank from `ranks`, which must not be empty.
#[inline]
pub(super) fn take_top(ranks: &mut u32) -> u32 {
    let top = ranks.ilog2();
    *ranks ^= 1 << top;
    top
}

/// The `count` highest of `ranks` as four-bit digits, the highest first.
#[inline]
pub(super) fn top_digits(mut ranks: u32, count: u32) -> u32 {
    (0..count).fold(0, |digits, _| digits << 4 | take_top(&mut ranks))
}
