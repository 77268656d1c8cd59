//! Converts hands to other formats: a piece in, its text and counts out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use handlab_convert::anonymize::{Anonymizer, KEY, Kept};
use handlab_convert::{Converter, Format, Loss, Refusal};
use handlab_core::batch::{self, Options, Preamble};
use handlab_core::error::Position;
use handlab_core::framing::Piece;
use handlab_core::pipeline::Pipeline;
use handlab_dialects::ALL;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};

use crate::batch::Part;
use crate::native::{counts, encoding_of};

/// The most refused hands that are named for one piece; all are counted.
const MOST_NAMED: usize = 100;

/// Codes and their sentences, in order.
type Sentences = Vec<(&'static str, &'static str)>;

/// What became of the hands of a piece.
#[derive(Default)]
struct Converted {
    text: String,
    written: u64,
    lossless: u64,
    lost: BTreeMap<&'static str, u64>,
    refused: BTreeMap<&'static str, u64>,
    /// The first refused hands: the number that the log prints, and the reason.
    refused_hands: Vec<(String, &'static str)>,
}

/// Writes the hands of a piece; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (part, *, to, first=1, timezone=None, key=None, keep=Vec::new()))]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn convert_part<'py>(
    py: Python<'py>,
    part: Part,
    to: &str,
    first: u64,
    timezone: Option<&str>,
    key: Option<PyBackedBytes>,
    keep: Vec<PyBackedStr>,
) -> PyResult<Bound<'py, PyDict>> {
    let wrong = |message: String| PyValueError::new_err(message);
    let format = Format::from_name(to);
    let format = format.ok_or_else(|| wrong(format!("expected a format, got `{to}`")))?;
    let anonymizer = key.map(|key| anonymizer(&key, &keep)).transpose()?;
    let (data, byte, lines, encoding, is_last, file, member, _, preamble) = &part;
    let (encoding, at) = (encoding_of(encoding)?, Position { byte: *byte, line: lines + 1 });
    let piece = Piece { data, encoding, at, is_last: *is_last };
    let (batch, converted) = py.detach(|| {
        let preamble = preamble.as_ref().map(|(data, byte, lines)| Preamble {
            data,
            at: Position { byte: *byte, line: lines + 1 },
        });
        let options = Options {
            timezone,
            source_file: file.as_deref(),
            source_member: member.as_deref(),
            preamble,
            ..Options::new(&ALL)
        };
        convert(&piece, &options, format, first, anonymizer.as_ref())
    });
    let hands = (batch.headers - batch.partial - batch.rejected) as usize;
    let found = counts(py, &batch, hands)?;
    found.set_item("text", PyBytes::new(py, converted.text.as_bytes()))?;
    found.set_item("written", converted.written)?;
    found.set_item("lossless", converted.lossless)?;
    found.set_item("lost", converted.lost)?;
    found.set_item("refused", converted.refused)?;
    found.set_item("refused_hands", converted.refused_hands)?;
    Ok(found)
}

fn anonymizer(key: &[u8], keep: &[PyBackedStr]) -> PyResult<Anonymizer> {
    let mut kept = Kept::default();
    for name in keep {
        match &**name {
            "hand_id" => kept.hand_ids = true,
            "tournament_id" => kept.tournament_ids = true,
            "table_name" => kept.table_names = true,
            other => {
                let message =
                    format!("expected hand_id, tournament_id or table_name, got `{other}`");
                return Err(PyValueError::new_err(message));
            }
        }
    }
    Anonymizer::new(key, kept).ok_or_else(|| {
        let (least, most) = (KEY.start(), KEY.end());
        PyValueError::new_err(format!(
            "expected a key of {least} to {most} bytes, got {}",
            key.len()
        ))
    })
}

fn convert(
    piece: &Piece<'_>,
    options: &Options<'_>,
    format: Format,
    first: u64,
    anonymizer: Option<&Anonymizer>,
) -> (batch::Batch, Converted) {
    let mut converter = Converter::new(format);
    let mut found = Converted::default();
    let batch = batch::visit(piece, options, &mut |read: &mut Pipeline| {
        // As the log prints it: a pseudonym is added to the hand's text and replaces nothing in it.
        let hand_id = read.hand.hand_id;
        let anonymized = anonymizer.map_or(Ok(()), |anonymizer| anonymizer.apply(&mut read.hand));
        match anonymized.and_then(|()| converter.write(read)) {
            Ok(losses) => {
                found.lossless += u64::from(losses.is_empty());
                for loss in losses {
                    *found.lost.entry(loss.code()).or_default() += 1;
                }
                if format == Format::Phh {
                    // In such a file each hand is a separate table.
                    let _ = writeln!(found.text, "[{}]", first + found.written);
                }
                found.written += 1;
                found.text.push_str(converter.text());
                if format == Format::Phh {
                    found.text.push('\n');
                }
            }
            Err(refusal) => {
                *found.refused.entry(refusal.code()).or_default() += 1;
                if found.refused_hands.len() < MOST_NAMED {
                    found.refused_hands.push((read.hand.str(hand_id).to_owned(), refusal.code()));
                }
            }
        }
    });
    (batch, found)
}

/// All losses and refusals, each with its sentence; see `_handlab.pyi`.
#[pyfunction]
pub(crate) fn conversion_outcomes() -> (Sentences, Sentences) {
    let losses = Loss::ALL.iter().map(|loss| (loss.code(), loss.sentence()));
    let refusals = Refusal::ALL.iter().map(|refusal| (refusal.code(), refusal.sentence()));
    (losses.collect(), refusals.collect())
}
