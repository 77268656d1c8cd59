//! A seat that is taken, with the cards that are known.

use handlab_cards::card::CardList;

use super::Text;

/// Where known hole cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardsSource {
    /// Only the summary showed them, after the hand had been mucked.
    Mucked,
    /// The player showed them.
    Shown,
    /// They were dealt face up to the owner of the file.
    Dealt,
}

impl CardsSource {
    /// The name in the `cards_source` column.
    pub const fn name(self) -> &'static str {
        match self {
            CardsSource::Mucked => "mucked",
            CardsSource::Shown => "shown",
            CardsSource::Dealt => "dealt",
        }
    }
}

/// A seat that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seat {
    /// The number that the site prints; other comments call it the chair, to distinguish it from an index.
    pub seat: u8,
    pub player: Text,
    pub starting_stack: i64,
    /// The seat line says that the player is sitting out; they may come back within the hand.
    pub is_sitting_out: bool,
    /// The name means nothing beyond this hand or session.
    pub is_anonymous: bool,
    /// The text does not say with how much the player sat down: `starting_stack` is then 0 and means nothing.
    pub has_unknown_stack: bool,
    /// The bounty on the player's head, in minor units of the tournament's buy-in.
    pub bounty: Option<i64>,
    /// All hole cards that are known, in dealt order; may be fewer than the game deals.
    pub hole_cards: CardList,
    pub cards_source: Option<CardsSource>,
}
