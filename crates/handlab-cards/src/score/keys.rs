//! High hands as one small number, from the sum of their cards' keys: for loops over hands that share most cards.
//!
//! # How
//! Every rank has a key, and the sum of the keys of five to seven cards identifies their ranks ([`RANK_KEYS`]). The
//! 73,775 sums are sparse in 24 bits. They are split into rows of 2048, and the rows are shifted against each other so
//! that no two sums collide (row displacement); `examples/find_keys.rs` found the keys and wrote the shifts. Flushes
//! have a separate table, by the ranks of the suit; the hand is the better of the two, because seven cards with a flush
//! cannot make a full house or quads.
//!
//! Lookups touch 160 KB of classes, 32 KB of shifts and 16 KB of flushes, built at first use.

use std::sync::LazyLock;

use super::class::rank_class;
use super::{ShortDeckRules, high, short_deck};
use crate::card::{Card, CardSet};

/// The key of each rank, deuce first.
pub const RANK_KEYS: [u32; 13] = [
    5_890_667, 6_785_452, 10_364_592, 8_798_721, 9_693_517, 6_412_690, 4_548_770, 7_457_704,
    11_709_745, 1_874_326, 5_841_034, 15_275_101, 219_660,
];

/// The sum of the keys of `cards`.
pub fn key(cards: CardSet) -> u32 {
    cards.iter().map(|card| RANK_KEYS[usize::from(card.rank() - 2)]).sum()
}

const ROW_BITS: u32 = 11;
const ROWS: usize = 1 << 13;
/// A power of two, so that no index needs a check; the upper 53,000 are never used.
const PLACES: usize = 1 << 17;
const SUITED: usize = 1 << 13;

/// The offset of each row, which is added to a sum to get its index: `ROWS` four-byte little-endian numbers.
static SHIFTS: &[u8; ROWS * 4] = include_bytes!("key_shifts.bin");

/// The classes of all hands under one order of high hands.
///
/// ```
/// use handlab_cards::{card::CardSet, score, score::keys::{Classes, key}};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let (hole, board) = (cards("AcKc"), cards("2c3c4d5hQs"));
/// let classes = Classes::standard();
/// let wheel = classes.unsuited(key(hole) + key(board));
/// assert_eq!(wheel, classes.of(hole.union(board)));
/// assert_eq!(score::strength_of_class(wheel), Some(0x45_4321));
/// ```
pub struct Classes {
    shifts: Box<[u32; ROWS]>,
    unsuited: Box<[u16; PLACES]>,
    suited: Box<[u16; SUITED]>,
}

impl Classes {
    /// The classes 1..=7462 of [`rank_class`], for 5..=7 cards.
    pub fn standard() -> &'static Classes {
        static STANDARD: LazyLock<Classes> = LazyLock::new(|| {
            let class = |cards| rank_class(high::standard(cards)).unwrap_or_default();
            Classes::new(0, class)
        });
        &STANDARD
    }

    /// The classes 1..=1404 of short deck, the highest being the best, for 5..=7 cards from the six up.
    pub fn short_deck(rules: ShortDeckRules) -> &'static Classes {
        static A: LazyLock<Classes> =
            LazyLock::new(|| Classes::of_short_deck(ShortDeckRules::FlushOverFullHouse));
        static B: LazyLock<Classes> =
            LazyLock::new(|| Classes::of_short_deck(ShortDeckRules::TripsOverStraight));
        match rules {
            ShortDeckRules::FlushOverFullHouse => &A,
            ShortDeckRules::TripsOverStraight => &B,
        }
    }

    /// The class of cards whose keys add up to `key`, if no five of them are suited.
    #[inline]
    pub fn unsuited(&self, key: u32) -> u16 {
        self.unsuited[self.place(key)]
    }

    #[inline]
    fn place(&self, key: u32) -> usize {
        let shift = self.shifts[(key >> ROW_BITS) as usize % ROWS];
        key.wrapping_add(shift) as usize % PLACES
    }

    /// The class of the flush of five to seven `ranks` (bit 0 the deuce); 0 if there are fewer.
    #[inline]
    pub fn suited(&self, ranks: u16) -> u16 {
        self.suited[usize::from(ranks) % SUITED]
    }

    /// The class of 5..=7 cards; undefined for more or fewer.
    pub fn of(&self, cards: CardSet) -> u16 {
        let flushes = [0, 1, 2, 3].map(|suit| self.suited(cards.ranks_of(suit)));
        flushes.into_iter().fold(self.unsuited(key(cards)), u16::max)
    }

    fn of_short_deck(rules: ShortDeckRules) -> Classes {
        const SIX: usize = 4;
        let strength = |cards| short_deck::best(rules, cards);
        let mut strengths: Vec<u32> = Vec::new();
        each_hand(SIX, &mut |_, cards| strengths.push(strength(cards)));
        strengths.extend(each_suit(SIX).map(|(_, cards)| strength(cards)));
        strengths.sort_unstable();
        strengths.dedup();
        Classes::new(SIX, |cards| {
            strengths.binary_search(&strength(cards)).map_or(0, |place| place as u16 + 1)
        })
    }

    /// The classes of all hands with ranks from `lowest` (0 for the deuce) up.
    fn new(lowest: usize, class: impl Fn(CardSet) -> u16) -> Classes {
        let mut classes = Classes { shifts: zeroed(), unsuited: zeroed(), suited: zeroed() };
        for (shift, bytes) in classes.shifts.iter_mut().zip(SHIFTS.as_chunks().0) {
            *shift = u32::from_le_bytes(*bytes);
        }
        each_hand(lowest, &mut |key, cards| {
            let place = classes.place(key);
            classes.unsuited[place] = class(cards);
        });
        for (ranks, cards) in each_suit(lowest) {
            classes.suited[ranks] = class(cards);
        }
        classes
    }
}

/// Calls `visit` for all ranks that five to seven cards can have, with their key and unsuited cards.
fn each_hand(lowest: usize, visit: &mut impl FnMut(u32, CardSet)) {
    fn more(rank: usize, key: u32, cards: CardSet, visit: &mut impl FnMut(u32, CardSet)) {
        if cards.len() >= 5 {
            visit(key, cards);
        }
        for (rank, rank_key) in RANK_KEYS.iter().enumerate().skip(rank) {
            let mut with = cards;
            for copies in 1..=4.min(7 - cards.len()) {
                // Suits rotate: no suit occurs more than twice.
                let suit = (with.len() % 4) as u8;
                with = with.union(Card::new(rank as u8 + 2, suit).into_iter().collect());
                more(rank + 1, key + copies * rank_key, with, visit);
            }
        }
    }
    more(lowest, 0, CardSet::EMPTY, visit);
}

/// Five to seven ranks as a set, with the cards of one suit that have them.
fn each_suit(lowest: usize) -> impl Iterator<Item = (usize, CardSet)> {
    let below = (1 << lowest) - 1;
    (0..SUITED)
        .filter(move |ranks| ranks & below == 0 && (5..=7).contains(&ranks.count_ones()))
        .filter_map(|ranks| Some((ranks, CardSet::from_mask(ranks as u64)?)))
}

/// A zeroed array that is never on the stack.
#[expect(clippy::unnecessary_box_returns, reason = "up to 256 KB")]
fn zeroed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has N places"),
    }
}
