//! Marks without a width that chats, forums and viewers put at the borders of lines and words: zero-width spaces,
//! byte-order marks, marks of direction, soft hyphens.

/// The first bytes of these marks in UTF-8.
const FIRST: [u8; 3] = [0xC2, 0xE2, 0xEF];

const fn is_widthless(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// The text without such marks, except between two letters: there they may join an emoji. `None` if it has no others.
pub fn without_widthless(text: &str) -> Option<String> {
    let [first, second, third] = FIRST;
    memchr::memchr3(first, second, third, text.as_bytes())?;
    let is_letter = |letter: Option<char>| {
        letter.is_some_and(|letter| {
            letter.is_alphabetic() || !(letter.is_ascii() || letter.is_whitespace())
        })
    };
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_widthless) {
        let (before, from) = rest.split_at(at);
        let after = from.trim_start_matches(is_widthless);
        plain.push_str(before);
        if is_letter(plain.chars().next_back()) && is_letter(after.chars().next()) {
            plain.push_str(&from[..from.len() - after.len()]);
        }
        rest = after;
    }
    plain.push_str(rest);
    (plain.len() < text.len()).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_removed_at_borders_but_not_between_letters() {
        for (text, plain) in [
            ("\u{200b}*** FLOP ***\n\u{feff}Ann: folds", "*** FLOP ***\nAnn: folds"),
            (
                "Ann: calls \u{200e}£3\u{2060}\u{200b}\r\nBob\u{ad}: checks",
                "Ann: calls £3\r\nBob: checks",
            ),
            ("Bo\u{200b}_9: bets £\u{200f}6\u{200b}\u{a0}", "Bo_9: bets £6\u{a0}"),
            ("at 10:11:12 WET\u{200b}\u{a0}\n", "at 10:11:12 WET\u{a0}\n"),
            ("\u{200b}👩\u{200d}💻: folds", "👩\u{200d}💻: folds"),
        ] {
            assert_eq!(without_widthless(text).as_deref(), Some(plain));
        }
        for text in ["", "Ann: folds", "Zoë: calls €3", "👩\u{200d}💻: folds"] {
            assert_eq!(without_widthless(text), None);
        }
    }
}
