//! The tournament summaries of a file.

use handlab_core::dialect::{Dialect, Header};
use handlab_core::error::{ParseError, Position};
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::summary::TournamentSummary;

/// The summary in a text that needs no other part of its file.
pub(crate) fn read(
    dialect: &dyn Dialect,
    text: &str,
    at: Position,
) -> Result<TournamentSummary, ParseError> {
    let mut summary = TournamentSummary::default();
    let span = Span { text, at, is_last: false, is_terminated: true, preamble: "" };
    dialect.parse_summary(span, &mut summary).map(|()| summary)
}

/// The summaries of a text in UTF-8 with their places, as a batch finds them.
pub(crate) fn spans(data: &[u8]) -> Vec<(Position, String)> {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data, encoding: Encoding::Utf8, at, is_last: true };
    let mut found = Vec::new();
    framing::frames(&piece, data, handlab_dialects::find, |frame| {
        if matches!(frame.header, Header::Summary(_)) {
            found.push((frame.at, framing::decode(frame.bytes, &mut String::new()).to_owned()));
        }
    });
    found
}
