//! Whether predicates hold for rows: true, false or null, as in SQL, 64 rows per word.

use crate::bits::BITS;

/// The truth values of a predicate for some rows: a row is null if neither bit is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    yes: Vec<u64>,
    no: Vec<u64>,
}

impl Truth {
    /// The same value for all rows.
    pub(super) fn constant(holds: bool, rows: usize) -> Self {
        let all = all(rows);
        let none = vec![0; all.len()];
        if holds { Self { yes: all, no: none } } else { Self { yes: none, no: all } }
    }

    /// Rows without nulls; bits after the last row are ignored.
    pub(super) fn of_bits(bits: &[u64], rows: usize) -> Self {
        let mut yes: Vec<u64> = bits.iter().copied().take(rows.div_ceil(BITS)).collect();
        let mut no: Vec<u64> = yes.iter().map(|bits| !bits).collect();
        for words in [&mut yes, &mut no] {
            clear_after(words, rows);
        }
        Self { yes, no }
    }

    /// The rows in `bits`, except that rows for which `of_null` is set are null.
    pub(super) fn of_known(
        bits: &[u64],
        nulls: &[u64],
        rows: usize,
        of_null: Option<bool>,
    ) -> Self {
        let mut found = Self::of_bits(bits, rows);
        let (yes_of_null, no_of_null) = match of_null {
            Some(true) => (u64::MAX, 0),
            Some(false) => (0, u64::MAX),
            None => (0, 0),
        };
        for ((yes, no), null) in found.yes.iter_mut().zip(&mut found.no).zip(nulls) {
            let null = null & (*yes | *no);
            *yes = *yes & !null | null & yes_of_null;
            *no = *no & !null | null & no_of_null;
        }
        found
    }

    /// Each row gets the value of its hand, given the row at which each hand's rows end.
    pub(super) fn spread(&self, ends: &[u32], rows: usize) -> Self {
        Self { yes: spread(&self.yes, ends, rows), no: spread(&self.no, ends, rows) }
    }

    /// The rows for which the predicate is true; bits after the last row are zero.
    pub fn holds(&self) -> &[u64] {
        &self.yes
    }

    /// The truth value for a row.
    pub fn get(&self, row: usize) -> Option<bool> {
        let bit = |words: &[u64]| words[row / BITS] >> (row % BITS) & 1 == 1;
        bit(&self.yes).then_some(true).or_else(|| bit(&self.no).then_some(false))
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            yes: zipped(&self.yes, &other.yes, |one, other| one & other),
            no: zipped(&self.no, &other.no, |one, other| one | other),
        }
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self {
            yes: zipped(&self.yes, &other.yes, |one, other| one | other),
            no: zipped(&self.no, &other.no, |one, other| one & other),
        }
    }

    pub(super) fn negated(&self) -> Self {
        Self { yes: self.no.clone(), no: self.yes.clone() }
    }

    /// Whether the value is true, false or null, as asked; never null itself.
    pub(super) fn is(&self, asked: Option<bool>, rows: usize) -> Self {
        match asked {
            Some(true) => Self::of_bits(&self.yes, rows),
            Some(false) => Self::of_bits(&self.no, rows),
            None => Self::of_bits(&zipped(&self.yes, &self.no, |yes, no| !(yes | no)), rows),
        }
    }
}

fn spread(of_hands: &[u64], ends: &[u32], rows: usize) -> Vec<u64> {
    let mut found = vec![0; rows.div_ceil(BITS)];
    let mut start = 0;
    for (hand, end) in ends.iter().enumerate() {
        let end = *end as usize;
        if of_hands[hand / BITS] >> (hand % BITS) & 1 == 1 {
            set(&mut found, start, end);
        }
        start = end;
    }
    found
}

/// Sets the bits of adjacent rows.
fn set(words: &mut [u64], start: usize, end: usize) {
    let places = if start < end { start / BITS..end.div_ceil(BITS) } else { 0..0 };
    for place in places {
        let from = start.saturating_sub(place * BITS);
        let above = (end - place * BITS).min(BITS);
        words[place] |= u64::MAX >> (BITS - (above - from)) << from;
    }
}

/// For each row, whether any row of its hand has a flag.
pub fn shared_with_hand(flags: &[u64], ends: &[u32]) -> Vec<u64> {
    let mut shared = vec![0_u64; flags.len()];
    let mut ends = ends.iter().map(|end| *end as usize);
    let (mut start, mut end) = (0, ends.next().unwrap_or(0));
    for (place, word) in flags.iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            let row = place * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            while row >= end {
                let Some(next) = ends.next() else { return shared };
                (start, end) = (end, next);
            }
            set(&mut shared, start, end);
        }
    }
    shared
}

fn zipped(one: &[u64], other: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| of(*one, *other)).collect()
}

/// A set bit for each row.
fn all(rows: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; rows.div_ceil(BITS)];
    clear_after(&mut words, rows);
    words
}

/// Clears the bits after the last row.
fn clear_after(words: &mut [u64], rows: usize) {
    if let Some(last) = words.last_mut().filter(|_| !rows.is_multiple_of(BITS)) {
        *last &= (1 << (rows % BITS)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_rows_are_set() {
        for (start, end) in
            [(0, 1), (0, 64), (63, 64), (63, 65), (64, 128), (5, 5), (10, 190), (190, 192)]
        {
            let mut words = vec![0; 3];
            set(&mut words, start, end);
            let is_set = |row: usize| words[row / 64] >> (row % 64) & 1 == 1;
            assert!(
                (0..192).all(|row| is_set(row) == (start..end).contains(&row)),
                "{start} {end}"
            );
        }
    }

    #[test]
    fn what_holds_for_a_seat_holds_for_its_hand() {
        // Hands of 3, 0, 60, 2 and 4 seats; the second word starts within the fourth hand.
        let ends = [3, 3, 63, 65, 69];
        let holds = |rows: &[usize]| {
            let mut words = vec![0_u64; 2];
            for row in rows {
                words[row / 64] |= 1 << (row % 64);
            }
            words
        };
        assert_eq!(shared_with_hand(&holds(&[1]), &ends), holds(&[0, 1, 2]));
        assert_eq!(shared_with_hand(&holds(&[64]), &ends), holds(&[63, 64]));
        assert_eq!(shared_with_hand(&holds(&[0, 2, 68]), &ends), holds(&[0, 1, 2, 65, 66, 67, 68]));
        assert_eq!(shared_with_hand(&holds(&[]), &ends), holds(&[]));
    }

    #[test]
    fn bits_after_the_last_row_are_zero() {
        let truth =
            Truth::of_bits(&[u64::MAX], 3).negated().negated().or(&Truth::constant(true, 3));
        assert_eq!(truth.holds(), [0b111]);
        assert_eq!(truth.is(None, 3).negated().holds(), [0b111]);
    }
}
