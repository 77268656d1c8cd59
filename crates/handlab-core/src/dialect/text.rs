//! What sites that write a hand line by line have in common: names, cards, and the reader of a line.

use crate::hand::{ActionKind, AnteKind, Hand, Kind, Seat};
use handlab_cards::card::{Card, CardList};
use handlab_cards::seat::MAX_SEATS;

/// The seat whose player's name starts `line` and is followed by `after`, and what comes after that.
///
/// The longest such name wins, so that neither `:` nor ` folds` within a name can cut it.
pub fn split_player<'a>(hand: &Hand, line: &'a str, after: &str) -> Option<(u8, &'a str)> {
    let mut best: Option<(usize, u8)> = None;
    for (index, seat) in hand.seats.iter().enumerate() {
        let name = hand.str(seat.player);
        let is_longer = best.is_none_or(|(len, _)| name.len() > len);
        if is_longer && line.strip_prefix(name).is_some_and(|rest| rest.starts_with(after)) {
            best = Some((name.len(), index as u8));
        }
    }
    best.map(|(len, index)| (index, &line[len + after.len()..]))
}

/// The seat of the player of exactly that name.
pub fn find_player(hand: &Hand, name: &str) -> Option<u8> {
    hand.seats.iter().position(|seat| hand.str(seat.player) == name).map(|index| index as u8)
}

/// Adds a seat to the hand; false if its number or name is taken, or there are too many.
pub fn push_seat(hand: &mut Hand, seat: Seat, player: &str) -> bool {
    let is_new = hand.seat_index(seat.seat).is_none() && find_player(hand, player).is_none();
    let has_room = hand.seats.len() < MAX_SEATS;
    if is_new && has_room {
        let player = hand.push_text(player);
        hand.seats.push(Seat { player, ..seat });
    }
    is_new && has_room
}

/// The cards within brackets, such as `Ah 3c` or `Ah,3c`. Unknown cards (`XX`, `??`) are left out.
///
/// `None` if something is neither a card nor an unknown one, or if there are more than a list holds.
pub fn cards(text: &str) -> Option<CardList> {
    let mut list = CardList::EMPTY;
    for token in text.split([' ', ',']).filter(|token| !token.is_empty()) {
        if matches!(token, "XX" | "xx" | "??" | "-") {
            continue;
        }
        let mut rest = token.as_bytes();
        while !rest.is_empty() {
            let (card, len) = Card::read(rest)?;
            if !list.push(card) {
                return None;
            }
            rest = &rest[len..];
        }
    }
    Some(list)
}

/// Whether only indentation or quotation marks precede a header on its line.
pub fn is_line_start(before: &[u8]) -> bool {
    before.ends_with(&[0xEF, 0xBB, 0xBF])
        || before.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'|'))
}

/// Infers whether every seat pays an ante, or one seat pays it for the table: no site says so, but then only one pays.
pub fn infer_ante_kind(hand: &mut Hand) {
    let posters = |kind: ActionKind| {
        hand.actions.iter().filter(move |action| action.kind == kind).map(|action| action.seat)
    };
    let mut antes = posters(ActionKind::PostAnte);
    let (Some(poster), None) = (antes.next(), antes.next()) else { return };
    // Where blinds come first, the other players may have no chips left for an ante.
    let is_broke = |seat: u8| {
        let blinds = hand.actions.iter().take_while(|post| post.kind != ActionKind::PostAnte);
        blinds.filter(|post| post.seat == seat).any(|post| post.is_all_in)
    };
    let mut others = hand.actions.iter().map(|action| action.seat).filter(|seat| *seat != poster);
    if others.all(is_broke) {
        return;
    }
    let is_big_blind = posters(ActionKind::PostBigBlind).any(|seat| seat == poster);
    let is_button = hand.seats.get(usize::from(poster)).map(|seat| seat.seat) == hand.button_seat;
    // Heads-up, one of the two may just have no chips for an ante. A big-blind ante is as large as the blind.
    let is_large = hand.stakes.ante.map(|ante| ante.saturating_mul(2)) >= hand.stakes.big_blind;
    let acts = |seat: u8| hand.actions.iter().any(|action| action.seat == seat);
    let is_heads_up = (0..hand.seats.len() as u8).filter(|seat| acts(*seat)).count() <= 2;
    let is_for_all = !is_heads_up || (is_large && hand.kind == Kind::Tournament);
    if is_big_blind && is_for_all {
        hand.stakes.ante_kind = AnteKind::BigBlind;
    } else if is_button && !is_heads_up {
        hand.stakes.ante_kind = AnteKind::Button;
    }
}

/// The contents of the bracketed groups in `text`: `[a b] [c]` gives `a b` and `c`.
pub fn groups(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|group| group.split_once(']').map(|(inside, _)| inside))
}

/// `text` without `prefix`, ignoring case.
pub fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// The position of the first `needle` in `text`, ignoring case.
pub fn find_ignore_case(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let first = *needle.first()?;
    let starts = text.get(..(text.len() + 1).checked_sub(needle.len())?)?;
    memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), starts)
        .find(|at| text[*at..*at + needle.len()].eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::{Action, Amount};
    use handlab_cards::game::Street;

    fn hand_of(names: &[&str]) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        for (index, name) in names.iter().enumerate() {
            assert!(push_seat(&mut hand, Seat { seat: index as u8, ..Seat::default() }, name));
        }
        hand
    }

    #[test]
    fn the_longest_name_wins_whatever_is_in_it() {
        let hand = hand_of(&["Bob", "Bob: folds", "wo_olly :D", "a[b]"]);
        assert_eq!(split_player(&hand, "Bob: folds: folds", ": "), Some((1, "folds")));
        assert_eq!(split_player(&hand, "Bob: folds", ": "), Some((0, "folds")));
        assert_eq!(split_player(&hand, "wo_olly :D: checks", ": "), Some((2, "checks")));
        assert_eq!(split_player(&hand, "a[b] [Ah]", " ["), Some((3, "Ah]")));
        assert_eq!(split_player(&hand, "Bobby: folds", ": "), None);
    }

    #[test]
    fn a_name_or_number_sits_once() {
        let mut hand = hand_of(&["Bob"]);
        assert!(!push_seat(&mut hand, Seat { seat: 5, ..Seat::default() }, "Bob"));
        assert!(!push_seat(&mut hand, Seat { seat: 0, ..Seat::default() }, "Eve"));
    }

    #[test]
    fn unknown_cards_are_left_out_and_nonsense_is_refused() {
        assert_eq!(cards("XX Qs").map(|list| list.to_string()), Some("Qs".to_owned()));
        assert_eq!(cards("Ah,Kd").map(|list| list.to_string()), Some("AhKd".to_owned()));
        assert_eq!(cards("of"), None);
        assert_eq!(cards("2c 3c 4c 5c 6c 7c 8c 9c"), None);
    }

    #[test]
    fn one_ante_is_the_tables_only_if_others_could_have_paid_theirs() {
        let ante_kind = |posts: &[(u8, ActionKind, bool)]| {
            let mut hand = hand_of(&["Bea", "Cal", "Dot"]);
            hand.button_seat = Some(0);
            let actions = posts.iter().map(|(seat, kind, is_all_in)| Action {
                street: Street::FIRST,
                seat: *seat,
                kind: *kind,
                amount: Amount::Added(2),
                is_all_in: *is_all_in,
                is_capped: false,
                cards: CardList::EMPTY,
            });
            hand.actions.extend(actions);
            infer_ante_kind(&mut hand);
            hand.stakes.ante_kind
        };
        let small = |is_all_in| (1, ActionKind::PostSmallBlind, is_all_in);
        let big = |is_all_in| (2, ActionKind::PostBigBlind, is_all_in);
        let (of_button, of_big_blind) =
            ((0, ActionKind::PostAnte, false), (2, ActionKind::PostAnte, false));
        assert_eq!(ante_kind(&[small(true), big(true), of_button]), AnteKind::Each);
        assert_eq!(ante_kind(&[small(true), big(false), of_button]), AnteKind::Button);
        assert_eq!(ante_kind(&[of_button, small(true), big(true)]), AnteKind::Button);
        let calls = (0, ActionKind::Call, true);
        assert_eq!(ante_kind(&[small(true), big(false), of_big_blind, calls]), AnteKind::BigBlind);
    }
}
