//! Walks over the lines of a hand or a summary, keeping track of the position.
//!
//! Archives and mails indent hands, or quote them with `> `: the prefix of the line after the header is removed from
//! every line.

use crate::error::{ParseError, ParseErrorKind, Position};
use crate::framing::line_end;

/// The lines of a text, without quote prefixes and trailing spaces.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    /// Index of the current line in the text.
    line: u64,
    started: bool,
    start: Position,
    byte: u64,
    next_byte: u64,
    /// The prefix of every line but the first.
    quote: &'a str,
}

/// Characters that a quoted or indented line may start with.
const QUOTES: [char; 5] = ['>', '|', ' ', '\t', '\u{a0}'];

impl<'a> Cursor<'a> {
    /// A cursor before the first line of `text`, which is at `start` in its file.
    pub fn new(text: &'a str, start: Position) -> Self {
        let quote = quote_of(text);
        Cursor { rest: text, line: 0, started: false, start, byte: 0, next_byte: 0, quote }
    }

    /// Moves to the next line that is not empty.
    #[inline]
    pub fn next_line(&mut self) -> Option<&'a str> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if self.started {
                self.line += 1;
            }
            self.started = true;
            let (end, after) =
                line_end(self.rest.as_bytes()).unwrap_or((self.rest.len(), self.rest.len()));
            let line = unquoted(trim_end(&self.rest[..end]), self.quote);
            self.rest = &self.rest[after..];
            self.byte = self.next_byte;
            self.next_byte += after as u64;
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// Moves to the next line if it is empty and ends with a newline.
    #[inline]
    pub fn next_empty_line(&mut self) {
        if let Some(rest) = self.rest.strip_prefix('\n') {
            self.line += u64::from(self.started);
            self.started = true;
            (self.rest, self.byte) = (rest, self.next_byte);
            self.next_byte += 1;
        }
    }

    /// The byte offset in the text at which the next line starts.
    #[inline]
    pub fn next_byte(&self) -> u64 {
        self.next_byte
    }

    /// Whether the current line is the last.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The current line's index in the text.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The current line's place in the file.
    pub fn at(&self) -> Position {
        Position { byte: self.start.byte + self.byte, line: self.start.line + self.line }
    }

    /// An error at the current line.
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

/// Like [`str::trim_end`], without decoding characters where a line ends with at most one space.
#[inline]
fn trim_end(line: &str) -> &str {
    match line.as_bytes() {
        [.., b'!'..=b'~'] => line,
        [.., b'!'..=b'~', b' '] => &line[..line.len() - 1],
        _ => line.trim_end(),
    }
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
