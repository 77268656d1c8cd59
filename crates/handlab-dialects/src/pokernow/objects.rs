//! The rows of the log as JSON: one object each, in arrays that are not read as such, because a span starts and ends
//! between two objects.

use std::borrow::Cow;

use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, object_end};
use memchr::memmem;
use serde::Deserialize;

use super::START;
use super::order::{is_time, time_of};
use super::rows::{Row, place};
use crate::syntax::json::{Number, text_of};
use crate::syntax::text::find;

/// The start of the keys of a number, with one of which the first row shows where the log starts.
pub(super) const KEY: &str = "\"created";

/// The key of the entry.
const ENTRY: &str = "\"msg\"";

/// The keys of the number.
const NUMBERS: [&str; 2] = ["\"createdAt\"", "\"created_at\""];

/// Objects are not within more than this many others.
const DEEPEST: usize = 16;

/// Whether what precedes a string is the key of an entry. In a string it would have backslashes.
pub(super) fn is_entry(before: &[u8]) -> bool {
    let key = before.trim_ascii_end().strip_suffix(b":").map(<[u8]>::trim_ascii_end);
    key.is_some_and(|key| key.ends_with(ENTRY.as_bytes()))
}

/// Whether a number's key in the first object of an array follows these bytes: at most a few keys of a row come before it.
pub(super) fn is_of_first_row(earlier: &[u8], head: &[u8]) -> bool {
    if !NUMBERS.iter().any(|key| head.starts_with(key.as_bytes())) {
        return false;
    }
    let Some(start) = memchr::memrchr(b'{', earlier) else { return false };
    let (array, row) = earlier.split_at(start);
    if !array.trim_ascii_end().ends_with(b"[") || row.contains(&b'}') {
        return false;
    }
    let has_entry = |part: &[u8]| memmem::find(part, ENTRY.as_bytes()).is_some();
    has_entry(row) || has_entry(&head[..object_end(head).unwrap_or(head.len())])
}

/// A row; other keys are skipped.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    msg: Cow<'a, str>,
    #[serde(borrow)]
    at: Number<'a>,
    #[serde(borrow, rename = "createdAt")]
    created: Number<'a>,
    #[serde(borrow)]
    created_at: Number<'a>,
}

/// An object whose end has not been seen.
struct Open {
    start: usize,
    /// Whether other objects are within it.
    is_outer: bool,
}

/// The rows of a span, oldest first.
pub(super) fn rows(span: Span<'_>) -> Result<Vec<Row>, ParseError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut done, mut number) = (0, 0);
    let bytes = span.text.as_bytes();
    let (mut at, mut is_string) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if is_string => at += 1,
            b'"' => is_string = !is_string,
            // A string that is torn ends with its line.
            b'\n' | b'\r' => is_string = false,
            b'{' if !is_string => {
                for outer in &mut open {
                    outer.is_outer = true;
                }
                open.push(Open { start: at, is_outer: false });
                if open.len() > DEEPEST {
                    open.remove(0);
                }
            }
            b'}' if !is_string => {
                let closed = open.pop().filter(|closed| !closed.is_outer);
                if let Some(Open { start, .. }) = closed {
                    let (before, text) = (&span.text[done..start], &span.text[start..=at]);
                    if let Some(row) = row(text) {
                        number += line_ends(before);
                        check(span, done..start)?;
                        let is_older = |last: &Row| is_older(last, &row);
                        if before.contains('[') && rows.last().is_some_and(is_older) {
                            // The rows so far are the rest of another log, without the start of a hand.
                            rows.clear();
                        }
                        push(&mut rows, Row { line: number, ..row });
                        number += line_ends(text);
                        done = at + 1;
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    check(span, done..span.text.len())?;
    let is_start = |row: &Row| row.entry.starts_with(START);
    let last = rows.last().map_or(0, |row| row.line);
    let is_sorted = rows.iter().rev().take(2).is_sorted_by(|start, next| !is_older(next, start));
    if !rows.last().is_some_and(is_start) || !is_sorted {
        return Err(unknown(span, last));
    }
    rows.reverse();
    Ok(rows)
}

/// The row that an object is, if it is one.
fn row(text: &str) -> Option<Row> {
    let object: Object<'_> = serde_json::from_str(text).ok()?;
    let order = text_of(object.created).or(text_of(object.created_at)).unwrap_or_default();
    let at = text_of(object.at).map(str::to_owned);
    let at = at.or_else(|| if is_time(order) { Some(order.to_owned()) } else { time_of(order) });
    // On one line in the translation.
    let entry = match object.msg {
        entry if memchr::memchr2(b'\r', b'\n', entry.as_bytes()).is_none() => entry.into_owned(),
        entry => entry.replace(['\r', '\n'], " "),
    };
    let order = if is_time(order) { "" } else { order };
    Some(Row { entry, at: at.unwrap_or_default(), order: order.to_owned(), line: 0 })
}

/// Adds a row unless it is the last one again: the first of another page.
fn push(rows: &mut Vec<Row>, row: Row) {
    let is_same = |last: &Row| {
        !row.order.is_empty() && (&last.order, &last.entry) == (&row.order, &row.entry)
    };
    if !rows.last().is_some_and(is_same) {
        rows.push(row);
    }
}

/// Whether one row is older than another, as far as known.
fn is_older(one: &Row, other: &Row) -> bool {
    let number = |row: &Row| row.order.parse::<u64>().ok();
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one < other,
        _ => is_time(&one.at) && is_time(&other.at) && one.at < other.at,
    }
}

/// An error if a part of the text that is not within rows has keys of one: it is torn.
fn check(span: Span<'_>, part: std::ops::Range<usize>) -> Result<(), ParseError> {
    let text = &span.text[part.clone()];
    let keys = [ENTRY].into_iter().chain(NUMBERS);
    let Some(torn) = keys.filter_map(|key| find(text, key)).min() else { return Ok(()) };
    let line = line_ends(&span.text[..part.start + torn]);
    if span.is_last && part.end == span.text.len() {
        return Err(ParseError::new(ParseErrorKind::Truncated, place(span, line)));
    }
    Err(unknown(span, line))
}

fn unknown(span: Span<'_>, line: usize) -> ParseError {
    /// More would hide the rest of the message.
    const LONGEST: usize = 200;
    let text = span.text.lines().nth(line).unwrap_or_default().trim();
    let text: String = text.chars().take(LONGEST).collect();
    ParseError::new(ParseErrorKind::UnknownLine(text), place(span, line))
}

fn line_ends(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}
