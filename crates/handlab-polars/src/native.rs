//! The functions that ingestion calls: bytes in, tables out, with the GIL released.

use handlab_arrow::{Column, Error, Result, Series, Texts};
use handlab_core::batch::{self, Options, Overlay, Preamble};
use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};
use handlab_core::hand::CardsSource;
use handlab_core::table;
use handlab_core::time;
use handlab_dialects::ALL;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;

use crate::capsule;

pub(crate) fn encoding_of(name: &str) -> PyResult<Encoding> {
    Encoding::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "expected encoding `utf-8`, `utf-16-le` or `utf-16-be`, got `{name}`"
        ))
    })
}

/// Where the last hand header of `data` starts, and the number of lines before it; `(0, 0)` without a header.
#[pyfunction]
pub(crate) fn cut(py: Python<'_>, data: &[u8], encoding: &str) -> PyResult<(u64, u64)> {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data, encoding: encoding_of(encoding)?, at, is_last: false };
    Ok(py.detach(|| framing::cut(&piece, handlab_dialects::find)).unwrap_or_default())
}

/// Where the last preamble of `data` starts and ends, and the lines before it; `None` without one.
#[pyfunction]
pub(crate) fn last_preamble(
    py: Python<'_>,
    data: &[u8],
    encoding: &str,
) -> PyResult<Option<(u64, u64, u64)>> {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data, encoding: encoding_of(encoding)?, at, is_last: false };
    let found = py.detach(|| ALL.last_preamble(&piece));
    Ok(found.map(|(range, lines)| (range.start, range.end, lines)))
}

/// Parses, replays and audits a piece of a file; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (data, *, byte_offset, line_offset, encoding, is_last, source_file=None, source_member=None,
    source_digest=None, account=None, timezone=None, keep_text=false, overlays=None, only=None, preamble=None))]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "one keyword argument each in Python"
)]
pub(crate) fn parse_batch<'py>(
    py: Python<'py>,
    data: &[u8],
    byte_offset: u64,
    line_offset: u64,
    encoding: &str,
    is_last: bool,
    source_file: Option<&str>,
    source_member: Option<&str>,
    source_digest: Option<&str>,
    account: Option<&str>,
    timezone: Option<&str>,
    keep_text: bool,
    overlays: Option<Bound<'py, PyAny>>,
    only: Option<Vec<u64>>,
    preamble: Option<(PyBackedBytes, u64, u64)>,
) -> PyResult<Bound<'py, PyDict>> {
    let piece = Piece {
        data,
        encoding: encoding_of(encoding)?,
        at: Position { byte: byte_offset, line: line_offset + 1 },
        is_last,
    };
    let overlays = overlays.map(|frame| capsule::of_frame(&frame)).transpose()?;
    let overlays = overlays.map(|columns| read_overlays(&columns)).transpose();
    let overlays = overlays.map_err(|error| capsule::value_error(&error))?;
    let only = only.map(|mut only| {
        only.sort_unstable();
        only
    });
    let options = Options {
        account,
        timezone,
        source_file,
        source_member,
        source_digest,
        keep_text,
        only: only.as_deref(),
        overlays: overlays.as_deref().unwrap_or_default(),
        dialects: &ALL,
        preamble: preamble.as_ref().map(|(data, byte, lines)| Preamble {
            data,
            at: Position { byte: *byte, line: lines + 1 },
        }),
    };
    let (batch, frames) = py.detach(|| {
        let batch = batch::parse(&piece, &options);
        let frames: Vec<_> = batch
            .tables
            .columns()
            .iter()
            .map(|(name, columns)| (*name, crate::frames::frame(columns)))
            .collect();
        (batch, frames)
    });
    let row_ends = PyDict::new(py);
    for (name, ends) in batch.tables.row_ends() {
        let ends = Column::numbers(ends.to_vec(), None);
        row_ends.set_item(name, capsule::to_series(py, name, ends)?)?;
    }
    let tables = PyDict::new(py);
    for (name, frame) in frames {
        tables.set_item(name, capsule::to_frame(py, frame)?)?;
    }
    let result = counts(py, &batch, batch.tables.hands())?;
    result.set_item("tables", tables)?;
    result.set_item("row_ends", row_ends)?;
    let hands = Column::numbers(batch.tables.report_hands(), None);
    result.set_item("report_hands", capsule::to_series(py, "report_hands", hands)?)?;
    Ok(result)
}

/// The counts for a piece.
pub(crate) fn counts<'py>(
    py: Python<'py>,
    batch: &batch::Batch,
    hands: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    counts.set_item("headers", batch.headers)?;
    counts.set_item("hands", hands)?;
    counts.set_item("partial", batch.partial)?;
    counts.set_item("rejected", batch.rejected)?;
    counts.set_item("cancelled", batch.cancelled)?;
    counts.set_item("summaries", batch.summaries)?;
    counts.set_item("tail", batch.tail)?;
    counts.set_item("reread", batch.reread)?;
    counts.set_item("lines", batch.lines)?;
    counts.set_item("dialect", batch.dialect)?;
    Ok(counts)
}

/// Whether there is a zone of that name for reading times.
#[pyfunction]
pub(crate) fn is_zone(zone: &str) -> bool {
    time::is_zone(zone)
}

fn read_overlays(columns: &[Series]) -> Result<Vec<Overlay>> {
    fn named<'a>(columns: &'a [Series], name: &str) -> Result<&'a Series> {
        let found = columns.iter().find(|column| column.name() == name);
        found.ok_or_else(|| Error::new(format!("expected a column `{name}` in the overlays")))
    }
    let text = |name: &str| named(columns, name)?.chunks().texts();
    let (players, tables) = (text("player")?, text("table_name")?);
    let (cards, sources) = (text("hole_cards")?, text("cards_source")?);
    let (raws, zones) = (text("started_raw")?, text("zone")?);
    let starts = named(columns, "started_at")?.chunks().timestamps()?;
    let offsets = named(columns, "offset")?.chunks().numbers::<i64>()?;
    let seats = named(columns, "seat")?.chunks().numbers::<i8>()?;
    let owned = |column: &Texts<'_>, row: usize| column.get(row).map(str::to_owned);
    let rows = (0..offsets.len()).map(|row| Overlay {
        offset: offsets.get(row).unwrap_or_default().unsigned_abs(),
        seat: seats.get(row).map(i8::unsigned_abs),
        player: owned(&players, row),
        hole_cards: batch::card_list(cards.get(row)),
        cards_source: match sources.get(row) {
            Some("dealt") => Some(CardsSource::Dealt),
            Some("shown") => Some(CardsSource::Shown),
            Some("mucked") => Some(CardsSource::Mucked),
            _ => None,
        },
        started_at: starts.get(row),
        started_raw: owned(&raws, row),
        zone: owned(&zones, row),
        table_name: owned(&tables, row),
    });
    let mut overlays: Vec<_> = rows.collect();
    overlays.sort_by_key(|overlay| overlay.offset);
    Ok(overlays)
}

/// A 64-bit hash of each key, for the index of known hands.
#[pyfunction]
pub(crate) fn key_hash<'py>(
    py: Python<'py>,
    site: &Bound<'py, PyAny>,
    hand_id: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (sites, hand_ids) = (capsule::of_series(site)?, capsule::of_series(hand_id)?);
    let hashes = hashes(&sites, &hand_ids).map_err(|error| capsule::value_error(&error))?;
    capsule::to_series(py, "key_hash", hashes)
}

fn hashes(sites: &Series, hand_ids: &Series) -> Result<Column> {
    let (sites, hand_ids) = (sites.chunks().texts()?, hand_ids.chunks().texts()?);
    let keys = sites.iter().zip(hand_ids.iter());
    Ok(Column::options(keys.map(|(site, hand_id)| Some(table::key_hash(site?, hand_id?)))))
}

/// Every dialect in the order in which they are tried; see `_handlab.pyi`.
#[pyfunction]
pub(crate) fn dialects(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let described = handlab_dialects::DIALECTS.iter().map(|dialect| {
        let found = PyDict::new(py);
        found.set_item("name", dialect.name())?;
        found.set_item("site", dialect.site())?;
        found.set_item("needles", dialect.needles())?;
        found.set_item("summary_needles", dialect.summary_needles())?;
        found.set_item("preamble_needles", dialect.preamble_needles())?;
        Ok(found)
    });
    described.collect()
}

/// The headers in a piece, and which dialect claims each; see `_handlab.pyi`.
#[pyfunction]
pub(crate) fn headers(
    py: Python<'_>,
    data: &[u8],
    encoding: &str,
) -> PyResult<Vec<(u64, u64, &'static str, &'static str)>> {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data, encoding: encoding_of(encoding)?, at, is_last: true };
    Ok(py.detach(|| {
        let has_header = |bytes: &[u8]| handlab_dialects::find(bytes, 0).is_some();
        let (bytes, _) = framing::text(&piece, |page| ALL.reads_tags(page), has_header);
        let mut found = Vec::new();
        framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
            let (dialect, kind) = match frame.header {
                Header::Hand(dialect) => (dialect, "hand"),
                Header::Summary(dialect) => (dialect, "summary"),
                Header::Preamble(dialect) => (dialect, "preamble"),
            };
            found.push((frame.at.byte, frame.at.line, dialect.name(), kind));
        });
        found
    }))
}
