//! Merge: its real documents, and invalid ones.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

const LO8: &str = "lo8_posts_both_chat_holds_a_header";

fn text_of(sample: &str) -> String {
    sample_text("merge", sample)
}

#[test]
fn a_description_applies_to_all_later_games_and_is_required() {
    let text = text_of(LO8);
    let game = &text[text.find("<game ").expect("a game")..];
    let two = format!("{text}{}", game.replace("-416", "-417"));
    assert_eq!(codes(&two), ["rake_inferred"; 2]);
    assert_eq!(codes(game), ["header"]);
    each_hand(two.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert!(hand.is_hi_lo);
        assert_eq!(hand.str(hand.table_name), "Bohai (45500001)");
        // The clock of the first event, in UTC; the printed one has no zone.
        assert_eq!(hand.started_at, Some(1_324_375_277_000_000));
    });
}

#[test]
fn raises_are_totals_since_september_2010() {
    let text = text_of("nlhe_2010_raise_adds_uncalled_with_the_pot");
    let later = text.replace("20100907170630", "20100909170630");
    // A raise to 5 leaves 7, and not the 8 that are paid.
    assert_eq!(codes(&later), ["mismatch"]);
    assert_eq!(codes(&later.replace("amount=\"8.00\"", "amount=\"7.00\"")), ["rake_inferred"]);
}

#[test]
fn balances_of_tournaments_lack_the_posts_unless_the_description_has_a_version() {
    let text = text_of("tournament_balances_lack_the_posts_all_in_blind");
    let stacks = |text: &str| {
        let mut stacks = Vec::new();
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            stacks.extend(hand.seats.iter().map(|seat| seat.starting_stack));
        });
        stacks
    };
    assert_eq!(stacks(&text), [2910, 90]);
    let versioned = text.replace("stakes=\"No Limit\"", "stakes=\"No Limit\" version=\"2.1\"");
    assert_eq!(stacks(&versioned), [2860, 0]);
}

#[test]
fn hostile_documents_end_in_a_reject() {
    let text = text_of(LO8);
    for (from, to, code) in [
        ("Omaha H/L8", "5-Draw w/Joker", "unknown_game"),
        ("stakes=\"Limit", "stakes=\"Half Pot Limit", "unknown_game"),
        ("amount=\"5.75\"", "amount=\"lots\"", "amount"),
        ("2d,3h,Jd", "2d,3h,Xd", "cards"),
        ("player=\"1\" pottype", "player=\"9\" pottype", "unknown_player"),
        ("seat=\"1\"", "seat=\"0\"", "seats"),
        ("type=\"BET\"", "type=\"ROB\"", "unknown_line"),
        ("id=\"POSTFLOP\"", "id=\"POSTMORTEM\"", "unknown_line"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [code], "{from} as {to}");
    }
    let deep = text.replacen("<players", &format!("{}<players", "<x>".repeat(100_000)), 1);
    assert_eq!(codes(&deep), ["unknown_line"]);
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("merge") else { return };
    assert_eq!(outcomes.total(), 279);
    assert_eq!(outcomes.count(&["unknown_game"]), 0);
    assert_eq!(outcomes.count(&["cancelled"]), 3);
    // An excerpt under another game's description, and a hand during which the hero left.
    assert_eq!(outcomes.count(&["corrupt_actions", "incomplete"]), 4);
    let good = ["exact", "exact_uncalled_in_collected", "rake_inferred"];
    assert_eq!(outcomes.count(&good), 272, "{outcomes:?}");
}

#[test]
fn rabbit_cards_are_not_dealt() {
    let text = sample_text("merge", "nlhe_rabbit_cards_after_a_fold_on_the_flop");
    let read = |text: &str| {
        let mut found = None;
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            found = Some((hand.board(0).to_string(), hand.last_street.0, hand.unread_lines));
        });
        found.expect("a hand")
    };
    assert_eq!(read(&text), ("Td4h9c".to_owned(), 1, 0));
    // Only the turn and the river, and the word is not needed.
    assert_eq!(read(&text.replace("Td,4h,9c,8d", "8d")), read(&text));
    let lines = |mark: &str| {
        text.lines().filter(|line| !line.contains(mark)).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(read(&lines("RABBIT")), read(&text));
    assert_eq!(read(&lines("8d,Jd")), read(&text));
    // A rabbit hunt that costs something is not known.
    let paid = text.replace("type=\"RABBIT\"", "type=\"RABBIT\" amount=\"1.00\"");
    assert_eq!(codes(&paid), ["unknown_line"]);
}

#[test]
fn the_sign_of_the_stakes_is_the_currency() {
    let text = text_of("nlhe_2010_raise_adds_uncalled_with_the_pot");
    for (sign, wanted) in [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("", "USD")] {
        each_hand(text.replace('$', sign).as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            assert_eq!(hand.currency.code(), wanted);
            assert_eq!(hand.stakes.big_blind, Some(200));
        });
    }
}
