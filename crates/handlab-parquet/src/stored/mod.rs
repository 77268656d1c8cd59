//! The rows of a lake's files, a few columns at a time.
//!
//! Rows come in the order of the files and their row groups. Deleted rows are included, so that columns need not be
//! compacted; `is_deleted` identifies them.

mod coded;
mod file;
mod values;

use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use handlab_columns::{OrderError, OwnedColumn, RowOrder, SortKey};
use parquet::errors::{ParquetError, Result};

pub(crate) use coded::Coded;
use file::Footer;
pub(crate) use values::Portion;
use values::Rows;

/// A file of a lake.
#[derive(Clone, Debug, Default)]
pub struct StoredFile {
    pub path: PathBuf,
    /// Delete files, which list the positions of deleted rows in `pos`.
    pub deletes: Vec<PathBuf>,
    /// Column names in this file, where they differ; `None` if the file does not have the column.
    pub names: HashMap<String, Option<String>>,
}

/// The rows of several files of one table.
pub struct StoredRows {
    /// The name and kind of each column.
    columns: Vec<(String, OwnedColumn)>,
    files: Vec<Footer>,
    rows: usize,
    /// One bit per row, set if it is deleted; empty while none is.
    deleted: Vec<u64>,
    is_stopped: Arc<AtomicBool>,
}

impl StoredRows {
    /// Reads the footers of files; `columns` are the wanted columns, without rows.
    ///
    /// Once another thread sets `is_stopped`, reading ends with an error.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(
        columns: Vec<(String, OwnedColumn)>,
        files: &[StoredFile],
        is_stopped: Arc<AtomicBool>,
    ) -> Result<StoredRows> {
        let mut opened = StoredRows {
            columns,
            files: Vec::with_capacity(files.len()),
            rows: 0,
            deleted: Vec::new(),
            is_stopped,
        };
        for file in files {
            let footer =
                Footer::read(file, &opened.columns).map_err(|error| in_file(&file.path, error))?;
            let rows = opened.rows..opened.rows + footer.rows();
            for path in &file.deletes {
                opened.delete(path, &rows).map_err(|error| in_file(path, error))?;
            }
            opened.rows = rows.end;
            opened.files.push(footer);
        }
        Ok(opened)
    }

    /// The number of rows, deleted ones included.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, without rows.
    pub(crate) fn columns(&self) -> &[(String, OwnedColumn)] {
        &self.columns
    }

    pub(crate) fn is_deleted(&self, row: usize) -> bool {
        self.deleted.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// The uncompressed size of a column in the files. A text that repeats within a row group counts once.
    pub(crate) fn bytes(&self, column: usize) -> usize {
        self.files.iter().map(|file| file.bytes(column)).sum()
    }

    /// The order of the rows that are not deleted, sorted by some columns.
    ///
    /// # Errors
    /// If a file cannot be read, or there is no such column of whole numbers, times or texts.
    pub(crate) fn order(&self, names: &[impl AsRef<str>]) -> Result<RowOrder> {
        let failed = |error: OrderError| ParquetError::General(error.to_string());
        let mut order = RowOrder::default();
        for name in names {
            let column = self.column(name.as_ref())?;
            let mut key = SortKey::default();
            self.read(
                &[column],
                |_| true,
                |_, _, portion| match portion {
                    Portion::Values(values) => key.append(values.as_column()).map_err(failed),
                    Portion::Coded(coded) => {
                        key.append_coded(&coded.texts, &coded.codes);
                        Ok(())
                    }
                },
            )?;
            if !self.deleted.is_empty() {
                key.retain(|row| !self.is_deleted(row));
            }
            order.sort_by(key).map_err(failed)?;
        }
        Ok(order)
    }

    /// Reads some columns of the row groups of which `are_wanted` accepts the rows, and calls `take` with each column's
    /// index in `columns`, the first of its next rows, and these.
    ///
    /// # Errors
    /// If a file cannot be read, or `take` returns an error.
    pub(crate) fn read(
        &self,
        columns: &[usize],
        are_wanted: impl Fn(Range<usize>) -> bool,
        mut take: impl FnMut(usize, usize, &Portion) -> Result<()>,
    ) -> Result<()> {
        let mut end = 0;
        for footer in &self.files {
            let wrong = |error: ParquetError| in_file(footer.path(), error);
            let mut file = File::open(footer.path()).map_err(|error| wrong(error.into()))?;
            for group in footer.groups() {
                let start = end;
                end += group.rows();
                if !are_wanted(start..end) {
                    continue;
                }
                for (place, column) in columns.iter().enumerate() {
                    if self.is_stopped.load(Ordering::Relaxed) {
                        return Err(ParquetError::General("it was stopped".into()));
                    }
                    let kind = &self.columns[*column].1;
                    let chunk = footer.chunk(group, *column, &mut file).map_err(wrong)?;
                    let mut rows = Rows::new(chunk, kind, group.rows());
                    let mut first = start;
                    while let Some(portion) = rows.next().map_err(wrong)? {
                        take(place, first, &portion)?;
                        first += portion.len();
                    }
                }
            }
        }
        Ok(())
    }

    /// The index of a column.
    pub(crate) fn column(&self, name: &str) -> Result<usize> {
        self.columns
            .iter()
            .position(|(known, _)| known == name)
            .ok_or_else(|| ParquetError::General(format!("there is no column `{name}`")))
    }

    /// Records which rows of a file are deleted.
    fn delete(&mut self, path: &Path, rows: &Range<usize>) -> Result<()> {
        self.deleted.resize(rows.end.div_ceil(64), 0);
        for position in file::positions(path)? {
            let row = usize::try_from(position).ok().map(|at| rows.start + at);
            let row = row.filter(|row| rows.contains(row)).ok_or_else(|| {
                ParquetError::General(format!(
                    "expected one of {} rows, got {position}",
                    rows.len()
                ))
            })?;
            self.deleted[row / 64] |= 1 << (row % 64);
        }
        Ok(())
    }
}

fn in_file(path: &Path, error: ParquetError) -> ParquetError {
    // The new error starts with `Parquet error`, like every general one.
    let message = match error {
        ParquetError::General(message) => message,
        other => other.to_string(),
    };
    ParquetError::General(format!("{}: {message}", path.display()))
}
