//! Every category of every game in words.

use handlab_cards::card::CardSet;
use handlab_cards::game::Game;
use handlab_cards::score::{self, hand_name, low_name, strength_of_class};

fn name(game: Game, hole: &str, board: &str) -> String {
    let cards = |text| CardSet::parse(text).expect("cards");
    hand_name(game, score::strength(game, cards(hole), cards(board)).expect("a hand"))
}

#[test]
fn high_hands_are_named_as_players_do() {
    for (hand, expected) in [
        ("AhKhQhJhTh", "royal flush"),
        ("9h8h7h6h5h", "straight flush, nine high"),
        ("Ah2h3h4h5h", "straight flush, five high"),
        ("7h7d7c7s2h", "four of a kind, sevens"),
        ("KhKdKc7s7h", "full house, kings full of sevens"),
        ("6h6d6c2s2h", "full house, sixes full of deuces"),
        ("AhJh9h4h2h", "flush, ace high"),
        ("Ah2d3h4h5h", "straight, five high"),
        ("JhJdJc4h2h", "three of a kind, jacks"),
        ("AhAd8c8h2h", "two pair, aces and eights"),
        ("KhKd8c7h2h", "pair of kings"),
        ("AhKd8c7h2h", "ace high"),
    ] {
        assert_eq!(name(Game::FiveCardDraw, hand, ""), expected, "{hand}");
    }
    assert_eq!(name(Game::Omaha, "AhAd3c4s", "AcKdKh2s9h"), "full house, aces full of kings");
    assert_eq!(name(Game::Stud, "AhAdKcKs9h9d2s", ""), "two pair, aces and kings");
}

#[test]
fn short_deck_names_distinguish_flushes_from_full_houses() {
    assert_eq!(name(Game::ShortDeck, "Ah7h", "9h8hTh6sKc"), "flush, ace high");
    assert_eq!(name(Game::ShortDeck, "AhAd", "As9c9d6sKc"), "full house, aces full of nines");
    assert_eq!(name(Game::ShortDeck, "Ah6d", "7s8c9dKsKc"), "straight, nine high");
}

#[test]
fn lows_are_read_card_by_card() {
    assert_eq!(name(Game::TripleDraw27, "7h5d4c3s2h", ""), "7-5-4-3-2");
    assert_eq!(name(Game::SingleDraw27, "Ah5d4c3s2h", ""), "A-5-4-3-2");
    assert_eq!(name(Game::SingleDraw27, "7h6d5c4s3h", ""), "straight, seven high");
    assert_eq!(name(Game::SingleDraw27, "Th8h5h4h3h", ""), "flush, ten high");
    assert_eq!(name(Game::SingleDraw27, "ThTd5c4s3h", ""), "pair of tens");
    assert_eq!(name(Game::Razz, "Ah2d3c4s6hKdKc", ""), "6-4-3-2-A");
    assert_eq!(name(Game::Razz, "AhAd2c2s3h3d3c", ""), "two pair, deuces and aces");
    assert_eq!(name(Game::Badugi, "8h6d3cAs", ""), "four-card badugi, 8-6-3-A");
    assert_eq!(name(Game::Badugi, "AhAd2c3s", ""), "three-card badugi, 3-2-A");
    assert_eq!(name(Game::Badugi, "KhKdKcKs", ""), "one-card badugi, K");
    let cards = |text| CardSet::parse(text).expect("cards");
    let low = score::low(Game::Omaha, cards("Ac2d9hTs"), cards("4c5d8hJsQc")).expect("a low");
    assert_eq!(low_name(Game::Omaha, low), "8-5-4-2-A");
}

/// 10 + 10 straights, 13 x 12 full houses and so on: a name distinguishes exactly what it should.
#[test]
fn holdem_hands_have_309_names() {
    let names: std::collections::BTreeSet<String> = (1..=7462)
        .filter_map(strength_of_class)
        .map(|strength| hand_name(Game::Holdem, strength))
        .collect();
    let (ace_to_seven, pairs) = (8, 13);
    let expected = ace_to_seven + pairs + 78 + 13 + 10 + ace_to_seven + 13 * 12 + 13 + 10;
    assert_eq!(names.len(), expected);
}
