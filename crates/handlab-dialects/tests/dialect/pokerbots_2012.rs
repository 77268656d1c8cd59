//! The engine of 2012 to 2017: the match's first line, contradictions, games with discards, and other sites' hands.

use handlab_core::dialect::Header;
use handlab_core::hand::Hand;

use crate::outcomes::{codes, hand_ids, sample_text};
use crate::read::each_hand;

const SIDE_POT: &str = "plhe_3max_of_2015_with_a_side_pot_and_calls_that_are_totals";
const SHORT_BLIND: &str = "plhe_3max_of_2015_with_a_busted_player_and_a_short_big_blind";
const OF_2012: &str = "nlhe_3max_of_2012_with_all_ins_by_unknown_stacks";
const OMAHA: &str = "plo_2max_of_2016_with_winnings_and_an_illegal_action";

fn text(name: &str) -> String {
    sample_text("pokerbots", name)
}

fn hands(text: &str) -> Vec<Hand> {
    let mut found = Vec::new();
    each_hand(text.as_bytes(), |read| {
        let mut hand = read.outcome.as_ref().expect("a hand").hand.clone();
        hand.is_open = false;
        found.push(hand);
    });
    found
}

/// The text without its first line.
fn bare(name: &str) -> String {
    text(name).split_once('\n').expect("a first line").1.to_owned()
}

fn stacks(hand: &Hand) -> Vec<Option<i64>> {
    let seats = hand.seats.iter();
    seats.map(|seat| (!seat.has_unknown_stack).then_some(seat.starting_stack)).collect()
}

#[test]
fn the_first_line_of_a_match_is_needed_for_stacks_and_short_blinds() {
    let found = hands(&text(OMAHA));
    assert_eq!(stacks(&found[0]), [Some(400), Some(400)]);
    assert_eq!(codes(&bare(OMAHA)), ["header", "header"]);
    assert_eq!(codes(&text(OMAHA).replacen("Hare (stack", "Achilles (stack", 1)), ["header"; 2]);

    let found = hands(&text(SHORT_BLIND));
    let blinds = |hand: &Hand| (hand.stakes.small_blind, hand.stakes.big_blind);
    assert_eq!(blinds(&found[0]), (Some(1), Some(2)));
    assert_eq!(codes(&bare(SHORT_BLIND)), ["header", "exact"]);

    let found = hands(&bare(SIDE_POT));
    assert_eq!(stacks(&found[1]), [Some(120), Some(347), Some(133)]);
    assert_eq!(found, hands(&text(SIDE_POT)), "a hand with stacks needs no first line");
    assert_eq!(stacks(&hands(&bare(OF_2012))[0]), [None; 3]);
}

#[test]
fn matches_follow_each_other_in_a_file() {
    let names = [OMAHA, OF_2012, SIDE_POT, SHORT_BLIND];
    let all: String = names.iter().map(|name| text(name)).collect();
    let alone: Vec<Hand> = names.iter().flat_map(|name| hands(&text(name))).collect();
    assert_eq!(hands(&all), alone);
}

#[test]
fn a_player_without_chips_has_no_part_in_the_hand() {
    let found = hands(&text(SHORT_BLIND));
    let thor = &found[0].seats[2];
    assert!(thor.is_sitting_out && thor.hole_cards.is_empty());
}

#[test]
fn an_invalid_hand_is_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("Thor(2) calls 7\n", "Thor(2) waits\n", "unknown_line"),
        ("Thor(2) calls 7\n", "Zeus calls 7\n", "unknown_line"),
        ("Thor(2) calls 7\n", "Thor(2) calls 8\n", "amount"),
        ("Thor(2) calls 7\n", "Thor(2) calls 1\n", "amount"),
        ("Odin raises to 7", "Odin raises to 2", "amount"),
        ("Thor(2) checks\nLoki bets", "Thor(2) calls\nLoki bets", "amount"),
        ("Odin shows [Ks Kd]", "Odin shows [Ks Kc]", "unknown_game"),
        ("Dealt to Loki [8c 8d]", "Dealt to Loki [8c]", "cards"),
        ("Dealt to Loki [8c 8d]", "Dealt to Loki [8c 8x]", "cards"),
        ("Dealt to Loki", "Dealt to Zeus", "unknown_player"),
        ("Loki posts the blind of 2", "Zeus posts the blind of 2", "unknown_player"),
        ("[8h 5h Jd] [2c]", "[8h 5h Js] [2c]", "cards"),
        ("*** TURN *** (54)", "*** RIVER *** (54)", "cards"),
        ("*** FLOP *** (21) [8h 5h Jd]\n", "*** SHOWDOWN ***\n", "unknown_line"),
        ("Loki wins the pot (120)", "Loki wins the pot (120", "amount"),
        ("Loki wins the pot (120)", "Loki wins the pot (120)\nLoki bets 2", "unknown_line"),
        ("Loki wins the pot (120)", "### TIMEOUT [player=Loki]", "unknown_line"),
        ("Loki (40)", "Odin (40)", "seats"),
        ("Odin wins the pot (154)", "Odin wins the pot (155)", "mismatch"),
        ("Loki wins the pot (120)\nOdin", "Odin wins the pot (120)\nLoki", "winner_mismatch"),
    ] {
        assert!(text(SIDE_POT).contains(from), "{from}");
        let found = codes(&text(SIDE_POT).replacen(from, to, 1));
        assert_eq!(found[0], wanted, "{from} to {to}");
    }
}

#[test]
fn a_match_with_discards_is_refused_wherever_they_show() {
    for (from, to) in [
        ("Hare checks\n", "Hare discards 9c\nHare checks\n"),
        ("Hare checks\n", "Hare discards [9c]\nHare checks\n"),
        ("Hare checks\n", "Hare checks\nTortoise checks\nHare checks\n"),
        ("*** TURN ***", "Hare checks\n*** TURN ***"),
        ("[As Ks Qd Jd]\nDealt", "[As Ks Qd Jd 2d]\nDealt"),
        ("[As Ks Qd Jd]\nDealt", "[As Ks Qd]\nDealt"),
    ] {
        assert!(text(OMAHA).contains(from), "{from}");
        assert_eq!(codes(&text(OMAHA).replacen(from, to, 1))[0], "unknown_game", "{from} to {to}");
    }
}

#[test]
fn the_last_hand_of_a_file_may_be_unfinished() {
    let whole = text(SIDE_POT);
    let (first, _) = whole.split_once("Odin wins").expect("two pots");
    assert_eq!(codes(first), ["truncated"]);
    let (first, _) = whole.split_once("Loki wins").expect("two pots");
    assert_eq!(codes(first), ["truncated"]);
    assert_eq!(codes(whole.trim_end())[2], "exact_uncalled_in_collected");
}

#[test]
fn the_same_hand_of_another_match_is_another_hand() {
    let ids = hand_ids(&format!("{}{}", text(OF_2012), text(OF_2012).replace("As", "Ac")));
    assert!(ids[0] != ids[2] && ids[0].starts_with("1-") && ids[2].starts_with("1-"), "{ids:?}");
}

#[test]
fn no_other_dialect_claims_its_headers() {
    for name in [OF_2012, SIDE_POT, SHORT_BLIND, OMAHA] {
        let found = handlab_dialects::find(bare(name).as_bytes(), 0).expect("a header");
        let is_of_it =
            matches!(found.header, Header::Hand(dialect) if dialect.name() == "pokerbots_2012");
        assert!(is_of_it && found.at == 0, "{name}");
    }
}
