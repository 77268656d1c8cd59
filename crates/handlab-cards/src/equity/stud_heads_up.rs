//! Two players in stud: they are dealt separate cards, so each of their possible hands is scored once.
//!
//! # How
//! The hands that each may be dealt are sorted by strength, and both lists are traversed upwards together. A hand of
//! the first player beats the second player's hands seen so far, except those that share a card with it. These are
//! counted by inclusion-exclusion: for every set of cards a table holds how many of the hands seen contain it. Third
//! street, heads-up, has eighteen billion runouts, but only a third of a million hands.

use super::enumerate::each_subset;
use super::spot::{Spot, choose};
use super::tally::HeadsUp;
use crate::card::CardSet;

/// The most cards that a player can be missing.
const MOST: usize = 4;

/// Counts how often the first player is ahead, and how often both are even.
pub(super) fn count(spot: &Spot<'_>) -> HeadsUp {
    let index = SubsetIndex::new(spot.deck, spot.lacks(0).min(spot.lacks(1)));
    let (first, second) = (hands(spot, 0), hands(spot, 1));
    let mut seen = Seen { index: &index, hands: vec![0; index.len()] };
    let (mut ahead, mut even) = (0, 0);
    let mut rest = &second[..];
    for equal in first.chunk_by(|a, b| a.strength == b.strength) {
        let strength = equal[0].strength;
        rest = seen.take(rest, |other| other < strength);
        let behind: i64 = equal.iter().map(|hand| seen.apart_from(hand.came)).sum();
        rest = seen.take(rest, |other| other == strength);
        let not_ahead: i64 = equal.iter().map(|hand| seen.apart_from(hand.came)).sum();
        ahead += behind;
        even += not_ahead - behind;
    }
    HeadsUp::new(ahead, even)
}

/// The number of hands examined.
pub(super) fn work(spot: &Spot<'_>) -> u64 {
    let deck = u64::from(spot.deck.len());
    choose(deck, spot.lacks(0) as u64) + choose(deck, spot.lacks(1) as u64)
}

/// Cards that a player may be dealt, and the strength of the resulting hand.
struct Dealt {
    strength: u32,
    came: CardSet,
}

/// All hands that `player` may be dealt, weakest first.
fn hands(spot: &Spot<'_>, player: usize) -> Vec<Dealt> {
    let hole = spot.asked.holes[player];
    let mut hands = Vec::with_capacity(work(spot) as usize);
    each_subset(spot.deck, spot.lacks(player), &mut |came| {
        hands.push(Dealt { strength: spot.high(hole.union(came), spot.asked.board), came });
    });
    hands.sort_unstable_by_key(|hand| hand.strength);
    hands
}

/// Numbers every set of up to `largest` cards of the deck, smaller sets first.
struct SubsetIndex {
    /// `[n][card]`: what the card contributes as the n-th lowest of a set.
    parts: [[u32; 64]; MOST],
    /// The first number of the sets of each size, followed by the number of all sets.
    starts: [u32; MOST + 2],
    largest: usize,
}

impl SubsetIndex {
    fn new(deck: CardSet, largest: usize) -> SubsetIndex {
        let largest = largest.min(MOST);
        let mut parts = [[0; 64]; MOST];
        for (number, card) in deck.iter().enumerate() {
            let place = card.bit().trailing_zeros() as usize;
            for (below, part) in parts.iter_mut().enumerate() {
                part[place] = choose(number as u64, below as u64 + 1) as u32;
            }
        }
        let mut starts = [0; MOST + 2];
        for size in 0..=MOST {
            starts[size + 1] = starts[size] + choose(u64::from(deck.len()), size as u64) as u32;
        }
        SubsetIndex { parts, starts, largest }
    }

    fn len(&self) -> usize {
        self.starts[self.largest + 1] as usize
    }

    /// Calls `visit` with the index of each subset of the `cards`, and whether its size is odd.
    fn each(&self, cards: CardSet, mut visit: impl FnMut(usize, bool)) {
        // Built up card by card: every set so far is kept, both without and with the next card.
        let mut sets = [(0_usize, 0_u32); 1 << MOST];
        let mut len = 1;
        for card in cards.iter().take(MOST) {
            let place = card.bit().trailing_zeros() as usize;
            for at in 0..len {
                let (size, sum) = sets[at];
                sets[len + at] = (size + 1, sum + self.parts[size][place]);
            }
            len *= 2;
        }
        for (size, sum) in &sets[..len] {
            if *size <= self.largest {
                visit((self.starts[*size] + sum) as usize, size % 2 == 1);
            }
        }
    }
}

/// For each set of cards, how many of the hands seen contain it.
struct Seen<'a> {
    index: &'a SubsetIndex,
    hands: Vec<u32>,
}

impl Seen<'_> {
    /// Adds the leading hands, as long as their strength is `wanted`, and returns the rest.
    fn take<'a>(&mut self, hands: &'a [Dealt], wanted: impl Fn(u32) -> bool) -> &'a [Dealt] {
        let (taken, rest) = hands.split_at(hands.partition_point(|hand| wanted(hand.strength)));
        for hand in taken {
            self.index.each(hand.came, |place, _| self.hands[place] += 1);
        }
        rest
    }

    /// The number of hands seen that contain none of the `cards`.
    fn apart_from(&self, cards: CardSet) -> i64 {
        let mut apart = 0;
        self.index.each(cards, |place, is_odd| {
            let hands = i64::from(self.hands[place]);
            apart += if is_odd { -hands } else { hands };
        });
        apart
    }
}
