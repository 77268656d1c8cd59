//! Pokerbots: the rules of a year by which a hand is not hold'em, contradictions, and stacks.

use handlab_core::hand::Hand;

use crate::outcomes::{codes, hand_ids, sample_text};
use crate::read::each_hand;

fn text() -> String {
    sample_text("pokerbots", "nlhe_current_stacks_show_the_first_and_players_who_are_all_in_check")
}

fn hand(text: &str) -> Hand {
    let mut found = None;
    each_hand(text.as_bytes(), |read| {
        found = Some(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    found.expect("a hand")
}

#[test]
fn a_hand_with_a_rule_of_its_year_is_rejected() {
    for (from, to) in [
        ("blind of 5\n", "blind of 5 on each board\n"),
        ("[Qd Kc]", "[Qd Kc 4h]"),
        ("Ann calls\nTurn", "Ann calls on board 1\nTurn"),
        ("Ann Jr bets", "Ann Jr bids 12\nAnn Jr bets"),
        ("Ann Jr bets", "Ann Jr discards 7c\nAnn Jr bets"),
        ("Ann Jr bets", "Ann's hand: [Qd 4c]\nAnn Jr bets"),
        ("Ann shows [Qd Kc]", "Ann shows [Qd 4c]"),
        ("Ann shows", "Run [Qs 7h 2d Ah 3c 8h], Ann (500), Ann Jr (500)\nAnn shows"),
        ("Qs 7h 2d]", "Qs 7h]"),
        ("Ann hits their bounty", "Players submitted bids of 118 and 114"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1)), ["unknown_game"], "{from} to {to}");
    }
}

#[test]
fn a_paid_bounty_is_not_mistaken_for_the_pot() {
    let paid = text().replace("awarded -500", "awarded -760").replace("awarded 500", "awarded 760");
    assert_eq!(codes(&paid), ["unknown_game"]);
    let without_its_line = paid.replace("Ann hits their bounty\n", "");
    assert_eq!(codes(&without_its_line), ["mismatch"]);
}

#[test]
fn an_invalid_hand_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("Ann calls", "Ann waits", "unknown_line"),
        ("bets 490", "bets much", "amount"),
        ("Ann (10), Ann Jr (10)", "Ann (10), Ann Jr (20)", "unknown_line"),
        ("Turn [Qs 7h 2d Ah]", "Flop [Qs 7h 2d]", "unknown_line"),
        ("Ann Jr posts the blind of 10", "Ann posts the blind of 10", "header"),
        ("Ann Jr awarded 500\n", "", "truncated"),
        ("7s 7c", "7s 7x", "cards"),
        ("Ann posts", "Eve posts", "header"),
    ] {
        assert!(text().contains(from), "{from}");
        let found = codes(&text().replacen(from, to, 1));
        assert_eq!(found, [wanted], "{from} to {to}");
    }
    let swapped =
        text().replace("awarded -500", "awarded 501").replace("awarded 500", "awarded -500");
    let found = codes(&swapped.replace("awarded 501", "awarded 500"))[0];
    assert!(found.ends_with("mismatch"), "{found}");
}

#[test]
fn stacks_are_known_only_where_a_line_shows_them() {
    let stacks = |hand: &Hand| {
        let of = |seat: &handlab_core::hand::Seat| (seat.starting_stack, seat.has_unknown_stack);
        hand.seats.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(stacks(&hand(&text())), [(500, false), (500, false)]);
    let lines =
        text().lines().filter(|line| !line.starts_with("Current")).collect::<Vec<_>>().join("\n");
    assert_eq!(stacks(&hand(&lines)), [(0, true), (0, true)]);
    assert_eq!(codes(&lines), ["exact"]);
}

#[test]
fn the_same_round_of_another_match_is_another_hand() {
    let ids = hand_ids(&format!("{}{}", text(), text().replace("Ah", "As")));
    assert!(ids.len() == 2 && ids[0] != ids[1] && ids[0].starts_with("26-"), "{ids:?}");
    let alone = text().split_once("Winning").expect("an end").0.to_owned();
    assert_eq!(hand_ids(&alone), ids[..1], "what follows is not part of the hand");
}
