//! Where the last hand of a buffer starts: there a file is cut into pieces.

use super::headers::{Found, header_after};
use super::lines::{after_line, line_end};
use super::place::Place;
use super::spaces::{place_in_plain, start_of_line};
use super::{MAX_EARLIER, Piece, transcode};

/// Where the last header of a piece is searched for first: this many bytes from its end.
const TAIL: usize = 1 << 16;

/// Where the last hand of a buffer starts, as a byte of the file, and the number of lines before it.
///
/// `None` if there is no header: then the buffer must grow before it can be cut.
pub fn cut<H: Copy>(
    piece: &Piece<'_>,
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
) -> Option<(u64, u64)> {
    let bytes = transcode(piece);
    let plain = last_border(&bytes, &find);
    let from = plain.unwrap_or_default();
    // Behind it, too, there may be headers whose spaces were changed. On its line it is the same header, without the words
    // before it.
    let changed = place_in_plain(&bytes[from..], &find, |text| last_border(text, &find));
    let is_other = |at: &usize| plain.is_none() || line_end(&bytes[from..from + at]).is_some();
    let changed = changed.filter(is_other);
    let last = changed.map(|at| from + at).or(plain)?;
    let mut place = Place::new(piece, &bytes);
    let at = place.advance(last);
    Some((at.byte - piece.at.byte, at.line - piece.at.line))
}

/// Where the last hand of a text begins. Its end is searched first.
fn last_border<H: Copy>(
    bytes: &[u8],
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
) -> Option<usize> {
    let mut window = TAIL;
    loop {
        // From the start of a line, since no needle contains a line end: this finds what a search from the start would.
        let start = after_line(bytes, bytes.len().saturating_sub(window));
        let start = if window < bytes.len() { start } else { 0 };
        let last = last_border_from(bytes, start, &find);
        // This close to the start, a header may look different without what precedes it.
        if start == 0 || last.is_some_and(|last| last >= start + MAX_EARLIER) {
            return last;
        }
        window *= 4;
    }
}

/// Where the last hand that starts at or after `from` begins.
fn last_border_from<H: Copy>(
    bytes: &[u8],
    from: usize,
    find: impl Fn(&[u8], usize) -> Option<Found<H>>,
) -> Option<usize> {
    let mut last = None;
    let mut next = find(bytes, from);
    while let Some(found) = next {
        last = if found.has_border(bytes) {
            Some(start_of_line(bytes, from, found.border(bytes)))
        } else {
            last
        };
        next = header_after(bytes, &found, &find);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Position;
    use crate::framing::{Encoding, HeaderPlace};

    fn find(bytes: &[u8], from: usize) -> Option<Found<()>> {
        let at = from + memchr::memmem::find(bytes.get(from..)?, b"HAND")?;
        Some(Found { at, header: (), place: HeaderPlace::First })
    }

    #[test]
    fn a_header_after_words_with_tabs_is_cut_where_the_hand_before_it_ends() {
        let data = b"HAND 1\n\tSeat 5\tHAND 2\nx\n";
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data, encoding: Encoding::Utf8, at, is_last: false };
        assert_eq!(cut(&piece, find), Some((7, 1)));
    }

    #[test]
    fn a_cut_is_at_the_last_header_however_far_from_the_end_it_is() {
        let at = Position { byte: 0, line: 1 };
        for after in [10, TAIL - 30, TAIL - 10, TAIL, 3 * TAIL, 5 * TAIL] {
            for line in ["y\n", "y\r\n", "y\r", "y"] {
                let mut data = b"HAND 1\nx\nHAND 2\n".to_vec();
                while data.len() < 17 + after {
                    data.extend_from_slice(line.as_bytes());
                }
                let piece = Piece { data: &data, encoding: Encoding::Utf8, at, is_last: false };
                assert_eq!(cut(&piece, find), Some((9, 2)), "{after} bytes in lines of {line:?}");
            }
        }
    }
}
