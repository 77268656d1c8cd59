//! Every hand of every deck, counted by category: the published frequencies.
//!
//! The 133,784,560 seven-card hands take a while: `cargo test --release -- --ignored seven_card`.

use std::collections::HashSet;

use handlab_cards::card::{Card, CardSet};
use handlab_cards::game::Game;
use handlab_cards::score;

const NONE: CardSet = CardSet::EMPTY;

/// Calls `visit` with every set of `count` cards of `deck`.
fn each_hand(deck: &[Card], count: usize, hand: CardSet, visit: &mut impl FnMut(CardSet)) {
    if count == 0 {
        return visit(hand);
    }
    for (place, card) in deck.iter().enumerate() {
        each_hand(&deck[place + 1..], count - 1, hand.with(*card), visit);
    }
}

fn each_of_52(count: usize, mut visit: impl FnMut(CardSet)) {
    let deck: Vec<Card> = Card::deck().collect();
    each_hand(&deck, count, NONE, &mut visit);
}

/// The hands of `game` by category, and all their strengths.
fn count(game: Game, deck: &[Card], cards: usize) -> ([u32; 9], HashSet<u32>) {
    let (mut categories, mut strengths) = ([0; 9], HashSet::new());
    let mut last = 0;
    each_hand(deck, cards, NONE, &mut |hand| {
        let hole: CardSet = match game {
            Game::ShortDeck => hand.iter().take(2).collect(),
            _ => hand,
        };
        let strength = score::strength(game, hole, hand.minus(hole)).expect("a whole hand");
        categories[usize::from(score::category(game, strength))] += 1;
        if strength != last {
            strengths.insert(strength);
            last = strength;
        }
    });
    (categories, strengths)
}

fn deck_from(rank: u8) -> Vec<Card> {
    Card::deck().filter(|card| card.rank() >= rank).collect()
}

/// The highest rank of a low as players read it.
fn top_rank(low: u32) -> usize {
    15 - (low >> 16 & 15) as usize
}

#[test]
fn five_cards_have_the_known_categories_and_7462_classes() {
    let (categories, strengths) = count(Game::FiveCardDraw, &deck_from(2), 5);
    assert_eq!(categories, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5108, 3744, 624, 40]);

    let mut strengths: Vec<u32> = strengths.into_iter().collect();
    strengths.sort_unstable();
    assert_eq!(strengths.len(), 7462);
    for (place, strength) in strengths.iter().enumerate() {
        let class = place as u16 + 1;
        assert_eq!(score::rank_class(*strength), Some(class));
        assert_eq!(score::strength_of_class(class), Some(*strength));
    }
    assert_eq!([0, 7463].map(score::strength_of_class), [None, None]);
    assert_eq!([0, 0x54_321, 0x9E_EEEE, u32::MAX].map(score::rank_class), [None; 4]);
}

#[test]
fn six_cards_have_the_known_categories() {
    let mut categories = [0; 9];
    let mut classes = HashSet::new();
    each_of_52(6, |hand| {
        let strength = score::high(hand).expect("six cards");
        categories[(strength >> 20) as usize] += 1;
        classes.insert(strength);
    });
    assert_eq!(
        categories,
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1844]
    );
    assert_eq!(classes.len(), 6075);
}

#[test]
#[ignore = "133,784,560 hands: some seconds in release, minutes in debug"]
fn seven_card_hands_have_the_known_categories_and_4824_classes() {
    let mut categories = [0; 9];
    let mut seen = vec![false; 7463];
    each_of_52(7, |hand| {
        let strength = score::high(hand).expect("seven cards");
        categories[(strength >> 20) as usize] += 1;
        seen[usize::from(score::rank_class(strength).expect("a standard strength"))] = true;
    });
    assert_eq!(
        categories,
        [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 41_584
        ]
    );
    assert_eq!(seen.into_iter().filter(|seen| *seen).count(), 4824);
}

#[test]
#[ignore = "133,784,560 hands: some seconds in release, minutes in debug"]
fn seven_card_lows_have_the_known_top_ranks() {
    let (mut tops, mut paired, mut qualify) = ([0; 14], 0, 0);
    each_of_52(7, |hand| {
        let low = score::strength(Game::Razz, hand, NONE).expect("seven cards");
        if score::category(Game::Razz, low) == 0 {
            tops[top_rank(low)] += 1;
        } else {
            paired += 1;
        }
        qualify += u32::from(score::low(Game::Stud, hand, NONE).is_some());
    });
    assert_eq!(
        tops[5..],
        [
            781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400, 23_675_904, 24_837_120,
            21_457_920, 13_939_200
        ]
    );
    assert_eq!(paired, 6_169_072);
    assert_eq!(qualify, 24_530_944);
}

#[test]
fn short_deck_has_the_known_categories_and_1404_strengths() {
    let (categories, strengths) = count(Game::ShortDeck, &deck_from(6), 5);
    assert_eq!(categories, [122_400, 193_536, 36_288, 16_128, 6120, 480, 1728, 288, 24]);
    assert_eq!(strengths.len(), 1404);
}

#[test]
fn seven_cards_of_the_short_deck_have_the_known_categories_and_752_strengths() {
    let (categories, strengths) = count(Game::ShortDeck, &deck_from(6), 7);
    assert_eq!(
        categories,
        [233_100, 2_316_600, 3_157_056, 607_200, 1_169_940, 175_560, 633_024, 44_640, 10_560]
    );
    assert_eq!(strengths.len(), 752);
}

#[test]
fn short_deck_rules_differ_in_straights_and_trips_only() {
    let [a, b] =
        [score::ShortDeckRules::FlushOverFullHouse, score::ShortDeckRules::TripsOverStraight];
    let mut strengths = HashSet::new();
    let mut differing = 0;
    each_hand(&deck_from(6), 5, NONE, &mut |hand| {
        let hole: CardSet = hand.iter().take(2).collect();
        let [a, b] = [a, b]
            .map(|rules| score::short_deck(rules, hole, hand.minus(hole)).expect("a whole hand"));
        let category = score::category(Game::ShortDeck, a);
        assert_eq!(category, score::category(Game::ShortDeck, b));
        assert_eq!(a & 0xF_FFFF, b & 0xF_FFFF);
        assert_eq!(a != b, category == 3 || category == 4);
        differing += u32::from(a != b);
        strengths.insert(b);
    });
    assert_eq!((strengths.len(), differing), (1404, 16_128 + 6120));
}

#[test]
fn deuce_to_seven_has_the_known_categories_and_7462_strengths() {
    let (categories, strengths) = count(Game::SingleDraw27, &deck_from(2), 5);
    assert_eq!(categories, [1_303_560, 1_098_240, 123_552, 54_912, 9180, 5112, 3744, 624, 36]);
    assert_eq!(strengths.len(), 7462);

    let mut tops = [0; 15];
    let mut best = (0, 0);
    each_of_52(5, |hand| {
        let low = score::strength(Game::TripleDraw27, hand, NONE).expect("five cards");
        if score::category(Game::TripleDraw27, low) == 0 {
            tops[top_rank(low)] += 1;
        }
        best = match low.cmp(&best.0) {
            std::cmp::Ordering::Greater => (low, 1),
            std::cmp::Ordering::Equal => (low, best.1 + 1),
            std::cmp::Ordering::Less => best,
        };
    });
    assert_eq!(tops[7..], [4080, 14_280, 34_680, 70_380, 127_500, 213_180, 335_580, 503_880]);
    assert_eq!(best, (0x8F_FFFF - 0x7_5432, 1020));
}

#[test]
fn ace_to_five_has_the_known_top_ranks_and_6175_strengths() {
    let (categories, strengths) = count(Game::Razz, &deck_from(2), 5);
    assert_eq!(strengths.len(), 6175);
    assert_eq!(categories[1..].iter().sum::<u32>(), 1_281_072);
    assert_eq!([categories[4], categories[5], categories[8]], [0; 3]);

    let (mut tops, mut lows) = ([0; 14], HashSet::new());
    let mut qualify = 0;
    each_of_52(5, |hand| {
        let low = score::strength(Game::Razz, hand, NONE).expect("five cards");
        if score::category(Game::Razz, low) == 0 {
            tops[top_rank(low)] += 1;
        }
        if let Some(eight_or_better) = score::low(Game::Stud, hand, NONE) {
            assert_eq!(eight_or_better, low);
            lows.insert(low);
            qualify += 1;
        }
    });
    assert_eq!(tops[5..], [1024, 5120, 15_360, 35_840, 71_680, 129_024, 215_040, 337_920, 506_880]);
    assert_eq!((qualify, lows.len()), (57_344, 56));
}

#[test]
fn badugi_has_the_known_sizes_and_1092_strengths() {
    let (categories, strengths) = count(Game::Badugi, &deck_from(2), 4);
    assert_eq!(categories[..5], [0, 2873, 96_252, 154_440, 17_160]);
    assert_eq!(strengths.len(), 1092);

    let mut ace_high = HashSet::new();
    each_of_52(4, |hand| {
        ace_high.insert(score::badugi_27(hand));
    });
    assert_eq!(ace_high.len(), 1092);
}
