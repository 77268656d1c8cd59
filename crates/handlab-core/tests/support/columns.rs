//! Columns of a batch as texts.

use handlab_core::batch::Batch;
use handlab_core::table::Column;

/// A column of a table as texts.
pub(crate) fn column(batch: &Batch, table: &str, name: &str) -> Vec<String> {
    let tables = batch.tables.columns();
    let (_, columns) = tables.iter().find(|(found, _)| *found == table).expect("a table");
    let (_, column) = columns.iter().find(|(found, _)| *found == name).expect("a column");
    values(column)
}

/// Each value of a column, `null` where there is none.
pub(crate) fn values(column: &Column<'_>) -> Vec<String> {
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
