//! Whether the rows of a file are newest first or oldest first, by two rows that follow each other.

use std::cmp::Ordering;

use handlab_core::framing::{HeaderPlace, first_line};

/// No row is longer up to its time.
const LONGEST: usize = 1000;

/// Where the row stands with which a hand starts: last in its hand if the row above it is newer.
///
/// `earlier` is the end of what precedes its text, `head` is the rest. Without a row above it there is no hand that it could
/// end; without a time of its own it is where the site writes it.
pub(super) fn header_place(earlier: &[u8], head: &[u8]) -> HeaderPlace {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    // What follows the last line end is the quotation mark of the row itself.
    let end = earlier.iter().rposition(is_end).unwrap_or(0);
    let above = earlier[..end].trim_ascii_end();
    let start = above.iter().rposition(is_end).map_or(0, |newline| newline + 1);
    let above = String::from_utf8_lossy(&above[start..]);
    let row = first_line(head, LONGEST);
    let Some(moment) = moment_of(&row) else { return HeaderPlace::Last };
    let Some(above_moment) = moment_of(&above) else { return HeaderPlace::First };
    // Without `order`, rows of one millisecond are alike: a hand ends in one, and lists its stacks in one.
    let is_older = match above_moment.cmp(&moment) {
        Ordering::Equal => above.contains("-- ending hand #"),
        order => order == Ordering::Less,
    };
    if is_older { HeaderPlace::First } else { HeaderPlace::Last }
}

/// The time of a row and its `order`, 0 if it has none or a spreadsheet has rounded it: `"...",2022-01-20T10:52:32.580Z,164`.
fn moment_of(row: &str) -> Option<(&str, u64)> {
    let mut fields = row.trim_end().rsplit(',').map(|field| field.trim_matches('"'));
    let last = fields.next()?;
    let is_time = |text: &str| text.len() >= 10 && text.as_bytes()[4] == b'-';
    if is_time(last) {
        return Some((last, 0));
    }
    let at = fields.next().filter(|at| is_time(at))?;
    Some((at, last.parse().unwrap_or(0)))
}
