//! The Big Game: its real scripts, and invalid ones.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

const STRADDLE: &str = "button_ante_straddle_walk_through_then_rabbit_cards";
const TWICE: &str = "all_in_run_twice_bet_taken_back_a_player_is_away";

fn text_of(sample: &str) -> String {
    sample_text("biggame", sample)
}

#[test]
fn cards_after_the_pot_was_won_are_not_the_board() {
    each_hand(text_of(STRADDLE).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.board(0).to_string(), "Qs2d3s");
        assert_eq!(hand.player(0), "ANN: {B}");
    });
}

#[test]
fn the_first_run_comes_card_by_card() {
    let text = text_of(TWICE);
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.n_runouts, 2);
        assert_eq!(hand.board(1).to_string(), "2s3s9h4d7d");
        assert_eq!(hand.board(2).to_string(), "2s3s9hKc8d");
    });
    // A runout with no known cards cannot be verified, but is not a fault either.
    assert_eq!(codes(&text.replace("[\"ck\", \"d8\"]", "[]")), ["reconciled_unverified"]);
}

#[test]
fn a_board_may_be_run_four_times() {
    let twice = text_of(TWICE);
    let third = "{Seat: 0, Action: \"Deal\", value: [\"ck\", \"d8\"]}";
    assert!(twice.contains(third), "{twice}");
    let more = format!("{third}, {}", third.replace("ck\", \"d8", "h8\", \"s8"));
    let four = format!("{more}, {}", third.replace("ck\", \"d8", "c4\", \"h5"));
    each_hand(twice.replacen(third, &four, 1).as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.n_runouts, 4);
        assert_eq!(hand.board(4).to_string(), "2s3s9h4c5h");
    });
    let five = format!("{four}, {}", third.replace("ck\", \"d8", "c5\", \"h6"));
    assert_eq!(codes(&twice.replacen(third, &five, 1)), ["cards"]);
}

#[test]
fn hostile_scripts_end_in_a_reject() {
    let text = text_of(TWICE);
    for (from, to, code) in [
        ("value: 2000", "value: 2e300", "unknown_line"),
        ("Stack: 90000", "Stack: -1", "amount"),
        ("\"sk\", \"hk\"", "\"sk\", \"xx\"", "cards"),
        ("{Seat: 3, Action: \"Raises To\"", "{Seat: 8, Action: \"Raises To\"", "unknown_player"),
        ("\"BOB\", Seat: 2", "\"ANN\", Seat: 2", "seats"),
        ("\"Bets\"", "\"Robs\"", "unknown_line"),
        ("Plays:", "Acts:", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = text.replacen("CardsOut: []", &format!("CardsOut: {}", "[".repeat(100_000)), 1);
    assert_eq!(codes(&deep), ["unknown_line"]);
    for at in (30..text.trim_end().len() - 2).step_by(9) {
        assert_eq!(codes(&text[..at]), ["truncated"], "cut at {at}");
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("pokerstars_biggame_js") else { return };
    assert_eq!(outcomes.total(), 1049);
    assert_eq!(outcomes.count(&["cards"]), 0);
    // Typed from the screen: seats that check and then fold, actions out of turn, duplicate cards, wrong payments.
    let bad = ["corrupt_actions", "mismatch", "winner_mismatch"];
    assert!(outcomes.count(&bad) <= 35, "{outcomes:?}");
    let good = ["exact", "exact_uncalled_in_collected", "reconciled_unverified"];
    assert!(outcomes.count(&good) >= 1014, "{outcomes:?}");
}
