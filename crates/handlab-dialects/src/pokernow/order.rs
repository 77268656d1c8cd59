//! Whether the rows of a file are newest first or oldest first, judged by two adjacent rows.

use std::cmp::Ordering;

use handlab_core::framing::{HeaderPlace, first_line};
use handlab_core::time::{self, Clock};

use crate::syntax::text::{is_digits, rsplit_once};

/// The digits of a row's number: milliseconds since 1970, and two more.
pub(super) const ORDER_DIGITS: usize = 15;

/// The time of every row is within this many bytes.
const LONGEST: usize = 1000;

/// Where the row that starts a hand is within it: last if the row above is newer. `None` if the row is cut within its
/// entry or time: a fragment starts no hand, wherever its other part is.
///
/// `earlier` is the end of what precedes its text, `head` the rest. Without a row above, there is no hand that it could
/// end; with a time not in the site's format, the site's own order is assumed.
pub(super) fn header_place(earlier: &[u8], head: &[u8]) -> Option<HeaderPlace> {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    // The text after the last line end is the row's own quotation mark.
    let end = earlier.iter().rposition(is_end).unwrap_or(0);
    let above = earlier[..end].trim_ascii_end();
    let start = above.iter().rposition(is_end).map_or(0, |newline| newline + 1);
    let above = String::from_utf8_lossy(&above[start..]);
    let row = first_line(head, LONGEST);
    let Some(moment) = moment_of(&row) else {
        return is_of_other_time(&row).then_some(HeaderPlace::Last);
    };
    let Some(above_moment) = moment_of(&above) else { return Some(HeaderPlace::First) };
    // Without `order`, rows of the same millisecond are indistinguishable: a hand ends in one, and lists its stacks in
    // one.
    let is_older = match above_moment.cmp(&moment) {
        Ordering::Equal => above.contains("-- ending hand #"),
        order => order == Ordering::Less,
    };
    Some(if is_older { HeaderPlace::First } else { HeaderPlace::Last })
}

/// The time and `order` of a row; the latter is 0 if missing or rounded by a spreadsheet:
/// `"...",2022-01-20T10:52:32.580Z,164`.
fn moment_of(row: &str) -> Option<(&str, u64)> {
    let mut fields = row.trim_end().rsplit(',').map(|field| field.trim_matches('"'));
    let last = fields.next()?;
    if is_time(last) {
        return Some((last, 0));
    }
    let at = fields.next().filter(|at| is_time(at))?;
    let is_number = |byte: &u8| byte.is_ascii_digit() || b".E+".contains(byte);
    last.as_bytes().iter().all(is_number).then(|| (at, last.parse().unwrap_or(0)))
}

/// Whether a text is `2022-01-20T10:52:32.580Z` up to its end: another text may follow if the file was cut there and
/// joined.
pub(super) fn is_time(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00";
    let Some((start, rest)) = text.as_bytes().split_at_checked(FORM.len()) else { return false };
    let is_of_form = start.iter().zip(FORM).all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        mark => byte == mark,
    });
    let fraction = rest.strip_suffix(b"Z").map(|rest| rest.strip_prefix(b".").unwrap_or(rest));
    is_of_form && fraction.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
}

/// The time of a number of milliseconds since 1970, perhaps with two more digits, as the site writes times.
pub(super) fn time_of(number: &str) -> Option<String> {
    /// Digits of the milliseconds of every year since 2001.
    const DIGITS: usize = 13;
    let millis = match number.len() {
        DIGITS | ORDER_DIGITS => number.get(..DIGITS).filter(|_| is_digits(number))?,
        _ => return None,
    };
    let millis: i64 = millis.parse().ok()?;
    let clock = time::clock(millis * 1000, "UTC")?;
    let Clock { year, month, day, hour, minute, second } = clock;
    // Each row has a time: `format!` takes several times as long.
    let parts = [
        (i64::from(year), 4, '-'),
        (month.into(), 2, '-'),
        (day.into(), 2, 'T'),
        (hour.into(), 2, ':'),
        (minute.into(), 2, ':'),
        (second.into(), 2, '.'),
        (millis % 1000, 3, 'Z'),
    ];
    let mut out = String::with_capacity(24);
    for (number, digits, mark) in parts {
        push_digits(&mut out, number, digits);
        out.push(mark);
    }
    Some(out)
}

/// Appends the last `digits` digits of a number.
fn push_digits(out: &mut String, number: i64, digits: u32) {
    for place in (0..digits).rev() {
        out.push(char::from(b'0' + (number / 10_i64.pow(place) % 10) as u8));
    }
}

/// Whether the entry is followed by something that does not start like the site's times.
fn is_of_other_time(row: &str) -> bool {
    let after = rsplit_once(row, " --").map_or("", |(_, after)| after.trim_start_matches('"'));
    let Some(time) = after.strip_prefix(',') else { return false };
    let year = time.trim_start_matches('"').split_once('-').map_or("", |(year, _)| year);
    year.len() != 4 || !is_digits(year)
}
