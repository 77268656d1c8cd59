//! Drawing without bias: the shared vectors, the generator's published values, and counts over many deals.

use handlab_cards::card::CardSet;
use handlab_cards::deal::{Deck, Generator, Source, below, shuffle};
use serde_json::Value;

/// A source of random words that returns prepared ones in order.
struct Prepared {
    words: Vec<u64>,
    taken: usize,
}

impl Source for Prepared {
    fn word(&mut self) -> u64 {
        self.taken += 1;
        self.words[self.taken - 1]
    }
}

/// The nibbles of `f3a9c05b17e28d46`, as in the shared vectors.
fn nibbles() -> Prepared {
    Prepared { words: vec![15, 3, 10, 9, 12, 0, 5, 11, 1, 7, 14, 2, 8, 13, 4, 6], taken: 0 }
}

#[test]
fn numbers_that_are_too_large_are_drawn_again() {
    let mut source = nibbles();
    let accepted: Vec<u32> = (0..10).map(|_| below(&mut source, 10)).collect();
    assert_eq!(accepted, [3, 9, 0, 5, 1, 7, 2, 8, 4, 6]);
    assert_eq!(source.taken, 16);
}

#[test]
fn a_shuffle_takes_the_lowest_bits_of_each_word() {
    let mut items = [0, 1, 2, 3, 4];
    shuffle(&mut nibbles(), &mut items);
    assert_eq!(items, [4, 0, 1, 2, 3]);
}

fn vector() -> Value {
    let extras: Value = serde_json::from_str(include_str!("../data/extras.json")).expect("JSON");
    extras["rejection_sampling"].clone()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

/// Every word of four bits once. Scaling them to ten numbers favours six of these, as the document on random numbers
/// says; with rejection each number occurs once.
#[test]
fn every_number_is_equally_frequent_where_scaling_favours_six() {
    let vector = vector();
    let mut scaled = [0_u64; 10];
    for word in 0..16 {
        scaled[word * 10 / 16] += 1;
    }
    assert_eq!(scaled.to_vec(), numbers(&vector["biased_counts"]));
    let floors = numbers(&vector["biased_map_floor_x_times_10_over_16"]);
    assert_eq!((0..16).map(|word| word * 10 / 16).collect::<Vec<_>>(), floors);

    let mut source = Prepared { words: numbers(&vector["stream_nibbles"]), taken: 0 };
    let mut drawn: Vec<u64> = (0..10).map(|_| below(&mut source, 10).into()).collect();
    assert_eq!(drawn, numbers(&vector["accepted"]));
    drawn.sort_unstable();
    assert_eq!(drawn, (0..10).collect::<Vec<_>>());
}

#[test]
fn as_many_words_are_rejected_as_the_vectors_say() {
    let vector = vector();
    let rates = vector["rejection_rate"].as_object().expect("rates");
    for (n, rate) in rates {
        let n: u32 = n.parse().expect("a number");
        let (rejected, of) = rate.as_str().and_then(|rate| rate.split_once('/')).expect("a rate");
        let (rejected, of): (usize, u64) =
            (rejected.parse().expect("a number"), of.parse().expect("a number"));
        // Every word of that many bits once, those that are too large first.
        let mut source = Prepared { words: (0..of).rev().collect(), taken: 0 };
        let drawn = (0..n).filter(|_| n > 1).map(|_| below(&mut source, n)).count();
        let expected = if n > 1 { drawn + rejected } else { 0 };
        assert_eq!(source.taken, expected, "below {n}");
    }
    assert!(rates.len() >= 9);
}

#[test]
fn a_power_of_two_rejects_nothing_and_one_draws_nothing() {
    let mut source = nibbles();
    let drawn: Vec<u32> = (0..16).map(|_| below(&mut source, 16)).collect();
    assert_eq!(drawn, [15, 3, 10, 9, 12, 0, 5, 11, 1, 7, 14, 2, 8, 13, 4, 6]);
    assert_eq!((below(&mut source, 1), below(&mut source, 0)), (0, 0));
    assert_eq!(source.taken, 16);
}

#[test]
fn the_generator_is_xoshiro_256_star_star_seeded_by_splitmix_64() {
    // The words that the authors' C code returns, computed independently of this crate.
    let mut generator = Generator::new(42);
    let words: Vec<u64> = (0..4).map(|_| generator.word()).collect();
    assert_eq!(
        words,
        [
            0x1578_0b2e_0c2e_c716,
            0x6104_d986_6d11_3a7e,
            0xae17_5332_39e4_99a1,
            0xecb8_ad47_03b3_60a1
        ]
    );
}

#[test]
fn a_pack_deals_every_card_once() {
    let mut source = Generator::new(3);
    let mut deck = Deck::new(2);
    let dealt: CardSet = std::iter::from_fn(|| deck.deal(&mut source)).collect();
    assert_eq!((dealt, deck.left()), (CardSet::FULL, 0));
    assert_eq!(Deck::new(6).left(), 36);
}

#[test]
fn every_card_is_equally_frequent_at_every_position() {
    const DEALS: u32 = 52 * 2000;
    let mut source = Generator::new(20_260_101);
    let mut counts = [[0_u32; 64]; 3];
    for _ in 0..DEALS {
        let mut deck = Deck::new(2);
        for count in &mut counts {
            let card = deck.deal(&mut source).expect("a full pack");
            count[card.bit().trailing_zeros() as usize] += 1;
        }
    }
    for count in &counts {
        let expected = f64::from(DEALS / 52);
        let cards = CardSet::FULL.iter().map(|card| count[card.bit().trailing_zeros() as usize]);
        let chi_square: f64 = cards.map(|n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 51 degrees of freedom: 0.9999 lie below 97, and 0.9999 above 21.
        assert!((21.0..97.0).contains(&chi_square), "{chi_square}");
    }
}
