//! Flags of rows, several words of bits per row.

const BITS: usize = u64::BITS as usize;

/// Named flags for a number of rows.
#[derive(Clone, Default)]
pub struct Flags {
    names: Vec<String>,
    /// Row by row, each row's flags in the order of their names from the lowest bit up.
    words: Vec<u64>,
}

impl Flags {
    /// No flag is set.
    pub fn new(names: Vec<String>, rows: usize) -> Self {
        let words = vec![0; rows * names.len().div_ceil(BITS)];
        Self { names, words }
    }

    /// The flags from `columns`, which have one bit per row, 64 rows per word.
    pub fn of_columns(names: Vec<String>, columns: &[&[u64]], rows: usize) -> Self {
        let mut flags = Self::new(names, rows);
        let width = flags.width();
        let mut block = [0; BITS];
        for (word, columns) in columns.chunks(BITS).enumerate() {
            for start in (0..rows).step_by(BITS) {
                block.fill(0);
                for (slot, column) in block.iter_mut().zip(columns) {
                    *slot = column[start / BITS];
                }
                transpose(&mut block);
                for (row, bits) in (start..rows).zip(&block) {
                    flags.words[row * width + word] = *bits;
                }
            }
        }
        flags
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of words per row.
    pub fn width(&self) -> usize {
        self.names.len().div_ceil(BITS)
    }

    /// The index of a flag.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width()..][..self.width()]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let width = self.width();
        &mut self.words[row * width..][..width]
    }

    pub fn get(&self, row: usize, place: usize) -> bool {
        self.row(row)[place / BITS] >> (place % BITS) & 1 != 0
    }

    pub fn set(&mut self, row: usize, place: usize) {
        self.row_mut(row)[place / BITS] |= 1 << (place % BITS);
    }

    /// Sets the flags of a row that are set in a row of another instance with the same names.
    pub fn join(&mut self, row: usize, other: &Self, of_row: usize) {
        for (word, of_word) in self.row_mut(row).iter_mut().zip(other.row(of_row)) {
            *word |= of_word;
        }
    }

    /// The flags of some rows, given by index: for each flag one bit per row, 64 rows per word.
    pub fn columns(&self, rows: &(impl ExactSizeIterator<Item = usize> + Clone)) -> Vec<Vec<u64>> {
        let count = rows.len();
        let empty = || Vec::with_capacity(count.div_ceil(BITS));
        let mut columns: Vec<_> = (0..self.width() * BITS).map(|_| empty()).collect();
        let mut block = [0; BITS];
        for word in 0..self.width() {
            let mut rows = rows.clone();
            for start in (0..count).step_by(BITS) {
                block.fill(0);
                let of_block = rows.by_ref().take(BITS.min(count - start));
                for (slot, row) in block.iter_mut().zip(of_block) {
                    *slot = self.row(row)[word];
                }
                transpose(&mut block);
                for (column, bits) in columns[word * BITS..].iter_mut().zip(&block) {
                    column.push(*bits);
                }
            }
        }
        columns
    }
}

/// Transposes a block of bits: halves first, then quarters (Hacker's Delight, 7-3).
fn transpose(block: &mut [u64; BITS]) {
    let (mut width, mut mask) = (BITS / 2, u64::MAX >> (BITS / 2));
    while width > 0 {
        for row in (0..BITS).filter(|row| row & width == 0) {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swapped << width;
            block[row + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_flags_of_the_rows() {
        let names: Vec<String> = (0..150).map(|number| format!("flag_{number}")).collect();
        let mut flags = Flags::new(names, 200);
        let is_set = |row: usize, place: usize| (row * 7 + place * place).is_multiple_of(5);
        for row in 0..200 {
            (0..150).filter(|place| is_set(row, *place)).for_each(|place| flags.set(row, place));
        }
        let all = flags.columns(&(0..200));
        let columns: Vec<&[u64]> = all[..150].iter().map(Vec::as_slice).collect();
        let again = Flags::of_columns(flags.names().to_vec(), &columns, 200);
        assert!((0..200).all(|row| again.row(row) == flags.row(row)));
        for rows in [0..200, 13..77, 64..128, 199..199] {
            let columns = flags.columns(&rows);
            for (place, column) in columns.iter().take(150).enumerate() {
                for (at, row) in rows.clone().enumerate() {
                    assert_eq!(column[at / 64] >> (at % 64) & 1 == 1, is_set(row, place));
                    assert_eq!(flags.get(row, place), is_set(row, place));
                }
            }
        }
    }
}
