//! Encodes a column of several batches as the pages of one row group, in a form that depends on the kind of values.
//!
//! * Numbers that rarely repeat are packed as differences; other numbers, and floats, use a dictionary.
//! * Texts of individual rows are stored as lengths and bytes, or as the difference from the previous text; words and
//!   names use a dictionary.
//! * Any other value of the hand, shared by all of its rows, is a run of one dictionary code.

use std::iter;

use handlab_columns::{Bools, Column, Numbers, TableColumn};
use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;

use crate::bounds::Bounds;
use crate::chunk::{Chunk, ChunkBuilder, Scratch};
use crate::codes;
use crate::delta::{self, Width};
use crate::form::Form;
use crate::hybrid::{self, Hybrid};
use crate::levels::Levels;
use crate::texts;

/// The minimum number of rows in a page, unless there are no more.
const PAGE_ROWS: usize = 100_000;

/// Encodes a column whose batches are all of the same kind.
pub(crate) fn encode(
    column: &[TableColumn<'_>],
    form: &mut Form,
    description: ColumnDescPtr,
    scratch: &mut Scratch,
) -> Result<Chunk> {
    let mut builder = ChunkBuilder::new(scratch);
    let mut values = column.iter().map(TableColumn::len).sum();
    let first = column.first().map(|batch| batch.values);
    let statistics = match first {
        Some(Column::Bool(_)) => flags(&mut builder, column)?,
        Some(Column::Int8Lists(_)) => {
            values = lists(&mut builder, column)?;
            None
        }
        Some(Column::Text(_)) if !of_hand(column) || texts::are_rarely_repeated(column) => {
            texts::write(&mut builder, column, form.begin_alike(column))?
        }
        Some(
            Column::Int64(_)
            | Column::Timestamp(_)
            | Column::Int32(_)
            | Column::Int16(_)
            | Column::Int8(_),
        ) if !form.is_repetitive(column) => numbers(&mut builder, column)?,
        _ => codes::write(&mut builder, column, form)?,
    };
    builder.finish(description, values, statistics)
}

/// Whether all rows of a hand share its value.
pub(crate) fn of_hand(column: &[TableColumn<'_>]) -> bool {
    column.iter().any(|batch| batch.ends.is_some())
}

/// The batches of each page.
pub(crate) fn pages<'a, 'b>(
    column: &'a [TableColumn<'b>],
) -> impl Iterator<Item = &'a [TableColumn<'b>]> {
    let mut left = column;
    iter::from_fn(move || {
        let (mut rows, mut count) = (0, 0);
        while rows < PAGE_ROWS && count < left.len() {
            rows += left[count].len();
            count += 1;
        }
        let (page, rest) = left.split_at(count);
        left = rest;
        // Batches without rows come last and form no page.
        (rows > 0).then_some(page)
    })
}

fn numbers(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
) -> Result<Option<Statistics>> {
    let mut bounds = Bounds::default();
    let (mut values, mut width) = (Vec::new(), Width::Bits32);
    for page in pages(column) {
        let mut levels = Levels::default();
        values.clear();
        values.reserve(page.iter().map(TableColumn::len).sum());
        for batch in page {
            match batch.values {
                Column::Int64(rows) | Column::Timestamp(rows) => {
                    width = Width::Bits64;
                    take_numbers(rows, batch.ends, &mut levels, &mut values);
                }
                Column::Int32(rows) => take_numbers(rows, batch.ends, &mut levels, &mut values),
                Column::Int16(rows) => take_numbers(rows, batch.ends, &mut levels, &mut values),
                Column::Int8(rows) => take_numbers(rows, batch.ends, &mut levels, &mut values),
                _ => unreachable!("a column is of one kind"),
            }
        }
        bounds.of_numbers(&values);
        builder.data(&levels, Encoding::DELTA_BINARY_PACKED, |out| {
            delta::write(out, &values, width);
        })?;
    }
    Ok(Some(bounds.statistics(width, builder.nulls())))
}

fn take_numbers<T: Copy + Default + Into<i64>>(
    rows: &Numbers<T>,
    ends: Option<&[u32]>,
    levels: &mut Levels,
    values: &mut Vec<i64>,
) {
    if let Some(ends) = ends {
        return of_hands(ends, |hand, count| {
            levels.push_run(rows.get(hand).is_some(), count);
            if let Some(value) = rows.get(hand) {
                values.extend(iter::repeat_n(value.into(), count));
            }
        });
    }
    levels.push_column(rows.nulls(), rows.len());
    rows.nulls().skip(rows.values(), |known| {
        values.extend(known.iter().map(|value| (*value).into()));
    });
}

fn flags(builder: &mut ChunkBuilder<'_>, column: &[TableColumn<'_>]) -> Result<Option<Statistics>> {
    let mut bounds = Bounds::default();
    for page in pages(column) {
        let (mut levels, mut body) = (Levels::default(), Vec::new());
        if of_hand(page) {
            flags_of_hands(page, &mut levels, &mut body, &mut bounds);
        } else {
            let mut known = Bools::default();
            for rows in page.iter().map(flags_in) {
                levels.push_column(rows.nulls(), rows.len());
                known.append_known(rows);
            }
            // When compressed, packed bits are as small as short runs, and take a fraction of the time to write.
            let ones = known.words().iter().map(|word| word.count_ones() as usize).sum();
            bounds.of_flags(ones, known.len());
            if !known.is_empty() {
                hybrid::write_bits(&mut body, known.words(), known.len(), ones);
            }
        }
        builder.data(&levels, Encoding::RLE, |out| {
            out.extend_from_slice(&(body.len() as u32).to_le_bytes());
            out.extend_from_slice(&body);
        })?;
    }
    Ok(Some(bounds.flag_statistics(builder.nulls())))
}

/// Writes a page of flags, some of which are shared by the rows of a hand.
fn flags_of_hands(
    page: &[TableColumn<'_>],
    levels: &mut Levels,
    body: &mut Vec<u8>,
    bounds: &mut Bounds<'_>,
) {
    let mut bits = Hybrid::new(body, 1);
    for batch in page {
        let rows = flags_in(batch);
        let mut push = |hand, count| {
            levels.push_run(rows.get(hand).is_some(), count);
            if let Some(flag) = rows.get(hand) {
                bits.push_run(flag.into(), count);
                bounds.of_flags(flag.into(), 1);
            }
        };
        match batch.ends {
            None => (0..rows.len()).for_each(|row| push(row, 1)),
            Some(ends) => of_hands(ends, push),
        }
    }
    bits.finish();
}

fn flags_in<'a>(batch: &TableColumn<'a>) -> &'a Bools {
    let Column::Bool(rows) = batch.values else { unreachable!("a column is of one kind") };
    rows
}

/// Calls `take` with each hand and its number of rows.
pub(crate) fn of_hands(ends: &[u32], mut take: impl FnMut(usize, usize)) {
    let mut start = 0;
    for (hand, end) in ends.iter().enumerate() {
        take(hand, (end - start) as usize);
        start = *end;
    }
}

/// Encodes lists; returns the number of values, with an empty list and a null counting as one.
fn lists(builder: &mut ChunkBuilder<'_>, column: &[TableColumn<'_>]) -> Result<usize> {
    const NULL: u32 = 0;
    const EMPTY: u32 = 1;
    const FULL: u32 = 3;
    let mut all = 0;
    for page in pages(column) {
        let (mut repetition, mut definition, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut starts, mut levels) =
            (Hybrid::new(&mut repetition, 1), Hybrid::new(&mut definition, 2));
        let (mut rows, mut count) = (0, 0);
        for batch in page {
            let Column::Int8Lists(lists) = batch.values else {
                unreachable!("a column is of one kind")
            };
            rows += lists.len();
            for (row, list) in lists.iter().enumerate() {
                starts.push(0);
                levels.push(match list {
                    [] if lists.nulls().contains(row) => NULL,
                    [] => EMPTY,
                    _ => FULL,
                });
                for _ in 1..list.len() {
                    starts.push(1);
                    levels.push(FULL);
                }
                count += list.len().max(1);
                values.extend(list.iter().map(|value| i64::from(*value)));
            }
        }
        starts.finish();
        levels.finish();
        builder.levelled(rows, count, Encoding::DELTA_BINARY_PACKED, |out| {
            for levels in [&repetition, &definition] {
                out.extend_from_slice(&(levels.len() as u32).to_le_bytes());
                out.extend_from_slice(levels);
            }
            delta::write(out, &values, Width::Bits32);
        })?;
        all += count;
    }
    Ok(all)
}
