//! Columns through Arrow's C data interface: Polars' columns are read in place, ours are exported without copying.
//!
//! - [`Series`] is an imported column. Its [`Chunks`] are read as [`Texts`], [`Numbers`], [`Flags`] or [`ListRows`].
//! - [`Column`] is a column that we build, [`Frame`] a set of named columns.
//! - [`SeriesExport`] is how Polars passes columns to plugins, [`ArrowArrayStream`] how Python objects pass theirs.
//!
//! Polars' own crates take at least nine CPU-minutes to compile, and the boundary is plain C. Only the parts of Arrow
//! that Polars uses are supported: string views, lists with 64-bit offsets, no dictionaries.
//!
//! # Safety
//!
//! All unsafe code concerns pointers of the interface, and relies on the interface's guarantees:
//! - An imported array has the layout of its schema, and its buffers do not change until it is released. A [`Series`]
//!   owns its arrays and releases them when it is dropped; readers borrow the Series.
//! - Texts are UTF-8. Offsets and views are not trusted: slices are taken with their bounds checked.
//! - An exported array owns its buffers through `private_data`, and its `release` is called once, on any thread.

#![expect(clippy::len_without_is_empty, reason = "columns are walked by their rows")]

mod bits;
mod c;
mod column;
mod dtype;
mod error;
mod export;
mod input;
mod rows;
mod schema;
mod stream;
mod text;

#[cfg(test)]
mod tests;

pub use bits::{BitSlice, Bits};
pub use c::{ArrowArrayStream, ArrowSchema, SeriesExport};
pub use column::{Buffer, Column, Frame, Number, Values};
pub use dtype::{DataType, Field};
pub use error::{Error, Result};
pub use export::export_series;
pub use input::{Chunks, Series};
pub use rows::{Blobs, Flags, ListRows, Numbers, Texts};
pub use schema::{export_field, import_field};
pub use stream::{column_stream, frame_stream, read_columns, read_series};
pub use text::{TextBuilder, View};
