//! Files whose rows are written in a different order than stored, a few columns at a time.
//!
//! Rows with hundreds of columns cost more to move than to sort. Here only the keys are sorted; the values of a column
//! are moved to the new positions of their rows, and encoded row group by row group. The finished chunks wait in a
//! temporary file, since Parquet wants all columns of a row group together.

mod passes;
mod placed;

use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::Mutex;

use handlab_columns::{OwnedColumn, TableColumn};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, TypePtr};

use crate::chunk::Scratch;
use crate::form::Form;
use crate::stored::StoredRows;
use crate::threads::{self, lock, poisoned};
use crate::{column, footer, schema};
use passes::Pass;
use placed::Placed;

/// Compression level: compacted files are read more often than written.
const LEVEL: i32 = 6;

/// The most bytes, roughly, that a column has in a row group: it is in memory several times while it is encoded, and
/// the texts of hands that were not read have a kilobyte each.
const CHUNK_BYTES: usize = 8 << 20;

/// The position of a row that is not written.
const NOWHERE: u32 = u32::MAX;

/// Files being written, and a temporary one.
pub struct SortedFile<T> {
    stored: StoredRows,
    schema: TypePtr,
    descriptor: SchemaDescriptor,
    /// The new position of each stored row.
    places: Vec<u32>,
    /// The number of rows to be written.
    rows: usize,
    group_rows: usize,
    forms: Vec<Mutex<Form>>,
    waiting: Mutex<Waiting<T>>,
}

/// Encoded chunks in the temporary file, by row group and column.
struct Waiting<T> {
    file: T,
    chunks: Vec<Vec<Option<Place>>>,
}

/// Where a chunk starts, and its metadata for the footer.
struct Place {
    at: u64,
    close: ColumnCloseResult,
}

impl<T: Read + Write + Seek + Send> SortedFile<T> {
    /// Sorts rows by the columns `keys`, most significant first; deleted rows are left out.
    ///
    /// A row group has at most `group_rows` rows, and fewer if their texts are long. `temporary` must be an empty file.
    ///
    /// # Errors
    /// If the rows cannot be read, or there is no such column to sort by.
    pub fn new(
        stored: StoredRows,
        keys: &[impl AsRef<str>],
        group_rows: usize,
        temporary: T,
    ) -> Result<SortedFile<T>> {
        let places = places(&stored, keys)?;
        let rows = places.iter().filter(|place| **place != NOWHERE).count();
        let columns = stored.columns();
        let named: Vec<_> = columns.iter().map(|(name, column)| named(name, column)).collect();
        let schema = schema::of_columns(&named)?;
        let descriptor = SchemaDescriptor::new(schema.clone());
        let longest = (0..columns.len()).map(|column| stored.bytes(column)).max().unwrap_or(0);
        let of_bytes = CHUNK_BYTES.saturating_mul(stored.rows()) / longest.max(1);
        // Flags in whole words can be copied as such.
        let group_rows = (group_rows.min(of_bytes) / 64 * 64).max(64);
        let groups = rows.div_ceil(group_rows);
        let chunks = (0..groups).map(|_| columns.iter().map(|_| None).collect()).collect();
        let forms = columns.iter().map(|_| Mutex::default()).collect();
        let waiting = Mutex::new(Waiting { file: temporary, chunks });
        Ok(SortedFile { stored, schema, descriptor, places, rows, group_rows, forms, waiting })
    }

    /// The number of row groups.
    pub fn groups(&self) -> usize {
        self.rows.div_ceil(self.group_rows)
    }

    /// Encodes all columns on several threads, each holding up to `held` bytes of values.
    ///
    /// # Errors
    /// If the rows cannot be read, or the temporary file cannot be written.
    pub fn encode(&self, held: usize, threads: usize) -> Result<()> {
        let passes = passes::of(&self.stored, self.rows, self.group_rows, held);
        threads::share(passes.len(), threads, LEVEL, |pass, scratch| {
            self.pass(&passes[pass], scratch)
        })
    }

    /// Reads some columns, and encodes some of their row groups.
    fn pass(&self, pass: &Pass, scratch: &mut Scratch) -> Result<()> {
        let rows = self.rows_of(pass.groups.start).start..self.rows_of(pass.groups.end - 1).end;
        let kind = |column: &usize| self.stored.columns()[*column].1.as_column();
        let mut placed: Vec<Placed> =
            pass.columns.iter().map(|column| Placed::new(kind(column), rows.clone())).collect();
        // Files are mostly in the order of time already: few of them have rows of these groups.
        let are_wanted = |stored: Range<usize>| {
            self.places[stored].iter().any(|place| rows.contains(&(*place as usize)))
        };
        self.stored.read(&pass.columns, are_wanted, |column, first, portion| {
            placed[column].put(portion, &self.places[first..first + portion.len()])
        })?;
        for (column, placed) in pass.columns.iter().zip(placed) {
            for group in pass.groups.clone() {
                self.encode_chunk(*column, &placed, group, scratch)?;
            }
        }
        Ok(())
    }

    fn rows_of(&self, group: usize) -> Range<usize> {
        let first = group * self.group_rows;
        first..(first + self.group_rows).min(self.rows)
    }

    fn encode_chunk(
        &self,
        number: usize,
        placed: &Placed,
        group: usize,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let rows = placed.rows(&self.rows_of(group));
        let mut form = *lock(&self.forms[number])?;
        let column = [named(&self.stored.columns()[number].0, &rows)];
        let chunk = column::encode(&column, &mut form, self.descriptor.column(number), scratch)?;
        *lock(&self.forms[number])? = form;
        let mut waiting = lock(&self.waiting)?;
        let at = waiting.file.stream_position()?;
        waiting.file.write_all(&chunk.bytes)?;
        waiting.chunks[group][number] = Some(Place { at, close: chunk.close });
        Ok(())
    }

    /// Distributes the row groups, in order, over the given files, with the metadata for their footers.
    ///
    /// # Errors
    /// If there are more files than row groups, a column was not written for all rows, or a file cannot be read or
    /// written. Without row groups, one file is written.
    pub fn finish<W: Write + Send>(
        self,
        files: impl ExactSizeIterator<Item = std::io::Result<W>>,
        about: &[(String, String)],
    ) -> Result<()> {
        let Waiting { file: mut temporary, chunks } =
            self.waiting.into_inner().map_err(|_| poisoned())?;
        let (groups, count) = (chunks.len(), files.len());
        if count > groups.max(1) {
            let message = format!("expected at most {groups} files of row groups, got {count}");
            return Err(ParquetError::General(message));
        }
        let mut chunks = chunks.into_iter();
        for (number, file) in files.enumerate() {
            let mut writer = footer::writer(file?, self.schema.clone())?;
            let in_file = groups * (number + 1) / count - groups * number / count;
            for group in chunks.by_ref().take(in_file) {
                append_group(&mut writer, group, self.stored.columns(), &mut temporary)?;
            }
            footer::finish(writer, about)?;
        }
        Ok(())
    }
}

/// The new position of each stored row after sorting.
fn places(stored: &StoredRows, keys: &[impl AsRef<str>]) -> Result<Vec<u32>> {
    let places = stored.order(keys)?.into_places();
    if places.len() == stored.rows() {
        return Ok(places);
    }
    let mut places = places.into_iter();
    let place = |row| if stored.is_deleted(row) { Some(NOWHERE) } else { places.next() };
    Ok((0..stored.rows()).map_while(place).collect())
}

/// Copies the chunks of a row group from the temporary file.
fn append_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    group: Vec<Option<Place>>,
    columns: &[(String, OwnedColumn)],
    temporary: &mut (impl Read + Seek),
) -> Result<()> {
    let mut row_group = writer.next_row_group()?;
    for (place, (name, _)) in group.into_iter().zip(columns) {
        let Place { at, close } = place.ok_or_else(|| {
            ParquetError::General(format!("`{name}` was not written for all rows"))
        })?;
        let mut bytes = vec![0; close.bytes_written as usize];
        temporary.seek(SeekFrom::Start(at))?;
        temporary.read_exact(&mut bytes)?;
        row_group.append_column(&bytes::Bytes::from(bytes), close)?;
    }
    row_group.close()?;
    Ok(())
}

fn named<'a>(name: &'a str, column: &'a OwnedColumn) -> TableColumn<'a> {
    TableColumn { name, values: column.as_column(), ends: None }
}
