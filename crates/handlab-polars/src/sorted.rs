//! A Parquet file of rows in another order than they come in; frames come in portions, some columns at a time. First
//! come the columns to sort by, one at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Mutex, mpsc};
use std::thread;

use handlab_arrow::{Chunks, DataType, Error, Number, Numbers, Result, Series, bail};
use handlab_columns::{self as columns, OwnedColumn};
use handlab_parquet::{Pass, SortedFile};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::lock;
use crate::capsule::{of_frame, value_error};

/// The order of rows; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct RowOrder(Mutex<columns::RowOrder>);

#[pymethods]
impl RowOrder {
    #[new]
    fn new() -> RowOrder {
        RowOrder(Mutex::default())
    }

    fn __len__(&self) -> usize {
        lock(&self.0).len()
    }

    fn sort_by(&self, py: Python<'_>, portions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut key = columns::SortKey::default();
        let failed = |error: columns::OrderError| PyValueError::new_err(error.to_string());
        for portion in portions.try_iter()? {
            let portion = of_frame(&portion?)?;
            for series in &portion {
                key.append(owned(series)?.as_column()).map_err(failed)?;
            }
        }
        py.detach(|| lock(&self.0).sort_by(key).map_err(failed))
    }
}

/// A file in the making; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct SortedParquet(Mutex<Option<SortedFile<File>>>);

#[pymethods]
impl SortedParquet {
    #[new]
    fn new(
        columns: &Bound<'_, PyAny>,
        order: &RowOrder,
        group_rows: usize,
        temporary: PathBuf,
        threads: usize,
    ) -> PyResult<SortedParquet> {
        let columns: Vec<_> = of_frame(columns)?
            .iter()
            .map(|series| Ok((series.name().to_owned(), owned(series)?)))
            .collect::<PyResult<_>>()?;
        let order = std::mem::take(&mut *lock(&order.0));
        let temporary = File::options().read(true).write(true).create_new(true).open(temporary)?;
        let file =
            SortedFile::new(columns, order, group_rows, temporary, threads).map_err(wrong)?;
        Ok(SortedParquet(Mutex::new(Some(file))))
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn write(
        &self,
        py: Python<'_>,
        columns: Vec<PyBackedStr>,
        rows: (usize, usize),
        portions: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut pass = self.with(|file| file.pass(&columns, rows.0..rows.1).map_err(wrong))?;
        // While a portion is put at its place, the next one is read.
        let (sender, receiver) = mpsc::sync_channel::<Vec<Series>>(1);
        thread::scope(|scope| {
            let putting = scope.spawn(|| {
                receiver.into_iter().try_for_each(|portion| self.put(&mut pass, &portion))
            });
            let read = portions.try_iter()?.try_for_each(|portion| {
                let portion = of_frame(&portion?)?;
                // If the other side is gone, it says why.
                py.detach(|| sender.send(portion).is_ok()).then_some(()).ok_or_else(closed)
            });
            drop(sender);
            let put = py.detach(|| putting.join());
            put.map_err(|_| PyRuntimeError::new_err("a thread has panicked"))?.and(read)
        })?;
        let failed = |error: handlab_parquet::Error| PyOSError::new_err(error.to_string());
        py.detach(|| self.with(|file| file.end(&pass).map_err(failed)))
    }

    fn groups(&self) -> PyResult<usize> {
        self.with(|file| Ok(file.groups()))
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn close(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        about: BTreeMap<String, String>,
    ) -> PyResult<()> {
        py.detach(|| {
            let file = lock(&self.0).take().ok_or_else(closed)?;
            let about: Vec<_> = about.into_iter().collect();
            let files = paths.iter().map(|path| File::create(path).map(BufWriter::new));
            let names = || paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
            let failed = |error| PyOSError::new_err(format!("{}: {error}", names().join(", ")));
            file.finish(files, &about).map_err(failed)
        })
    }
}

impl SortedParquet {
    fn put(&self, pass: &mut Pass, portion: &[Series]) -> PyResult<()> {
        let columns = portion.iter().map(owned).collect::<PyResult<Vec<_>>>()?;
        self.with(|file| file.put(pass, &columns).map_err(wrong))
    }

    fn with<T>(&self, of: impl FnOnce(&SortedFile<File>) -> PyResult<T>) -> PyResult<T> {
        of(lock(&self.0).as_ref().ok_or_else(closed)?)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a function for `map_err`")]
fn wrong(error: handlab_parquet::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the file was closed already")
}

/// The rows of a column that came in, as the writer takes them.
fn owned(series: &Series) -> PyResult<OwnedColumn> {
    read(series).map_err(|error| value_error(&error))
}

fn read(series: &Series) -> Result<OwnedColumn> {
    let rows = series.chunks();
    Ok(match series.dtype() {
        DataType::Int64 => OwnedColumn::Int64(numbers(&rows.numbers()?)),
        DataType::Int32 => OwnedColumn::Int32(numbers(&rows.numbers()?)),
        DataType::Int16 => OwnedColumn::Int16(numbers(&rows.numbers()?)),
        DataType::Int8 => OwnedColumn::Int8(numbers(&rows.numbers()?)),
        DataType::Float64 => OwnedColumn::Float64(numbers(&rows.numbers()?)),
        DataType::Timestamp(_) => OwnedColumn::Timestamp(numbers(&rows.timestamps()?)),
        DataType::Boolean => OwnedColumn::Bool(flags(&rows)?),
        DataType::String => {
            let mut found = columns::Strings::default();
            rows.texts()?.iter().for_each(|text| found.push(text));
            OwnedColumn::Text(found)
        }
        DataType::List(of) if **of == DataType::Int8 => OwnedColumn::Int8Lists(lists(&rows)?),
        other => bail!("expected a column of a table, got `{}` of `{other}`", series.name()),
    })
}

fn numbers<T: Number + Default>(rows: &Numbers<'_, T>) -> columns::Numbers<T> {
    if rows.known().is_none() {
        return columns::Numbers::of(rows.values().to_vec());
    }
    let mut found = columns::Numbers::default();
    found.extend_some(rows.iter());
    found
}

fn flags(rows: &Chunks<'_>) -> Result<columns::Bools> {
    let rows = rows.flags()?;
    let values = rows.values();
    let mut found = columns::Bools::default();
    match rows.known() {
        None => found.extend((0..rows.len()).map(|row| values.get(row))),
        Some(known) => {
            let flag = |row| known.get(row).then(|| values.get(row));
            (0..rows.len()).for_each(|row| found.push(flag(row)));
        }
    }
    Ok(found)
}

fn lists(rows: &Chunks<'_>) -> Result<columns::Lists> {
    let rows = rows.lists()?;
    let values = rows.values().numbers::<i8>()?;
    let mut found = columns::Lists::default();
    for row in 0..rows.len() {
        match rows.get(row) {
            None => found.push_null(),
            Some(range) => {
                let list = values.values().get(range);
                let list = list.ok_or_else(|| Error::new("a list without its values"))?;
                found.push(list.iter().copied());
            }
        }
    }
    Ok(found)
}
