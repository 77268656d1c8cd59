//! The time at the end of a header, in any zone.

use handlab_core::hand::Hand;
use handlab_core::time::{self, is_afternoon};

use crate::syntax::text::{is_digits, rfind, skip_all, split_at_mark, trim, trim_start};

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
/// The bracketed time wins: the one before it may be in a zone that the player made up, or ignore daylight saving time.
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

/// The start of a date at the end of a header whose year comes last, as programs print it in the form of their country:
/// `6/5/2024, 6:00:00 PM`, `5.6.2024, 18:00:00`.
pub(crate) fn find_local_date(text: &str) -> Option<usize> {
    let start = text.rfind(" - ")? + " - ".len();
    day_first(date_word(&text[start..])).map(|_| start)
}

/// Reads what [`find_local_date`] finds. An ambiguous date is kept as it is printed, without an instant.
pub(crate) fn read_local_time(text: &str, hand: &mut Hand) -> Option<()> {
    let date = date_word(text);
    let clock = text[date.len()..].trim_start_matches([',', ' ']);
    let [first, second, year] = day_first(date)?;
    let Some((month, day)) = month_and_day(date, (first, second), clock) else {
        hand.started_raw = hand.push_text(trim(text));
        return Some(());
    };
    read_time(&[year, "/", month, "/", day, " ", clock].concat(), hand)
}

fn date_word(text: &str) -> &str {
    &text[..text.find([',', ' ']).unwrap_or(text.len())]
}

/// Month and day of `6/5/2024`, if they can be distinguished. With dots the day comes first; with a twelve-hour clock in
/// capitals, as in `6:00 PM`, the month does.
fn month_and_day<'a>(
    date: &str,
    (first, second): (&'a str, &'a str),
    clock: &str,
) -> Option<(&'a str, &'a str)> {
    let is_day = |part: &str| part.parse::<u8>().is_ok_and(|part| part > 12);
    let is_american = || clock.contains("AM") || clock.contains("PM");
    if is_day(second) || (date.contains('/') && !is_day(first) && is_american()) {
        Some((first, second))
    } else if is_day(first) || date.contains('.') {
        Some((second, first))
    } else {
        None
    }
}

/// A mail wraps a header into four lines at most.
pub(crate) const MOST_HEADER_BREAKS: usize = 3;

/// Whether a line is the end of a header that a mail has wrapped, and holds only dates, times and zones: `10:33:38 ET`,
/// `- 10:33:38 (ET)`, `[2010/09/05 10:33:38 ET]`, `UTC [2010/09/05`, `2026-03-14T20:08:32Z`, `ET`, `Daylight Time`.
pub(crate) fn is_end_of_header(line: &str) -> bool {
    // Nearly all lines start with the word `Table`.
    if line.as_bytes().get(1).is_none_or(u8::is_ascii_lowercase) {
        let zone = line.strip_suffix("Time").map(str::trim_end);
        let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
        return zone.is_some_and(|zone| {
            let is_season =
                ["Daylight", "Standard", "Summer"].iter().any(|end| zone.ends_with(end));
            (zone.is_empty() || is_season) && zone.split(' ').all(is_word)
        });
    }
    let mut words = line.split(' ').map(|word| word.trim_matches(['[', ']', '(', ')', '-']));
    let first = words.clone().find(|word| !word.is_empty());
    let is_clock = |word: &str| {
        // `21:14:07/GMT`
        let (time, zone) = word.split_once('/').unwrap_or((word, ""));
        let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.');
        let digits = time.bytes().take_while(u8::is_ascii_digit).count();
        matches!(digits, 1 | 2)
            && time[digits..].starts_with(':')
            && time[digits..].len() > 1
            && time.bytes().all(is_part)
            && zone.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let is_date = |word: &str| {
        let is_part = |byte: u8| byte.is_ascii_digit() || b"/-.:+TZ".contains(&byte);
        (find_date(word) == Some(0) && word.bytes().all(is_part)) || day_first(word).is_some()
    };
    let is_zone =
        |word: &str| word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    // `20:13:28 Eastern Standard Time`
    first.is_some_and(is_clock)
        || words.all(|word| word.is_empty() || is_clock(word) || is_date(word) || is_zone(word))
}

fn split_zone(text: &str) -> Option<(&str, &str)> {
    let text = trim(text);
    if let Some(split) = split_common_zone(text) {
        return Some(split);
    }
    // An offset such as `GMT+0100` ends in digits as a time does.
    let offset =
        ["GMT", "UTC"].iter().find_map(|name| rfind(text, name)).or_else(|| find_offset(text));
    let of_time = &text[..offset.unwrap_or(text.len())];
    let last_digit = of_time.bytes().rposition(|byte| byte.is_ascii_digit())?;
    // `8:15:30 PM ET`
    let rest = trim_start(&text[last_digit + 1..]);
    let half = rest.split([' ', '(']).next().filter(|half| is_afternoon(half.as_bytes()).is_some());
    let end = half.map_or(last_digit + 1, |half| text.len() - rest.len() + half.len());
    let (raw, zone) = text.split_at(end);
    Some((raw, trim(zone).trim_matches(['(', ')'])))
}

/// Cuts `2020/01/06 15:00:00 ET`, the form of nearly all times: digits, and capitals alone after the last space.
fn split_common_zone(text: &str) -> Option<(&str, &str)> {
    let space = text.bytes().rposition(|byte| byte == b' ')?;
    let (raw, zone) = (&text[..space], &text[space + 1..]);
    // The two halves of a day belong to the time.
    let is_zone =
        !matches!(zone, "AM" | "PM") && zone.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_raw = raw.bytes().all(|byte| matches!(byte, b'0'..=b':' | b'/' | b'-' | b'.' | b' '))
        && raw.ends_with(|last: char| last.is_ascii_digit());
    (is_zone && is_raw).then_some((raw, zone))
}

/// Where `+01:00` begins, at the end of a time.
fn find_offset(text: &str) -> Option<usize> {
    let sign = text.rfind(['+', '-'])?;
    let digits = &text[sign + 1..];
    let is_offset = matches!(digits.len(), 4 | 5)
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
        && text[..sign].contains(':');
    is_offset.then_some(sign)
}

/// Dates such as `28/01/2013` as `2013/01/28`.
pub(crate) fn year_first(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, word) in text.split(' ').enumerate() {
        if number > 0 {
            out.push(' ');
        }
        let date = skip_all(word, "[");
        out.push_str(&word[..word.len() - date.len()]);
        match day_first(date) {
            Some([day, month, year]) => out.extend([year, "/", month, "/", day]),
            None => out.push_str(date),
        }
    }
    out
}

/// Day, month and year of `28/01/2013`.
pub(crate) fn day_first(word: &str) -> Option<[&str; 3]> {
    if !word.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let mut parts = word.split(['.', '/', '-']);
    let is_number = |part: &str| part.len() <= 2 && is_digits(part);
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let is_date = parts.next().is_none() && is_number(day) && is_number(month) && year.len() == 4;
    is_date.then_some([day, month, year])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_wrapped_header_is_a_time_or_a_zone() {
        for line in [
            "10:33:38 ET",
            "20:13:28 Eastern Standard Time",
            "9:05",
            "- 21:14:02 (ET)",
            "[2010/09/05 10:33:38 ET]",
            "UTC [2026/03/14 16:08:32 ET]",
            "(ET)",
            "ET - 2012/11/06]",
            "2011/04/07]",
            "ET",
            "MSK",
            "Daylight Time",
            "Eastern Daylight Time",
            "17:14:02.010 (ET) [ 2009-12-14 17:14:02 ]",
            "21:14:07/GMT",
            "2026-03-14T20:08:32Z",
        ] {
            assert!(is_end_of_header(line), "{line}");
        }
        for line in [
            "",
            "Table 'A'",
            "[20: folds",
            "12: folds",
            "Seat 1: A (5)",
            "1234:5",
            "Bob: has Summer Time",
            "Ann runs out of Time",
        ] {
            assert!(!is_end_of_header(line), "{line}");
        }
    }

    #[test]
    fn an_offset_is_a_zone() {
        // 2024-03-12 20:15:30 UTC.
        for text in [
            "2024-03-12T22:15:30+02:00",
            "2024/03/12 15:15:30 -0500",
            "2024/03/12 22:15:30 UTC+0200",
        ] {
            let mut hand = Hand::default();
            assert_eq!(read_time(text, &mut hand), Some(()), "{text}");
            assert_eq!(hand.started_at, Some(1_710_274_530_000_000), "{text}");
        }
    }

    #[test]
    fn a_time_of_twelve_hours_is_read_with_its_half_of_the_day() {
        // 2024-03-12 20:15:30 and 2024-03-12 04:05:00 UTC.
        for (text, micros) in [
            ("2024/03/12 16:15:30 ET", 1_710_274_530_000_000),
            ("2024/03/12 4:15:30 PM ET", 1_710_274_530_000_000),
            ("2024/03/12 04:15:30PM (ET)", 1_710_274_530_000_000),
            ("2024/03/12 9:15:30 pm CET [2024/03/12 4:15:30 pm ET]", 1_710_274_530_000_000),
            ("2024/03/12 12:05:00 AM ET", 1_710_216_300_000_000),
        ] {
            let mut hand = Hand::default();
            assert_eq!(read_time(text, &mut hand), Some(()), "{text}");
            assert_eq!(hand.started_at, Some(micros), "{text}");
        }
    }

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

    #[test]
    fn a_date_whose_year_comes_last_is_read_where_it_shows_which_number_is_the_month() {
        // 2024-06-05 18:00:00 and 2024-06-25 18:00:00 UTC.
        for (text, micros) in [
            ("x (1/2) - 6/5/2024, 6:00:00 PM UTC", Some(1_717_610_400_000_000)),
            ("x (1/2) - 5.6.2024, 18:00:00 UTC", Some(1_717_610_400_000_000)),
            ("x (1/2) - 25/06/2024 18:00:00 UTC", Some(1_719_338_400_000_000)),
            ("x (1/2) - 06/25/2024 18:00:00 UTC", Some(1_719_338_400_000_000)),
            ("x (1/2) - 05/06/2024 18:00:00 UTC", None),
            ("x (1/2) - 5/6/2024, 6:00:00 pm UTC", None),
        ] {
            let mut hand = Hand::default();
            let date = find_local_date(text).expect(text);
            assert_eq!(read_local_time(&text[date..], &mut hand), Some(()), "{text}");
            assert_eq!(hand.started_at, micros, "{text}");
        }
        assert_eq!(find_local_date("x ($1/$2) - 1/2"), None);
    }

    #[test]
    fn the_year_of_a_date_comes_first() {
        let found = year_first("(100/200) - 05-02-2025 14:48:32 CET [5.2.2025 8:48:32 ET]");
        assert_eq!(found, "(100/200) - 2025/02/05 14:48:32 CET [2025/2/5 8:48:32 ET]");
        assert_eq!(year_first("2025/07/22 10:10:49"), "2025/07/22 10:10:49");
    }
}
