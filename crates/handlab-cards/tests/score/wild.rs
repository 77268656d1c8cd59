//! Wild cards against trying every substitute, against the published counts, and case by case.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::deal::{Deck, Generator, below};
use handlab_cards::game::Game;
use handlab_cards::score::wild::{self, Joker, WildCards, WildRules};
use handlab_cards::score::{self, category_name};
use serde_json::Value;

const NONE: CardSet = CardSet::EMPTY;

/// A number of hands for each category, five of a kind last.
type Counts = [u64; 10];

fn each_set(deck: &[Card], count: usize, hand: CardSet, visit: &mut impl FnMut(CardSet)) {
    if count == 0 {
        return visit(hand);
    }
    for (place, card) in deck.iter().enumerate() {
        each_set(&deck[place + 1..], count - 1, hand.with(*card), visit);
    }
}

fn deck_without(cards: CardSet) -> Vec<Card> {
    CardSet::FULL.minus(cards).iter().collect()
}

/// Five of a kind in the most frequent rank, the highest if there are several, if there are enough wild cards.
fn five_of_a_kind(natural: CardSet, wild: usize, aces: usize) -> u32 {
    let held = |rank: u8| natural.iter().filter(|card| card.rank() == rank).count();
    let more = |rank| if rank == 14 { aces } else { 0 };
    let rank = (2..=14).rev().find(|rank| held(*rank) + more(*rank) + wild >= 5);
    rank.map_or(0, |rank| 0x90_0000 | (0x1_1111 * u32::from(rank)))
}

/// The best hand over all sets of different cards, not already held, that fully wild cards may represent.
fn by_trying(natural: CardSet, wild: usize) -> u32 {
    let mut best = five_of_a_kind(natural, wild, 0);
    if best != 0 {
        return best;
    }
    each_set(&deck_without(natural), wild, NONE, &mut |substitutes| {
        best = best.max(score::high(natural.union(substitutes)).expect("a whole hand"));
    });
    best
}

/// The same with bugs: five cards with a bug that is not an ace must be a straight or a flush.
fn by_trying_with_bugs(natural: CardSet, wild: usize, bugs: usize) -> u32 {
    let mut best = five_of_a_kind(natural, wild, bugs);
    if best != 0 {
        return best;
    }
    each_set(&deck_without(natural), wild, NONE, &mut |wilds| {
        let others = natural.union(wilds);
        each_set(&deck_without(others), bugs, NONE, &mut |bugs| {
            let cards: Vec<Card> = others.union(bugs).iter().collect();
            each_set(&cards, 5, NONE, &mut |five| {
                let strength = score::high(five).expect("five cards");
                let is_allowed = matches!(strength >> 20, 4 | 5 | 8)
                    || five.intersection(bugs).iter().all(|bug| bug.rank() == 14);
                best = if is_allowed { best.max(strength) } else { best };
            });
        });
    });
    best
}

fn draw(rules: WildRules, natural: CardSet, jokers: usize) -> u32 {
    let hand = WildCards::new(natural, jokers as u32).expect("at most four jokers");
    wild::strength(rules, Game::FiveCardDraw, hand, WildCards::default()).expect("a whole hand")
}

/// Counts the hands of `natural` cards of `deck` and jokers, and compares each with `slow`.
fn counted(
    rules: WildRules,
    deck: &[Card],
    jokers: usize,
    slow: impl Fn(CardSet) -> Option<u32>,
) -> Counts {
    let mut counts = [0; 10];
    each_set(deck, 5 - jokers, NONE, &mut |natural| {
        let strength = draw(rules, natural, jokers);
        if let Some(slow) = slow(natural) {
            assert_eq!(
                strength, slow,
                "{natural:?} and {jokers} jokers: {strength:06X} {slow:06X}"
            );
        }
        counts[(strength >> 20) as usize] += 1;
    });
    counts
}

fn sum(counts: &[(u64, Counts)]) -> Counts {
    std::array::from_fn(|at| counts.iter().map(|(times, counts)| times * counts[at]).sum())
}

/// The hands of 52 cards without a joker.
const NATURAL: Counts = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5108, 3744, 624, 40, 0];

#[test]
fn one_joker_makes_the_known_hands_of_53_cards() {
    let deck = deck_without(NONE);
    let rules = WildRules::default();
    let with_joker = counted(rules, &deck, 1, |natural| Some(by_trying(natural, 1)));
    assert_eq!(with_joker, [0, 169_848, 0, 82_368, 10_332, 2696, 2808, 2496, 164, 13]);

    assert_eq!(counted(rules, &deck, 0, score::high), NATURAL);
    let all = sum(&[(1, with_joker), (1, NATURAL)]);
    assert_eq!(all, [1_302_540, 1_268_088, 123_552, 137_280, 20_532, 7804, 6552, 3120, 204, 13]);
    assert_eq!(all.iter().sum::<u64>(), 2_869_685);
    assert_eq!(counts_of_vectors(), [with_joker, all]);
}

fn counts_of_vectors() -> [Counts; 2] {
    let vectors = &vectors()["one_joker_deck_counts"];
    ["with_joker", "all"].map(|name| {
        std::array::from_fn(|category| {
            vectors[name][category.to_string()].as_u64().expect("a count of each category")
        })
    })
}

#[test]
fn the_bug_makes_the_known_hands_of_53_cards() {
    let rules = WildRules::of_jokers(Joker::Bug);
    let with_bug =
        counted(rules, &deck_without(NONE), 1, |natural| Some(by_trying_with_bugs(natural, 0, 1)));
    let all = sum(&[(1, with_bug), (1, NATURAL)]);
    // The table of five-card hands with the bug, as in pai gow poker; its royals are 24 of the straight flushes.
    assert_eq!(all, [1_418_964, 1_215_024, 138_600, 63_360, 20_532, 7804, 4368, 828, 180 + 24, 1]);
}

#[test]
fn several_jokers_are_worth_what_the_best_substitutes_are() {
    // Five of a kind beside two jokers are 13 * 4 trips, quads 78 pairs with 48 others. Beside three, 78 pairs, and the
    // straight flushes are 4 * 46 suited cards of which the second is at most four below the first.
    let expected = [
        (2, [0, 0, 0, 13_320, 3840, 888, 0, 3744, 256, 52]),
        (3, [0, 0, 0, 0, 0, 0, 0, 1064, 184, 78]),
        (4, [0, 0, 0, 0, 0, 0, 0, 0, 0, 52]),
    ];
    for (jokers, expected) in expected {
        let counts = counted(WildRules::default(), &deck_without(NONE), jokers, |natural| {
            Some(by_trying(natural, jokers))
        });
        assert_eq!(counts, expected);
    }
}

#[test]
fn two_bugs_are_worth_what_the_best_allowed_substitutes_are() {
    let rules = WildRules::of_jokers(Joker::Bug);
    let counts =
        counted(rules, &deck_without(NONE), 2, |natural| Some(by_trying_with_bugs(natural, 0, 2)));
    assert_eq!(counts, [0, 10_080, 3168, 3240, 3840, 888, 336, 288, 256, 4]);
}

#[test]
fn deuces_wild_makes_the_known_hands() {
    let rules = WildRules::default().with_rank(2);
    let deuces: Vec<Card> = Card::deck().filter(|card| card.rank() == 2).collect();
    let others: Vec<Card> = Card::deck().filter(|card| card.rank() != 2).collect();
    let mut parts = Vec::new();
    for held in 0..=4 {
        let deuces: CardSet = deuces[..held].iter().copied().collect();
        let mut counts = [0; 10];
        each_set(&others, 5 - held, NONE, &mut |natural| {
            let strength = draw(rules, natural.union(deuces), 0);
            assert_eq!(strength, by_trying(natural, held), "{natural:?} and {held} deuces");
            counts[(strength >> 20) as usize] += 1;
        });
        parts.push(([1, 4, 6, 4, 1][held], counts));
    }
    let all = sum(&parts);
    // The known table of deuces wild; its royals, 4 natural and 480 others, are straight flushes.
    assert_eq!(
        all,
        [799_680, 1_225_008, 95_040, 355_080, 62_232, 14_472, 12_672, 31_552, 2068 + 484, 672]
    );
    assert_eq!(all.iter().sum::<u64>(), 2_598_960);
    assert_eq!(counted(rules, &deck_without(NONE), 0, |_| None), all);
}

/// Five to seven cards, of which a given number are jokers.
fn dealt(source: &mut Generator, jokers: usize) -> CardSet {
    let mut deck = Deck::new(2);
    let count = 5 + below(source, 3) as usize - jokers;
    (0..count).filter_map(|_| deck.deal(source)).collect()
}

/// The strength of a player's cards, after checking the five cards that make it.
fn stud(rules: WildRules, cards: CardSet, jokers: usize) -> u32 {
    let hand = WildCards::new(cards, jokers as u32).expect("at most four jokers");
    let none = WildCards::default();
    let strength = wild::strength(rules, Game::Stud, hand, none).expect("a whole hand");
    let five = wild::best_five(rules, Game::Stud, hand, none).expect("a whole hand");

    let natural = cards.minus(rules.cards());
    let wild = (cards.len() - natural.len()) as usize;
    let stand_ins = five.cards().set().minus(natural);
    let fifth = u32::from(five.is_five_of_a_kind());
    assert_eq!(five.cards().len() + fifth as usize, 5, "{five}");
    assert!(five.cards().is_distinct(), "{five}");
    assert!(stand_ins.len() + fifth <= (wild + jokers) as u32, "{five} of {hand} under {rules:?}");
    // Scored again with fully wild jokers, the five cards are the same hand.
    let again = WildCards::parse(&five.to_string()).expect("cards");
    let joker = WildRules::default();
    assert_eq!(wild::strength(joker, Game::FiveCardDraw, again, none), Some(strength), "{five}");
    let is_run_or_suit = matches!(strength >> 20, 4 | 5 | 8);
    if rules.joker() == Joker::Bug && !is_run_or_suit {
        let no_aces = stand_ins.iter().filter(|card| card.rank() != 14).count();
        assert!(no_aces <= wild, "{five} of {hand}");
    }
    strength
}

#[test]
fn up_to_seven_cards_are_worth_what_the_best_substitutes_are() {
    let source = &mut Generator::new(1);
    for (jokers, hands) in [(1, 20_000), (2, 2000), (3, 300)] {
        for _ in 0..hands {
            let natural = dealt(source, jokers);
            let strength = stud(WildRules::default(), natural, jokers);
            assert_eq!(strength, by_trying(natural, jokers), "{natural:?}, {jokers} jokers");
        }
    }
}

#[test]
fn wild_ranks_and_jokers_go_together() {
    let source = &mut Generator::new(2);
    let rules = WildRules::default().with_rank(2).with_rank(11);
    let mut tried = [0; 8];
    for _ in 0..10_000 {
        let jokers = below(source, 5) as usize;
        let cards = dealt(source, jokers);
        let natural = cards.minus(rules.cards());
        let wild = (cards.len() - natural.len()) as usize + jokers;
        let strength = stud(rules, cards, jokers);
        tried[wild] += 1;
        if wild <= 2 || wild >= 4 || tried[wild] < 200 {
            assert_eq!(strength, by_trying(natural, wild), "{cards:?}, {jokers} jokers");
        }
    }
    assert!(tried.iter().all(|hands| *hands > 0), "{tried:?}");
}

#[test]
fn up_to_seven_cards_with_bugs_are_worth_what_the_best_allowed_substitutes_are() {
    let source = &mut Generator::new(3);
    let deuces = WildRules::of_jokers(Joker::Bug).with_rank(2);
    let mut mixed = 0;
    for (jokers, hands) in [(1, 4000), (2, 200)] {
        for _ in 0..hands {
            let cards = dealt(source, jokers);
            let natural = cards.minus(deuces.cards());
            let wild = (cards.len() - natural.len()) as usize;
            let strength = stud(WildRules::of_jokers(Joker::Bug), cards, jokers);
            assert_eq!(strength, by_trying_with_bugs(cards, 0, jokers), "{cards:?}, {jokers} bugs");
            if wild > 0 && wild + jokers <= 2 {
                mixed += 1;
                let strength = stud(deuces, cards, jokers);
                let slow = by_trying_with_bugs(natural, wild, jokers);
                assert_eq!(strength, slow, "{cards:?} and {jokers} bugs, deuces wild");
            }
        }
    }
    assert!(mixed > 100, "{mixed}");
}

#[test]
fn without_a_wild_card_nothing_changes() {
    let source = &mut Generator::new(4);
    for _ in 0..20_000 {
        let cards = dealt(source, 0);
        for joker in [Joker::Wild, Joker::Bug] {
            let strength = stud(WildRules::of_jokers(joker), cards, 0);
            assert_eq!(Some(strength), score::high(cards), "{cards:?}");
        }
        let plain = score::best_five(Game::Stud, cards, NONE).map(|five| five.to_string());
        let wild = wild::best_five(WildRules::default(), Game::Stud, cards.into(), NONE.into());
        assert_eq!(wild.map(|five| five.to_string()), plain);
    }
}

#[test]
fn the_shared_vectors_hold() {
    let vectors = vectors();
    let cases = vectors["wild"].as_array().expect("the vectors hold cases");
    assert_eq!(cases.len(), 12);
    for case in cases {
        let natural = CardSet::parse(case["cards"].as_str().expect("cards")).expect("cards");
        let jokers = case["wild"].as_u64().expect("a number of jokers") as usize;
        let strength = draw(WildRules::default(), natural, jokers);
        let key = case["key"].as_array().expect("a category and ranks");
        let key =
            key.iter().fold(0, |number, digit| number << 4 | digit.as_u64().expect("a digit"));
        // The vectors leave kickers out: their digits are those of the category and the first ranks.
        let digits = case["key"].as_array().map_or(0, Vec::len) as u32;
        assert_eq!(u64::from(strength >> (4 * (6 - digits))), key, "{case}");
        let category = score::category(Game::FiveCardDraw, strength);
        assert_eq!(Some(category_name(Game::FiveCardDraw, category)), case["category"].as_str());
    }
}

fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/extras.json")).expect("the vectors are JSON")
}

/// The rows of `data/score_wild.tsv`. Adding a case is adding a line.
#[test]
fn every_hand_scores_as_the_table_says() {
    for line in include_str!("../data/score_wild.tsv").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, ranks, joker, hole, board, expected @ ..] = &fields[..] else {
            panic!("expected eight fields in `{line}`");
        };
        let game = Game::from_name(name).expect("a game");
        let ranks = (*ranks != "-").then_some(*ranks);
        let rules = WildRules::parse(ranks, joker).expect("rules");
        let [hole, board] = [hole, board]
            .map(|text| WildCards::parse(if *text == "-" { "" } else { text }).expect("cards"));

        let strength = wild::strength(rules, game, hole, board);
        let scored = [
            strength.map(|strength| format!("{strength:06X}")),
            strength
                .map(|strength| category_name(game, score::category(game, strength)).to_owned()),
            wild::best_five(rules, game, hole, board).map(|five| five.to_string()),
        ]
        .map(|field| field.unwrap_or_else(|| "-".to_owned()));
        assert_eq!(scored, expected, "{line}");
    }
}
