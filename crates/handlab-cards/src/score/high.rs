//! The best high hand of five to seven cards.
//!
//! A flush is checked first: of seven cards it leaves two, too few for a full house or quads.

use super::ranks::{ACE, at_least, by_suit, take_top, top_digits};
use crate::card::CardSet;

pub(super) const PAIR: u32 = 1 << 20;
pub(super) const TWO_PAIR: u32 = 2 << 20;
pub(super) const TRIPS: u32 = 3 << 20;
pub(super) const STRAIGHT: u32 = 4 << 20;
pub(super) const FLUSH: u32 = 5 << 20;
pub(super) const FULL_HOUSE: u32 = 6 << 20;
pub(super) const QUADS: u32 = 7 << 20;
pub(super) const STRAIGHT_FLUSH: u32 = 8 << 20;
/// With wild cards only.
pub(super) const FIVE_OF_A_KIND: u32 = 9 << 20;

/// How games differ in their high hands.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// The ace's second position in straights, as a set of ranks; empty if it is only high.
    pub(super) low_ace: u32,
    /// Whether trips beat a straight.
    pub(super) trips_over_straight: bool,
}

/// 52 cards: A-2-3-4-5 is the lowest straight.
const STANDARD: Order = Order { low_ace: 1 << 1, trips_over_straight: false };

/// The strength of the best five of 5..=7 cards of the full deck.
#[inline]
pub(super) fn standard(cards: CardSet) -> u32 {
    best(cards, STANDARD)
}

/// The strength, with the standard category digits, of the best five of 5..=7 cards.
#[inline]
pub(super) fn best(cards: CardSet, order: Order) -> u32 {
    let suits = by_suit(cards);
    for flush in suits {
        if flush.count_ones() >= 5 {
            return match straight(flush, order.low_ace) {
                Some(run) => STRAIGHT_FLUSH | run,
                None => FLUSH | top_digits(flush, 5),
            };
        }
    }
    let [ranks, mut pairs, mut trips, mut quads] = at_least(suits);
    if quads != 0 {
        let quad = take_top(&mut quads);
        return QUADS | (quad * 0x1_1110) | top_digits(ranks ^ 1 << quad, 1);
    }
    if trips != 0 {
        let trip = take_top(&mut trips);
        let mut pairs = pairs ^ 1 << trip;
        if pairs != 0 {
            return FULL_HOUSE | (trip * 0x1_1100) | (take_top(&mut pairs) * 0x11);
        }
        return match straight(ranks, order.low_ace) {
            Some(run) if !order.trips_over_straight => STRAIGHT | run,
            _ => TRIPS | (trip * 0x1_1100) | top_digits(ranks ^ 1 << trip, 2),
        };
    }
    if let Some(run) = straight(ranks, order.low_ace) {
        return STRAIGHT | run;
    }
    if pairs == 0 {
        return top_digits(ranks, 5);
    }
    let high = take_top(&mut pairs);
    let rest = ranks ^ 1 << high;
    if pairs == 0 {
        return PAIR | (high * 0x1_1000) | top_digits(rest, 3);
    }
    let low = take_top(&mut pairs);
    TWO_PAIR | (high * 0x1_1000) | (low * 0x110) | top_digits(rest ^ 1 << low, 1)
}

/// The digits of the highest five consecutive ranks.
#[inline]
fn straight(ranks: u32, low_ace: u32) -> Option<u32> {
    let ranks = if ranks & ACE == 0 { ranks } else { ranks | low_ace };
    let tops = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4;
    // Each digit is one less than the previous one.
    (tops != 0).then(|| tops.ilog2() * 0x1_1111 - 0x0_1234)
}
