//! Spaces and signs of money that copying has changed: a page or a spreadsheet makes some spaces no-break spaces or
//! tabs, and a text that is encoded twice has `â‚¬` for `€`.
//!
//! Hands are found in a copy with plain spaces, and read from one. Names that have such a space each time they occur
//! keep it.

use std::ops::Range;

use memchr::{memchr_iter, memchr3, memchr3_iter, memmem, memrchr2};

use super::headers::{Found, stretches};
use super::place::Place;
use super::{Frame, Piece};
use crate::error::Position;

/// In the text before the first header, only this much is searched for others before all of it is copied.
const HEAD: usize = 1 << 20;

/// The search for a header.
type Find<'f, H> = dyn Fn(&[u8], usize) -> Option<Found<H>> + 'f;

/// A text with plain spaces and signs, and where it differs from the one that it was made of.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    bytes: Vec<u8>,
    /// Where each replacement ends, here and in the other text.
    ends: Vec<(usize, usize)>,
    /// Spaces between words that were changed, and whether they are fewer than the others.
    changed: usize,
    are_few: bool,
}

/// Whether a text has a byte of what [`Plain`] replaces; nearly all texts have none.
#[inline]
pub fn may_be_respaced(text: &[u8]) -> bool {
    memchr3(b'\t', 0xC2, 0xA0, text).is_some()
}

impl Plain {
    /// Makes this the plain form of a text; false if it has none but itself.
    fn fill(&mut self, text: &[u8]) -> bool {
        self.bytes.clear();
        self.ends.clear();
        let (mut done, mut changed) = (0, 0);
        let is_changed = has_changed_spaces(text);
        for hit in memchr3_iter(b'\t', 0xC2, 0xA0, text) {
            if let Some((start, end, by)) = replacement(text, hit, is_changed)
                && start >= done
            {
                self.bytes.extend_from_slice(&text[done..start]);
                let mut buffer = [0; 4];
                self.bytes.extend_from_slice(by.encode_utf8(&mut buffer).as_bytes());
                self.ends.push((self.bytes.len(), end));
                done = end;
                // Not an indentation.
                changed += usize::from(text[..start].last().is_some_and(|byte| *byte > b' '));
            }
        }
        self.bytes.extend_from_slice(&text[done..]);
        self.changed = changed;
        self.are_few = changed < memchr_iter(b' ', text).count();
        done > 0
    }

    fn of(text: &[u8]) -> Option<Self> {
        let mut plain = Self::default();
        plain.fill(text).then_some(plain)
    }

    /// The plain form of a text that has a header in it, near its start.
    fn with_header<H>(text: &[u8], find: &Find<'_, H>) -> Option<Self> {
        let head = Self::of(&text[..text.len().min(HEAD)])?;
        find(&head.bytes, 0)?;
        if text.len() > HEAD { Self::of(text) } else { Some(head) }
    }

    /// Makes this the plain form of a text, and returns it; `None` if the text is plain.
    pub fn text_of(&mut self, text: &str) -> Option<&str> {
        if self.fill(text.as_bytes()) { std::str::from_utf8(&self.bytes).ok() } else { None }
    }

    /// The place in the other text.
    fn place_of(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|(end, _)| *end <= at);
        let (here, there) = before.checked_sub(1).map_or((0, 0), |last| self.ends[last]);
        there + at - here
    }

    /// How `text`, of which this is the plain form, spells a name with no-break spaces: `None` if it has none, or not
    /// always the same ones, or if other spaces were changed and most of them.
    pub fn spelling_of<'t>(&self, name: &str, text: &'t str) -> Option<&'t str> {
        let mut spelling: Option<&str> = None;
        let mut count = 0;
        for at in memmem::find_iter(&self.bytes, name.as_bytes()) {
            let found = text.get(self.place_of(at)..self.place_of(at + name.len()))?;
            let has_spaces = found.len() > name.len() && found.replace('\u{a0}', " ") == name;
            if !has_spaces || spelling.is_some_and(|other| other != found) {
                return None;
            }
            count += found.len() - name.len();
            spelling = Some(found);
        }
        // A text without other spaces may be JSON.
        spelling.filter(|_| self.are_few || count == self.changed)
    }
}

/// What remains of a no-break space that is encoded twice, before one.
const GARBLED_SPACE: &[u8] = "Â".as_bytes();

/// Whether a no-break space stands where no site prints one, neither beside a number nor before a mark.
fn has_changed_spaces(text: &[u8]) -> bool {
    memmem::find_iter(text, "\u{a0}").any(|at| {
        let is_of_number = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let before = text[..at].strip_suffix(GARBLED_SPACE).unwrap_or(&text[..at]).last();
        let after = text.get(at + 2);
        !is_of_number(before) && !is_of_number(after) && !matches!(after, Some(b':' | b','))
    })
}

/// What stands for something else around a byte, and what it stands for.
fn replacement(text: &[u8], hit: usize, is_changed: bool) -> Option<(usize, usize, char)> {
    let (before, rest) = text.split_at(hit);
    // A sign of two or three bytes after another encoding: all but its last byte come before the hit.
    let garbled = |front: &str, sign: char| {
        let start = before.strip_suffix(front.as_bytes())?.len();
        is_beside_a_digit(&text[..start], &text[hit + 2..]).then_some((start, hit + 2, sign))
    };
    match *rest {
        [b'\t', ..] => Some((hit, hit + 1, ' ')),
        // In cp1252. In UTF-8 it follows a byte that is not ASCII.
        [0xA0, ..] => before.last().is_none_or(u8::is_ascii).then_some((hit, hit + 1, ' ')),
        // The end of a name: a changed space does not stand there.
        [0xC2, 0xA0, b',', ..] => None,
        [0xC2, last @ 0xA0..=0xBF, ..] => garbled("â‚", char::from_u32(0x2000 + u32::from(last))?)
            .or_else(|| match last {
                0xA0 => {
                    let (start, end, _) = garbled("Â", ' ').unwrap_or((hit, hit + 2, ' '));
                    let is_group = !is_changed && is_between_groups(&text[..start], &text[end..]);
                    match (start < hit, is_group) {
                        (true, true) => Some((start, end, '\u{a0}')),
                        (_, is_group) => (!is_group).then_some((start, end, ' ')),
                    }
                }
                0xA3 => garbled("Â", '£'),
                0xA5 => garbled("Â", '¥'),
                0xAF => garbled("â€", '\u{202f}'),
                0xBD => garbled("ï¿", '\u{fffd}'),
                _ => None,
            }),
        _ => None,
    }
}

/// Whether a number ends or starts here, next to the sign or after one space.
fn is_beside_a_digit(before: &[u8], after: &[u8]) -> bool {
    const SPACES: [&[u8]; 3] = [b" ", "Â\u{a0}".as_bytes(), "\u{a0}".as_bytes()];
    let front = SPACES.iter().find_map(|space| before.strip_suffix(*space)).unwrap_or(before);
    let back = SPACES.iter().find_map(|space| after.strip_prefix(*space)).unwrap_or(after);
    front.last().is_some_and(u8::is_ascii_digit)
        || matches!(back, [b'0'..=b'9', ..] | [b'.' | b',' | b'-', b'0'..=b'9', ..])
}

/// Whether a space separates thousands: `5 253,30`.
fn is_between_groups(before: &[u8], after: &[u8]) -> bool {
    let digits = |byte: &&u8| byte.is_ascii_digit();
    let front = before.iter().rev().take(4).take_while(digits).count();
    (1..=3).contains(&front) && after.iter().take(4).take_while(digits).count() == 3
}

/// Whether a text has a header in its plain form.
pub(super) fn has_plain_header(text: &[u8], has_header: impl Fn(&[u8]) -> bool) -> bool {
    Plain::of(text).is_some_and(|plain| has_header(&plain.bytes))
}

impl<'a, H> Frame<'a, H> {
    pub(super) fn map<G>(self, header: impl FnOnce(H) -> G) -> Frame<'a, G> {
        let Frame { header: of, bytes, at, length, encoding, is_last, is_terminated } = self;
        Frame { header: header(of), bytes, at, length, encoding, is_last, is_terminated }
    }
}

/// Where the line of a header at `at` starts if its first words are joined by spaces to replace: `at` itself if none are,
/// or if the line starts before `from`, unless that is the start of the text.
pub(super) fn start_of_line(bytes: &[u8], from: usize, at: usize) -> usize {
    /// No name of a site is longer, with quotation marks before it.
    const LONGEST: usize = 100;
    let near = from.max(at.saturating_sub(LONGEST));
    let front = bytes.get(near..at).unwrap_or_default();
    let start = match memrchr2(b'\n', b'\r', front) {
        Some(end) => near + end + 1,
        None if near == 0 => 0,
        None => return at,
    };
    let words = &bytes[start..at];
    let is_of_words = |byte: &u8| byte.is_ascii_alphanumeric() || b" \t\xC2\xA0".contains(byte);
    let is_name = words.iter().any(u8::is_ascii_alphabetic) && words.iter().all(is_of_words);
    if is_name && may_be_respaced(words) { start } else { at }
}

/// The bytes of a hand from the start of its header's line to that of the next: see [`start_of_line`].
pub(super) fn with_name(
    bytes: &[u8],
    done: usize,
    Range { start, end }: Range<usize>,
    has_next: bool,
) -> Range<usize> {
    let end = if has_next { start_of_line(bytes, start + 1, end) } else { end };
    start_of_line(bytes, done, start)..end
}

/// Calls `frame` for each hand in a text without headers, but for those whose spaces were changed.
pub(super) fn without_header<'a, H: Copy>(
    piece: &Piece<'_>,
    at: Position,
    bytes: &'a [u8],
    is_end: bool,
    find: &Find<'_, H>,
    frame: &mut dyn FnMut(Frame<'a, H>),
) {
    if may_be_respaced(bytes) {
        let (header, encoding, length) = (None, piece.encoding, 0);
        let is_last = piece.is_last && is_end;
        let whole = Frame { header, bytes, at, length, encoding, is_last, is_terminated: false };
        split(whole, 0, find, frame);
    }
}

/// The place in a text of what `find_place` finds in its plain form; `None` if it has none but itself.
pub(super) fn place_in_plain<H: Copy>(
    bytes: &[u8],
    find: &Find<'_, H>,
    find_place: impl FnOnce(&[u8]) -> Option<usize>,
) -> Option<usize> {
    if !may_be_respaced(bytes) {
        return None;
    }
    let plain = Plain::with_header(bytes, find)?;
    Some(plain.place_of(find_place(&plain.bytes)?))
}

/// Calls `each` for the frames in a text that has spaces to replace: `frame` itself, whose header is `lead` bytes after
/// the start of its bytes, or the parts that it has in plain form. Without a header it is what lies between frames.
#[cold]
pub(super) fn split<'a, H: Copy>(
    frame: Frame<'a, Option<H>>,
    lead: usize,
    find: &Find<'_, H>,
    each: &mut dyn FnMut(Frame<'a, H>),
) {
    let mut parts: Vec<(H, usize, usize)> = Vec::new();
    let plain = match frame.header {
        Some(_) => Plain::of(frame.bytes),
        None => Plain::with_header(frame.bytes, find),
    };
    if let Some(plain) = plain {
        stretches(&plain.bytes, find, |found, range, _| {
            let (start, end) = (plain.place_of(range.start), plain.place_of(range.end));
            parts.push((found.header, start, end));
        });
    }
    if let Some(header) = frame.header {
        let first = parts.first().map_or(frame.bytes.len(), |(_, start, _)| *start);
        if first > lead {
            parts.insert(0, (header, lead, first));
        }
    }
    let piece = Piece { data: b"", encoding: frame.encoding, at: frame.at, is_last: false };
    let mut place = Place::new(&piece, frame.bytes);
    let count = parts.len();
    for (number, (header, start, end)) in parts.into_iter().enumerate() {
        let is_end = number + 1 == count;
        let mut part = place.frame(header, start..end, frame.encoding, frame.is_last && is_end);
        part.is_terminated |= is_end && frame.is_terminated;
        each(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        Plain::default().text_of(text).unwrap_or(text).to_owned()
    }

    #[test]
    fn spaces_are_plain_except_those_that_a_site_prints_in_numbers() {
        for (text, wanted) in [
            ("Ann\u{a0}calls\t$5", "Ann calls $5"),
            ("Ann: calls 5\u{a0}250,50\u{a0}€", "Ann: calls 5\u{a0}250,50 €"),
            ("Ann:\u{a0}raises 400\u{a0}500", "Ann: raises 400 500"),
            ("à la carte", "à la carte"),
            ("Vega\u{a0}East\u{a0}, 7", "Vega East\u{a0}, 7"),
            ("£5", "£5"),
        ] {
            assert_eq!(plain(text), wanted);
        }
        let mut found = Plain::default();
        assert!(found.fill(b"caf\xE9 x\xA0y"));
        assert_eq!(found.bytes, b"caf\xE9 x y");
    }

    #[test]
    fn signs_that_were_encoded_twice_are_restored_beside_a_digit() {
        for (text, wanted) in [
            ("calls â‚¬0.50 of 5,00 â‚¬", "calls €0.50 of 5,00 €"),
            ("Â£5 / Â¥5 / â‚®5 / ï¿½5", "£5 / ¥5 / ₮5 / \u{fffd}5"),
            ("5Â\u{a0}250 and 3Â\u{a0}€", "5\u{a0}250 and 3 €"),
            ("5â€¯250", "5\u{202f}250"),
            ("â‚¬uro Ã© Â£ x", "â‚¬uro Ã© Â£ x"),
        ] {
            assert_eq!(plain(text), wanted);
        }
    }

    #[test]
    fn a_name_keeps_the_space_that_it_always_has() {
        let mut plain = Plain::default();
        for (text, wanted) in [
            ("Al\u{a0}Bo: calls; Al\u{a0}Bo wins 5 of 6", Some("Al\u{a0}Bo")),
            ("Al\u{a0}Bo: calls; Al Bo wins 5 of 6", None),
            ("Al\u{a0}Bo:\u{a0}calls", None),
            ("Al\tBo: calls 5 of 6", None),
            ("x\u{a0}y z Al Bo", None),
        ] {
            plain.fill(text.as_bytes());
            assert_eq!(plain.spelling_of("Al Bo", text), wanted, "{text}");
        }
    }
}
