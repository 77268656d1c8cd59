//! Columns of lists and numbers as slices: a row is looked up, nothing is built for it.

use std::ops::Range;

use polars::prelude::*;
use polars_arrow::array::{BooleanArray, PrimitiveArray};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::bitmap::bitmask::BitMask;
use polars_arrow::offset::OffsetsBuffer;
use polars_arrow::types::NativeType;

use crate::inputs::{place, wrong_dtype};

/// The places of a list column's rows in its values.
struct Rows {
    offsets: OffsetsBuffer<i64>,
    known: Option<Bitmap>,
}

impl Rows {
    /// The rows of a column of lists of `inner`, and the values of all of them.
    fn of(series: &Series, inner: &DataType) -> PolarsResult<(Rows, ArrayRef)> {
        match series.dtype() {
            DataType::List(got) if got.as_ref() == inner => {
                let lists = series.list()?.rechunk();
                let array = lists.downcast_as_array();
                let known = array.validity().filter(|known| known.unset_bits() > 0).cloned();
                let rows = Rows { offsets: array.offsets().clone(), known };
                Ok((rows, array.values().clone()))
            }
            got => Err(wrong_dtype(series.name(), &format!("`List({inner:?})`"), got)),
        }
    }

    fn len(&self) -> usize {
        self.offsets.len_proxy()
    }

    /// The places of a row's values; `None` if the list is null. A single list is repeated for all rows.
    fn get(&self, row: usize) -> Option<Range<usize>> {
        let row = place(self.len(), row);
        if self.known.as_ref().is_some_and(|known| !known.get_bit(row)) {
            return None;
        }
        let offsets = self.offsets.as_slice();
        Some(offsets[row] as usize..offsets[row + 1] as usize)
    }
}

/// A column of lists of numbers.
pub(crate) struct NumberLists<T: NativeType> {
    rows: Rows,
    values: PrimitiveArray<T>,
    known: Option<Bitmap>,
}

/// The numbers of a row.
pub(crate) struct Numbers<'a, T> {
    values: &'a [T],
    /// Which are not null, and the place of the first of them.
    known: Option<(BitMask<'a>, usize)>,
}

impl<T: NativeType> NumberLists<T> {
    pub(crate) fn of(series: &Series, inner: &DataType) -> PolarsResult<Self> {
        let (rows, values) = Rows::of(series, inner)?;
        let values: PrimitiveArray<T> = array(&values)?;
        let known = values.validity().filter(|known| known.unset_bits() > 0).cloned();
        Ok(NumberLists { rows, values, known })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many numbers there are in all rows.
    pub(crate) fn n_values(&self) -> usize {
        self.rows.offsets.range() as usize
    }

    pub(crate) fn get(&self, row: usize) -> Option<Numbers<'_, T>> {
        let places = self.rows.get(row)?;
        let known = self.known.as_ref().map(|known| (BitMask::from_bitmap(known), places.start));
        Some(Numbers { values: &self.values.values()[places], known })
    }
}

impl<'a, T: NativeType> Numbers<'a, T> {
    /// The numbers, if none is null.
    pub(crate) fn all(&self) -> Option<&'a [T]> {
        let is_known = self.known.is_none() || self.each().all(|value| value.is_some());
        is_known.then_some(self.values)
    }

    /// Each number, `None` for null.
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
pub(crate) struct FlagLists {
    rows: Rows,
    values: BooleanArray,
    known: Option<Bitmap>,
}

impl FlagLists {
    pub(crate) fn of(series: &Series) -> PolarsResult<Self> {
        let (rows, values) = Rows::of(series, &DataType::Boolean)?;
        let values: BooleanArray = array(&values)?;
        let known = values.validity().filter(|known| known.unset_bits() > 0).cloned();
        Ok(FlagLists { rows, values, known })
    }

    /// How many flags a row has, and the first 32 of them as bits, if none is null.
    pub(crate) fn get(&self, row: usize) -> Option<(usize, Option<u32>)> {
        let places = self.rows.get(row)?;
        let of_row = u32::MAX.checked_shr(32_u32.saturating_sub(places.len() as u32)).unwrap_or(0);
        let bits = |bitmap: &Bitmap| BitMask::from_bitmap(bitmap).get_u32(places.start) & of_row;
        let is_known = self.known.as_ref().is_none_or(|known| bits(known) == of_row);
        Some((places.len(), is_known.then(|| bits(self.values.values()))))
    }
}

/// A column of whole numbers.
pub(crate) struct Integers {
    values: PrimitiveArray<i64>,
    known: Option<Bitmap>,
}

impl Integers {
    pub(crate) fn of(series: &Series) -> PolarsResult<Self> {
        let column = series.i64();
        let column = column.map_err(|_| wrong_dtype(series.name(), "`Int64`", series.dtype()))?;
        let values = column.rechunk().downcast_as_array().clone();
        let known = values.validity().filter(|known| known.unset_bits() > 0).cloned();
        Ok(Integers { values, known })
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn get(&self, row: usize) -> Option<i64> {
        let row = place(self.len(), row);
        let is_known = self.known.as_ref().is_none_or(|known| known.get_bit(row));
        is_known.then(|| self.values.values()[row])
    }
}

/// The values of lists, as the array that their dtype promises.
fn array<A: Clone + 'static>(values: &ArrayRef) -> PolarsResult<A> {
    let array = values.as_any().downcast_ref::<A>();
    array
        .cloned()
        .ok_or_else(|| polars_err!(ComputeError: "lists do not hold what their dtype says"))
}
