//! Why an equity cannot be calculated.

use std::fmt;

use super::MAX_PLAYERS;
use crate::card::Card;
use crate::game::Game;

/// Why an equity cannot be calculated. Players and pots are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EquityError {
    /// Fewer than two players, or more than [`MAX_PLAYERS`].
    Players { got: usize },
    /// A player has more or fewer hole cards than the game deals.
    HoleCards { player: usize, got: usize },
    /// A number of board cards that the game never has.
    Board { got: usize },
    /// A card that two players hold, or that is both in a hand and on the board or dead.
    CardTwice { card: Card },
    /// A card that the game is not played with.
    NotInDeck { card: Card },
    /// There is no pot.
    NoPot,
    /// A pot without players, or for a player who does not exist.
    Pot { pot: usize },
    /// A low in a game without a hi-lo variant.
    NoLow { game: Game },
    /// A draw game before the last draw: which cards are exchanged is the players' choice.
    Unknowable { player: usize },
    /// More cards are missing than the deck has left.
    DeckTooSmall { missing: usize, left: usize },
    /// A range without a hand, such as `0%`, or in which the weight of every hand is 0.
    EmptyRange { player: usize },
    /// A range in which every hand has a card of the board or a dead card.
    NoHand { player: usize },
    /// Ranges that players cannot hold at the same time.
    NoDeal,
    /// Fewer than two draws.
    Draws,
}

impl EquityError {
    /// A stable short name, for counting.
    pub const fn code(&self) -> &'static str {
        match self {
            EquityError::Players { .. } => "players",
            EquityError::HoleCards { .. } => "hole_cards",
            EquityError::Board { .. } => "board",
            EquityError::CardTwice { .. } => "card_twice",
            EquityError::NotInDeck { .. } => "not_in_deck",
            EquityError::NoPot => "no_pot",
            EquityError::Pot { .. } => "pot",
            EquityError::NoLow { .. } => "no_low",
            EquityError::Unknowable { .. } => "unknowable",
            EquityError::DeckTooSmall { .. } => "deck_too_small",
            EquityError::EmptyRange { .. } => "empty_range",
            EquityError::NoHand { .. } => "no_hand",
            EquityError::NoDeal => "no_deal",
            EquityError::Draws => "draws",
        }
    }
}

/// Players are numbered from 1 in messages.
impl fmt::Display for EquityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EquityError::Players { got } => {
                write!(f, "expected 2 to {MAX_PLAYERS} players, got {got}")
            }
            EquityError::HoleCards { player, got } => {
                write!(f, "player {} cannot have {got} hole cards in this game", player + 1)
            }
            EquityError::Board { got } => {
                write!(f, "a board of {got} cards is not possible in this game")
            }
            EquityError::CardTwice { card } => write!(f, "card `{card}` occurs twice"),
            EquityError::NotInDeck { card } => {
                write!(f, "card `{card}` is not in the deck of the game")
            }
            EquityError::NoPot => write!(f, "expected at least one pot"),
            EquityError::Pot { pot } => {
                write!(f, "pot {pot} lists no players, or a player who does not exist")
            }
            EquityError::NoLow { game } => write!(f, "`{game}` has no hi-lo variant"),
            EquityError::Unknowable { player } => write!(
                f,
                "player {} may still draw, and the equity depends on the cards that players discard",
                player + 1
            ),
            EquityError::DeckTooSmall { missing, left } => {
                write!(
                    f,
                    "{missing} cards are still to be dealt, but the deck has only {left} left"
                )
            }
            EquityError::EmptyRange { player } => {
                write!(
                    f,
                    "expected a hand with a weight above 0, got none, of player {}",
                    player + 1
                )
            }
            EquityError::NoHand { player } => {
                write!(
                    f,
                    "every hand in the range of player {} has a card of the board or a dead card",
                    player + 1
                )
            }
            EquityError::NoDeal => {
                write!(
                    f,
                    "expected ranges that players can hold at the same time, but their hands share cards"
                )
            }
            EquityError::Draws => write!(f, "expected at least 2 draws"),
        }
    }
}

impl std::error::Error for EquityError {}
