//! Boss: its real documents, and invalid ones.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

const CASH: &str = "nlhe_calls_print_what_they_add_raises_are_totals";
const SHORT: &str = "tournament_antes_are_only_in_the_pots_one_is_short";
const ANTES: &str = "tournament_antes_are_only_in_the_pots_a_player_has_left";

fn text_of(sample: &str) -> String {
    sample_text("boss", sample)
}

#[test]
fn calls_may_be_totals_or_what_they_add() {
    let text = text_of(CASH);
    // The caller has already contributed 2 and 8.
    let totals = text.replace("VALUE=\"7.00\"", "VALUE=\"9.00\"");
    let totals = totals.replace("VALUE=\"19.00\"", "VALUE=\"27.00\"");
    assert_eq!(codes(&totals), ["exact_uncalled_inferred"]);
    let wrong = text.replace("VALUE=\"7.00\"", "VALUE=\"8.00\"");
    assert_eq!(codes(&wrong), ["corrupt_actions"]);
}

#[test]
fn antes_are_inferred_only_if_all_paid_the_same() {
    let text = text_of(ANTES);
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.stakes.ante, Some(25));
        // Stacks are printed after the antes.
        assert_eq!(hand.seats[0].starting_stack, 3025);
    });
    // 76 cannot be three equal antes; with 525 each ante would be more than half of the blind.
    for pot in ["626.00", "1075.00"] {
        assert_eq!(codes(&text.replace("625.00", pot)), ["mismatch"], "{pot}");
    }
    let cash = text.replace("GAMEKIND_TOURNAMENT", "GAMEKIND_CASH");
    assert_eq!(codes(&cash), ["mismatch"], "a cash game has no hidden antes");
}

#[test]
fn a_short_ante_is_of_the_only_seat_with_no_chips_that_shows_a_hand() {
    let text = text_of(SHORT);
    assert_eq!(codes(&text), ["exact_uncalled_inferred"]);
    for (from, to) in [
        // Fifteen from each of the others only.
        ("635.00", "645.00"),
        ("SEAT=\"4\" AMOUNT=\"0.00\"", "SEAT=\"4\" AMOUNT=\"10.00\""),
        // Two players have no chips.
        ("SEAT=\"1\" AMOUNT=\"1000.00\"", "SEAT=\"1\" AMOUNT=\"0.00\""),
        // The player has left.
        ("<CARD LINK=\"26\"></CARD><CARD LINK=\"13\"></CARD>", ""),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replace(from, to)), ["mismatch"], "{from} as {to}");
    }
}

#[test]
fn hostile_documents_end_in_a_reject() {
    let text = text_of(CASH);
    for (from, to, code) in [
        ("GAME_THM", "GAME_XYZ", "unknown_game"),
        ("STAKES=\"2.00/4.00\"", "STAKES=\"2.00\"", "amount"),
        ("LINK=\"51\"", "LINK=\"52\"", "cards"),
        ("PLAYER=\"Cy\" KIND", "PLAYER=\"Zoe\" KIND", "unknown_player"),
        ("SEAT=\"2\"", "SEAT=\"1\"", "seats"),
        ("ACTION_BET", "ACTION_GIVE", "unknown_line"),
        (
            "<PLAYER NAME=\"Bob\"",
            "<!DOCTYPE x [<!ENTITY a \"a\">]><PLAYER NAME=\"Bob\"",
            "unknown_line",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = text.replacen("<PLAYER", &format!("{}<PLAYER", "<X>".repeat(100_000)), 1);
    assert_eq!(codes(&deep), ["unknown_line"]);
}

#[test]
fn a_document_that_is_cut_anywhere_never_gives_another_hand() {
    let text = text_of(CASH);
    let from = text.find("<PLAYER").expect("a player");
    for at in (from..text.len()).step_by(7) {
        for code in codes(&text[..at]) {
            assert!(matches!(code, "truncated" | "exact_uncalled_inferred"), "cut at {at}: {code}");
        }
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("boss") else { return };
    assert_eq!(outcomes.total(), 126);
    // All in one tournament: a blind printed at the next level, an odd chip that no one gets, and a player who has just
    // sat down and pays no ante.
    assert_eq!(outcomes.count(&["mismatch", "corrupt_actions"]), 3);
    let good = ["exact", "exact_uncalled_inferred", "reconciled_unverified"];
    assert_eq!(outcomes.count(&good), 123, "{outcomes:?}");
}

#[test]
fn a_player_without_chips_who_bets_has_an_unknown_stack() {
    let text = text_of(CASH);
    let unknown = text.replace("SEAT=\"6\" AMOUNT=\"200.00\"", "SEAT=\"6\" AMOUNT=\"0.00\"");
    assert_ne!(unknown, text);
    each_hand(unknown.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        let unknown: Vec<_> =
            followed.hand.seats.iter().map(|seat| seat.has_unknown_stack).collect();
        assert_eq!(unknown, [false, false, true]);
        assert_eq!(followed.audit.verdict.name(), "exact_uncalled_inferred");
    });
}
