//! Parsed pieces behind a handle: Python sees counts, hashes and verdicts, and requests frames only for some hands.
//!
//! The tables of a dropped batch are reused by the next one: fresh memory would cost more than the work done in it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use handlab_columns::{Column, Numbers, TableColumn};
use handlab_core::batch::{self, Options, Preamble};
use handlab_core::error::Position;
use handlab_core::framing::Piece;
use handlab_core::table::{self, Tables};
use handlab_dialects::ALL;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};

use crate::capsule;
use crate::frames::frame;
use crate::native::{counts, encoding_of};

/// Tables kept for later batches, and the most bytes that each may have held: a hostile file must not hold memory for
/// long.
const KEPT: usize = 8;
const KEPT_BYTES: usize = 32 << 20;

static KEPT_TABLES: Mutex<Vec<Tables>> = Mutex::new(Vec::new());

/// A piece of a file: `data`, `byte_offset`, `line_offset`, `encoding`, `is_last`, `source_file`, `source_member`,
/// `source_digest` and `preamble`.
pub(crate) type Part = (
    PyBackedBytes,
    u64,
    u64,
    PyBackedStr,
    bool,
    Option<PyBackedStr>,
    Option<PyBackedStr>,
    Option<PyBackedStr>,
    Option<(PyBackedBytes, u64, u64)>,
);

/// The rows of several pieces; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct Batch {
    tables: Tables,
    /// For each piece, its counts and the row of `hands` at which its hands end.
    parts: Vec<(batch::Batch, usize)>,
    hashes: Vec<u64>,
    dropped: Mutex<Dropped>,
}

#[derive(Default)]
struct Dropped {
    is_dropped: Vec<bool>,
    count: usize,
}

/// Parses pieces, one after another; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (parts, *, account=None, timezone=None, keep_text=false))]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn parse_parts(
    py: Python<'_>,
    parts: Vec<Part>,
    account: Option<&str>,
    timezone: Option<&str>,
    keep_text: bool,
) -> PyResult<Batch> {
    let encodings: Vec<_> =
        parts.iter().map(|(_, _, _, name, ..)| encoding_of(name)).collect::<PyResult<_>>()?;
    Ok(py.detach(|| {
        let mut tables = lock(&KEPT_TABLES).pop().unwrap_or_default();
        let mut counted = Vec::with_capacity(parts.len());
        for (part, encoding) in parts.iter().zip(encodings) {
            let (data, byte, lines, _, is_last, file, member, digest, preamble) = part;
            let at = Position { byte: *byte, line: lines + 1 };
            let piece = Piece { data, encoding, at, is_last: *is_last };
            let options = Options {
                account,
                timezone,
                keep_text,
                source_file: file.as_deref(),
                source_member: member.as_deref(),
                source_digest: digest.as_deref(),
                preamble: preamble.as_ref().map(|(data, byte, lines)| Preamble {
                    data,
                    at: Position { byte: *byte, line: lines + 1 },
                }),
                ..Options::new(&ALL)
            };
            let mut batch = batch::parse_onto(&piece, &options, tables);
            tables = std::mem::take(&mut batch.tables);
            counted.push((batch, tables.hands()));
        }
        Batch::new(tables, counted)
    }))
}

/// Frees the tables kept for later batches; see `_handlab.pyi`.
#[pyfunction]
pub(crate) fn free_kept_tables() {
    drop(std::mem::take(&mut *lock(&KEPT_TABLES)));
}

impl Batch {
    fn new(tables: Tables, parts: Vec<(batch::Batch, usize)>) -> Self {
        let hash = |hand: usize| {
            let (site, hand_id) = tables.key(hand);
            table::key_hash(site, hand_id)
        };
        let hashes = (0..tables.hands()).map(hash).collect();
        let is_dropped = vec![false; tables.hands()];
        Self { tables, parts, hashes, dropped: Mutex::new(Dropped { is_dropped, count: 0 }) }
    }

    fn check(&self, hands: &[usize]) -> PyResult<()> {
        match hands.iter().find(|hand| **hand >= self.tables.hands()) {
            Some(hand) => Err(PyIndexError::new_err(format!(
                "expected hands below {}, got {hand}",
                self.tables.hands()
            ))),
            None => Ok(()),
        }
    }

    /// Where each hand's rows end in a table that may have several per hand.
    fn ends(&self, table: &str) -> Option<&[u32]> {
        self.tables.row_ends().into_iter().find(|(name, _)| *name == table).map(|(_, ends)| ends)
    }

    /// The hands that were not dropped, as ranges; `None` if none was dropped.
    fn kept(&self) -> Option<Vec<Range<usize>>> {
        let dropped = lock(&self.dropped);
        (dropped.count > 0)
            .then(|| ranges((0..self.tables.hands()).filter(|hand| !dropped.is_dropped[*hand])))
    }

    /// The tables of some hands, given as ranges, or all tables unchanged.
    fn tables_of(&self, hands: Option<Vec<Range<usize>>>) -> Cow<'_, Tables> {
        hands.map_or(Cow::Borrowed(&self.tables), |hands| Cow::Owned(self.tables.of_hands(hands)))
    }

    /// The tables of the hands that were not dropped.
    pub(crate) fn kept_tables(&self) -> Cow<'_, Tables> {
        self.tables_of(self.kept())
    }
}

#[pymethods]
impl Batch {
    /// The number of hands that were not dropped.
    #[getter]
    fn hands(&self) -> usize {
        self.tables.hands() - lock(&self.dropped).count
    }

    #[getter]
    fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut start = 0;
        let one = |(batch, end): &(batch::Batch, usize)| {
            let hands = end - start;
            start = *end;
            counts(py, batch, hands)
        };
        self.parts.iter().map(one).collect()
    }

    #[getter]
    fn variants(&self) -> Vec<usize> {
        (0..self.tables.hands()).filter(|hand| self.tables.key(*hand).1.contains('~')).collect()
    }

    #[pyo3(signature = (*, is_kept=false))]
    fn key_hashes<'py>(&self, py: Python<'py>, is_kept: bool) -> Bound<'py, PyBytes> {
        let dropped = lock(&self.dropped);
        let hashes = self.hashes.iter().zip(&dropped.is_dropped);
        let hashes = hashes.filter(|(_, is_dropped)| !(is_kept && **is_dropped));
        let bytes: Vec<u8> = hashes.flat_map(|(hash, _)| hash.to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn find(&self, py: Python<'_>, keys: Vec<(PyBackedStr, PyBackedStr)>) -> Vec<usize> {
        py.detach(|| {
            let mut wanted: Vec<_> =
                keys.iter().map(|(site, id)| (table::key_hash(site, id), &**site, &**id)).collect();
            wanted.sort_unstable();
            let dropped = lock(&self.dropped);
            let is_wanted = |hand: &usize| {
                let hash = self.hashes[*hand];
                let start = wanted.partition_point(|(known, ..)| *known < hash);
                let same = wanted[start..].iter().take_while(|(known, ..)| *known == hash);
                !dropped.is_dropped[*hand]
                    && same.clone().any(|(_, site, id)| (*site, *id) == self.tables.key(*hand))
            };
            (0..self.hashes.len()).filter(is_wanted).collect()
        })
    }

    fn drop(&self, hands: Vec<usize>) -> PyResult<()> {
        self.check(&hands)?;
        let mut dropped = lock(&self.dropped);
        for hand in hands {
            dropped.count += usize::from(!std::mem::replace(&mut dropped.is_dropped[hand], true));
        }
        Ok(())
    }

    fn verdicts(&self) -> BTreeMap<&'static str, usize> {
        let dropped = lock(&self.dropped);
        let mut verdicts = BTreeMap::new();
        for hand in (0..self.tables.hands()).filter(|hand| !dropped.is_dropped[*hand]) {
            *verdicts.entry(self.tables.verdict(hand)).or_default() += 1;
        }
        verdicts
    }

    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn row_counts(&self, table: &str, hands: Vec<usize>) -> PyResult<Vec<usize>> {
        self.check(&hands)?;
        let unknown = || PyValueError::new_err(format!("expected a table of hands, got `{table}`"));
        let ends = self.ends(table).ok_or_else(unknown)?;
        let rows = |hand: &usize| {
            let start = hand.checked_sub(1).map_or(0, |before| ends[before]);
            (ends[*hand] - start) as usize
        };
        Ok(hands.iter().map(rows).collect())
    }

    fn report_hands<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let hands = self.tables.report_hands();
        let bytes: Vec<u8> = hands.into_iter().flat_map(i64::to_ne_bytes).collect();
        PyBytes::new(py, &bytes)
    }

    fn rows(&self, table: &str) -> PyResult<usize> {
        let unknown = || PyValueError::new_err(format!("expected a table, got `{table}`"));
        let rows = self.tables.rows(table).ok_or_else(unknown)?;
        let Some(kept) = self.kept() else { return Ok(rows) };
        Ok(match self.ends(table) {
            Some(ends) => {
                let before = |hand: usize| if hand == 0 { 0 } else { ends[hand - 1] as usize };
                kept.iter().map(|hands| before(hands.end) - before(hands.start)).sum()
            }
            None if table == "hands" => kept.iter().map(Range::len).sum(),
            None => rows,
        })
    }

    /// Some columns of a table, with `hand_no`, the index of each row's hand among those that were not dropped.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn columns<'py>(
        &self,
        py: Python<'py>,
        table: &str,
        names: Vec<PyBackedStr>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let made = py.detach(|| {
            let tables = self.kept_tables();
            let columns = columns_of(&tables, table);
            let (_, ends) = tables.row_ends().into_iter().find(|(name, _)| *name == table)?;
            let named = |name: &PyBackedStr| columns.iter().find(|column| *column.name == **name);
            let mut asked =
                names.iter().map(|name| named(name).copied()).collect::<Option<Vec<_>>>()?;
            let hands = Numbers::of((0..ends.len() as i32).collect());
            asked.push(TableColumn {
                name: "hand_no",
                values: Column::Int32(&hands),
                ends: Some(ends),
            });
            Some(frame(&asked))
        });
        let unknown =
            || PyValueError::new_err(format!("expected columns of `{table}`, got {names:?}"));
        capsule::to_frame(py, made.ok_or_else(unknown)?)
    }

    #[pyo3(signature = (tables, hands=None))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn frames<'py>(
        &self,
        py: Python<'py>,
        tables: Vec<PyBackedStr>,
        hands: Option<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check(hands.as_deref().unwrap_or_default())?;
        let ranges = match hands {
            // All of them, as in a file of copies, need not be copied.
            Some(hands) => Some(ranges(hands.into_iter()))
                .filter(|ranges| ranges.first().is_none_or(|one| one.len() < self.tables.hands())),
            None => self.kept(),
        };
        let made: Vec<_> = py.detach(|| {
            let of_hands = self.tables_of(ranges);
            // Tournament reports and rejects do not belong to hands.
            let is_of_hand = |table: &str| table == "hands" || self.ends(table).is_some();
            let source = |table: &str| if is_of_hand(table) { &*of_hands } else { &self.tables };
            let asked = tables.iter().map(|table| (&**table, columns_of(source(table), table)));
            asked.map(|(name, columns)| (name, frame(&columns))).collect()
        });
        let frames = PyDict::new(py);
        for (name, frame) in made {
            frames.set_item(name, capsule::to_frame(py, frame)?)?;
        }
        Ok(frames)
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let mut kept = lock(&KEPT_TABLES);
        if kept.len() < KEPT && self.tables.bytes() <= KEPT_BYTES {
            self.tables.clear();
            kept.push(std::mem::take(&mut self.tables));
        }
    }
}

pub(crate) fn columns_of<'a>(tables: &'a Tables, table: &str) -> Vec<TableColumn<'a>> {
    let found = tables.columns().into_iter().find(|(name, _)| *name == table);
    found.map_or_else(Vec::new, |(_, columns)| columns)
}

/// Ascending numbers as ranges.
fn ranges(numbers: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}

/// Locks a mutex, even a poisoned one: a panic leaves nothing half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
