//! Walks over the lines of a hand or a summary, keeping track of the position.
//!
//! Archives and mails indent hands, or quote them with `> `: the prefix of the line after the header is removed from
//! every line.

use crate::error::{ParseError, ParseErrorKind, Position};
use crate::framing::{line_end, near_line_end};

/// The lines of a text, without quote prefixes and trailing spaces.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    start: Position,
    /// Where the current line starts in the text, and where the next one does.
    byte: usize,
    next: usize,
    /// The number of lines that start before the next one.
    lines: u64,
    /// The prefix of every line but the first.
    quote: &'a str,
}

/// Characters that a quoted or indented line may start with.
const QUOTES: [char; 5] = ['>', '|', ' ', '\t', '\u{a0}'];

impl<'a> Cursor<'a> {
    /// A cursor before the first line of `text`, which is at `start` in its file.
    pub fn new(text: &'a str, start: Position) -> Self {
        Cursor { text, start, byte: 0, next: 0, lines: 0, quote: quote_of(text) }
    }

    /// Moves to the next line that is not empty.
    #[inline]
    pub fn next_line(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if let Some((end, after)) = near_line_end(rest.as_bytes())
            && self.quote.is_empty()
        {
            let line = match &rest.as_bytes()[..end] {
                // Nearly all lines, whose letters need not be decoded.
                [b'!'..=b'~', .., b'!'..=b'~'] => &rest[..end],
                [b'!'..=b'~', .., b'!'..=b'~', b' '] => &rest[..end - 1],
                _ => return self.next_odd_line(),
            };
            self.advance(after);
            return Some(line);
        }
        self.next_odd_line()
    }

    #[inline(never)]
    fn next_odd_line(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return None;
            }
            let (end, after) = line_end(rest.as_bytes()).unwrap_or((rest.len(), rest.len()));
            self.advance(after);
            let line = unquoted(rest[..end].trim_end(), self.quote);
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// Moves to the next line if it is empty and ends with a newline.
    #[inline]
    pub fn next_empty_line(&mut self) {
        if self.rest().starts_with('\n') {
            self.advance(1);
        }
    }

    /// Makes the next line the current one; with its end it has `length` bytes.
    #[inline]
    fn advance(&mut self, length: usize) {
        (self.byte, self.next, self.lines) = (self.next, self.next + length, self.lines + 1);
    }

    #[inline]
    fn rest(&self) -> &'a str {
        self.text.get(self.next..).unwrap_or_default()
    }

    /// The byte offset in the text at which the next line starts.
    #[inline]
    pub fn next_byte(&self) -> u64 {
        self.next as u64
    }

    /// Whether the current line is the last.
    pub fn is_at_end(&self) -> bool {
        self.next == self.text.len()
    }

    /// The current line's index in the text.
    pub fn line(&self) -> u64 {
        self.lines.saturating_sub(1)
    }

    /// The current line's place in the file.
    pub fn at(&self) -> Position {
        let byte = self.start.byte + self.byte as u64;
        Position { byte, line: self.start.line + self.line() }
    }

    /// An error at the current line.
    #[cold]
    pub fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::new(kind, self.at())
    }
}

/// The prefix of the first non-empty line after the header.
pub fn quote_of(text: &str) -> &str {
    let mut rest = line_end(text.as_bytes()).map_or("", |(_, after)| &text[after..]);
    // Nearly all lines start with a letter.
    if rest.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric) {
        return "";
    }
    while !rest.is_empty() {
        let (end, after) = line_end(rest.as_bytes()).unwrap_or((rest.len(), rest.len()));
        let line = &rest[..end];
        let bare = line.trim_start_matches(QUOTES);
        if !bare.is_empty() {
            return &line[..line.len() - bare.len()];
        }
        rest = &rest[after..];
    }
    ""
}

/// A line without its text's prefix and leading spaces.
#[inline]
pub fn unquoted<'a>(line: &'a str, quote: &str) -> &'a str {
    if quote.is_empty() && line.as_bytes().first().is_none_or(u8::is_ascii_graphic) {
        return line;
    }
    let line = match line.strip_prefix(quote) {
        Some(rest) => rest,
        // An empty quoted line has lost the spaces at its end.
        None => line.trim_start_matches(QUOTES),
    };
    line.trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_indentation_are_removed() {
        for quote in ["> ", ">", "    ", "\t", "> > ", "| "] {
            let text = format!("a\n{quote}\n{quote}b\n{quote}>c: d\n{quote}  e\n");
            let mut cursor = Cursor::new(&text, Position { byte: 0, line: 1 });
            for wanted in ["a", "b", ">c: d", "e"] {
                assert_eq!(cursor.next_line(), Some(wanted), "{quote:?}");
            }
        }
        let mut cursor = Cursor::new("a\nb\n> c: d", Position { byte: 0, line: 1 });
        assert_eq!((cursor.next_line(), cursor.next_line()), (Some("a"), Some("b")));
        assert_eq!(cursor.next_line(), Some("> c: d"), "a name may start so");
    }

    #[test]
    fn lines_are_trimmed_and_empty_ones_still_count() {
        let mut cursor = Cursor::new("a \r\n\r\n b\rc", Position { byte: 10, line: 5 });
        assert_eq!(cursor.next_line(), Some("a"));
        assert_eq!(cursor.next_line(), Some("b"));
        let at = cursor.error(ParseErrorKind::Truncated).at();
        assert_eq!(at, Position { byte: 16, line: 7 });
        assert_eq!(cursor.next_line(), Some("c"));
        assert_eq!(cursor.next_line(), None);
    }
}
