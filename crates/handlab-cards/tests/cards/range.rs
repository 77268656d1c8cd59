//! Ranges from text and back: the cases of two tables, and what holds of every range.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::range::{Combo, MAX_TEXT, Range, StartingHand, Weight, best_first};
use handlab_cards::score;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

/// The result of parsing a text, as written in the tables.
fn told(text: &str) -> String {
    Range::parse(text).map_or_else(|error| format!("!{error}"), |range| range.to_string())
}

#[test]
fn every_text_stands_for_the_hands_of_the_table() {
    let mut cases = 0;
    for row in rows(include_str!("../data/range_texts.tsv")) {
        let [text, combos, written] = row[..] else { panic!("expected three fields in {row:?}") };
        assert_eq!(told(text), written, "{text}");
        assert_eq!(Range::parse(text).map(|range| range.len().to_string()), Ok(combos.to_owned()));
        cases += 1;
    }
    assert!(cases > 70, "{cases}");
}

#[test]
fn every_invalid_text_says_what_was_expected_and_where() {
    let mut cases = 0;
    for row in rows(include_str!("../data/range_errors.tsv")) {
        let [text, error] = row[..] else { panic!("expected two fields in {row:?}") };
        assert_eq!(told(text), format!("!{error}"), "{text}");
        cases += 1;
    }
    assert!(cases > 40, "{cases}");
}

#[test]
fn the_starting_hands_are_169_of_1326_combos() {
    let hands: Vec<StartingHand> = StartingHand::all().collect();
    assert_eq!(hands.len(), 169);
    let mut seen = std::collections::HashSet::new();
    for hand in &hands {
        let combos: Vec<CardSet> = hand.combos().collect();
        let expected = if hand.is_pair() {
            6
        } else if hand.is_suited() {
            4
        } else {
            12
        };
        assert_eq!(combos.len(), expected, "{hand}");
        for combo in combos {
            assert_eq!(StartingHand::of(combo), Some(*hand));
            assert!(seen.insert(combo.mask()), "{combo:?} is two hands");
        }
        assert_eq!(Range::parse(&hand.to_string()).map(|range| range.len()), Ok(expected));
    }
    assert_eq!(seen.len(), 1326);
    assert_eq!(StartingHand::new(9, 9, true), None);
    assert_eq!(StartingHand::new(15, 9, true), None);
    assert_eq!(StartingHand::of(CardSet::EMPTY), None);
}

#[test]
fn weights_are_counted_and_found() {
    let range = Range::parse("AA,KK:0.5,[25]QQ[/25]").expect("a range");
    assert!((range.total_weight() - 10.5).abs() < 1e-12);
    let weight =
        |text| range.weight_of(CardSet::parse(text).expect("cards")).map(Weight::millionths);
    let found = ["AhAd", "KhKd", "QhQd", "JhJd", "AhKh"].map(weight);
    assert_eq!(found, [Some(1_000_000), Some(500_000), Some(250_000), None, None]);
    assert_eq!(Weight::from_millionths(1_000_001), None);
}

#[test]
fn dead_cards_remove_their_hands() {
    let range = Range::parse("TT+,AQs+,AhKd:0.5").expect("a range");
    let dead = CardSet::parse("AhKd2c").expect("cards");
    let live = range.without(dead);
    assert_eq!(live.to_string(), "QQ-TT,AsAd,AsAc,AsKs,AsQs,AdAc,AdQd,AcKc,AcQc,KsKh,KsKc,KhKc");
    assert!(live.combos().iter().all(|combo| combo.cards.intersection(dead).is_empty()));
    assert_eq!(range.without(CardSet::FULL), Range::default());
    assert_eq!(Range::parse("*").expect("a range").without(dead).len(), 49 * 48 / 2);
}

#[test]
fn hands_of_more_cards_are_read_one_by_one() {
    let range = Range::parse_hands("KsAsAhKh, AdAcKdKc:0.5 [25]2c3c4c5c[/25]", 4);
    assert_eq!(
        range.map(|range| range.to_string()),
        Ok("AsAhKsKh,AdAcKdKc:0.5,5c4c3c2c:0.25".to_owned())
    );
    let error = |text| Range::parse_hands(text, 4).expect_err(text).to_string();
    assert_eq!(
        error("AAxx"),
        "expected a card such as `Ah` at byte 0, got `AAxx` (hint: only hold'em has a shorthand; write each hand, as `AsAhKsKh`)"
    );
    assert_eq!(
        error("AsAhKs"),
        "expected a card such as `Ah` at byte 6, got the end (hint: all hole cards stand together, as `AsAhKsKh`)"
    );
    assert_eq!(error("AsAhKsAs"), "expected another card than before at byte 6, got `As`");
    assert_eq!(error("AsAhKsKhQh"), "expected `,` or the end at byte 8, got `Qh`");
}

#[test]
fn an_endless_text_is_rejected_and_a_long_one_is_read() {
    assert_eq!(Range::parse(&"*,".repeat(MAX_TEXT / 2)).map(|range| range.len()), Ok(1326));
    let error = Range::parse(&"é".repeat(MAX_TEXT)).expect_err("too long");
    assert!(error.to_string().starts_with("expected a text of at most 65536 bytes at byte 65536"));
}

/// The rows of the order's table: hand, showdowns won and tied of 2,097,572,400.
fn equities() -> Vec<(StartingHand, f64)> {
    let table = rows(include_str!("../../src/range/order.tsv")).map(|row| {
        let [won, tied] = [row[1], row[2]].map(|count| count.parse::<u32>().expect("a count"));
        (f64::from(won) + f64::from(tied) / 2.0) / 2_097_572_400.0
    });
    best_first().zip(table).collect()
}

#[test]
fn the_order_has_every_hand_once_by_falling_equity() {
    let equities = equities();
    let mut hands: Vec<StartingHand> = equities.iter().map(|(hand, _)| *hand).collect();
    assert!(equities.windows(2).all(|pair| pair[0].1 > pair[1].1));
    let names: Vec<String> = hands.iter().map(ToString::to_string).collect();
    let column: Vec<&str> =
        rows(include_str!("../../src/range/order.tsv")).map(|row| row[0]).collect();
    assert_eq!(names, column);
    hands.sort_unstable();
    hands.dedup();
    assert_eq!(hands.len(), 169);

    // All hands together win half.
    let sum: f64 = equities.iter().map(|(hand, share)| share * hand.combos().count() as f64).sum();
    assert!((sum / 1326.0 - 0.5).abs() < 1e-12, "{sum}");
}

#[test]
fn the_order_is_that_of_dealt_hands() {
    // The published equity of aces against a random hand is 85.2 %; one standard error of 40,000 deals is 0.25 %.
    let source = &mut Generator::new(5);
    for (place, (hand, expected)) in equities().into_iter().enumerate().step_by(21) {
        let cards = hand.combos().next().expect("a combo");
        let mut points = 0;
        for _ in 0..40_000 {
            let mut deck = Deck::empty();
            deck.put_back(CardSet::FULL.minus(cards).iter());
            let mut deal =
                |count| (0..count).filter_map(|_| deck.deal(source)).collect::<CardSet>();
            let (board, other) = (deal(5), deal(2));
            points +=
                1 + score::high(cards.union(board)).cmp(&score::high(other.union(board))) as i32;
        }
        let share = f64::from(points) / 80_000.0;
        assert!((share - expected).abs() < 0.01, "{place}: {hand} {share} {expected}");
    }
}

#[test]
fn bands_of_percentages_share_no_hand_and_leave_none_out() {
    let read = |text: &str| Range::parse(text).expect("a range");
    for step in [1, 7, 10, 33] {
        let mut all = Vec::new();
        for from in (0..100).step_by(step) {
            let to = (from + step).min(100);
            let band = read(&format!("{from}%-{to}%"));
            // A starting hand has at most 12 combos, so a band is at most that far from its share.
            let share = 13.26 * (to - from) as f64;
            assert!((band.len() as f64 - share).abs() <= 12.0, "{from} {to}");
            all.extend_from_slice(band.combos());
        }
        assert_eq!(all.len(), 1326);
        assert_eq!(all.into_iter().collect::<Range>(), read("random"));
    }
    assert_eq!(read("15%-5%"), read("5%-15%"));
}

fn combo() -> impl Strategy<Value = CardSet> {
    (any::<Index>(), any::<Index>()).prop_map(|(kind, combo)| {
        let kinds: Vec<StartingHand> = StartingHand::all().collect();
        let combos: Vec<CardSet> = kind.get(&kinds).combos().collect();
        *combo.get(&combos)
    })
}

fn weight() -> impl Strategy<Value = Weight> {
    prop_oneof![Just(1_000_000), Just(500_000), Just(0), 0_u32..=1_000_000]
        .prop_map(|millionths| Weight::from_millionths(millionths).expect("at most a million"))
}

/// Whole kinds of hands and single combos, with weights.
fn range() -> impl Strategy<Value = Range> {
    let kinds = prop::collection::vec((any::<Index>(), weight()), 0..60);
    let singles = prop::collection::vec((combo(), weight()), 0..20);
    (kinds, singles).prop_map(|(kinds, singles)| {
        let all: Vec<StartingHand> = StartingHand::all().collect();
        let kinds = kinds.into_iter().flat_map(|(kind, weight)| {
            kind.get(&all).combos().map(move |cards| Combo { cards, weight }).collect::<Vec<_>>()
        });
        kinds.chain(singles.into_iter().map(|(cards, weight)| Combo { cards, weight })).collect()
    })
}

/// Pieces of texts, most of which are not ranges.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "A",
        "K",
        "T",
        "10",
        "9",
        "2",
        "1",
        "s",
        "o",
        "h",
        "c",
        "+",
        "-",
        "–",
        ",",
        " ",
        ":",
        "0.5",
        "%",
        "[50]",
        "[/50]",
        "[",
        "]",
        "/",
        "random",
        "*",
        ".",
        "é",
        "\u{2665}",
        "\0",
        "x",
        "AA",
        "AhKh",
        "99999999999999999999",
    ];
    prop::collection::vec(select(pieces.to_vec()), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_a_range_writes_reads_as_the_same_range(range in range()) {
        let text = range.to_string();
        let again = Range::parse(&text);
        prop_assert_eq!(again.as_ref(), Ok(&range), "{}", text);
        prop_assert!(range.combos().iter().all(|combo| combo.weight > Weight::ZERO));
    }

    #[test]
    fn items_may_come_in_any_order(kinds in prop::collection::vec(any::<Index>(), 0..30)) {
        let all: Vec<String> = StartingHand::all().map(|hand| hand.to_string()).collect();
        let mut texts: Vec<&str> = kinds.iter().map(|kind| kind.get(&all).as_str()).collect();
        let range = Range::parse(&texts.join(",")).expect("a range");
        texts.reverse();
        prop_assert_eq!(Range::parse(&texts.join(" ")), Ok(range.clone()));
        texts.sort_unstable();
        texts.dedup();
        let combos = texts.iter().map(|text| Range::parse(text).map_or(0, |range| range.len()));
        prop_assert_eq!(range.len(), combos.sum::<usize>());
    }

    #[test]
    fn a_row_holds_what_its_hands_hold(high in 4_u8..=14, one in any::<Index>(), other in any::<Index>()) {
        let kickers: Vec<u8> = (2..high).collect();
        let (one, other) = (*one.get(&kickers), *other.get(&kickers));
        let name = |low| StartingHand::new(high, low, true).expect("a hand").to_string();
        let listed: Vec<String> = (one.min(other)..=one.max(other)).map(name).collect();
        let row = format!("{}-{}", name(one), name(other));
        prop_assert_eq!(Range::parse(&row), Range::parse(&listed.join(",")));
    }

    #[test]
    fn no_text_panics_and_errors_lie_within_it(text in prop_oneof![pieces(), any::<String>()]) {
        match Range::parse(&text) {
            Ok(range) => prop_assert_eq!(Range::parse(&range.to_string()), Ok(range)),
            Err(error) => {
                prop_assert!(error.at() <= text.len() && text.is_char_boundary(error.at()), "{}", error);
            }
        }
        let _ = Range::parse_hands(&text, 4);
    }

    #[test]
    fn removing_dead_cards_leaves_the_other_hands(range in range(), dead in prop::collection::vec(select(Card::deck().collect::<Vec<_>>()), 0..6)) {
        let dead: CardSet = dead.into_iter().collect();
        let live = range.without(dead);
        for combo in range.combos() {
            let is_live = combo.cards.intersection(dead).is_empty();
            prop_assert_eq!(live.weight_of(combo.cards), is_live.then_some(combo.weight));
        }
        prop_assert!(live.len() <= range.len());
    }
}
