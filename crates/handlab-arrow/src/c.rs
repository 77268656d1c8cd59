//! The structs of Arrow's C data interface, and Polars' own for a column made up of several arrays.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>,
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>, and `polars-ffi/src/version_0.rs`. The owner of a
//! struct calls its `release` once; a struct without `release` has been released or moved elsewhere.
#![expect(unsafe_code, reason = "`release` belongs to whoever made the struct")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// The name and the type of a column.
#[repr(C)]
pub struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut ArrowSchema,
    pub(super) dictionary: *mut ArrowSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(super) private_data: *mut c_void,
}

/// The values of a column, or of part of one.
#[repr(C)]
pub(crate) struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut ArrowArray,
    pub(super) dictionary: *mut ArrowArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(super) private_data: *mut c_void,
}

type GetSchema = unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int;
type GetNext = unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int;

/// Arrays of one type, one after another.
#[repr(C)]
pub struct ArrowArrayStream {
    pub(super) get_schema: Option<GetSchema>,
    pub(super) get_next: Option<GetNext>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub(super) private_data: *mut c_void,
}

/// A Polars column: its field and its arrays. `release` frees the boxes of the arrays but does not release the arrays:
/// the importer has moved them out.
#[repr(C)]
pub struct SeriesExport {
    pub(super) field: *mut ArrowSchema,
    pub(super) arrays: *mut *mut ArrowArray,
    pub(super) len: usize,
    pub(super) release: Option<unsafe extern "C" fn(*mut SeriesExport)>,
    pub(super) private_data: *mut c_void,
}

macro_rules! released {
    ($($owned:ident),*) => {$(
        // SAFETY: the interface lets another thread use and release what it owns.
        unsafe impl Send for $owned {}
        // SAFETY: nothing is changed through a shared reference.
        unsafe impl Sync for $owned {}

        impl Drop for $owned {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it was not released before, or it would have no `release`.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}

released!(ArrowSchema, ArrowArray, ArrowArrayStream, SeriesExport);

impl ArrowSchema {
    /// An empty struct, to be filled.
    pub(crate) fn empty() -> Self {
        ArrowSchema {
            format: ptr::null(),
            name: ptr::null(),
            metadata: ptr::null(),
            flags: 0,
            n_children: 0,
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}

impl ArrowArray {
    /// An empty struct, to be filled; as a stream's answer, it marks the end.
    pub(crate) fn empty() -> Self {
        ArrowArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}

impl ArrowArrayStream {
    /// An empty struct, left in place of a stream that was moved out.
    pub fn empty() -> Self {
        ArrowArrayStream {
            get_schema: None,
            get_next: None,
            get_last_error: None,
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}
