//! The tournament summaries of a file.

use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece};

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
