//! The first line, and the amounts of all lines.

use std::borrow::Cow;

use super::{Language, Phrase};
use crate::lines::clock::{day_first, find_date, year_first};
use crate::syntax::text::{find, is_at, is_digits, replace_first, skip_all, trim_start};

/// No sign for a number is longer than this one: `n.º `.
const LONGEST_SIGN: usize = 8;

impl Language {
    /// Whether a line is a header.
    pub(super) fn is_header(&self, line: &str) -> bool {
        self.parts_of(line).is_some_and(|(_, _, rest)| {
            let is_date = |word| day_first(word).is_some_and(|[.., year]| is_year(year));
            find_date(rest).is_some() || rest.split(' ').any(|word| is_date(skip_all(word, "[")))
        })
    }

    /// The header in English; `None` if the line is not a header.
    pub(super) fn header_of(&self, line: &str) -> Option<String> {
        let (id, is_fast_fold, rest) = self.parts_of(line)?;
        let rest = year_first(&with_phrases(amounts(rest), self.header));
        find_date(&rest)?;
        let zoom = if is_fast_fold { "Zoom " } else { "" };
        Some(["PokerStars ", zoom, "Hand #", id, ": ", &rest].concat())
    }

    /// The ID, whether the game is fast-fold, and what follows.
    fn parts_of<'a>(&self, line: &'a str) -> Option<(&'a str, bool, &'a str)> {
        let rest = self.opening.iter().find_map(|opening| line.strip_prefix(opening))?;
        // `Mão #1:` may be of another site.
        find(line, "PokerStars")?;
        let start = rest.bytes().take(LONGEST_SIGN).position(|byte| byte.is_ascii_digit())?;
        let rest = &rest[start..];
        let (id, rest) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
        let rest = trim_start(rest);
        let rest = self.after_id.iter().find_map(|words| rest.strip_prefix(words))?;
        // No language translates the name of the fast-fold game.
        let is_fast_fold = find(&line[..line.len() - rest.len()], "Zoom ").is_some();
        Some((id, is_fast_fold, rest))
    }
}

/// The text with the first occurrence of each phrase in English.
pub(super) fn with_phrases<'a>(text: Cow<'a, str>, phrases: &[Phrase]) -> Cow<'a, str> {
    phrases.iter().fold(text, |text, (words, english)| match replace_first(&text, words, english) {
        Cow::Owned(text) => text.into(),
        Cow::Borrowed(_) => text,
    })
}

/// Whether hands were played in that year.
fn is_year(text: &str) -> bool {
    is_digits(text) && matches!(text.as_bytes(), [b'1', b'9', ..] | [b'2', b'0', ..])
}

/// Removes the spaces, of any width, from `$ 0.98` and `0.06 €`.
pub(super) fn amounts(text: &str) -> Cow<'_, str> {
    const BEFORE: [&str; 3] = ["$", "€", "£"];
    if text.bytes().all(|byte| matches!(byte, b'!'..=b'~')) {
        return text.into();
    }
    let (mut out, mut from, mut at) = (String::with_capacity(text.len()), 0, 0);
    // The first bytes of all spaces, and of some letters.
    let is_start = |byte: &u8| matches!(byte, b'\0'..=b' ' | 0xC2 | 0xE1..=0xE3);
    while let Some(start) = text.as_bytes()[at..].iter().position(is_start).map(|next| at + next) {
        let Some(letter) = text[start..].chars().next() else { break };
        at = start + letter.len_utf8();
        if !letter.is_whitespace() {
            continue;
        }
        out.push_str(&text[from..start]);
        let after = &text.as_bytes()[at..];
        let is_after_sign = BEFORE.iter().any(|sign| out.ends_with(sign))
            && after.first().is_some_and(u8::is_ascii_digit)
            // `0.06 € 0.08`: the sign belongs to the amount before it.
            && !is_after_amount(&out);
        let is_before_sign = out.ends_with(|letter: char| letter.is_ascii_digit())
            && is_at(after, 0, "€".as_bytes());
        from = if is_after_sign || is_before_sign { at } else { start };
    }
    out.push_str(&text[from..]);
    out.into()
}

pub(super) fn is_amount_start(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '$' | '€' | '£')
}

/// Whether the last character is a sign that belongs to the digit before it.
fn is_after_amount(text: &str) -> bool {
    let mut letters = text.chars().rev();
    letters.next();
    letters.next().is_some_and(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_next_to_their_amounts() {
        for (text, wanted) in [
            ("$ 0.98+$ 0.12 USD", "$0.98+$0.12 USD"),
            ("0.06\u{a0}€ à 0.08 €", "0.06€ à 0.08€"),
            ("$0.06 $0.08", "$0.06 $0.08"),
            ("0.02 €/0.05\u{202f}€)", "0.02€/0.05€)"),
            ("20 000", "20 000"),
            ("80 €", "80€"),
        ] {
            assert_eq!(amounts(text), wanted);
        }
    }
}
