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
        let (mut levels, mut texts) = (Levels::default(), Vec::new());
        for batch in page {
            let rows = text_of(batch);
            bounds.of_texts(rows.iter().flatten());
            if let Some(ends) = batch.ends {
                of_hands(ends, |hand, count| {
                    let text = rows.get(hand);
                    levels.push_run(text.is_some(), count);
                    texts
                        .extend(text.into_iter().flat_map(|text| std::iter::repeat_n(text, count)));
                });
            } else {
                levels.push_column(rows.nulls(), rows.len());
                texts.extend(rows.iter().flatten());
            }
        }
        if begin_alike {
            builder.data(&levels, Encoding::DELTA_BYTE_ARRAY, |out| write_deltas(out, &texts))?;
        } else {
            let form = Encoding::DELTA_LENGTH_BYTE_ARRAY;
            builder.data(&levels, form, |out| {
                write_whole(out, texts.iter().map(|text| text.as_bytes()));
            })?;
        }
    }
    Ok(bounds.text_statistics(builder.nulls()))
}

/// Whether the first texts of a batch share half of their characters with the previous one.
pub(crate) fn begin_alike(batch: &TableColumn<'_>, sample: usize) -> bool {
    let (mut before, mut common, mut letters) = ("", 0, 0);
    for text in text_of(batch).iter().flatten().take(sample) {
        common += common_start(before, text);
        letters += text.len();
        before = text;
    }
    common * 2 > letters
}

/// The number of leading bytes that two texts share, possibly ending within a character: a prefix need not be text.
fn common_start(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

fn write_whole<'t>(out: &mut Vec<u8>, texts: impl Iterator<Item = &'t [u8]> + Clone) {
    let lengths: Vec<i64> = texts.clone().map(|text| text.len() as i64).collect();
    delta::write(out, &lengths, Width::Bits32);
    texts.for_each(|text| out.extend_from_slice(text));
}

/// Writes each text as the number of bytes shared with the previous one, and the rest.
fn write_deltas(out: &mut Vec<u8>, texts: &[&str]) {
    let before = || std::iter::once("").chain(texts.iter().copied());
    let common: Vec<i64> =
        before().zip(texts).map(|(before, text)| common_start(before, text) as i64).collect();
    delta::write(out, &common, Width::Bits32);
    let rest = texts.iter().zip(&common).map(|(text, common)| &text.as_bytes()[*common as usize..]);
    write_whole(out, rest);
}

fn text_of<'a>(batch: &TableColumn<'a>) -> &'a Strings {
    match batch.values {
        Column::Text(rows) => rows,
        _ => unreachable!("a column is of one kind"),
    }
}
