//! Masks from texts of cards, with a fast path for the usual form: two ASCII characters per card, without separators.

use super::{is_separator, rank_of};

/// A mask that no cards have; it stands for cards that could not be read.
pub const NO_CARDS: u64 = u64::MAX;

/// This bit marks anything that is not a card; all other values are bit positions in a mask.
const NO_CARD: u8 = 1 << 6;

/// The bit position of a card by its two characters, with the rank in the lower byte, in either case.
static PLACES: [u8; 1 << 16] = places();

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler only")]
const fn places() -> [u8; 1 << 16] {
    let mut places = [NO_CARD; 1 << 16];
    let mut byte = 0;
    while byte < 128 {
        if let Some(rank) = rank_of(byte) {
            let mut suit = 0;
            while suit < 4 {
                let place = suit << 4 | (rank - 2);
                places[byte as usize | (b"cdhs"[suit as usize] as usize) << 8] = place;
                places[byte as usize | (b"CDHS"[suit as usize] as usize) << 8] = place;
                suit += 1;
            }
        }
        byte += 1;
    }
    places
}

/// The mask of the cards in a text, in every form that [`CardSet::parse`](super::CardSet::parse) reads; [`NO_CARDS`] if
/// it cannot be read.
///
/// ```
/// use handlab_cards::card::{NO_CARDS, mask_of_text};
///
/// assert_eq!(mask_of_text("AhKd"), mask_of_text("K♦ ah"));
/// assert_eq!(mask_of_text("AhAh"), NO_CARDS);
/// assert_eq!(mask_of_text(""), 0);
/// ```
#[inline]
pub fn mask_of_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (pairs, odd) = bytes.as_chunks::<2>();
    let mut mask = Pairs::default();
    for pair in pairs {
        mask.add(u16::from_le_bytes(*pair));
    }
    if odd.is_empty() && mask.are_distinct_cards() { mask.any } else { mask_of_any_text(bytes) }
}

/// Like [`mask_of_text`], for a text of at most twelve bytes that is stored inline, as in Arrow's views.
#[inline]
pub fn mask_of_short_text(bytes: [u8; 12], len: usize) -> u64 {
    let mask = match len {
        4 => Pairs::of::<2>(&bytes),
        6 => Pairs::of::<3>(&bytes),
        8 => Pairs::of::<4>(&bytes),
        10 => Pairs::of::<5>(&bytes),
        12 => Pairs::of::<6>(&bytes),
        _ => return mask_of_any_text(&bytes[..len.min(12)]),
    };
    if mask.are_distinct_cards() { mask.any } else { mask_of_any_text(&bytes[..len]) }
}

/// The cards read so far.
#[derive(Default)]
struct Pairs {
    any: u64,
    /// Cards that occurred more than once.
    twice: u64,
    places: u8,
}

impl Pairs {
    /// The first `N` cards.
    #[inline]
    fn of<const N: usize>(bytes: &[u8; 12]) -> Pairs {
        let mut pairs = Pairs::default();
        for pair in &bytes.as_chunks::<2>().0[..N] {
            pairs.add(u16::from_le_bytes(*pair));
        }
        pairs
    }

    #[inline]
    fn add(&mut self, pair: u16) {
        let place = PLACES[usize::from(pair)];
        let card = 1_u64 << (place & 63);
        self.places |= place;
        self.twice |= self.any & card;
        self.any |= card;
    }

    #[inline]
    fn are_distinct_cards(&self) -> bool {
        self.places & NO_CARD == 0 && self.twice == 0
    }
}

/// Handles spaces, `10h`, suit symbols, or anything that is not a card.
fn mask_of_any_text(text: &[u8]) -> u64 {
    let mut mask = Pairs::default();
    let mut rest = text;
    while let [first, after @ ..] = rest {
        if is_separator(*first) {
            rest = after;
            continue;
        }
        let (rank, after) = match rest {
            [b'1', b'0', after @ ..] => (b'T', after),
            _ => (*first, after),
        };
        let (suit, after) = match after {
            // ♠♡♢♣ ♤♥♦♧ are U+2660..U+2667, black and white of each suit four apart.
            [0xE2, 0x99, sign @ 0xA0..=0xA7, after @ ..] => (b"shdc"[usize::from(sign & 3)], after),
            [suit, after @ ..] => (*suit, after),
            [] => return NO_CARDS,
        };
        mask.add(u16::from_le_bytes([rank, suit]));
        rest = after;
    }
    if mask.are_distinct_cards() { mask.any } else { NO_CARDS }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CardSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_is_read_as_the_parser_reads_it(text in "([2-9TJQKAtjqkaX1][cdhsCDHS♠ 0]){0,8}[ ,]?") {
            let expected = CardSet::parse_by_card(&text).map_or(NO_CARDS, CardSet::mask);
            prop_assert_eq!(mask_of_text(&text), expected);
            if text.len() <= 12 {
                let mut bytes = [b'?'; 12];
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                prop_assert_eq!(mask_of_short_text(bytes, text.len()), expected);
            }
        }

        #[test]
        fn cards_in_the_usual_form_are_read(cards in proptest::sample::subsequence(crate::card::Card::deck().collect::<Vec<_>>(), 0..12)) {
            let text: String = cards.iter().map(ToString::to_string).collect();
            let expected: CardSet = cards.into_iter().collect();
            prop_assert_eq!(mask_of_text(&text), expected.mask());
        }
    }
}
