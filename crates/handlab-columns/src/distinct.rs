//! Rows of whole numbers of which few are different.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// The different rows of some, numbered in the order in which they first came.
pub struct Distinct {
    width: usize,
    numbers: Vec<u64>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Distinct {
    /// `width` is the number of columns.
    pub fn new(width: usize) -> Self {
        let hasher = DefaultHashBuilder::default();
        Self { width, numbers: Vec::new(), table: HashTable::new(), hasher }
    }

    /// The number of a row.
    pub fn number(&mut self, row: &[u64]) -> u32 {
        debug_assert_eq!(row.len(), self.width);
        let known = |number: u32| &self.numbers[number as usize * self.width..][..self.width];
        let hash = self.hasher.hash_one(row);
        if let Some(number) = self.table.find(hash, |number| known(*number) == row) {
            return *number;
        }
        let number = self.table.len() as u32;
        self.table.insert_unique(hash, number, |number| self.hasher.hash_one(known(*number)));
        self.numbers.extend_from_slice(row);
        number
    }

    /// The number of different rows.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A column of the different rows, in the order of their numbers.
    pub fn column(&self, place: usize) -> impl Iterator<Item = u64> + '_ {
        self.numbers.iter().skip(place).step_by(self.width.max(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_have_one_number() {
        let mut rows = Distinct::new(2);
        let numbers = [[1, 2], [2, 1], [1, 2], [0, 0], [2, 1]].map(|row| rows.number(&row));
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows.column(1).collect::<Vec<_>>(), [2, 1, 0]);
    }
}
