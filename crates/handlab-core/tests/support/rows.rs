//! The rows of a batch as texts, to compare two batches.

use std::collections::BTreeMap;

use handlab_core::batch::Batch;
use handlab_core::table::{Column, TableColumn};

/// The rows of each table; a row is `column=value` for each of its columns.
pub(crate) type Rows = BTreeMap<&'static str, Vec<Vec<String>>>;

/// All rows, but for the columns of the names in `without`.
pub(crate) fn rows(batch: &Batch, without: &[&str]) -> Rows {
    let mut tables = Rows::new();
    for (table, columns) in batch.tables.columns() {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for column in columns {
            if without.contains(&column.name) {
                continue;
            }
            let values = values(&column);
            rows.resize(values.len(), Vec::new());
            for (row, value) in rows.iter_mut().zip(values) {
                row.push(format!("{}={value}", column.name));
            }
        }
        tables.insert(table, rows);
    }
    tables
}

/// Puts the rows of `more` after those of `rows`.
pub(crate) fn append(rows: &mut Rows, more: Rows) {
    for (table, more) in more {
        rows.entry(table).or_default().extend(more);
    }
}

/// A column of a table as texts.
pub(crate) fn column(batch: &Batch, table: &str, name: &str) -> Vec<String> {
    let tables = batch.tables.columns();
    let (_, columns) = tables.iter().find(|(found, _)| *found == table).expect("a table");
    values(columns.iter().find(|column| column.name == name).expect("a column"))
}

fn values(column: &TableColumn<'_>) -> Vec<String> {
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
