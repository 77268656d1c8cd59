//! The start of a hand in the forms that formats use.

use std::fmt::Write as _;

use handlab_core::time::{self, Clock};

const SECOND: i64 = 1_000_000;

/// `2024-03-17` and `20:08:32.5` in UTC; `None` if the year does not have four digits.
pub(crate) fn in_utc(micros: i64) -> Option<(String, String)> {
    let clock = time::clock(micros, "UTC").filter(|clock| (1000..=9999).contains(&clock.year))?;
    let Clock { year, month, day, hour, minute, second } = clock;
    let mut of_day = format!("{hour:02}:{minute:02}:{second:02}");
    let fraction = micros.rem_euclid(SECOND);
    if fraction > 0 {
        let _ = write!(of_day, ".{fraction:06}");
        of_day.truncate(of_day.trim_end_matches('0').len());
    }
    Some((format!("{year:04}-{month:02}-{day:02}"), of_day))
}

/// `2024/03/17 16:08:32` and `ET`, as PokerStars prints a start; in the hour that occurs twice, preceded by UTC.
pub(crate) fn in_eastern_time(micros: i64) -> Option<(String, String)> {
    let of_zone = |zone| {
        let clock = time::clock(micros, zone).filter(|clock| (1900..2100).contains(&clock.year))?;
        let Clock { year, month, day, hour, minute, second } = clock;
        Some(format!("{year:04}/{month:02}/{day:02} {hour}:{minute:02}:{second:02}"))
    };
    let eastern = of_zone("ET")?;
    if time::utc_micros(&eastern, "ET") == Some(micros - micros.rem_euclid(SECOND))
        && time::utc_passes(&eastern, "ET").is_some_and(|(_, later)| later.is_none())
    {
        return Some((eastern, "ET".to_owned()));
    }
    Some((of_zone("UTC")?, format!("UTC [{eastern} ET]")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repeated_hour_is_written_in_two_zones() {
        let written = |text: &str| {
            let micros = time::utc_micros(text, "UTC").expect("a time");
            let (local, zone) = in_eastern_time(micros).expect("a start");
            format!("{local} {zone}")
        };
        assert_eq!(written("2024/03/17 20:08:32"), "2024/03/17 16:08:32 ET");
        assert_eq!(
            written("2024/11/03 05:30:00"),
            "2024/11/03 5:30:00 UTC [2024/11/03 1:30:00 ET]"
        );
        assert_eq!(
            written("2024/11/03 06:30:00"),
            "2024/11/03 6:30:00 UTC [2024/11/03 1:30:00 ET]"
        );
    }

    #[test]
    fn a_fraction_of_a_second_is_written_where_there_is_one() {
        let written = |micros| in_utc(micros).map(|(date, time)| format!("{date} {time}"));
        assert_eq!(written(0).as_deref(), Some("1970-01-01 00:00:00"));
        assert_eq!(written(1_500_000).as_deref(), Some("1970-01-01 00:00:01.5"));
        assert_eq!(written(-1).as_deref(), Some("1969-12-31 23:59:59.999999"));
    }
}
