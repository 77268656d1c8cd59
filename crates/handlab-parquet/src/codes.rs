//! Columns of codes in a dictionary: words, names, repeated numbers, and anything that is the same for all rows of a
//! hand.

use handlab_columns::{Column, Names, Nulls, Numbers, TableColumn, Words};
use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::file::statistics::Statistics;

use crate::chunk::ChunkBuilder;
use crate::column::{of_hand, of_hands, pages};
use crate::dictionary::{Dictionary, Kind};
use crate::form::Form;
use crate::hybrid::Hybrid;
use crate::levels::Levels;

/// Adds the pages of a column.
pub(crate) fn write(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
    form: &mut Form,
) -> Result<Option<Statistics>> {
    let mut dictionary = Dictionary::new(kind_of(column));
    if of_hand(column) {
        codes_of_hands(builder, column, &mut dictionary)?;
    } else {
        codes_of_rows(builder, column, &mut dictionary, form)?;
    }
    Ok(dictionary.statistics(builder.nulls()))
}

fn kind_of(column: &[TableColumn<'_>]) -> Kind {
    match column.first().map(|batch| batch.values) {
        Some(Column::Int64(_) | Column::Timestamp(_)) => Kind::Int64,
        Some(Column::Int32(_) | Column::Int16(_) | Column::Int8(_)) => Kind::Int32,
        Some(Column::Float64(_)) => Kind::Double,
        _ => Kind::Text,
    }
}

/// Adds the pages of codes of individual rows.
fn codes_of_rows<'a>(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'a>],
    dictionary: &mut Dictionary<'a>,
    form: &mut Form,
) -> Result<()> {
    let mut codes = Vec::with_capacity(column.iter().map(TableColumn::len).sum());
    let mut levels_of_pages = Vec::new();
    for page in pages(column) {
        let mut levels = Levels::default();
        for batch in page {
            let nulls = take_known(batch, dictionary, &mut codes);
            levels.push_column(&nulls, batch.len());
        }
        levels_of_pages.push(levels);
    }
    add_dictionary(builder, dictionary)?;
    let form = form.of_codes(&codes, dictionary.width(), builder)?;
    let mut left = &codes[..];
    for levels in levels_of_pages {
        let (of_page, rest) = left.split_at(levels.rows() - levels.nulls());
        left = rest;
        add_page(builder, dictionary, &levels, |out| {
            out.push(form.width as u8);
            form.write(out, of_page);
        })?;
    }
    Ok(())
}

/// Adds the pages of codes that each stand for all rows of a hand.
fn codes_of_hands<'a>(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'a>],
    dictionary: &mut Dictionary<'a>,
) -> Result<()> {
    let codes: Vec<_> = column.iter().map(|batch| codes_of_batch(batch, dictionary)).collect();
    add_dictionary(builder, dictionary)?;
    let (mut codes, width) = (codes.iter(), dictionary.width());
    for page in pages(column) {
        let (mut levels, mut body) = (Levels::default(), vec![width as u8]);
        let mut hybrid = Hybrid::new(&mut body, width);
        for (batch, (codes, has_nulls)) in page.iter().zip(&mut codes) {
            if !has_nulls {
                levels.push_run(true, batch.len());
            }
            let mut push = |code: u32, count| {
                if *has_nulls {
                    levels.push_run(code != Names::NULL, count);
                }
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
        add_page(builder, dictionary, &levels, |out| out.extend_from_slice(&body))?;
    }
    Ok(())
}

/// The codes of a batch, and whether some are null.
fn codes_of_batch<'a>(
    batch: &TableColumn<'a>,
    dictionary: &mut Dictionary<'a>,
) -> (Vec<u32>, bool) {
    let mut codes = Vec::with_capacity(batch.values.len());
    let nulls = take_known(batch, dictionary, &mut codes);
    if nulls.count() == 0 {
        return (codes, false);
    }
    let mut known = codes.into_iter();
    let mut code = |hand| if nulls.contains(hand) { None } else { known.next() };
    let codes = (0..batch.values.len()).map(|hand| code(hand).unwrap_or(Names::NULL));
    (codes.collect(), true)
}

fn add_dictionary(builder: &mut ChunkBuilder<'_>, dictionary: &Dictionary<'_>) -> Result<()> {
    if dictionary.len() == 0 {
        return Ok(());
    }
    builder.dictionary(dictionary.page(), dictionary.len())
}

/// Adds a page of codes; `write` appends them unless all rows of the column are null.
fn add_page(
    builder: &mut ChunkBuilder<'_>,
    dictionary: &Dictionary<'_>,
    levels: &Levels,
    write: impl FnOnce(&mut Vec<u8>),
) -> Result<()> {
    if dictionary.len() == 0 {
        return builder.data(levels, Encoding::PLAIN, |_| {});
    }
    builder.data(levels, Encoding::RLE_DICTIONARY, write)
}

/// Appends the codes of a batch's values that are not null, and returns which are.
fn take_known<'a>(
    batch: &TableColumn<'a>,
    dictionary: &mut Dictionary<'a>,
    codes: &mut Vec<u32>,
) -> Nulls {
    match batch.values {
        Column::Words(rows) => words(rows, dictionary, codes),
        Column::Names(rows, names) => {
            let there: Vec<u32> =
                names.names().iter().flatten().map(|name| dictionary.text(name)).collect();
            let nulls = Nulls::among(rows, |code| there.get(code as usize).is_none());
            nulls.skip(rows, |rows| {
                codes.extend(rows.iter().map(|code| there[*code as usize]));
            });
            nulls
        }
        // Every hand has a different number: looking it up would find nothing.
        Column::Text(rows) => {
            codes.extend(rows.iter().flatten().map(|text| dictionary.new_text(text)));
            rows.nulls().clone()
        }
        Column::Int64(rows) | Column::Timestamp(rows) => {
            take_numbers(rows, codes, |value| dictionary.int64(value))
        }
        Column::Int32(rows) => take_numbers(rows, codes, |value| dictionary.int32(value)),
        Column::Int16(rows) => take_numbers(rows, codes, |value| dictionary.int32(value.into())),
        Column::Int8(rows) => take_numbers(rows, codes, |value| dictionary.int32(value.into())),
        Column::Float64(rows) => take_numbers(rows, codes, |value| dictionary.double(value)),
        Column::Bool(_) | Column::Int8Lists(_) | Column::OfHand | Column::OfSeat(_) => {
            unreachable!("no dictionary")
        }
    }
}

fn take_numbers<T: Copy + Default>(
    rows: &Numbers<T>,
    codes: &mut Vec<u32>,
    mut code: impl FnMut(T) -> u32,
) -> Nulls {
    let nulls = rows.nulls();
    nulls.skip(rows.values(), |known| codes.extend(known.iter().map(|value| code(*value))));
    nulls.clone()
}

fn words(rows: &Words, dictionary: &mut Dictionary<'_>, codes: &mut Vec<u32>) -> Nulls {
    let mut there = [Names::NULL; 256];
    for (code, word) in rows.words().iter().enumerate() {
        there[code] = dictionary.text(word);
    }
    let nulls = Nulls::among(rows.codes(), |code| code == Words::NULL);
    nulls.skip(rows.codes(), |known| {
        codes.extend(known.iter().map(|code| there[usize::from(*code)]));
    });
    nulls
}
