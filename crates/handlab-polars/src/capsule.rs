//! Passes frames and columns through Python, by Arrow's `PyCapsule` interface: `__arrow_c_stream__`.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
#![expect(unsafe_code, reason = "capsules hold pointers")]

use std::ffi::CStr;
use std::ptr;

use handlab_arrow::{
    ArrowArrayStream, Column, Error, Frame, Series, column_stream, read_columns, read_series,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

const STREAM: &CStr = c"arrow_array_stream";

/// A column on its way to Python, where `polars.Series` imports it.
#[pyclass(module = "handlab._handlab")]
pub(crate) struct ArrowStream(Option<ArrowArrayStream>);

#[pymethods]
impl ArrowStream {
    /// The stream as a capsule; can be called once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &mut self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A requested schema need not be honoured: the reader casts.
        let _ = requested_schema;
        let stream = self.0.take();
        let stream =
            stream.ok_or_else(|| PyRuntimeError::new_err("the stream was read already"))?;
        PyCapsule::new_with_value(py, stream, STREAM)
    }
}

/// The frame as a `polars.DataFrame`.
///
/// Each column crosses separately: if a frame crosses as one array, every buffer that Polars keeps using holds all
/// columns in memory. A single kept column of `actions` held twice as much.
pub(crate) fn to_frame(py: Python<'_>, frame: Frame) -> PyResult<Bound<'_, PyAny>> {
    let columns = frame.into_columns().into_iter();
    let columns = columns.map(|(name, column)| to_series(py, &name, column));
    let columns: Vec<_> = columns.collect::<PyResult<_>>()?;
    py.import("polars")?.call_method1("DataFrame", (columns,))
}

/// The column as a `polars.Series`.
pub(crate) fn to_series<'py>(
    py: Python<'py>,
    name: &str,
    column: Column,
) -> PyResult<Bound<'py, PyAny>> {
    let stream = ArrowStream(Some(column_stream(name, column)));
    py.import("polars")?.call_method1("Series", (name, stream))
}

/// The column of a `polars.Series`, or of any other object with `__arrow_c_stream__`.
pub(crate) fn of_series(object: &Bound<'_, PyAny>) -> PyResult<Series> {
    let stream = stream_of(object)?;
    // SAFETY: it was just moved out of its capsule.
    unsafe { read_series(stream) }.map_err(|error| value_error(&error))
}

/// The columns of a `polars.DataFrame`, or of any other object with `__arrow_c_stream__`.
pub(crate) fn of_frame(object: &Bound<'_, PyAny>) -> PyResult<Vec<Series>> {
    let stream = stream_of(object)?;
    // SAFETY: it was just moved out of its capsule.
    unsafe { read_columns(stream) }.map_err(|error| value_error(&error))
}

/// The error as a `ValueError`.
pub(crate) fn value_error(error: &Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn stream_of(object: &Bound<'_, PyAny>) -> PyResult<ArrowArrayStream> {
    let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<ArrowArrayStream>();
    // SAFETY: a capsule with that name points to a stream, and its reader moves it out.
    Ok(unsafe { ptr::replace(pointer.as_ptr(), ArrowArrayStream::empty()) })
}
