//! Slumbot: what is refused, contradictions, and how its answers are saved.

use crate::outcomes::{codes, hand_ids, sample_text};
use crate::read::each_hand;

fn lines() -> String {
    sample_text("slumbot", "nlhe_json_lines_split_pot_all_in_with_slashes")
}

fn line(number: usize) -> String {
    format!("{}\n", lines().lines().nth(number).expect("a hand"))
}

#[test]
fn an_invalid_hand_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("b600c/kk\"", "b600c/k\"", "unknown_line"),
        ("b600c/kk\"", "b600c/kb20000c\"", "unknown_line"),
        ("b600c/kk\"", "b600c/kx\"", "unknown_line"),
        ("\"b200c/kb200c/kb600c/kk\"", "7", "unknown_line"),
        ("client_pos\": 0", "client_pos\": 2", "header"),
        ("client_pos\": 0", "client_pos\": null", "header"),
        ("\"winnings\": -1000", "\"winnings\": null", "amount"),
        ("\"winnings\": -1000", "\"winnings\": -10.5", "amount"),
        ("\"Kd\", \"7s\"", "\"7s\"", "cards"),
        ("\"Kd\", \"7s\"", "\"Kd\", \"7x\"", "cards"),
        ("\"2d\"]", "\"2d\", \"2h\"]", "cards"),
        ("\"Ah\", \"Qd\"", "\"Ah\", \"Qd\", \"Qc\"", "unknown_game"),
        ("\"winnings\": -1000", "\"winnings\": -1001", "amount"),
        ("\"won_pot\": -2000", "\"won_pot\": -2000000", "amount"),
        ("[\"Ah\", \"Qd\"]", "7", "unknown_line"),
    ] {
        assert!(line(0).contains(from), "{from}");
        assert_eq!(codes(&line(0).replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [
        ("\"winnings\": -1000", "\"winnings\": -900"),
        ("\"winnings\": -1000", "\"winnings\": 1000"),
        ("\"won_pot\": -2000", "\"won_pot\": -2400"),
        ("b600c/kk\"", "b700c/kk\""),
    ] {
        let found = codes(&line(0).replacen(from, to, 1))[0];
        assert!(found.ends_with("mismatch"), "{from} to {to}: {found}");
    }
    assert_eq!(codes(&line(0).replacen("\"Ah\"", "\"Kd\"", 1)), ["corrupt_actions"]);
    // Who folds does not win.
    let won = line(1).replace("300, \"won_pot\": 1050", "-300, \"won_pot\": -1050");
    let found = codes(&won)[0];
    assert!(found.ends_with("mismatch") || found == "corrupt_actions", "{found}");
}

#[test]
fn an_answer_that_breaks_off_is_no_hand() {
    let text = lines();
    let hand = text.trim_end();
    assert_eq!(codes(hand), codes(&text));
    for end in ["}", ", \"session_total\"", "0, \"won_pot\"", "innings"] {
        let cut = &hand[..hand.rfind(end).expect("a key")];
        let found = codes(cut);
        assert_eq!(&found[..3], &codes(&text)[..3], "{end}");
        assert!(found.len() == 3 || found[3] == "truncated", "{end}: {found:?}");
    }
}

#[test]
fn an_answer_is_the_same_hand_however_it_is_saved() {
    let text = lines();
    let python = text.replace('"', "'");
    let spread = text.replace(", ", ",\r\n    ").replace('{', "{\r\n    ");
    let tight = text.replace(", ", ",").replace(": ", ":");
    let array = format!("[{}]", text.trim_end().replace('\n', ", "));
    for other in [python, spread, tight, array] {
        // What follows the action names the hand, not what precedes it.
        assert_eq!(hand_ids(&other), hand_ids(&text), "{other}");
        assert_eq!(codes(&other), codes(&text), "{other}");
    }
}

#[test]
fn answers_without_winnings_are_no_hands() {
    let text = sample_text("slumbot", "nlhe_output_of_the_sample_client_with_every_answer");
    let start = text.find("Token").expect("the second hand");
    let end = text.rfind("{'old_action'").expect("its last answer");
    assert!(codes(&text[start..end]).is_empty());
    assert_eq!(hand_ids(&text[start..]), hand_ids(&text)[1..]);
    let last = text.lines().filter(|line| line.contains("'winnings'"));
    let last = last.collect::<Vec<_>>().join("\n");
    assert_eq!(hand_ids(&last), hand_ids(&text));
}

#[test]
fn the_client_has_the_first_seat_in_both_positions() {
    let mut buttons = Vec::new();
    each_hand(lines().as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(0), hand.player(1), hand.hero), ("Client", "Slumbot", Some(0)));
        assert_eq!((hand.seats[0].starting_stack, hand.seats[1].starting_stack), (20_000, 20_000));
        buttons.push(hand.button_seat);
    });
    assert_eq!(buttons, [Some(2), Some(1), Some(1), Some(2)]);
}

#[test]
fn an_error_is_at_the_line_of_its_answer() {
    let text = lines().replacen("cb300c/kb450f", "cb300c/kb450z", 1);
    let mut at = Vec::new();
    each_hand(text.as_bytes(), |read| {
        if let Err(error) = &read.outcome {
            at.push(error.at().line);
        }
    });
    assert_eq!(at, [2]);
}
#[test]
fn a_hand_of_low_cards_has_no_capitals() {
    let text = line(0).replace("Ah", "5c").replace("Qd", "3c").replace("Ks", "8h");
    let text = text.replace("Kd", "8d").replace("Jc", "6c");
    assert!(!text.contains(|letter: char| letter.is_ascii_uppercase()));
    assert_eq!(codes(&text), ["exact"]);
}
