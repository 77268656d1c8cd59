//! Points of all cards together: two to ten count their number, an ace 1, a face card 0.
//!
//! A score is never 0, which would mean no score.

use crate::card::{Card, CardSet};

/// More points than five cards can have: four tens and a nine are 49.
const BEYOND: u32 = 50;

/// The score if the most points win.
pub(super) fn most(cards: CardSet) -> u32 {
    1 + points(cards)
}

/// The score if the fewest points win.
pub(super) fn fewest(cards: CardSet) -> u32 {
    BEYOND.saturating_sub(points(cards))
}

/// The points for a score from [`most`].
pub(super) const fn of_most(score: u32) -> u32 {
    score.saturating_sub(1)
}

/// The points for a score from [`fewest`].
pub(super) const fn of_fewest(score: u32) -> u32 {
    BEYOND.saturating_sub(score)
}

fn points(cards: CardSet) -> u32 {
    cards.iter().map(of_card).sum()
}

fn of_card(card: Card) -> u32 {
    match card.rank() {
        14 => 1,
        11..=13 => 0,
        rank => u32::from(rank),
    }
}
