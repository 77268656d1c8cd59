//! The rows of a batch as texts, to compare two batches.

use std::collections::BTreeMap;

use handlab_core::batch::Batch;
use handlab_core::table::Column;

/// The rows of each table; a row is `column=value` for each of its columns.
pub(crate) type Rows = BTreeMap<&'static str, Vec<Vec<String>>>;

/// All rows, but for the columns of the names in `without`.
pub(crate) fn rows(batch: &Batch, without: &[&str]) -> Rows {
    let mut tables = Rows::new();
    for (table, columns) in batch.tables.columns() {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (name, column) in columns {
            if without.contains(&name) {
                continue;
            }
            let values = values(&column);
            rows.resize(values.len(), Vec::new());
            for (row, value) in rows.iter_mut().zip(values) {
                row.push(format!("{name}={value}"));
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
    let (_, column) = columns.iter().find(|(found, _)| *found == name).expect("a column");
    values(column)
}

fn values(column: &Column<'_>) -> Vec<String> {
    fn texts<T: std::fmt::Debug>(rows: &[Option<T>]) -> Vec<String> {
        rows.iter()
            .map(|row| row.as_ref().map_or("null".to_owned(), |row| format!("{row:?}")))
            .collect()
    }
    match column {
        Column::Text(rows) => rows.iter().map(|row| row.unwrap_or("null").to_owned()).collect(),
        Column::Int64(rows) | Column::Timestamp(rows) => texts(rows),
        Column::Int32(rows) => texts(rows),
        Column::Int16(rows) => texts(rows),
        Column::Int8(rows) => texts(rows),
        Column::Float64(rows) => texts(rows),
        Column::Bool(rows) => texts(rows),
        Column::Int8Lists(rows) => rows.iter().map(|row| format!("{row:?}")).collect(),
    }
}
