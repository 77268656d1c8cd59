//! Walks over the lines of a hand and knows where it is.

use crate::error::{ParseError, ParseErrorKind, Position};
use crate::framing::line_end;

/// The lines of a text, one after the other, without the blanks at their ends.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    /// Number of the current line within the text, from 0.
    line: u64,
    started: bool,
    start: Position,
    byte: u64,
    next_byte: u64,
}

impl<'a> Cursor<'a> {
    /// A cursor before the first line of `text`, which stands at `start` in its file.
    pub fn new(text: &'a str, start: Position) -> Self {
        Cursor { rest: text, line: 0, started: false, start, byte: 0, next_byte: 0 }
    }

    /// Moves to the next line that is not empty.
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
            let line = self.rest[..end].trim_end();
            self.rest = &self.rest[after..];
            self.byte = self.next_byte;
            self.next_byte += after as u64;
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// Whether the current line is the last.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The current line's number within the text, from 0.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// An error at the current line.
    pub fn error(&self, kind: ParseErrorKind) -> ParseError {
        let at = Position { byte: self.start.byte + self.byte, line: self.start.line + self.line };
        ParseError::new(kind, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_empty_ones_still_count() {
        let mut cursor = Cursor::new("a \r\n\r\n b\rc", Position { byte: 10, line: 5 });
        assert_eq!(cursor.next_line(), Some("a"));
        assert_eq!(cursor.next_line(), Some(" b"));
        let at = cursor.error(ParseErrorKind::Truncated).at();
        assert_eq!(at, Position { byte: 16, line: 7 });
        assert_eq!(cursor.next_line(), Some("c"));
        assert_eq!(cursor.next_line(), None);
    }
}
