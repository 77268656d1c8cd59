//! The cards that wild cards stand for, derived from the strength of the hand.

use std::fmt;

use super::super::high::{FIVE_OF_A_KIND, FLUSH, STRAIGHT_FLUSH};
use super::{Dealt, best_category};
use crate::card::{Card, CardList, CardSet};

/// The five cards that a hand counts as, the most significant first, with each wild card as the card that it stands for.
///
/// Wild cards are not marked: they are the ones that the player does not hold. The fifth card of a kind is not in the
/// deck; it is written `Jk`, so that the text reads back as the same hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WildFive {
    cards: CardList,
}

impl WildFive {
    /// The cards: five different ones, or the first four of five of a kind.
    pub const fn cards(&self) -> &CardList {
        &self.cards
    }

    /// Whether a fifth card of the same kind goes with the four cards.
    pub const fn is_five_of_a_kind(&self) -> bool {
        self.cards.len() == 4
    }
}

impl fmt::Display for WildFive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.fmt(f)?;
        f.write_str(if self.is_five_of_a_kind() { "Jk" } else { "" })
    }
}

/// The cards that make `strength`.
///
/// For each rank natural cards come first, hole cards before board cards, then a wild card that stands for itself, then
/// one that is not held; spades before hearts, diamonds, clubs.
pub(super) fn five(dealt: &Dealt, strength: u32) -> WildFive {
    let allowed = suit_of(dealt, strength);
    let orders = [dealt.own, dealt.common, dealt.ranked, CardSet::FULL];
    let mut left = allowed;
    let mut cards = CardList::EMPTY;
    for shift in [16, 12, 8, 4, 0] {
        let digit = strength >> shift & 15;
        // 1 is the low ace.
        let rank = if digit == 1 { 14 } else { digit as u8 };
        let of_rank = || (0..4).rev().filter_map(|suit| Card::new(rank, suit));
        let card = orders
            .iter()
            .find_map(|order| of_rank().find(|card| left.intersection(*order).contains(*card)));
        if let Some(card) = card {
            left = left.minus(CardSet::EMPTY.with(card));
            cards.push(card);
        }
    }
    debug_assert!(cards.len() == if strength >= FIVE_OF_A_KIND { 4 } else { 5 });
    WildFive { cards }
}

/// The cards of the flush suit if the hand is a flush, else all.
fn suit_of(dealt: &Dealt, strength: u32) -> CardSet {
    if !matches!(strength & 0xF << 20, FLUSH | STRAIGHT_FLUSH) {
        return CardSet::FULL;
    }
    let suits = dealt.suits();
    let makes_it = |suit: &u8| {
        best_category::suited(suits[usize::from(*suit)], dealt.wild + dealt.bugs) == Some(strength)
    };
    let lane =
        (0..4).rev().find(makes_it).and_then(|suit| CardSet::from_mask(0x1FFF << (suit * 16)));
    lane.unwrap_or(CardSet::FULL)
}
