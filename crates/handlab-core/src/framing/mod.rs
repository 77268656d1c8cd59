//! Splits files into hands, and decodes their bytes to characters.
//!
//! A hand runs from its header to the next header, whatever lies between: empty lines do not end a hand, because many
//! files have none and some hands contain them. Where a header is the last line of its hand ([`HeaderPlace::Last`]), a
//! hand runs from the end of the previous one to the end of its header. What a header looks like is up to the dialects:
//! they come in as a `find` function.
//!
//! Encodings: UTF-8 with or without a byte-order mark, UTF-16 by its mark, and cp1252 line by line wherever a line is
//! not UTF-8 (real files mix the two). Positions are those of the file, also in UTF-16.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Position;

mod cutting;
mod encoding;
mod escaped;
mod headers;
mod lines;
mod mail;
mod objects;
mod pasted;
mod place;
mod rtf;
mod spaces;
mod tags;
mod widthless;

use encoding::file_length;
use headers::stretches;
use lines::text_start;
use place::Place;

pub use cutting::cut;
pub use encoding::{Encoding, decode, transcode};
pub use headers::{Found, HeaderPlace, header_after};
pub(crate) use lines::near_line_end;
pub use lines::{first_line, line_end, line_start};
pub use mail::{mail_body, page_text};
pub use objects::object_end;
pub use place::{place_in_piece, unfinished_line};
pub use spaces::{Plain, may_be_respaced};
pub use tags::without_leading_tags;
pub use widthless::without_widthless;

/// In a longer text a header is not searched for a second time.
const LONGEST_PASTED: usize = 1 << 20;

/// The most bytes before a header, across lines, that may matter to it.
pub const MAX_EARLIER: usize = 100;

/// One hand's text and its place in the file.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    pub text: &'a str,
    /// The place where the text starts.
    pub at: Position,
    /// Whether nothing follows in the file, so that the text may be unfinished.
    pub is_last: bool,
    /// Whether the text's last line is terminated.
    pub is_terminated: bool,
    /// What the file says once for all hands; empty in most dialects.
    pub preamble: &'a str,
}

impl Span<'_> {
    /// Whether the file ends here without a line end: its last line may be half of one.
    pub fn may_break_off(&self) -> bool {
        self.is_last && !self.is_terminated
    }
}

/// A piece of a file, cut between hands, and what came before it.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub data: &'a [u8],
    pub encoding: Encoding,
    /// Where the piece starts: byte from 0, line from 1.
    pub at: Position,
    /// Whether the file ends with this piece.
    pub is_last: bool,
}

/// What [`frames`] found besides the frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Framed {
    /// Lines of the piece.
    pub lines: u64,
    /// The start of the text after the last hand, if its header came last and no other follows.
    pub rest: Option<Position>,
}

/// The part of a piece from one header to the next.
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

impl<H> Frame<'_, H> {
    /// The byte of the file at which line number `line` (from 0) of the frame starts.
    pub fn byte_of_line(&self, line: u64) -> u64 {
        let before = &self.bytes[..line_start(self.bytes, line)];
        self.at.byte + file_length(before, self.encoding != Encoding::Utf8)
    }
}

/// The text of a piece: the file's bytes or the text extracted from RTF, a mail, a page or strings, without another
/// program's insertions, or with plain spaces, hyphens or quotation marks or without those of a mail where nothing else
/// gives a header. The flag says whether positions are those of the file.
pub fn text<'a>(
    piece: &Piece<'a>,
    keeps_tags: impl FnOnce(&[u8]) -> bool,
    has_header: impl Fn(&[u8]) -> bool,
) -> (Cow<'a, [u8]>, bool) {
    let changed = rtf::text(piece.data)
        .or_else(|| mail_body(piece.data, keeps_tags))
        .or_else(|| escaped::text(piece.data))
        .or_else(|| pasted::restored(piece.data));
    let (bytes, is_in_place) = match changed {
        Some(text) => (text.into(), false),
        None => (transcode(piece), true),
    };
    if bytes.len() > LONGEST_PASTED
        || has_header(&bytes)
        || spaces::has_plain_header(&bytes, &has_header)
    {
        return (bytes, is_in_place);
    }
    let mut repairs = pasted::REPAIRS.iter().filter_map(|repair| repair(&bytes));
    match repairs.find(|text| has_header(text)) {
        Some(text) => (text.into(), false),
        None => (bytes, is_in_place),
    }
}

/// Calls `frame` for each part that belongs to a header, in file order.
///
/// `bytes` is the result of [`transcode`]. Headers whose spaces were changed are found too ([`Plain`]).
pub fn frames<'a, H: Copy>(
    piece: &Piece<'_>,
    bytes: &'a [u8],
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
    mut frame: impl FnMut(Frame<'a, H>),
) -> Framed {
    let mut place = Place::new(piece, bytes);
    let mut is_first = true;
    let (border, is_after_last) =
        stretches(bytes, &find, |found, Range { start, end }, has_next| {
            let header = start;
            // What the site's name starts with may be apart from its rest.
            let Range { start, end } = match found.place {
                HeaderPlace::First => spaces::with_name(bytes, place.done, start..end, has_next),
                _ => start..end,
            };
            if std::mem::take(&mut is_first) && found.place == HeaderPlace::First {
                spaces::without_header(
                    piece,
                    place.position,
                    &bytes[..start],
                    false,
                    &find,
                    &mut frame,
                );
            }
            let is_last = piece.is_last && !has_next;
            let whole = place.frame(found.header, start..end, piece.encoding, is_last);
            if may_be_respaced(whole.bytes) {
                spaces::split(whole.map(Some), header - start, &find, &mut frame);
            } else {
                frame(whole);
            }
        });
    let start = text_start(bytes, border, bytes.len());
    let at = place.advance(start);
    if is_first || is_after_last {
        spaces::without_header(piece, at, &bytes[start..], true, &find, &mut frame);
    }
    let rest = (is_after_last && start < bytes.len()).then_some(at);
    place.advance(bytes.len());
    Framed { lines: place.position.line - piece.at.line, rest }
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
    fn no_byte_belongs_to_two_hands_where_two_headers_share_a_line() {
        let of_place = |bytes: &[u8], from: usize| {
            let first = find(bytes, from);
            let last = bytes.get(from..).and_then(|rest| memchr::memmem::find(rest, b"END"));
            let last = last.map(|at| Found { at: from + at, header: (), place: HeaderPlace::Last });
            first.into_iter().chain(last).min_by_key(|found| found.at)
        };
        let data = b"a\nEND 1 HAND 2\nb\nHAND 3 END 4\nc";
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data, encoding: Encoding::Utf8, at, is_last: true };
        let mut found = Vec::new();
        frames(&piece, data, of_place, |frame| {
            found.push(String::from_utf8_lossy(frame.bytes).into_owned());
        });
        assert_eq!(found, ["a\nEND 1", "HAND 2\nb", "HAND 3", "END 4"]);
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
    fn lines_that_are_not_utf8_are_read_as_cp1252() {
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
