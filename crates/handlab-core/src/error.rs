//! Why a hand could not be read, and where.

use std::borrow::Cow;
use std::fmt;

/// A place in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Byte, counted from 0.
    pub byte: u64,
    /// Line, counted from 1.
    pub line: u64,
}

/// Why a hand could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    at: Position,
}

/// What was wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// No dialect recognises the text.
    UnknownDialect,
    /// The hand breaks off before its summary.
    Truncated,
    /// The first line differs from what the dialect writes.
    Header(String),
    /// A game that handlab does not support.
    UnknownGame(String),
    /// A line that the dialect does not recognise.
    UnknownLine(String),
    /// An action by a player who has no seat.
    UnknownPlayer(String),
    /// An amount that cannot be read, or is too large.
    Amount(String),
    /// A card that cannot be read, or too many cards.
    Cards(String),
    /// Two seats with the same number or name, or more seats than a table has.
    Seats(String),
}

impl ParseError {
    pub fn new(kind: ParseErrorKind, at: Position) -> Self {
        ParseError { kind, at }
    }

    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// The place of the error in the file.
    pub fn at(&self) -> Position {
        self.at
    }

    /// A stable short name, for counting.
    pub fn code(&self) -> &'static str {
        match self.kind {
            ParseErrorKind::UnknownDialect => "unknown_dialect",
            ParseErrorKind::Truncated => "truncated",
            ParseErrorKind::Header(_) => "header",
            ParseErrorKind::UnknownGame(_) => "unknown_game",
            ParseErrorKind::UnknownLine(_) => "unknown_line",
            ParseErrorKind::UnknownPlayer(_) => "unknown_player",
            ParseErrorKind::Amount(_) => "amount",
            ParseErrorKind::Cards(_) => "cards",
            ParseErrorKind::Seats(_) => "seats",
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { byte, line } = self.at;
        write!(f, "line {line} (byte {byte}): ")?;
        let (wanted, text) = match &self.kind {
            ParseErrorKind::UnknownDialect => {
                return f.write_str("no dialect recognises this text");
            }
            ParseErrorKind::Truncated => {
                return f.write_str("the hand breaks off before its summary");
            }
            ParseErrorKind::Header(text) => {
                ("expected a header with number, game, stakes and time", text)
            }
            ParseErrorKind::UnknownGame(text) => ("expected a game that handlab can audit", text),
            ParseErrorKind::UnknownLine(text) => {
                ("expected a street, an action or a payment that handlab can read", text)
            }
            ParseErrorKind::UnknownPlayer(text) => ("expected a player who has a seat", text),
            ParseErrorKind::Amount(text) => ("expected one amount that fits the stakes", text),
            ParseErrorKind::Cards(text) => ("expected cards such as [Ah Kd]", text),
            ParseErrorKind::Seats(text) => {
                ("expected seats with different numbers and names, 23 at most", text)
            }
        };
        write!(f, "{wanted}, got `{}`", shown(text))
    }
}

/// At most this many bytes of a line are shown: a line may be endless.
const MAX_SHOWN: usize = 400;

/// The line as shown in a message.
fn shown(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_SHOWN {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(MAX_SHOWN);
    Cow::Owned(format!("{}... ({} bytes)", &text[..end], text.len()))
}

impl std::error::Error for ParseError {}
