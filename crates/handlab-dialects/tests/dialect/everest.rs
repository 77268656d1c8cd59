//! Everest: its real documents, and invalid ones.

use crate::outcomes::{Outcomes, codes, sample_text};

const CASH: &str = "nlhe_cents_a_blind_not_posted_chat_between";

fn text_of(sample: &str) -> String {
    sample_text("everest", sample)
}

#[test]
fn a_hand_needs_its_session() {
    let text = text_of(CASH);
    let hand = &text[text.find("<HAND ").expect("a hand")..];
    assert_eq!(codes(hand), ["header"]);
    assert_eq!(codes(&format!("{text}{hand}")), ["exact"; 2]);
}

#[test]
fn the_rake_and_the_returned_bet_must_agree_with_the_bets() {
    let text = text_of(CASH);
    for (from, to) in [("rake=\"1\"", "rake=\"2\""), ("amount=\"20\"", "amount=\"19\"")] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replace(from, to)), ["mismatch"], "{from} as {to}");
    }
}

#[test]
fn hostile_documents_end_in_a_reject() {
    let text = text_of(CASH);
    for (from, to, code) in [
        ("game=\"hold-em\"", "game=\"whist\"", "unknown_game"),
        ("balance=\"78\"", "balance=\"-78\"", "amount"),
        ("Kc, 10s, 8s", "Kc, 10s, 8x", "cards"),
        ("<FOLD position=\"2\"", "<FOLD position=\"7\"", "unknown_player"),
        ("<SEAT position=\"1\"", "<SEAT position=\"0\"", "seats"),
        ("<BET position=\"1\" amount=\"10\"", "<ROB position=\"1\" amount=\"10\"", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("everest") else { return };
    // Exports of another program that lie in the same folder belong to other dialects.
    assert!(outcomes.count(&["exact"]) >= 8, "{outcomes:?}");
}
