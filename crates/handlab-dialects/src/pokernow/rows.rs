//! The rows of a span in CSV: usually one per line.

use std::cell::RefCell;

use csv_core::{ReadRecordResult, Reader};
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::{HeaderPlace, Span, line_end, line_start};

use crate::syntax::text::trim_end;

/// The three fields of a row, as the CSV has them but without quotation marks.
pub(super) struct Row {
    pub(super) entry: String,
    pub(super) at: String,
    pub(super) order: String,
    /// The number of its line in the span, from 0.
    pub(super) line: usize,
}

thread_local! {
    /// Building a reader costs more than reading a hand. A clone lacks part of its tables (csv-core 0.1).
    static READER: RefCell<Reader> = RefCell::new(Reader::new());
}

pub(super) fn place(span: Span<'_>, line: usize) -> Position {
    let before = line_start(span.text.as_bytes(), line as u64) as u64;
    Position { byte: span.at.byte + before, line: span.at.line + line as u64 }
}

/// The rows of a hand in CSV, oldest first; rows before its first one belong to no hand.
pub(super) fn rows(span: Span<'_>, header_place: HeaderPlace) -> Result<Vec<Row>, ParseError> {
    let mut rows = Vec::new();
    let mut fields = Vec::new();
    let (mut next, mut line) = match header_place {
        HeaderPlace::Last => rest_of_names(span),
        _ => (0, 0),
    };
    // Whether the hand has ended, in a file sorted oldest first.
    let mut is_over = false;
    while next < span.text.len() {
        let (start, number) = (next, line);
        let rest = &span.text[start..];
        let (end, after) = line_end(rest.as_bytes()).unwrap_or((rest.len(), rest.len()));
        let text = trim_end(&rest[..end]).trim_start();
        (next, line) = (start + after, line + 1);
        if text.is_empty() {
            continue;
        }
        let row = split(text, &mut fields).or_else(|| {
            let (len, lines) = row_of_lines(rest)?;
            (next, line) = (start + len, number + lines);
            let row = split(rest[..len].trim(), &mut fields)?;
            // On one line in the translation.
            Some(row.map(|field| field.replace(['\r', '\n'], " ")))
        });
        let row = row.map(|[entry, at, order]| Row { entry, at, order, line: number });
        if row.is_none() && is_over && !text.contains('"') {
            // Someone wrote it below the last hand, or it precedes another text.
            continue;
        }
        is_over |= header_place == HeaderPlace::First
            && row.as_ref().is_some_and(|row| row.entry.starts_with("-- ending hand"));
        rows.push(row.ok_or_else(|| {
            ParseError::new(ParseErrorKind::UnknownLine(text.to_owned()), place(span, number))
        })?);
    }
    if header_place == HeaderPlace::Last {
        rows.reverse();
    }
    Ok(rows)
}

/// The length and line count of the part of the column names at the start of the first hand: a quotation mark that is
/// open at the end of their line is closed here.
fn rest_of_names(span: Span<'_>) -> (usize, usize) {
    const MOST_LINES: usize = 3;
    let is_open = |text: &str| memchr::memchr_iter(b'"', text.as_bytes()).count() % 2 == 1;
    if !is_open(span.preamble) {
        return (0, 0);
    }
    let mut len = 0;
    for number in 1..=MOST_LINES {
        let rest = &span.text[len..];
        let Some((end, after)) = line_end(rest.as_bytes()) else { break };
        len += after;
        if is_open(&rest[..end]) {
            let names = format!("{}\n{}", span.preamble, span.text[..len].trim_end());
            let names = split(&names, &mut Vec::new());
            let is_rest = names.is_some_and(|[.., order]| {
                order.split_whitespace().collect::<String>().eq_ignore_ascii_case("order")
            });
            return if is_rest { (len, number) } else { (0, 0) };
        }
    }
    (0, 0)
}

/// No row has more lines: one that lists all settings of a table has about forty.
const MOST_LINES: usize = 100;

/// The length and line count of a row with line ends within its quotation marks, at the start of a text.
fn row_of_lines(text: &str) -> Option<(usize, usize)> {
    let mut len = 0;
    for number in 0..MOST_LINES {
        let rest = text.get(len..).filter(|rest| !rest.is_empty())?;
        let (end, after) = line_end(rest.as_bytes()).unwrap_or((rest.len(), rest.len()));
        let line = rest[..end].trim_start();
        // A quotation mark within a text is doubled, so this line is a row of its own, and the first one is torn.
        let marks = line.bytes().take_while(|byte| *byte == b'"').count();
        if number > 0 && marks % 2 == 1 && !line[marks..].starts_with(',') {
            return None;
        }
        len += after;
        let is_open = memchr::memchr_iter(b'"', line.as_bytes()).count() % 2 == 1;
        if number > 0 && is_open {
            return Some((len, number + 1));
        }
    }
    None
}

/// The fields of one row.
fn split(text: &str, buffer: &mut Vec<u8>) -> Option<[String; 3]> {
    let mut ends = [0; 3];
    // The line end marks the row as complete.
    let line = [text, "\n"].concat();
    buffer.clear();
    buffer.resize(line.len(), 0);
    let (result, _, _, count) = READER.with_borrow_mut(|reader| {
        reader.reset();
        reader.read_record(line.as_bytes(), buffer, &mut ends)
    });
    // Some exports have no `order` column.
    if !matches!(result, ReadRecordResult::Record) || !(2..=ends.len()).contains(&count) {
        return None;
    }
    ends[2] = ends[2].max(ends[1]);
    let field =
        |from: usize, to: usize| Some(std::str::from_utf8(buffer.get(from..to)?).ok()?.to_owned());
    Some([field(0, ends[0])?, field(ends[0], ends[1])?, field(ends[1], ends[2])?])
}
