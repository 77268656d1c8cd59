//! The tournament of a hand: its price, and who leaves it or buys chips.

use crate::money::Currency;

use super::Text;

/// The tournament that the hand belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tournament {
    /// Empty if the text does not print it: such a hand cannot be grouped with others by tournament.
    pub tournament_id: Text,
    /// Empty if the text prints none.
    pub name: Text,
    pub level: Text,
    pub speed: Option<Speed>,
    /// Currency of `buy_in`, `fee` and `bounty`; empty where the header prints none.
    pub currency: Currency,
    pub scale: u8,
    /// The part that goes into the prize pool.
    pub buy_in: Option<i64>,
    pub fee: Option<i64>,
    pub bounty: Option<i64>,
}

/// How fast the blinds rise, in the site's own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    Slow,
    Regular,
    Turbo,
    Hyper,
}

impl Speed {
    /// The name in the `speed` column.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Regular => "regular",
            Speed::Turbo => "turbo",
            Speed::Hyper => "hyper",
        }
    }

    /// Reads `Turbo`, `Hyper-Turbo`, `semiturbo`, `normal`.
    pub fn of_word(word: &str) -> Option<Speed> {
        let letters = |letter: &char| letter.is_ascii_alphabetic();
        let word: String = word.chars().filter(letters).map(|it| it.to_ascii_lowercase()).collect();
        match &*word {
            "slow" | "deep" => Some(Speed::Slow),
            "normal" | "regular" | "standard" => Some(Speed::Regular),
            "turbo" | "semiturbo" | "fast" => Some(Speed::Turbo),
            "hyper" | "hyperturbo" | "superturbo" | "ultraturbo" => Some(Speed::Hyper),
            _ => None,
        }
    }
}

/// A line that ends a player's tournament, or gives what it paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Finish {
    pub player: Text,
    pub place: Option<u32>,
    pub prize: Option<i64>,
    /// A prize that is not an amount in the tournament's currency, as printed; empty if there is none.
    pub prize_text: Text,
}

/// What a player buys during a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseKind {
    Rebuy,
    AddOn,
}

/// A line that reports a rebuy or an add-on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    pub player: Text,
    pub kind: PurchaseKind,
    /// In the tournament's money.
    pub price: Option<i64>,
}
