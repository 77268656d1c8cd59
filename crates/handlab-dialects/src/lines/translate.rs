//! Sites whose lines have another form but the same meaning: each line is rewritten into the common form, and the
//! engine reads that.
//!
//! A [`Translator`] keeps what a line needs from earlier ones, such as the cards of a seat. Errors name the line of the
//! original text, and quote it.

use std::fmt;

use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;

use super::Grammar;
use super::acts::Acts;

/// The limit on a translation's length, as a multiple of its text's. Some lines repeat earlier content, such as a seat's
/// cards: a text that does so endlessly would fill the memory.
const MOST_GROWTH: usize = 8;

/// Rewrites the lines of one hand; it may keep parts of the text.
pub(crate) trait Translator<'a> {
    /// Appends what the first line says, by default like any other.
    fn header(&mut self, line: &'a str, out: &mut String) -> fmt::Result {
        self.line(line, out)
    }

    /// Appends to `out` what the line says in the common form: one line, several or none, each with its line end. The line
    /// has no spaces at its end.
    fn line(&mut self, line: &'a str, out: &mut String) -> fmt::Result;

    /// The acts in the lines, in place of their text; an empty line stands for each.
    fn acts(&self) -> &Acts<'a> {
        const { &Acts::NONE }
    }

    /// Appends what follows from the lines together, such as a summary that the site does not print.
    fn end(&mut self, _out: &mut String) -> fmt::Result {
        Ok(())
    }
}

/// How a line is written: the first one as a header.
type Write<'a, T> = fn(&mut T, &'a str, &mut String) -> fmt::Result;

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
    let mut write = T::header as Write<'a, T>;
    while let Some(line) = cursor.next_line() {
        // Writing to a string cannot fail.
        write(&mut translator, line, scratch).unwrap_or_default();
        write = T::line;
        if scratch.len() > MOST_GROWTH * span.text.len() {
            return Err(cursor.error(ParseErrorKind::UnknownLine(line.to_owned())));
        }
    }
    translator.end(scratch).unwrap_or_default();
    let span_of_translation = Span { text: scratch, ..span };
    match super::read_with(grammar, span_of_translation, translator.acts().as_slice(), hand) {
        Ok(()) => Ok(translator),
        Err(error) => {
            let line_no = error.at().line.saturating_sub(span.at.line);
            Err(locate(&error, span, line_no, new(span.text)))
        }
    }
}

/// What a translator makes of a text.
#[cfg(test)]
pub(crate) fn translated<'a, T: Translator<'a>>(translator: &mut T, text: &'a str) -> String {
    let (mut out, mut write) = (String::new(), T::header as Write<'a, T>);
    for line in super::common_form::lines(text) {
        write(translator, line, &mut out).expect("a string takes any text");
        write = T::line;
    }
    out
}

/// The error at the line of the original text that became line `line_no` of the translation.
fn locate<'a, T: Translator<'a>>(
    error: &ParseError,
    span: Span<'a>,
    line_no: u64,
    mut translator: T,
) -> ParseError {
    let mut cursor = Cursor::new(span.text, span.at);
    let (mut out, mut lines) = (String::new(), 0);
    let mut write = T::header as Write<'a, T>;
    while let Some(line) = cursor.next_line() {
        out.clear();
        write(&mut translator, line, &mut out).unwrap_or_default();
        write = T::line;
        lines += memchr::memchr_iter(b'\n', out.as_bytes()).count() as u64;
        if lines > line_no {
            return cursor.error(quoting(error.kind(), line));
        }
    }
    cursor.error(error.kind().clone())
}

/// The same kind of error with the original line.
pub(crate) fn quoting(kind: &ParseErrorKind, line: &str) -> ParseErrorKind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::acts::Deed;
    use crate::lines::games::read_game;
    use crate::syntax::text::{split_once, write_line};
    use handlab_core::error::Position;
    use handlab_core::hand::{Action, ActionKind};

    const SHORTHAND: Grammar =
        Grammar { header: read_header, has_no_summary: true, ..Grammar::COMMON };

    fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
        read_game(line, least_scale, hand).map_err(|kind| kind(line.to_owned()))
    }

    /// Reads `Ann = 5`, a call, and leaves every other line as it is.
    #[derive(Default)]
    struct Lines<'a>(Acts<'a>);

    impl<'a> Translator<'a> for Lines<'a> {
        fn line(&mut self, line: &'a str, out: &mut String) -> fmt::Result {
            match split_once(line, " = ") {
                Some((name, amount)) => self.0.push(name, Deed::Call, amount, out),
                None => write_line(out, [line]),
            }
        }

        fn acts(&self) -> &Acts<'a> {
            &self.0
        }
    }

    const TEXT: &str = "Hold'em No Limit ($1/$2)
Seat 1: Ann ($20 in chips)
Seat 2: Bob ($20 in chips)
Ann = $1
Bob: posts big blind $2
*** HOLE CARDS ***

Ann = $1
Bob: checks
*** FLOP *** [2c 3c 4c]
Bob = $0
Ann = $3.1234
Bob: folds
Ann collected $4 from pot
";

    /// The seats, kinds, amounts and streets of a text.
    fn read(text: &str) -> Result<Vec<(u8, ActionKind, i64, u8)>, ParseError> {
        let mut hand = Hand::default();
        hand.clear();
        let at = Position { byte: 100, line: 10 };
        let span = Span { text, at, is_last: true, is_terminated: true, preamble: "" };
        let new = |_| Lines::default();
        read_translated(&SHORTHAND, span, &mut hand, &mut String::new(), new)?;
        let act =
            |action: &Action| (action.seat, action.kind, action.amount.printed(), action.street.0);
        Ok(hand.actions.iter().map(act).collect())
    }

    #[test]
    fn acts_are_recorded_between_the_lines_that_surround_them() {
        use ActionKind::{Call, Check, Fold, PostBigBlind};
        let acts = [
            (0, Call, 10_000, 0),
            (1, PostBigBlind, 20_000, 0),
            (0, Call, 10_000, 0),
            (1, Check, 0, 0),
            (1, Check, 0, 1),
            (0, Call, 31_234, 1),
            (1, Fold, 0, 1),
        ];
        assert_eq!(read(TEXT), Ok(acts.to_vec()), "also when they are read again, finer");
    }

    #[test]
    fn an_error_of_an_act_is_at_its_line() {
        for (from, to, code) in [
            ("Ann = $3.1234", "Ann = $x", "amount"),
            ("Ann = $3.1234", "Ann = 3 4", "amount"),
            ("Ann = $3.1234", "Eve = 3", "unknown_player"),
        ] {
            let error = read(&TEXT.replace(from, to)).expect_err(to);
            assert_eq!((error.code(), error.at().line), (code, 21), "{to}");
            assert!(error.to_string().contains(to), "{error}");
        }
    }
}
