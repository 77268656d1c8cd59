//! The shared vectors of `data/variants.json`: who wins by `pokerkit`, and with which five cards.

use std::collections::BTreeSet;

use handlab_cards::card::{Card, CardSet};
use handlab_cards::game::Game;
use handlab_cards::score;
use serde_json::Value;

/// One player's score and the name of its category.
type Scored = Option<(u32, &'static str)>;

#[test]
fn the_winner_is_the_one_of_the_shared_vectors() {
    let vectors: Value =
        serde_json::from_str(include_str!("../data/variants.json")).expect("the vectors are JSON");
    let cases = vectors["cases"].as_array().expect("the vectors hold cases");
    let mut played = 0;
    for case in cases {
        // A toy game of three cards, which handlab does not support.
        if text(case, "variant") == "kuhn" {
            continue;
        }
        let [a, b] = ["a", "b"].map(|player| scored(case, player));
        let winner = match (a, b) {
            (None, None) => "none",
            (a, b) if a == b => "tie",
            (a, b) if a > b => "a",
            _ => "b",
        };
        assert_eq!(winner, text(case, "winner"), "{case:#}");
        played += 1;
    }
    assert_eq!(played, cases.len() - 1);
}

/// Scores a player's cards, and the hand that pokerkit makes of them; the scores must be equal.
fn scored(case: &Value, player: &str) -> Scored {
    let board = cards(text(case, "board"));
    let dealt = score_of(case, cards(text(case, player)), board);
    let label = case[format!("{player}_label")].as_str();
    let Some((strength, category)) = dealt else {
        assert_eq!(label, None, "{case:#}");
        return None;
    };
    if !text(case, "variant").starts_with("badugi") {
        assert_eq!(Some(category), label.map(category_of_label), "{case:#}");
    }
    let five = cards(text(case, &format!("{player}_hand")));
    if five.len() == 5 {
        // Five cards can be scored by the game's five-card twin.
        assert_eq!(score_of_five(case, five), Some(strength), "{case:#}");
    } else {
        // A badugi may have fewer cards. If two suits are possible, either may be shown: only ranks must agree.
        let picked = score::best_five(Game::Badugi, cards(text(case, player)), board);
        let picked = picked.expect("a badugi").set();
        let is_ace_low = text(case, "variant") == "badugi";
        assert!(!is_ace_low || ranks(picked) == ranks(five), "{picked:?} for {case:#}");
    }
    dealt
}

fn score_of(case: &Value, hole: CardSet, board: CardSet) -> Scored {
    let game = |name| Game::from_name(name).expect("a game");
    let (game, strength) = match text(case, "variant") {
        "omaha8_low" => (Game::Razz, score::low(Game::Omaha, hole, board)),
        "stud8_low" => (Game::Razz, score::low(Game::Stud, hole, board)),
        "badugi_27" => (Game::Badugi, score::badugi_27(hole)),
        "shortdeck" => strength(Game::ShortDeck, hole, board),
        "a5_lowball" => strength(Game::Razz, hole, board),
        "27_lowball" => strength(Game::TripleDraw27, hole, board),
        "draw5" => strength(Game::FiveCardDraw, hole, board),
        name => strength(game(name), hole, board),
    };
    let strength = strength?;
    Some((strength, score::category_name(game, score::category(game, strength))))
}

fn strength(game: Game, hole: CardSet, board: CardSet) -> (Game, Option<u32>) {
    (game, score::strength(game, hole, board))
}

fn score_of_five(case: &Value, five: CardSet) -> Option<u32> {
    let none = CardSet::EMPTY;
    match text(case, "variant") {
        "omaha8_low" | "stud8_low" => score::low(Game::Stud, five, none),
        "a5_lowball" | "razz" => score::strength(Game::Razz, five, none),
        "27_lowball" => score::strength(Game::SingleDraw27, five, none),
        "shortdeck" => {
            let hole: CardSet = five.iter().take(2).collect();
            score::strength(Game::ShortDeck, hole, five.minus(hole))
        }
        _ => score::high(five),
    }
}

fn category_of_label(label: &str) -> &'static str {
    match label {
        "High card" => "high_card",
        "One pair" => "pair",
        "Two pair" => "two_pair",
        "Three of a kind" => "trips",
        "Straight" => "straight",
        "Flush" => "flush",
        "Full house" => "full_house",
        "Four of a kind" => "quads",
        "Straight flush" => "straight_flush",
        _ => panic!("no category has the label {label}"),
    }
}

fn ranks(cards: CardSet) -> BTreeSet<u8> {
    cards.iter().map(Card::rank).collect()
}

fn cards(text: &str) -> CardSet {
    CardSet::parse(text).expect("the vectors hold cards")
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("no text `{key}` in {case:#}"))
}
