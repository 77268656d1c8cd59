//! Columns by Arrow's C data interface: those of Polars are read in place, ours go out as they are.
//!
//! - [`Series`] is a column that came in. Its [`Chunks`] are read as [`Texts`], [`Numbers`], [`Flags`] or [`ListRows`].
//! - [`Column`] is a column of ours, [`Frame`] columns by name. Nothing is copied on the way out.
//! - [`SeriesExport`] is how Polars passes columns to plugins, [`ArrowArrayStream`] how Python objects pass theirs.
//!
//! Polars' own crates take nine CPU-minutes to compile at least, and the boundary is plain C. Of Arrow only what
//! Polars uses is here: texts as views, lists with offsets of 64 bits, no dictionaries.
//!
//! # Safety
//!
//! All unsafe code is about pointers of the interface, and rests on what the interface promises:
//! - An array that came in has the layout of its schema, and its buffers stay as they are until it is released. A
//!   [`Series`] owns its arrays and releases them when it is dropped; what reads them borrows the Series.
//! - Texts are UTF-8. Offsets and views are not trusted: slices are taken with their bounds checked.
//! - An array that goes out owns its buffers by `private_data`, and its `release` is called once, on any thread.

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
