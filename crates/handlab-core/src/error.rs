//! Why a hand could not be read, and where.

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
    /// No dialect knows the text.
    UnknownDialect,
    /// The hand breaks off before its summary.
    Truncated,
    /// The first line is not as the dialect writes it.
    Header(String),
    /// A game that handlab does not know.
    UnknownGame(String),
    /// A line that the dialect does not know.
    UnknownLine(String),
    /// Somebody acts who has no seat.
    UnknownPlayer(String),
    /// An amount that cannot be read, or is too large.
    Amount(String),
    /// A card that cannot be read, or too many cards.
    Cards(String),
    /// Two seats with one number or one name, or more seats than a table has.
    Seats(String),
}

impl ParseError {
    pub fn new(kind: ParseErrorKind, at: Position) -> Self {
        ParseError { kind, at }
    }

    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// Where in the file the fault stands.
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
        match &self.kind {
            ParseErrorKind::UnknownDialect => f.write_str("no dialect knows this text"),
            ParseErrorKind::Truncated => f.write_str("the hand breaks off before its summary"),
            ParseErrorKind::Header(text) => write!(f, "cannot read the header `{text}`"),
            ParseErrorKind::UnknownGame(text) => write!(f, "unknown game `{text}`"),
            ParseErrorKind::UnknownLine(text) => write!(f, "cannot read `{text}`"),
            ParseErrorKind::UnknownPlayer(text) => write!(f, "no seat has the player of `{text}`"),
            ParseErrorKind::Amount(text) => write!(f, "cannot read the amount in `{text}`"),
            ParseErrorKind::Cards(text) => write!(f, "cannot read the cards in `{text}`"),
            ParseErrorKind::Seats(text) => {
                write!(f, "the seats contradict one another at `{text}`")
            }
        }
    }
}

impl std::error::Error for ParseError {}
