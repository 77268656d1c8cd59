//! The Python package `texasholdem`: what is refused, contradictions, and where a hand ends.

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("texasholdem", "nlhe_raises_are_totals_of_the_street")
}

#[test]
fn an_invalid_hand_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("Big Blind: 5 ", "Big Blind: many ", "amount"),
        ("Small Blind: 2\n", "", "header"),
        ("Small Blind: 2\n", "Small Blind: 2\nStarting Pot: 20\n", "unknown_line"),
        ("Small Blind: 2\n", "Small Blind: 2\nAnte: 1\n", "unknown_line"),
        ("500,500,480,520", "500", "seats"),
        ("500,500,480,520", "500,500,480", "seats"),
        ("500,500,480,520", "500,500,480,520,500", "seats"),
        ("[9h 9s]", "[9h 9s 9c]", "unknown_game"),
        ("[9h 9s]", "[9h 9x]", "cards"),
        ("[7s,8d,5d]", "[7s,8d]", "cards"),
        ("[7s,8d,5d]", "[]", "cards"),
        ("New Cards: [2c]", "New Cards: [2c,3c]", "cards"),
        ("(3,RAISE,12)", "(4,RAISE,12)", "unknown_player"),
        ("(3,RAISE,12)", "(3,RAISE,521)", "unknown_line"),
        ("(3,RAISE,12)", "(3,RAISE)", "amount"),
        ("(3,RAISE,12)", "(3,RAISE,12", "unknown_line"),
        ("(3,RAISE,12)", "(3,SHOVE,12)", "unknown_line"),
        ("(3,RAISE,12)", "(3,R\u{e9},12)", "unknown_line"),
        ("-1,[0]", "-1,[1]", "unknown_player"),
        ("-1,[0]", "-1,[0, 0]", "unknown_player"),
        ("-1,[0]", "-1,[]", "unknown_player"),
        ("Winners: (Pot 0,221,-1,[0])\n", "", "truncated"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [("0,221", "0,231"), ("RAISE,13", "RAISE,14")] {
        let found = codes(&text().replacen(from, to, 1))[0];
        assert!(found.ends_with("mismatch"), "{from} to {to}: {found}");
    }
    assert_eq!(codes(&text().replacen("[Qs 8c]", "[Qs 6d]", 1)), ["corrupt_actions"]);
}

#[test]
fn a_last_line_that_breaks_off_is_no_other_hand() {
    let text = sample_text("texasholdem", "nlhe_split_pots_and_side_pots");
    let hand = text.trim_end();
    assert_eq!(codes(hand), codes(&text));
    for end in [";(Pot 1", ",[0]);(Pot 1", "(Pot 2", ";(Pot 2", "2])"] {
        let cut = &hand[..hand.rfind(end).expect("a pot")];
        let found = codes(cut);
        assert!(matches!(found[1], "truncated" | "unknown_line"), "{cut}: {found:?}");
    }
}

#[test]
fn the_number_is_that_of_the_hand_without_its_comments() {
    let whole = text();
    let lines = whole.split_inclusive('\n').filter(|line| !line.starts_with('#'));
    let bare = lines.collect::<String>().replace("        # at the end of a line, too", "");
    let quoted = whole.lines().fold(String::new(), |all, line| all + "> " + line + "\n");
    let joined = format!("{}{whole}", whole.trim_end().replace("9h 9s", "9h 9d"));
    assert_eq!(hand_ids(&bare), hand_ids(&whole));
    assert_eq!(hand_ids(&quoted), hand_ids(&whole));
    assert_eq!(codes(&joined), ["exact_uncalled_in_collected"; 2]);
}
