//! Printed local times: given stamps, impossible ones, and every stamp of the corpus that is printed in two zones.

use handlab_core::time::{utc_micros, utc_passes};

use crate::logs::{corpus_of, each_file};

fn utc(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_microsecond)
}

#[test]
fn a_printed_time_is_read_in_its_zone() {
    let cases = [
        ("2008/01/07 22:59:37", "ET", "2008-01-08T03:59:37Z"),
        ("2025/08/02 11:24:53", "CET", "2025-08-02T09:24:53Z"),
        ("2025/08/02 5:24:53", "ET", "2025-08-02T09:24:53Z"),
        ("2012/12/13 19:59:19", "ET", "2012-12-14T00:59:19Z"),
        ("2011/11/06 1:30:00", "ET", "2011-11-06T05:30:00Z"),
        ("2010/10/09 19:50:24", "UTC", "2010-10-09T19:50:24Z"),
        ("2019/04/19 17:52", "UTC", "2019-04-19T17:52:00Z"),
        ("2007/11/11 - 13:27:23", "(ET)", "2007-11-11T18:27:23Z"),
        ("20140722193309", "CET", "2014-07-22T17:33:09Z"),
        ("2014/7/2 19:33", "CET", "2014-07-02T17:33:00Z"),
        ("2-Jan-2011 21:25:31", "Europe/Paris", "2011-01-02T20:25:31Z"),
        ("22-Jan-2011 21:25", "Europe/Paris", "2011-01-22T20:25:00Z"),
        // Until 2006, daylight saving time in America ended in October.
        ("2006/11/01 12:00:00", "ET", "2006-11-01T17:00:00Z"),
        ("2007/11/01 12:00:00", "ET", "2007-11-01T16:00:00Z"),
        ("2012/07/01 12:00:00", "MSK", "2012-07-01T08:00:00Z"),
        ("2018/07/01 12:00:00", "MSK", "2018-07-01T09:00:00Z"),
        ("2015/12/01 12:00:00", "BRT", "2015-12-01T14:00:00Z"),
        ("2020/12/01 12:00:00", "BRT", "2020-12-01T15:00:00Z"),
        ("2010/12/14 12:00:00", "CCT", "2010-12-14T04:00:00Z"),
        ("2023/06/01 12:00:00", "IST", "2023-06-01T06:30:00Z"),
        ("2009/06/24 19:06:39", "GMT+0200", "2009-06-24T17:06:39Z"),
        ("2009/06/24 19:06:39", "UTC-03:30", "2009-06-24T22:36:39Z"),
        ("2009/06/24 14:06:39", "GMT-03:00", "2009-06-24T17:06:39Z"),
        ("2009-06-24T19:06:39", "+02:00", "2009-06-24T17:06:39Z"),
        ("2024-12-14T02:21:47", "Z", "2024-12-14T02:21:47Z"),
        ("2016/05/04 10:36:39", "Eastern Daylight Time", "2016-05-04T14:36:39Z"),
        ("2012/06/25 21:54:16", "BST", "2012-06-25T20:54:16Z"),
        ("2012/06/25 21:54:16", "Europe/London", "2012-06-25T20:54:16Z"),
        ("2012-06-25T21:54:16.25", "UTC", "2012-06-25T21:54:16.25Z"),
        ("1969/12/31 23:59:59.999999", "UTC", "1969-12-31T23:59:59.999999Z"),
    ];
    for (local, zone, wanted) in cases {
        assert_eq!(utc_micros(local, zone), utc(wanted), "{local} {zone}");
    }
}

#[test]
fn an_invalid_time_or_zone_is_none() {
    let times = [
        "",
        "2008/01/07",
        "2008/02/30 12:00:00",
        "2008/13/01 12:00:00",
        "2008/01/07 24:00:00",
        "2008/01/07 12:60:00",
        "2008/01/07 12:00:60",
        "2008/01/07 12:00:00x",
        "2008/01/07 12:00:00.",
        "2008/01/07 12:00:00.1234567890",
        "08/01/07 12:00:00",
        "2008/01/0712:00:00",
        "99999999999999999999/01/07 12:00:00",
        "20141322193309",
        "2014072219330",
        "22-Foo-2011 12:00:00",
        "22-01-2011 12:00:00",
        "Jan-22-2011 12:00:00",
        "٢٠٠٨/01/07 12:00:00",
    ];
    for local in times {
        assert_eq!(utc_micros(local, "ET"), None, "{local}");
    }
    for zone in ["", "CUST", "et", "Mars/Olympus", "GMT+2", "GMT+9999", "EST5EDT", "é/"] {
        assert_eq!(utc_micros("2008/01/07 12:00:00", zone), None, "{zone}");
    }
}

#[test]
fn a_time_in_the_repeated_hour_has_two_passes() {
    let twice = [
        ("2011/11/06 1:30:00", "ET", "2011-11-06T05:30:00Z", "2011-11-06T06:30:00Z"),
        ("2014/10/26 2:59:59", "CET", "2014-10-26T00:59:59Z", "2014-10-26T01:59:59Z"),
        // Brazil and Chile set their clocks back at midnight.
        ("2012/02/25 23:15:00", "BRT", "2012-02-26T01:15:00Z", "2012-02-26T02:15:00Z"),
        ("2012/04/28 23:15:00", "CLT", "2012-04-29T02:15:00Z", "2012-04-29T03:15:00Z"),
        // Lord Howe Island changes its clocks by half an hour.
        (
            "2012/04/01 1:45:00",
            "Australia/Lord_Howe",
            "2012-03-31T14:45:00Z",
            "2012-03-31T15:15:00Z",
        ),
    ];
    for (local, zone, first, later) in twice {
        let wanted = utc(first).map(|first| (first, utc(later)));
        assert_eq!(utc_passes(local, zone), wanted, "{local} {zone}");
    }
    let once = [("2011/11/06 2:00:00", "ET"), ("2011/11/06 1:30:00", "EST")];
    for (local, zone) in once {
        assert_eq!(utc_passes(local, zone).map(|(_, later)| later), Some(None), "{local} {zone}");
    }
    assert_eq!(utc_passes("2011/11/06 1:30:00", "CUST"), None);
}

#[test]
fn a_skipped_hour_is_moved_forward() {
    let read = utc_passes("2011/03/13 2:30:00", "ET");
    let wanted = utc("2011-03-13T07:30:00Z").map(|micros| (micros, None));
    assert_eq!(read, wanted, "2:30 would have been 3:30 of the new time");
}

/// The time and the zone at the end of `text`: `... - 2012/12/14 7:59:19 CET `.
fn stamp_at_end(text: &str) -> Option<(&str, &str)> {
    let (front, zone) = text.trim_end().rsplit_once(' ')?;
    let start = front.len().checked_sub(20)?;
    let time = front.get(start..)?;
    Some((time.trim_start_matches(['-', ' ']), zone))
}

#[test]
fn the_local_time_agrees_with_the_bracketed_eastern_time() {
    let Some(folder) = corpus_of("pokerstars") else { return };
    let mut compared = 0;
    let mut differing = Vec::new();
    each_file(&folder, |name, bytes| {
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines() {
            let Some((local, eastern)) = line.split_once(" [20") else { continue };
            let Some(eastern) = eastern.split_once(" ET]") else { continue };
            let Some((local, zone)) = stamp_at_end(local) else { continue };
            let Some(here) = utc_micros(local, zone) else { continue };
            let eastern = format!("20{}", eastern.0);
            let Some((first, later)) = utc_passes(&eastern, "ET") else { continue };
            compared += 1;
            if first != here && later != Some(here) {
                differing.push(format!("{name}: {local} {zone} [{eastern} ET]"));
            }
        }
    });
    assert!(compared > 4000, "only {compared} stamps in two zones were found");
    // Two copies of a hand differ by an hour in the weeks in which only America had daylight saving time.
    assert!(differing.len() <= 2, "{differing:#?}");
}
