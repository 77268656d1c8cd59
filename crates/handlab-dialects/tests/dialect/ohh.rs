//! Open Hand History: objects where they lie beside the project, and what a hostile one ends in.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

fn text_of(sample: &str) -> String {
    sample_text("ohh", sample)
}

const NLHE: &str = "nlhe_raise_adds_uncalled_has_no_field";

#[test]
fn objects_follow_one_another_with_and_without_empty_lines() {
    let text = text_of(NLHE);
    let compact = text_of("tournament_in_one_line_cards_in_one_text");
    let all = format!("{text}{}{compact}{compact}", text.trim_end());
    assert_eq!(
        codes(&all),
        ["exact_uncalled_inferred", "exact_uncalled_inferred", "exact", "exact"]
    );
    each_hand(compact.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.site, "ggpoker");
        let tournament = hand.tournament.expect("a tournament");
        assert_eq!((hand.str(tournament.tournament_id), tournament.buy_in), ("T77", Some(1000)));
    });
}

#[test]
fn escapes_in_names_are_read_and_errors_have_their_line() {
    let text = text_of(NLHE);
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!((hand.player(1), hand.player(2)), ("Bob \"B\"", "Cléo"));
        assert_eq!((hand.site, hand.currency.code()), ("ohh", "EUR"));
    });
    let wrong = text.replace("\"amount\": 9.0", "\"amount\": 9.123456789");
    let line = wrong.lines().position(|line| line.contains("9.1234")).expect("a line") as u64 + 1;
    each_hand(wrong.as_bytes(), |read| {
        let error = read.outcome.as_ref().expect_err("an amount finer than any money");
        assert_eq!((error.code(), error.at().line), ("amount", line));
    });
}

#[test]
fn hostile_objects_end_in_a_reject() {
    let text = text_of(NLHE);
    let deep = text.replace("\"flags\": []", &format!("\"x\": {}", "[".repeat(100_000)));
    assert_eq!(codes(&deep), ["unknown_line"]);
    let huge = text.replace("\"amount\": 9.0", "\"amount\": 9e300");
    assert_eq!(codes(&huge), ["amount"]);
    let nobody = text.replace("\"id\": 9", "\"id\": 8");
    assert_eq!(codes(&nobody), ["unknown_player"]);
    assert_eq!(codes(&text.replace("\"Holdem\"", "\"Draw\"")), ["unknown_game"]);
    assert_eq!(codes(&text.replace("\"Bet\"", "\"Rob\"")), ["unknown_line"]);
    for at in (40..text.len() - 10).filter(|at| text.is_char_boundary(*at)).step_by(11) {
        let found = codes(&text[..at]);
        assert!(found.iter().all(|code| *code == "truncated"), "cut at {at}: {found:?}");
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("ohh") else { return };
    assert_eq!(outcomes.total(), 1218);
    // A converter marks players as all-in who have chips left.
    let good = ["exact", "exact_uncalled_inferred", "reconciled_unverified", "odd_chip_only"];
    assert!(outcomes.count(&good) >= 1206, "{outcomes:?}");
}
