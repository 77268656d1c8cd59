//! Microgaming: its real documents, and invalid ones.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

const JACKPOT: &str = "nlhe_all_in_jackpot_only_in_the_balances_uncalled_apart";

fn text_of(sample: &str) -> String {
    sample_text("microgaming", sample)
}

#[test]
fn chips_that_disappear_beyond_the_rake_are_a_fee() {
    let text = text_of(JACKPOT);
    each_hand(text.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        assert_eq!((followed.audit.rake, followed.audit.fees), (78, 50));
        assert_eq!(followed.hand.currency.code(), "USD");
    });
    // The balances are compared with the actions.
    assert_eq!(codes(&text.replace("endbalance=\"39.64\"", "endbalance=\"39.65\"")), ["mismatch"]);
}

#[test]
fn a_dead_blind_is_added_only_if_the_balance_lacks_exactly_that() {
    let text = text_of("nlhe_dead_small_blind_only_in_the_balance");
    for balance in ["9.90", "9.86", "9.80"] {
        let other = text.replace("endbalance=\"9.85\"", &format!("endbalance=\"{balance}\""));
        assert_eq!(codes(&other), ["mismatch"], "{balance}");
    }
}

#[test]
fn hostile_documents_end_in_a_reject() {
    let text = text_of(JACKPOT);
    for (from, to, code) in [
        ("Hold&apos;em", "7 Card Stud", "unknown_game"),
        ("stakes=\"0.50|1.00\"", "stakes=\"0.50\"", "amount"),
        ("rake=\"78\"", "rake=\"much\"", "amount"),
        ("value=\"10\" suit=\"s\"", "value=\"11\" suit=\"s\"", "cards"),
        ("type=\"Fold\" seat=\"2\"", "type=\"Fold\" seat=\"9\"", "unknown_player"),
        ("num=\"2\"", "num=\"1\"", "seats"),
        ("type=\"Bet\"", "type=\"Rob\"", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("microgaming") else { return };
    let good = ["exact", "exact_uncalled_in_collected", "exact_uncalled_inferred"];
    // Exports of another program that lie in the same folder belong to other dialects.
    assert!(outcomes.count(&good) >= 23, "{outcomes:?}");
    assert_eq!(outcomes.count(&["mismatch", "winner_mismatch"]), 0, "{outcomes:?}");
}
