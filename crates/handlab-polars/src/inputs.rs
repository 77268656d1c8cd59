//! Converts Series to what the core takes: dtypes are checked once, with one wording, and columns of length 1 repeated.

use handlab_cards::game::Game;
use polars::prelude::*;

/// A column of cards: text, or bit masks.
pub(crate) enum Cards<'a> {
    Text(&'a StringChunked),
    Masks(&'a UInt64Chunked),
}

impl<'a> Cards<'a> {
    /// The cards of a Series, which must be `String` or `UInt64`.
    pub(crate) fn of(series: &'a Series) -> PolarsResult<Self> {
        match series.dtype() {
            DataType::String => Ok(Cards::Text(series.str()?)),
            DataType::UInt64 => Ok(Cards::Masks(series.u64()?)),
            other => Err(wrong_dtype(series.name(), "`String` or `UInt64`", other)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Cards::Text(rows) => rows.len(),
            Cards::Masks(rows) => rows.len(),
        }
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        let row = place(self.len(), row);
        match self {
            Cards::Text(rows) => rows.get(row).is_none(),
            Cards::Masks(rows) => rows.get(row).is_none(),
        }
    }

    /// The value of a row, for a message. A single row is repeated for all.
    pub(crate) fn shown(&self, row: usize) -> String {
        let row = place(self.len(), row);
        match self {
            Cards::Text(rows) => rows.get(row).unwrap_or_default().to_owned(),
            Cards::Masks(rows) => rows.get(row).unwrap_or_default().to_string(),
        }
    }
}

/// The error for a column of an unexpected type.
pub(crate) fn wrong_dtype(name: &PlSmallStr, wanted: &str, got: &DataType) -> PolarsError {
    polars_err!(InvalidOperation: "expected {wanted} in column `{name}`, got `{got:?}`")
}

/// The place of a row's value in a column of that length: a single value is repeated for all rows.
pub(crate) fn place(len: usize, row: usize) -> usize {
    if len == 1 { 0 } else { row }
}

/// The field of an output of that type, named as the first input.
///
/// Every expression has a function for its type, also where it is fixed: pyo3-polars catches what panics in the call
/// of such a function, but not in the code that it writes for `output_type=`.
#[expect(clippy::unnecessary_wraps, reason = "the macro's signature")]
pub(crate) fn output(fields: &[Field], dtype: DataType) -> PolarsResult<Field> {
    Ok(Field::new(fields[0].name().clone(), dtype))
}

/// The common length of columns, of which each has that length or is a single row.
pub(crate) fn common_len(lens: impl IntoIterator<Item = usize>) -> PolarsResult<usize> {
    let mut common = 1;
    for len in lens {
        match (common, len) {
            (_, 1) => {}
            (1, len) => common = len,
            (common, len) if common == len => {}
            (common, len) => {
                polars_bail!(ShapeMismatch: "expected columns of one length, got {common} and {len}")
            }
        }
    }
    Ok(common)
}

/// The game of that name.
pub(crate) fn game(name: &str) -> PolarsResult<Game> {
    Game::from_name(name).ok_or_else(|| {
        let known = Game::ALL.map(Game::name).join("`, `");
        polars_err!(InvalidOperation: "expected a game of `{known}`, got `{name}`")
    })
}
