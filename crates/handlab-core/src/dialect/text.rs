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

/// The text with a name in the case in which its seat has it, wherever it starts a line as it starts `line`; `None` if no
/// seat, or more than one, has it. A tool that replaces names may know only one spelling of several.
#[cold]
pub fn name_as_seated(text: &str, line: &str, hand: &Hand) -> Option<String> {
    let begins = |line: &[u8], name: &[u8]| {
        let is_end = |next: &u8| next.is_ascii() && !next.is_ascii_alphanumeric();
        let head = line.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
            && !name.is_empty()
            && line.get(name.len()).is_none_or(is_end)
    };
    // A mail may quote the lines.
    let unquoted = |line: &str| line.len() - line.trim_start_matches([' ', '\t', '>', '|']).len();
    let line = &line.as_bytes()[unquoted(line)..];
    let mut names = hand.seats.iter().map(|seat| hand.bytes(seat.player));
    let mut meant = names.by_ref().filter(|name| begins(line, name));
    let (name, None) = (meant.next()?, meant.next()) else { return None };
    let mut respelt = text.as_bytes().to_vec();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let at = unquoted(line);
        if begins(&line.as_bytes()[at..], name) {
            respelt[start + at..][..name.len()].copy_from_slice(name);
        }
        start += line.len();
    }
    // Only ASCII letters were replaced.
    String::from_utf8(respelt).ok().filter(|respelt| respelt != text)
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
    fn a_name_in_another_case_is_spelt_as_its_seat_has_it() {
        let mut hand = Hand::default();
        for (seat, name) in ["PLAYER1", "änn", "bo", "BO", ""].iter().enumerate() {
            assert!(push_seat(&mut hand, Seat { seat: seat as u8, ..Seat::default() }, name));
        }
        let respelt = |text, line| name_as_seated(text, line, &hand);

        let text = "Player1: folds\nPlayer10: folds\r> player1 wins\näNN: calls\nBo: bets\nPLAYER1";
        let wanted = text.replace("Player1:", "PLAYER1:").replace("player1", "PLAYER1");
        assert_eq!(respelt(text, "Player1: folds"), Some(wanted));
        assert_eq!(respelt(text, "äNN"), Some(text.replace("äNN", "änn")));
        for line in ["Bo: bets", "Player10: folds", "ÄNN", "", ": folds"] {
            assert_eq!(respelt(text, line), None, "{line}");
        }
        assert_eq!(respelt("PLAYER1: folds", "PLAYER1: folds"), None);
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
