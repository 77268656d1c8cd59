//! Amounts, and the lines of the seat list.

use crate::lines::stakes::is_code;
use crate::syntax::text::{before, rsplit_once, split_number, strip_prefix_ignore_case, trim};

/// Strips `[$0.04  USD].`, `(0.30)` or `800 chips` of brackets and the words after the number.
pub(super) fn amount(text: &str) -> &str {
    let text = inside(text);
    let space = text.bytes().rposition(|byte| byte == b' ');
    let last = space.map_or(text, |space| &text[space + 1..]);
    let is_unit = is_code(last) || last.eq_ignore_ascii_case("chips");
    if is_unit { text[..text.len() - last.len()].trim_end() } else { text }
}

/// Strips the marks around an amount; on bytes, which is faster than [`str::trim_matches`].
fn inside(text: &str) -> &str {
    let is_inside = |byte: u8| !matches!(byte, b'[' | b']' | b'(' | b')' | b' ' | b'.');
    let start = text.bytes().position(is_inside).unwrap_or(text.len());
    let end = text.bytes().rposition(is_inside).map_or(start, |last| last + 1);
    &text[start..end]
}

/// Reads `Seat 2: N ( $28.45 USD )`, `seat1: N ( $1 USD )`, `Seat 1: N ( 1232368 ) - VPIP: 27`, and a converter's `Seat
/// 1: N ( $28.45 USD ) - (21.60 / 16.35 / - / 18k)`.
pub(super) fn read_seat(line: &str) -> Option<(&str, &str, &str)> {
    let rest = strip_prefix_ignore_case(line, "seat")?;
    let (number, rest) = split_number(rest)?;
    let number = trim(number.trim_ascii());
    number.parse::<u8>().ok()?;
    let rest = without_statistics(before(rest, " - VPIP"));
    let open = memchr::memrchr(b'(', rest.as_bytes())?;
    let stack = amount(before(&rest[open + 1..], ")"));
    let has_digit = stack.bytes().any(|byte| byte.is_ascii_digit());
    has_digit.then(|| (number, trim(rest[..open].trim_ascii()), stack))
}

/// A seat line without a tracker's statistics. A name may contain the same marks, but not around four fields.
fn without_statistics(seat: &str) -> &str {
    // Most seats have no hyphen.
    if memchr::memchr(b'-', seat.as_bytes()).is_none() {
        return seat;
    }
    match rsplit_once(seat, ") - (") {
        Some((front, fields)) if fields.ends_with(')') && fields.matches(" / ").count() == 3 => {
            front
        }
        _ => seat,
    }
}

#[cfg(test)]
mod tests {
    use super::read_seat;

    #[test]
    fn a_seat_ends_before_the_notes_of_a_tracker() {
        for line in [
            "Seat 4: Ann ( $115.05 USD )",
            "Seat 4: Ann ( $115.05 USD ) - (31.91 / 25.53 / - / 2.4k)",
            "Seat 4: Ann ( $115.05 USD ) - VPIP: 27, PFR: 13",
        ] {
            assert_eq!(read_seat(line), Some(("4", "Ann", "$115.05")), "{line}");
        }
        let line = "Seat 4: a) - (b ( $5 USD )";
        assert_eq!(read_seat(line), Some(("4", "a) - (b", "$5")), "a name");
    }
}
