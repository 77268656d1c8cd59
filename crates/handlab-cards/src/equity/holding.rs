//! What a player may hold, from text: a hand, or a range.

use std::fmt;

use crate::card::CardSet;
use crate::game::{Game, GameFamily};
use crate::range::{Range, RangeError};

/// Why a text is neither a hand nor a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HoldingError {
    Range(RangeError),
    /// A percentage in a game other than hold'em.
    Percentage {
        game: Game,
    },
}

impl fmt::Display for HoldingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HoldingError::Range(error) => error.fmt(f),
            HoldingError::Percentage { game } => {
                write!(f, "expected hands, got a percentage, which `{game}` has no order for")
            }
        }
    }
}

impl std::error::Error for HoldingError {}

impl From<RangeError> for HoldingError {
    fn from(error: RangeError) -> Self {
        HoldingError::Range(error)
    }
}

/// Reads a hand in any form that [`CardSet::parse`] reads, or a range.
///
/// Only hold'em and short deck have the shorthand of [`Range::parse`]; in short deck, hands that its deck lacks are
/// dropped, and percentages are refused because their order is hold'em's. Ranges of other games are hands with weights,
/// such as `AsAhKsKh:0.5,AdAcKdKc`; in stud, where 3 to 7 cards are known, all hands of a range have as many as its
/// first.
///
/// ```
/// use handlab_cards::{equity::read_holding, game::Game};
///
/// assert_eq!(read_holding(Game::Holdem, "Ah Kh")?.len(), 1);
/// assert_eq!(read_holding(Game::Holdem, "TT+,AKs:0.5")?.len(), 34);
/// assert_eq!(read_holding(Game::ShortDeck, "A5s,A6s")?.len(), 4);
/// assert_eq!(read_holding(Game::Stud, "AhAdAc,KhKdKc")?.len(), 2);
/// # Ok::<(), handlab_cards::equity::HoldingError>(())
/// ```
pub fn read_holding(game: Game, text: &str) -> Result<Range, HoldingError> {
    if let Some(cards) = hand(game, text) {
        return Ok(Range::of_hand(cards));
    }
    Ok(match game {
        Game::Holdem => Range::parse(text)?,
        Game::ShortDeck => {
            let range = Range::parse(text)?;
            if text.contains('%') {
                return Err(HoldingError::Percentage { game });
            }
            // A single hand is kept, so that its wrong card can be named in an error.
            if range.len() == 1 { range } else { range.without(BELOW_SIX) }
        }
        _ => Range::parse_hands(text, hole_cards(game, text))?,
    })
}

/// The cards of a single hand, if the text is one.
fn hand(game: Game, text: &str) -> Option<CardSet> {
    let cards = CardSet::parse(text).ok()?;
    let count = cards.len() as usize;
    let is_hand = match game.family() {
        GameFamily::Stud => {
            !text.contains([',', ';']) && (game.dealt_cards()..=game.hole_cards()).contains(&count)
        }
        _ => count == game.hole_cards(),
    };
    is_hand.then_some(cards)
}

/// The number of cards in the first hand of a range.
fn hole_cards(game: Game, text: &str) -> usize {
    let first = || text.split([',', ';', ':', ' ']).find(|part| !part.is_empty());
    match game.family() {
        GameFamily::Stud => {
            let cards = first().and_then(|first| CardSet::parse(first).ok());
            cards.map_or(game.hole_cards(), |cards| cards.len() as usize)
        }
        _ => game.hole_cards(),
    }
}

/// Deuce to five of each suit.
const BELOW_SIX: CardSet = match CardSet::from_mask(0x000F_000F_000F_000F) {
    Some(cards) => cards,
    None => panic!("all of them are cards"),
};
