//! Which rows of a column are null.

use std::ops::Range;

use crate::bits::{BITS, passing};

/// One bit per row, up to the last null: non-null rows after it cost nothing, and most columns have no nulls.
#[derive(Clone, Debug, Default)]
pub struct Nulls {
    bits: Vec<u64>,
}

impl Nulls {
    /// The rows whose value marks a null.
    pub fn among<T: Copy>(values: &[T], is_null: impl Fn(T) -> bool) -> Self {
        Self { bits: passing(values, is_null) }
    }

    /// Calls `take` with all values that are not null, in order, in one or more slices.
    #[inline]
    pub fn skip<T: Copy + Default>(&self, values: &[T], mut take: impl FnMut(&[T])) {
        let (with_nulls, rest) = values.split_at(values.len().min(self.bits.len() * BITS));
        let mut known = [T::default(); BITS];
        for (block, nulls) in with_nulls.chunks(BITS).zip(&self.bits) {
            if *nulls == 0 {
                take(block);
                continue;
            }
            let (mut left, mut count) = (!nulls, 0);
            while let Some(value) = block.get(left.trailing_zeros() as usize) {
                known[count % BITS] = *value;
                count += 1;
                left &= left - 1;
            }
            take(&known[..count]);
        }
        take(rest);
    }

    /// Makes a row null; rows must be passed in ascending order.
    #[inline]
    pub(super) fn push(&mut self, row: usize) {
        let bit = 1 << (row % BITS);
        match self.bits.get_mut(row / BITS) {
            Some(word) => *word |= bit,
            None => self.push_word(row / BITS, bit),
        }
    }

    /// Adds the word at a place beyond the last one.
    #[cold]
    fn push_word(&mut self, place: usize, word: u64) {
        self.bits.resize(place, 0);
        self.bits.push(word);
    }

    /// Makes a row non-null.
    pub(super) fn remove(&mut self, row: usize) {
        if self.contains(row) {
            self.bits[row / 64] &= !(1 << (row % 64));
        }
    }

    /// Appends rows of another column to this one, which has `len` rows.
    pub(super) fn append(&mut self, len: usize, other: &Self, rows: Range<usize>) {
        if other.bits.is_empty() {
            return;
        }
        for (row, theirs) in (len..).zip(rows) {
            if other.contains(theirs) {
                self.push(row);
            }
        }
    }

    pub fn contains(&self, row: usize) -> bool {
        self.bits.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// The number of nulls.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// A bit for each null row, 64 rows per word from the lowest bit up; rows after the last word are not null.
    pub fn words(&self) -> &[u64] {
        &self.bits
    }

    pub(super) fn clear(&mut self) {
        self.bits.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_null_as_they_were_pushed() {
        let is_null = |row: usize| row % 7 == 3 || (100..170).contains(&row);
        let mut nulls = Nulls::default();
        (0..200).filter(|row| is_null(*row)).for_each(|row| nulls.push(row));

        assert!((0..200).all(|row| nulls.contains(row) == is_null(row)));
        assert_eq!(nulls.count(), (0..200).filter(|row| is_null(*row)).count());

        nulls.remove(101);
        nulls.remove(101);

        assert!(!nulls.contains(101));
        assert_eq!(nulls.count(), (0..200).filter(|row| is_null(*row)).count() - 1);
    }

    #[test]
    fn values_that_are_not_null_are_taken_in_order() {
        let is_null = |row: usize| row % 7 == 3 || (100..170).contains(&row);
        for rows in [0, 1, 3, 4, 64, 100, 128, 170, 200, 300] {
            let values: Vec<usize> = (0..rows).collect();
            let nulls = Nulls::among(&values, is_null);
            let mut known = Vec::new();

            nulls.skip(&values, |values| known.extend_from_slice(values));

            assert!(known.iter().copied().eq((0..rows).filter(|row| !is_null(*row))));
            assert_eq!(nulls.count(), rows - known.len());
        }
    }

    #[test]
    fn appended_rows_keep_their_nulls() {
        let mut other = Nulls::default();
        for row in [1, 5, 64] {
            other.push(row);
        }
        let mut nulls = Nulls::default();

        nulls.append(10, &other, 1..6);
        nulls.append(15, &other, 60..65);

        let found: Vec<usize> = (0..30).filter(|row| nulls.contains(*row)).collect();
        assert_eq!(found, [10, 14, 19]);
    }
}
