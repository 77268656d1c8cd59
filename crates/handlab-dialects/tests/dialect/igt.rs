//! IGT: several hands in one list, what stacks and uncalled bets are, and invalid texts.

use handlab_core::hand::Kind;

use crate::outcomes::{codes, hands, sample_text};

const DEAD_BLIND: &str = "plo_dead_blind_is_not_in_the_stack_uncalled_is_what_remains";
const LIMIT: &str = "lhe_stakes_are_the_blinds_calls_are_totals";
const SPLIT: &str = "plo8_all_in_both_halves";
const TOURNAMENT: &str = "tournament_antes_a_bet_beyond_an_all_in";

fn text_of(sample: &str) -> String {
    sample_text("igt", sample)
}

/// The hand without the list around it.
fn bare(sample: &str) -> String {
    let text = text_of(sample);
    let inside = text.trim().strip_prefix("{\"history\":[").expect("a list");
    inside.strip_suffix("]}").expect("its end").to_owned()
}

#[test]
fn several_hands_may_be_in_a_list_on_one_line_or_many() {
    let (one, two, three) = (bare(DEAD_BLIND), bare(LIMIT), bare(TOURNAMENT));
    let spaced = |text: &str| text.replace("\":", "\": ").replace(",\"", ",\n    \"");
    for text in [
        format!("{{\"history\":[{one},{two},{three}]}}"),
        format!("{{\"history\": [\n{},\n{},\n{}]}}\n", spaced(&one), spaced(&two), spaced(&three)),
        format!("{{\"history\":[{one}]}}{{\"history\":[{two}]}}\r\n{{\"history\":[{three}]}}"),
        format!("<script>var hand = {{\"history\":[{one},{two},{three}]}};</script>"),
    ] {
        assert_eq!(codes(&text), ["exact"; 3], "{text}");
    }
}

#[test]
fn a_stack_is_what_the_player_had_before_all_blinds() {
    let found = &hands(&text_of(DEAD_BLIND))[0];
    assert_eq!(found.seats[3].starting_stack, 4025, "the dead blind was paid before");
    assert_eq!((found.seats.len(), found.uncalled.as_slice()), (5, &[(2, 200)][..]));
    assert_eq!(found.started_at, Some(1_549_298_496_011_000));
    // A dead blind is taken from the printed stack, so the final stack is smaller.
    let taken = text_of(DEAD_BLIND).replace("\"bankRoll\":\"40.00\"", "\"bankRoll\":\"39.75\"");
    let taken = taken.replace("\"39.50\"", "\"39.25\"");
    assert_eq!(hands(&taken)[0].seats[3].starting_stack, 4000);
    assert_eq!(codes(&taken), ["exact"]);
    // If no stack is printed, the first bet shows it.
    let unknown = text_of(SPLIT).replace("\"amount\":\"60.00\"", "\"amount\":\"0.00\"");
    assert_eq!(hands(&unknown)[0].seats[2].starting_stack, 6000);
    assert_eq!(codes(&unknown), ["exact"]);
}

#[test]
fn final_stacks_are_compared() {
    let text = text_of(LIMIT);
    for (from, to) in [("\"42.85\"", "\"42.95\""), ("\"value\":\"0.00\"", "\"value\":\"1.00\"")] {
        assert!(text.contains(from), "{from}");
        let found = codes(&text.replace(from, to));
        assert!(!found.contains(&"exact"), "{from} as {to}: {found:?}");
    }
}

#[test]
fn stakes_times_and_tournaments_are_read() {
    let limit = &hands(&text_of(LIMIT))[0];
    let stakes = limit.stakes;
    assert_eq!([stakes.small_blind, stakes.big_blind], [Some(50), Some(100)]);
    assert_eq!([stakes.small_bet, stakes.big_bet], [Some(100), Some(200)]);
    let text = text_of(TOURNAMENT);
    let played = &hands(&text)[0];
    let tournament = played.tournament.expect("a tournament");
    assert_eq!((played.kind, played.str(tournament.tournament_id)), (Kind::Tournament, "MTT_77"));
    // A time that lacks a digit is not a time.
    let cut = text.replace("\"date\":\"1549298496011\"", "\"date\":\"154929849601\"");
    assert_eq!(hands(&cut)[0].started_at, None);
}

#[test]
fn hostile_texts_end_in_a_reject() {
    let text = text_of(LIMIT);
    for (from, to, code) in [
        ("GAME_THM", "GAME_XYZ", "unknown_game"),
        ("GAMEKIND_CASH", "GAMEKIND_XYZ", "unknown_game"),
        ("Fixed Limit", "Some Limit", "unknown_game"),
        ("0.5/1.0", "0.5/x", "amount"),
        ("\"link\":\"31\"", "\"link\":\"52\"", "cards"),
        ("\"player\":\"Bea\"", "\"player\":\"Zoe\"", "unknown_player"),
        ("\"seat\":\"2\"", "\"seat\":\"1\"", "seats"),
        ("ACTION_BET", "ACTION_GIVE", "unknown_line"),
        ("HAND_SB", "HAND_XB", "unknown_line"),
        ("BOARD_TURN", "BOARD_XYZ", "unknown_line"),
        ("\"handId\"", "\"xxxxId\"", "header"),
        ("\"anonymous\"", "\"bbj\":{},\"anonymous\"", "unknown_line"),
        ("\"value\":\"0.00\"", "\"value\":\"9.00\"", "amount"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = text.replace("\"skipPreFlop\":false", &format!("\"x\":{}", "[".repeat(100_000)));
    assert!(codes(&deep).iter().all(|code| matches!(*code, "unknown_line" | "truncated")));
}

#[test]
fn a_text_that_is_cut_anywhere_never_gives_another_hand() {
    let text = text_of(LIMIT);
    let whole = text.trim_end().len() - "]}".len();
    for at in (0..whole).step_by(7) {
        let found = codes(&text[..at]);
        assert!(found.iter().all(|code| *code == "truncated"), "cut at {at}: {found:?}");
    }
    assert_eq!(codes(&text[..whole]), ["exact"]);
}
