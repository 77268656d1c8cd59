//! The order of rows by several columns, which come one at a time, the last one to sort by first.
//!
//! The different values of a column are ranked, and rows are sorted by counting how many have each rank. That keeps the
//! order of rows with equal values, so that what was sorted by before decides among them.

use std::hash::Hash;

use hashbrown::{DefaultHashBuilder, HashMap};

use crate::{Column, Names, Numbers};

/// An order of rows, at first that in which they came in.
#[derive(Debug, Default)]
pub struct RowOrder {
    /// The numbers of the rows in their order.
    rows: Vec<u32>,
}

/// The values of one column, to sort by.
#[derive(Debug, Default)]
pub struct SortKey {
    texts: Names,
    numbers: HashMap<i64, u32, DefaultHashBuilder>,
    /// For each row a code of its value, [`Names::NULL`] for none.
    codes: Vec<u32>,
}

/// Why rows cannot be sorted.
#[derive(Debug, PartialEq, Eq)]
pub enum OrderError {
    /// The columns have different numbers of rows.
    Rows { wanted: usize, got: usize },
    /// A column is neither numbers nor texts.
    Kind,
}

impl std::fmt::Display for OrderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OrderError::Rows { wanted, got } => write!(f, "expected {wanted} rows, got {got}"),
            OrderError::Kind => write!(f, "expected a column of whole numbers or texts"),
        }
    }
}

impl std::error::Error for OrderError {}

impl SortKey {
    /// Appends the next rows.
    ///
    /// # Errors
    /// If they are neither whole numbers nor texts.
    pub fn append(&mut self, column: Column<'_>) -> Result<(), OrderError> {
        match column {
            Column::Int64(rows) | Column::Timestamp(rows) => self.append_numbers(rows),
            Column::Int32(rows) => self.append_numbers(rows),
            Column::Int16(rows) => self.append_numbers(rows),
            Column::Int8(rows) => self.append_numbers(rows),
            Column::Text(rows) => {
                let code =
                    |text: Option<&str>| text.map_or(Names::NULL, |text| self.texts.code(text));
                self.codes.extend(rows.iter().map(code));
            }
            _ => return Err(OrderError::Kind),
        }
        Ok(())
    }

    fn append_numbers<T: Copy + Default + Into<i64> + Eq + Hash>(&mut self, rows: &Numbers<T>) {
        let mut last = None;
        self.codes.extend(rows.iter().map(|number| {
            let Some(number) = number.map(Into::into) else { return Names::NULL };
            match last {
                Some((before, code)) if before == number => code,
                _ => {
                    let next = self.numbers.len() as u32;
                    last.insert((number, *self.numbers.entry(number).or_insert(next))).1
                }
            }
        }));
    }

    /// For each row its rank among the different values, of which there are so many; nulls are before all.
    fn into_ranks(self) -> (Vec<u32>, usize) {
        let mut ranked: Vec<u32> =
            (0..(self.texts.names().len() + self.numbers.len()) as u32).collect();
        if self.numbers.is_empty() {
            ranked.sort_unstable_by_key(|code| self.texts.name(*code));
        } else {
            let mut numbers = vec![0; ranked.len()];
            self.numbers.iter().for_each(|(number, code)| numbers[*code as usize] = *number);
            ranked.sort_unstable_by_key(|code| numbers[*code as usize]);
        }
        let mut rank_of = vec![0; ranked.len()];
        (1..).zip(&ranked).for_each(|(rank, code)| rank_of[*code as usize] = rank);
        let mut ranks = self.codes;
        for code in &mut ranks {
            *code = rank_of.get(*code as usize).copied().unwrap_or(0);
        }
        (ranks, ranked.len() + 1)
    }
}

#[expect(clippy::len_without_is_empty, reason = "an order without rows is of no use")]
impl RowOrder {
    /// The number of rows; 0 before the first column.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Sorts by a column: what rows were sorted by before decides where it is the same.
    ///
    /// # Errors
    /// If it has another number of rows than the columns before.
    pub fn sort_by(&mut self, key: SortKey) -> Result<(), OrderError> {
        let rows = key.codes.len();
        let is_first = self.rows.is_empty();
        if !is_first && self.rows.len() != rows {
            return Err(OrderError::Rows { wanted: self.rows.len(), got: rows });
        }
        let (ranks, count) = key.into_ranks();
        let mut next = vec![0_u32; count + 1];
        for rank in &ranks {
            next[*rank as usize + 1] += 1;
        }
        if next.contains(&(rows as u32)) {
            // All have the same value.
            if is_first {
                self.rows.extend(0..rows as u32);
            }
            return Ok(());
        }
        for rank in 1..next.len() {
            next[rank] += next[rank - 1];
        }
        let mut sorted = vec![0; rows];
        let put = |row: u32| {
            let place = &mut next[ranks[row as usize] as usize];
            sorted[*place as usize] = row;
            *place += 1;
        };
        // The order in which they came is not written out: it would take four bytes more for each row.
        if is_first {
            (0..rows as u32).for_each(put);
        } else {
            self.rows.iter().copied().for_each(put);
        }
        self.rows = sorted;
        Ok(())
    }

    /// For each row its place in the order.
    pub fn into_places(self) -> Vec<u32> {
        let mut places = vec![0; self.rows.len()];
        (0..).zip(&self.rows).for_each(|(place, row)| places[*row as usize] = place);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strings;

    fn numbers(rows: &[Option<i64>]) -> Numbers<i64> {
        let mut found = Numbers::default();
        found.extend_some(rows.iter().copied());
        found
    }

    #[test]
    fn rows_are_sorted_by_the_first_column_and_where_it_is_the_same_by_the_next() {
        let players = ["cid", "", "ann", "ann", "", "bea", "ann"];
        let times = [3, 9, 5, -5, 2, 0, 5].map(Some);
        let mut wanted: Vec<usize> = (0..players.len()).collect();
        wanted.sort_by_key(|row| {
            (Some(players[*row]).filter(|player| !player.is_empty()), times[*row])
        });

        let mut of_times = SortKey::default();
        for portion in [&times[..3], &times[3..]] {
            of_times.append(Column::Int64(&numbers(portion))).expect("numbers");
        }
        let (mut of_players, mut texts) = (SortKey::default(), Strings::default());
        for player in players {
            texts.push_known(player);
        }
        of_players.append(Column::Text(&texts)).expect("texts");
        let mut order = RowOrder::default();
        order.sort_by(of_times).expect("seven rows");
        order.sort_by(of_players).expect("seven rows");

        let found = order.into_places();
        let places: Vec<usize> = wanted.iter().map(|row| found[*row] as usize).collect();
        assert_eq!(places, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn columns_of_other_lengths_and_kinds_are_refused() {
        let mut order = RowOrder::default();
        for (rows, wanted) in
            [(2, Ok(())), (2, Ok(())), (3, Err(OrderError::Rows { wanted: 2, got: 3 }))]
        {
            let mut key = SortKey::default();
            key.append(Column::Int64(&numbers(&vec![None; rows]))).expect("numbers");
            assert_eq!(order.sort_by(key), wanted);
        }
        assert_eq!(SortKey::default().append(Column::OfHand), Err(OrderError::Kind));
    }
}
