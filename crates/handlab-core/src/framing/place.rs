//! Tracks places in the file along a piece that may have been transcoded.

use std::ops::Range;

use super::encoding::{Encoding, file_length};
use super::lines::{count_lines, trim_end};
use super::{Frame, Piece};
use crate::error::Position;

/// The start of the last line, in the text and in the file, if the line is not terminated.
pub fn unfinished_line(piece: &Piece<'_>, bytes: &[u8]) -> Option<(usize, Position)> {
    let start = memchr::memrchr2(b'\n', b'\r', bytes).map_or(0, |newline| newline + 1);
    (start < bytes.len()).then(|| (start, Place::new(piece, bytes).advance(start)))
}

/// The range of the file that a part of the transcoded piece came from, counted from the start of the piece, and the
/// number of lines before it.
pub fn place_in_piece(piece: &Piece<'_>, bytes: &[u8], part: Range<usize>) -> (Range<u64>, u64) {
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

    /// The frame of a range, which is not before the last one.
    pub(super) fn frame<H>(
        &mut self,
        header: H,
        Range { start, end }: Range<usize>,
        encoding: Encoding,
        is_last: bool,
    ) -> Frame<'a, H> {
        let bytes = trim_end(&self.bytes[start..end]);
        let rest = &self.bytes[start + bytes.len()..end];
        Frame {
            header,
            bytes,
            at: self.advance(start),
            length: self.file_length(bytes),
            encoding,
            is_last,
            is_terminated: memchr::memchr2(b'\n', b'\r', rest).is_some(),
        }
    }

    pub(super) fn file_length(&self, stretch: &[u8]) -> u64 {
        file_length(stretch, self.is_utf16)
    }
}
