//! Parts of a line: a player's name, groups in brackets, prefixes in any case.

use handlab_core::hand::Hand;

/// The seat whose player's name starts `line` and is followed by `after`, and what comes after that.
///
/// The longest such name wins, so that neither `:` nor ` folds` within a name can cut it.
pub(crate) fn split_player<'a>(hand: &Hand, line: &'a str, after: &str) -> Option<(u8, &'a str)> {
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

/// Whether only indentation or quotation marks precede a header on its line.
pub(crate) fn is_line_start(before: &[u8]) -> bool {
    before.ends_with(&[0xEF, 0xBB, 0xBF])
        || before.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'|'))
}

/// The contents of the bracketed groups in `text`: `[a b] [c]` gives `a b` and `c`.
pub(crate) fn groups(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|group| group.split_once(']').map(|(inside, _)| inside))
}

/// `text` without `prefix`, ignoring case.
pub(crate) fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// The position of the first `needle` in `text`, ignoring case.
pub(crate) fn find_ignore_case(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let first = *needle.first()?;
    let starts = text.get(..(text.len() + 1).checked_sub(needle.len())?)?;
    memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), starts)
        .find(|at| text[*at..*at + needle.len()].eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_core::dialect::text::push_seat;
    use handlab_core::hand::Seat;

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
}
