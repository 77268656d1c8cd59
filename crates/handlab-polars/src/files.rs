//! Writes batches as Parquet: the files of one flush, to which batches are appended in portions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use handlab_columns::TableColumn;
use handlab_core::table::Tables;
use handlab_parquet::{Error, FileWriter};
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::{Batch, columns_of, lock};
use crate::statistics::{Filled, SeatStatistics, Source};

/// Bytes that are written at once: a write that ends within a page makes the system fill the rest of it with zeros.
const BUFFER: usize = 1 << 20;

/// One file per table that has rows; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct ParquetFiles {
    paths: BTreeMap<String, PathBuf>,
    threads: usize,
    open: Mutex<BTreeMap<String, FileWriter<BufWriter<File>>>>,
}

/// The statistics of all rows of `seats`, the version of the catalogue, and the source of each column to store.
type Statistics = (Py<SeatStatistics>, i32, Vec<Source>);

#[pymethods]
impl ParquetFiles {
    #[new]
    fn new(paths: BTreeMap<String, PathBuf>, threads: usize) -> ParquetFiles {
        ParquetFiles { paths, threads, open: Mutex::default() }
    }

    #[pyo3(signature = (batches, statistics=None))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn append(
        &self,
        py: Python<'_>,
        batches: Vec<Py<Batch>>,
        statistics: Option<Statistics>,
    ) -> PyResult<()> {
        let batches: Vec<&Batch> = batches.iter().map(Py::get).collect();
        let statistics =
            statistics.as_ref().map(|(of, version, sources)| (of.borrow(py), *version, sources));
        let statistics =
            statistics.as_ref().map(|(of, version, sources)| (&**of, *version, &sources[..]));
        py.detach(|| {
            let tables: Vec<_> = batches.iter().map(|batch| batch.kept_tables()).collect();
            let filled = filled(&tables, statistics)?;
            let mut open = lock(&self.open);
            for (table, path) in &self.paths {
                let columns: Vec<_> = tables
                    .iter()
                    .zip(&filled)
                    .map(|(tables, filled)| {
                        let mut columns = columns_of(tables, table);
                        if table == "seats" {
                            columns.extend(filled.iter().map(|(name, filled)| filled.column(name)));
                        }
                        columns
                    })
                    .filter(|columns| columns.iter().any(|column| !column.is_empty()))
                    .collect();
                self.write(&mut open, table, path, &columns)
                    .map_err(|error| failed(path, &error))?;
            }
            Ok(())
        })
    }

    /// The tables that have rows.
    fn tables(&self) -> Vec<String> {
        lock(&self.open).keys().cloned().collect()
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn close(
        &self,
        py: Python<'_>,
        about: BTreeMap<PyBackedStr, BTreeMap<String, String>>,
    ) -> PyResult<()> {
        py.detach(|| {
            for (table, file) in std::mem::take(&mut *lock(&self.open)) {
                let about = about.iter().find(|(name, _)| ***name == *table);
                let (_, about) = about.ok_or_else(|| PyKeyError::new_err(table.clone()))?;
                let about: Vec<_> =
                    about.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                file.finish(&about).map_err(|error| failed(&self.paths[&table], &error))?;
            }
            Ok(())
        })
    }
}

impl ParquetFiles {
    fn write(
        &self,
        open: &mut BTreeMap<String, FileWriter<BufWriter<File>>>,
        table: &str,
        path: &Path,
        columns: &[Vec<TableColumn<'_>>],
    ) -> Result<(), Error> {
        let Some(first) = columns.first() else { return Ok(()) };
        if !open.contains_key(table) {
            let file = BufWriter::with_capacity(BUFFER, File::create(path)?);
            open.insert(table.to_owned(), FileWriter::new(file, first, self.threads)?);
        }
        open.get_mut(table).map_or(Ok(()), |file| file.append(columns))
    }
}

/// The statistics to store for each batch's seats.
fn filled<'a>(
    tables: &[Cow<'_, Tables>],
    statistics: Option<(&'a SeatStatistics, i32, &'a [Source])>,
) -> PyResult<Vec<Vec<(&'a str, Filled<'a>)>>> {
    let mut start = 0;
    tables
        .iter()
        .map(|tables| {
            let rows = start..start + tables.rows("seats").unwrap_or(0);
            start = rows.end;
            statistics.map_or_else(
                || Ok(Vec::new()),
                |(statistics, version, sources)| statistics.columns(&rows, version, sources),
            )
        })
        .collect()
}

fn failed(path: &Path, error: &Error) -> PyErr {
    PyOSError::new_err(format!("{}: {error}", path.display()))
}
