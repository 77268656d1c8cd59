//! The cards that make a strength, derived from its digits.
//!
//! The evaluators do not carry cards along: showing them is rare, scoring is not.

use super::high::{FLUSH, FULL_HOUSE, STRAIGHT_FLUSH};
use super::low::COMPLEMENT;
use crate::card::{Card, CardList, CardSet};

const CATEGORY_DIGIT: u32 = 0xF << 20;

/// The cards of a standard high strength.
pub(super) fn high(strength: u32, own: CardSet, common: CardSet) -> CardList {
    let suited = matches!(strength & CATEGORY_DIGIT, FLUSH | STRAIGHT_FLUSH);
    spell(strength, 1, allowed(suited, own.union(common)), own)
}

/// The cards of a short-deck strength, in which flushes have the digit of full houses.
pub(super) fn short_deck(strength: u32, own: CardSet, common: CardSet) -> CardList {
    let suited = matches!(strength & CATEGORY_DIGIT, FULL_HOUSE | STRAIGHT_FLUSH);
    spell(strength, 5, allowed(suited, own.union(common)), own)
}

/// The cards of a low.
pub(super) fn low(strength: u32, own: CardSet, common: CardSet) -> CardList {
    spell(COMPLEMENT - strength, 1, own.union(common), own)
}

/// The cards of a badugi, out of those that play.
pub(super) fn badugi(strength: u32, playing: CardSet) -> CardList {
    // The digit of a card that does not play becomes 15, a rank that no card has.
    spell(COMPLEMENT - strength, 1, playing, playing)
}

/// All cards, the highest rank first: for points every card counts.
pub(super) fn by_rank(cards: CardSet) -> CardList {
    let of_rank = |rank: u8| (0..4).rev().filter_map(move |suit| Card::new(rank, suit));
    let all = (2..=14).rev().flat_map(of_rank);
    let mut picked = CardList::EMPTY;
    picked.extend(all.filter(|card| cards.contains(*card)));
    picked
}

/// The cards that may be used: those of the flush suit, if it is a flush.
fn allowed(suited: bool, cards: CardSet) -> CardSet {
    let lanes = (0..4).map(|suit| 0x1FFF << (suit * 16)).filter_map(CardSet::from_mask);
    let flush = lanes.map(|lane| cards.intersection(lane)).find(|suit| suit.len() >= 5);
    if suited { flush.unwrap_or(cards) } else { cards }
}

/// For every rank digit an unused card of `cards`, preferably from `first`; `low_ace` is the digit of a low ace.
fn spell(digits: u32, low_ace: u32, cards: CardSet, first: CardSet) -> CardList {
    let mut left = cards;
    let mut spelled = CardList::EMPTY;
    for shift in [16, 12, 8, 4, 0] {
        let digit = digits >> shift & 15;
        let rank = if digit == low_ace { 14 } else { digit as u8 };
        let of_rank = || (0..4).rev().filter_map(|suit| Card::new(rank, suit));
        let card = of_rank()
            .find(|card| left.intersection(first).contains(*card))
            .or_else(|| of_rank().find(|card| left.contains(*card)));
        if let Some(card) = card {
            left = left.minus(CardSet::EMPTY.with(card));
            spelled.push(card);
        }
    }
    spelled
}
