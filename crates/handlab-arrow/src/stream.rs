//! Streams of arrays, through which Python objects pass frames and columns to each other.
//!
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>
#![expect(unsafe_code, reason = "a stream is a table of functions")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use crate::bail;
use crate::c::{ArrowArray, ArrowArrayStream, ArrowSchema};
use crate::column::{Column, Frame};
use crate::dtype::{DataType, Field};
use crate::error::{Error, Result};
use crate::export::{export_array, export_frame};
use crate::input::Series;
use crate::schema::{export_field, import_field};

/// What a stream returns on failure, an `errno` value.
const INVALID: c_int = 22;

/// The frame as a stream of a single array, which keeps all columns in memory while any of their buffers is in use.
pub fn frame_stream(frame: Frame) -> ArrowArrayStream {
    let columns = frame.columns.iter();
    let fields = columns.map(|(name, column)| Field::new(name, column.dtype())).collect();
    let schema = export_field("", &DataType::Struct(fields));
    stream(schema, export_frame(frame))
}

/// The column as a stream of a single array.
pub fn column_stream(name: &str, column: Column) -> ArrowArrayStream {
    stream(export_field(name, &column.dtype()), export_array(column))
}

/// What our streams own: each part is handed out once.
struct Kept {
    schema: Option<ArrowSchema>,
    array: Option<ArrowArray>,
}

fn stream(schema: ArrowSchema, array: ArrowArray) -> ArrowArrayStream {
    let kept = Box::new(Kept { schema: Some(schema), array: Some(array) });
    ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(kept).cast::<c_void>(),
    }
}

/// # Safety
/// The stream was made by [`stream`] and has not been released; `out` is writable. The same applies below.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let kept = &mut *(*stream).private_data.cast::<Kept>();
        let Some(schema) = kept.schema.take() else { return INVALID };
        ptr::write(out, schema);
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: guaranteed by the caller. An array without `release` is the end.
    unsafe {
        let kept = &mut *(*stream).private_data.cast::<Kept>();
        ptr::write(out, kept.array.take().unwrap_or_else(ArrowArray::empty));
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    c"the schema was read already".as_ptr()
}

unsafe extern "C" fn release(stream: *mut ArrowArrayStream) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let Some(stream) = stream.as_mut() else { return };
        stream.release = None;
        drop(Box::from_raw(stream.private_data.cast::<Kept>()));
    }
}

/// Reads a stream of arrays that make up one column.
///
/// # Safety
/// The stream is valid, has not been released, and is not used by anyone else.
pub unsafe fn read_series(stream: ArrowArrayStream) -> Result<Series> {
    // SAFETY: guaranteed by the caller.
    let (field, arrays) = unsafe { read(stream)? };
    Series::new(field.name, field.dtype, arrays)
}

/// Reads a stream of arrays of structs as the columns of a frame.
///
/// # Safety
/// As for [`read_series`].
pub unsafe fn read_columns(stream: ArrowArrayStream) -> Result<Vec<Series>> {
    // SAFETY: guaranteed by the caller.
    let (field, arrays) = unsafe { read(stream)? };
    let DataType::Struct(fields) = field.dtype else {
        bail!("expected a frame, got a column of `{}`", field.dtype);
    };
    let mut columns: Vec<Vec<ArrowArray>> = fields.iter().map(|_| Vec::new()).collect();
    for array in arrays {
        for (column, child) in columns.iter_mut().zip(children(&array, fields.len())?) {
            column.push(child);
        }
    }
    let columns = fields.into_iter().zip(columns);
    columns.map(|(field, arrays)| Series::new(field.name, field.dtype, arrays)).collect()
}

/// Moves the children out of an array of structs.
fn children(array: &ArrowArray, wanted: usize) -> Result<Vec<ArrowArray>> {
    if usize::try_from(array.n_children) != Ok(wanted) {
        bail!("expected {wanted} columns, got {}", array.n_children);
    }
    let moved = (0..wanted).map(|nth| {
        // SAFETY: the array has that many children. A child that is left empty is not released with its parent.
        let mut child = unsafe { ptr::replace(*array.children.add(nth), ArrowArray::empty()) };
        child.offset += array.offset;
        child.length = array.length;
        child
    });
    Ok(moved.collect())
}

/// The field and the arrays of a stream.
///
/// # Safety
/// As for [`read_series`].
unsafe fn read(mut stream: ArrowArrayStream) -> Result<(Field, Vec<ArrowArray>)> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        bail!("expected a stream of arrays, got one that was read already");
    };
    let mut schema = ArrowSchema::empty();
    // SAFETY: the stream has not been released, and writes to writable memory; likewise below.
    let status = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    check(&mut stream, status)?;
    let field = unsafe { import_field(&schema) };
    let mut arrays = Vec::new();
    loop {
        let mut array = ArrowArray::empty();
        let status = unsafe { get_next(&raw mut stream, &raw mut array) };
        check(&mut stream, status)?;
        if array.release.is_none() {
            return Ok((field, arrays));
        }
        arrays.push(array);
    }
}

fn check(stream: &mut ArrowArrayStream, status: c_int) -> Result<()> {
    if status == 0 {
        return Ok(());
    }
    // SAFETY: the stream has not been released; its message is null or lives until the next call.
    let message = unsafe {
        let message = stream.get_last_error.map_or(ptr::null(), |get| get(&raw mut *stream));
        if message.is_null() {
            String::new()
        } else {
            CStr::from_ptr(message).to_string_lossy().into_owned()
        }
    };
    Err(Error::new(format!("a stream of arrays failed with status {status}: {message}")))
}
