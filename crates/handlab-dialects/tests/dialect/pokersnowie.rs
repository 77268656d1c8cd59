//! `PokerSnowie`: what is refused, contradictions, and lines that do not start a hand.

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("pokersnowie", "nlhe_raises_are_totals_uncalled_bet")
}

#[test]
fn unknown_forms_are_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("GameType:NoLimit", "GameType:PotLimit", "unknown_game"),
        ("Move: Ann folds 0", "Move: Ann ponders 0", "unknown_line"),
        ("Move: Ann folds 0", "Move: Zed folds 0", "unknown_player"),
        ("Move: Ann raise_bet 20", "Move: Ann raise_bet much", "amount"),
        ("Seat 3 Dot 200", "Seat 3 Cal 200", "seats"),
        ("[Jc 7c 2d]", "[Jc 7c 2z]", "cards"),
        ("BigBlind: Bob 2", "Straddle: Bob 2", "unknown_line"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1))[0], wanted, "{from} to {to}");
    }
    for won in ["Winner: Dot 80.00", "Winner: Dot 74.00\nWinner: Ann 20"] {
        let found = codes(&text().replacen("Winner: Dot 74.00", won, 1))[0];
        assert!(!["exact", "rake_inferred"].contains(&found), "{won}: {found}");
    }
    let cut = text().find("Winner:").expect("a payment");
    assert_eq!(codes(&text()[..cut]), ["truncated"]);
}

#[test]
fn a_hand_starts_at_the_line_above_the_client() {
    assert_eq!(hand_ids(&text().repeat(2)).len(), 2);
    for other in ["GameStart\nPlayers: 6\n", "Bob: GameStart\nPokerClient: ExportFormat\n"] {
        assert!(hand_ids(other).is_empty(), "{other}");
    }
}
