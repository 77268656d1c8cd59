//! Names that a client or a converter puts in place of the players': the number of the seat, or its position. Whoever
//! has such a name is anonymous: in the next hand another player may have it.

use handlab_core::hand::Hand;

/// Positions as converters write them, in lower case. `UTG+1`, `UTGplus1` and `MP2` are their letters and a number.
const POSITIONS: [&str; 19] = [
    "small blind",
    "big blind",
    "dealer",
    "button",
    "btn",
    "bu",
    "sb",
    "bb",
    "utg",
    "ep",
    "mp",
    "lj",
    "lojack",
    "hj",
    "hijack",
    "co",
    "cutoff",
    "lp",
    "straddle",
];

/// Marks the players whose name and seat number fit, except the owner of the log.
pub(crate) fn mark(hand: &mut Hand, is_assigned: impl Fn(&str, u8) -> bool) {
    for index in 0..hand.seats.len() {
        let seat = hand.seats[index].seat;
        if hand.hero != Some(index as u8) && is_assigned(hand.player(index as u8), seat) {
            hand.seats[index].is_anonymous = true;
        }
    }
}

/// Whether a name is a word and the number of the seat, as at iPoker's anonymous tables: `Player 5`.
pub(crate) fn is_seat(name: &str, word: &str, seat: u8) -> bool {
    name.strip_prefix(word).is_some_and(|number| is_number(number) && number.parse() == Ok(seat))
}

/// Whether a name is one of Winamax' Incognito players, who are counted: `Incognito 2`.
pub(crate) fn is_incognito(name: &str) -> bool {
    name.strip_prefix("Incognito ").is_some_and(is_number)
}

/// Whether a name is what converters of `Ignition` call a player for one session: `P5_165660RI`, `P1-243595JX`.
pub(crate) fn is_of_session(name: &str) -> bool {
    let Some((chair, code)) = name.strip_prefix('P').and_then(|name| name.split_once(['_', '-']))
    else {
        return false;
    };
    let (digits, letters) = code.split_at_checked(code.len().saturating_sub(2)).unwrap_or_default();
    is_number(chair) && is_number(digits) && letters.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Marks players who are called by their positions, if all but the owner are. One opponent alone may have chosen the name.
pub(crate) fn mark_positions(hand: &mut Hand) {
    let others = || (0..hand.seats.len() as u8).filter(|seat| hand.hero != Some(*seat));
    if others().count() < 2 || !others().all(|seat| is_position(hand.player(seat))) {
        return;
    }
    mark(hand, |_, _| true);
}

/// Marks all players but the owner if an export that hides names has counted them: the owner is `Hero`, and each of the
/// others a word and a number, which need not be that of the seat.
pub(crate) fn mark_counted(hand: &mut Hand, word: &str) {
    let is_counted = |name: &str| name.strip_prefix(word).is_some_and(is_number);
    let is_hidden = |seat: u8| match hand.hero {
        Some(hero) if hero == seat => hand.player(seat) == "Hero",
        _ => is_counted(hand.player(seat)),
    };
    if hand.hero.is_some() && (0..hand.seats.len() as u8).all(is_hidden) {
        mark(hand, |_, _| true);
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_position(name: &str) -> bool {
    // Nearly all names are longer than these, or start with another letter.
    if name.len() > "small blind".len() {
        return false;
    }
    let word = name.trim_end_matches(|mark: char| mark.is_ascii_digit());
    let word = word.strip_suffix(['+']).or_else(|| word.strip_suffix("plus")).unwrap_or(word);
    let word = word.trim_end();
    POSITIONS.iter().any(|position| position.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use handlab_core::dialect::text::push_seat;
    use handlab_core::hand::Seat;

    use super::*;

    fn hand(seats: &[(u8, &str)], hero: Option<u8>) -> Hand {
        let mut hand = Hand::default();
        hand.hero = hero;
        for (seat, name) in seats {
            assert!(push_seat(&mut hand, Seat { seat: *seat, ..Seat::default() }, name));
        }
        hand
    }

    fn anonymous(hand: &Hand) -> Vec<bool> {
        hand.seats.iter().map(|seat| seat.is_anonymous).collect()
    }

    #[test]
    fn the_number_of_the_own_seat_is_no_name() {
        let seats =
            [(1, "Player 1"), (2, "Player 5"), (3, "Player 3"), (4, "Player 4a"), (5, "Ann")];
        let mut hand = hand(&seats, Some(2));
        mark(&mut hand, |name, seat| is_seat(name, "Player ", seat));
        assert_eq!(anonymous(&hand), [true, false, false, false, false]);
    }

    #[test]
    fn words_and_numbers_are_no_names() {
        for (name, incognito, of_session) in [
            ("Incognito 12", true, false),
            ("Incognito ", false, false),
            ("Incognito Bob", false, false),
            ("P5_165660RI", false, true),
            ("P1-243595JX", false, true),
            ("P5_165660", false, false),
            ("P5_RI", false, false),
            ("P_1RI", false, false),
            ("P1_é", false, false),
        ] {
            assert_eq!(
                (is_incognito(name), is_of_session(name)),
                (incognito, of_session),
                "{name}"
            );
        }
    }

    #[test]
    fn positions_are_no_names_if_all_have_them() {
        for (seats, hero, wanted) in [
            (vec![(1, "Hero"), (2, "Small Blind"), (3, "UTG+1")], Some(0), vec![false, true, true]),
            (vec![(1, "Btn"), (2, "sb"), (3, "MP2")], None, vec![true, true, true]),
            (vec![(1, "Ann"), (2, "UTGplus1"), (3, "co")], Some(0), vec![false, true, true]),
            (vec![(1, "Ann"), (2, "UTGplus"), (3, "plus1")], Some(0), vec![false, false, false]),
            (vec![(1, "Hero"), (2, "Dealer")], Some(0), vec![false, false]),
            (vec![(1, "Hero"), (2, "Dealer"), (3, "Bob")], Some(0), vec![false, false, false]),
            (vec![(1, "Hero")], Some(0), vec![false]),
        ] {
            let mut hand = hand(&seats, hero);
            mark_positions(&mut hand);
            assert_eq!(anonymous(&hand), wanted, "{seats:?}");
        }
    }

    #[test]
    fn players_whom_an_export_has_counted_are_anonymous_next_to_a_hero() {
        let marked = |seats: &[(u8, &str)], hero: Option<u8>| {
            let mut hand = hand(seats, hero);
            mark_counted(&mut hand, "Player");
            anonymous(&hand)
        };
        let counted = [(2, "Hero"), (3, "Player2"), (5, "Player3")];
        assert_eq!(marked(&counted, Some(0)), [false, true, true]);
        assert_eq!(marked(&counted, None), [false; 3], "nobody is the owner");
        assert_eq!(marked(&[(2, "Ann"), (3, "Player2")], Some(0)), [false; 2]);
        assert_eq!(marked(&[(2, "Hero"), (3, "Player2"), (4, "Bea")], Some(0)), [false; 3]);
    }
}
