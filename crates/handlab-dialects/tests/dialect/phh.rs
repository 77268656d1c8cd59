//! PHH: its files where they lie beside the project, and what a hostile one ends in.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

const NT: &str = "nt_three_handed_comments_underscores_and_a_rake";
const TWO: &str = "heads_up_lists_run_the_other_way_two_hands_in_one_file";

fn text_of(sample: &str) -> String {
    sample_text("phh", sample)
}

#[test]
fn fields_say_who_when_and_where() {
    each_hand(text_of(NT).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(0), hand.seats[0].seat), ("Ann # 1", 2));
        assert_eq!((hand.currency.code(), hand.str(hand.hand_id)), ("USD", "77"));
        assert_eq!(hand.started_at, Some(1_710_720_512_000_000));
        assert_eq!(hand.button_seat, Some(6));
    });
}

#[test]
fn hands_of_one_file_have_different_numbers() {
    let mut ids = Vec::new();
    each_hand(text_of(TWO).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        ids.push(hand.str(hand.hand_id).to_owned());
        // Heads-up player 1 has the big blind, and the other one the button.
        assert_eq!(hand.button_seat, Some(2));
    });
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], "Sample #1");
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn finishing_stacks_must_agree_with_the_cards() {
    let text = text_of(NT);
    let swapped = text.replace("[99.5, 60.75, 138]", "[99.5, 138, 60.75]");
    assert_ne!(codes(&swapped), ["rake_inferred"]);
    let more = text.replace("[99.5, 60.75, 138]", "[99.5, 60.75, 238]");
    assert_eq!(codes(&more), ["mismatch"]);
}

#[test]
fn hostile_files_end_in_a_reject() {
    let text = text_of(NT);
    for (from, to, code) in [
        ("\"p3 cbr 3\"", "\"p3 cbr many\"", "amount"),
        ("\"p3 cbr 3\"", "\"p9 cbr 3\"", "unknown_player"),
        ("\"p3 cbr 3\"", "\"p3 rob 3\"", "unknown_line"),
        ("d db Qh2c7d", "d db Qh2c7x", "cards"),
        ("0.50, 1, 0", "-0.50, 1, 0", "amount"),
        ("seats = [2, 5, 6]", "seats = [2, 2, 6]", "seats"),
        ("hand = 77", "hand = 77\nhand = 78", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = format!("{text}x = {}\nhand_ = 1\n", "[".repeat(100_000));
    assert_eq!(codes(&deep).len(), 1);
    assert!(matches!(codes(&deep)[0], "unknown_line" | "truncated"), "{:?}", codes(&deep));
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("phh") else { return };
    assert_eq!(outcomes.total(), 51);
    // One says neither what was won nor what was left.
    assert_eq!(outcomes.count(&["incomplete"]), 1);
    assert_eq!(outcomes.count(&["exact", "exact_uncalled_in_collected"]), 50, "{outcomes:?}");
}
