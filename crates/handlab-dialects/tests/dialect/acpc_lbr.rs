//! Matches against the local best response: what is refused, quoted and joined files, and what makes hands different.

use handlab_core::framing::HeaderPlace;

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("acpc", "lbr_raises_add_to_the_call")
}

fn small() -> String {
    sample_text("acpc", "lbr_the_file_names_the_game_of_smaller_blinds")
}

/// The verdicts of the sample's hands.
const WANTED: [&str; 5] =
    ["exact_uncalled_in_collected", "exact", "exact_uncalled_in_collected", "exact", "exact"];

#[test]
fn an_invalid_hand_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("0r250c", "0r50c", "header"),
        ("r400r1200f", "r400r19500f", "header"),
        ("AhKd", "AhKdQd", "unknown_game"),
        ("2d7h8c", "2d7h", "cards"),
        ("AhKd", "AhKz", "cards"),
        ("750,-750", "750,much", "amount"),
        ("r400r1200f", "r400x1200f", "unknown_line"),
        ("r400r1200f", "r400\u{e9}f", "unknown_line"),
        ("r1200f", "r99999999999999999999f", "unknown_line"),
        ("r1200f", "r9223372036854775807f", "header"),
        ("(750.000000)", "", "truncated"),
        ("(750.000000)", "(750.0", "truncated"),
        ("750,-750", "750", "seats"),
        ("AhKd,9s9c", "AhKd", "seats"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1))[0], wanted, "{from} to {to}");
    }
    for (from, to) in [("750,-750", "650,-650"), ("750,-750", "-750,750")] {
        let found = codes(&text().replacen(from, to, 1))[0];
        assert!(found.ends_with("mismatch"), "{from} to {to}: {found}");
    }
    for idle in ["cc/cc/c", "cc/cc/ccc", "cc/cc/r100c"] {
        let found = codes(&text().replacen("r19000c/cc/cc/cc", &format!("r19000c/{idle}"), 1))[3];
        assert_eq!(found == "exact", idle == "cc/cc/c", "{idle}: {found}");
    }
}

#[test]
fn a_hand_is_refused_without_the_first_lines_of_its_file() {
    let text = text();
    let hands = &text[text.find("1:BR").expect("a hand")..];
    assert_eq!(codes(hands), ["header"; 5]);
    // Nothing else names the game of a hand without a raise whose pot is split.
    assert_eq!(codes(&text.replacen("game_def.fullholdem", "game_def.leduc", 1))[4], "header");
}

#[test]
fn the_number_belongs_to_its_hand_wherever_it_stands() {
    let whole = text();
    let ids = hand_ids(&whole);
    assert_eq!(ids.len(), 5);
    for (number, id) in ids.iter().enumerate() {
        assert!(id.starts_with(&format!("{}-", number + 1)), "{id}");
    }
    let marked =
        |mark: &str| whole.lines().fold(String::new(), |all, line| all + mark + line + "\n");
    let quoted = marked("> ");
    let join = |text: String, number| text.replace(&format!("\n{number}:"), &format!("{number}:"));
    let joined = (2..=5).fold(whole.clone(), join);
    let named = marked("lbr_fc4_ds_r1.out:").replacen("lbr_fc4_ds_r1.out:In", "In", 1);
    for text in [quoted, joined, named, whole.replace('\n', "\r\n")] {
        assert_eq!(codes(&text), WANTED, "{text}");
        assert_eq!(hand_ids(&text), ids, "{text}");
    }
}

#[test]
fn a_hand_of_another_site_keeps_its_lines_where_files_are_joined() {
    let other = sample_text("acpc", "nlhe_six_players_all_in_on_the_turn");
    let found = codes(&format!("{other}{}{other}", text()));
    assert_eq!(found, [&["exact"], WANTED.as_slice(), &["exact"]].concat());
    let text = text();
    let end = text.find("\nRAW").expect("an end");
    let seam = codes(&format!("{}{}{}", &text[..end], small().trim_end(), text));
    assert_eq!(seam, [&WANTED[..], &WANTED[..1], &["exact"; 2], &WANTED[..]].concat());
}

#[test]
fn equal_lines_of_files_with_other_settings_are_different_hands() {
    let other = text().replacen("ACTIONS_R1=F,C,0.5,1,A", "ACTIONS_R1=F,C", 1);
    let (ids, others) = (hand_ids(&text()), hand_ids(&other));
    assert!(ids.iter().zip(&others).all(|(id, other)| id != other), "{ids:?} {others:?}");
    assert_eq!(hand_ids(&format!("{}{other}", text())), [ids, others].concat());
    assert_eq!(codes(&format!("{}{}", text(), small())).len(), 8);
}

#[test]
fn each_hand_is_found_once_and_from_its_number() {
    let registry = &*handlab_dialects::ALL;
    let text = text();
    let find = |from: usize| registry.find(text.as_bytes(), from);
    let mut found = Vec::new();
    let mut next = find(0);
    while let Some(header) = next {
        assert_eq!(header.place, HeaderPlace::First);
        found.push(&text[header.at..][..2]);
        next = find(header.at + 1);
    }
    assert_eq!(found, ["In", "1:", "2:", "3:", "4:", "5:"]);
    for unfinished in ["1", "12", "12:", "12:BR", "> 12:Player,BR:", "12:Player,BR:0"] {
        assert!(registry.may_be_header(unfinished.as_bytes()), "{unfinished}");
    }
    for other in ["12 x", "12:Bob", "12:Player,BR:0c"] {
        assert!(!registry.may_be_header(other.as_bytes()), "{other}");
    }
}
