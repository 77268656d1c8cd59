//! The cards that wild cards stand for, derived from the strength of the hand.

use std::fmt;

use super::super::high::{FIVE_OF_A_KIND, FLUSH, STRAIGHT_FLUSH};
use super::{Dealt, best_category};
use crate::card::{Card, CardList, CardSet};

/// Five cards that a hand counts as, the most significant first, each wild card as what it stands for.
///
/// Nothing distinguishes wild cards from natural ones here: the wild ones are those that the player does not hold. The
/// fifth of a kind is not a card of the deck; it is written `Jk`, so that the text reads as the same hand again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WildFive {
    cards: CardList,
}

impl WildFive {
    /// The cards: five different ones, or the four of five of a kind.
    pub const fn cards(&self) -> &CardList {
        &self.cards
    }

    /// Whether a fifth of the kind goes with the four cards.
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

/// The cards that `strength` is made of.
///
/// Of each rank a natural card goes first, the player's own before the board's, then a wild card that stands for
/// itself, then one that is not held; spades before hearts, diamonds, clubs.
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

/// The cards of the suit in which the hand is a flush, if it is one; else all.
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
