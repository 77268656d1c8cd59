//! Columns of lists and numbers as slices: rows are looked up without building anything.

use std::ops::Range;

use handlab_arrow::{self as arrow, BitSlice, DataType, Flags, ListRows, Number, Result, Series};

use crate::inputs::{place, wrong_dtype};

/// The lists of a column of lists of `inner`.
fn lists<'a>(series: &'a Series, inner: &DataType) -> Result<ListRows<'a>> {
    match series.dtype() {
        DataType::List(got) if got.as_ref() == inner => series.chunks().lists(),
        _ => Err(wrong_dtype(series, &format!("`List({inner})`"))),
    }
}

/// The range of a row's values; `None` if the list is null. A single list is repeated for all rows.
fn places(rows: &ListRows<'_>, row: usize) -> Option<Range<usize>> {
    rows.get(place(rows.len(), row))
}

/// A column of lists of numbers.
pub(crate) struct NumberLists<'a, T: Number> {
    rows: ListRows<'a>,
    values: arrow::Numbers<'a, T>,
}

/// The numbers of a row.
pub(crate) struct Numbers<'a, T> {
    values: &'a [T],
    /// The validity bitmap, and the position of the first number in it.
    known: Option<(&'a BitSlice<'a>, usize)>,
}

impl<'a, T: Number> NumberLists<'a, T> {
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        let rows = lists(series, &T::DTYPE)?;
        let values = rows.values().numbers()?;
        Ok(NumberLists { rows, values })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of values in all rows together.
    pub(crate) fn n_values(&self) -> usize {
        self.rows.n_values()
    }

    pub(crate) fn get(&self, row: usize) -> Option<Numbers<'_, T>> {
        let places = places(&self.rows, row)?;
        let known = self.values.known().map(|known| (known, places.start));
        Some(Numbers { values: &self.values.values()[places], known })
    }
}

impl<'a, T: Number> Numbers<'a, T> {
    /// The numbers, if none is null.
    pub(crate) fn all(&self) -> Option<&'a [T]> {
        let is_known = self.known.is_none() || self.each().all(|value| value.is_some());
        is_known.then_some(self.values)
    }

    /// Each number, or `None` for null.
    pub(crate) fn each(&self) -> impl Iterator<Item = Option<T>> {
        let mut bits = u32::MAX;
        self.values.iter().enumerate().map(move |(nth, value)| {
            bits = match self.known {
                Some((known, start)) if nth % 32 == 0 => known.get_u32(start + nth),
                Some(_) => bits >> 1,
                None => bits,
            };
            (bits & 1 == 1).then_some(*value)
        })
    }
}

/// A column of lists of flags.
pub(crate) struct FlagLists<'a> {
    rows: ListRows<'a>,
    values: Flags<'a>,
}

impl<'a> FlagLists<'a> {
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        let rows = lists(series, &DataType::Boolean)?;
        let values = rows.values().flags()?;
        Ok(FlagLists { rows, values })
    }

    /// The number of flags in a row, and the first 32 of them as bits, if none is null.
    pub(crate) fn get(&self, row: usize) -> Option<(usize, Option<u32>)> {
        let places = places(&self.rows, row)?;
        let of_row = u32::MAX.checked_shr(32_u32.saturating_sub(places.len() as u32)).unwrap_or(0);
        let bits = |bits: &BitSlice<'_>| bits.get_u32(places.start) & of_row;
        let is_known = self.values.known().is_none_or(|known| bits(known) == of_row);
        Some((places.len(), is_known.then(|| bits(self.values.values()))))
    }
}

/// A column of whole numbers.
pub(crate) struct Integers<'a>(arrow::Numbers<'a, i64>);

impl<'a> Integers<'a> {
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        match series.dtype() {
            DataType::Int64 => series.chunks().numbers().map(Integers),
            _ => Err(wrong_dtype(series, "`Int64`")),
        }
    }

    pub(crate) fn get(&self, row: usize) -> Option<i64> {
        self.0.get(place(self.0.len(), row))
    }
}
