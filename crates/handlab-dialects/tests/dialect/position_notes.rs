//! Hands noted by position: whose hand it is, what is refused, and contradictions.

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("position_notes", "nlhe_totals_straddle_unknown_stacks_uncalled_bet_is_won")
}

#[test]
fn a_hand_is_recognized_by_its_own_lines() {
    let ids = hand_ids(&text());
    assert_eq!(hand_ids(&format!("A hand of mine\n\n{}\nWell played?\n", text())), ids);
    assert_ne!(hand_ids(&text().replace("s/800", "s/900"))[0], ids[0]);
    // There is no board if none was dealt.
    let bare = text().replacen("*** COMMUNITY CARDS ***\n8h7h6dKc3h\n", "", 1);
    assert_eq!(codes(&bare)[0], "cards");
    let walk = "*** SEAT DRAW ***\nSB: Hero\nBB: Unknown s/90\nBU: Unknown\n*** PREFLOP ***\nSB: post SB 1\n\
                BB: post BB 2\nBU: fold\nSB: fold\n*** SHOW DOWN ***\nBB: won 3\n";
    assert_eq!(codes(walk), ["rake_inferred"]);
}

#[test]
fn unknown_forms_are_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("post TB 10", "post ANTE 10", "unknown_line"),
        ("BB: fold", "BB: ponder", "unknown_line"),
        ("CO: Zed", "BB: Zed", "seats"),
        ("c/AhJd", "c/AhJdTcTd", "unknown_game"),
        ("c/AhJd", "c/AhZz", "cards"),
        ("8h7h6dKc3h", "8h7h6d", "cards"),
        ("SB: raise 200", "SB: raise much", "amount"),
        ("SB: call 40", "SB: call 1", "amount"),
        ("*** TURN ***", "*** OCEAN ***", "unknown_line"),
        ("SB: won 835", "SB: ran away", "unknown_line"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1))[0], wanted, "{from} to {to}");
    }
    for won in ["SB: won 900", "SB: won 835\nCO: won 20"] {
        let found = codes(&text().replacen("SB: won 835", won, 1))[0];
        assert!(!["exact", "rake_inferred"].contains(&found), "{won}: {found}");
    }
    let cut = text().find("SB: won").expect("a payment");
    assert_eq!(codes(&text()[..cut]), ["truncated"]);
    let whole = text();
    assert_eq!(codes(&whole[..cut + "SB: won 83".len()]), ["truncated"]);
    let (front, _) = whole.rsplit_once("BU: won").expect("a tie");
    assert_eq!(codes(front)[1], "truncated", "the other half is missing");
    let (front, _) = whole.split_once("2c7d").expect("a second hand");
    assert_eq!(hand_ids(front), hand_ids(&whole)[..1], "the second has only begun");
}
