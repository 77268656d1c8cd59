//! Stored rows of hands as columns that predicates can read.

use handlab_arrow::{Chunks, DataType, Number, Result, Series, bail};
use handlab_columns::{Bools, Names, Numbers, OwnedColumn, TableColumn};

/// The column that numbers the hands from 0.
const HAND: &str = "hand_no";

/// The rows of a table, those of each hand together, in the order of the hands.
pub(super) struct StoredRows {
    columns: Vec<(String, OwnedColumn)>,
    ends: Vec<u32>,
}

impl StoredRows {
    /// The rows of as many hands as their numbers say.
    ///
    /// # Errors
    /// If the numbers of the hands are missing, null or not ascending, or a column is of a type that no predicate reads.
    pub(super) fn of(columns: &[Series]) -> Result<Self> {
        let hands = hands_of(columns)?;
        let count = hands.last().map_or(0, |last| *last as usize + 1);
        Self::of_hands(columns, &hands, count)
    }

    /// The rows of as many hands as `other` has, any of which may have none.
    ///
    /// # Errors
    /// As for [`StoredRows::of`].
    pub(super) fn like(other: &Self, columns: &[Series]) -> Result<Self> {
        Self::of_hands(columns, &hands_of(columns)?, other.ends.len())
    }

    fn of_hands(columns: &[Series], hands: &[u32], count: usize) -> Result<Self> {
        let mut read = Vec::with_capacity(columns.len());
        for series in columns.iter().filter(|series| series.name() != HAND) {
            read.push((series.name().to_owned(), column_of(series)?));
        }
        Ok(Self { columns: read, ends: ends_of(hands, count)? })
    }

    pub(super) fn columns(&self) -> Vec<TableColumn<'_>> {
        let columns = self.columns.iter();
        let columns = columns.map(|(name, values)| (name, values.as_column()));
        columns.map(|(name, values)| TableColumn { name, values, ends: None }).collect()
    }

    pub(super) fn ends(&self) -> &[u32] {
        &self.ends
    }
}

/// The number of each row's hand.
fn hands_of(columns: &[Series]) -> Result<Vec<u32>> {
    let Some(series) = columns.iter().find(|series| series.name() == HAND) else {
        bail!("expected a column `{HAND}`, got none");
    };
    let numbers = series.chunks().numbers::<u32>()?;
    if let Some(row) = (0..numbers.len()).find(|row| numbers.get(*row).is_none()) {
        bail!("expected the number of a hand in row {row}, got null");
    }
    Ok(numbers.values().to_vec())
}

/// Where the rows of each hand end.
fn ends_of(hands: &[u32], count: usize) -> Result<Vec<u32>> {
    // Those of the hands before that of the row.
    let mut ends = Vec::new();
    for (row, hand) in (0..).zip(hands) {
        let hand = *hand as usize;
        if !(ends.len()..count).contains(&hand) {
            bail!("expected ascending numbers of hands below {count}, got {hand} in row {row}");
        }
        ends.resize(hand, row);
    }
    ends.resize(count, hands.len() as u32);
    Ok(ends)
}

fn column_of(series: &Series) -> Result<OwnedColumn> {
    let rows = series.chunks();
    Ok(match series.dtype() {
        DataType::Int8 => OwnedColumn::Int8(numbers_of(&rows)?),
        DataType::Int64 => OwnedColumn::Int64(numbers_of(&rows)?),
        DataType::Boolean => {
            let flags = rows.flags()?;
            let mut column = Bools::default();
            column.extend_some(flags.iter());
            OwnedColumn::Bool(column)
        }
        DataType::String => {
            let mut column = Names::default();
            rows.texts()?.iter().for_each(|text| column.push(text));
            OwnedColumn::Names(column)
        }
        other => bail!(
            "expected texts, flags, small numbers or amounts in `{}`, got `{other}`",
            series.name()
        ),
    })
}

fn numbers_of<T: Number + Default>(rows: &Chunks<'_>) -> Result<Numbers<T>> {
    let mut column = Numbers::default();
    column.extend_some(rows.numbers::<T>()?.iter());
    Ok(column)
}
