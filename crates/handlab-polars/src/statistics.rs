//! Statistics of seats on their way into a file: masks, as SQL computes them, become columns of flags and counts.

use std::ops::Range;

use handlab_arrow::Series;
use handlab_columns::{Bools, Column, Numbers, TableColumn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::capsule::value_error;

/// Where a column is: its name, a column of masks, its first bit there, and its bits, of which a flag has one.
pub(crate) type Place = (PyBackedStr, PyBackedStr, u32, u32);

/// The statistics of the seats of several batches.
pub(crate) struct Statistics {
    masks: Vec<(String, Vec<i64>)>,
    version: i32,
    places: Vec<Place>,
}

/// A column of statistics.
pub(crate) enum Filled {
    Flags(Bools),
    Counts(Numbers<i16>),
    Version(Numbers<i32>),
}

impl Statistics {
    pub(crate) fn new(masks: &[Series], version: i32, places: Vec<Place>) -> PyResult<Self> {
        let masks: Vec<_> = masks
            .iter()
            .map(|mask| {
                let numbers =
                    mask.chunks().numbers::<i64>().map_err(|error| value_error(&error))?;
                Ok((mask.name().to_owned(), numbers.values().to_vec()))
            })
            .collect::<PyResult<_>>()?;
        match places.iter().find(|(_, of, ..)| masks.iter().all(|(name, _)| *name != **of)) {
            Some((_, of, ..)) => {
                Err(PyValueError::new_err(format!("expected a column of masks `{of}`, got none")))
            }
            None => Ok(Self { masks, version, places }),
        }
    }

    /// The columns of some rows, in stored order.
    pub(crate) fn of_rows(&self, rows: Range<usize>) -> Vec<(&str, Filled)> {
        let version = Filled::Version(Numbers::of(vec![self.version; rows.len()]));
        let mut columns = vec![("statistics_version", version)];
        for (name, of, shift, bits) in &self.places {
            let masks = self.masks.iter().find(|(mask, _)| **mask == **of);
            let masks = masks.map_or(&[][..], |(_, masks)| &masks[rows.clone()]);
            let filled = if *bits == 1 {
                Filled::Flags(Bools::of(flags(masks, *shift), masks.len()))
            } else {
                let count = |mask: &i64| (mask >> shift & ((1 << bits) - 1)) as i16;
                Filled::Counts(Numbers::of(masks.iter().map(count).collect()))
            };
            columns.push((name, filled));
        }
        columns
    }
}

impl Filled {
    pub(crate) fn column<'a>(&'a self, name: &'a str) -> TableColumn<'a> {
        let values = match self {
            Filled::Flags(flags) => Column::Bool(flags),
            Filled::Counts(counts) => Column::Int16(counts),
            Filled::Version(version) => Column::Int32(version),
        };
        TableColumn { name, values, ends: None }
    }
}

/// One bit of each mask, 64 to a word.
fn flags(masks: &[i64], shift: u32) -> Vec<u64> {
    let word = |masks: &[i64]| {
        let bits = masks.iter().enumerate();
        bits.fold(0, |word, (row, mask)| word | ((mask >> shift & 1) as u64) << row)
    };
    masks.chunks(64).map(word).collect()
}
