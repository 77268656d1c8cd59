//! The core's columns as Series.

use handlab_core::table::{Column, TableColumn};
use polars::prelude::*;
use polars_arrow::bitmap::Bitmap;
use polars_arrow::offset::Offsets;

/// A Series of the rows. Timestamps come without a zone; they are UTC.
pub(crate) fn series(column: &TableColumn<'_>) -> Series {
    let values = values(column.name, column.values);
    let Some(ends) = column.ends else { return values };
    let starts = std::iter::once(&0).chain(ends);
    let counts = ends.iter().zip(starts).map(|(end, start)| (end - start) as usize);
    let rows: IdxCa =
        (0..).zip(counts).flat_map(|(hand, n)| std::iter::repeat_n(hand, n)).collect_ca("".into());
    values.take(&rows).expect("each row has a hand")
}

fn values(name: &str, column: Column<'_>) -> Series {
    let name = PlSmallStr::from_str(name);
    match column {
        Column::Text(rows) => StringChunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Words(rows) => {
            let texts = (0..rows.len()).map(|row| rows.get(row));
            StringChunked::from_iter_options(name, texts).into_series()
        }
        Column::Names(codes, names) => {
            let texts = codes.iter().map(|code| names.name(*code));
            StringChunked::from_iter_options(name, texts).into_series()
        }
        Column::Int64(rows) => Int64Chunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Int32(rows) => Int32Chunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Int16(rows) => Int16Chunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Int8(rows) => Int8Chunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Float64(rows) => Float64Chunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Bool(rows) => BooleanChunked::from_iter_options(name, rows.iter()).into_series(),
        Column::Timestamp(rows) => Int64Chunked::from_iter_options(name, rows.iter())
            .into_datetime(TimeUnit::Microseconds, None)
            .into_series(),
        Column::Int8Lists(rows) => {
            let lengths = rows.iter().map(<[i8]>::len);
            let values = rows.iter().flatten().copied();
            let values = Int8Chunked::from_iter_values(PlSmallStr::EMPTY, values).into_series();
            lists(name, lengths, &values)
        }
        Column::OfHand | Column::OfSeat(_) => unreachable!("resolved by the tables"),
    }
}

/// Lists of the given lengths over contiguous values.
pub(crate) fn lists(
    name: PlSmallStr,
    lengths: impl Iterator<Item = usize>,
    values: &Series,
) -> Series {
    let values = values.rechunk();
    let array = values.chunks()[0].clone();
    let offsets = Offsets::try_from_lengths(lengths).expect("lengths of rows in memory fit an i64");
    let dtype = LargeListArray::default_datatype(array.dtype().clone());
    let array = LargeListArray::new(dtype, offsets.into(), array, None);
    ListChunked::with_chunk(name, array).into_series()
}

/// Lists over contiguous values; null where there is no count.
pub(crate) fn nullable_lists(
    name: &PlSmallStr,
    counts: &[Option<usize>],
    values: &Series,
) -> PolarsResult<Series> {
    let ends = counts.iter().scan(0, |end, count| {
        *end += count.unwrap_or(0);
        Some(*end as i64)
    });
    let offsets = std::iter::once(0).chain(ends).collect();
    let known = Bitmap::opt_from_iter(counts.iter().map(Option::is_some));
    lists_between(name.clone(), offsets, values, known)
}

/// Lists between offsets into contiguous values; null where unknown.
pub(crate) fn lists_between(
    name: PlSmallStr,
    offsets: Vec<i64>,
    values: &Series,
    known: Option<Bitmap>,
) -> PolarsResult<Series> {
    let values = values.rechunk();
    let array = values.chunks()[0].clone();
    let dtype = LargeListArray::default_datatype(array.dtype().clone());
    let array = LargeListArray::new(dtype, Offsets::try_from(offsets)?.into(), array, known);
    Ok(ListChunked::with_chunk(name, array).into_series())
}

/// A frame of the columns.
pub(crate) fn frame(columns: &[TableColumn<'_>]) -> PolarsResult<DataFrame> {
    DataFrame::new_infer_height(columns.iter().map(|column| series(column).into()).collect())
}
