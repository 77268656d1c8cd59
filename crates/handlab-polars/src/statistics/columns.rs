//! Statistics of seats on their way into a file: masks become columns of flags and counts.

use std::ops::Range;

use handlab_columns::{Bools, Column, Numbers, TableColumn};
use pyo3::pybacked::PyBackedStr;

use super::Masks;

/// Where a column is: its name, the name of its masks, its first bit there, and its bits, of which a flag has one.
pub(crate) type Place = (PyBackedStr, PyBackedStr, u32, u32);

/// A column of statistics.
pub(crate) enum Filled {
    Flags(Bools),
    Counts(Numbers<i16>),
    Version(Numbers<i32>),
}

/// The columns of some seats, in stored order.
pub(super) fn columns<'a>(
    masks: &[&Masks],
    rows: &Range<usize>,
    version: i32,
    places: &'a [Place],
) -> Vec<(&'a str, Filled)> {
    let mut columns =
        vec![("statistics_version", Filled::Version(Numbers::of(vec![version; rows.len()])))];
    for (name, of, shift, bits) in places {
        let masks = masks.iter().find(|masks| *masks.name == **of);
        let masks = masks.map_or(&[][..], |masks| &masks.values[rows.clone()]);
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
