//! Spaces and signs that copying has changed: a hand is read as if it had plain ones.

use std::collections::BTreeMap;

use super::{PLACES, parsed};
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::numbers::Numbers;
use crate::rows::{Rows, rows};
use crate::samples::samples_of;

/// The text with another character in place of one in `one_of` spaces after the first `spared` lines.
fn respaced(text: &str, by: &str, one_of: usize, spared: usize) -> String {
    let mut numbers = Numbers::from_seed((text.len() + one_of) as u64);
    let mut line = 0;
    let mut changed = String::new();
    for letter in text.chars() {
        line += usize::from(letter == '\n');
        if letter == ' ' && line >= spared && numbers.below(one_of) == 0 {
            changed.push_str(by);
        } else {
            changed.push(letter);
        }
    }
    changed
}

/// Signs of money and spaces beside numbers as UTF-8 looks that is read as cp1252.
fn encoded_twice(text: &str) -> String {
    ["€", "£", "¥", "₮", "₹", "\u{fffd}"].into_iter().fold(text.to_owned(), |text, sign| {
        let twice = encoding_rs::WINDOWS_1252.decode_without_bom_handling(sign.as_bytes()).0;
        text.replace(sign, &twice)
    })
}

/// Lines longer than `width` characters go on in the next one, as in a mail.
fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut length = 0;
        for (number, word) in line.split(' ').enumerate() {
            let letters = word.chars().count();
            if number > 0 && length + 1 + letters > width {
                wrapped.push('\n');
                length = 0;
            } else if number > 0 {
                wrapped.push(' ');
                length += 1;
            }
            wrapped.push_str(word);
            length += letters;
        }
        wrapped.push('\n');
    }
    wrapped
}

/// Lines that deal cards go on in the next one, from the space of the last `before` on.
fn broken_deals(text: &str, before: &str) -> String {
    let broken = |line: &str| match line.rfind(before) {
        Some(space) if line.starts_with("Dealt to ") && line.contains(" [") => {
            format!("{}\n{}\n", &line[..space], &line[space + 1..])
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(broken).collect()
}

/// What copying does to a text, and the text afterwards.
type Copying = (&'static str, fn(&str) -> String);

const SPACES_AND_SIGNS: [Copying; 11] = [
    ("some no-break spaces", |text| respaced(text, "\u{a0}", 10, 1)),
    ("many no-break spaces", |text| respaced(text, "\u{a0}", 3, 1)),
    ("no-break spaces after the header", |text| respaced(text, "\u{a0}", 1, 1)),
    ("no-break spaces anywhere", |text| respaced(text, "\u{a0}", 5, 0)),
    ("half of the spaces", |text| respaced(text, "\u{a0}", 2, 0)),
    ("all of the spaces", |text| respaced(text, "\u{a0}", 1, 0)),
    ("some tabs", |text| respaced(text, "\t", 10, 1)),
    ("many tabs", |text| respaced(text, "\t", 3, 1)),
    ("tabs anywhere", |text| respaced(text, "\t", 5, 0)),
    ("tabs alone", |text| respaced(text, "\t", 1, 0)),
    ("signs encoded twice", encoded_twice),
];

const LINES_AND_MARKS: [Copying; 9] = [
    ("curly quotation marks", |text| text.replace('"', "”")),
    ("curly apostrophes", |text| text.replace('\'', "’")),
    ("all curly", |text| text.replace('"', "”").replace('\'', "’")),
    ("lines of 72", |text| wrapped(text, 72)),
    ("lines of 78", |text| wrapped(text, 78)),
    ("deals in lines up to the cards", |text| broken_deals(text, " [")),
    ("deals in lines up to the last card", |text| broken_deals(text, " ")),
    ("short dashes", |text| text.replace('-', "–")),
    ("long dashes", |text| text.replace('-', "—")),
];

/// What is not recognised, or not as it was: dialect or sample, and copying.
const LEFT: [(&str, &str); 15] = [
    // The time of the hand, a comment, is its own line then, and part of what gives the hand its number.
    ("acpc", "lines of"),
    // Within a tag that starts a hand, and in rows.
    ("ipoker/tournament_one_line", "lines of"),
    ("pokernow", "lines of"),
    // The sample's lines are wrapped already.
    ("unibet/nlhe_3max_header_wrapped", "lines of"),
    // Of a player called `Dealt to`, and beside a card without a bracket.
    ("pokerstars/nlhe_3max_name_dealt_to", "deals"),
    ("pokerstars/razz_8max_new_cards_without_brackets", "deals"),
    ("winamax/nlhe_6max_a_player_called_dealt_to", "deals"),
    // In rows, and in a name.
    ("pokernow", "curly"),
    ("winamax/nlhe_6max_tournament_odd_chips", "curly"),
    // Of numbers below zero, within the number of a hand, and in the names of tables.
    ("pokerbots", "dashes"),
    ("texasholdem", "dashes"),
    ("slumbot", "dashes"),
    ("merge", "dashes"),
    ("everest", "dashes"),
    // Of all headers, where no date shows it.
    ("pokernow_log_json/nlhe_array", "dashes"),
];

/// The rows of each hand, without what depends on its place; a no-break space is like any other.
fn hands(text: &str) -> (BTreeMap<String, Rows>, u64) {
    let batch = parsed(text.as_bytes());
    let places = PLACES.into_iter().chain(["text", "player_id", "source_line", "line", "message"]);
    let all = rows(&batch, &places.collect::<Vec<_>>());
    let mut hands = BTreeMap::new();
    for id in column(&batch, "hands", "hand_id") {
        let of_hand = format!("hand_id={id}");
        let mut found = all.clone();
        for rows in found.values_mut() {
            rows.retain(|row| row.contains(&of_hand));
            rows.iter_mut().flatten().for_each(|cell| *cell = cell.replace('\u{a0}', " "));
            // Some tables are in the order of names.
            rows.sort();
        }
        hands.insert(id, found);
    }
    (hands, batch.rejected + batch.partial)
}

#[test]
fn spaces_and_signs_that_copying_has_changed_alter_no_hand() {
    let (read, refused) = assert_unaltered(&SPACES_AND_SIGNS);
    assert!(refused * 100 < read, "{refused} refused, {read} read");
    assert!(read > 4000, "only {read} texts");
}

#[test]
fn lines_that_a_mail_has_wrapped_and_marks_of_word_processors_alter_no_hand() {
    let (read, refused) = assert_unaltered(&LINES_AND_MARKS);
    assert!(refused * 7 < read, "{refused} refused, {read} read");
    assert!(read > 1400, "only {read} texts");
}

/// Copies all samples: no hand is lost in silence, or exact with other values. Returns how many were read, and refused.
fn assert_unaltered(copyings: &[Copying]) -> (u64, u64) {
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for dialect in DIALECTS {
        for (sample, data) in samples_of(dialect) {
            let Ok(text) = String::from_utf8(data) else { continue };
            let text =
                text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
            let text = text.trim_end().to_owned() + "\n";
            let (wanted, faults) = hands(&text);
            for (copying, change) in copyings {
                let changed = change(&text);
                let place = format!("{dialect}/{sample}");
                let is_left =
                    LEFT.iter().any(|(of, by)| place.starts_with(of) && copying.contains(by));
                if faults > 0 || changed == text || is_left {
                    continue;
                }
                let (found, faults) = hands(&changed);
                let is_exact = |hand: &Rows| {
                    hand["hands"][0].iter().any(|cell| cell.starts_with("verdict=exact"))
                };
                let is_wrong = |(id, hand): &(&String, &Rows)| {
                    is_exact(hand) && wanted.get(*id) != Some(*hand)
                };
                if found == wanted {
                    read += 1;
                } else if found.iter().any(|hand| is_wrong(&hand))
                    || found.len() as u64 + faults < wanted.len() as u64
                {
                    wrong.push(format!("{place}: {copying}"));
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (read, refused)
}

#[test]
fn a_header_with_changed_spaces_starts_a_hand_at_its_place() {
    let samples = samples_of("pokerstars");
    let text = |name: &str| String::from_utf8(samples[name].clone()).expect("UTF-8");
    let (first, second) = (text("nlhe_6max_straddle"), text("nlhe_6max_zoom_tournament"));
    let (first, second) = (first.trim_end(), second.trim_end());
    let changed = second.replacen(' ', "\u{a0}", 1);
    let tabs = second.replacen(' ', "\t", 3);
    for (one, other) in [(first, &*changed), (&*changed, first), (first, &*tabs), (&*tabs, first)] {
        let data = format!("Look:\n{one}\n\n{other}\n");
        let batch = parsed(data.as_bytes());
        assert_eq!(column(&batch, "hands", "text"), [one, other]);
        let starts = [6, 6 + one.len() + 2].map(|start| start.to_string());
        assert_eq!(column(&batch, "hands", "source_offset"), starts);
        let lines = [2, 2 + one.lines().count() + 1].map(|line| line.to_string());
        assert_eq!(column(&batch, "hands", "source_line"), lines);
        assert_eq!(column(&batch, "hands", "verdict"), ["exact", "exact"]);
    }
}

#[test]
fn the_first_word_of_a_header_belongs_to_it() {
    let samples = samples_of("skins");
    let (_, data) = samples.iter().find(|(name, _)| name.starts_with("phenom_6max_b")).expect("it");
    let text = String::from_utf8(data.clone()).expect("UTF-8");
    let changed = text.replacen(' ', "\u{a0}", 1);
    let batch = parsed(format!("{text}\n{changed}\n{text}").as_bytes());
    assert_eq!(column(&batch, "hands", "site"), ["phenom"; 3]);
    assert_eq!(
        column(&batch, "hands", "text"),
        [text.trim_end(), changed.trim_end(), text.trim_end()]
    );
}
