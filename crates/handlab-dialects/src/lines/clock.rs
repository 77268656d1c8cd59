//! The time at the end of a header, in any zone.

use handlab_core::hand::Hand;
use handlab_core::time;

use crate::text::{rfind, split_at_mark, trim};

/// The start of `2010/05/07`, whatever separates year, month and day.
pub(crate) fn find_date(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |at: usize| {
        bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    memchr::memchr2_iter(b'/', b'-', bytes).chain(memchr::memchr_iter(b'.', bytes)).find_map(|at| {
        let start = at.checked_sub(4)?;
        let is_year = matches!(&bytes[start..at], [b'1', b'9', ..] | [b'2', b'0', ..])
            && digits(start) == 4
            && !bytes[..start].last().is_some_and(u8::is_ascii_digit);
        let month = digits(at + 1);
        let second = at + 1 + month;
        let is_date = is_year
            && matches!(month, 1 | 2)
            && bytes.get(second) == Some(&bytes[at])
            && matches!(digits(second + 1), 1 | 2);
        is_date.then_some(start)
    })
}

/// Reads `2018/12/29 0:01:25 CET [2018/12/28 18:01:25 ET]`, `2007/11/11 - 13:27:23 (ET)` or a time without a zone.
///
/// The bracketed time wins: the one before it may be of a zone that the player made up, or ignore summer time.
pub(crate) fn read_time(text: &str, hand: &mut Hand) -> Option<()> {
    let (local, bracket) = match split_at_mark(text, b'[') {
        Some((local, bracket)) => (local, split_at_mark(bracket, b']').map(|(inside, _)| inside)),
        None => (text, None),
    };
    let (raw, zone) = split_zone(local)?;
    let bracketed =
        bracket.and_then(split_zone).and_then(|(raw, zone)| time::utc_passes(raw, zone));
    let passes = match bracketed {
        // The other clock may pass its time only once, and so show which pass it was.
        Some((first, Some(later))) => match time::utc_passes(raw, zone) {
            Some((once, None)) if once == first || once == later => Some((once, None)),
            _ => Some((first, Some(later))),
        },
        Some(passes) => Some(passes),
        // If the zone within the brackets is made up as well, the printed one stays.
        None => time::utc_passes(raw, zone),
    };
    hand.started_at = passes.map(|(first, _)| first);
    hand.started_at_later = passes.and_then(|(_, later)| later);
    hand.started_raw = hand.push_text(raw);
    hand.zone = hand.push_text(zone);
    Some(())
}

fn split_zone(text: &str) -> Option<(&str, &str)> {
    let text = trim(text);
    // An offset such as `GMT+0100` ends in digits as a time does.
    let offset = ["GMT", "UTC"].iter().find_map(|name| rfind(text, name));
    let of_time = &text[..offset.unwrap_or(text.len())];
    let last_digit = of_time.bytes().rposition(|byte| byte.is_ascii_digit())?;
    let (raw, zone) = text.split_at(last_digit + 1);
    Some((raw, trim(zone).trim_matches(['(', ')'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_found_in_every_form() {
        for (text, wanted) in [
            ("x (1/2) - 2020/01/01 1:00:00 ET", Some(10)),
            ("x - 2020-1-1 1:00", Some(4)),
            ("Level 2 (2000/4000) - 2020.01.01", Some(22)),
            ("(1000/20/30)", None),
            ("12020/01/01", None),
            ("2020/", None),
        ] {
            assert_eq!(find_date(text), wanted, "{text}");
        }
    }
}
