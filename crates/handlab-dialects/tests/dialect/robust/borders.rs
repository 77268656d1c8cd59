//! Hands never merge and never vanish: whatever precedes or follows a hand, it is read as if it were alone, and every
//! header is counted once.

use handlab_core::batch::Batch;

use super::{PLACES, parsed, utf16};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::rows::{Rows, rows};
use crate::samples::samples_of;

/// Columns that hold the position of a row or quote its text.
fn without() -> Vec<&'static str> {
    PLACES.iter().copied().chain(["message", "text", "source_line", "line"]).collect()
}

/// The part of the rows that is the same in another file.
fn rows_of(batch: &Batch) -> Rows {
    let mut rows = rows(batch, &without());
    // Who is still at a table depends on the other hands of the file.
    rows.remove("tournament_reports");
    rows
}

/// Every sample of every dialect that is read completely, with its rows.
fn whole_samples() -> Vec<(String, Vec<u8>, Batch)> {
    let mut found = Vec::new();
    for dialect in DIALECTS {
        for (name, data) in samples_of(dialect) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            let batch = parsed(text.trim_start_matches('\u{feff}').as_bytes());
            let is_cut = name.contains("cut_off") || name.contains("without_its_end");
            if batch.rejected + batch.partial == 0 && batch.headers > 0 && !is_cut {
                let text = text.trim_start_matches('\u{feff}').as_bytes().to_vec();
                found.push((format!("{dialect}/{name}"), text, batch));
            }
        }
    }
    found
}

/// Whether `all` contains all rows of hands, seats and actions of `part`.
fn holds(all: &Rows, part: &Rows) -> bool {
    part.iter().filter(|(table, _)| **table != "rejects").all(|(table, rows)| {
        let others = &all[table];
        rows.is_empty() || others.windows(rows.len()).any(|window| window == rows.as_slice())
    })
}

#[test]
fn a_hand_is_the_same_whatever_is_cut_off_before_it() {
    let samples = whole_samples();
    let mut count = 0;
    let mut wrong = Vec::new();
    for (index, (name, text, batch)) in samples.iter().enumerate() {
        let wanted = rows_of(batch);
        // The previous sample in the list, of the same dialect or another, and one from elsewhere.
        for other in [index + samples.len() - 1, index + 17] {
            let (before, first, _) = &samples[other % samples.len()];
            let lines: Vec<&[u8]> = first.split_inclusive(|byte| *byte == b'\n').collect();
            for kept in [1, 2, lines.len() / 3, lines.len() / 2, lines.len() - 1, lines.len()] {
                let mut joined = lines[..kept.min(lines.len())].concat();
                while joined.ends_with(b"\n") || joined.ends_with(b"\r") {
                    joined.pop();
                }
                joined.push(b'\n');
                joined.extend_from_slice(text);
                let found = rows_of(&parsed(&joined));
                count += 1;
                if !holds(&found, &wanted) {
                    wrong.push(format!("{name} after {kept} lines of {before}"));
                }
            }
        }
    }
    assert!(count > 1000, "only {count} pairs");
    assert!(wrong.is_empty(), "{}\n{} of {count} differ", wrong.join("\n"), wrong.len());
}

#[test]
fn a_hand_is_the_same_whatever_follows_it() {
    let samples = whole_samples();
    let mut wrong = Vec::new();
    for (index, (name, text, batch)) in samples.iter().enumerate() {
        let wanted = rows_of(batch);
        for other in [index + 1, index + 29] {
            let (after, next, of_next) = &samples[other % samples.len()];
            for between in ["", "\n", "\r\n\r\n\r\n", " \t \n"] {
                let mut joined = text.trim_ascii_end().to_vec();
                joined.extend_from_slice(b"\n");
                joined.extend_from_slice(between.as_bytes());
                joined.extend_from_slice(next);
                let found = parsed(&joined);
                if found.headers != batch.headers + of_next.headers
                    || !holds(&rows_of(&found), &wanted)
                {
                    wrong.push(format!("{name} before {after} with {between:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} differ", wrong.join("\n"), wrong.len());
}

#[test]
fn line_ends_marks_and_trailing_spaces_change_nothing_in_any_dialect() {
    let mut wrong = Vec::new();
    for (name, text, batch) in whole_samples() {
        let text = String::from_utf8(text).expect("UTF-8");
        let wanted = rows_of(&batch);
        let unix = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines = |end: &str| unix.replace('\n', end);
        let mut ways = vec![
            ("CRLF", lines("\r\n").into_bytes()),
            ("CR", lines("\r").into_bytes()),
            ("BOM", format!("\u{feff}{unix}").into_bytes()),
            ("trailing space", lines(" \n").into_bytes()),
            ("trailing tab", lines("\t\n").into_bytes()),
            ("trailing no-break space", lines("\u{a0}\n").into_bytes()),
            ("two newlines", lines("\n\n").into_bytes()),
            ("UTF-16", utf16(&unix, u16::to_le_bytes)),
            ("three copies of the mark", format!("\u{feff}\u{feff}\u{feff}{unix}").into_bytes()),
        ];
        // JSON, TOML and scripts have no such space.
        if [
            "ohh/",
            "phh/",
            "biggame/",
            "pokernow_json/",
            "pokernow_log_json/",
            "globalpoker/",
            "pokergfx/",
        ]
        .iter()
        .any(|dialect| name.starts_with(dialect))
        {
            ways.retain(|(way, _)| !way.contains("no-break"));
        }
        ways.push(("empty lines before", format!("\n\n \n{unix}").into_bytes()));
        ways.push(("prose before", format!("Bad beat?\n\n{unix}").into_bytes()));
        for (way, data) in ways {
            let found = parsed(&data);
            if rows_of(&found) != wanted {
                let (one, other) = (rows_of(&found), &wanted);
                let table = other.keys().find(|table| one[*table] != other[*table]);
                let messages = column(&found, "rejects", "message");
                let differing = table.map(|table| {
                    let pair =
                        one[table].iter().zip(&other[table]).find(|(one, other)| one != other);
                    pair.map(|(one, other)| {
                        one.iter()
                            .zip(other)
                            .filter(|(one, other)| one != other)
                            .map(|(one, other)| format!("{one} for {other}"))
                            .collect::<Vec<_>>()
                            .join(", ")
                    })
                });
                wrong.push(format!("{name} with {way}: {table:?} {differing:?} {messages:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} differ", wrong.join("\n"), wrong.len());
}

#[test]
fn two_hands_without_a_boundary_never_give_one_that_adds_up() {
    let samples = whole_samples();
    let mut wrong = Vec::new();
    let mut count = 0;
    for pair in samples.windows(2) {
        let [(name, first, one), (after, second, other)] = pair else { continue };
        let (of_one, of_other) = (column(one, "seats", "player"), column(other, "seats", "player"));
        let lines: Vec<&[u8]> = first.split_inclusive(|byte| *byte == b'\n').collect();
        let rest: Vec<&[u8]> = second.split_inclusive(|byte| *byte == b'\n').collect();
        for kept in [lines.len() / 4, lines.len() / 2, lines.len() * 3 / 4, lines.len()] {
            for lost in [1, 2, rest.len() / 3, rest.len() / 2] {
                let joined =
                    [lines[..kept].concat(), rest[lost.min(rest.len())..].concat()].concat();
                let found = parsed(&joined);
                count += 1;
                let hands = column(&found, "seats", "hand_id");
                let players = column(&found, "seats", "player");
                let verdicts = column(&found, "hands", "verdict");
                for (hand, verdict) in column(&found, "hands", "hand_id").iter().zip(verdicts) {
                    let seated = || hands.iter().zip(&players).filter(|(of, _)| *of == hand);
                    let is_of = |list: &[String], others: &[String]| {
                        seated()
                            .any(|(_, player)| list.contains(player) && !others.contains(player))
                    };
                    let is_mixed = is_of(&of_one, &of_other) && is_of(&of_other, &of_one);
                    if is_mixed && verdict.starts_with("exact") {
                        wrong.push(format!("{name} cut at {kept}, {after} from {lost}: {verdict}"));
                    }
                }
            }
        }
    }
    assert!(count > 1000, "only {count} pairs");
    assert!(wrong.is_empty(), "{}\n{} merged", wrong.join("\n"), wrong.len());
}

#[test]
fn no_hand_is_lost_where_files_are_joined_without_a_line_end() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, text, batch) in whole_samples() {
        let text = text.trim_ascii_end();
        let found = parsed(&[text, text].concat());
        count += 1;
        // If the header after a word is not found, the hand must not seem complete.
        let is_flagged = found.rejected + found.partial > 0 || {
            let verdicts = column(&found, "hands", "verdict");
            !verdicts
                .iter()
                .all(|verdict| verdict.starts_with("exact") || verdict == "rake_inferred")
        };
        if found.headers != 2 * batch.headers && !is_flagged {
            wrong.push(format!("{name}: {} headers of twice {}", found.headers, batch.headers));
        }
    }
    assert!(count > 200, "only {count} samples");
    assert!(wrong.is_empty(), "{}\n{} lost", wrong.join("\n"), wrong.len());
}
