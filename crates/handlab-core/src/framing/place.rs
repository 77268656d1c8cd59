//! Tracks places in the file along a piece that may have been transcoded.

use super::Piece;
use super::encoding::{Encoding, file_length};
use super::lines::count_lines;
use crate::error::Position;

/// The start of the last line, in the text and in the file, if the line is not terminated.
pub fn unfinished_line(piece: &Piece<'_>, bytes: &[u8]) -> Option<(usize, Position)> {
    let start = memchr::memrchr2(b'\n', b'\r', bytes).map_or(0, |newline| newline + 1);
    (start < bytes.len()).then(|| (start, Place::new(piece, bytes).advance(start)))
}

/// The range of the file that a part of the transcoded piece came from, counted from the start of the piece, and the
/// number of lines before it.
pub fn place_in_piece(
    piece: &Piece<'_>,
    bytes: &[u8],
    part: std::ops::Range<usize>,
) -> (std::ops::Range<u64>, u64) {
    let mut place = Place::new(piece, bytes);
    let start = place.advance(part.start);
    let end = place.advance(part.end);
    (start.byte - piece.at.byte..end.byte - piece.at.byte, start.line - piece.at.line)
}

/// Tracks the place in the file along a piece.
pub(super) struct Place<'a> {
    bytes: &'a [u8],
    pub(super) done: usize,
    pub(super) position: Position,
    is_utf16: bool,
}

impl<'a> Place<'a> {
    pub(super) fn new(piece: &Piece<'_>, bytes: &'a [u8]) -> Self {
        let is_utf16 = piece.encoding != Encoding::Utf8;
        let mut position = piece.at;
        // Decoding removed the byte-order mark, which still counts in the file.
        if is_utf16 && Encoding::detect(piece.data) == piece.encoding {
            position.byte += 2;
        }
        Place { bytes, done: 0, position, is_utf16 }
    }

    pub(super) fn advance(&mut self, to: usize) -> Position {
        let stretch = &self.bytes[self.done..to];
        self.position.byte += self.file_length(stretch);
        self.position.line += count_lines(stretch);
        self.done = to;
        self.position
    }

    pub(super) fn file_length(&self, stretch: &[u8]) -> u64 {
        file_length(stretch, self.is_utf16)
    }
}
