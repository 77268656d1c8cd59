//! Cards, sets of cards, and short ordered lists of cards.
//!
//! A card's text is read in every form that logs and people use: `Ah`, `ah`, `10h`, `A♥`; a string of cards may
//! be joined (`AhKd`) or separated by spaces, tabs or commas. It is written as `AhKd`.

use std::fmt;

mod masks;

pub use masks::{NO_CARDS, mask_of_short_text, mask_of_text};

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

    /// 2..=14, the ace being 14.
    pub const fn rank(self) -> u8 {
        (self.0 & 15) + 2
    }

    /// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
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

    /// Reads the cards of a text in their order, duplicates included; an error ends it.
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

    /// The sign of the suit: one of `♣♢♡♠`, the red suits hollow.
    pub const fn symbol(self) -> char {
        SYMBOLS[(self.0 >> 4) as usize]
    }

    /// All 52 cards, deuce of clubs first.
    pub fn deck() -> impl Iterator<Item = Card> {
        (0..4).flat_map(|suit| (2..=14).filter_map(move |rank| Card::new(rank, suit)))
    }
}

/// The rank of one character.
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

/// The rank of each byte.
static RANK_OF: [Option<u8>; 256] = {
    let mut ranks = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        ranks[byte] = rank_of(byte as u8);
        byte += 1;
    }
    ranks
};

/// The suit of each letter.
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

/// A set of cards: one 16-bit lane a suit (clubs lowest), bit 0 of a lane the deuce, bit 12 the ace.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1FFF_1FFF_1FFF_1FFF);

    /// The set of a mask, or `None` if the mask has a bit that is not a card.
    pub const fn from_mask(mask: u64) -> Option<CardSet> {
        if mask & !Self::FULL.0 == 0 { Some(CardSet(mask)) } else { None }
    }

    /// The bits of the set.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// How many cards there are.
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

    /// The cards that both sets have.
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that `other` lacks.
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

    /// Reads a string of cards. `Err` names what was not a card, or the card that came twice.
    #[inline]
    pub fn parse(text: &str) -> Result<CardSet, CardError> {
        match mask_of_text(text) {
            // Once more, to find what is wrong.
            NO_CARDS => CardSet::parse_by_card(text),
            mask => Ok(CardSet(mask)),
        }
    }

    /// The same, slowly: a card at a time.
    fn parse_by_card(text: &str) -> Result<CardSet, CardError> {
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

/// Up to seven cards in the order in which they were dealt: hole cards, or a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardList {
    cards: [Card; 7],
    len: u8,
}

impl CardList {
    /// No card.
    pub const EMPTY: CardList = CardList { cards: [Card(0); 7], len: 0 };

    /// Appends a card; false, and nothing done, if there are seven.
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

    /// How many cards there are.
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
    fn plain_text_is_read_as_any_other() {
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
    fn what_is_not_a_card_is_named_with_its_place() {
        assert_eq!(CardSet::parse("AhXx"), Err(CardError::Unknown { at: 2 }));
        assert_eq!(CardSet::parse("Ah1h"), Err(CardError::Unknown { at: 2 }));
        assert!(matches!(CardSet::parse("AhAh"), Err(CardError::Twice { .. })));
    }

    #[test]
    fn the_deck_has_52_cards_that_write_as_they_read() {
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
