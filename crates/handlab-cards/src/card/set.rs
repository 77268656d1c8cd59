//! Sets of cards, as masks.

use std::fmt;

use super::{Card, CardError, NO_CARDS, mask_of_text};

/// A set of cards: one 16-bit lane per suit (clubs lowest), with the deuce in bit 0 of a lane and the ace in bit 12.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1FFF_1FFF_1FFF_1FFF);

    /// The set of a mask, or `None` if the mask has a bit that is not a card's.
    pub const fn from_mask(mask: u64) -> Option<CardSet> {
        if mask & !Self::FULL.0 == 0 { Some(CardSet(mask)) } else { None }
    }

    /// The bits of the set.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are no cards.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// This set with `card`.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | card.bit())
    }

    /// The cards of both sets.
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The ranks of one suit: bit 0 the deuce, bit 12 the ace.
    pub const fn ranks_of(self, suit: u8) -> u16 {
        (self.0 >> (suit * 16)) as u16
    }

    /// The cards, lowest suit and rank first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let card = Card(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(card)
        })
    }

    /// Reads a string of cards. `Err` names what was not a card, or the card that occurs twice.
    #[inline]
    pub fn parse(text: &str) -> Result<CardSet, CardError> {
        match mask_of_text(text) {
            // Read again, to find what is wrong.
            NO_CARDS => CardSet::parse_by_card(text),
            mask => Ok(CardSet(mask)),
        }
    }

    /// Like [`CardSet::parse`], but slow: one card at a time.
    pub(super) fn parse_by_card(text: &str) -> Result<CardSet, CardError> {
        Card::read_all(text).try_fold(CardSet::EMPTY, |set, card| {
            let card = card?;
            if set.contains(card) { Err(CardError::Twice { card }) } else { Ok(set.with(card)) }
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_card_reads_as_the_same_card() {
        let ace_of_hearts = CardSet::parse("Ah").expect("a card");
        for form in ["ah", "AH", "A♥", "A♡", " Ah ", ",Ah"] {
            assert_eq!(CardSet::parse(form), Ok(ace_of_hearts), "{form}");
        }
        assert_eq!(CardSet::parse("10h"), CardSet::parse("Th"));
        assert_eq!(CardSet::parse("A♠K♦Q♣J♥"), CardSet::parse("As,Kd Qc Jh"));
        assert_eq!(CardSet::parse("2♤3♢4♧"), CardSet::parse("2s3d4c"));
    }

    #[test]
    fn ascii_text_is_read_as_by_the_general_parser() {
        let bytes = (0..=127).map(char::from);
        for rank in bytes.clone() {
            for suit in bytes.clone() {
                for text in [format!("{rank}{suit}"), format!("{rank}{suit}Kd")] {
                    let any = CardSet::parse_by_card(&text);
                    assert_eq!(
                        mask_of_text(&text),
                        any.map_or(NO_CARDS, CardSet::mask),
                        "{text:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_invalid_card_is_reported_with_its_position() {
        assert_eq!(CardSet::parse("AhXx"), Err(CardError::Unknown { at: 2 }));
        assert_eq!(CardSet::parse("Ah1h"), Err(CardError::Unknown { at: 2 }));
        assert!(matches!(CardSet::parse("AhAh"), Err(CardError::Twice { .. })));
    }
}
