//! Short ordered lists of cards.

use std::fmt;

use super::{Card, CardSet};

/// Up to seven cards in the order in which they were dealt: hole cards, or a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardList {
    cards: [Card; Self::MOST],
    len: u8,
}

impl CardList {
    /// The most cards of a list.
    pub const MOST: usize = 7;

    /// An empty list.
    pub const EMPTY: CardList = CardList { cards: [Card(0); Self::MOST], len: 0 };

    /// Appends a card; false, without effect, if there are already seven.
    #[inline]
    pub fn push(&mut self, card: Card) -> bool {
        let free = usize::from(self.len) < self.cards.len();
        if free {
            self.cards[usize::from(self.len)] = card;
            self.len += 1;
        }
        free
    }

    /// The cards in their order.
    #[inline]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The number of cards.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no cards.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards as a set (duplicates count once).
    #[inline]
    pub fn set(&self) -> CardSet {
        self.as_slice().iter().copied().collect()
    }

    /// Whether there are no duplicates.
    pub fn is_distinct(&self) -> bool {
        self.set().len() as usize == self.len()
    }

    /// Appends the text of the cards, such as `AhKd`.
    #[inline]
    pub fn append_to(&self, text: &mut String) {
        for card in self.as_slice() {
            let [rank, suit] = card.ascii();
            text.push(rank as char);
            text.push(suit as char);
        }
    }
}

impl Default for CardList {
    fn default() -> Self {
        CardList::EMPTY
    }
}

impl Extend<Card> for CardList {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.push(card);
        }
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut list = CardList::EMPTY;
        list.extend(cards);
        list
    }
}

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
