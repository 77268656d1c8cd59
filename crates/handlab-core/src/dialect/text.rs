//! Fills a hand from a text of any form: seats by name, and cards.

use crate::hand::{Hand, Seat};
use handlab_cards::card::{Card, CardList};
use handlab_cards::seat::MAX_SEATS;

/// The seat of the player with exactly that name.
pub fn find_player(hand: &Hand, name: &str) -> Option<u8> {
    let name = name.as_bytes();
    // Where players are numbered, their names differ only in the last letter.
    let is_player = |seat: &Seat| {
        let player = hand.bytes(seat.player);
        player.len() == name.len() && player.last() == name.last() && player == name
    };
    hand.seats.iter().position(is_player).map(|index| index as u8)
}

/// Adds a seat to the hand; false if its number or name is taken, or there are too many seats.
pub fn push_seat(hand: &mut Hand, seat: Seat, player: &str) -> bool {
    let name = player.as_bytes();
    let is_new = hand.seats.iter().all(|other| {
        other.seat != seat.seat
            && (other.player.len() != name.len() || hand.bytes(other.player) != name)
    });
    let has_room = hand.seats.len() < MAX_SEATS;
    if is_new && has_room {
        let player = hand.push_text(player);
        hand.seats.push(Seat { player, ..seat });
    }
    is_new && has_room
}

/// The cards within brackets, such as `Ah 3c` or `Ah,3c`. Unknown cards (`XX`, `??`) are skipped.
///
/// `None` if something is neither a card nor an unknown one, or if there are more than a list holds.
pub fn cards(text: &str) -> Option<CardList> {
    let mut list = CardList::EMPTY;
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        if matches!(first, b' ' | b',') {
            rest = &rest[1..];
            continue;
        }
        // Nearly all cards stand alone.
        if let Some((card, len)) = Card::read(rest)
            && matches!(&rest[len..], [] | [b' ' | b',', ..])
        {
            if !list.push(card) {
                return None;
            }
            rest = &rest[len..];
            continue;
        }
        // Unknown cards stand alone, too; known ones may be adjacent.
        let end = rest.iter().position(|byte| matches!(byte, b' ' | b',')).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        if !matches!(token, b"X" | b"XX" | b"xx" | b"??" | b"##" | b"-") {
            push_joined(&mut list, token)?;
        }
        rest = after;
    }
    Some(list)
}

/// Adds the cards of a text without spaces.
#[inline]
fn push_joined(list: &mut CardList, mut text: &[u8]) -> Option<()> {
    while !text.is_empty() {
        let (card, len) = Card::read(text)?;
        if !list.push(card) {
            return None;
        }
        text = &text[len..];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_or_number_sits_once() {
        let mut hand = Hand::default();
        assert!(push_seat(&mut hand, Seat::default(), "Bob"));
        assert!(!push_seat(&mut hand, Seat { seat: 5, ..Seat::default() }, "Bob"));
        assert!(!push_seat(&mut hand, Seat { seat: 0, ..Seat::default() }, "Eve"));
    }

    #[test]
    fn unknown_cards_are_omitted_and_nonsense_is_rejected() {
        assert_eq!(cards("## 5c").map(|list| list.to_string()), Some("5c".to_owned()));
        assert_eq!(cards("X X 9h").map(|list| list.to_string()), Some("9h".to_owned()));
        assert_eq!(cards("XX Qs").map(|list| list.to_string()), Some("Qs".to_owned()));
        assert_eq!(cards("Ah,Kd").map(|list| list.to_string()), Some("AhKd".to_owned()));
        assert_eq!(cards("of"), None);
        assert_eq!(cards("2c 3c 4c 5c 6c 7c 8c 9c"), None);
    }
}
