//! Every case of the `seed_*.json` vectors: what each scheme writes, the examples that its source prints, comparisons.

use std::cmp::Ordering;

use handlab_cards::card::Card;
use handlab_cards::scheme::{Code, Reading, Scheme, Variant, apl, pattern};
use handlab_cards::score;
use serde_json::{Value, json};

const FREQUENCY: &str = include_str!("../data/seed_000.json");
const PATTERN: &str = include_str!("../data/seed_001.json");
const APL: &str = include_str!("../data/seed_002.json");
const BASE14: &str = include_str!("../data/seed_003.json");
const BAND100: &str = include_str!("../data/seed_004.json");
const COMPARE: &str = include_str!("../data/seed_compare.json");

fn vectors(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The rows of a list; checks how many there are.
fn rows<'a>(vectors: &'a Value, key: &str, count: usize) -> &'a [Value] {
    let rows = vectors[key].as_array().expect("a list");
    assert_eq!(rows.len(), count, "{key}");
    rows
}

fn cards(value: &Value) -> Vec<Card> {
    let text = value.as_str().expect("cards");
    Card::read_all(text).map(|card| card.expect("a card")).collect()
}

fn reading(scheme: Scheme, variant: Variant) -> Reading {
    Reading::new(scheme, variant).expect("a variant of the scheme")
}

fn encode(scheme: Scheme, variant: Variant, cards: &[Card]) -> Code {
    reading(scheme, variant).encode(cards).expect("a hand")
}

fn spaced(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// Compares the key of a hand in the vectors with ours.
fn assert_canonical(case: &Value, cards: &[Card]) {
    let key = case["canonical"]["key"].as_array().expect("a key").iter();
    let key = key.fold(0, |digits, digit| digits << 4 | digit.as_u64().expect("a digit"));
    let strength = score::high(cards.iter().copied().collect()).expect("five to seven cards");
    assert_eq!(u64::from(strength), key, "{case}");
}

#[test]
fn frequency_counts_and_sorts_as_printed() {
    for case in rows(&vectors(FREQUENCY), "cases", 26) {
        let hand = cards(&case["input"]);
        assert_canonical(case, &hand);
        for variant in [Variant::Literal, Variant::Repaired] {
            let Code::Frequency(code) = encode(Scheme::Frequency, variant, &hand) else {
                panic!("another scheme");
            };
            let output = json!({
                "rank_freqs": code.rank_freqs,
                "sorted": spaced(&code.sorted),
                "ranks": code.ranks(),
                "category": code.category_name(),
            });
            assert_eq!(output, case["output"], "{case}");
        }
    }
}

#[test]
fn pattern_matches_and_reorders() {
    let vectors = vectors(PATTERN);
    for case in rows(&vectors, "cases", 26) {
        let hand = cards(&case["input"]);
        assert_canonical(case, &hand);
        for variant in [Variant::Literal, Variant::Repaired] {
            let Code::Pattern(code) = encode(Scheme::Pattern, variant, &hand) else {
                panic!("another scheme");
            };
            let output = json!({
                "pattern": code.pattern,
                "category": code.category_name(),
                "ordered": spaced(&code.ordered),
                "ranks": code.ranks(),
            });
            assert_eq!(output, case[variant.name()], "{case}");
        }
    }
    let patterns = vectors["patterns"].as_object().expect("patterns");
    assert_eq!(patterns.len(), 16);
    for (bits, category) in patterns {
        let bits = bits.parse().expect("a number");
        assert_eq!(Some(pattern::category_of_pattern(bits).unwrap_or("error")), category.as_str());
    }
    assert_eq!(pattern::category_of_pattern(16), None);
}

/// The example in the source's text, and the hand that shows its error with pattern 10.
#[test]
fn pattern_reads_two_pair_around_a_kicker_as_nine() {
    let hand = |text: &str| cards(&json!(text));
    let Code::Pattern(code) = encode(Scheme::Pattern, Variant::Literal, &hand("2c2d3h7s7c")) else {
        panic!("another scheme");
    };
    assert_eq!((code.pattern, code.category_name()), (9, "2P"));
    let of = |variant, a, b| {
        reading(Scheme::Pattern, variant).compare(&hand(a), &hand(b)).expect("hands")
    };
    let (sevens, nines) = ("2c2d7s7hKd", "3h8c8d9s9h");
    assert_eq!(of(Variant::Literal, sevens, nines), Ordering::Greater);
    assert_eq!(of(Variant::Repaired, sevens, nines), Ordering::Less);
}

fn array(hand: &[Card], variant: Variant) -> (Value, apl::RankArray) {
    let Code::Apl(code) = encode(Scheme::Apl, variant, hand) else {
        panic!("another scheme");
    };
    let mut array: Vec<Value> = code.flags.iter().map(|flag| json!(flag)).collect();
    array.push(code.rows().map(|row| row.map(|cell| json!(cell)).collect::<Value>()).collect());
    (Value::Array(array), code)
}

#[test]
fn apl_gives_the_arrays_that_its_article_prints_in_ascending_order() {
    let vectors = vectors(APL);
    let mut last: Option<apl::RankArray> = None;
    for case in rows(&vectors, "printed_examples", 10) {
        let (found, code) = array(&cards(&case["input"]), Variant::Literal);
        assert_eq!(found, case["output"], "{case}");
        assert!(last.is_none_or(|last| last.compare(&code).is_lt()), "{case}");
        last = Some(code);
    }
    for case in rows(&vectors, "cases", 26) {
        let hand = cards(&case["input"]);
        assert_canonical(case, &hand);
        assert_eq!(array(&hand, Variant::Literal).0, case["complete"], "{case}");
        assert_eq!(array(&hand, Variant::Talk).0, case["talk"], "{case}");
    }
}

#[test]
fn apl_prints_on_one_line_and_writes_counts_and_ranks_as_two_rows_when_fixed() {
    let full_house = cards(&json!("6♡6♣6♢K♡K♠"));
    assert_eq!(array(&full_house, Variant::Literal).1.to_string(), "0 1 0 0 (3 5) (2 12)");
    let (found, code) = array(&full_house, Variant::Repaired);
    assert_eq!(found, json!([0, 1, 0, 0, [[3, 2], [5, 12]]]));
    assert_eq!(code.to_string(), "0 1 0 0 (3 2) (5 12)");
    let wheel = array(&cards(&json!("A♠2♠3♣4♠5♢")), Variant::Repaired).0;
    assert_eq!(wheel, json!([0, 0, 0, 1, [[1, 1, 1, 1, 1], [4, 3, 2, 1, 13]]]));
}

/// `'6♡6♣6♢K♡K♠' cmphand 'A♠2♠3♣4♠5♢'` gives `¯1`: the left hand is better.
#[test]
fn apl_compares_the_example_of_the_talk() {
    let (left, right) = (cards(&json!("6♡6♣6♢K♡K♠")), cards(&json!("A♠2♠3♣4♠5♢")));
    for variant in Scheme::Apl.variants() {
        let order = reading(Scheme::Apl, *variant).compare(&left, &right);
        assert_eq!(order, Ok(Ordering::Greater), "{variant:?}");
    }
}

fn base14(hand: &[Card], variant: Variant) -> (u32, u32) {
    let Code::Base14(code) = encode(Scheme::Base14, variant, hand) else {
        panic!("another scheme");
    };
    assert!(code.intra < 1_000_000);
    (code.value(), code.intra)
}

#[test]
fn base14_gives_the_printed_values() {
    let vectors = vectors(BASE14);
    for case in rows(&vectors, "printed_examples", 6) {
        let ranks = case["ranks"].as_str().expect("ranks").split(' ');
        // The printed sum does not depend on the suits.
        let hand: String =
            ranks.zip(["c", "d", "h", "s", "c"]).map(|(r, s)| r.to_owned() + s).collect();
        let (_, intra) = base14(&cards(&json!(hand)), Variant::Literal);
        assert_eq!(u64::from(intra), case["value"].as_u64().expect("a value"), "{case}");
    }
    for case in rows(&vectors, "cases", 26) {
        let hand = cards(&case["input"]);
        assert_canonical(case, &hand);
        assert_eq!(json!(base14(&hand, Variant::Literal).0), case["output"], "{case}");
        assert_eq!(json!(base14(&hand, Variant::WheelLow).0), case["wheel_low"], "{case}");
    }
}

#[test]
fn base14_distinguishes_shared_trips_when_fixed() {
    let of = |text| base14(&cards(&json!(text)), Variant::Repaired).0;
    assert_eq!(of("KcKdKhAsQc"), 3_000_000 + 13 * 196 + 14 * 14 + 12);
    assert_eq!(of("KcKdKh7c7s"), 6_000_000 + 13 * 14 + 7);
    assert_eq!(of("5sKsKhKdKc"), 7_000_000 + 13 * 14 + 5);
    assert_eq!(of("Ac2d3h4s5c"), 4_203_673);
}

#[test]
fn band100_gives_the_same_doubles_to_the_last_bit() {
    let vectors = vectors(BAND100);
    for case in rows(&vectors, "cases", 29) {
        let hand = cards(&case["input"]);
        assert_canonical(case, &hand);
        let Code::Band100(code) = encode(Scheme::Band100, Variant::Literal, &hand) else {
            panic!("another scheme");
        };
        assert_eq!(Some(code.name), case["rank_name"].as_str(), "{case}");
        let rank: f64 = case["rank_repr"].as_str().expect("a rank").parse().expect("a number");
        assert_eq!(code.rank.to_bits(), rank.to_bits(), "{case}: {}", code.rank);
    }
    for case in rows(&vectors, "comparisons", 8) {
        let (a, b) = (cards(&case["a"]), cards(&case["b"]));
        let order = |variant| sign(reading(Scheme::Band100, variant).compare(&a, &b));
        assert_eq!(json!(order(Variant::Literal)), case["seed"], "{case}");
        assert_eq!(json!(order(Variant::Repaired)), case["canonical"], "{case}");
    }
}

/// With a second ten, the source finds the royal flush only if the flush's ten comes later.
#[test]
fn band100_depends_on_the_order_of_the_cards() {
    let rank = |text| match encode(Scheme::Band100, Variant::Literal, &cards(&json!(text))) {
        Code::Band100(code) => (code.rank.to_bits(), code.name),
        _ => panic!("another scheme"),
    };
    assert_eq!(rank("Tc2dThJhQhKhAh"), (900_f64.to_bits(), "Royal King"));
    assert_eq!(rank("Th2dTcJhQhKhAh"), (899_f64.to_bits(), "Straight Flush"));
}

fn sign<E: std::fmt::Debug>(order: Result<Ordering, E>) -> i8 {
    order.expect("two hands") as i8
}

#[test]
fn every_scheme_compares_as_the_vectors_say() {
    let readings = [
        ("s000", Scheme::Frequency, Variant::Literal),
        ("s001_literal", Scheme::Pattern, Variant::Literal),
        ("s001_repaired", Scheme::Pattern, Variant::Repaired),
        ("s002_complete", Scheme::Apl, Variant::Literal),
        ("s002_talk", Scheme::Apl, Variant::Talk),
        ("s003", Scheme::Base14, Variant::Literal),
        ("s003_wheel_low", Scheme::Base14, Variant::WheelLow),
        ("canonical", Scheme::Frequency, Variant::Repaired),
        ("canonical", Scheme::Apl, Variant::Repaired),
        ("canonical", Scheme::Base14, Variant::Repaired),
    ];
    for case in rows(&vectors(COMPARE), "cases", 11) {
        let (a, b) = (cards(&case["a"]), cards(&case["b"]));
        for (column, scheme, variant) in readings {
            let reading = reading(scheme, variant);
            assert_eq!(json!(sign(reading.compare(&a, &b))), case[column], "{column} {case}");
            assert_eq!(json!(-sign(reading.compare(&b, &a))), case[column], "{column} {case}");
        }
    }
}

#[test]
fn an_invalid_hand_says_why() {
    let told = |scheme, text: &str| {
        let reading = reading(scheme, Variant::Literal);
        reading.encode(&cards(&json!(text))).expect_err("no hand").to_string()
    };
    assert_eq!(told(Scheme::Apl, "AhKhQhJh"), "expected 5 cards, got 4");
    assert_eq!(told(Scheme::Band100, "AhKhQhJhTh"), "expected 7 cards, got 5");
    assert_eq!(told(Scheme::Pattern, "AhKhQhJhAh"), "card `Ah` occurs twice");
}

#[test]
fn schemes_and_variants_are_found_by_their_names() {
    for scheme in Scheme::ALL {
        assert_eq!(Scheme::from_name(scheme.name()), Some(scheme));
        assert_eq!(scheme.variants()[0], Variant::Literal);
        for variant in scheme.variants() {
            assert_eq!(Variant::from_name(variant.name()), Some(*variant));
            assert!(Reading::new(scheme, *variant).is_some());
        }
    }
    assert_eq!((Scheme::from_name("Apl"), Variant::from_name("")), (None, None));
    assert_eq!(Reading::new(Scheme::Band100, Variant::Talk), None);
    let royal = cards(&json!("AhKhQhJhTh"));
    let of = |scheme| encode(scheme, Variant::Literal, &royal);
    assert_eq!(of(Scheme::Apl).compare(&of(Scheme::Base14)), None);
}
