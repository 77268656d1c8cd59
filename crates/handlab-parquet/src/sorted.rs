//! Files whose rows are written in another order than they come in, some columns at a time.
//!
//! Rows with hundreds of columns cost more to move than to sort. Here only the keys are sorted, by the caller; the values
//! of a column are put at the places of their rows, and encoded row group by row group. The finished chunks wait in a
//! temporary file, since Parquet wants all columns of a row group together.

use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::Mutex;

use handlab_columns::{OwnedColumn, RowOrder, TableColumn};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, TypePtr};
use zstd::bulk::Compressor;

use crate::form::Form;
use crate::placed::Placed;
use crate::threads::{self, lock, poisoned};
use crate::{column, footer, schema};

/// Level of the compression: what is compacted is read more often than it is written.
const LEVEL: i32 = 6;

/// Files in the making, and a temporary one.
pub struct SortedFile<T> {
    schema: TypePtr,
    descriptor: SchemaDescriptor,
    /// For each column its name, and what kind it is.
    columns: Vec<(String, OwnedColumn)>,
    /// For each row, as they come in, where it goes.
    places: Vec<u32>,
    group_rows: usize,
    forms: Vec<Mutex<Form>>,
    waiting: Mutex<Waiting<T>>,
    threads: usize,
}

/// Encoded chunks in the temporary file, by row group and column.
struct Waiting<T> {
    file: T,
    chunks: Vec<Vec<Option<Place>>>,
}

/// Where a chunk begins, and what the footer says about it.
struct Place {
    at: u64,
    close: ColumnCloseResult,
}

/// One reading of some columns, for some of the file's rows.
pub struct Pass {
    columns: Vec<(usize, Placed)>,
    rows: Range<usize>,
    /// Rows that have come in.
    read: usize,
}

impl<T: Read + Write + Seek + Send> SortedFile<T> {
    /// Starts the files.
    ///
    /// `columns` are those of the table, without rows; `temporary` is an empty file.
    ///
    /// # Errors
    /// If the columns make no schema.
    pub fn new(
        columns: Vec<(String, OwnedColumn)>,
        order: RowOrder,
        group_rows: usize,
        temporary: T,
        threads: usize,
    ) -> Result<SortedFile<T>> {
        let places = order.into_places();
        let named: Vec<_> = columns.iter().map(|(name, column)| named(name, column)).collect();
        let schema = schema::of_columns(&named)?;
        let descriptor = SchemaDescriptor::new(schema.clone());
        // Flags of whole words are copied as such.
        let group_rows = (group_rows / 64 * 64).max(64);
        let groups = places.len().div_ceil(group_rows);
        let chunks = (0..groups).map(|_| columns.iter().map(|_| None).collect()).collect();
        let forms = columns.iter().map(|_| Mutex::default()).collect();
        let waiting = Mutex::new(Waiting { file: temporary, chunks });
        Ok(SortedFile { schema, descriptor, columns, places, group_rows, forms, waiting, threads })
    }

    /// The number of row groups.
    pub fn groups(&self) -> usize {
        self.places.len().div_ceil(self.group_rows)
    }

    /// Starts to read some columns for the row groups that begin in a range of the file's rows.
    ///
    /// # Errors
    /// If there is no column of a name.
    pub fn pass(&self, names: &[impl AsRef<str>], rows: Range<usize>) -> Result<Pass> {
        let edge =
            |row: usize| (row.div_ceil(self.group_rows) * self.group_rows).min(self.places.len());
        let rows = edge(rows.start)..edge(rows.end);
        let columns = names.iter().map(|name| {
            let name = name.as_ref();
            let number = self.columns.iter().position(|(known, _)| known == name);
            let number = number
                .ok_or_else(|| ParquetError::General(format!("there is no column `{name}`")))?;
            Ok((number, Placed::new(self.columns[number].1.as_column(), rows.clone())))
        });
        Ok(Pass { columns: columns.collect::<Result<_>>()?, rows, read: 0 })
    }

    /// Puts the next rows, as they come in, at their places; `columns` are those of the pass.
    ///
    /// # Errors
    /// If there are more rows than places, or a column is of another type than at first.
    pub fn put(&self, pass: &mut Pass, columns: &[OwnedColumn]) -> Result<()> {
        for ((_, placed), column) in pass.columns.iter_mut().zip(columns) {
            let column = column.as_column();
            let places = self.places.get(pass.read..pass.read + column.len());
            placed.put(column, places.ok_or_else(|| self.not_all(pass.read + column.len()))?)?;
        }
        pass.read += columns.first().map_or(0, |column| column.as_column().len());
        Ok(())
    }

    /// Encodes the columns of a pass, after all rows have come in.
    ///
    /// # Errors
    /// If rows are missing, or the temporary file cannot be written.
    pub fn end(&self, pass: &Pass) -> Result<()> {
        if pass.read != self.places.len() {
            return Err(self.not_all(pass.read));
        }
        let group = |row: usize| row.div_ceil(self.group_rows);
        let groups = group(pass.rows.start)..group(pass.rows.end);
        let tasks = groups.len() * pass.columns.len();
        threads::share(tasks, self.threads, LEVEL, |task, compressor| {
            let (number, placed) = &pass.columns[task / groups.len()];
            self.encode(*number, placed, groups.start + task % groups.len(), compressor)
        })
    }

    fn encode(
        &self,
        number: usize,
        placed: &Placed,
        group: usize,
        compressor: &mut Compressor<'static>,
    ) -> Result<()> {
        let first = group * self.group_rows;
        let rows = placed.rows(&(first..(first + self.group_rows).min(self.places.len())));
        let mut form = *lock(&self.forms[number])?;
        let column = [named(&self.columns[number].0, &rows)];
        let chunk = column::encode(&column, &mut form, self.descriptor.column(number), compressor)?;
        *lock(&self.forms[number])? = form;
        let mut waiting = lock(&self.waiting)?;
        let at = waiting.file.stream_position()?;
        waiting.file.write_all(&chunk.bytes)?;
        waiting.chunks[group][number] = Some(Place { at, close: chunk.close });
        Ok(())
    }

    /// Writes the row groups, in their order, to as many files, with the metadata of their footers.
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
                append_group(&mut writer, group, &self.columns, &mut temporary)?;
            }
            footer::finish(writer, about)?;
        }
        Ok(())
    }

    fn not_all(&self, read: usize) -> ParquetError {
        ParquetError::General(format!("expected {} rows, got {read}", self.places.len()))
    }
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
