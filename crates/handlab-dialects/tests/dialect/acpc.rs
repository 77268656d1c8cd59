//! ACPC: what is refused, contradictions, and what the results say about the game.

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("acpc", "nlhe_six_players_all_in_on_the_turn")
}

#[test]
fn an_invalid_game_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("r300", "r150", "header"),
        ("r900", "r250", "header"),
        ("cf/r10000", "c/r10000", "header"),
        ("KhKs", "KhKsKd", "unknown_game"),
        ("2c7d9s", "2c7d", "cards"),
        ("AhAd", "AhAz", "cards"),
        ("10350", "much", "amount"),
        ("Bob", "Ann", "seats"),
        ("|Fay", "", "seats"),
        (":Ann|Bob|Cal|Dot|Eve|Fay", "", "truncated"),
        ("|-10000|0:", ":", "truncated"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [
        ("-300|10350", "-400|10450"),
        ("10350|0", "10250|100"),
        ("|10350|0|-10000|0", "|-10000|0|10350|0"),
        ("AhAd", "2hAd"),
    ] {
        let found = codes(&text().replacen(from, to, 1))[0];
        assert!(found.ends_with("mismatch"), "{from} to {to}: {found}");
    }
    assert_eq!(codes(&text().replacen("KhKs", "KhAd", 1)), ["corrupt_actions"]);
}

#[test]
fn a_last_line_without_its_end_is_refused() {
    let text = text();
    let line = text.trim_end();
    for cut in [&line[..line.len() - 1], line] {
        assert_eq!(codes(cut), ["truncated"], "{cut}");
    }
}

#[test]
fn streets_without_betting_need_no_mark() {
    assert_eq!(codes(&text().replacen("r10000c/", "r10000c", 1)), ["exact"]);
    for betting in ["ccr15000r20000cc///", "ccr15000r20000cc"] {
        let cards = "KsJs|8s8h|Qd7c/8d6c2d/Td/2c:-20000|40000|-20000:Ann|Bob|Cal";
        assert_eq!(codes(&format!("STATE:1:{betting}:{cards}\n")), ["exact"], "{betting}");
    }
}

#[test]
fn a_letter_beyond_ascii_in_a_long_betting_is_rejected() {
    // The line is claimed by its first bytes.
    let betting = format!("{}\u{e9}", "rc/".repeat(300));
    assert_eq!(codes(&text().replacen("r300fcffc", &betting, 1)), ["unknown_line"]);
}

#[test]
fn the_name_of_a_game_counts_only_if_the_results_fit_several() {
    let tie = sample_text("acpc", "no_line_names_the_game_of_a_split_pot");
    let named = |game: &str| format!("# name/game/hands/seed ann.bob {game} 1 42\n{tie}");
    assert_eq!(codes(&named("holdem.nolimit.2p.reverse_blinds.game")), ["exact"]);
    assert_eq!(codes(&named("games/holdem.limit.2p.reverse_blinds.game")), ["exact"]);
    for other in ["holdem.limit.3p.game", "leduc.game"] {
        assert_eq!(codes(&named(other)), ["header"], "{other}");
    }
}

#[test]
fn the_same_number_in_another_match_is_another_hand() {
    let other = text().replace("Qc4h", "Qc4d");
    let ids = hand_ids(&format!("{}{other}", text()));
    assert!(ids.len() == 2 && ids[0] != ids[1] && ids[0].starts_with("27-"), "{ids:?}");
    let timed = format!("{} # 1479132064.5\n", text().trim_end());
    assert_eq!(hand_ids(&timed), ids[..1]);
}
