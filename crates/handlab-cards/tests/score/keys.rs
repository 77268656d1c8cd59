//! The tables behind keys agree with the evaluator that needs none, hand by hand.
//!
//! All seven-card hands take half a minute: `cargo test --release --test score_keys -- --ignored`.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::score::keys::{Classes, RANK_KEYS, key};
use handlab_cards::score::{self, ShortDeckRules};

/// Calls `visit` with every set of `count` cards of `deck`.
fn each_hand(deck: &[Card], count: usize, hand: CardSet, visit: &mut impl FnMut(CardSet)) {
    if count == 0 {
        return visit(hand);
    }
    for (place, card) in deck.iter().enumerate() {
        each_hand(&deck[place + 1..], count - 1, hand.with(*card), visit);
    }
}

/// Checks the classes of all hands of `count` cards; returns the number of hands and of classes.
fn check(count: usize) -> (u64, usize) {
    let deck: Vec<Card> = Card::deck().collect();
    let classes = Classes::standard();
    let (mut hands, mut seen) = (0, vec![false; 7463]);
    each_hand(&deck, count, CardSet::EMPTY, &mut |hand| {
        let class = classes.of(hand);
        assert_eq!(score::strength_of_class(class), score::high(hand), "{hand:?}");
        seen[usize::from(class)] = true;
        hands += 1;
    });
    (hands, seen.into_iter().filter(|seen| *seen).count())
}

#[test]
fn all_five_card_hands_agree() {
    assert_eq!(check(5), (2_598_960, 7462));
}

#[test]
fn all_six_card_hands_agree() {
    assert_eq!(check(6), (20_358_520, 6075));
}

#[test]
#[ignore = "133,784,560 hands"]
fn all_seven_card_hands_agree() {
    assert_eq!(check(7), (133_784_560, 4824));
}

#[test]
fn all_seven_card_hands_of_short_deck_keep_their_order() {
    let deck: Vec<Card> = Card::deck().filter(|card| card.rank() >= 6).collect();
    for rules in [ShortDeckRules::FlushOverFullHouse, ShortDeckRules::TripsOverStraight] {
        let classes = Classes::short_deck(rules);
        let mut strengths = vec![0; 1405];
        let mut visit = |hand: CardSet| {
            let hole: CardSet = hand.iter().take(2).collect();
            let strength = score::short_deck(rules, hole, hand.minus(hole)).expect("a hand");
            let known = &mut strengths[usize::from(classes.of(hand))];
            assert!(*known == 0 || *known == strength, "{hand:?}");
            *known = strength;
        };
        each_hand(&deck, 5, CardSet::EMPTY, &mut visit);
        each_hand(&deck, 7, CardSet::EMPTY, &mut visit);
        assert_eq!(strengths[0], 0);
        assert!(strengths.windows(2).all(|pair| pair[0] < pair[1]), "{rules:?}");
    }
}

#[test]
fn the_key_of_cards_is_the_sum_of_their_ranks_keys() {
    let cards = CardSet::parse("2c2dAs").expect("cards");
    assert_eq!(key(cards), 2 * RANK_KEYS[0] + RANK_KEYS[12]);
}
