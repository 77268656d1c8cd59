//! The values of a column of a row group, a portion of rows at a time.

use std::str;

use handlab_columns::{Bools, Lists, Numbers, OwnedColumn, Strings};
use parquet::basic::Type;
use parquet::column::page::PageReader;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{ByteArray, DataType, Int32Type};
use parquet::errors::{ParquetError, Result};

use super::coded::Coded;
use super::file::Pages;

/// The number of rows read at once: their values fit in the processor's cache.
const PORTION: usize = 1 << 14;

/// Some rows of a column.
pub(crate) enum Portion {
    Values(OwnedColumn),
    Coded(Coded),
}

impl Portion {
    pub(crate) fn len(&self) -> usize {
        match self {
            Portion::Values(values) => values.as_column().len(),
            Portion::Coded(coded) => coded.codes.len(),
        }
    }
}

/// The remaining rows of a column in a row group.
pub(super) struct Rows<'a> {
    pages: Source,
    kind: &'a OwnedColumn,
    left: usize,
}

enum Source {
    /// Every row is null.
    Nulls,
    Coded(Box<dyn PageReader>),
    Values(Box<ColumnReader>),
}

impl<'a> Rows<'a> {
    /// `rows` rows of a column of some kind; without pages, all are null.
    pub(super) fn new(pages: Option<Pages>, kind: &'a OwnedColumn, rows: usize) -> Self {
        let pages = match pages {
            None => Source::Nulls,
            Some(Pages { column, has_dictionary, reader }) => {
                let is_text = column.physical_type() == Type::BYTE_ARRAY
                    && column.max_def_level() == 1
                    && column.max_rep_level() == 0;
                match kind {
                    OwnedColumn::Text(_) if is_text && has_dictionary => Source::Coded(reader),
                    _ => Source::Values(Box::new(get_column_reader(column, reader))),
                }
            }
        };
        Rows { pages, kind, left: rows }
    }

    /// The next rows; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Portion>> {
        if self.left == 0 {
            return Ok(None);
        }
        let rows = self.left.min(PORTION);
        let portion = match &mut self.pages {
            Source::Nulls => Portion::Values(nulls(self.kind, rows)),
            Source::Values(reader) => Portion::Values(read(reader, self.kind, rows)?),
            // All at once: otherwise each portion would carry all texts of the dictionary.
            Source::Coded(pages) => Portion::Coded(Coded::read(pages.as_mut(), self.left)?),
        };
        self.left -= portion.len();
        Ok(Some(portion))
    }
}

fn read(reader: &mut ColumnReader, kind: &OwnedColumn, rows: usize) -> Result<OwnedColumn> {
    use ColumnReader::{
        BoolColumnReader, ByteArrayColumnReader, DoubleColumnReader, Int32ColumnReader,
        Int64ColumnReader,
    };
    Ok(match (kind, reader) {
        (OwnedColumn::Int8(_), Int32ColumnReader(reader)) => {
            OwnedColumn::Int8(numbers(&Read::of(reader, rows)?, narrow)?)
        }
        (OwnedColumn::Int16(_), Int32ColumnReader(reader)) => {
            OwnedColumn::Int16(numbers(&Read::of(reader, rows)?, narrow)?)
        }
        (OwnedColumn::Int32(_), Int32ColumnReader(reader)) => {
            OwnedColumn::Int32(numbers(&Read::of(reader, rows)?, Ok)?)
        }
        (OwnedColumn::Int64(_), Int64ColumnReader(reader)) => {
            OwnedColumn::Int64(numbers(&Read::of(reader, rows)?, Ok)?)
        }
        (OwnedColumn::Timestamp(_), Int64ColumnReader(reader)) => {
            OwnedColumn::Timestamp(numbers(&Read::of(reader, rows)?, Ok)?)
        }
        (OwnedColumn::Float64(_), DoubleColumnReader(reader)) => {
            OwnedColumn::Float64(numbers(&Read::of(reader, rows)?, Ok)?)
        }
        // The catalog may widen a column without rewriting files.
        (OwnedColumn::Float64(_), Int64ColumnReader(reader)) => {
            OwnedColumn::Float64(numbers(&Read::of(reader, rows)?, |value| Ok(value as f64))?)
        }
        (OwnedColumn::Bool(_), BoolColumnReader(reader)) => {
            OwnedColumn::Bool(flags(&Read::of(reader, rows)?))
        }
        (OwnedColumn::Text(_), ByteArrayColumnReader(reader)) => {
            OwnedColumn::Text(texts(&Read::of(reader, rows)?)?)
        }
        (OwnedColumn::Int8Lists(_), Int32ColumnReader(reader)) => {
            OwnedColumn::Int8Lists(lists(reader, rows)?)
        }
        _ => return Err(ParquetError::General("a column has another type".into())),
    })
}

/// Checks that the number of rows read matches the footer: a reader stops where the pages do.
pub(super) fn as_many(read: usize, rows: usize) -> Result<()> {
    if read == rows {
        return Ok(());
    }
    Err(ParquetError::General(format!("expected {rows} rows, got {read}")))
}

/// Values that were read, and which rows have one.
struct Read<T> {
    values: Vec<T>,
    /// 1 for each row with a value; empty if the file has no nulls.
    levels: Vec<i16>,
    rows: usize,
}

impl<T> Read<T> {
    fn of<D: DataType<T = T>>(reader: &mut ColumnReaderImpl<D>, rows: usize) -> Result<Read<T>> {
        let (mut levels, mut values) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let (read, ..) = reader.read_records(rows, Some(&mut levels), None, &mut values)?;
        as_many(read, rows)?;
        Ok(Read { values, levels, rows })
    }

    fn has_nulls(&self) -> bool {
        self.values.len() < self.rows
    }

    fn iter(&self) -> impl Iterator<Item = Option<&T>> {
        let mut values = self.values.iter();
        // Without levels there are no nulls, so nothing is checked here.
        self.levels.iter().map(move |level| if *level > 0 { values.next() } else { None })
    }
}

fn numbers<T: Copy, U: Copy + Default>(
    read: &Read<T>,
    convert: impl Fn(T) -> Result<U>,
) -> Result<Numbers<U>> {
    if !read.has_nulls() {
        return Ok(Numbers::of(
            read.values.iter().map(|value| convert(*value)).collect::<Result<_>>()?,
        ));
    }
    let mut found = Numbers::default();
    for value in read.iter() {
        found.push(value.map(|value| convert(*value)).transpose()?);
    }
    Ok(found)
}

fn narrow<T: TryFrom<i32>>(value: i32) -> Result<T> {
    T::try_from(value)
        .map_err(|_| ParquetError::General(format!("expected a smaller number, got {value}")))
}

fn flags(read: &Read<bool>) -> Bools {
    let mut found = Bools::default();
    if read.has_nulls() {
        read.iter().for_each(|flag| found.push(flag.copied()));
    } else {
        found.extend(read.values.iter().copied());
    }
    found
}

fn texts(read: &Read<ByteArray>) -> Result<Strings> {
    fn text(value: &ByteArray) -> Result<&str> {
        str::from_utf8(value.data()).map_err(|error| ParquetError::External(Box::new(error)))
    }
    let mut found = Strings::default();
    if !read.has_nulls() {
        for value in &read.values {
            found.push(Some(text(value)?));
        }
        return Ok(found);
    }
    for value in read.iter() {
        found.push(value.map(text).transpose()?);
    }
    Ok(found)
}

/// Reads lists of numbers, none of them null.
fn lists(reader: &mut ColumnReaderImpl<Int32Type>, rows: usize) -> Result<Lists> {
    const NULL: i16 = 0;
    const EMPTY: i16 = 1;
    const FULL: i16 = 3;
    let (mut levels, mut starts, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (read, ..) =
        reader.read_records(rows, Some(&mut levels), Some(&mut starts), &mut values)?;
    as_many(read, rows)?;
    let mut found = Lists::default();
    let mut values = values.into_iter();
    let mut list: Vec<i8> = Vec::new();
    let mut at = 0;
    while at < levels.len() {
        let end = at + 1 + starts[at + 1..].iter().take_while(|start| **start > 0).count();
        list.clear();
        match levels[at] {
            NULL => found.push_null(),
            EMPTY => found.push([]),
            _ => {
                for level in &levels[at..end] {
                    let value = values.next().filter(|_| *level == FULL);
                    let missing = || ParquetError::General("a list has a null".into());
                    list.push(narrow(value.ok_or_else(missing)?)?);
                }
                found.push(list.iter().copied());
            }
        }
        at = end;
    }
    Ok(found)
}

fn nulls(kind: &OwnedColumn, rows: usize) -> OwnedColumn {
    fn of<T: Copy + Default>(rows: usize) -> Numbers<T> {
        let mut found = Numbers::default();
        found.extend_some(std::iter::repeat_n(None, rows));
        found
    }
    match kind {
        OwnedColumn::Int64(_) => OwnedColumn::Int64(of(rows)),
        OwnedColumn::Int32(_) => OwnedColumn::Int32(of(rows)),
        OwnedColumn::Int16(_) => OwnedColumn::Int16(of(rows)),
        OwnedColumn::Int8(_) => OwnedColumn::Int8(of(rows)),
        OwnedColumn::Float64(_) => OwnedColumn::Float64(of(rows)),
        OwnedColumn::Timestamp(_) => OwnedColumn::Timestamp(of(rows)),
        OwnedColumn::Bool(_) => {
            let mut found = Bools::default();
            (0..rows).for_each(|_| found.push(None));
            OwnedColumn::Bool(found)
        }
        OwnedColumn::Text(_) | OwnedColumn::Names(_) => {
            let mut found = Strings::default();
            (0..rows).for_each(|_| found.push(None));
            OwnedColumn::Text(found)
        }
        OwnedColumn::Int8Lists(_) => {
            let mut found = Lists::default();
            (0..rows).for_each(|_| found.push_null());
            OwnedColumn::Int8Lists(found)
        }
    }
}
