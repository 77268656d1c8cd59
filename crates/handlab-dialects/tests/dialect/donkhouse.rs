//! Donkhouse: what is refused, contradictions, and cards revealed late.

use handlab_core::hand::{Hand, SidePaymentKind};

use crate::outcomes::{codes, hand_ids, hands, sample_text};

fn text() -> String {
    sample_text("donkhouse", "nlhe_four_seats_late_and_early_revealed_cards_names_with_spaces")
}

fn bounties() -> String {
    sample_text("donkhouse", "nlhe_seven_deuce_bounty_within_the_payment")
}

fn first(text: &str) -> Hand {
    hands(text).swap_remove(0)
}

/// The verdict of the first hand, or why it is refused, with one text replaced.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> &'static str {
    assert!(text.contains(from), "{from}");
    codes(&text.replacen(from, to, 1))[0]
}

#[test]
fn what_may_be_an_act_is_refused() {
    for (from, to, wanted) in [
        ("Ann folded\nBea", "Ann ponders\nBea", "unknown_line"),
        ("Ann folded\nBea", "Ann: folded\nBea", "unknown_line"),
        ("Ann folded\nBea", "Zed folded\nBea", "unknown_line"),
        ("Ann folded\nBea", "Ann folded, moving all in\nBea", "unknown_line"),
        ("Ann folded\nBea", "Ann stood up\nBea", "unknown_line"),
        ("Cid timed out and folded", "Cid timed out and raised to 0.6", "unknown_line"),
        ("Dot. raised to 0.6", "Dot. raised to much", "amount"),
        ("Dot. raised to 0.6", "Dot. raised 0.6", "unknown_line"),
        ("Bea Lee posted 0.2", "Bea Lee posted 0.2\nAnn straddled to 0.1", "amount"),
        ("Ann folded", "Ann folded\nDot. straddled to 0.8", "unknown_line"),
        ("Bea Lee posted 0.2", "Bea Lee posted 0.2\nDot. posted 0.2", "unknown_line"),
        ("Bea Lee posted 0.2", "Bea Lee posted 0.2\nAnn posted 0.2", "unknown_line"),
        ("Bea Lee posted 0.2", "2023-05-01 20:15:45: Bea added on 20", "unknown_line"),
        ("won 11.5 chips", "won 11.5", "unknown_line"),
        ("won 11.5 chips", "won 11.5 chips\nAnn posted 0.1", "unknown_line"),
        ("Dot. (31.2", "Ann (31.2", "seats"),
        ("Cid (18, CO),", "Cid 18,", "seats"),
        ("9♦ 4♣ K♥ 10♠", "9♦ 4♣ K♠ 10♠", "cards"),
        ("board: 9♦ 4♣ K♥ 10♠", "board: 9♦ 4♣ K♥ 10♠ 2♦", "cards"),
        ("board: 9♦ 4♣ K♥ 10♠", "board: 9? 4? K? 10?", "cards"),
        ("showed K♣ Q♣", "showed K♣", "cards"),
        ("of NL Texas Holdem", "of NL Short Deck", "unknown_game"),
    ] {
        assert_eq!(changed(&text(), from, to), wanted, "{from} to {to}");
    }
}

#[test]
fn money_that_does_not_add_up_is_a_mismatch() {
    for (from, to) in [
        ("won 11.5 chips", "won 11.4 chips"),
        ("won 11.5 chips", "won 11.5 chips\nAnn won 1 chips"),
        ("Dot. called 3\n", "Dot. called 2\n"),
        ("Ann posted 0.1\n", ""),
    ] {
        let found = changed(&text(), from, to);
        assert!(!found.starts_with("exact") && !found.starts_with("rec"), "{to}: {found}");
    }
}

#[test]
fn a_hand_without_its_payment_is_truncated() {
    let text = text();
    let cut = text.find("Bea Lee won").expect("a payment");
    assert_eq!(codes(&text[..cut]), ["truncated"]);
    assert_eq!(codes(&text[..cut + "Bea Lee won 11.5".len()]), ["truncated"]);
    assert_eq!(codes(&text[..cut + "Bea Lee won 11.5 chips".len()]), ["reconciled_unverified"]);
    assert_eq!(hand_ids(&text).len(), 3, "the end of an earlier hand is none");
    // Another file that begins within a hand of the same players.
    let joined = text.replacen("won 11.5 chips", "won 11.5 chips\nAnn folded\nCid won 3 chips", 1);
    assert_eq!(codes(&joined), codes(&text));
}

#[test]
fn a_bounty_is_not_from_the_pot() {
    let hand = first(&bounties());
    let paid: Vec<_> = hand.side_payments.iter().map(|paid| (paid.seat, paid.amount)).collect();
    assert_eq!(paid, [(0, 300), (3, -100), (2, -100), (1, -100)]);
    assert!(hand.side_payments.iter().all(|paid| paid.kind == SidePaymentKind::SevenDeuce));
    assert_eq!(hand.collected[0].amount, 800);
    for (from, to, wanted) in [
        ("Ann won the 72 bounty\n", "", "unknown_line"),
        ("Bea paid 1\n", "Eve paid 1\n", "unknown_player"),
        ("Bea paid 1\n", "Ann paid 1\n", "unknown_line"),
        ("Bea paid 1\n", "Bea paid 20\n", "amount"),
        ("Bea paid 1\n", "", "mismatch"),
        ("Ann won 11 chips", "Bea won 11 chips", "truncated"),
    ] {
        assert_eq!(changed(&bounties(), from, to), wanted, "{from} to {to}");
    }
}

#[test]
fn revealed_cards_count_once_their_player_has_acted() {
    let held = |text: &str| -> Vec<String> {
        let hand = hands(text).swap_remove(1);
        hand.seats.iter().map(|seat| seat.hole_cards.to_string()).collect()
    };
    assert_eq!(held(&text()), ["7c7s", "", "JdTd", ""]);
    let early = text().replacen("Dot. raised to 0.7", "Dot. revealed A♣ \nDot. raised to 0.7", 1);
    assert_eq!(held(&early), held(&text()), "of the hand before");
    let many = text().replacen("Dot. revealed T♦", "Dot. revealed T♦ \nDot. revealed 2♣", 1);
    assert_eq!(held(&many), ["7c7s", "", "", ""]);
    assert!(first(&text()).seats[2].hole_cards.is_empty());
}

#[test]
fn heads_up_the_first_to_post_has_the_button() {
    let name = "nlhe_heads_up_blinds_the_wrong_way_round_straddle_of_the_button";
    let text = sample_text("donkhouse", name);
    assert_eq!(first(&text).button_seat, Some(2));
    // A log that lists them the right way round.
    let swapped = text.replace("Ann (20, SB)", "Ann (20, BB)").replace("18.5, BB", "18.5, SB");
    assert_eq!((first(&swapped).button_seat, codes(&swapped)[0]), (Some(2), "exact"));
}

#[test]
fn only_equal_posts_of_everyone_before_a_flop_are_a_bomb_pot() {
    let text = sample_text("donkhouse", "nlhe_bomb_pot_two_boards");
    for (from, to, wanted) in [
        ("Cid posted 1\n", "Cid posted 2\n", "unknown_line"),
        ("Cid posted 1\n", "Cid posted 1\nAnn checked\n", "unknown_line"),
        ("Bea posted 1\n", "", "unknown_line"),
        ("A♠ / K♦ J♦ 4♠ 4♥ \n", "A♠ \n", "cards"),
    ] {
        assert_eq!(changed(&text, from, to), wanted, "{from} to {to}");
    }
}

#[test]
fn an_all_in_blind_does_not_show_the_stake() {
    let text = text().replacen("Bea Lee posted 0.2", "Bea Lee posted 0.2, moving all in", 1);
    let stakes = first(&text).stakes;
    assert_eq!((stakes.small_blind, stakes.big_blind), (Some(10), None));
}
