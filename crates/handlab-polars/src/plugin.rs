//! Polars' interface for plugins: named C functions that take and return Arrow columns.
//!
//! It is defined by Polars' own `polars-plan/src/plans/aexpr/function_expr/plugin.rs` (the caller) and `polars-ffi`
//! (the structs). Each expression has two functions:
//! - `_polars_plugin_<name>` gets columns, of which we take ownership, and keyword arguments pickled by Python, and
//!   fills in a column.
//! - `_polars_plugin_field_<name>` gets the fields of such columns, which Polars keeps, and fills in a field.
//!
//! On an error the result is left unfilled, and its message can be requested from the same thread. Panics are caught:
//! they must not unwind into Polars.
#![expect(unsafe_code, reason = "the interface passes pointers")]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use handlab_arrow::{
    ArrowSchema, Column, DataType, Error, Result, Series, SeriesExport, export_field,
    export_series, import_field,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The version of the interface: since 0.1, keyword arguments are also passed to the field functions.
const VERSION: (u32, u32) = (0, 1);

/// The keyword arguments of an expression without any.
#[derive(Deserialize)]
pub(crate) struct NoKwargs {}

/// Declares an expression: a function with that name from columns and keyword arguments to a column, and one from the
/// keyword arguments to the column's type. The result is named after the first column.
macro_rules! expression {
    ($name:ident, $kwargs:ty, $dtype:expr) => {
        const _: () = {
            #[expect(unsafe_code, reason = "see `plugin`")]
            #[unsafe(export_name = concat!("_polars_plugin_", stringify!($name)))]
            unsafe extern "C" fn call(
                inputs: *const handlab_arrow::SeriesExport,
                count: usize,
                kwargs: *const u8,
                kwargs_len: usize,
                result: *mut handlab_arrow::SeriesExport,
                _context: *const std::ffi::c_void,
            ) {
                // SAFETY: Polars follows the rules of the interface; likewise below.
                unsafe {
                    $crate::plugin::call::<$kwargs>(
                        inputs, count, kwargs, kwargs_len, result, $name,
                    )
                }
            }

            #[expect(unsafe_code, reason = "see `plugin`")]
            #[unsafe(export_name = concat!("_polars_plugin_field_", stringify!($name)))]
            unsafe extern "C" fn field(
                fields: *const handlab_arrow::ArrowSchema,
                count: usize,
                result: *mut handlab_arrow::ArrowSchema,
                kwargs: *const u8,
                kwargs_len: usize,
            ) {
                unsafe {
                    $crate::plugin::field::<$kwargs>(
                        fields, count, kwargs, kwargs_len, result, $dtype,
                    )
                }
            }
        };
    };
}

pub(crate) use expression;

/// Calls an expression.
///
/// # Safety
/// There are `count` valid columns, which no one else uses or releases, and `kwargs_len` bytes. The result is writable
/// and empty.
pub(crate) unsafe fn call<K: DeserializeOwned>(
    inputs: *const SeriesExport,
    count: usize,
    kwargs: *const u8,
    kwargs_len: usize,
    result: *mut SeriesExport,
    of: impl FnOnce(&[Series], &K) -> Result<Column>,
) {
    report(|| {
        // SAFETY: guaranteed by the caller: each column is moved out once.
        let (inputs, kwargs) = unsafe {
            let columns = (0..count).map(|nth| Series::import(ptr::read(inputs.add(nth))));
            // All are moved out before an error can end the call: a column left behind would never be released.
            let columns: Vec<_> = columns.collect();
            (columns, read_kwargs(kwargs, kwargs_len)?)
        };
        let inputs: Vec<Series> = inputs.into_iter().collect::<Result<_>>()?;
        let column = of(&inputs, &kwargs)?;
        let name = inputs.first().map(Series::name).unwrap_or_default();
        // SAFETY: guaranteed by the caller.
        unsafe { ptr::write(result, export_series(name, column)) };
        Ok(())
    });
}

/// Reports the field of an expression's result.
///
/// # Safety
/// There are `count` valid fields and `kwargs_len` bytes. The result is writable and empty.
pub(crate) unsafe fn field<K: DeserializeOwned>(
    fields: *const ArrowSchema,
    count: usize,
    kwargs: *const u8,
    kwargs_len: usize,
    result: *mut ArrowSchema,
    of: impl FnOnce(&K) -> Result<DataType>,
) {
    report(|| {
        // SAFETY: guaranteed by the caller.
        let (first, kwargs) = unsafe {
            let first = if count == 0 { None } else { fields.as_ref() };
            (first.map(|first| import_field(first)), read_kwargs(kwargs, kwargs_len)?)
        };
        let name = first.map(|first| first.name).unwrap_or_default();
        // SAFETY: guaranteed by the caller.
        unsafe { ptr::write(result, export_field(&name, &of(&kwargs)?)) };
        Ok(())
    });
}

/// # Safety
/// `kwargs` points to `len` bytes.
unsafe fn read_kwargs<K: DeserializeOwned>(kwargs: *const u8, len: usize) -> Result<K> {
    // SAFETY: guaranteed by the caller. No bytes stand for an empty dict, here as a pickle.
    let bytes = if len == 0 { b"}." } else { unsafe { slice::from_raw_parts(kwargs, len) } };
    serde_pickle::from_slice(bytes, serde_pickle::DeOptions::new()).map_err(|error| {
        Error::new(format!(
            "could not parse kwargs: '{error}'\n\nCheck: registration of kwargs in the plugin."
        ))
    })
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Runs `of`, and keeps the message of any error or panic for Polars.
fn report(of: impl FnOnce() -> Result<()>) {
    let message = match catch_unwind(AssertUnwindSafe(of)) {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => format!("handlab panicked, which is a bug: {}", message_of(&*panic)),
    };
    // A card text or a column name may contain a NUL, which a C string cannot.
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    MESSAGE.with(|last| last.replace(message));
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The message of the last error on this thread; Polars copies it at once.
#[unsafe(export_name = "_polars_plugin_get_last_error_message")]
extern "C" fn last_error_message() -> *const c_char {
    MESSAGE.with(|last| last.borrow().as_ptr())
}

#[unsafe(export_name = "_polars_plugin_get_version")]
extern "C" fn version() -> u32 {
    VERSION.0 << 16 | VERSION.1
}
