//! Each line of each dialect, repeated many times: time and memory must be linear in the length of a hand. And lines twice.

use std::collections::BTreeSet;
use std::time::Duration;

use cpu_time::ThreadTime;
use handlab_core::batch::{self, Options};
use handlab_dialects::ALL;

use super::{parsed, piece};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::samples::samples_of;

/// Bytes of the repeated lines: quadratic time takes ten seconds, linear time a thirtieth of one.
const BYTES: usize = 600_000;
/// Processor time, which does not depend on other work on the machine.
const MOST: Duration = Duration::from_secs(1);

/// Games with other rules than hold'em, and a text that their hands contain.
const FAMILIES: [&[&str]; 2] =
    [&["Stud", "Razz", "stud", "razz"], &["Draw", "Badugi", "draw", "Triple"]];

/// A line without the parts that differ between samples.
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

#[test]
fn a_bounty_or_cash_out_whose_line_is_there_twice_is_paid_once() {
    let mut repeated = 0;
    for dialect in DIALECTS {
        for (name, data) in samples_of(dialect) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            let paid = |text: &str| column(&parsed(text.as_bytes()), "side_payments", "amount");
            for (number, line) in lines.iter().enumerate() {
                let is_bounty =
                    line.contains(" for eliminating ") || line.contains(" knocked out ");
                // Less than a half of the pot may be cashed out twice.
                let is_cash_out =
                    line.contains(" cashed out the hand for ") && name.contains("winner");
                if !is_bounty && !is_cash_out {
                    continue;
                }
                let twice = [&lines[..=number], &lines[number..]].concat().concat();
                assert_eq!(paid(&twice), paid(text), "{dialect}/{name}: {line}");
                repeated += 1;
            }
        }
    }
    assert!(repeated > 5, "only {repeated} lines");
}

#[test]
fn a_seat_that_draws_twice_on_a_street_is_told() {
    let mut told = 0;
    for dialect in ["pokerstars", "winamax", "fulltilt", "kingsclub", "skins"] {
        for (name, data) in samples_of(dialect) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            let count = |text: &str| parsed(text.as_bytes()).tables.actions.len();
            for (number, line) in lines.iter().enumerate() {
                if !["discard", "stands pat", " draws "].iter().any(|word| line.contains(word)) {
                    continue;
                }
                let twice = [&lines[..=number], &lines[number..]].concat().concat();
                if count(&twice) > count(text) {
                    let checks = column(&parsed(twice.as_bytes()), "hands", "text_check");
                    assert!(checks.iter().any(|check| check == "draw"), "{name}: {line}");
                    told += 1;
                }
            }
        }
    }
    assert!(told > 30, "only {told} lines");
}
