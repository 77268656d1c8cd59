//! Converts the core's columns to Arrow columns.

use handlab_arrow::{Column, Frame};
use handlab_columns::{Column as Values, TableColumn};

/// A column with all rows. Timestamps have no zone; they are UTC.
pub(crate) fn column(column: &TableColumn<'_>) -> Column {
    match column.ends {
        None => gather(column.values, (0..column.values.len()).map(Some)),
        Some(ends) => {
            let starts = std::iter::once(&0).chain(ends);
            let counts = ends.iter().zip(starts).map(|(end, start)| (end - start) as usize);
            let hands = counts.enumerate();
            gather(column.values, hands.flat_map(|(hand, n)| std::iter::repeat_n(Some(hand), n)))
        }
    }
}

/// A column with its rows, in order, where the flag is set, and null elsewhere.
pub(crate) fn spread(column: &TableColumn<'_>, is_row: &[bool]) -> Column {
    let mut next = 0;
    let rows = is_row.iter().map(|is_row| {
        next += usize::from(*is_row);
        is_row.then(|| next - 1)
    });
    gather(column.values, rows)
}

/// The values of some rows; null where there is no row.
fn gather(values: Values<'_>, rows: impl Iterator<Item = Option<usize>>) -> Column {
    match values {
        Values::Text(texts) => Column::texts(rows.map(|row| texts.get(row?))),
        Values::Words(words) => Column::texts(rows.map(|row| words.get(row?))),
        Values::Names(codes, names) => Column::texts(rows.map(|row| names.name(codes[row?]))),
        Values::Int64(numbers) => Column::options(rows.map(|row| numbers.get(row?))),
        Values::Int32(numbers) => Column::options(rows.map(|row| numbers.get(row?))),
        Values::Int16(numbers) => Column::options(rows.map(|row| numbers.get(row?))),
        Values::Int8(numbers) => Column::options(rows.map(|row| numbers.get(row?))),
        Values::Float64(numbers) => Column::options(rows.map(|row| numbers.get(row?))),
        Values::Bool(flags) => Column::flags(rows.map(|row| flags.get(row?))),
        Values::Timestamp(numbers) => Column::timestamps(rows.map(|row| numbers.get(row?))),
        Values::Int8Lists(lists) => {
            let mut values = Vec::new();
            let counts: Vec<Option<usize>> = rows
                .map(|row| {
                    let list = lists.get(row?);
                    values.extend_from_slice(list);
                    Some(list.len())
                })
                .collect();
            Column::counted_lists(counts, Column::numbers::<i8>(values, None))
        }
        Values::OfHand | Values::OfSeat(_) => unreachable!("resolved by the tables"),
    }
}

/// A frame with the columns.
pub(crate) fn frame(columns: &[TableColumn<'_>]) -> Frame {
    Frame::new(columns.iter().map(|rows| (rows.name, column(rows))).collect())
}
