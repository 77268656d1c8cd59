//! Columns of a batch as texts.

use handlab_columns::{Column, TableColumn};
use handlab_core::batch::Batch;

/// A column of a table as texts.
pub(crate) fn column(batch: &Batch, table: &str, name: &str) -> Vec<String> {
    let tables = batch.tables.columns();
    let (_, columns) = tables.iter().find(|(found, _)| *found == table).expect("a table");
    values(columns.iter().find(|column| column.name == name).expect("a column"))
}

/// Each value of a column, `null` where there is none.
pub(crate) fn values(column: &TableColumn<'_>) -> Vec<String> {
    fn texts<T: std::fmt::Debug>(rows: impl Iterator<Item = Option<T>>) -> Vec<String> {
        rows.map(|row| row.map_or("null".to_owned(), |row| format!("{row:?}"))).collect()
    }
    let owned = |text: Option<&str>| text.unwrap_or("null").to_owned();
    let values: Vec<String> = match column.values {
        Column::Text(rows) => rows.iter().map(owned).collect(),
        Column::Words(rows) => (0..rows.len()).map(|row| owned(rows.get(row))).collect(),
        Column::Names(codes, names) => codes.iter().map(|code| owned(names.name(*code))).collect(),
        Column::Int64(rows) | Column::Timestamp(rows) => texts(rows.iter()),
        Column::Int32(rows) => texts(rows.iter()),
        Column::Int16(rows) => texts(rows.iter()),
        Column::Int8(rows) => texts(rows.iter()),
        Column::Float64(rows) => texts(rows.iter()),
        Column::Bool(rows) => texts(rows.iter()),
        Column::Int8Lists(rows) => rows.iter().map(|row| format!("{row:?}")).collect(),
        Column::OfHand | Column::OfSeat(_) => unreachable!("resolved by the tables"),
    };
    let Some(ends) = column.ends else { return values };
    let starts = std::iter::once(&0).chain(ends);
    let counts = ends.iter().zip(starts).map(|(end, start)| (end - start) as usize);
    values.iter().zip(counts).flat_map(|(value, count)| vec![value.clone(); count]).collect()
}
