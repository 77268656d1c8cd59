//! The rows of a batch as texts, to compare two batches.

use std::collections::BTreeMap;

use handlab_core::batch::Batch;

use crate::columns::values;

/// The rows of each table; a row is `column=value` for each of its columns.
pub(crate) type Rows = BTreeMap<&'static str, Vec<Vec<String>>>;

/// All rows, without the columns named in `without`.
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
