//! How often each scheme disagrees with the ranking of hands: all pairs of the 7462 classes, and dealt showdowns.

use std::cmp::Ordering;
use std::collections::HashSet;

use handlab_cards::card::{Card, CardSet};
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::scheme::{Code, Reading, Scheme, Variant};
use handlab_cards::score;

/// A hand of each class, the worst first.
fn hands() -> Vec<[Card; 5]> {
    let hand = |class| {
        let strength = score::strength_of_class(class).expect("a class");
        let digits = [16, 12, 8, 4, 0].map(|shift| (strength >> shift & 15) as u8);
        let ranks = digits.map(|rank| if rank == 1 { 14 } else { rank });
        let is_suited = matches!(strength >> 20, 5 | 8);
        let cards: [Card; 5] = std::array::from_fn(|place| {
            let alike: u8 = ranks[..place].iter().map(|rank| u8::from(*rank == ranks[place])).sum();
            let suit = if is_suited { 0 } else { (alike + u8::from(place == 4)) % 4 };
            Card::new(ranks[place], suit).expect("a card")
        });
        assert_eq!(score::high(cards.into_iter().collect()), Some(strength), "{cards:?}");
        cards
    };
    (1..=7462).map(hand).collect()
}

/// Distinct codes, pairs in which the worse hand wins, pairs tied.
fn count(scheme: Scheme, variant: Variant) -> (usize, u32, u32) {
    let reading = Reading::new(scheme, variant).expect("a variant of the scheme");
    let codes: Vec<Code> =
        hands().iter().map(|hand| reading.encode(hand).expect("a hand")).collect();
    let keys: Vec<u64> = codes.iter().map(Code::key).collect();
    let (mut reversed, mut tied, mut pairs) = (0, 0, 0);
    for better in 0..codes.len() {
        for worse in 0..better {
            let order = codes[better].compare(&codes[worse]);
            assert_eq!(order, Some(keys[better].cmp(&keys[worse])), "{:?}", codes[better]);
            pairs += 1;
            reversed += u32::from(order == Some(Ordering::Less));
            tied += u32::from(order == Some(Ordering::Equal));
        }
    }
    assert_eq!(pairs, 27_836_991);
    (keys.into_iter().collect::<HashSet<_>>().len(), reversed, tied)
}

#[test]
fn frequency_never_disagrees() {
    assert_eq!(count(Scheme::Frequency, Variant::Literal), (7462, 0, 0));
}

#[test]
fn pattern_disagrees_about_wheels_and_low_two_pair() {
    assert_eq!(count(Scheme::Pattern, Variant::Literal), (7462, 51_067, 0));
}

#[test]
fn pattern_does_not_disagree_when_fixed() {
    assert_eq!(count(Scheme::Pattern, Variant::Repaired), (7462, 0, 0));
}

#[test]
fn apl_disagrees_about_two_pair_and_wheels() {
    assert_eq!(count(Scheme::Apl, Variant::Literal), (7462, 692_122, 0));
}

#[test]
fn apl_of_the_talk_disagrees_about_flushes_too() {
    assert_eq!(count(Scheme::Apl, Variant::Talk), (7462, 704_906, 0));
}

#[test]
fn apl_does_not_disagree_when_fixed() {
    assert_eq!(count(Scheme::Apl, Variant::Repaired), (7462, 0, 0));
}

#[test]
fn base14_disagrees_about_wheels_and_ties_hands_that_share_a_middle_card() {
    assert_eq!(count(Scheme::Base14, Variant::Literal), (6331, 16, 29_601));
}

#[test]
fn base14_with_a_low_wheel_still_ties() {
    assert_eq!(count(Scheme::Base14, Variant::WheelLow), (6331, 0, 29_601));
}

#[test]
fn base14_does_not_disagree_when_fixed() {
    assert_eq!(count(Scheme::Base14, Variant::Repaired), (7462, 0, 0));
}

/// Hold'em showdowns between two random hands: pairs that are ordered wrongly, and ties among them that got a winner.
fn showdowns(variant: Variant, deals: u32) -> (u32, u32) {
    let reading = Reading::new(Scheme::Band100, variant).expect("a variant");
    let mut source = Generator::new(20_260_101);
    let (mut wrong, mut ties) = (0, 0);
    for _ in 0..deals {
        let mut deck = Deck::new(2);
        let mut deal =
            |count| -> Vec<Card> { (0..count).filter_map(|_| deck.deal(&mut source)).collect() };
        let board = deal(5);
        let hands = [deal(2), deal(2)].map(|hole| [hole, board.clone()].concat());
        let [a, b] = hands.each_ref().map(|hand| {
            score::high(hand.iter().copied().collect::<CardSet>()).expect("seven cards")
        });
        let judged = reading.compare(&hands[0], &hands[1]).expect("hands");
        wrong += u32::from(judged != a.cmp(&b));
        ties += u32::from(judged != a.cmp(&b) && a == b);
    }
    (wrong, ties)
}

/// The 60,000 deals of the published count, 4136 ordered wrongly, come from Python: see `tests/unit/test_schemes.py`.
#[test]
fn band100_misjudges_seven_percent_of_showdowns() {
    assert_eq!(showdowns(Variant::Literal, 60_000), (4008, 751));
}

#[test]
fn band100_misjudges_none_when_fixed() {
    assert_eq!(showdowns(Variant::Repaired, 60_000), (0, 0));
}
