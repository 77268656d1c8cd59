//! Where lines start and end.

use std::borrow::Cow;

use super::tags::without_trailing_tag;

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

/// The end of the first line and the start of the next; `None` if the line runs to the end.
///
/// `\n`, `\r\n` and a lone `\r` each end a line.
#[inline]
pub fn line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    if let Some(found) = near_line_end(bytes) {
        return Some(found);
    }
    memchr::memchr2(b'\n', b'\r', bytes).map(|end| (end, after_end(bytes, end)))
}

/// As [`line_end`], if the line is short: looking at eight bytes at a time takes a half of preparing a wider search.
#[inline]
pub(crate) fn near_line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    /// Nearly all lines are shorter.
    const NEAR: usize = 128;
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const TOPS: u64 = u64::from_le_bytes([0x80; 8]);
    let near = &bytes[..bytes.len().min(NEAR)];
    for (number, word) in near.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The top bit of the first byte below 14 is set, and of none before it but those of letters beyond ASCII.
        let controls = word.wrapping_sub(ONES * 14) & TOPS;
        if controls != 0 && controls & !word != 0 {
            let end = number * 8 + (controls & !word).trailing_zeros() as usize / 8;
            let is_end = matches!(near[end], b'\n' | b'\r');
            return is_end.then(|| (end, after_end(bytes, end)));
        }
    }
    None
}

/// Where the line after the end at `end` starts.
#[inline]
fn after_end(bytes: &[u8], end: usize) -> usize {
    let is_pair = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
    end + 1 + usize::from(is_pair)
}

/// The first line of a text, at most `longest` bytes of it: a character may be cut in two there.
pub fn first_line(head: &[u8], longest: usize) -> Cow<'_, str> {
    let head = &head[..head.len().min(longest)];
    let end = memchr::memchr2(b'\n', b'\r', head).unwrap_or(head.len());
    let line = &head[..end];
    // The check alone is faster than `from_utf8_lossy`, which also finds the parts between errors.
    std::str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}

/// Where the line after the one at `at` starts.
pub(super) fn after_line(bytes: &[u8], at: usize) -> usize {
    line_end(&bytes[at..]).map_or(bytes.len(), |(_, after)| at + after)
}

/// The first byte at or after `from` that is not white space, at most `to`.
pub(super) fn text_start(bytes: &[u8], from: usize, to: usize) -> usize {
    to - bytes[from..to].trim_ascii_start().len()
}

/// Trims spaces, zero bytes, byte-order marks and DOS's end-of-file mark (Ctrl-Z) from the end.
fn trim_end_of_line(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [front @ .., b' ' | b'\t' | 0 | 0x1A] | [front @ .., 0xEF, 0xBB, 0xBF] => front,
            _ => return rest,
        };
    }
}

/// Without what follows the last line of a hand: blank space, marks and tags.
pub(super) fn trim_end(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        let trimmed = trim_end_of_line(rest.trim_ascii_end());
        let trimmed = without_trailing_tag(trimmed).unwrap_or(trimmed);
        if trimmed.len() == rest.len() {
            return rest;
        }
        rest = trimmed;
    }
}

/// Counts line ends of every kind, so that the parts of a file add up to the whole; `archive/pieces.py` counts the same
/// way.
pub(super) fn count_lines(bytes: &[u8]) -> u64 {
    let newlines = memchr::memchr_iter(b'\n', bytes).count();
    let is_alone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    (newlines + memchr::memchr_iter(b'\r', bytes).filter(is_alone).count()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_tab_nor_a_letter_beyond_ascii_nor_a_long_line_hides_its_end() {
        assert_eq!(line_end("a\tb\u{e9}\u{20ac}cdefg\r\nhijklmnop".as_bytes()), Some((13, 15)));
        assert_eq!(line_end(format!("{}\n", "x".repeat(1000)).as_bytes()), Some((1000, 1001)));
        assert_eq!(line_end("\u{e9}".repeat(100).as_bytes()), None);
    }
}
