//! Printed local times to UTC.
//!
//! Sites print a wall clock and an abbreviation. There are two kinds of abbreviation:
//! - **a region** (`ET`, `CET`, `MSK`): the clock of that region, with its summer time. `CET` in August is therefore
//!   UTC+2, as `PokerStars` prints it;
//! - **a fixed offset** (`EST`, `CEST`, `UTC`): one of a pair that itself names the season.
//!
//! Traps: `IST` is India (a printed IST stamp is 9:30 h ahead of ET in summer), `CCT` is China, `BST` is British
//! summer, `GST` is the Gulf. `CUST` is a clock set by the player: it has no zone, and only the bracketed ET time
//! next to it can be used. Summer time is the tz database's, bundled, so that every machine gives the same answer.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// Microseconds since 1970 in UTC of a printed local time.
///
/// `local` is year, month, day, hour, minute and perhaps second and a fraction of it, with or without leading zeros:
/// `2008/01/07 22:59:37`, `2012/12/14 7:59:19`, `2007/11/11 - 13:27:23`, `2019-04-19T17:52`, `20140722193309`; or the
/// day, the month by name and the year: `22-Jan-2011 21:25:31`. A numeric month after the day is not read, as it may be
/// the day. `zone` is an abbreviation as sites print it (`ET`, `(ET)`, `CET`, `MSK`) or an IANA name (`Europe/Madrid`).
/// A time that occurs twice is read as the first pass, see [`utc_passes`]; one that is skipped is read as if the clock
/// had not jumped. `None` if the zone is unknown or there is no such time.
///
/// ```
/// use handlab_core::time::utc_micros;
/// assert_eq!(utc_micros("2008/01/07 22:59:37", "ET"), Some(1_199_764_777_000_000));
/// assert_eq!(utc_micros("2008/01/07 22:59:37", "CUST"), None);
/// ```
pub fn utc_micros(local: &str, zone: &str) -> Option<i64> {
    utc_passes(local, zone).map(|(first, _)| first)
}

/// Like [`utc_micros`], with the second pass of a time in the hour that is repeated when summer time ends.
pub fn utc_passes(local: &str, zone: &str) -> Option<(i64, Option<i64>)> {
    let local = read_local(local)?;
    let micros = |offset: Offset| offset.to_timestamp(local).ok().map(Timestamp::as_microsecond);
    match offset_at(local, zone)? {
        AmbiguousOffset::Unambiguous { offset } => Some((micros(offset)?, None)),
        AmbiguousOffset::Gap { before, .. } => Some((micros(before)?, None)),
        AmbiguousOffset::Fold { before, after } => Some((micros(before)?, micros(after))),
    }
}

/// A date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub year: i16,
    pub month: i8,
    pub day: i8,
    pub hour: i8,
    pub minute: i8,
    pub second: i8,
}

/// The local time of a zone at an instant, in microseconds since 1970 in UTC; the reverse of [`utc_micros`].
/// `None` where the zone is unknown or the instant is too far away.
///
/// ```
/// use handlab_core::time::{Clock, clock};
/// let shown = Clock { year: 2008, month: 1, day: 7, hour: 22, minute: 59, second: 37 };
/// assert_eq!(clock(1_199_764_777_000_000, "ET"), Some(shown));
/// ```
pub fn clock(micros: i64, zone: &str) -> Option<Clock> {
    let instant = Timestamp::from_microsecond(micros).ok()?;
    let offset = if let Some(index) = place_of(zone, &REGIONS) {
        LOADED[index].as_ref()?.to_offset(instant)
    } else {
        let index = place_of(zone, &OFFSETS)?;
        Offset::from_seconds(OFFSETS[index].1 * 60).ok()?
    };
    let local = offset.to_datetime(instant);
    let (year, month, day) = (local.year(), local.month(), local.day());
    let (hour, minute, second) = (local.hour(), local.minute(), local.second());
    Some(Clock { year, month, day, hour, minute, second })
}

/// Whether there is a zone with that name, abbreviation or offset.
pub fn is_zone(zone: &str) -> bool {
    utc_micros("2000/01/01 0:00:00", zone).is_some()
}

/// Abbreviations that name a region, sorted; each with an IANA zone that keeps its time.
const REGIONS: [(&str, &str); 47] = [
    ("ACST", "Australia/Adelaide"),
    ("ACT", "Australia/Adelaide"),
    ("AEST", "Australia/Sydney"),
    ("AET", "Australia/Sydney"),
    ("AKT", "America/Anchorage"),
    ("AQT", "Asia/Aqtobe"),
    ("AQTT", "Asia/Aqtobe"),
    ("ART", "America/Argentina/Buenos_Aires"),
    ("AST", "America/Halifax"),
    ("AT", "America/Halifax"),
    ("AWST", "Australia/Perth"),
    ("BRT", "America/Sao_Paulo"),
    ("CCT", "Asia/Shanghai"),
    ("CET", "Europe/Berlin"),
    ("CLT", "America/Santiago"),
    ("COT", "America/Bogota"),
    ("CT", "America/Chicago"),
    ("EET", "Europe/Helsinki"),
    ("ET", "America/New_York"),
    ("HKT", "Asia/Hong_Kong"),
    ("HST", "Pacific/Honolulu"),
    ("HT", "Pacific/Honolulu"),
    ("ICT", "Asia/Bangkok"),
    ("IRKT", "Asia/Irkutsk"),
    ("IST", "Asia/Kolkata"),
    ("JST", "Asia/Tokyo"),
    ("KRAT", "Asia/Krasnoyarsk"),
    ("KST", "Asia/Seoul"),
    ("MAGT", "Asia/Magadan"),
    ("MEZ", "Europe/Berlin"),
    ("MSK", "Europe/Moscow"),
    ("MT", "America/Denver"),
    ("NOVT", "Asia/Novosibirsk"),
    ("NST", "America/St_Johns"),
    ("NT", "America/St_Johns"),
    ("NZST", "Pacific/Auckland"),
    ("NZT", "Pacific/Auckland"),
    ("OMST", "Asia/Omsk"),
    ("PET", "America/Lima"),
    ("PKT", "Asia/Karachi"),
    ("PT", "America/Los_Angeles"),
    ("SGT", "Asia/Singapore"),
    ("VET", "America/Caracas"),
    ("VLAT", "Asia/Vladivostok"),
    ("WET", "Europe/Lisbon"),
    ("YAKT", "Asia/Yakutsk"),
    ("YEKT", "Asia/Yekaterinburg"),
];

/// Names of offsets, sorted; minutes east of UTC. The long ones are Windows', which `BetOnline` prints.
const OFFSETS: [(&str, i32); 50] = [
    ("ACDT", 630),
    ("ADT", -180),
    ("AEDT", 660),
    ("AKDT", -480),
    ("AKST", -540),
    ("AWDT", 540),
    ("BRST", -120),
    ("BST", 60),
    ("CAT", 120),
    ("CDT", -300),
    ("CEST", 120),
    ("CST", -360),
    ("Central Daylight Time", -300),
    ("Central Standard Time", -360),
    ("EAT", 180),
    ("EDT", -240),
    ("EEDT", 180),
    ("EEST", 180),
    ("EST", -300),
    ("Eastern Daylight Time", -240),
    ("Eastern Standard Time", -300),
    ("GMT", 0),
    ("GMT Daylight Time", 60),
    ("GMT Standard Time", 0),
    ("GST", 240),
    ("HAEC", 120),
    ("IDT", 180),
    ("MDT", -360),
    ("MESZ", 120),
    ("MSD", 240),
    ("MSKS", 240),
    ("MST", -420),
    ("Mountain Daylight Time", -360),
    ("Mountain Standard Time", -420),
    ("NDT", -150),
    ("NZDT", 780),
    ("PDT", -420),
    ("PST", -480),
    ("Pacific Daylight Time", -420),
    ("Pacific Standard Time", -480),
    ("SAST", 120),
    ("UTC", 0),
    ("WAT", 60),
    ("WEDT", 60),
    ("WEST", 60),
    ("WIB", 420),
    ("WIT", 540),
    ("WITA", 480),
    ("YEKST", 360),
    // ISO 8601: `2024-12-14T02:21:47Z`.
    ("Z", 0),
];

static DATABASE: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The zones of `REGIONS`, in its order.
static LOADED: LazyLock<Vec<Option<TimeZone>>> =
    LazyLock::new(|| REGIONS.iter().map(|(_, place)| DATABASE.get(place).ok()).collect());

/// How far the clock of `zone` is ahead of UTC at `local`.
fn offset_at(local: DateTime, zone: &str) -> Option<AmbiguousOffset> {
    let is_bare = zone.bytes().all(|byte| byte.is_ascii_uppercase());
    let zone = if is_bare { zone } else { zone.trim_matches([' ', '(', ')', '[', ']']) };
    if let Some(index) = place_of(zone, &REGIONS) {
        return LOADED[index].as_ref().map(|zone| zone.to_ambiguous_timestamp(local).offset());
    }
    if let Some(index) = place_of(zone, &OFFSETS) {
        let offset = Offset::from_seconds(OFFSETS[index].1 * 60).ok()?;
        return Some(AmbiguousOffset::Unambiguous { offset });
    }
    if let Some(offset) = offset_in_digits(zone) {
        return Some(AmbiguousOffset::Unambiguous { offset });
    }
    // The database also has bare names such as `EST` and `CET`, but their meaning has changed between releases.
    let zone = if zone.contains('/') { DATABASE.get(zone).ok()? } else { return None };
    Some(zone.to_ambiguous_timestamp(local).offset())
}

/// The index of a name in a sorted table. Most differ in the first letter, which is compared here faster than by a
/// call.
fn place_of<T>(name: &str, table: &[(&str, T)]) -> Option<usize> {
    table.binary_search_by(|(other, _)| other.bytes().cmp(name.bytes())).ok()
}

/// Reads `GMT+0200`, `UTC-03:30`, `+02:00`: hours and minutes ahead of UTC.
fn offset_in_digits(zone: &str) -> Option<Offset> {
    let zone = ["GMT", "UTC"].iter().find_map(|name| zone.strip_prefix(name)).unwrap_or(zone);
    let (sign, mut rest) = match zone.as_bytes().split_first()? {
        (b'+', rest) => (1, rest),
        (b'-', rest) => (-1, rest),
        _ => return None,
    };
    let hours = number(&mut rest, 2, 2)?;
    rest = rest.strip_prefix(b":").unwrap_or(rest);
    let minutes = number(&mut rest, 2, 2)?;
    let is_read = rest.is_empty() && minutes < 60;
    if is_read { Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok() } else { None }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The number of a month by its English name or the first three letters of it.
pub fn month(name: &str) -> Option<usize> {
    MONTHS.iter().position(|month| name.starts_with(month)).map(|at| at + 1)
}

fn read_local(text: &str) -> Option<DateTime> {
    let mut rest = text.trim_ascii().as_bytes();
    let small = |number: i32| i8::try_from(number).ok();
    if rest.len() == 14 && rest.iter().all(u8::is_ascii_digit) {
        let year = number(&mut rest, 4, 4)?;
        let mut two = || number(&mut rest, 2, 2).and_then(small);
        let (month, day, hour, minute, second) = (two()?, two()?, two()?, two()?, two()?);
        return DateTime::new(year as i16, month, day, hour, minute, second, 0).ok();
    }
    let (year, month, day) = read_date(&mut rest)?;
    let gap = rest.iter().position(u8::is_ascii_digit)?;
    if !matches!(&rest[..gap], b" " | b"  " | b" - " | b"T") {
        return None;
    }
    rest = &rest[gap..];
    let hour = number(&mut rest, 1, 2)?;
    skip_one_of(&mut rest, b":")?;
    let minute = number(&mut rest, 1, 2)?;
    let mut second = 0;
    let mut nanosecond = 0;
    if skip_one_of(&mut rest, b":").is_some() {
        second = number(&mut rest, 1, 2)?;
        if skip_one_of(&mut rest, b".").is_some() {
            let digits = rest.len() as u32;
            nanosecond = number(&mut rest, 1, 9)? * 10_i32.pow(9_u32.checked_sub(digits)?);
        }
    }
    let hour = match rest.trim_ascii() {
        [] => hour,
        half if (1..=12).contains(&hour) => hour % 12 + if is_afternoon(half)? { 12 } else { 0 },
        _ => return None,
    };
    let (month, day, hour) = (small(month)?, small(day)?, small(hour)?);
    DateTime::new(year as i16, month, day, hour, small(minute)?, small(second)?, nanosecond).ok()
}

/// Whether the suffix of a twelve-hour time is `PM` rather than `AM`.
pub fn is_afternoon(half: &[u8]) -> Option<bool> {
    let is = |name: &[u8]| half.eq_ignore_ascii_case(name);
    if is(b"PM") { Some(true) } else { is(b"AM").then_some(false) }
}

/// Reads year, month and day; or day, month by name and year.
fn read_date(rest: &mut &[u8]) -> Option<(i32, i32, i32)> {
    if rest.get(..4).is_some_and(|start| start.iter().all(u8::is_ascii_digit)) {
        let year = number(rest, 4, 4)?;
        skip_one_of(rest, b"/-.")?;
        let month = number(rest, 1, 2)?;
        skip_one_of(rest, b"/-.")?;
        return Some((year, month, number(rest, 1, 2)?));
    }
    let day = number(rest, 1, 2)?;
    skip_one_of(rest, b"-")?;
    let (name, after) = rest.split_at_checked(3)?;
    let month = month(str::from_utf8(name).ok()?)?;
    *rest = after;
    skip_one_of(rest, b"-")?;
    Some((number(rest, 4, 4)?, month as i32, day))
}

/// Reads a number of `least` to `most` digits at the front of `rest`.
fn number(rest: &mut &[u8], least: usize, most: usize) -> Option<i32> {
    let digits = rest.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
    if digits < least {
        return None;
    }
    let (number, after) = rest.split_at(digits);
    *rest = after;
    Some(number.iter().fold(0, |number, digit| number * 10 + i32::from(digit - b'0')))
}

fn skip_one_of(rest: &mut &[u8], wanted: &[u8]) -> Option<()> {
    let (first, after) = rest.split_first()?;
    *rest = if wanted.contains(first) { after } else { return None };
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_every_region_is_in_the_database() {
        assert!(REGIONS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(OFFSETS.is_sorted_by(|a, b| a.0 < b.0));
        for ((name, place), zone) in REGIONS.iter().zip(LOADED.iter()) {
            assert!(zone.is_some(), "{name} {place}");
            assert!(OFFSETS.iter().all(|(other, _)| other != name), "{name} stands in both");
        }
    }
}
