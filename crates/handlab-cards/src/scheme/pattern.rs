//! Match pattern: four bits for the equal neighbours in the sorted hand, and the hand reordered accordingly.
//!
//! Source: Cliff Hammerschmidt, "Poker Ranking" (2010); only the text; its code was not available. Hands are compared
//! by category, then from the last card to the first.
//!
//! # Errors of the source, kept in `literal`
//! 1. A straight is not reordered: A-2-3-4-5 compares as ace-high and loses only to T-J-Q-K-A.
//! 2. "Check the highest card, if it is an ace return RF": A-2-3-4-5 of one suit is a royal flush.
//! 3. Pattern 10 (a a b b k): the first pair is already before the second; the kicker should have gone first.
//!    As it stays last, it is compared before both pairs.
//!
//! `repaired` puts the ace of a wheel and the kicker of pattern 10 first, and identifies a steel wheel.

use std::cmp::Ordering;

use super::{is_flush, is_straight, is_wheel, nibbles};
use crate::card::Card;

/// The short names of the categories, the weakest first.
pub(super) const CATEGORIES: [&str; 10] =
    ["HC", "1P", "2P", "3K", "ST", "FL", "FH", "4K", "SF", "RF"];

const STRAIGHT: u8 = 4;
const FLUSH: u8 = 5;
const STRAIGHT_FLUSH: u8 = 8;
const ROYAL_FLUSH: u8 = 9;

/// The category of each pattern, ignoring straights and flushes; the last one, five cards of equal rank, is an error.
const OF_PATTERN: [Option<u8>; 16] = [
    Some(0),
    Some(1),
    Some(1),
    Some(3),
    Some(1),
    Some(2),
    Some(3),
    Some(7),
    Some(1),
    Some(2),
    Some(2),
    Some(6),
    Some(3),
    Some(6),
    Some(7),
    None,
];

/// A hand in this scheme's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Bit 3 is set if the lowest two cards have equal rank, bit 0 if the highest two do.
    pub pattern: u8,
    /// The category, from 0 for the weakest; see [`category_name`](Self::category_name).
    pub category: u8,
    /// The hand with the least significant cards first.
    pub ordered: [Card; 5],
}

impl Pattern {
    /// The ranks of the ordered hand, the ace 14.
    pub fn ranks(&self) -> [u8; 5] {
        self.ordered.map(Card::rank)
    }

    /// The short name of the category.
    pub fn category_name(&self) -> &'static str {
        CATEGORIES[usize::from(self.category)]
    }

    /// Compares the category, then the ordered hands from the last card to the first.
    pub fn compare(&self, other: &Pattern) -> Ordering {
        let backwards = || self.ranks().into_iter().rev().cmp(other.ranks().into_iter().rev());
        self.category.cmp(&other.category).then_with(backwards)
    }

    /// The category and the ranks, last card first, as four-bit digits, ordered like [`Pattern::compare`].
    pub fn key(&self) -> u64 {
        u64::from(self.category) << 20 | nibbles(self.ranks().into_iter().rev())
    }
}

/// The short name of a pattern's category, for a hand that is neither straight nor flush; `None` for 15.
pub fn category_of_pattern(pattern: u8) -> Option<&'static str> {
    let category = *OF_PATTERN.get(usize::from(pattern))?;
    Some(CATEGORIES[usize::from(category?)])
}

/// Encodes five distinct cards; `None` for five of equal rank, which no deck has.
pub(super) fn encode(mut hand: [Card; 5], is_repaired: bool) -> Option<Pattern> {
    hand.sort_by_key(|card| card.rank());
    let ranks = hand.map(Card::rank);
    let matches = ranks.windows(2).map(|pair| u8::from(pair[0] == pair[1]));
    let pattern = matches.fold(0, |bits, bit| bits << 1 | bit);
    let is_low = is_repaired && is_wheel(ranks);
    let category = match (is_straight(ranks), is_flush(hand)) {
        (true, true) if ranks[4] == 14 && !is_low => ROYAL_FLUSH,
        (true, true) => STRAIGHT_FLUSH,
        (true, false) => STRAIGHT,
        (false, true) => FLUSH,
        (false, false) => OF_PATTERN[usize::from(pattern)]?,
    };
    let order = if is_low { [4, 0, 1, 2, 3] } else { order(pattern, is_repaired) };
    Some(Pattern { pattern, category, ordered: order.map(|place: usize| hand[place]) })
}

/// Which card of the ascending hand goes where: groups last, larger groups after smaller ones.
fn order(pattern: u8, is_repaired: bool) -> [usize; 5] {
    match pattern {
        0b0010 => [0, 1, 4, 2, 3],
        0b0100 => [0, 3, 4, 1, 2],
        0b1000 => [2, 3, 4, 0, 1],
        0b0110 => [0, 4, 1, 2, 3],
        0b1100 | 0b1101 => [3, 4, 0, 1, 2],
        0b1001 => [2, 0, 1, 3, 4],
        0b1110 => [4, 0, 1, 2, 3],
        0b1010 if is_repaired => [4, 0, 1, 2, 3],
        _ => [0, 1, 2, 3, 4],
    }
}
