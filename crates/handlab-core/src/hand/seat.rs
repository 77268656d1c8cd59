//! An occupied seat, with its known cards.

use handlab_cards::card::CardList;

use super::Text;

/// Where known hole cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardsSource {
    /// Only the summary showed them, after the player had mucked.
    Mucked,
    /// The player showed them.
    Shown,
    /// They were dealt face up to the file's owner.
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

/// An occupied seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seat {
    /// The seat number that the site prints, as opposed to an index.
    pub seat: u8,
    pub player: Text,
    pub starting_stack: i64,
    /// The seat line says that the player is sitting out; they may come back within the hand.
    pub is_sitting_out: bool,
    /// The name is valid only within this hand or session.
    pub is_anonymous: bool,
    /// The text does not give the player's stack: `starting_stack` is then 0 and means nothing.
    pub has_unknown_stack: bool,
    /// The bounty on the player's head, in minor units of the tournament's buy-in.
    pub bounty: Option<i64>,
    /// All known hole cards, in dealt order; may be fewer than the game deals.
    pub hole_cards: CardList,
    pub cards_source: Option<CardsSource>,
}

impl Seat {
    /// Replaces the known hole cards. Their source is the more open one of both, except that a stud player's open cards are
    /// seen by all: if the rest was mucked, the whole hand counts as mucked.
    pub fn set_hole_cards(&mut self, cards: CardList, source: CardsSource) {
        let is_open_part = self.cards_source == Some(CardsSource::Shown)
            && source == CardsSource::Mucked
            && cards.len() > self.hole_cards.len();
        let known = self.cards_source.filter(|_| !is_open_part);
        self.hole_cards = cards;
        self.cards_source = known.max(Some(source));
    }
}
