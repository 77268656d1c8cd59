//! Each line of each dialect, again and again: a hand of any length takes time and memory by its length, not by its square.

use std::collections::BTreeSet;
use std::time::Duration;

use cpu_time::ThreadTime;
use handlab_core::batch::{self, Options};
use handlab_dialects::ALL;

use super::piece;
use crate::corpus::DIALECTS;
use crate::samples::samples_of;

/// Bytes of the repeated lines: what takes as many steps as the square of its lines takes ten seconds, all else a
/// thirtieth of one.
const BYTES: usize = 600_000;
/// Processor time, which other work on the machine does not change.
const MOST: Duration = Duration::from_secs(1);

/// Games of other rules than those of hold'em, by what their hands say.
const FAMILIES: [&[&str]; 2] =
    [&["Stud", "Razz", "stud", "razz"], &["Draw", "Badugi", "draw", "Triple"]];

/// A line without what differs from sample to sample.
fn shape(line: &str) -> String {
    line.chars().filter(|letter| letter.is_alphabetic()).take(10).collect()
}

#[test]
fn any_line_may_be_repeated() {
    for site in DIALECTS {
        let mut seen = BTreeSet::new();
        for (name, data) in samples_of(site) {
            let Ok(text) = String::from_utf8(data) else { continue };
            let family =
                FAMILIES.iter().position(|words| words.iter().any(|word| text.contains(word)));
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                if seen.insert((family, shape(line))) {
                    let count = BYTES / line.len();
                    let repeated = [&text[..start], &line.repeat(count), &text[start..]].concat();
                    let begun = ThreadTime::now();
                    batch::parse(&piece(repeated.as_bytes()), &Options::new(&ALL));
                    let taken = begun.elapsed();
                    assert!(taken < MOST, "{site}/{name}: {count} times {line:?}: {taken:?}");
                }
                start += line.len();
            }
        }
    }
}
