//! Base-14 value: a million per category, with the ranks as base-14 digits within it.
//!
//! Source: "Prepare to play Poker: Assigning values to Poker hands" (course notes in Java). Ranks go up to 14, so a
//! digit may equal the base; since no digit is below 2 the order still holds.
//!
//! # Errors of the source, kept in `literal`
//! 1. The wheel's ace counts as 14: 4,552,372 for A2345 is more than 4,534,641 for 9TJQK.
//! 2. Trips, full houses and quads are distinguished by their rank alone ("there is only one"): true if all hands are
//!    from one deck, but wrong with community cards, where AKKKQ and KKK76 are both 3,000,013.
//! 3. The printed flush 2-3-5-6-7 is calculated as 2-3-4-6-7; its royal flush is an ordinary straight flush.
//!
//! `wheel_low` counts the wheel's ace as 1. `repaired` does so too, and puts the other ranks of trips, full houses and
//! quads into lower digits. Assumed though not in the text: its test for straights accepts the wheel, and its ace is 14.

use super::{Variant, is_flush, is_straight, is_wheel};
use crate::card::Card;

/// A hand in this scheme's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base14 {
    /// Millions: 0 for high card up to 8,000,000 for straight flush.
    pub inter: u32,
    /// What distinguishes hands of one category, below a million.
    pub intra: u32,
}

impl Base14 {
    /// The value of the hand: the sum of both.
    pub fn value(&self) -> u32 {
        self.inter + self.intra
    }
}

/// Encodes five distinct cards; every variant but `WheelLow` and `Repaired` is as published.
pub(super) fn encode(mut hand: [Card; 5], variant: Variant) -> Base14 {
    hand.sort_by_key(|card| card.rank());
    let h = hand.map(Card::rank);
    let (straight, flush) = (is_straight(h), is_flush(hand));
    // The number of groups of equal ranks and the size of the largest give the category.
    let sizes = h.chunk_by(|a, b| a == b).map(<[u8]>::len);
    let (groups, largest) = (sizes.clone().count(), sizes.max().unwrap_or(0));
    let (millions, intra) = if straight && flush {
        (8, run(h, variant))
    } else if largest == 4 {
        (7, alike(h, 1, variant))
    } else if groups == 2 {
        (6, alike(h, 1, variant))
    } else if flush {
        (5, high_card(h))
    } else if straight {
        (4, run(h, variant))
    } else if largest == 3 {
        (3, alike(h, 2, variant))
    } else if groups == 5 {
        (0, high_card(h))
    } else {
        (5 - groups as u32, pairs(h))
    };
    Base14 { inter: millions * 1_000_000, intra }
}

/// All ranks, the highest first.
fn high_card(h: [u8; 5]) -> u32 {
    digits(h.into_iter().rev())
}

/// A straight: all of its ranks; if corrected, the ace of a wheel counts as one.
fn run(h: [u8; 5], variant: Variant) -> u32 {
    if is_wheel(h) && variant != Variant::Literal { digits([5, 4, 3, 2, 1]) } else { high_card(h) }
}

/// Three or four of a kind: the middle card is always one of them. If corrected, that many kickers follow.
fn alike(h: [u8; 5], kickers: usize, variant: Variant) -> u32 {
    let others = h.into_iter().rev().filter(|rank| *rank != h[2]);
    let kickers = if variant == Variant::Repaired { kickers } else { 0 };
    digits([h[2]].into_iter().chain(others.take(kickers)))
}

/// One rank per pair, the higher first, then the other ranks, highest first.
fn pairs(h: [u8; 5]) -> u32 {
    let runs = |size| h.chunk_by(|a, b| a == b).rev().filter(move |run| run.len() == size);
    digits(runs(2).chain(runs(1)).map(|run| run[0]))
}

/// The number with these base-14 digits, most significant first.
fn digits(ranks: impl IntoIterator<Item = u8>) -> u32 {
    ranks.into_iter().fold(0, |value, rank| value * 14 + u32::from(rank))
}
