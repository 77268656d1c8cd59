//! Parts of lines: seats and amounts.

use crate::syntax::text::{is_digits, rsplit_once, split_at_mark, split_once};

/// Number, name and stack of `Seat 1: NAME ($21,89 in chips)  (EUR 17,29)`.
pub(super) fn seat(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    let (front, _) = split_once(rest, " in chips)")?;
    let (name, stack) = rsplit_once(front, " (")?;
    Some((number, name, stack))
}

/// `$0,05` from `$0,05 (EUR 0,04)`, and `1 480` from `1 480 (EUR 1 300)`: words that start with a digit belong to the
/// number. The engine refuses those that are not its thousands.
pub(super) fn amount(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, tail)) = split_at_mark(rest, b' ') {
        if !starts_with_digit(tail) {
            return text[..text.len() - tail.len()].trim_end();
        }
        rest = tail;
    }
    text
}

/// The number of the pot and the amount of `side pot 1 500`.
pub(super) fn side_pot(won: &str) -> Option<(&str, &str)> {
    let numbered = won.strip_prefix("side pot ")?.split_once(' ');
    numbered.filter(|(number, _)| is_digits(number))
}

/// `2 534` from `high pot 2 534`, and `500` from `side pot 1 500`, where 1 is the number of the pot.
pub(super) fn last_amount(won: &str) -> &str {
    let won = side_pot(won).map_or(won, |(_, amount)| amount);
    let mut start = won.len();
    loop {
        let before = won[..start].trim_end();
        start = before.rfind(' ').map_or(0, |space| space + 1);
        if start == 0 || !starts_with_digit(&won[start..]) || !ends_with_digit(&won[..start]) {
            return &won[start..];
        }
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
}

/// Whether the last word of a text ends with a digit.
fn ends_with_digit(text: &str) -> bool {
    text.trim_end().bytes().next_back().is_some_and(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_may_have_spaces_between_its_thousands() {
        for (text, wanted) in [
            ("1 480", "1 480"),
            ("$0,05 (EUR 0,04)", "$0,05"),
            ("1 480 (EUR 1 300)", "1 480"),
            ("25", "25"),
            ("", ""),
        ] {
            assert_eq!(amount(text), wanted, "{text}");
        }
        for (text, wanted) in [
            ("2 534", "2 534"),
            ("high pot 12 345 678.50", "12 345 678.50"),
            ("side pot 1 500", "500"),
            ("side pot 2 1 500", "1 500"),
            ("side pot 1 $5", "$5"),
            ("side pot 500", "500"),
            ("main pot $1 500", "$1 500"),
            ("$50,50", "$50,50"),
            ("", ""),
        ] {
            assert_eq!(last_amount(text), wanted, "{text}");
        }
    }
}
