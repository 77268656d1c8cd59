//! Where a hand starts and ends in a file, and which bytes are which characters.
//!
//! A hand runs from its header to the next header, whatever stands between: blank lines are not a border, because many
//! files have none and some hands contain them. Where a header is the last line of its hand ([`HeaderPlace::Last`]), a
//! hand runs from the end of the one before to the end of its header. What a header looks like is up to the dialects:
//! they come in as a `find` function.
//!
//! Encodings: UTF-8 with or without a byte-order mark, UTF-16 by its mark, and cp1252 line by line wherever a line is
//! no UTF-8 (real files mix the two). Positions are those of the file, also in UTF-16.

use std::borrow::Cow;

use encoding_rs::{Encoding as Charset, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::error::Position;

/// How a file's characters are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, and cp1252 in the lines that are not UTF-8.
    #[default]
    Utf8,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    /// The encoding of a file that starts with `head` (two bytes are enough).
    pub fn detect(head: &[u8]) -> Encoding {
        match head {
            [0xFF, 0xFE, ..] => Encoding::Utf16Le,
            [0xFE, 0xFF, ..] => Encoding::Utf16Be,
            _ => Encoding::Utf8,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16-le",
            Encoding::Utf16Be => "utf-16-be",
        }
    }

    /// The encoding that [`Encoding::name`] calls so.
    pub fn from_name(name: &str) -> Option<Encoding> {
        [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be]
            .into_iter()
            .find(|encoding| encoding.name() == name)
    }

    fn charset(self) -> Option<&'static Charset> {
        match self {
            Encoding::Utf8 => None,
            Encoding::Utf16Le => Some(UTF_16LE),
            Encoding::Utf16Be => Some(UTF_16BE),
        }
    }
}

/// One hand's text with its place in the file.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    pub text: &'a str,
    /// Where the text starts.
    pub at: Position,
    /// Whether nothing follows in the file, so that the text may be unfinished.
    pub is_last: bool,
    /// Whether the text's last line has its line end.
    pub is_terminated: bool,
    /// What the file says once for all its hands; empty in most dialects.
    pub preamble: &'a str,
}

/// A piece of a file, cut at hand borders, and what came before it.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub data: &'a [u8],
    pub encoding: Encoding,
    /// Where the piece starts: byte from 0, line from 1.
    pub at: Position,
    /// Whether the file ends with this piece.
    pub is_last: bool,
}

/// Where the header stands in its hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderPlace {
    #[default]
    First,
    /// As in files whose newest line comes first.
    Last,
}

/// A header's place in a text, and what kind of header it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<H> {
    pub at: usize,
    pub header: H,
    pub place: HeaderPlace,
}

impl<H> Found<H> {
    /// Where one hand ends and the next begins, by this header.
    fn border(&self, bytes: &[u8]) -> usize {
        match self.place {
            HeaderPlace::First => self.at,
            HeaderPlace::Last => after_line(bytes, self.at),
        }
    }
}

/// What [`frames`] found beside the frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Framed {
    /// Lines of the piece.
    pub lines: u64,
    /// Where text begins that no header follows, after a hand whose header came last.
    pub rest: Option<Position>,
}

/// The stretch of a piece from one header to the next.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a, H> {
    pub header: H,
    /// As in the file, or as UTF-8 if the file is UTF-16.
    pub bytes: &'a [u8],
    /// Place in the file.
    pub at: Position,
    /// Length in the file.
    pub length: u64,
    pub encoding: Encoding,
    pub is_last: bool,
    pub is_terminated: bool,
}

/// The piece's bytes as UTF-8 or cp1252; only UTF-16 is copied.
pub fn transcode<'a>(piece: &Piece<'a>) -> Cow<'a, [u8]> {
    match piece.encoding.charset() {
        None => Cow::Borrowed(piece.data),
        Some(charset) => {
            let (text, _) = charset.decode_with_bom_removal(piece.data);
            Cow::Owned(text.into_owned().into_bytes())
        }
    }
}

/// Calls `frame` for each stretch that belongs to a header, in the order of the file.
///
/// `bytes` is what [`transcode`] made of the piece.
pub fn frames<'a, H: Copy>(
    piece: &Piece<'_>,
    bytes: &'a [u8],
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
    mut frame: impl FnMut(Frame<'a, H>),
) -> Framed {
    let mut place = Place::new(piece, bytes);
    let mut next = find(bytes, 0);
    let (mut border, mut is_after_last) = (0, false);
    while let Some(found) = next {
        next = find(bytes, found.at + 1);
        let (start, end) = match (found.place, &next) {
            (HeaderPlace::Last, _) => (text_start(bytes, border, found.at), found.border(bytes)),
            // Before a header that comes last stands a hand of its own.
            (_, Some(Found { place: HeaderPlace::Last, .. })) => {
                (found.at, found.at.max(after_line(bytes, found.at)))
            }
            (_, next) => (found.at, next.as_ref().map_or(bytes.len(), |after| after.at)),
        };
        (border, is_after_last) = (end, found.place == HeaderPlace::Last);
        let at = place.advance(start);
        let stretch = trim_end(&bytes[start..end]);
        frame(Frame {
            header: found.header,
            bytes: stretch,
            at,
            length: place.file_length(stretch),
            encoding: piece.encoding,
            is_last: piece.is_last && next.is_none(),
            is_terminated: memchr::memchr2(b'\n', b'\r', &bytes[start + stretch.len()..end])
                .is_some(),
        });
    }
    let rest = text_start(bytes, border, bytes.len());
    let rest = (is_after_last && rest < bytes.len()).then(|| place.advance(rest));
    place.advance(bytes.len());
    Framed { lines: place.position.line - piece.at.line, rest }
}

/// The first byte from `from` on that is not blank, `to` at the latest.
fn text_start(bytes: &[u8], from: usize, to: usize) -> usize {
    to - bytes[from..to].trim_ascii_start().len()
}

/// Where the line after the one at `at` starts.
fn after_line(bytes: &[u8], at: usize) -> usize {
    line_end(&bytes[at..]).map_or(bytes.len(), |(_, after)| at + after)
}

/// Where the last line starts, in the text and in the file, if it has no line end.
pub fn unfinished_line(piece: &Piece<'_>, bytes: &[u8]) -> Option<(usize, Position)> {
    let start = memchr::memrchr2(b'\n', b'\r', bytes).map_or(0, |newline| newline + 1);
    (start < bytes.len()).then(|| (start, Place::new(piece, bytes).advance(start)))
}

/// Where the last hand of a buffer starts, in bytes of the file, and how many lines come before it.
///
/// `None` if there is no header: then the buffer must grow before it can be cut.
pub fn cut<H: Copy>(
    piece: &Piece<'_>,
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
) -> Option<(u64, u64)> {
    let bytes = transcode(piece);
    let mut last = None;
    let mut from = 0;
    while let Some(found) = find(&bytes, from) {
        // Of a header that comes last the rest of its line may still be missing.
        let is_whole = found.place == HeaderPlace::First || line_end(&bytes[found.at..]).is_some();
        last = if is_whole { Some(found.border(&bytes)) } else { last };
        from = found.at + 1;
    }
    let mut place = Place::new(piece, &bytes);
    let at = place.advance(last?);
    Some((at.byte - piece.at.byte, at.line - piece.at.line))
}

/// Which bytes of the file a part of the transcoded piece stands for, counted from the start of the piece, and how many
/// lines come before them.
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

/// A frame's bytes as text, decoded into `buffer` only where they are not UTF-8.
pub fn decode<'a>(bytes: &'a [u8], buffer: &'a mut String) -> &'a str {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text;
    }
    buffer.clear();
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        match std::str::from_utf8(line) {
            Ok(text) => buffer.push_str(text),
            Err(_) => buffer.push_str(&WINDOWS_1252.decode_without_bom_handling(line).0),
        }
    }
    buffer
}

impl<H> Frame<'_, H> {
    /// The byte of the file at which line number `line` (from 0) of the frame starts.
    pub fn byte_of_line(&self, line: u64) -> u64 {
        let before = &self.bytes[..line_start(self.bytes, line)];
        self.at.byte + file_length(before, self.encoding != Encoding::Utf8)
    }
}

/// The byte at which line number `line` (from 0) of `bytes` starts.
pub fn line_start(bytes: &[u8], line: u64) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match line_end(&bytes[start..]) {
            Some((_, after)) => start += after,
            None => return start,
        }
    }
    start
}

/// The first line's end and the start of the next line; `None` if the line runs to the end.
///
/// `\n`, `\r\n` and a lone `\r` each end a line.
pub fn line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = memchr::memchr2(b'\n', b'\r', bytes)?;
    let is_pair = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
    Some((end, end + 1 + usize::from(is_pair)))
}

/// Whether `at` starts a line, ignoring a byte-order mark and spaces.
pub fn starts_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].trim_ascii_end_blanks();
    matches!(before.last(), None | Some(b'\n' | b'\r'))
}

trait Blanks {
    fn trim_ascii_end_blanks(&self) -> &[u8];
}

impl Blanks for [u8] {
    fn trim_ascii_end_blanks(&self) -> &[u8] {
        let mut rest = self;
        loop {
            rest = match rest {
                [front @ .., b' ' | b'\t' | 0] | [front @ .., 0xEF, 0xBB, 0xBF] => front,
                _ => return rest,
            };
        }
    }
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        let trimmed = rest.trim_ascii_end().trim_ascii_end_blanks();
        if trimmed.len() == rest.len() {
            return rest;
        }
        rest = trimmed;
    }
}

/// Follows the place in the file along a piece.
struct Place<'a> {
    bytes: &'a [u8],
    done: usize,
    position: Position,
    is_utf16: bool,
}

impl<'a> Place<'a> {
    fn new(piece: &Piece<'_>, bytes: &'a [u8]) -> Self {
        let is_utf16 = piece.encoding != Encoding::Utf8;
        let mut position = piece.at;
        // The mark was removed with the decoding, and still is a part of the file.
        if is_utf16 && Encoding::detect(piece.data) == piece.encoding {
            position.byte += 2;
        }
        Place { bytes, done: 0, position, is_utf16 }
    }

    fn advance(&mut self, to: usize) -> Position {
        let stretch = &self.bytes[self.done..to];
        self.position.byte += self.file_length(stretch);
        self.position.line += count_lines(stretch);
        self.done = to;
        self.position
    }

    fn file_length(&self, stretch: &[u8]) -> u64 {
        file_length(stretch, self.is_utf16)
    }
}

/// How many bytes of the file a stretch of the transcoded text stands for.
fn file_length(stretch: &[u8], is_utf16: bool) -> u64 {
    if !is_utf16 {
        return stretch.len() as u64;
    }
    let text = std::str::from_utf8(stretch).unwrap_or_default();
    2 * text.encode_utf16().count() as u64
}

/// Line ends of every kind, so that the sum over parts is that of the whole; `archive/pieces.py` counts the same.
fn count_lines(bytes: &[u8]) -> u64 {
    let newlines = memchr::memchr_iter(b'\n', bytes).count();
    let is_alone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    (newlines + memchr::memchr_iter(b'\r', bytes).filter(is_alone).count()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(bytes: &[u8], from: usize) -> Option<Found<()>> {
        let at = from + memchr::memmem::find(bytes.get(from..)?, b"HAND")?;
        Some(Found { at, header: (), place: HeaderPlace::First })
    }

    fn spans(data: &[u8], encoding: Encoding) -> Vec<(String, u64, u64, u64, bool)> {
        let piece = Piece { data, encoding, at: Position { byte: 100, line: 7 }, is_last: true };
        let bytes = transcode(&piece);
        let mut found = Vec::new();
        let mut buffer = String::new();
        frames(&piece, &bytes, find, |frame| {
            let text = decode(frame.bytes, &mut buffer).to_owned();
            found.push((text, frame.at.byte, frame.at.line, frame.length, frame.is_last));
        });
        found
    }

    #[test]
    fn hands_run_from_header_to_header_without_blank_lines() {
        let found = spans(b"noise\r\nHAND 1\r\nx\r\nHAND 2\r\n\r\n", Encoding::Utf8);
        let expected =
            [("HAND 1\r\nx".to_owned(), 107, 8, 9, false), ("HAND 2".to_owned(), 118, 10, 6, true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn utf16_positions_are_those_of_the_file() {
        let text = "\u{feff}é\nHAND €\nHAND 2";
        let data: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let found = spans(&data, Encoding::detect(&data));
        assert_eq!(found[0], ("HAND €".to_owned(), 106, 8, 12, false));
        assert_eq!(found[1].1, 106 + 14);
        let piece = Piece {
            data: &data,
            encoding: Encoding::Utf16Le,
            at: Position { byte: 0, line: 1 },
            is_last: true,
        };
        assert_eq!(cut(&piece, find), Some((20, 2)));
    }

    #[test]
    fn lines_that_are_no_utf8_are_read_as_cp1252() {
        let mut buffer = String::new();
        assert_eq!(decode(b"caf\xC3\xA9\n\x80 5\n", &mut buffer), "café\n€ 5\n");
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        assert_eq!(line_end(b"ab\rcd"), Some((2, 3)));
        assert_eq!(line_end(b"ab\r\ncd"), Some((2, 4)));
        assert_eq!(line_start(b"ab\rcd\r\nef", 2), 7);
        assert_eq!(spans(b"HAND 1\rHAND 2", Encoding::Utf8)[1].2, 8);
    }
}
