//! A player may have any name, even one made of a dialect's own words: a hand is read correctly or rejected.

use std::collections::{BTreeMap, BTreeSet};

use super::{PLACES, parsed};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::rows::{Rows, rows};
use crate::samples::samples_of;

/// Names that imitate parts of lines.
const NAMES: [&str; 56] = [
    "Al Bo",
    "a: b",
    "a raises b: calls",
    "folds",
    "Zed folds",
    "checks:",
    "calls $5",
    "posts big blind",
    "wins $5",
    "wins",
    "Zed wins (5)",
    "collected",
    "shows [Ah Kd]",
    "Seat 1",
    "Seat 1: x",
    "Seat 1: x (500)",
    "Table 'x'",
    "(button)",
    "Zed (button)",
    "(12.50)",
    "[Ah Kd]",
    "[hero]",
    "$5",
    "€5 in chips",
    "0x5",
    "-5",
    "x - 5",
    "Dealt to me",
    "Dealer",
    "Main pot",
    "is all-in",
    "has the button",
    "did not respond",
    "*** FLOP ***",
    "** River **",
    "Summary:",
    "Player",
    "Rake (5)",
    "Game ended",
    "Uncalled",
    "Uncalled bet",
    "Dealt",
    "Dealing",
    "Main",
    "Total",
    "Total pot",
    "Board",
    "Seat",
    "Ante",
    "Rake",
    "Turn",
    "River",
    "---",
    "אבג דה",
    "😀 x",
    "ß\u{a0}é",
];

/// A name that imitates no line.
const PLAIN: &str = "Quorra";

/// The text with another name for a player; `None` if the name is part of a longer word somewhere.
fn renamed(text: &str, name: &str, other: &str) -> Option<String> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_alone = |(at, _): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    };
    text.match_indices(name).all(is_alone).then(|| text.replace(name, other))
}

/// Whether a name is one of the words with which lines begin; no sample has such a name.
fn is_word(name: &str) -> bool {
    name.split(' ').all(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// The rows without positions, and without values that depend on the letters of a name.
fn rows_of(text: &str) -> (Rows, u64) {
    let batch = parsed(text.as_bytes());
    let without: Vec<_> = PLACES.into_iter().chain(["message", "text", "player_id"]).collect();
    (rows(&batch, &without), batch.rejected)
}

/// The rows with another name for a player. Some tables are in the order of names.
fn with_name(rows: &Rows, name: &str, other: &str) -> Rows {
    let (name, other) = (format!("player={name}"), format!("player={other}"));
    let mut rows = rows.clone();
    for value in rows.values_mut().flatten().flatten().filter(|value| **value == name) {
        value.clone_from(&other);
    }
    for rows in rows.values_mut() {
        rows.sort();
    }
    rows
}

/// The first column that differs, for a message.
fn difference(wanted: &Rows, found: &Rows) -> String {
    for (table, rows) in wanted {
        let pairs = rows.iter().zip(&found[table]);
        if let Some((one, other)) = pairs.into_iter().find(|(one, other)| one != other) {
            let columns = one.iter().zip(other).filter(|(one, other)| one != other);
            return format!("{table}: {:?}", columns.collect::<Vec<_>>());
        }
        if rows.len() != found[table].len() {
            return format!("{table}: {} rows, not {}", found[table].len(), rows.len());
        }
    }
    String::new()
}

#[test]
fn a_player_named_like_a_phrase_is_read_correctly_or_the_hand_is_rejected() {
    let (mut right, mut rejected) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
    // Ignition names players by position.
    for dialect in DIALECTS.into_iter().filter(|dialect| *dialect != "ignition") {
        // `PokerStars` has a hundred samples, which treat names in the same way.
        for (sample, data) in samples_of(dialect).into_iter().take(6) {
            let Ok(text) = String::from_utf8(data) else { continue };
            let (plain, faults) = rows_of(&text);
            let names: BTreeSet<_> =
                column(&parsed(text.as_bytes()), "seats", "player").into_iter().collect();
            for name in names {
                let is_renamed = |other: &str| {
                    let Some(text) = renamed(&text, &name, other) else { return false };
                    with_name(&rows_of(&text).0, "", "") == with_name(&plain, &name, other)
                };
                // Some names are the site's own: `Hero` and numbers.
                if faults > 0 || !is_renamed(PLAIN) {
                    continue;
                }
                // In brackets or between slashes names are parts of other names.
                let is_other = |other: &&str| is_word(other) || !text.contains(*other);
                for other in NAMES.into_iter().filter(is_other) {
                    let Some(text) = renamed(&text, &name, other) else { continue };
                    let (found, faults) = rows_of(&text);
                    let wanted = with_name(&plain, &name, other);
                    let found = with_name(&found, "", "");
                    if found == wanted {
                        *right.entry(dialect).or_default() += 1;
                        continue;
                    }
                    let message = difference(&wanted, &found);
                    assert!(faults > 0, "{sample}: {name} called {other}: {message}\n{text}");
                    *rejected.entry(dialect).or_default() += 1;
                }
            }
        }
    }
    for dialect in right.keys() {
        let rejected = rejected.get(dialect).copied().unwrap_or(0);
        assert!(
            rejected * 20 <= right[dialect],
            "{dialect}: {rejected} names are refused, {} are read",
            right[dialect]
        );
    }
    assert!(right.len() > 25, "only {} dialects have names", right.len());
}

/// Facts that a space before a name must not change: names without the space, verdicts and results.
fn money_of(text: &str) -> (Vec<String>, Vec<String>, Vec<String>, u64) {
    let batch = parsed(text.as_bytes());
    let of = |table, name| column(&batch, table, name);
    (of("hands", "verdict"), of("hands", "button_seat"), of("seats", "net"), batch.rejected)
}

#[test]
fn a_space_before_a_name_changes_no_money() {
    let mut count = 0;
    // Ignition names players by position.
    for dialect in DIALECTS.into_iter().filter(|dialect| *dialect != "ignition") {
        for (sample, data) in samples_of(dialect).into_iter().take(6) {
            let Ok(text) = String::from_utf8(data) else { continue };
            let plain = money_of(&text);
            let names: BTreeSet<_> =
                column(&parsed(text.as_bytes()), "seats", "player").into_iter().collect();
            for name in names {
                let of = |other: &str| Some(money_of(&renamed(&text, &name, other)?));
                if plain.3 > 0 || of(PLAIN).as_ref() != Some(&plain) {
                    continue;
                }
                // Rejecting the hand is also correct.
                let found = of(" Quorra").filter(|found| found.3 == 0);
                let Some(found) = found else { continue };
                assert_eq!(found, plain, "{sample}: {name}");
                count += 1;
            }
        }
    }
    assert!(count > 600, "only {count} names");
}
