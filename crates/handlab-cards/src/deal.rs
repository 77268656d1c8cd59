//! Unbiased drawing and shuffling.
//!
//! The bits come from [`Generator`]: xoshiro256** 1.0 of Blackman and Vigna (<https://prng.di.unimi.it>), its four
//! words filled by splitmix64 from one 64-bit seed. Both are integer arithmetic only, so a seed gives the same cards on
//! every machine and in every later version; the tests pin their published values.
//!
//! A number below `n` is drawn from the lowest `ceil(log2 n)` bits of one word; a number that is not below `n` is
//! rejected with its word. Taking the remainder or scaling would favour some numbers.

use crate::card::Card;

/// A source of random bits, one word at a time. Words may be short: [`below`] reads only the lowest bits.
pub trait Source {
    /// The next word.
    fn word(&mut self) -> u64;
}

/// A seeded xoshiro256** generator.
///
/// ```
/// use handlab_cards::deal::{Generator, Source};
///
/// assert_eq!(Generator::new(7).word(), Generator::new(7).word());
/// assert_ne!(Generator::new(7).word(), Generator::new(8).word());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator([u64; 4]);

impl Generator {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Generator(std::array::from_fn(|_| splitmix64(&mut state)))
    }

    /// A number in `from..=to`; `from` if the range is empty.
    pub fn between(&mut self, from: u32, to: u32) -> u32 {
        from + below(self, to.saturating_sub(from).saturating_add(1))
    }

    /// True `per_mille` times in a thousand; never for 0, always from 1000.
    pub fn chance(&mut self, per_mille: u16) -> bool {
        below(self, 1000) < u32::from(per_mille)
    }
}

impl Source for Generator {
    fn word(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let word = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        word
    }
}

/// Steele, Lea and Flood's generator, which turns similar seeds into unlike states.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// A number in `0..n`, each equally likely; 0 for `n` of 0 or 1, which draws nothing.
pub fn below(source: &mut impl Source, n: u32) -> u32 {
    if n < 2 {
        return 0;
    }
    let mask = u32::MAX >> (n - 1).leading_zeros();
    loop {
        let number = source.word() as u32 & mask;
        if number < n {
            return number;
        }
    }
}

/// Like [`below`], for numbers that do not fit 32 bits. It takes a [`Generator`], whose words are complete.
pub(crate) fn below_wide(source: &mut Generator, n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    let mask = u64::MAX >> (n - 1).leading_zeros();
    loop {
        let number = source.word() & mask;
        if number < n {
            return number;
        }
    }
}

/// Shuffles `items`: every order is equally likely (Fisher and Yates, from the back).
pub fn shuffle<T>(source: &mut impl Source, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(source, last as u32 + 1) as usize);
    }
}

/// A deck that is shuffled as it is dealt: every order of every number of cards is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    cards: [Card; 52],
    left: usize,
}

impl Deck {
    /// A deck of the cards from `lowest_rank` (2..=14) up: 2 for 52 cards, 6 for the 36 of short deck.
    pub fn new(lowest_rank: u8) -> Self {
        let mut deck = Deck::empty();
        let cards = Card::deck().filter(|card| card.rank() >= lowest_rank);
        deck.put_back(cards);
        deck
    }

    /// An empty deck, to be filled by [`Deck::put_back`].
    pub const fn empty() -> Self {
        Deck { cards: [LOWEST; 52], left: 0 }
    }

    /// The number of cards left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Deals one card; `None` when there is none left.
    pub fn deal(&mut self, source: &mut impl Source) -> Option<Card> {
        let last = self.left.checked_sub(1)?;
        self.cards.swap(last, below(source, self.left as u32) as usize);
        self.left = last;
        Some(self.cards[last])
    }

    /// Adds cards, such as discards. They must not be in the deck.
    pub fn put_back(&mut self, cards: impl IntoIterator<Item = Card>) {
        for card in cards {
            if let Some(place) = self.cards.get_mut(self.left) {
                *place = card;
                self.left += 1;
            }
        }
    }
}

/// Fills unused places of a deck.
const LOWEST: Card = match Card::new(2, 0) {
    Some(card) => card,
    None => panic!("the deuce of clubs is a card"),
};
