//! The best category that natural cards make together with wild ones.
//!
//! Straights and flushes depend on which ranks are missing, the other categories on how often a rank occurs: the hand
//! is the better of the two. The bug helps the former as a wild card and the latter as an ace, which is exactly its
//! rule.

use super::super::high::{
    FIVE_OF_A_KIND, FLUSH, FULL_HOUSE, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR,
};
use super::super::ranks::{ACE, ace_low, at_least, take_top, top_digits};

/// Two to ace.
const EVERY_RANK: u32 = 0x7FFC;

/// The strength of the best five of the ranks held in each suit, `wild` cards and `bugs`, at least five in all.
pub(super) fn best(suits: [u32; 4], wild: u32, bugs: u32) -> u32 {
    let grouped = grouped(with_aces(suits, bugs), wild);
    run_or_suit(suits, wild + bugs).map_or(grouped, |other| other.max(grouped))
}

/// The best straight flush, flush or straight.
fn run_or_suit(suits: [u32; 4], wild: u32) -> Option<u32> {
    let suited = suits.into_iter().filter_map(|suit| suited(suit, wild)).max();
    let ranks = suits.into_iter().fold(0, |all, suit| all | suit);
    suited.max(straight(ranks, wild).map(|run| STRAIGHT | run))
}

/// The best straight flush or flush of one suit.
pub(super) fn suited(suit: u32, wild: u32) -> Option<u32> {
    if let Some(run) = straight(suit, wild) {
        return Some(STRAIGHT_FLUSH | run);
    }
    let is_flush = suit.count_ones() + wild >= 5;
    is_flush.then(|| {
        let filled = (0..wild).fold(suit, |ranks, _| {
            let mut missing = EVERY_RANK & !ranks;
            ranks | 1 << take_top(&mut missing)
        });
        FLUSH | top_digits(filled, 5)
    })
}

/// The digits of the highest five consecutive ranks of which no more are missing than there are wild cards.
fn straight(ranks: u32, wild: u32) -> Option<u32> {
    let ranks = ranks | ace_low(ranks & ACE);
    let held = |top: &u32| (ranks >> (top - 4) & 0b1_1111).count_ones();
    let top = (5..=14).rev().find(|top| held(top) + wild >= 5)?;
    Some(top * 0x1_1111 - 0x0_1234)
}

/// The ranks held at least once, .. five times, with each bug as an ace.
fn with_aces(suits: [u32; 4], bugs: u32) -> [u32; 5] {
    let [once, twice, thrice, four] = at_least(suits);
    let mut held = [once, twice, thrice, four, 0];
    let aces = suits.into_iter().filter(|suit| suit & ACE != 0).count();
    for ranks in held.iter_mut().take(aces + bugs as usize) {
        *ranks |= ACE;
    }
    held
}

/// The best hand that is neither a straight nor a flush.
///
/// Wild cards enlarge the largest group: with a pair, one makes trips and two make quads. So two pair and high card are
/// made of natural cards only, and kickers are natural.
fn grouped(held: [u32; 5], wild: u32) -> u32 {
    let [ranks, pairs, ..] = held;
    let top_of = |size: u32| {
        let reached = size.checked_sub(wild + 1).map_or(EVERY_RANK, |others| held[others as usize]);
        reached.checked_ilog2()
    };
    if let Some(five) = top_of(5) {
        return FIVE_OF_A_KIND | (five * 0x1_1111);
    }
    if let Some(quad) = top_of(4) {
        return QUADS | (quad * 0x1_1110) | top_digits(ranks & !(1 << quad), 1);
    }
    if let Some(trip) = top_of(3) {
        let other_pairs = pairs & !(1 << trip);
        if let Some(pair) = other_pairs.checked_ilog2() {
            return FULL_HOUSE | (trip * 0x1_1100) | (pair * 0x11);
        }
        return TRIPS | (trip * 0x1_1100) | top_digits(ranks & !(1 << trip), 2);
    }
    let Some(high) = top_of(2) else {
        return top_digits(ranks, 5);
    };
    let rest = ranks & !(1 << high);
    match (pairs & !(1 << high)).checked_ilog2() {
        Some(low) => {
            TWO_PAIR | (high * 0x1_1000) | (low * 0x110) | top_digits(rest & !(1 << low), 1)
        }
        None => PAIR | (high * 0x1_1000) | top_digits(rest, 3),
    }
}
