//! Cards, sets of cards, and short ordered lists of cards.
//!
//! A card's text is read in every form that logs and people use: `Ah`, `ah`, `10h`, `A♥`; a string of cards may
//! be joined (`AhKd`) or separated by spaces, tabs or commas. It is written as `AhKd`.

use std::fmt;

mod list;
mod masks;
mod set;

pub use list::CardList;
pub use masks::{NO_CARDS, mask_of_short_text, mask_of_text};
pub use set::CardSet;

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"cdhs";
const SYMBOLS: [char; 4] = ['♣', '♢', '♡', '♠'];

/// One card of the 52. Ordered by suit, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of `rank` 2..=14 (ace 14) and `suit` 0..=3 (clubs, diamonds, hearts, spades).
    #[inline]
    pub const fn new(rank: u8, suit: u8) -> Option<Card> {
        if rank >= 2 && rank <= 14 && suit < 4 { Some(Card(suit << 4 | (rank - 2))) } else { None }
    }

    /// The rank, 2..=14; the ace is 14.
    pub const fn rank(self) -> u8 {
        (self.0 & 15) + 2
    }

    /// The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    pub const fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// The card's bit in a [`CardSet`].
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The two characters of the card, such as `Ah`.
    pub const fn ascii(self) -> [u8; 2] {
        [RANKS[(self.0 & 15) as usize], SUITS[(self.0 >> 4) as usize]]
    }

    /// Reads one card at the front of `text`, and returns it with its length in bytes.
    #[inline]
    pub fn read(text: &[u8]) -> Option<(Card, usize)> {
        // Two letters, as nearly all cards are written: a table has no branches to mispredict.
        if let [rank, suit, ..] = text
            && let (Some(rank), Some(suit)) =
                (RANK_OF[usize::from(*rank)], SUIT_OF[usize::from(*suit)])
        {
            return Some((Card::new(rank, suit)?, 2));
        }
        let (rank, rank_len) = match text {
            [b'1', b'0', ..] => (10, 2),
            [first, ..] => (rank_of(*first)?, 1),
            [] => return None,
        };
        let (suit, suit_len) = suit_of(&text[rank_len..])?;
        Some((Card::new(rank, suit)?, rank_len + suit_len))
    }

    /// Reads the cards of a text in order, including duplicates; an error ends the iteration.
    pub fn read_all(text: &str) -> impl Iterator<Item = Result<Card, CardError>> {
        let mut rest = text.as_bytes();
        std::iter::from_fn(move || {
            let start = rest.iter().position(|b| !is_separator(*b))?;
            rest = &rest[start..];
            let at = text.len() - rest.len();
            let read = Card::read(rest);
            rest = read.map_or(&[], |(_, len)| &rest[len..]);
            Some(read.map(|(card, _)| card).ok_or(CardError::Unknown { at }))
        })
    }

    /// The suit symbol: one of `♣♢♡♠`, the red suits hollow.
    pub const fn symbol(self) -> char {
        SYMBOLS[(self.0 >> 4) as usize]
    }

    /// All 52 cards, deuce of clubs first.
    pub fn deck() -> impl Iterator<Item = Card> {
        (0..4).flat_map(|suit| (2..=14).filter_map(move |rank| Card::new(rank, suit)))
    }
}

/// The rank for a character.
#[inline]
pub(crate) const fn rank_of(byte: u8) -> Option<u8> {
    Some(match byte.to_ascii_uppercase() {
        digit @ b'2'..=b'9' => digit - b'0',
        b'T' => 10,
        b'J' => 11,
        b'Q' => 12,
        b'K' => 13,
        b'A' => 14,
        _ => return None,
    })
}

/// The rank for each byte.
static RANK_OF: [Option<u8>; 256] = {
    let mut ranks = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        ranks[byte] = rank_of(byte as u8);
        byte += 1;
    }
    ranks
};

/// The suit for each letter.
static SUIT_OF: [Option<u8>; 256] = {
    let mut suits = [None; 256];
    let mut suit = 0;
    while suit < 4 {
        let letter = SUITS[suit];
        suits[letter as usize] = Some(suit as u8);
        suits[letter.to_ascii_uppercase() as usize] = Some(suit as u8);
        suit += 1;
    }
    suits
};

/// The character of a rank 2..=14.
pub(crate) const fn rank_char(rank: u8) -> char {
    RANKS[rank as usize - 2] as char
}

#[inline]
fn suit_of(text: &[u8]) -> Option<(u8, usize)> {
    match text {
        [b'c' | b'C', ..] => Some((0, 1)),
        [b'd' | b'D', ..] => Some((1, 1)),
        [b'h' | b'H', ..] => Some((2, 1)),
        [b's' | b'S', ..] => Some((3, 1)),
        // ♠♡♢♣ ♤♥♦♧ are U+2660..U+2667, black and white of each suit four apart.
        [0xE2, 0x99, last @ 0xA0..=0xA7, ..] => Some(([3, 2, 1, 0][(last - 0xA0) as usize % 4], 3)),
        _ => None,
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.ascii();
        write!(f, "{}{}", rank as char, suit as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether the byte may separate cards.
pub(crate) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\t')
}

/// Why a text is not a set of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardError {
    /// There is no card at byte `at`.
    Unknown { at: usize },
    /// `card` occurs twice.
    Twice { card: Card },
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Unknown { at } => write!(f, "expected a card such as `Ah` at byte {at}"),
            CardError::Twice { card } => write!(f, "card `{card}` occurs twice"),
        }
    }
}

impl std::error::Error for CardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_52_cards_that_are_written_as_they_are_read() {
        assert_eq!(Card::deck().collect::<CardSet>(), CardSet::FULL);
        for card in Card::deck() {
            assert_eq!(Card::read(&card.ascii()), Some((card, 2)));
            let symbols = format!("{}{}", card.ascii()[0] as char, card.symbol());
            assert_eq!(Card::read_all(&symbols).collect::<Vec<_>>(), [Ok(card)]);
        }
    }

    #[test]
    fn cards_are_read_in_their_order_up_to_the_first_error() {
        let read = |text| Card::read_all(text).map(Result::ok).collect::<Vec<_>>();
        let six = |suit| Card::new(6, suit);
        assert_eq!(read(" 6♡, 6c6h "), [six(2), six(0), six(2)]);
        assert_eq!(read("6c??6h"), [six(0), None]);
        assert_eq!(read(" "), []);
    }
}
