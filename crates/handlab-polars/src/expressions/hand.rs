//! `parse_hand`: one text, one struct.

use handlab_core::framing;
use handlab_core::pipeline::Pipeline;
<<<<<<< HEAD
use handlab_core::table::{Audited, Source, TableColumn, Tables};
=======
use handlab_core::table::{Audited, Column as Rows, Source, Tables};
use handlab_dialects::ALL;
>>>>>>> 5e703f7 (Split the sites' dialects from the core: handlab-core names no site, handlab-dialects reads and writes them)
use polars::prelude::*;

use super::pyo3_polars::{self, derive::polars_expr};
use crate::frames::{nullable_lists, series};
use crate::inputs::wrong_dtype;

/// Columns of `hands` that describe a file, which a text of its own does not have.
const OF_FILES: [&str; 8] = [
    "account",
    "source_file",
    "source_member",
    "source_offset",
    "source_length",
    "source_line",
    "source_digest",
    "text",
];

/// Columns that the nested rows need not repeat: the struct around them has them.
const REPEATED: [&str; 17] = [
    "site",
    "hand_id",
    "account",
    "started_at",
    "currency",
    "scale",
    "game",
    "game_family",
    "betting",
    "big_blind",
    "n_players",
    "verdict",
    "is_hi_lo",
    "bb_unit",
    "small_bet",
    "is_bomb_pot",
    "allin_street",
];

/// The tables nested as lists.
const NESTED: [&str; 6] = ["seats", "actions", "boards", "pots", "awards", "side_payments"];

fn output(fields: &[Field]) -> PolarsResult<Field> {
    let empty = Parsed::default().into_series(fields[0].name())?;
    Ok(Field::new(fields[0].name().clone(), empty.dtype().clone()))
}

#[polars_expr(output_type_func=output)]
fn parse_hand(inputs: &[Series]) -> PolarsResult<Series> {
    let texts = match inputs[0].dtype() {
        DataType::String | DataType::Binary => inputs[0].cast(&DataType::Binary)?,
        other => return Err(wrong_dtype(inputs[0].name(), "`String` or `Binary`", other)),
    };
    let mut parsed = Parsed::default();
    let (mut pipeline, mut buffer) = (Pipeline::default(), String::new());
    for text in texts.binary()?.iter() {
        let Some(text) = text else {
            parsed.push_null(None);
            continue;
        };
        let text = framing::decode(text, &mut buffer);
        match pipeline.read_text(&ALL, text) {
            Ok(()) => parsed.push(&pipeline.audited(Source::default())),
            Err(error) => parsed.push_null(Some((error.code(), error.to_string()))),
        }
    }
    parsed.into_series(inputs[0].name())
}

/// Rows gathered from texts.
#[derive(Default)]
struct Parsed {
    tables: Tables,
    /// For each text the row of `hands`, if it could be read.
    rows: Vec<Option<IdxSize>>,
    /// For each text that could be read, how many rows each nested table got.
    counts: Vec<Option<[usize; NESTED.len()]>>,
    errors: Vec<Option<(&'static str, String)>>,
    is_null: Vec<bool>,
}

impl Parsed {
    fn push(&mut self, audited: &Audited<'_>) {
        let before = self.lens();
        self.rows.push(Some(self.tables.hands() as IdxSize));
        self.tables.push(audited);
        let after = self.lens();
        self.counts.push(Some(std::array::from_fn(|table| after[table] - before[table])));
        self.errors.push(None);
        self.is_null.push(false);
    }

    /// A text that is null, or that could not be read.
    fn push_null(&mut self, error: Option<(&'static str, String)>) {
        self.rows.push(None);
        self.counts.push(None);
        self.is_null.push(error.is_none());
        self.errors.push(error);
    }

    fn lens(&self) -> [usize; NESTED.len()] {
        let last = |(_, ends): (_, &[u32])| ends.last().map_or(0, |end| *end as usize);
        self.tables.row_ends().map(last)
    }

    fn into_series(self, name: &PlSmallStr) -> PolarsResult<Series> {
        let rows = IdxCa::from_slice_options("rows".into(), &self.rows);
        let mut fields = Vec::new();
        for (table, columns) in self.tables.columns() {
            if table == "hands" {
                for column in kept(&columns, &OF_FILES) {
                    fields.push(series(column).take(&rows)?);
                }
            } else if let Some(place) = NESTED.iter().position(|nested| *nested == table) {
                let inner: Vec<Series> = kept(&columns, &REPEATED).map(series).collect();
                let rows = StructChunked::from_series("".into(), inner[0].len(), inner.iter())?;
                let counts: Vec<_> =
                    self.counts.iter().map(|counts| Some((*counts)?[place])).collect();
                fields.push(nullable_lists(&table.into(), &counts, &rows.into_series())?);
            }
        }
        let codes = self.errors.iter().map(|error| error.as_ref().map(|(code, _)| *code));
        fields.push(StringChunked::from_iter_options("error_code".into(), codes).into_series());
        let messages =
            self.errors.iter().map(|error| error.as_ref().map(|(_, text)| text.as_str()));
        fields.push(StringChunked::from_iter_options("error".into(), messages).into_series());
        let parsed = StructChunked::from_series(name.clone(), self.rows.len(), fields.iter())?;
        let parsed = parsed.into_series();
        let known = self.is_null.iter().map(|is_null| Some(!is_null));
        let known = BooleanChunked::from_iter_options("".into(), known);
        let nulls = Series::full_null(name.clone(), parsed.len(), parsed.dtype());
        parsed.zip_with(&known, &nulls)
    }
}

fn kept<'a>(
    columns: &'a [TableColumn<'a>],
    left_out: &'a [&str],
) -> impl Iterator<Item = &'a TableColumn<'a>> {
    columns.iter().filter(|column| !left_out.contains(&column.name))
}
