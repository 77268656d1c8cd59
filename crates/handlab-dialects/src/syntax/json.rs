//! JSON: the first value of a text, numbers as printed, and the places of errors.

use handlab_core::chips;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Seat};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A number as printed, or a string in its place.
pub(crate) type Number<'a> = Option<&'a RawValue>;

/// The text of a number, or of a string in its place.
pub(crate) fn text_of(number: Number<'_>) -> Option<&str> {
    let text = number?.get().trim_matches('"').trim();
    (!matches!(text, "null" | "")).then_some(text)
}

/// A number in minor units of a scale. A dot is always decimal, however many digits follow it.
pub(crate) fn amount(printed: &str, scale: u8) -> Option<i64> {
    let (whole, decimals) = printed.split_once('.').unwrap_or((printed, ""));
    match decimals.trim_end_matches('0').len() {
        0 => chips::read(whole.as_bytes(), scale),
        len if len > usize::from(scale) => None,
        len => chips::read(&printed.as_bytes()[..whole.len() + 1 + len], scale),
    }
}

/// A text with `opened` put back in front, which framing has cut off: the bracket before the first key belongs to the
/// object.
pub(crate) fn with_opening<'t>(span: Span<'t>, opened: &str, scratch: &'t mut String) -> Span<'t> {
    scratch.push_str(opened);
    scratch.push_str(span.text);
    let at = Position { byte: span.at.byte.saturating_sub(opened.len() as u64), ..span.at };
    Span { text: scratch, at, ..span }
}

/// Records when a hand started: milliseconds since 1970.
pub(crate) fn read_start(millis: Number<'_>, hand: &mut Hand) {
    let printed = text_of(millis).unwrap_or_default();
    hand.started_at = printed.parse().ok().and_then(|millis: i64| millis.checked_mul(1000));
    hand.started_raw = hand.push_text(printed);
}

/// Adds a player's seat, named by ID if two players share a name or one has none; otherwise returns the name.
pub(crate) fn push_player<'t>(
    hand: &mut Hand,
    seat: Seat,
    name: Option<&'t str>,
    id: &'t str,
) -> Result<(), &'t str> {
    let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(id);
    let is_added = push_seat(hand, seat, name) || push_seat(hand, seat, &format!("{name} @ {id}"));
    if is_added { Ok(()) } else { Err(name) }
}

/// What follows a key, its string value and a comma at the start of `head`.
pub(crate) fn after_text<'a>(head: &'a [u8], key: &str) -> Option<&'a [u8]> {
    /// No ID or time is longer.
    const MOST: usize = 64;
    let value = head.strip_prefix(key.as_bytes())?.trim_ascii_start().strip_prefix(b":")?;
    let value = value.trim_ascii_start().strip_prefix(b"\"")?;
    let end = value.iter().take(MOST).position(|byte| *byte == b'"')?;
    let rest = value[end + 1..].trim_ascii_start().strip_prefix(b",")?;
    Some(rest.trim_ascii_start())
}

/// The first value from byte `start` on, and its text; the rest belongs to the enclosing value.
pub(crate) fn first_value<'t, T: Deserialize<'t>>(
    span: Span<'t>,
    start: usize,
) -> Result<(T, &'t str), ParseError> {
    let text = &span.text[start..];
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    match values.next() {
        Some(Ok(value)) => Ok((value, &text[..values.byte_offset()])),
        // Half a number is not a number: more of it may follow.
        Some(Err(error)) if error.is_eof() || is_last(&error, text) => Err(at_end(span)),
        Some(Err(error)) => Err(unreadable(span, error.line())),
        None => Err(at_end(span)),
    }
}

/// An amount in minor units of a scale; `None` if there is none.
pub(crate) fn read_amount(
    span: Span<'_>,
    number: Number<'_>,
    scale: u8,
) -> Result<Option<i64>, ParseError> {
    let Some(printed) = text_of(number) else { return Ok(None) };
    let fault = || error_at(span, ParseErrorKind::Amount(printed.to_owned()), printed);
    amount(printed, scale).map(Some).ok_or_else(fault)
}

/// An error located at a part of the text.
pub(crate) fn error_at(span: Span<'_>, kind: ParseErrorKind, part: &str) -> ParseError {
    let start = span.text.as_ptr() as usize;
    let offset = (part.as_ptr() as usize).wrapping_sub(start);
    // A string with escapes is not part of the span.
    let offset = if offset < span.text.len() { offset } else { 0 };
    let before = &span.text.as_bytes()[..offset];
    let lines = memchr::memchr_iter(b'\n', before).count() as u64;
    let byte = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1) as u64;
    let at = Position { byte: span.at.byte + byte, line: span.at.line + lines };
    ParseError::new(kind, at)
}

/// Whether an error is at the end of a text.
fn is_last(error: &serde_json::Error, text: &str) -> bool {
    let last_line = text.rsplit('\n').next().unwrap_or_default();
    let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    error.line() >= lines && error.column() >= last_line.len()
}

fn at_end(span: Span<'_>) -> ParseError {
    let lines = span.text.matches('\n').count() as u64;
    let start = span.text.rfind('\n').map_or(0, |newline| newline + 1) as u64;
    let at = Position { byte: span.at.byte + start, line: span.at.line + lines };
    ParseError::new(ParseErrorKind::Truncated, at)
}

/// The error for a value of an unexpected shape, at line `number`, counted from 1.
fn unreadable(span: Span<'_>, number: usize) -> ParseError {
    let mut start = 0;
    for _ in 1..number {
        start += span.text[start..].find('\n').map_or(0, |newline| newline + 1);
    }
    let line = span.text[start..].lines().next().unwrap_or_default().trim();
    let at = Position {
        byte: span.at.byte + start as u64,
        line: span.at.line + number.saturating_sub(1) as u64,
    };
    ParseError::new(ParseErrorKind::UnknownLine(line.to_owned()), at)
}
