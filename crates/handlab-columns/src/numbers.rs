//! Numbers and flags.

use std::ops::Range;

use crate::{Nulls, ahead};

/// Nullable numbers; the value of a null row is zero.
#[derive(Clone, Debug, Default)]
pub struct Numbers<T> {
    values: Vec<T>,
    nulls: Nulls,
}

impl<T: Copy + Default> Numbers<T> {
    /// Numbers without nulls.
    pub fn of(values: Vec<T>) -> Self {
        Self { values, nulls: Nulls::default() }
    }

    #[inline]
    pub fn push(&mut self, value: Option<T>) {
        if value.is_none() {
            self.nulls.push(self.values.len());
        }
        self.values.push(value.unwrap_or_default());
        ahead::load(&self.values);
    }

    /// Appends values without nulls.
    #[inline]
    pub fn extend(&mut self, values: impl Iterator<Item = T>) {
        self.values.extend(values);
        ahead::load(&self.values);
    }

    /// Appends nullable values.
    #[inline]
    pub fn extend_some(&mut self, values: impl Iterator<Item = Option<T>>) {
        let Self { values: known, nulls } = self;
        let start = known.len();
        known.extend(values.enumerate().map(|(row, value)| {
            if value.is_none() {
                nulls.push(start + row);
            }
            value.unwrap_or_default()
        }));
        ahead::load(known);
    }

    pub fn get(&self, row: usize) -> Option<T> {
        let value = *self.values.get(row)?;
        (!self.nulls.contains(row)).then_some(value)
    }

    pub fn values(&self) -> &[T] {
        &self.values
    }

    pub fn nulls(&self) -> &Nulls {
        &self.nulls
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<T>> {
        (0..self.len()).map(|row| self.get(row))
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        self.nulls.append(self.values.len(), &other.nulls, rows.clone());
        self.values.extend_from_slice(&other.values[rows]);
    }

    pub fn clear(&mut self) {
        self.values.clear();
        self.nulls.clear();
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.values.as_slice()) + self.nulls.bytes()
    }
}

/// A column of microseconds since 1970 in UTC: a separate type, so that it is not mistaken for money.
#[derive(Clone, Debug, Default)]
pub struct Timestamps(pub(crate) Numbers<i64>);

impl Timestamps {
    pub fn push(&mut self, micros: Option<i64>) {
        self.0.push(micros);
    }

    pub fn get(&self, row: usize) -> Option<i64> {
        self.0.get(row)
    }

    pub fn set(&mut self, row: usize, micros: i64) {
        if let Some(value) = self.0.values.get_mut(row) {
            *value = micros;
            self.0.nulls.remove(row);
        }
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        self.0.append(&other.0, rows);
    }
}

/// Nullable flags; the flag of a null row is false.
#[derive(Clone, Debug, Default)]
pub struct Bools {
    len: usize,
    bits: Vec<u64>,
    nulls: Nulls,
}

impl Bools {
    /// Flags without nulls, 64 rows per word from the lowest bit up.
    pub fn of(bits: Vec<u64>, len: usize) -> Self {
        Self { len, bits, nulls: Nulls::default() }
    }

    /// Appends flags without nulls.
    #[inline]
    pub fn extend(&mut self, flags: impl Iterator<Item = bool>) {
        self.extend_some(flags.map(Some));
    }

    /// Appends nullable flags.
    #[inline]
    pub fn extend_some(&mut self, flags: impl Iterator<Item = Option<bool>>) {
        let (mut word, mut count) = (0, 0);
        for flag in flags {
            if flag.is_none() {
                self.nulls.push(self.len + count);
            }
            word |= u64::from(flag.unwrap_or_default()) << count;
            count += 1;
            if count == 64 {
                self.push_word(word, count);
                (word, count) = (0, 0);
            }
        }
        self.push_word(word, count);
    }

    /// Appends the lowest `count` bits of a word; its other bits must be zero.
    fn push_word(&mut self, word: u64, count: usize) {
        let used = self.len % 64;
        match self.bits.last_mut().filter(|_| used > 0) {
            Some(last) => {
                *last |= word << used;
                if used + count > 64 {
                    self.bits.push(word >> (64 - used));
                }
            }
            None if count > 0 => self.bits.push(word),
            None => {}
        }
        self.len += count;
    }

    #[inline]
    pub fn push(&mut self, flag: Option<bool>) {
        if flag.is_none() {
            self.nulls.push(self.len);
        }
        if self.len.is_multiple_of(64) {
            self.bits.push(0);
        }
        self.bits[self.len / 64] |= u64::from(flag.unwrap_or_default()) << (self.len % 64);
        self.len += 1;
    }

    pub fn get(&self, row: usize) -> Option<bool> {
        let word = *self.bits.get(row / 64)?;
        (row < self.len && !self.nulls.contains(row)).then_some(word >> (row % 64) & 1 == 1)
    }

    /// The flags, 64 rows per word from the lowest bit up.
    pub fn words(&self) -> &[u64] {
        &self.bits
    }

    pub fn nulls(&self) -> &Nulls {
        &self.nulls
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<bool>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Appends the flags of another column that are not null.
    pub fn append_known(&mut self, other: &Self) {
        for (place, start) in (0..other.len).step_by(64).enumerate() {
            let rows = (other.len - start).min(64);
            let (flags, nulls) = (other.bits[place], other.nulls.words().get(place));
            let Some(nulls) = nulls.filter(|nulls| **nulls != 0) else {
                self.push_word(flags, rows);
                continue;
            };
            let (mut left, mut known, mut count) = (!nulls & u64::MAX >> (64 - rows), 0, 0);
            while left != 0 {
                known |= (flags >> left.trailing_zeros() & 1) << count;
                count += 1;
                left &= left - 1;
            }
            self.push_word(known, count);
        }
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        if rows == (0..other.len()) && other.nulls.count() == 0 {
            return self.append_known(other);
        }
        for row in rows {
            self.push(other.get(row));
        }
    }

    pub fn clear(&mut self) {
        self.len = 0;
        self.bits.clear();
        self.nulls.clear();
    }

    pub fn bytes(&self) -> usize {
        self.bits.len() * 8 + self.nulls.bytes()
    }
}

/// Lists of small numbers, end to end; a null row has no values.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    values: Vec<i8>,
    ends: Vec<u32>,
    nulls: Nulls,
}

impl Lists {
    pub fn push(&mut self, values: impl IntoIterator<Item = i8>) {
        self.values.extend(values);
        self.ends.push(self.values.len() as u32);
    }

    pub fn push_null(&mut self) {
        self.nulls.push(self.ends.len());
        self.push([]);
    }

    pub fn nulls(&self) -> &Nulls {
        &self.nulls
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn get(&self, row: usize) -> &[i8] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[start as usize..self.ends[row] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[i8]> {
        (0..self.len()).map(|row| self.get(row))
    }

    pub fn append(&mut self, other: &Self, rows: Range<usize>) {
        self.nulls.append(self.ends.len(), &other.nulls, rows.clone());
        for row in rows {
            self.push(other.get(row).iter().copied());
        }
    }

    pub fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
        self.nulls.clear();
    }

    pub fn bytes(&self) -> usize {
        self.values.len() + self.ends.len() * 4 + self.nulls.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_appended_together_are_those_appended_one_by_one() {
        let flag = |row: usize| row.is_multiple_of(3) || row % 7 == 2;
        for lens in [[0, 1, 63], [64, 64, 1], [10, 60, 130], [1, 0, 64], [65, 127, 0]] {
            let (mut together, mut single) = (Bools::default(), Bools::default());
            for len in lens {
                let rows = single.len()..single.len() + len;
                together.extend(rows.clone().map(flag));
                rows.for_each(|row| single.push(Some(flag(row))));
            }
            assert_eq!(together.words(), single.words(), "{lens:?}");
            assert_eq!(together.len(), single.len());
        }
    }

    #[test]
    fn known_flags_are_those_without_nulls() {
        let flag = |row: usize| (row % 5 != 1).then_some(row.is_multiple_of(3) || row % 7 == 2);
        for rows in [0, 1, 63, 64, 65, 200] {
            let (mut flags, mut known, mut expected) =
                (Bools::default(), Bools::default(), Bools::default());
            (0..rows).for_each(|row| flags.push(flag(row)));
            (0..3).for_each(|_| known.append_known(&flags));
            (0..3 * rows).for_each(|row| expected.extend(flag(row % rows).into_iter()));
            assert_eq!(known.words(), expected.words(), "{rows}");
            assert_eq!(known.len(), expected.len());
        }
    }

    #[test]
    fn numbers_appended_together_keep_their_nulls() {
        let mut numbers = Numbers::default();
        numbers.extend([1_i8, 2].into_iter());
        numbers.extend_some([None, Some(4)].into_iter());
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [Some(1), Some(2), None, Some(4)]);
    }
}
