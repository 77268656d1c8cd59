//! Parquet files of stored rows in a different order.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use handlab_arrow::{DataType, Series};
use handlab_columns::{Bools, Lists, Numbers, OwnedColumn, Strings};
use handlab_parquet::{Error, SortedFile, StoredFile, StoredRows};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::batch::lock;
use crate::capsule::of_frame;

/// Roughly the longest time that Ctrl-C takes to act.
const SIGNALS: Duration = Duration::from_millis(100);

/// A file: its path, its delete files, and its column names.
type StoredParts = (PathBuf, Vec<PathBuf>, HashMap<String, Option<String>>);

/// Files being written; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct SortedParquet {
    file: Mutex<Option<SortedFile<File>>>,
    is_stopped: Arc<AtomicBool>,
}

#[pymethods]
impl SortedParquet {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn new(
        py: Python<'_>,
        columns: &Bound<'_, PyAny>,
        files: Vec<StoredParts>,
        keys: Vec<String>,
        group_rows: usize,
        temporary: PathBuf,
    ) -> PyResult<SortedParquet> {
        let columns = of_frame(columns)?
            .iter()
            .map(|series| Ok((series.name().to_owned(), column_like(series)?)))
            .collect::<PyResult<Vec<_>>>()?;
        let files: Vec<_> = files
            .into_iter()
            .map(|(path, deletes, names)| StoredFile { path, deletes, names })
            .collect();
        let temporary = File::options().read(true).write(true).create_new(true).open(temporary)?;
        let is_stopped = Arc::new(AtomicBool::new(false));
        let file = interruptible(py, &is_stopped, || {
            let stored = StoredRows::open(columns, &files, is_stopped.clone())?;
            SortedFile::new(stored, &keys, group_rows, temporary)
        })?;
        Ok(SortedParquet { file: Mutex::new(Some(file)), is_stopped })
    }

    fn encode(&self, py: Python<'_>, held: usize, threads: usize) -> PyResult<()> {
        let file = lock(&self.file);
        let file = file.as_ref().ok_or_else(closed)?;
        interruptible(py, &self.is_stopped, || file.encode(held, threads))
    }

    fn groups(&self) -> PyResult<usize> {
        Ok(lock(&self.file).as_ref().ok_or_else(closed)?.groups())
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn close(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        about: BTreeMap<String, String>,
    ) -> PyResult<()> {
        let file = lock(&self.file).take().ok_or_else(closed)?;
        let about: Vec<_> = about.into_iter().collect();
        let files = paths.iter().map(|path| File::create(path).map(BufWriter::new));
        let names = || paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let failed = |error| PyOSError::new_err(format!("{}: {error}", names().join(", ")));
        py.detach(|| file.finish(files, &about)).map_err(failed)
    }
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the file was closed already")
}

/// Runs work that takes seconds in a separate thread, so that a signal can end it: `stop` is set, and the work gives
/// up.
fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (is_done, caller) = (AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            let found = work();
            is_done.store(true, Ordering::Release);
            caller.unpark();
            found
        });
        let mut signalled = Ok(());
        while !is_done.load(Ordering::Acquire) && !working.is_finished() && signalled.is_ok() {
            py.detach(|| thread::park_timeout(SIGNALS));
            signalled = py.check_signals();
        }
        stop.store(signalled.is_err(), Ordering::Relaxed);
        let found = py.detach(|| working.join());
        signalled?;
        let found = found.map_err(|_| PyRuntimeError::new_err("a thread has panicked"))?;
        found.map_err(|error| PyOSError::new_err(error.to_string()))
    })
}

/// An empty column of the same type as another.
fn column_like(series: &Series) -> PyResult<OwnedColumn> {
    Ok(match series.dtype() {
        DataType::Int64 => OwnedColumn::Int64(Numbers::default()),
        DataType::Int32 => OwnedColumn::Int32(Numbers::default()),
        DataType::Int16 => OwnedColumn::Int16(Numbers::default()),
        DataType::Int8 => OwnedColumn::Int8(Numbers::default()),
        DataType::Float64 => OwnedColumn::Float64(Numbers::default()),
        DataType::Timestamp(_) => OwnedColumn::Timestamp(Numbers::default()),
        DataType::Boolean => OwnedColumn::Bool(Bools::default()),
        DataType::String => OwnedColumn::Text(Strings::default()),
        DataType::List(of) if **of == DataType::Int8 => OwnedColumn::Int8Lists(Lists::default()),
        other => {
            let message =
                format!("expected a column of a table, got `{}` of `{other}`", series.name());
            return Err(PyValueError::new_err(message));
        }
    })
}
