//! When a hand starts, in the format of PokerStars.

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::config::Schedule;
use handlab_cards::deal::Generator;

/// A clock that advances from hand to hand.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    /// Seconds since 1970 in UTC.
    now: i64,
    session_start: i64,
    eastern: TimeZone,
}

const HOUR: i64 = 3600;

impl Clock {
    pub(crate) fn new(schedule: &Schedule) -> Self {
        // The time zone tables are compiled in; without them the clock would be hours off but still work.
        let eastern = TimeZone::get("America/New_York").unwrap_or(TimeZone::UTC);
        Clock { now: schedule.started_at, session_start: schedule.started_at, eastern }
    }

    /// Advances to the next hand of a session.
    pub(crate) fn next_hand(&mut self, schedule: &Schedule, source: &mut Generator) {
        let (least, most) = schedule.seconds_per_hand;
        self.now += i64::from(source.between(least, most));
        self.skip_doubled_hour();
    }

    /// Advances to the next session.
    pub(crate) fn next_session(&mut self, schedule: &Schedule, source: &mut Generator) {
        let (least, most) = schedule.hours_between_sessions;
        let hours = i64::from(source.between(least, most));
        let minutes = i64::from(source.between(0, 59));
        self.session_start = (self.session_start + hours * HOUR).max(self.now) + minutes * 60;
        self.now = self.session_start;
        self.skip_doubled_hour();
    }

    /// Skips the hour that clocks show twice in autumn, since the text cannot show which one it is.
    fn skip_doubled_hour(&mut self) {
        while let Ok(time) = Timestamp::from_second(self.now) {
            let local = self.eastern.to_datetime(time);
            if !self.eastern.to_ambiguous_timestamp(local).is_ambiguous() {
                break;
            }
            self.now += HOUR;
        }
    }

    /// Microseconds since 1970 in UTC.
    pub(crate) fn micros(&self) -> i64 {
        self.now * 1_000_000
    }

    /// Appends the time in US Eastern time: `2020/03/07 9:05:00`.
    pub(crate) fn append_to(&self, text: &mut String) {
        let time = Timestamp::from_second(self.now).unwrap_or_default();
        let local = self.eastern.to_datetime(time);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{:04}/{:02}/{:02} {}:{:02}:{:02}",
            local.year(),
            local.month(),
            local.day(),
            local.hour(),
            local.minute(),
            local.second()
        );
    }
}
