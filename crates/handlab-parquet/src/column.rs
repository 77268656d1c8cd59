//! Encodes a column of several batches as the pages of one row group, in a form that depends on the kind of values.
//!
//! * Numbers that rarely repeat are packed as differences; other numbers, and floats, use a dictionary.
//! * Texts of individual rows are stored as lengths and bytes, or as the difference from the previous text; words and
//!   names use a dictionary.
//! * Any other value of the hand, shared by all of its rows, is a run of one dictionary code.

use std::iter;

use handlab_columns::{Bools, Column, Names, Numbers, TableColumn, Words};
use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use crate::bounds::Bounds;
use crate::chunk::{Chunk, ChunkBuilder};
use crate::delta::{self, Width};
use crate::dictionary::Dictionary;
use crate::form::{Codes, Form};
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
    compressor: &mut Compressor<'static>,
) -> Result<Chunk> {
    let mut builder = ChunkBuilder::new(compressor);
    let mut values = column.iter().map(TableColumn::len).sum();
    let first = column.first().map(|batch| batch.values);
    let statistics = match first {
        Some(Column::Bool(_)) => {
            flags(&mut builder, column)?;
            None
        }
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
        _ => coded(&mut builder, column, form)?,
    };
    builder.finish(description, values, statistics)
}

/// Whether all rows of a hand share its value.
fn of_hand(column: &[TableColumn<'_>]) -> bool {
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
    if rows.nulls().count() == 0 {
        values.extend(rows.values().iter().map(|value| (*value).into()));
    } else if rows.nulls().count() < rows.len() {
        values.extend(rows.iter().flatten().map(Into::into));
    }
}

fn flags(builder: &mut ChunkBuilder<'_>, column: &[TableColumn<'_>]) -> Result<()> {
    for page in pages(column) {
        let (mut levels, mut body) = (Levels::default(), Vec::new());
        if of_hand(page) {
            flags_of_hands(page, &mut levels, &mut body);
        } else {
            let mut known = Bools::default();
            for rows in page.iter().map(flags_in) {
                levels.push_column(rows.nulls(), rows.len());
                if rows.nulls().count() == 0 {
                    known.append(rows, 0..rows.len());
                } else {
                    known.extend(rows.iter().flatten());
                }
            }
            // When compressed, packed bits are as small as short runs, and take a fraction of the time to write.
            let ones = known.words().iter().map(|word| word.count_ones() as usize).sum();
            if !known.is_empty() {
                hybrid::write_bits(&mut body, known.words(), known.len(), ones);
            }
        }
        builder.data(&levels, Encoding::RLE, |out| {
            out.extend_from_slice(&(body.len() as u32).to_le_bytes());
            out.extend_from_slice(&body);
        })?;
    }
    Ok(())
}

/// Writes a page of flags, some of which are shared by the rows of a hand.
fn flags_of_hands(page: &[TableColumn<'_>], levels: &mut Levels, body: &mut Vec<u8>) {
    let mut bits = Hybrid::new(body, 1);
    for batch in page {
        let rows = flags_in(batch);
        let mut push = |hand, count| {
            levels.push_run(rows.get(hand).is_some(), count);
            if let Some(flag) = rows.get(hand) {
                bits.push_run(flag.into(), count);
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

/// Encodes words, names, and anything that is the same for all rows of a hand.
fn coded(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
    form: &mut Form,
) -> Result<Option<Statistics>> {
    let mut dictionary = Dictionary::default();
    let codes: Vec<Vec<u32>> = column.iter().map(|batch| codes(batch, &mut dictionary)).collect();
    if dictionary.len() == 0 {
        for page in pages(column) {
            let mut levels = Levels::default();
            levels.push_run(false, page.iter().map(TableColumn::len).sum());
            builder.data(&levels, Encoding::PLAIN, |_| {})?;
        }
        return Ok(dictionary.statistics(builder.nulls()));
    }
    builder.dictionary(dictionary.page(), dictionary.len())?;
    if of_hand(column) {
        codes_of_hands(builder, column, &codes, dictionary.width())?;
    } else {
        let form = form.of_codes(&codes, dictionary.width(), builder)?;
        codes_of_rows(builder, column, &codes, form)?;
    }
    Ok(dictionary.statistics(builder.nulls()))
}

/// Adds the pages of codes that each stand for all rows of a hand.
fn codes_of_hands(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
    codes: &[Vec<u32>],
    width: u32,
) -> Result<()> {
    let mut codes = codes.iter();
    for page in pages(column) {
        let (mut levels, mut body) = (Levels::default(), vec![width as u8]);
        let mut hybrid = Hybrid::new(&mut body, width);
        for (batch, codes) in page.iter().zip(&mut codes) {
            let mut push = |code: u32, count| {
                levels.push_run(code != Names::NULL, count);
                if code != Names::NULL {
                    hybrid.push_run(code, count);
                }
            };
            match batch.ends {
                Some(ends) => of_hands(ends, |hand, count| push(codes[hand], count)),
                None => codes.iter().for_each(|code| push(*code, 1)),
            }
        }
        hybrid.finish();
        builder.data(&levels, Encoding::RLE_DICTIONARY, |out| out.extend_from_slice(&body))?;
    }
    Ok(())
}

/// Adds the pages of codes of individual rows.
fn codes_of_rows(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
    codes: &[Vec<u32>],
    form: Codes,
) -> Result<()> {
    let (mut codes, mut known) = (codes.iter(), Vec::new());
    for page in pages(column) {
        let mut levels = Levels::default();
        known.clear();
        for (_, codes) in page.iter().zip(&mut codes) {
            take_known(codes, &mut levels, &mut known);
        }
        builder.data(&levels, Encoding::RLE_DICTIONARY, |out| {
            out.push(form.width as u8);
            form.write(out, &known);
        })?;
    }
    Ok(())
}

/// Appends the non-null codes, and records which rows they belong to.
fn take_known(codes: &[u32], levels: &mut Levels, known: &mut Vec<u32>) {
    for rows in codes.chunks(u64::BITS as usize) {
        let is_value = |code: &u32| u64::from(*code != Names::NULL);
        let values = rows.iter().rev().fold(0, |word, code| word << 1 | is_value(code));
        levels.push_word(values, rows.len());
        if values.count_ones() as usize == rows.len() {
            known.extend_from_slice(rows);
        } else if values != 0 {
            known.extend(rows.iter().filter(|code| **code != Names::NULL));
        }
    }
}

/// The codes of a batch's values in the row group's dictionary.
fn codes(batch: &TableColumn<'_>, dictionary: &mut Dictionary) -> Vec<u32> {
    match batch.values {
        Column::Words(rows) => words(rows, dictionary),
        Column::Names(codes, names) => {
            let there: Vec<u32> =
                names.names().iter().flatten().map(|name| dictionary.text(name)).collect();
            let code = |code: &u32| there.get(*code as usize).copied().unwrap_or(Names::NULL);
            codes.iter().map(code).collect()
        }
        // Every hand has a different number: looking it up would find nothing.
        Column::Text(rows) => rows
            .iter()
            .map(|text| text.map_or(Names::NULL, |text| dictionary.new_text(text)))
            .collect(),
        Column::Int64(rows) | Column::Timestamp(rows) => {
            rows.iter().map(|value| dictionary.int64(value)).collect()
        }
        Column::Int32(rows) => small(rows, dictionary),
        Column::Int16(rows) => small(rows, dictionary),
        Column::Int8(rows) => bytes(rows, dictionary),
        Column::Float64(rows) => rows.iter().map(|value| dictionary.double(value)).collect(),
        Column::Bool(_) | Column::Int8Lists(_) | Column::OfHand | Column::OfSeat(_) => {
            unreachable!("no dictionary")
        }
    }
}

fn words(rows: &Words, dictionary: &mut Dictionary) -> Vec<u32> {
    let mut there = [Names::NULL; 256];
    for (code, word) in rows.words().iter().enumerate() {
        there[code] = dictionary.text(word);
    }
    rows.codes().iter().map(|code| there[usize::from(*code)]).collect()
}

/// Single-byte numbers: a table of all codes is faster than a dictionary.
fn bytes(rows: &Numbers<i8>, dictionary: &mut Dictionary) -> Vec<u32> {
    let null = dictionary.int32(None);
    let mut there = [null; 256];
    let mut code = |value: i8| {
        let slot = &mut there[usize::from(value.cast_unsigned())];
        if *slot == null {
            *slot = dictionary.int32(Some(value.into()));
        }
        *slot
    };
    if rows.nulls().count() == 0 {
        return rows.values().iter().map(|value| code(*value)).collect();
    }
    rows.iter().map(|value| value.map_or(null, &mut code)).collect()
}

fn small<T: Copy + Default + Into<i32>>(
    rows: &Numbers<T>,
    dictionary: &mut Dictionary,
) -> Vec<u32> {
    rows.iter().map(|value| dictionary.int32(value.map(Into::into))).collect()
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
