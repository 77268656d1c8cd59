//! Which rows of a page have a value: Parquet's definition levels of a nullable column.

use handlab_columns::Nulls;

use crate::hybrid::write_bits;

/// One bit per row, set if it has a value.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    bits: Vec<u64>,
    rows: usize,
    values: usize,
}

impl Levels {
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn nulls(&self) -> usize {
        self.rows - self.values
    }

    /// Adds rows that all have a value, or are all null.
    pub(crate) fn push_run(&mut self, is_value: bool, rows: usize) {
        let mut left = rows;
        while left > 0 {
            let bits = left.min(64);
            self.push_word(if is_value { u64::MAX } else { 0 }, bits);
            left -= bits;
        }
    }

    /// Adds the rows of a column.
    pub(crate) fn push_column(&mut self, nulls: &Nulls, rows: usize) {
        if nulls.count() == 0 || nulls.count() == rows {
            return self.push_run(nulls.count() == 0, rows);
        }
        for start in (0..rows).step_by(64) {
            let word = nulls.words().get(start / 64).copied().unwrap_or(0);
            self.push_word(!word, (rows - start).min(64));
        }
    }

    /// Appends the levels in the form of a version 1 page: preceded by their length in bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        write_bits(out, &self.bits, self.rows, self.values);
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Adds up to 64 rows, from the lowest bit up; the other bits are ignored.
    #[inline]
    pub(crate) fn push_word(&mut self, word: u64, bits: usize) {
        let word = if bits < 64 { word & ((1 << bits) - 1) } else { word };
        let filled = self.rows % 64;
        if filled == 0 {
            self.bits.push(word);
        } else {
            if let Some(last) = self.bits.last_mut() {
                *last |= word << filled;
            }
            if filled + bits > 64 {
                self.bits.push(word >> (64 - filled));
            }
        }
        self.rows += bits;
        self.values += word.count_ones() as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_columns::Numbers;

    #[test]
    fn rows_of_several_columns_are_one_after_another() {
        let mut levels = Levels::default();
        let mut expected = Vec::new();
        for (seed, rows) in [(3, 70), (1, 5), (2, 64), (1, 1), (5, 200)] {
            let mut column = Numbers::<i64>::default();
            for row in 0..rows {
                let is_value = row % seed != 1;
                column.push(is_value.then_some(row as i64));
                expected.push(is_value);
            }
            levels.push_column(column.nulls(), rows);
            levels.push_run(false, seed);
            expected.extend(vec![false; seed]);
        }

        let bit = |row: usize| levels.bits[row / 64] >> (row % 64) & 1 == 1;
        assert_eq!(levels.rows(), expected.len());
        assert!(expected.iter().enumerate().all(|(row, is_value)| bit(row) == *is_value));
        assert_eq!(levels.nulls(), expected.iter().filter(|is_value| !**is_value).count());
    }
}
