//! Hands as converters write them for forums: what is refused, and contradictions.

use crate::outcomes::{codes, hand_ids, sample_text};

fn pokertracker() -> String {
    sample_text("forum", "nlhe_6max_pokertracker_folds_without_names")
}

fn holdem_manager() -> String {
    sample_text("forum", "nlhe_6max_holdem_manager_posts_from_the_title")
}

#[test]
fn a_hand_is_recognized_by_its_own_lines() {
    let ids = hand_ids(&pokertracker());
    assert_eq!(hand_ids(&format!("My hand:\n\n{}\nFold?\n", pokertracker())), ids);
    assert_eq!(hand_ids(&pokertracker().replace("9:heart:", "9♥")), ids);
    assert_ne!(hand_ids(&pokertracker().replace("$10.20", "$10.30")), ids);
    let both = format!("{}\n{}", pokertracker(), holdem_manager());
    assert_eq!(codes(&both), ["rake_inferred", "exact_uncalled_inferred"]);
}

#[test]
fn a_title_that_a_mail_has_wrapped_is_a_title() {
    let title = "[b]PokerStars - $5+$0.50|30/60 Ante 6 NL (3 max) - Holdem - 3 players[/b]";
    let text = sample_text("forum", "nlhe_3max_pokertracker_antes_in_big_blinds");
    let wrapped = text.replacen(title, &title.replace(" players", "\nplayers"), 1);
    assert_ne!(wrapped, text);
    assert_eq!(hand_ids(&wrapped), hand_ids(&text));
}

#[test]
fn contradictions_and_unknown_forms_are_refused() {
    for (from, to, wanted) in [
        ("NL FAST", "FL FAST", "header"),
        ("6 players\n", "5 players\n", "seats"),
        ("CO: $10.00", "UTG: $10.00", "seats"),
        ("SB posts SB $0.05", "MP posts SB $0.05", "seats"),
        ("SB posts SB $0.05", "SB posts $0.05", "unknown_line"),
        ("SB posts", "Ante $0.60 total, SB posts", "unknown_line"),
        ("SB posts", "5 players post ante of $0.01, SB posts", "unknown_line"),
        ("($0.55, 2", "($0.65, 2", "amount"),
        ("fold, fold, fold, BTN", "fold, fold, 9 folds, BTN", "unknown_line"),
        ("fold, fold, fold, BTN", "fold, fold, ponder, BTN", "unknown_line"),
        ("Hero calls $0.15", "Hero puts in $0.15", "unknown_line"),
        ("BTN calls $0.60", "BTN calls much", "amount"),
        ("K:club:", "", "cards"),
        ("Flop: ($0.55", "(Double board)\nFlop: ($0.55", "unknown_game"),
        ("Hero wins $5.30", "Well played", "truncated"),
    ] {
        assert!(pokertracker().contains(from), "{from}");
        assert_eq!(codes(&pokertracker().replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [
        ("won $19.24 ($9.24 net)", "won $19.24 ($8.24 net)"),
        ("won $19.24 ($9.24 net)", "won $19.74 ($9.74 net)"),
        ("$20.15 pot", "$21.15 pot"),
        ("showed A♥ A♦", "showed 8♥ 7♦"),
    ] {
        let found = codes(&holdem_manager().replacen(from, to, 1));
        assert!(!found[0].starts_with("exact"), "{from} to {to}: {found:?}");
    }
}

#[test]
fn the_pot_before_the_flop_says_what_was_posted() {
    let bare = pokertracker().replacen("SB posts SB $0.05, Hero posts BB $0.10\n", "", 1);
    assert_eq!(codes(&bare), ["rake_inferred"]);
    assert_eq!(codes(&bare.replacen("(pot: $0.15)", "(pot: $0.10)", 1)), ["amount"]);
    let in_big_blinds = sample_text("forum", "nlhe_3max_pokertracker_antes_in_big_blinds");
    assert_eq!(codes(&in_big_blinds.replacen("SB posts SB 0.5 BB, ", "", 1)), ["amount"]);
}

#[test]
fn sentences_about_a_room_are_not_hands() {
    for text in [
        "PokerStars - the room for all players\nSeat 1\n",
        "Poker Stars, $5/$10 Limit Hold'em Cash, 6 Players\nSB: $10\n",
    ] {
        assert_eq!(codes(text), [""; 0], "{text}");
    }
}
