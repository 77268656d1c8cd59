//! Plans which columns are read together, and which of their rows are kept in memory.
//!
//! A pass reads some columns. It covers as many columns as fit into memory with all their values, since each pass
//! opens all files again. A column that does not fit is read several times, each time for some of the new row groups,
//! from those of the files that have rows of them.

use std::ops::Range;

use handlab_columns::OwnedColumn;

use crate::stored::StoredRows;

/// The most by which the distinct texts of a column are larger in memory than in the files.
const TEXTS_HELD: usize = 2;

/// Columns, by index, that are read together, and the row groups of the new file that are kept.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) columns: Vec<usize>,
    pub(crate) groups: Range<usize>,
}

/// Plans passes that read each column for each row group once and hold up to `held` bytes.
pub(crate) fn of(stored: &StoredRows, rows: usize, group_rows: usize, held: usize) -> Vec<Pass> {
    let widths = (0..).zip(stored.columns()).map(|(number, (_, column))| {
        let texts = TEXTS_HELD * stored.bytes(number);
        width(column, rows) + if is_coded(column) { texts } else { 0 }
    });
    within(widths, rows.div_ceil(group_rows), held)
}

/// Plans passes over columns whose values take `widths` bytes each.
fn within(widths: impl Iterator<Item = usize>, groups: usize, held: usize) -> Vec<Pass> {
    let mut passes = Vec::new();
    if groups == 0 {
        return passes;
    }
    let (mut together, mut size) = (Vec::new(), 0);
    for (number, width) in widths.enumerate() {
        if !together.is_empty() && size + width > held {
            passes.push(Pass { columns: std::mem::take(&mut together), groups: 0..groups });
            size = 0;
        }
        if width <= held {
            together.push(number);
            size += width;
            continue;
        }
        let step = (groups / width.div_ceil(held.max(1))).max(1);
        for first in (0..groups).step_by(step) {
            passes.push(Pass { columns: vec![number], groups: first..groups.min(first + step) });
        }
    }
    if !together.is_empty() {
        passes.push(Pass { columns: together, groups: 0..groups });
    }
    passes
}

/// The memory that the values of a column take: one bit for validity, and codes for texts.
fn width(column: &OwnedColumn, rows: usize) -> usize {
    let bits = match column {
        OwnedColumn::Bool(_) => 1,
        OwnedColumn::Int8(_) => 8,
        OwnedColumn::Int16(_) => 16,
        OwnedColumn::Int32(_) => 32,
        OwnedColumn::Int64(_) | OwnedColumn::Timestamp(_) | OwnedColumn::Float64(_) => 64,
        OwnedColumn::Text(_) | OwnedColumn::Names(_) | OwnedColumn::Int8Lists(_) => 31,
    };
    rows * (bits + 1) / 8
}

fn is_coded(column: &OwnedColumn) -> bool {
    matches!(column, OwnedColumn::Text(_) | OwnedColumn::Names(_) | OwnedColumn::Int8Lists(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_fit_are_read_together_and_others_for_some_groups_at_a_time() {
        let pass = |columns: &[usize], groups| Pass { columns: columns.to_vec(), groups };

        let passes = within([10, 20, 70, 30, 250, 10].into_iter(), 9, 100);

        assert_eq!(
            passes,
            [
                pass(&[0, 1, 2], 0..9),
                pass(&[3], 0..9),
                pass(&[4], 0..3),
                pass(&[4], 3..6),
                pass(&[4], 6..9),
                pass(&[5], 0..9),
            ]
        );
    }
}
