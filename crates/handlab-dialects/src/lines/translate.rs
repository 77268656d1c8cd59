//! Sites whose lines have another form but the same meaning: each line is rewritten into the common form, and the
//! engine reads that.
//!
//! A [`Translator`] keeps what a line needs from earlier ones, such as the cards of a seat. Errors name the line of the
//! original text, and quote it.

use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;

use super::Grammar;

/// Rewrites the lines of one hand, whose text it may keep parts of.
pub(crate) trait Translator<'a> {
    /// Appends to `out` what the line says in the common form: one line, several or none, each with its line end. The line
    /// has no spaces at its end.
    fn line(&mut self, line: &'a str, out: &mut String);

    /// Appends what follows from the lines together, such as a summary that the site does not print.
    fn end(&mut self, _out: &mut String) {}
}

/// Reads a hand from its translation, which is written to `scratch`; returns the translator.
pub(crate) fn read_translated<'a, T: Translator<'a>>(
    grammar: &'static Grammar,
    span: Span<'a>,
    hand: &mut Hand,
    scratch: &mut String,
    new: impl Fn(&'a str) -> T,
) -> Result<T, ParseError> {
    let mut translator = new(span.text);
    let mut cursor = Cursor::new(span.text, span.at);
    while let Some(line) = cursor.next_line() {
        translator.line(line, scratch);
    }
    translator.end(scratch);
    match super::read(grammar, Span { text: scratch, ..span }, hand) {
        Ok(()) => Ok(translator),
        Err(error) => {
            let line_no = error.at().line.saturating_sub(span.at.line);
            Err(locate(&error, span, line_no, new(span.text)))
        }
    }
}

/// The error at the line of the original text that became line `line_no` of the translation.
fn locate<'a>(
    error: &ParseError,
    span: Span<'a>,
    line_no: u64,
    mut translator: impl Translator<'a>,
) -> ParseError {
    let mut cursor = Cursor::new(span.text, span.at);
    let (mut out, mut lines) = (String::new(), 0);
    while let Some(line) = cursor.next_line() {
        out.clear();
        translator.line(line, &mut out);
        lines += memchr::memchr_iter(b'\n', out.as_bytes()).count() as u64;
        if lines > line_no {
            return cursor.error(quoting(error.kind(), line));
        }
    }
    cursor.error(error.kind().clone())
}

/// The same kind of error with the original line.
fn quoting(kind: &ParseErrorKind, line: &str) -> ParseErrorKind {
    let line = line.to_owned();
    match kind {
        ParseErrorKind::Header(_) => ParseErrorKind::Header(line),
        ParseErrorKind::UnknownGame(_) => ParseErrorKind::UnknownGame(line),
        ParseErrorKind::UnknownLine(_) => ParseErrorKind::UnknownLine(line),
        ParseErrorKind::UnknownPlayer(_) => ParseErrorKind::UnknownPlayer(line),
        ParseErrorKind::Amount(_) => ParseErrorKind::Amount(line),
        ParseErrorKind::Cards(_) => ParseErrorKind::Cards(line),
        ParseErrorKind::Seats(_) => ParseErrorKind::Seats(line),
        other => other.clone(),
    }
}
