//! `parse_hand`: one text, one struct.

use handlab_arrow::{Bits, Column, DataType, Result, Series};
use handlab_columns::TableColumn;
use handlab_core::framing;
use handlab_core::pipeline::Pipeline;
use handlab_core::table::{Audited, Source, Tables};
use handlab_dialects::ALL;

use crate::frames::{column, spread};
use crate::inputs::wrong_dtype;
use crate::plugin::{NoKwargs, expression};

/// Columns of `hands` that describe a file, which a standalone text does not have.
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

/// Columns that nested rows need not repeat, because the enclosing struct has them.
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

expression!(parse_hand, NoKwargs, |_| Ok(Parsed::default().into_column().dtype()));

fn parse_hand(inputs: &[Series], _: &NoKwargs) -> Result<Column> {
    let texts = match inputs[0].dtype() {
        DataType::String | DataType::Binary => inputs[0].chunks().blobs()?,
        _ => return Err(wrong_dtype(&inputs[0], "`String` or `Binary`")),
    };
    let mut parsed = Parsed::default();
    let (mut pipeline, mut buffer) = (Pipeline::default(), String::new());
    for row in 0..texts.len() {
        let Some(text) = texts.get(row) else {
            parsed.push_null(None);
            continue;
        };
        let text = framing::decode(text, &mut buffer);
        match pipeline.read_text(&ALL, text) {
            Ok(()) => parsed.push(&pipeline.audited(Source::default())),
            Err(error) => parsed.push_null(Some((error.code(), error.to_string()))),
        }
    }
    Ok(parsed.into_column())
}

/// Rows gathered from texts.
#[derive(Default)]
struct Parsed {
    tables: Tables,
    /// For each text, whether it could be read and so has a row in `hands`.
    is_read: Vec<bool>,
    /// For each text that could be read, the number of rows added to each nested table.
    counts: Vec<Option<[usize; NESTED.len()]>>,
    errors: Vec<Option<(&'static str, String)>>,
    is_null: Vec<bool>,
}

impl Parsed {
    fn push(&mut self, audited: &Audited<'_>) {
        let before = self.lens();
        self.is_read.push(true);
        self.tables.push(audited);
        let after = self.lens();
        self.counts.push(Some(std::array::from_fn(|table| after[table] - before[table])));
        self.errors.push(None);
        self.is_null.push(false);
    }

    /// Adds a text that is null or could not be read.
    fn push_null(&mut self, error: Option<(&'static str, String)>) {
        self.is_read.push(false);
        self.counts.push(None);
        self.is_null.push(error.is_none());
        self.errors.push(error);
    }

    fn lens(&self) -> [usize; NESTED.len()] {
        let last = |(_, ends): (_, &[u32])| ends.last().map_or(0, |end| *end as usize);
        self.tables.row_ends().map(last)
    }

    fn into_column(self) -> Column {
        let mut fields: Vec<(String, Column)> = Vec::new();
        for (table, columns) in self.tables.columns() {
            if table == "hands" {
                let hands = kept(&columns, &OF_FILES);
                fields
                    .extend(hands.map(|rows| (rows.name.to_owned(), spread(rows, &self.is_read))));
            } else if let Some(place) = NESTED.iter().position(|nested| *nested == table) {
                let inner = kept(&columns, &REPEATED).map(|rows| (rows.name, column(rows)));
                let inner: Vec<_> = inner.collect();
                let len = inner.first().map_or(0, |(_, column)| column.len());
                let rows = Column::structs(len, inner, None);
                let counts = self.counts.iter().map(|counts| Some((*counts)?[place]));
                fields.push((table.to_owned(), Column::counted_lists(counts, rows)));
            }
        }
        let errors = || self.errors.iter().map(Option::as_ref);
        let codes = errors().map(|error| error.map(|(code, _)| *code));
        fields.push(("error_code".to_owned(), Column::texts(codes)));
        fields.push((
            "error".to_owned(),
            Column::texts(errors().map(|error| error.map(|(_, text)| text))),
        ));
        let known: Bits = self.is_null.iter().map(|is_null| !is_null).collect();
        Column::structs(self.is_read.len(), fields, known.unless_all())
    }
}

fn kept<'a, 'b>(
    columns: &'a [TableColumn<'b>],
    left_out: &'a [&str],
) -> impl Iterator<Item = &'a TableColumn<'b>> {
    columns.iter().filter(|column| !left_out.contains(&column.name))
}
