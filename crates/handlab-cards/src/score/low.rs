//! Lows: 2-7, ace to five, and eight or better.
//!
//! A low's score is the digit-wise complement of the hand as read, so that the better low has the higher number.

use super::high::{self, FULL_HOUSE, Order, PAIR, QUADS, TRIPS};
use super::ranks::{ace_low, at_least, by_suit, take_top};
use crate::card::CardSet;

/// What a low's score and the hand as read add up to. No digit borrows from the next: a category is at most 8.
pub(super) const COMPLEMENT: u32 = 0x8F_FFFF;

/// Ranks ace (low) to eight.
const EIGHT_OR_LOWER: u32 = 0x1FE;

/// 2-7: the worst high hand wins; the ace is only high, so 5-4-3-2-A is not a straight. The best five of 5..=7 cards,
/// and its cards.
#[inline]
pub(super) fn deuce_to_seven(cards: CardSet) -> (u32, CardSet) {
    let score =
        |five| COMPLEMENT - high::best(five, Order { low_ace: 0, trips_over_straight: false });
    if cards.len() <= 5 {
        return (score(cards), cards);
    }
    // The lowest five ranks may be a straight or a flush, so every five are tried.
    let mut held = [CardSet::EMPTY; 7];
    for (single, card) in held.iter_mut().zip(cards.iter()) {
        *single = CardSet::EMPTY.with(card);
    }
    let five = |chosen: u32| {
        let taken = held.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
        taken.fold(CardSet::EMPTY, |five, (_, card)| five.union(*card))
    };
    let chosen = (0..1_u32 << held.len()).filter(|chosen| chosen.count_ones() == 5);
    let fives = chosen.map(five).filter(|five| five.len() == 5);
    fives.map(|five| (score(five), five)).max_by_key(|(score, _)| *score).unwrap_or_default()
}

/// Ace to five: the lowest five of 5..=7 cards; straights and flushes do not count, pairs count against the hand.
#[inline]
pub(super) fn ace_to_five(cards: CardSet) -> u32 {
    COMPLEMENT - read(lowest_five(at_least(by_suit(cards).map(ace_low))))
}

/// The ace-to-five low of any number of cards if it has five different ranks up to the eight.
#[inline]
pub(super) fn eight_or_better(cards: CardSet) -> Option<u32> {
    let [ranks, ..] = at_least(by_suit(cards).map(ace_low));
    let low = ranks & EIGHT_OR_LOWER;
    (low.count_ones() >= 5).then(|| COMPLEMENT - read(lowest_five([low, 0, 0, 0])))
}

/// The number of different ranks up to the eight.
#[inline]
pub(super) fn low_ranks(cards: CardSet) -> u32 {
    let [ranks, ..] = at_least(by_suit(cards).map(ace_low));
    (ranks & EIGHT_OR_LOWER).count_ones()
}

/// The ranks that the best low holds at least once, twice, and so on.
///
/// Every rank is taken once before any is taken twice, lowest first: each further copy makes a worse category (pair,
/// two pair, trips, full house, quads), and within one the lower rank is better.
#[inline]
fn lowest_five(held: [u32; 4]) -> [u32; 4] {
    let mut wanted = 5;
    held.map(|mut ranks| {
        let mut taken = 0;
        while ranks != 0 && wanted > 0 {
            let lowest = ranks & ranks.wrapping_neg();
            taken |= lowest;
            ranks ^= lowest;
            wanted -= 1;
        }
        taken
    })
}

/// The hand as players read it: category, then the ranks, most frequent first.
#[inline]
fn read([once, twice, thrice, four]: [u32; 4]) -> u32 {
    let category = match (four, thrice, twice ^ thrice) {
        (0, 0, _) => twice.count_ones() * PAIR,
        (0, _, 0) => TRIPS,
        (0, _, _) => FULL_HOUSE,
        _ => QUADS,
    };
    let mut digits = 0;
    for (mut ranks, copies) in
        [(four, 4), (thrice ^ four, 3), (twice ^ thrice, 2), (once ^ twice, 1)]
    {
        while ranks != 0 {
            let rank = take_top(&mut ranks);
            for _ in 0..copies {
                digits = digits << 4 | rank;
            }
        }
    }
    category | digits
}
