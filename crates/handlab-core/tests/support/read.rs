//! Reads a file hand by hand, as a batch does, and returns what each step found.

use handlab_core::dialect::Header;
use handlab_core::error::{ParseError, Position};
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::pipeline::Pipeline;

/// The place of a hand in its file, and the result of reading it.
pub(crate) struct Read<'a> {
    pub(crate) at: Position,
    /// Bytes in the file.
    pub(crate) length: u64,
    pub(crate) outcome: Result<&'a Pipeline, ParseError>,
}

/// A whole file as one piece.
pub(crate) fn whole(data: &[u8]) -> Piece<'_> {
    let encoding = Encoding::detect(data);
    Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true }
}

/// Calls `then` for every hand header of a file.
pub(crate) fn each_hand(data: &[u8], mut then: impl FnMut(&Read<'_>)) {
    let (mut pipeline, mut buffer) = (Pipeline::default(), String::new());
    let piece = whole(data);
    let bytes = framing::transcode(&piece);
    let mut preamble = String::new();
    framing::frames(&piece, &bytes, handlab_dialects::find, |frame| {
        let text = framing::decode(frame.bytes, &mut buffer);
        let dialect = match frame.header {
            Header::Hand(dialect) => dialect,
            Header::Preamble(_) => return text.clone_into(&mut preamble),
            Header::Summary(_) => return,
        };
        let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
        let span = Span { text, at, is_last, is_terminated, preamble: &preamble };
        let read = pipeline.read(dialect, span, |_| {});
        then(&Read { at, length: frame.length, outcome: read.map(|()| &pipeline) });
    });
}
