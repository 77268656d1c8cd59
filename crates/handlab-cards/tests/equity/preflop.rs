//! The preflop table: the published counts, what must hold for all of it, and a sample of it counted again.

use std::collections::HashSet;

use handlab_cards::card::{Card, CardSet};
use handlab_cards::equity::{self, Answer, Question, preflop};
use handlab_cards::game::Game;

fn cards(text: &str) -> CardSet {
    CardSet::parse(text).expect("cards")
}

fn enumerated(holes: &[CardSet; 2]) -> [u32; 3] {
    let mut answer = Answer::default();
    let question = Question::new(Game::Holdem, holes, CardSet::EMPTY);
    equity::enumerated(&question, &mut answer).expect("an answer");
    [answer.wins[0], answer.wins[1], answer.ties[0]].map(|count| count as u32)
}

fn from_table(holes: &[CardSet; 2]) -> [u32; 3] {
    let found = preflop::matchup(holes[0], holes[1]).expect("two hands");
    [found.wins, found.losses, found.ties]
}

/// Counted with other programs: wins, losses and ties of the first hand.
const PUBLISHED: [(&str, &str, [u32; 3]); 9] = [
    ("AhAd", "KhKd", [1_410_336, 292_660, 9308]),
    ("AsAd", "KhKc", [1_388_072, 317_694, 6538]),
    ("AsAh", "KsKd", [1_399_204, 305_177, 7923]),
    ("AsKs", "QhQd", [787_966, 917_606, 6732]),
    ("AhKh", "QsQh", [781_594, 922_599, 8111]),
    ("JcTc", "2h2s", [912_248, 775_969, 24_087]),
    ("AsKs", "2c2d", [852_207, 849_322, 10_775]),
    ("AhKd", "7c2s", [1_143_573, 561_312, 7419]),
    ("JsTs", "3h3d", [904_324, 788_451, 19_529]),
];

#[test]
fn published_counts_are_in_the_table_and_are_counted() {
    for (first, second, expected) in PUBLISHED {
        let holes = [cards(first), cards(second)];
        assert_eq!(from_table(&holes), expected, "{first} {second}");
        assert_eq!(enumerated(&holes), expected, "{first} {second}");
    }
}

#[test]
fn all_aces_against_all_kings_are_the_published_sum() {
    let pairs = |rank: u8| -> Vec<CardSet> {
        let suits = (0..4).flat_map(|a| (0..a).map(move |b| [a, b]));
        suits
            .map(|two| two.into_iter().filter_map(|suit| Card::new(rank, suit)).collect())
            .collect()
    };
    let mut sums = [0; 3];
    for aces in pairs(14) {
        for kings in pairs(13) {
            for (sum, count) in sums.iter_mut().zip(from_table(&[aces, kings])) {
                *sum += count;
            }
        }
    }
    assert_eq!(sums, [50_371_344, 10_986_372, 285_228]);
}

#[test]
fn the_table_has_every_matchup_once_and_all_boards_of_each() {
    let mut seen = HashSet::new();
    for holes in preflop::matchups() {
        let [wins, losses, ties] = from_table(&holes);
        assert_eq!(wins + losses + ties, preflop::BOARDS, "{holes:?}");
        seen.insert(holes.map(CardSet::mask));
    }
    assert_eq!(seen.len(), preflop::MATCHUPS);
}

#[test]
fn all_1_624_350_ordered_pairs_of_hands_are_there_and_mirror_each_other() {
    let deck: Vec<Card> = Card::deck().collect();
    let hands: Vec<CardSet> = (0..52)
        .flat_map(|a| (0..a).map(move |b| [a, b]))
        .map(|two| two.into_iter().map(|at| deck[at]).collect())
        .collect();
    let mut pairs = 0;
    for first in &hands {
        for second in &hands {
            let is_possible = first.intersection(*second).is_empty();
            match (preflop::matchup(*first, *second), preflop::matchup(*second, *first)) {
                (Some(a), Some(b)) if is_possible => {
                    assert_eq!((a.wins, a.losses, a.ties), (b.losses, b.wins, b.ties));
                    pairs += 1;
                }
                (None, None) if !is_possible => {}
                other => panic!("{first:?} {second:?}: {other:?}"),
            }
        }
    }
    assert_eq!(pairs, 1_624_350);
}

/// Renames the suits of all cards.
fn renamed(cards: CardSet, names: [u8; 4]) -> CardSet {
    cards
        .iter()
        .filter_map(|card| Card::new(card.rank(), names[usize::from(card.suit())]))
        .collect()
}

fn check_every(step: usize) {
    for (at, holes) in preflop::matchups().enumerate().step_by(step) {
        let counted = enumerated(&holes);
        assert_eq!(from_table(&holes), counted, "{holes:?}");
        for names in [[1, 0, 3, 2], [3, 2, 1, 0], [1, 2, 3, 0]] {
            assert_eq!(from_table(&holes.map(|hole| renamed(hole, names))), counted, "{at}");
        }
    }
}

#[test]
fn every_97th_entry_is_what_the_count_says() {
    check_every(97);
}

#[test]
#[ignore = "counts 47,008 match-ups: ten seconds"]
fn every_entry_is_what_the_count_says() {
    check_every(1);
}

#[test]
fn the_answer_for_two_hands_is_the_same_with_and_without_the_table() {
    let holes = [cards("AhKd"), cards("7c2s")];
    let pots = [3, 1, 2];
    let question = Question { pots: &pots, ..Question::new(Game::Holdem, &holes, CardSet::EMPTY) };
    let (mut looked_up, mut counted) = (Answer::default(), Answer::default());
    equity::exact(&question, &mut looked_up).expect("an answer");
    equity::enumerated(&question, &mut counted).expect("an answer");
    assert_eq!(looked_up, counted);
    assert_eq!(looked_up.runouts, 1_712_304);
}

#[test]
fn an_impossible_matchup_is_none() {
    for (first, second) in [("AhAd", "AhKd"), ("Ah", "KhKd"), ("AhAd", "KhKdKs"), ("", "")] {
        assert_eq!(preflop::matchup(cards(first), cards(second)), None);
    }
}
