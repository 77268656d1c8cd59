//! Tables of handlab-columns as Parquet, written from the codes and runs in which they are held.
//!
//! What other writers take as plain rows, such as a hand's number repeated for each of its seats, stays a run from the
//! first push to the file. The `parquet` crate writes footers, page headers and statistics; page bodies are written
//! here, since the crate would expand the runs and look up each text again.
//!
//! `form` decides the form of each column, which `column` writes with `delta`, `texts`, `codes`, `hybrid`,
//! `levels` and `dictionary`; `chunk` compresses its pages. `write` and [`FileWriter`] make files from several batches, in order;
//! [`SortedFile`] writes the rows of other files ([`StoredRows`]) in a different order.
//!
//! ```
//! use handlab_columns::{Column, Numbers, TableColumn};
//!
//! let seats = Numbers::of(vec![1_i8, 2, 6]);
//! let batch = vec![TableColumn { name: "seat", values: Column::Int8(&seats), ends: None }];
//! let mut file = Vec::new();
//! assert_eq!(handlab_parquet::write(&mut file, &[batch], &[], 1)?, 3);
//! assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
//! # Ok::<(), parquet::errors::ParquetError>(())
//! ```

mod bounds;
mod chunk;
mod codes;
mod column;
mod delta;
mod dictionary;
mod footer;
mod form;
mod hybrid;
mod levels;
mod schema;
mod sorted;
mod stored;
mod texts;
mod threads;

use std::io::Write;
use std::sync::Mutex;

use handlab_columns::TableColumn;
pub use parquet::errors::ParquetError as Error;
use parquet::errors::Result;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::SchemaDescriptor;

use chunk::Chunk;
use form::Form;
pub use sorted::SortedFile;
pub use stored::{StoredFile, StoredRows};
use threads::{lock, poisoned};

/// The minimum number of rows in a row group, unless there are no more; readers skip row groups, and read them in
/// parallel.
const GROUP_ROWS: usize = 122_880;

/// A file of one table, to which batches are appended in portions.
pub struct FileWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    threads: usize,
    /// What earlier row groups have shown about each column.
    forms: Vec<Mutex<Form>>,
}

impl<W: Write + Send> FileWriter<W> {
    /// Starts a file for batches with the columns of `first`, to be encoded by `threads` threads.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(file: W, first: &[TableColumn<'_>], threads: usize) -> Result<FileWriter<W>> {
        let writer = footer::writer(file, schema::of_columns(first)?)?;
        let forms = first.iter().map(|_| Mutex::default()).collect();
        Ok(FileWriter { writer, threads, forms })
    }

    /// Writes several batches, in order, as separate row groups.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, batches: &[Vec<TableColumn<'_>>]) -> Result<()> {
        let descriptor = SchemaDescriptor::new(self.writer.schema_descr().root_schema_ptr());
        for group in groups(batches) {
            let mut row_group = self.writer.next_row_group()?;
            for chunk in encode(group, &self.forms, &descriptor, self.threads)? {
                row_group.append_column(&bytes::Bytes::from(chunk.bytes), chunk.close)?;
            }
            row_group.close()?;
        }
        Ok(())
    }

    /// Ends the file with the metadata for its footer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self, about: &[(String, String)]) -> Result<()> {
        footer::finish(self.writer, about)
    }
}

/// Writes several batches of one table, all with the same columns, as a complete file, and returns the number of rows;
/// writes nothing if there are none.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    file: impl Write + Send,
    columns: &[Vec<TableColumn<'_>>],
    about: &[(String, String)],
    threads: usize,
) -> Result<usize> {
    let Some(first) = columns.iter().find(|batch| rows_of(batch) > 0) else { return Ok(0) };
    let mut writer = FileWriter::new(file, first, threads)?;
    writer.append(columns)?;
    writer.finish(about)?;
    Ok(columns.iter().map(|batch| rows_of(batch)).sum())
}

fn rows_of(batch: &[TableColumn<'_>]) -> usize {
    batch.iter().map(TableColumn::len).max().unwrap_or(0)
}

/// The batches of each row group.
fn groups<'a, 'b>(
    batches: &'a [Vec<TableColumn<'b>>],
) -> impl Iterator<Item = &'a [Vec<TableColumn<'b>>]> {
    let mut left = batches;
    std::iter::from_fn(move || {
        let (mut rows, mut count) = (0, 0);
        while rows < GROUP_ROWS && count < left.len() {
            rows += rows_of(&left[count]);
            count += 1;
        }
        let (group, rest) = left.split_at(count);
        left = rest;
        (rows > 0).then_some(group)
    })
}

/// Encodes the columns of a row group, each on one of several threads.
fn encode(
    group: &[Vec<TableColumn<'_>>],
    forms: &[Mutex<Form>],
    schema: &SchemaDescriptor,
    threads: usize,
) -> Result<Vec<Chunk>> {
    let chunks = Mutex::new(Vec::new());
    threads::share(forms.len(), threads, chunk::LEVEL, |number, scratch| {
        let column: Vec<_> = group.iter().map(|batch| batch[number]).collect();
        let mut form = lock(&forms[number])?;
        let chunk = column::encode(&column, &mut form, schema.column(number), scratch)?;
        lock(&chunks)?.push((number, chunk));
        Ok(())
    })?;
    let mut chunks = chunks.into_inner().map_err(|_| poisoned())?;
    chunks.sort_unstable_by_key(|(number, _)| *number);
    Ok(chunks.into_iter().map(|(_, chunk)| chunk).collect())
}
