//! `PokerNow`: its real logs, and invalid rows.

use crate::logs::{corpus_of, each_file};
use crate::outcomes::{Outcomes, codes, hand_ids, sample_text};
use crate::read::each_hand;
use crate::samples::samples_of;

fn sample() -> String {
    let name = "nlhe_newest_row_first_totals_on_the_street_quotes_in_a_name";
    sample_text("pokernow", name)
}

#[test]
fn names_lose_their_ids_and_times_are_utc() {
    each_hand(sample().as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(0), hand.player(2)), ("An \"A\", Jr", "Bo"));
        assert_eq!(hand.str(hand.hand_id), "164267592456700");
        // 2022-01-20 10:52:01.567 UTC
        assert_eq!(hand.started_at, Some(1_642_675_921_567_000));
        assert_eq!((hand.button_seat, hand.currency.code()), (Some(6), "CLUB"));
    });
}

#[test]
fn an_error_is_at_its_row() {
    let text = sample().replace("raises to 40", "raises to forty 40 4");
    let line = text.lines().position(|line| line.contains("forty")).expect("a row") as u64 + 1;
    each_hand(text.as_bytes(), |read| {
        let error = read.outcome.as_ref().expect_err("not an amount");
        assert_eq!(error.at().line, line, "{error}");
    });
    let torn = sample().replace("\"Flop:  [3♦, 4♥, 8♠]\",", "\"Flop:  [3♦, 4♥, 8♠],");
    assert_eq!(codes(&torn), ["unknown_line"]);
    let unended = sample().replace("-- ending hand #4 --", "x");
    assert_eq!(codes(&unended), ["truncated"]);
    let unknown = sample().replace("\"\"Cy @ ccc3\"\" folds", "\"\"Di @ ddd4\"\" calls 10");
    assert_eq!(codes(&unknown), ["unknown_player"]);
    // Cards that may be a board's are not dropped.
    let street = sample().replace("\"Flop:  [3♦, 4♥, 8♠]\"", "\"Board:  [3♦, 4♥, 8♠]\"");
    assert_eq!(codes(&street), ["unknown_line"]);
    let undealt = sample().replace("\"Your hand is 2♥", "\"undealt cards: 2♥");
    assert_eq!(codes(&undealt), codes(&sample()));
}

#[test]
fn column_names_with_a_line_end_are_not_a_row() {
    let wanted = codes(&sample());
    for names in ["entry,at,\"ord\ner\"", "\"entry\",\"at\",\"order\n\"", "\"entry\n\",at,order"] {
        let text = sample().replacen("entry,at,order", names, 1);
        assert_eq!(codes(&text), wanted, "{names:?}");
    }
    // A damaged row is not one of them.
    let torn = sample().replacen("entry,at,order\n", "entry,at,\"order\n\"x @ y\"\" folds\n", 1);
    assert_eq!(codes(&torn), ["unknown_line"]);
}

#[test]
fn a_row_of_several_lines_swallows_no_other_row() {
    let name = "nlhe_bounty_after_the_end_rows_of_several_lines_id_changes_short_big_blind";
    let text = sample_text("pokernow", name);
    assert_eq!(codes(&text), ["rake_inferred", "rake_inferred"]);
    for (from, to, wanted) in [
        // The quotation mark is closed after the next row, far away, or never.
        ("bounty: off » 25\",", "bounty: off » 25,", ["rake_inferred", "unknown_line"]),
        ("ask players\"", "ask players", ["unknown_line", "rake_inferred"]),
        ("bounty: off » 25", &"\n".repeat(200), ["rake_inferred", "unknown_line"]),
        // A name with a line end is a name.
        ("Cid @", "Ci\nd @", ["rake_inferred", "rake_inferred"]),
        ("paid 25 for", "paid much for", ["rake_inferred", "unknown_line"]),
        ("\"\"Bea @ bbb2\"\" paid", "\"\"Eve @ eee5\"\" paid", ["rake_inferred", "unknown_player"]),
    ] {
        assert!(text.contains(from), "{from}");
        let mut found = codes(&text.replace(from, to));
        found.sort_unstable();
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{from}");
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("pokernow") else { return };
    assert_eq!(outcomes.total(), 2121);
    assert!(outcomes.count(&["rake_inferred"]) >= 2119, "{outcomes:?}");
}

/// The rows below the header in reverse order.
fn turned(text: &str) -> String {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines() {
        match rows.last_mut().filter(|row| row.matches('"').count() % 2 == 1) {
            Some(row) => *row = format!("{row}\n{line}"),
            None => rows.push(line.to_owned()),
        }
    }
    rows[1..].reverse();
    rows.join("\n")
}

#[test]
fn rows_of_either_order_make_the_same_hands() {
    for (name, data) in samples_of("pokernow") {
        let text = String::from_utf8(data).expect("UTF-8");
        let (mut wanted, found) = (hand_ids(&text), hand_ids(&turned(&text)));
        wanted.reverse();
        assert_eq!(found, wanted, "{name}");
        // Without `order`, and as a spreadsheet rounds it.
        for (mark, rounded) in [("Z,1", "Z,1.64268E+14"), ("Z,1", "Z")] {
            let rows = text.lines().map(|row| match row.rsplit_once(mark) {
                Some((row, _)) => format!("{row}{rounded}\n"),
                None => format!("{row}\n"),
            });
            let text = rows.collect::<String>();
            let (mut wanted, found) = (codes(&text), codes(&turned(&text)));
            wanted.reverse();
            assert_eq!(found, wanted, "{name} {rounded}");
            assert!(!wanted.contains(&"unknown_line"), "{name}");
        }
    }
    let Some(folder) = corpus_of("pokernow") else { return };
    each_file(&folder, |path, data| {
        let text = String::from_utf8_lossy(data);
        let (mut wanted, found) = (codes(&text), codes(&turned(&text)));
        wanted.reverse();
        assert_eq!(found, wanted, "{path}");
    });
}
