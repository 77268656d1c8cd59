//! Drawn categories against the exact counts, and those against full enumeration.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::frequency::{CATEGORIES, drawn, exact};
use handlab_cards::game::Game;
use handlab_cards::score;

const DRAWS: u64 = 100_000;

fn hands(cards: u64, deck: u64) -> u64 {
    (0..cards).fold(1, |sets, taken| sets * (deck - taken) / (taken + 1))
}

#[test]
fn exact_counts_are_those_of_all_hands() {
    let mut known = 0;
    for game in Game::ALL {
        for cards in 4..=7 {
            if let Some(counts) = exact(game, cards) {
                known += 1;
                let deck = u64::from(game.deck_size());
                assert_eq!(counts.iter().sum::<u64>(), hands(cards as u64, deck), "{game} {cards}");
            }
        }
    }
    assert_eq!(known, 18);
}

/// Every hand of four or five cards.
#[test]
fn counts_of_few_cards_are_enumerated() {
    fn each(deck: &[Card], cards: usize, taken: CardSet, visit: &mut impl FnMut(CardSet)) {
        if cards == 0 {
            return visit(taken);
        }
        for (at, card) in deck.iter().enumerate() {
            each(&deck[at + 1..], cards - 1, taken.with(*card), visit);
        }
    }
    for (game, cards) in [
        (Game::FiveCardDraw, 5),
        (Game::FiveCardStud, 5),
        (Game::Razz, 5),
        (Game::SingleDrawA5, 5),
        (Game::TripleDrawA5, 5),
        (Game::Razz27, 5),
        (Game::SingleDraw27, 5),
        (Game::Badugi, 4),
    ] {
        let mut counts = [0; CATEGORIES];
        let deck: Vec<Card> = Card::deck().collect();
        each(&deck, cards, CardSet::EMPTY, &mut |hand| {
            let strength = score::strength(game, hand, CardSet::EMPTY).expect("a hand");
            counts[usize::from(score::category(game, strength))] += 1;
        });
        assert_eq!(exact(game, cards), Some(counts), "{game}");
    }
}

#[test]
fn drawn_categories_agree_with_the_exact_ones() {
    for (game, cards) in [
        (Game::Holdem, 5),
        (Game::Holdem, 6),
        (Game::Holdem, 7),
        (Game::ShortDeck, 5),
        (Game::ShortDeck, 7),
        (Game::Stud, 7),
        (Game::Razz, 7),
        (Game::TripleDraw27, 5),
        (Game::Badugi, 4),
    ] {
        let counts = drawn(game, cards, DRAWS, 3).expect("counts");
        let all = exact(game, cards).expect("counts");
        let whole: u64 = all.iter().sum();
        for (category, (count, exact)) in counts.iter().zip(all).enumerate() {
            let rate = exact as f64 / whole as f64;
            let expected = rate * DRAWS as f64;
            let error = (expected * (1.0 - rate)).sqrt();
            // Rare categories are not normally distributed: five more than expected are not unusual.
            let off = (*count as f64 - expected).abs();
            assert!(off <= (4.5 * error).max(5.0 * expected.min(1.0)), "{game} {cards} {category}");
        }
    }
}

#[test]
fn a_seed_means_the_same_hands() {
    assert_eq!(drawn(Game::Omaha, 9, 1000, 1), drawn(Game::Omaha, 9, 1000, 1));
    assert_ne!(drawn(Game::Omaha, 9, 1000, 1), drawn(Game::Omaha, 9, 1000, 2));
    assert_eq!(drawn(Game::Badugi, 5, 10, 1), None);
    assert_eq!(exact(Game::Omaha, 9), None);
}
