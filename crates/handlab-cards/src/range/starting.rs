//! The 169 starting hands: two hole cards, when suits only matter for being equal.

use std::fmt;

use crate::card::{Card, CardSet, rank_char};

/// Two cards by their ranks and whether they are suited: `TT`, `AKs`, `AKo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StartingHand {
    high: u8,
    low: u8,
    is_suited: bool,
}

impl StartingHand {
    /// The hand of two ranks (2..=14) in any order; a pair cannot be suited.
    pub const fn new(one: u8, other: u8, is_suited: bool) -> Option<StartingHand> {
        let (high, low) = if one > other { (one, other) } else { (other, one) };
        if low < 2 || high > 14 || (high == low && is_suited) {
            return None;
        }
        Some(StartingHand { high, low, is_suited })
    }

    /// The starting hand of these cards; `None` if they are not two.
    pub fn of(cards: CardSet) -> Option<StartingHand> {
        let mut each = cards.iter();
        match (each.next(), each.next(), each.next()) {
            (Some(one), Some(other), None) => {
                StartingHand::new(one.rank(), other.rank(), one.suit() == other.suit())
            }
            _ => None,
        }
    }

    /// All 169: for each high card from the ace down, first the pair, then suited before offsuit, high kickers first.
    pub fn all() -> impl Iterator<Item = StartingHand> {
        (2..=14).rev().flat_map(|high| {
            let unpaired = move |is_suited| {
                (2..high).rev().filter_map(move |low| StartingHand::new(high, low, is_suited))
            };
            StartingHand::new(high, high, false)
                .into_iter()
                .chain(unpaired(true))
                .chain(unpaired(false))
        })
    }

    /// The higher rank, 2..=14.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower rank, 2..=14.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both cards have the same suit.
    pub const fn is_suited(self) -> bool {
        self.is_suited
    }

    /// Whether both cards have the same rank.
    pub const fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// The 6, 4 or 12 combos of this hand.
    pub fn combos(self) -> impl Iterator<Item = CardSet> {
        let suits = (0..4).flat_map(|one| (0..4).map(move |other| (one, other)));
        let fitting = suits.filter(move |(one, other)| {
            if self.is_pair() { one < other } else { (one == other) == self.is_suited }
        });
        fitting.filter_map(move |(one, other)| {
            Some(CardSet::EMPTY.with(Card::new(self.high, one)?).with(Card::new(self.low, other)?))
        })
    }
}

impl fmt::Display for StartingHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_pair() {
            ""
        } else if self.is_suited {
            "s"
        } else {
            "o"
        };
        write!(f, "{}{}{mark}", rank_char(self.high), rank_char(self.low))
    }
}
