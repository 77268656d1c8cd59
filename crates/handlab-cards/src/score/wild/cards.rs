//! Sets of cards that may include jokers.

use std::fmt;

use crate::card::{Card, CardError, CardSet, is_separator};

/// A set of cards and a number of jokers, which have no rank or suit and are indistinguishable.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct WildCards {
    cards: CardSet,
    jokers: u32,
}

impl WildCards {
    /// A mask has no room for more jokers, and no deck has more.
    pub const MOST_JOKERS: u32 = 4;

    /// The cards and jokers; `None` if there are more than [`Self::MOST_JOKERS`].
    pub const fn new(cards: CardSet, jokers: u32) -> Option<WildCards> {
        if jokers <= Self::MOST_JOKERS { Some(WildCards { cards, jokers }) } else { None }
    }

    /// The cards that are not jokers.
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// The number of jokers.
    pub const fn jokers(self) -> u32 {
        self.jokers
    }

    /// The number of cards, including jokers.
    pub const fn len(self) -> u32 {
        self.cards.len() + self.jokers
    }

    /// Whether there are no cards or jokers.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Reads a [`CardSet`] mask in which bit 13 of a lane, one above the ace, is a joker.
    pub const fn from_mask(mask: u64) -> Option<WildCards> {
        let jokers = (mask & JOKERS).count_ones();
        match CardSet::from_mask(mask & !JOKERS) {
            Some(cards) => WildCards::new(cards, jokers),
            None => None,
        }
    }

    /// The mask, with the jokers in the lowest lanes.
    pub fn mask(self) -> u64 {
        (0..self.jokers).fold(self.cards.mask(), |mask, lane| mask | 1 << (16 * lane + 13))
    }

    /// Reads a string of cards as [`CardSet::parse`] does, with `Jk`, in any case, for a joker.
    ///
    /// ```
    /// use handlab_cards::score::wild::WildCards;
    ///
    /// let cards = WildCards::parse("Jc Jk 10h")?;
    /// assert_eq!((cards.len(), cards.jokers()), (3, 1));
    /// assert_eq!(cards.to_string(), "JcThJk");
    /// # Ok::<(), handlab_cards::score::wild::WildCardsError>(())
    /// ```
    pub fn parse(text: &str) -> Result<WildCards, WildCardsError> {
        let mut found = WildCards::default();
        let mut rest = text.as_bytes();
        loop {
            let start = rest.iter().position(|b| !is_separator(*b)).unwrap_or(rest.len());
            rest = &rest[start..];
            let at = text.len() - rest.len();
            rest = match rest {
                [] => return Ok(found),
                // No suit is `k`, so a jack is never meant.
                [b'J' | b'j', b'K' | b'k', behind @ ..] => {
                    found.jokers += 1;
                    if found.jokers > Self::MOST_JOKERS {
                        return Err(WildCardsError::TooManyJokers { at });
                    }
                    behind
                }
                _ => {
                    let (card, len) = Card::read(rest).ok_or(CardError::Unknown { at })?;
                    if found.cards.contains(card) {
                        return Err(CardError::Twice { card }.into());
                    }
                    found.cards = found.cards.with(card);
                    &rest[len..]
                }
            };
        }
    }
}

/// Bit 13 of every lane.
const JOKERS: u64 = 0x2000_2000_2000_2000;

impl From<CardSet> for WildCards {
    fn from(cards: CardSet) -> Self {
        WildCards { cards, jokers: 0 }
    }
}

impl fmt::Display for WildCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.iter().try_for_each(|card| write!(f, "{card}"))?;
        (0..self.jokers).try_for_each(|_| f.write_str("Jk"))
    }
}

impl fmt::Debug for WildCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a set of cards and jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildCardsError {
    /// Something is not a card, or a card occurs twice.
    Card(CardError),
    /// More than [`WildCards::MOST_JOKERS`] jokers; the extra one is at byte `at`.
    TooManyJokers { at: usize },
}

impl From<CardError> for WildCardsError {
    fn from(error: CardError) -> Self {
        WildCardsError::Card(error)
    }
}

impl fmt::Display for WildCardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WildCardsError::Card(CardError::Unknown { at }) => {
                write!(f, "expected a card such as `Ah`, or the joker `Jk`, at byte {at}")
            }
            WildCardsError::Card(error) => error.fmt(f),
            WildCardsError::TooManyJokers { at } => {
                write!(
                    f,
                    "expected at most {} jokers, got another at byte {at}",
                    WildCards::MOST_JOKERS
                )
            }
        }
    }
}

impl std::error::Error for WildCardsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joker_is_read_in_any_case_among_cards_of_any_form() {
        let expected = WildCards::new(CardSet::parse("JcKd10h").expect("cards"), 2);
        for text in ["JcJkKdThJk", "jk 10h JK,Jc kd", "J♣jKK♦JkT♥"] {
            assert_eq!(WildCards::parse(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn an_invalid_card_or_joker_is_reported_with_its_position() {
        let error = |text| WildCards::parse(text).expect_err(text).to_string();
        assert_eq!(error("JkJ"), "expected a card such as `Ah`, or the joker `Jk`, at byte 2");
        assert_eq!(error("AhJkAh"), "card `Ah` occurs twice");
        assert_eq!(error("Jk Jk Jk Jk Jk"), "expected at most 4 jokers, got another at byte 12");
    }

    #[test]
    fn masks_hold_what_texts_hold() {
        for text in ["", "Jk", "2cAsJkJk", "AcAdAhAsJkJkJkJk"] {
            let cards = WildCards::parse(text).expect("cards");
            assert_eq!(WildCards::from_mask(cards.mask()), Some(cards));
            assert_eq!(cards.to_string(), text);
        }
        assert_eq!(WildCards::from_mask(1 << 61 | 1), WildCards::parse("2cJk").ok());
        assert_eq!(WildCards::from_mask(1 << 14), None);
    }
}
