//! The functions that ingestion calls: bytes in, tables out, with the GIL released.

use handlab_core::batch::{self, Options, Overlay, Preamble};
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};
use handlab_core::hand::CardsSource;
use handlab_core::table;
use handlab_core::time;
use handlab_dialects::ALL;
use polars::prelude::*;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use pyo3_polars::{PyDataFrame, PySeries};

fn encoding_of(name: &str) -> PyResult<Encoding> {
    Encoding::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "expected encoding `utf-8`, `utf-16-le` or `utf-16-be`, got `{name}`"
        ))
    })
}

/// Where the last hand header of `data` starts, and how many lines come before it; `(0, 0)` without a header.
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
    overlays: Option<PyDataFrame>,
    only: Option<Vec<u64>>,
    preamble: Option<(PyBackedBytes, u64, u64)>,
) -> PyResult<Bound<'py, PyDict>> {
    let piece = Piece {
        data,
        encoding: encoding_of(encoding)?,
        at: Position { byte: byte_offset, line: line_offset + 1 },
        is_last,
    };
    let overlays = overlays.map(|frame| read_overlays(&frame.0)).transpose();
    let overlays = overlays.map_err(|error| PyValueError::new_err(error.to_string()))?;
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
        let ends = UInt32Chunked::from_slice(name.into(), ends).into_series();
        row_ends.set_item(name, PySeries(ends))?;
    }
    let tables = PyDict::new(py);
    for (name, frame) in frames {
        let frame = frame.map_err(|error| PyValueError::new_err(error.to_string()))?;
        tables.set_item(name, PyDataFrame(frame))?;
    }
    let result = PyDict::new(py);
    result.set_item("tables", tables)?;
    result.set_item("row_ends", row_ends)?;
    result.set_item("headers", batch.headers)?;
    result.set_item("partial", batch.partial)?;
    result.set_item("rejected", batch.rejected)?;
    result.set_item("cancelled", batch.cancelled)?;
    result.set_item("summaries", batch.summaries)?;
    result.set_item("tail", batch.tail)?;
    result.set_item("lines", batch.lines)?;
    result.set_item("dialect", batch.dialect)?;
    Ok(result)
}

/// Whether times can be read with a zone of that name.
#[pyfunction]
pub(crate) fn is_zone(zone: &str) -> bool {
    time::is_zone(zone)
}

fn read_overlays(frame: &DataFrame) -> PolarsResult<Vec<Overlay>> {
    let text = |name: &str| frame.column(name)?.str().cloned();
    let (players, tables) = (text("player")?, text("table_name")?);
    let (cards, sources) = (text("hole_cards")?, text("cards_source")?);
    let (raws, zones) = (text("started_raw")?, text("zone")?);
    let starts = frame.column("started_at")?.datetime()?.physical().clone();
    let offsets = frame.column("offset")?.i64()?.clone();
    let seats = frame.column("seat")?.i8()?.clone();
    let owned = |column: &StringChunked, row: usize| column.get(row).map(str::to_owned);
    let rows = (0..frame.height()).map(|row| Overlay {
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
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn key_hash(site: PySeries, hand_id: PySeries) -> PyResult<PySeries> {
    let hash = |site: &Series, hand_id: &Series| -> PolarsResult<Series> {
        let (sites, hand_ids) = (site.str()?, hand_id.str()?);
        let hashes = sites
            .iter()
            .zip(hand_ids.iter())
            .map(|(site, hand_id)| Some(table::key_hash(site?, hand_id?)));
        Ok(UInt64Chunked::from_iter_options("key_hash".into(), hashes).into_series())
    };
    let hashes = hash(&site.0, &hand_id.0);
    hashes.map(PySeries).map_err(|error| PyValueError::new_err(error.to_string()))
}
