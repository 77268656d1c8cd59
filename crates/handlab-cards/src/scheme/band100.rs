//! Seven cards in bands of 100: a floating-point number, and the name of its band.
//!
//! Source: `GetPlayerHandRank` of danielpaz6's Poker-Hand-Evaluator in C# and its README, which prints 500.850 (it cuts
//! off), 280.813 and 261.593 for its example. Equal doubles are a tie, so every operation is done in the source's
//! order.
//!
//! # Errors of the source, kept in `literal`
//! 1. Ranks are weighted by the number of cards **passed**, so the top card of seven weighs 13⁶ and overflows its band:
//!    A-Q-9-7-5 high is 142.8. Pairs with big kickers beat two pair (280.8 for aces, 273.0 for treys and deuces), trips
//!    beat straights (484.5 for kings, 442.4 for six-high), quads beat straight flushes (869.4 for tens, 863.6 for
//!    nine-high).
//! 2. The kickers outweigh the made hand: fives with A-K-J (261.6) beat sixes with 9-8-4 (204.7), four deuces
//!    with an ace (840.9) beat four aces with a trey (761.1).
//! 3. Two pair adds squares: kings and queens (320.6) beat aces and deuces (306.1).
//! 4. Trips and two pair are distinguished by all seven cards: the sixth and seventh turn ties into wins.
//! 5. A run of one suit is found only if it is the end of that suit's cards: 2-3-4-5-6 with the nine is a flush, and so
//!    is every A-2-3-4-5.
//! 6. A royal flush must be the last five of the sorted cards: next to another ace it is a straight flush of 899, and
//!    so is one next to another ten that was dealt after its own.
//!
//! `repaired` keeps the README's bands and its 900, and spreads the classes of each category evenly over its band.

use std::cmp::Reverse;

use crate::card::{Card, CardSet};
use crate::score;

/// The names of the bands, each 100 wide, the weakest first; only the royal flush is in the last.
pub(super) const NAMES: [&str; 10] = [
    "High Card",
    "Pair",
    "Two Pairs",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a kind",
    "Straight Flush",
    "Royal King",
];

/// The value of a wheel: 5 / 14 * 99 above its band, as written in the source.
const WHEEL: f64 = 435.3571;

/// A hand in this scheme's encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band100 {
    /// The higher one wins, according to the scheme.
    pub rank: f64,
    /// The name of the intended band; `literal` may overflow it.
    pub name: &'static str,
}

impl Band100 {
    fn new(band: u8, rank: f64) -> Band100 {
        Band100 { rank, name: NAMES[usize::from(band)] }
    }
}

/// Encodes seven distinct cards, as published.
pub(super) fn encode(mut cards: [Card; 7]) -> Band100 {
    // .NET sorts so few items by insertion, which is stable.
    cards.sort_by_key(|card| card.rank());
    if is_royal(cards) {
        return Band100::new(9, 900.0);
    }
    if let Some(top) = straight_flush(cards) {
        return Band100::new(8, 800.0 + f64::from(top) / 14.0 * 99.0);
    }
    let ranks = cards.map(Card::rank);
    let groups = groups(ranks);
    grouped(ranks, groups)
        .or_else(|| flush(cards))
        .or_else(|| straight(ranks))
        .unwrap_or_else(|| kickers(ranks, groups))
}

/// Count and rank of the ranks held more than once, most frequent first, lower before higher; padded with zeros to
/// three.
fn groups(ranks: [u8; 7]) -> [(u8, u8); 3] {
    let mut groups = [(0, 0); 3];
    let runs = ranks.chunk_by(|a, b| a == b).filter(|run| run.len() > 1);
    for (group, run) in groups.iter_mut().zip(runs) {
        *group = (run.len() as u8, run[0]);
    }
    groups.sort_by_key(|(count, _)| Reverse(*count));
    groups
}

/// Whether the last five cards are ten to ace of one suit.
fn is_royal(cards: [Card; 7]) -> bool {
    let last = &cards[2..];
    last.iter().map(|card| card.rank()).eq(10..=14)
        && last.iter().all(|card| card.suit() == last[0].suit())
}

/// The top of a run in one suit that ends with the suit's highest card.
///
/// The source also checks for the ace of a wheel, but only after that ace has ended the run.
fn straight_flush(cards: [Card; 7]) -> Option<u8> {
    (0..4).find_map(|suit| {
        let mut ranks = cards.iter().filter(|card| card.suit() == suit).map(|card| card.rank());
        let mut top = ranks.next()?;
        let mut run = 1;
        for rank in ranks {
            run = if rank == top + 1 { run + 1 } else { 1 };
            top = rank;
        }
        (run >= 5).then_some(top)
    })
}

/// Quads and full houses.
fn grouped(ranks: [u8; 7], groups: [(u8, u8); 3]) -> Option<Band100> {
    let [first, second, third] = groups.map(|(_, rank)| rank);
    let full = |trips: u8, pair: u8| 600.0 + f64::from(trips) + f64::from(pair) / 14.0;
    let rank = match groups.map(|(count, _)| count) {
        [4, ..] => {
            let quads = 700.0 + f64::from(first) / 14.0 * 50.0;
            return Some(Band100::new(7, quads + weighed(&ranks, [first, 0], 1)));
        }
        [3, 2, 2] => full(first, second.max(third)),
        [3, 2, 0] => full(first, second),
        [3, 3, _] => full(first, second).max(full(second, first)),
        _ => return None,
    };
    Some(Band100::new(6, rank))
}

fn flush(cards: [Card; 7]) -> Option<Band100> {
    (0..4).find_map(|suit| {
        let mut ranks = [0; 7];
        let mut len = 0;
        for card in cards.iter().filter(|card| card.suit() == suit) {
            ranks[len] = card.rank();
            len += 1;
        }
        let best = ranks[..len].last_chunk::<5>()?;
        Some(Band100::new(5, 500.0 + weighed(best, [0, 0], 7)))
    })
}

/// The longest run of ranks, the lowest of equals; an ace completes 2-3-4-5.
fn straight(ranks: [u8; 7]) -> Option<Band100> {
    let (mut run, mut top) = (1, ranks[0]);
    let (mut longest, mut longest_top) = (1, 0);
    for rank in ranks {
        match rank - top {
            0 => {}
            1 => run += 1,
            _ => run = 1,
        }
        top = rank;
        if run > longest {
            (longest, longest_top) = (run, top);
        }
    }
    match (longest, longest_top) {
        (5.., top) => Some(Band100::new(4, 400.0 + f64::from(top) / 14.0 * 99.0)),
        (4, 5) if ranks[6] == 14 => Some(Band100::new(4, WHEEL)),
        _ => None,
    }
}

/// The remaining categories: trips, pairs and high cards.
fn kickers(ranks: [u8; 7], groups: [(u8, u8); 3]) -> Band100 {
    let [first, second, third] = groups.map(|(_, rank)| rank);
    let part = f64::from(first) / 14.0 * 50.0;
    let square = |rank: u8| f64::from(rank).powi(2) / 392.0;
    let (band, rank) = match groups.map(|(count, _)| count) {
        [3, ..] => (3, 300.0 + part + weighed(&ranks, [first, 0], 7)),
        [2, 2, n] => {
            // The lower pair comes first.
            let (low, high) = if n == 2 { (second, third) } else { (first, second) };
            let pairs = (square(high) + square(low)) * 50.0;
            (2, 200.0 + pairs + weighed(&ranks, [high, low], 7))
        }
        [2, ..] => (1, 100.0 + part + weighed(&ranks, [first, 0], 3)),
        _ => (0, weighed(&ranks, [0, 0], 5)),
    };
    Band100::new(band, rank)
}

/// Up to `limit` of the highest ranks, except those left out, as base-13 digits divided by 433,175.
///
/// The first digit weighs 13 to the power of the number of **all** ranks passed minus one: for five the maximum is 100.
fn weighed(ranks: &[u8], left_out: [u8; 2], limit: usize) -> f64 {
    let counted = ranks.iter().rev().filter(|rank| !left_out.contains(rank)).take(limit);
    let weights = (0..ranks.len() as u32).rev().map(|exponent| 13_u32.pow(exponent));
    // Whole numbers below 2^53 are exact in a double, in any order.
    let sum: u32 = counted.zip(weights).map(|(rank, weight)| u32::from(rank - 2) * weight).sum();
    f64::from(sum) / 433_175.0
}

/// The number of classes in each category, high cards first.
const CLASSES: [u16; 9] = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10];

/// Encodes seven distinct cards in the order of [`score::high`]: the class within its category, spread over the whole
/// band.
pub(super) fn repaired(cards: [Card; 7]) -> Band100 {
    let cards: CardSet = cards.into_iter().collect();
    let mut place = score::high(cards).and_then(score::rank_class).map_or(0, |class| class - 1);
    let mut band = 0;
    for count in CLASSES {
        if place < count {
            break;
        }
        place -= count;
        band += 1;
    }
    if (band, place) == (8, 9) {
        return Band100::new(9, 900.0);
    }
    let count = CLASSES[usize::from(band)];
    Band100::new(band, f64::from(band) * 100.0 + f64::from(place) / f64::from(count) * 100.0)
}
