//! Plain texts: Parquet's `DELTA_LENGTH_BYTE_ARRAY`, or `DELTA_BYTE_ARRAY` if neighbours share a prefix, as hand
//! numbers and times do. See "Delta-length byte array" and "Delta Strings" in Parquet's `Encodings.md`.

use handlab_columns::{Column, Strings, TableColumn};
use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::file::statistics::Statistics;

use crate::bounds::Bounds;
use crate::chunk::ChunkBuilder;
use crate::column::{of_hands, pages};
use crate::delta::{self, Width};
use crate::levels::Levels;

/// Whether a hand's text is repeated in fewer than two rows of its table on average: runs of codes would take more
/// space.
pub(crate) fn are_rarely_repeated(column: &[TableColumn<'_>]) -> bool {
    let rows: usize = column.iter().map(TableColumn::len).sum();
    let hands: usize = column.iter().map(|batch| batch.values.len()).sum();
    rows < 2 * hands
}

/// Adds the pages of a column of texts, without the prefix shared with the previous text if they `begin_alike`.
pub(crate) fn write(
    builder: &mut ChunkBuilder<'_>,
    column: &[TableColumn<'_>],
    begin_alike: bool,
) -> Result<Option<Statistics>> {
    let mut bounds = Bounds::default();
    for page in pages(column) {
        let mut levels = Levels::default();
        for batch in page {
            bounds.of_texts(text_of(batch).known());
            push_levels(&mut levels, batch);
        }
        let mut texts = Vec::with_capacity(levels.rows() - levels.nulls());
        for batch in page {
            each_text(batch, |text| texts.push(text));
        }
        if begin_alike {
            builder.data(&levels, Encoding::DELTA_BYTE_ARRAY, |out| write_deltas(out, &texts))?;
        } else {
            let form = Encoding::DELTA_LENGTH_BYTE_ARRAY;
            builder.data(&levels, form, |out| {
                write_lengths(out, texts.iter().map(|text| text.len()));
                for batch in page {
                    match batch.ends {
                        Some(_) => each_text(batch, |text| out.extend_from_slice(text)),
                        None => out.extend_from_slice(text_of(batch).text().as_bytes()),
                    }
                }
            })?;
        }
    }
    Ok(bounds.text_statistics(builder.nulls()))
}

fn push_levels(levels: &mut Levels, batch: &TableColumn<'_>) {
    let nulls = text_of(batch).nulls();
    match batch.ends {
        Some(ends) if nulls.count() > 0 => {
            of_hands(ends, |hand, count| levels.push_run(!nulls.contains(hand), count));
        }
        Some(_) => levels.push_run(true, batch.len()),
        None => levels.push_column(nulls, batch.len()),
    }
}

/// Calls `take` with the text of each row that has one.
fn each_text<'a>(batch: &TableColumn<'a>, mut take: impl FnMut(&'a [u8])) {
    let rows = text_of(batch);
    match batch.ends {
        Some(ends) => of_hands(ends, |hand, count| {
            if let Some(text) = rows.get(hand) {
                (0..count).for_each(|_| take(text.as_bytes()));
            }
        }),
        None => rows.known().for_each(take),
    }
}

/// Whether the first texts of a batch share half of their characters with the previous one.
pub(crate) fn begin_alike(batch: &TableColumn<'_>, sample: usize) -> bool {
    let (mut before, mut common, mut letters) = (&[][..], 0, 0);
    for text in text_of(batch).known().take(sample) {
        common += common_start(before, text);
        letters += text.len();
        before = text;
    }
    common * 2 > letters
}

/// The number of leading bytes that two texts share, possibly ending within a character: a prefix need not be text.
fn common_start(one: &[u8], other: &[u8]) -> usize {
    let (ones, _) = one.as_chunks();
    let (others, _) = other.as_chunks();
    for (place, (one, other)) in ones.iter().zip(others).enumerate() {
        let differing = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if differing != 0 {
            return place * 8 + differing.trailing_zeros() as usize / 8;
        }
    }
    let whole = ones.len().min(others.len()) * 8;
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

fn write_lengths(out: &mut Vec<u8>, lengths: impl Iterator<Item = usize>) {
    let lengths: Vec<i64> = lengths.map(|length| length as i64).collect();
    delta::write(out, &lengths, Width::Bits32);
}

/// Writes each text as the number of bytes shared with the previous one, and the rest.
fn write_deltas(out: &mut Vec<u8>, texts: &[&[u8]]) {
    let before = std::iter::once(&[][..]).chain(texts.iter().copied());
    let common: Vec<usize> =
        before.zip(texts).map(|(before, text)| common_start(before, text)).collect();
    let rest = || texts.iter().zip(&common).map(|(text, common)| &text[*common..]);
    write_lengths(out, common.iter().copied());
    write_lengths(out, rest().map(<[u8]>::len));
    rest().for_each(|text| out.extend_from_slice(text));
}

fn text_of<'a>(batch: &TableColumn<'a>) -> &'a Strings {
    match batch.values {
        Column::Text(rows) => rows,
        _ => unreachable!("a column is of one kind"),
    }
}
