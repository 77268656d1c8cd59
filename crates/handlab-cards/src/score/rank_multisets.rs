//! Numbers for multisets of ranks: the cards of a hand or a board if suits do not matter.
//!
//! Multisets of the same size are ordered by their highest rank, then by the second highest, and so on. So the number
//! of one is a sum over its sorted ranks, and does not depend on how many ranks exist.

/// Ranks are counted from 0, the deuce.
pub(crate) const RANKS: usize = 13;

/// The number of pairs of ranks.
pub(crate) const PAIRS: usize = RANKS * (RANKS + 1) / 2;

/// The number of two ranks, the lower first: the same as [`multiset_index`], without its table.
#[inline]
pub(crate) const fn pair_index(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// The number of up to five ranks in any order; undefined if one is 13 or more.
#[expect(
    clippy::inline_always,
    reason = "the kernels of `block` are compiled for each instruction set"
)]
#[inline(always)]
pub(crate) fn multiset_index<const N: usize>(mut ranks: [usize; N]) -> usize {
    // Without branches: a processor cannot predict which of two ranks is higher.
    for last in (1..N).rev() {
        for place in 0..last {
            let (low, high) = (ranks[place], ranks[place + 1]);
            (ranks[place], ranks[place + 1]) = (low.min(high), low.max(high));
        }
    }
    ranks.iter().enumerate().map(|(nth, rank)| usize::from(BELOW[nth][*rank])).sum()
}

/// How many multisets of `nth + 1` ranks precede one whose highest rank is `rank`: `choose(rank + nth, nth + 1)`.
const BELOW: [[u16; 16]; 5] = {
    let mut below = [[0; 16]; 5];
    let mut rank = 0;
    while rank < 16 {
        below[0][rank] = rank as u16;
        let mut nth = 1;
        while nth < 5 {
            // Pascal's rule: with this rank once more, or with the ranks below.
            let lower = if rank == 0 { 0 } else { below[nth][rank - 1] };
            below[nth][rank] = lower + if rank == 0 { 0 } else { below[nth - 1][rank] };
            nth += 1;
        }
        rank += 1;
    }
    below
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ranks_have_one_number() {
        let mut next = 0;
        for high in 0..RANKS {
            for low in 0..=high {
                assert_eq!(pair_index(low, high), next);
                assert_eq!([multiset_index([low, high]), multiset_index([high, low])], [next; 2]);
                next += 1;
            }
        }
        assert_eq!(next, PAIRS);
    }

    #[test]
    fn there_are_as_many_numbers_as_multisets() {
        assert_eq!(multiset_index([0; 5]), 0);
        assert_eq!(multiset_index([RANKS - 1; 3]), 455 - 1);
        assert_eq!(multiset_index([RANKS - 1; 4]), 1820 - 1);
        assert_eq!(multiset_index([RANKS - 1; 5]), 6188 - 1);
        assert_eq!(multiset_index([5, 12, 3, 3, 9]), multiset_index([3, 9, 12, 5, 3]));
    }
}
