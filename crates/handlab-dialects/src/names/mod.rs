//! Names: the player whose name starts a line, names that stand for a player, and those of sites.

use handlab_core::hand::Hand;

use crate::syntax::text::{is_at, strip_prefix_ignore_case};

pub(crate) mod assigned_names;
pub(crate) mod rooms;
pub(crate) mod site_names;

/// The seat whose player's name starts `line` and is followed by `after`, and the rest of the line.
///
/// The longest such name wins, so that neither `:` nor ` folds` within a name can cut it.
#[inline]
pub(crate) fn split_player<'a>(hand: &Hand, line: &'a str, after: &str) -> Option<(u8, &'a str)> {
    split_among(hand, 0..hand.seats.len(), line, after)
}

/// As [`split_player`], among some of the seats.
#[inline]
pub(crate) fn split_among<'a>(
    hand: &Hand,
    seats: impl Iterator<Item = usize> + Clone,
    line: &'a str,
    after: &str,
) -> Option<(u8, &'a str)> {
    let name = |seat: usize| Some((seat, hand.bytes(hand.seats.get(seat)?.player)));
    let (seat, len) = longest_name(seats.filter_map(name), line, after)?;
    Some((seat as u8, &line[len + after.len()..]))
}

/// The longest of the numbered names that starts `line` and is followed by `after`: its number and its length.
///
/// Where a space follows, one player's name may read like another's action: `Bob calls 5` is about `Bob`, not `Bob calls`.
#[inline]
pub(crate) fn longest_name<'n>(
    names: impl Iterator<Item = (usize, &'n [u8])> + Clone,
    line: &str,
    after: &str,
) -> Option<(usize, usize)> {
    let (number, len) = longest_below(usize::MAX, names.clone(), line, after)?;
    if after == " " && is_object(&line[len + 1..]) {
        let shorter = longest_below(len, names, line, after);
        return shorter.filter(|(_, len)| has_verb(&line[len + 1..])).or(Some((number, len)));
    }
    Some((number, len))
}

/// Whether a text is the object of a verb rather than an action: `$5`, `[Ah Kd]`, `(5)`, `to 10`, `the small blind of 5`.
#[inline]
fn is_object(text: &str) -> bool {
    match text.as_bytes() {
        // `(button)` follows a name.
        [b'(', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_alphabetic),
        [b'0'..=b'9' | b'$' | b'[', ..] => true,
        [b'a' | b'b' | b'd' | b's' | b't' | b'A' | b'B' | b'S', ..] => {
            let objects = ["to ", "the ", "small blind ", "big blind ", "ante ", "dead "];
            objects.iter().any(|object| strip_prefix_ignore_case(text, object).is_some())
        }
        [first, ..] => !first.is_ascii() && text.starts_with(['€', '£', '₮']),
        [] => false,
    }
}

/// Whether a text starts with a verb that has an object.
fn has_verb(text: &str) -> bool {
    const VERBS: [&str; 6] = ["calls ", "bets ", "raises ", "posts ", "wins ", "shows "];
    VERBS.iter().any(|verb| strip_prefix_ignore_case(text, verb).is_some())
}

/// As [`longest_name`], among the names shorter than `limit` bytes.
#[inline]
fn longest_below<'n>(
    limit: usize,
    names: impl Iterator<Item = (usize, &'n [u8])>,
    line: &str,
    after: &str,
) -> Option<(usize, usize)> {
    let (line, after) = (line.as_bytes(), after.as_bytes());
    let mark = after.first();
    let mut longest: Option<(usize, usize)> = None;
    for (number, name) in names {
        let len = name.len();
        // Few other players' names end just before that mark. Where players are numbered (`Player1`), only the last letter
        // differs.
        if (mark.is_none() || line.get(len) == mark)
            && len < limit
            && name.last() == line.get(len.wrapping_sub(1))
            && longest.is_none_or(|(_, longest)| len > longest)
            && is_at(line, 0, name)
            && (after.len() < 2 || is_at(line, len, after))
        {
            longest = Some((number, len));
        }
    }
    longest
}

/// A hand of players with these names, for tests.
#[cfg(test)]
pub(crate) fn hand_of(names: &[&str]) -> Hand {
    use handlab_core::dialect::text::push_seat;
    use handlab_core::hand::Seat;

    let mut hand = Hand::default();
    hand.clear();
    for (index, name) in names.iter().enumerate() {
        assert!(push_seat(&mut hand, Seat { seat: index as u8, ..Seat::default() }, name));
    }
    hand
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_a_verb_is_about_is_not_an_act_of_one_called_so() {
        let hand = hand_of(&["Bob", "Bob calls", "Bob posts", "Bob raises"]);
        for (line, wanted) in [
            ("Bob calls $5", (0, "calls $5")),
            ("Bob calls €5", (0, "calls €5")),
            ("Bob calls calls 5", (1, "calls 5")),
            ("Bob calls folds", (1, "folds")),
            ("Bob calls (button) showed [Ah Kd]", (1, "(button) showed [Ah Kd]")),
            ("Bob posts the small blind of 5", (0, "posts the small blind of 5")),
            ("Bob posts big blind (5)", (0, "posts big blind (5)")),
            ("Bob posts bets 5", (2, "bets 5")),
            ("Bob raises to 10", (0, "raises to 10")),
        ] {
            assert_eq!(split_player(&hand, line, " "), Some(wanted), "{line}");
        }
    }
}
