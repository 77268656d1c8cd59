//! What a game makes of cards, case by case: the rows of `data/score_hands.tsv`. Adding a case is adding a line.

use handlab_cards::card::CardSet;
use handlab_cards::game::Game;
use handlab_cards::score;

#[test]
fn every_hand_scores_as_the_table_says() {
    for line in include_str!("../data/score_hands.tsv").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, hole, board, expected @ ..] = &fields[..] else {
            panic!("expected seven fields in `{line}`");
        };
        let game = Game::from_name(name).expect("a game");
        let [hole, board] = [hole, board].map(|text| cards(text));

        let strength = score::strength(game, hole, board);
        let category = strength.map(|strength| score::category(game, strength));
        let scored = [
            strength.map(|strength| format!("{strength:06X}")),
            category.map(|category| score::category_name(game, category).to_owned()),
            score::best_five(game, hole, board).map(|cards| cards.to_string()),
            score::best_low(game, hole, board).map(|cards| cards.to_string()),
        ]
        .map(|field| field.unwrap_or_else(|| "-".to_owned()));
        assert_eq!(scored, expected, "{line}");
        let has_low = score::low(game, hole, board).is_some();
        assert_eq!(has_low, scored[3] != "-", "{line}");
    }
}

#[test]
fn five_to_seven_cards_have_a_high_score() {
    let scores = ["AcKdQh9s", "AcKdQh9s8d", "AcKdQh9s8d2d", "AcKdQh9s8d2d3d", "AcKdQh9s8d2d3d4d"];
    let scores = scores.map(|text| score::high(cards(text)));
    assert_eq!(scores, [None, Some(0xE_DC98), Some(0xE_DC98), Some(0xE_DC98), None]);
}

#[test]
fn a_category_that_no_hand_has_is_unknown() {
    assert_eq!(score::category_name(Game::Holdem, 10), "unknown");
    assert_eq!(score::category_name(Game::Omaha, 9), "unknown");
    assert_eq!(score::category_name(Game::Badugi, 0), "unknown");
    assert_eq!(score::category_name(Game::Badugi, 5), "unknown");
}

#[test]
fn strengths_that_no_game_gave_do_not_panic() {
    for game in Game::ALL {
        for strength in [0, 0x9F_FFFF, u32::MAX] {
            let category = score::category(game, strength);
            assert!(!score::category_name(game, category).is_empty());
        }
    }
}

fn cards(text: &str) -> CardSet {
    CardSet::parse(if text == "-" { "" } else { text }).expect("cards")
}
