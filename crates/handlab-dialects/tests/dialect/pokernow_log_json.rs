//! `PokerNow`'s log as JSON: the same rows as in the CSV.

use handlab_core::batch::{self, Batch, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_core::time;
use handlab_dialects::ALL;

use crate::columns::column;
use crate::outcomes::{codes, hand_ids, sample_text};
use crate::rows::{Rows, rows};
use crate::samples::samples_of;

const ARRAY: &str = "nlhe_array_newest_first_cards_and_bounty_after_the_end";

/// Columns that differ because the rows are written otherwise.
const WRITTEN: [&str; 11] = [
    "source_offset",
    "source_length",
    "source_line",
    "byte_offset",
    "byte_length",
    "line",
    "message",
    "text",
    "dialect",
    "text_digest",
    "digest",
];

fn parsed(text: &str) -> Batch {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last: true };
    batch::parse(&piece, &Options::new(&ALL))
}

fn rows_of(text: &str) -> Rows {
    rows(&parsed(text), &WRITTEN)
}

/// A row: entry, time, and number.
type Entry = (String, String, u64);

/// The rows of a CSV, newest first; each number tells the row's time, as in files of the site.
fn entries(csv: &str, is_oldest_first: bool) -> Vec<Entry> {
    let mut rows: Vec<String> = Vec::new();
    for line in csv.lines().skip(1) {
        match rows.last_mut().filter(|row| row.matches('"').count() % 2 == 1) {
            Some(row) => *row = format!("{row}\n{line}"),
            None => rows.push(line.to_owned()),
        }
    }
    if is_oldest_first {
        rows.reverse();
    }
    let mut found: Vec<Entry> = Vec::new();
    for row in rows.iter().rev() {
        let entry_end = row.rfind(",20").expect("a time");
        let at = row[entry_end + 1..].split(',').next().expect("a time").to_owned();
        let entry = &row[..entry_end];
        let quoted = entry.strip_prefix('"').and_then(|entry| entry.strip_suffix('"'));
        let entry = quoted.map_or(entry.to_owned(), |entry| entry.replace("\"\"", "\""));
        let micros = time::utc_micros(at.trim_end_matches('Z'), "UTC").expect("a time");
        let number = u64::try_from(micros / 10).expect("a time after 1970");
        let same = found.iter().rev().take_while(|(_, other, _)| *other == at).count() as u64;
        found.push((entry, at, number + same));
    }
    found.reverse();
    found
}

fn csv(entries: &[Entry]) -> String {
    let rows = entries
        .iter()
        .map(|(entry, at, number)| format!("\"{}\",{at},{number}\n", entry.replace('"', "\"\"")));
    format!("entry,at,order\n{}", rows.collect::<String>())
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("JSON")
}

/// A way of writing rows as JSON.
type Write = fn(&[Entry]) -> String;

fn objects(entries: &[Entry], between: &str, write: impl Fn(&Entry) -> String) -> String {
    entries.iter().map(write).collect::<Vec<_>>().join(between)
}

const WAYS: [(&str, Write); 7] = [
    ("an array on one line", |rows| {
        let row = |(entry, _, number): &Entry| {
            format!(r#"{{"createdAt":{number},"msg":{}}}"#, quoted(entry))
        };
        format!("[{}]", objects(rows, ",", row))
    }),
    ("an array, a key per line", |rows| {
        let row = |(entry, _, number): &Entry| {
            format!("  {{\n    \"createdAt\": {number},\n    \"msg\": {}\n  }}", quoted(entry))
        };
        format!("[\n{}\n]\n", objects(rows, ",\n", row))
    }),
    ("the entry first, tabs", |rows| {
        let row = |(entry, at, number): &Entry| {
            format!(
                "\t{{\n\t\t\"msg\": {},\n\t\t\"created_at\": \"{number}\",\n\t\t\"at\": \"{at}\"\n\t}}",
                quoted(entry)
            )
        };
        format!("[\r\n{}\r\n]\r\n", objects(rows, ",\r\n", row))
    }),
    ("a page", |rows| {
        let row = |(entry, at, number): &Entry| {
            format!(r#"{{"at":"{at}","created_at":"{number}","msg":{}}}"#, quoted(entry))
        };
        let infos = r#""infos":{"min":"1","max":"2"}"#;
        format!(r#"{{{infos},"logs":[{}],{infos}}}"#, objects(rows, ",", row))
    }),
    ("pages that repeat a row", |rows| {
        let row = |(entry, at, number): &Entry| {
            format!(r#"{{ "at": "{at}", "msg": {}, "created_at": {number} }}"#, quoted(entry))
        };
        let (mut pages, mut start) = (Vec::new(), 0);
        while start + 1 < rows.len() {
            let mut end = rows.len().min(start + 7);
            // A page may not end with the start of a hand here: the next one would begin with it.
            while end < rows.len() && rows[end - 1].0.starts_with("-- starting") {
                end += 1;
            }
            let page = objects(&rows[start..end], ",\n", row);
            pages.push(format!("{{ \"logs\": [\n{page}\n] }}"));
            start = end - 1;
        }
        format!("[{}]", pages.join(","))
    }),
    ("a row per line", |rows| {
        objects(rows, "\n", |(entry, _, number)| {
            format!(r#"{{"createdAt":{number},"msg":{},"other":[1,"}}"]}}"#, quoted(entry))
        })
    }),
    ("escapes and milliseconds", |rows| {
        let row = |(entry, at, _): &Entry| {
            let units = quoted(entry);
            let escaped = units.chars().map(|letter| match letter {
                ' '..='~' => letter.to_string(),
                _ => format!("\\u{:04x}", u32::from(letter)),
            });
            format!(
                r#"{{"at": "{at}", "created_at": null, "msg": {}}}"#,
                escaped.collect::<String>()
            )
        };
        format!("[{}]", objects(rows, ", ", row))
    }),
];

#[test]
fn every_way_of_writing_the_rows_gives_the_hands_of_the_csv() {
    for (name, data) in samples_of("pokernow") {
        let text = std::str::from_utf8(&data).expect("UTF-8");
        let entries = entries(text, name.contains("oldest"));
        let wanted = rows_of(&csv(&entries));
        assert!(!wanted["hands"].is_empty() && wanted["rejects"].is_empty(), "{name}");
        for (way, write) in WAYS {
            // A hand without an ID is named by its row's number.
            if way.starts_with("escapes")
                && !entries.iter().any(|(entry, ..)| entry.contains("(id: "))
            {
                continue;
            }
            let found = rows_of(&write(&entries));
            for (table, rows) in &wanted {
                assert_eq!(&found[table], rows, "{table} of {name}, {way}");
            }
        }
    }
}

#[test]
fn the_number_tells_the_time() {
    let text = sample_text("pokernow_log_json", ARRAY);
    let times = column(&parsed(&text), "hands", "started_raw");
    assert_eq!(times, ["2026-05-09T19:01:21.000", "2026-05-09T19:01:00.000"]);
}

#[test]
fn a_page_that_begins_or_ends_within_a_hand_gives_what_the_csv_gives() {
    for (name, data) in samples_of("pokernow") {
        let text = std::str::from_utf8(&data).expect("UTF-8");
        let entries = entries(text, name.contains("oldest"));
        for at in 1..entries.len() {
            for part in [&entries[at..], &entries[..at]] {
                let wanted = parsed(&csv(part));
                for (way, write) in [WAYS[0], WAYS[1], WAYS[3]] {
                    let found = parsed(&write(part));
                    let place = format!("{name} at {at}, {way}");
                    let counts = |batch: &Batch| (batch.headers, batch.rejected, batch.partial);
                    assert_eq!(counts(&found), counts(&wanted), "{place}");
                    assert_eq!(rows(&found, &WRITTEN), rows(&wanted, &WRITTEN), "{place}");
                }
            }
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_loses_only_its_last_hand() {
    let text = sample_text("pokernow_log_json", ARRAY);
    let ids = hand_ids(&text);
    assert_eq!(ids, ["jlog12b", "jlog11a"]);
    // The rows that start the hands, each up to its bracket.
    let ends = ids.iter().map(|id| {
        let start = text.find(id.as_str()).expect("a hand");
        start + text[start..].find('}').expect("a bracket")
    });
    let ends: Vec<_> = ends.collect();
    for (end, _) in text.char_indices() {
        let batch = parsed(&text[..end]);
        assert_eq!(batch.rejected, 0, "up to {end}");
        let count = ends.iter().filter(|whole| **whole < end).count();
        assert_eq!(column(&batch, "hands", "hand_id"), ids[..count], "up to {end}");
    }
}

#[test]
fn torn_and_misplaced_rows_are_refused() {
    let text = sample_text("pokernow_log_json", ARRAY);
    for (from, to, wanted) in [
        // A quotation mark, a bracket or a number is missing.
        ("checks\" }", "checks }", ["rake_inferred", "unknown_line"]),
        ("checks\" }", "checks\"", ["rake_inferred", "unknown_line"]),
        ("\"createdAt\": 177", "\"createdAt: 177", ["unknown_line", "rake_inferred"]),
        // A value of another kind.
        ("\"Flop:  [K♣, 9♥, 4♦]\"", "[\"Flop:  [K♣, 9♥, 4♦]\"]", ["rake_inferred", "unknown_line"]),
        ("raises to 30", "raises to much", ["rake_inferred", "amount"]),
    ] {
        assert!(text.contains(from), "{from}");
        let found = codes(&text.replacen(from, to, 1));
        assert_eq!(found, wanted, "{from}");
    }
    // Sorted oldest first, a hand's start would end the hand before it.
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    lines[1..last].reverse();
    let turned = lines.join("\n").replace(" }\n", " },\n");
    let found = codes(&turned);
    assert!(found.len() == 2 && !found.contains(&"rake_inferred"), "{found:?}");
}

#[test]
fn a_text_full_of_brackets_or_starts_is_read_quickly() {
    let start = "{\"createdAt\": 1, \"msg\": \"-- starting hand #1 (id: x) --\"";
    for text in
        ["{\"a\":", "[{", start, "{\"msg\": \"-- starting hand #", "\"msg\":\"-- starting hand #\""]
    {
        let batch = parsed(&text.repeat(200_000 / text.len()));
        assert_eq!(batch.tables.hands.len(), 0, "{text}");
    }
}
