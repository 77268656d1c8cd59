//! The order of rows by several columns, passed one at a time, most significant first.
//!
//! The distinct values of a column are ranked. Rows are sorted by the first column with a counting sort of the ranks;
//! each further column sorts only rows that are equal so far, in place. So at most two numbers per row are held.

use std::hash::Hash;

use hashbrown::{DefaultHashBuilder, HashMap};

use crate::{Column, Names, Numbers, Strings};

/// An order of rows; initially the original one.
#[derive(Debug, Default)]
pub struct RowOrder {
    /// The row numbers in order.
    rows: Vec<u32>,
    /// One bit per position: whether its row differs from the previous one in any column.
    differs: Vec<u64>,
}

/// The values of one column, to sort by.
#[derive(Debug, Default)]
pub struct SortKey {
    texts: Names,
    numbers: HashMap<i64, u32, DefaultHashBuilder>,
    /// The code of each row's value; [`Names::NULL`] for none.
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

    /// Appends the next rows, each given by the index of its text, or [`Names::NULL`].
    pub fn append_coded(&mut self, texts: &Strings, rows: &[u32]) {
        let there: Vec<u32> = texts.iter().flatten().map(|text| self.texts.code(text)).collect();
        let code = |row: &u32| there.get(*row as usize).copied().unwrap_or(Names::NULL);
        self.codes.extend(rows.iter().map(code));
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

    /// Drops all rows but those that `is_kept` accepts.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let mut row = 0;
        self.codes.retain(|_| {
            row += 1;
            is_kept(row - 1)
        });
    }

    /// The rank of each row's value among the distinct values, and the number of ranks; nulls come first.
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

    /// Sorts rows that are equal in all earlier columns by this one; rows equal in this one too stay in order.
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
        if is_first {
            self.differs = vec![0; rows.div_ceil(64)];
            self.rows = counted(&ranks, count);
        } else {
            self.sort_equal(&ranks);
        }
        let neighbours = self.rows.windows(2).zip(1..);
        for (_, place) in
            neighbours.filter(|(rows, _)| ranks[rows[0] as usize] != ranks[rows[1] as usize])
        {
            self.differs[place / 64] |= 1 << (place % 64);
        }
        Ok(())
    }

    /// Sorts the rows that are equal so far by their ranks.
    fn sort_equal(&mut self, ranks: &[u32]) {
        let mut begin = 0;
        for place in 1..=self.rows.len() {
            let is_end =
                place == self.rows.len() || self.differs[place / 64] >> (place % 64) & 1 == 1;
            if is_end {
                self.rows[begin..place].sort_by_key(|row| ranks[*row as usize]);
                begin = place;
            }
        }
    }

    /// The position of each row in the order.
    pub fn into_places(self) -> Vec<u32> {
        let mut places = vec![0; self.rows.len()];
        (0..).zip(&self.rows).for_each(|(place, row)| places[*row as usize] = place);
        places
    }
}

/// Sorts row numbers by rank, of which there are `count`; rows of the same rank stay in order.
fn counted(ranks: &[u32], count: usize) -> Vec<u32> {
    let mut next = vec![0_u32; count + 1];
    for rank in ranks {
        next[*rank as usize + 1] += 1;
    }
    for rank in 1..next.len() {
        next[rank] += next[rank - 1];
    }
    let mut sorted = vec![0; ranks.len()];
    for (row, rank) in (0..).zip(ranks) {
        let place = &mut next[*rank as usize];
        sorted[*place as usize] = row;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(rows: &[Option<i64>]) -> Numbers<i64> {
        let mut found = Numbers::default();
        found.extend_some(rows.iter().copied());
        found
    }

    #[test]
    fn rows_are_sorted_by_the_first_column_and_where_it_is_the_same_by_the_next() {
        let players = ["cid", "", "ann", "ann", "", "bea"];
        // Every pair of a player and a time occurs several times, with numbers in a different order.
        let rows: Vec<(Option<&str>, Option<i64>, Option<i64>)> = (0..300)
            .map(|row| {
                let player = Some(players[row * 7 % 6]).filter(|player| !player.is_empty());
                let time = Some(row as i64 * 5 % 11 - 5).filter(|time| *time != 3);
                (player, time, Some(row as i64 * 31 % 4))
            })
            .collect();
        let mut wanted: Vec<usize> = (0..rows.len()).collect();
        wanted.sort_by_key(|row| rows[*row]);

        let (mut of_players, mut texts) = (SortKey::default(), Strings::default());
        for (player, ..) in &rows {
            texts.push(*player);
        }
        of_players.append(Column::Text(&texts)).expect("texts");
        let mut order = RowOrder::default();
        order.sort_by(of_players).expect("rows");
        for column in
            [rows.iter().map(|row| row.1).collect(), rows.iter().map(|row| row.2).collect()]
        {
            let column: Vec<_> = column;
            let mut key = SortKey::default();
            for portion in column.chunks(70) {
                key.append(Column::Int64(&numbers(portion))).expect("numbers");
            }
            order.sort_by(key).expect("as many rows");
        }

        let found = order.into_places();
        let places: Vec<usize> = wanted.iter().map(|row| found[*row] as usize).collect();
        assert_eq!(places, (0..rows.len()).collect::<Vec<_>>());
    }

    #[test]
    fn columns_of_other_lengths_and_kinds_are_rejected() {
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
