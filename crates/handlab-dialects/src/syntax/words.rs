//! Compares words by meaning: case, hyphens, spaces, plurals, and numbers in place of ordinals make no difference.
//!
//! Sites print `*** SHOW DOWN ***` and `posts the ante 5`, converters `***SHOWDOWN***` and `Posts an ante of 5`. A
//! [`Phrase`] is what such spellings have in common, so that a table needs one line per meaning.

/// No phrase in any table is longer.
const MAX_LEN: usize = 64;

/// Lower-case words without plural `s` and apostrophes, run together: `HOLE CARDS` and `Hole-card` are both `holecard`.
#[derive(Clone, Copy)]
pub(crate) struct Phrase {
    bytes: [u8; MAX_LEN],
    len: usize,
}

impl Phrase {
    pub(crate) const EMPTY: Phrase = Phrase { bytes: [0; MAX_LEN], len: 0 };

    /// The phrase of all words of a text; [`Phrase::EMPTY`] if it is too long.
    pub(crate) fn of(text: &str) -> Phrase {
        let mut phrase = Phrase::EMPTY;
        for word in words(text) {
            if !phrase.push(word) {
                return Phrase::EMPTY;
            }
        }
        phrase
    }

    /// Adds a word; false if it does not fit.
    pub(crate) fn push(&mut self, word: &str) -> bool {
        for part in singular(word).split(['\'', '’']) {
            let end = self.len + part.len();
            let Some(room) = self.bytes.get_mut(self.len..end) else { return false };
            room.copy_from_slice(part.as_bytes());
            room.make_ascii_lowercase();
            self.len = end;
        }
        true
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value of the phrase in a table.
    pub(crate) fn find<T: Copy>(&self, table: &[(&str, T)]) -> Option<T> {
        let bytes = &self.bytes[..self.len];
        let is_phrase = |phrase: &str| phrase.len() == self.len && phrase.as_bytes() == bytes;
        table.iter().find(|(phrase, _)| is_phrase(phrase)).map(|(_, value)| *value)
    }
}

/// The words of a text: runs of letters and digits. `&` and a `+` between words count as words, apostrophes are ignored.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| {
        !(letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '&' | '+'))
    })
    .map(|word| word.trim_matches(['\'', '’']))
    .filter(|word| !word.is_empty())
}

/// A word without its plural `s`.
pub(crate) fn singular(word: &str) -> &str {
    let is_plural = word.len() > 3 && !word.ends_with("ss") && !word.ends_with("SS");
    if is_plural { word.strip_suffix(['s', 'S']).unwrap_or(word) } else { word }
}

/// The number that a word means: `FIRST`, `1st`, `1` and `one` are 1.
pub(crate) fn number(word: &str) -> Option<u8> {
    const NUMBERS: [[&str; 2]; 7] = [
        ["first", "one"],
        ["second", "two"],
        ["third", "three"],
        ["fourth", "four"],
        ["fifth", "five"],
        ["sixth", "six"],
        ["seventh", "seven"],
    ];
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let (number, ending) = word.split_at(digits);
        let is_ordinal =
            ["", "st", "nd", "rd", "th"].iter().any(|known| ending.eq_ignore_ascii_case(known));
        return number.parse().ok().filter(|_| is_ordinal);
    }
    let is_word = |names: &[&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    NUMBERS.iter().position(is_word).map(|at| at as u8 + 1)
}

/// Whether `word` is one of `known` with a letter or two wrong, missing, added or swapped: `clals`, `posst`.
pub(crate) fn is_misspelt(word: &str, known: &[&str]) -> bool {
    let word = word.as_bytes();
    let allowed = |known: &str| if known.len() > 5 { 2 } else { 1 };
    known.iter().any(|known| is_near(word, known.as_bytes(), allowed(known)))
}

/// Whether at most `allowed` letters must be changed, added, removed or swapped with the next one.
fn is_near(mut one: &[u8], mut other: &[u8], allowed: u8) -> bool {
    while let ([first, one_rest @ ..], [second, other_rest @ ..]) = (one, other) {
        if !first.eq_ignore_ascii_case(second) {
            break;
        }
        (one, other) = (one_rest, other_rest);
    }
    if one.is_empty() || other.is_empty() {
        return one.len().max(other.len()) <= usize::from(allowed);
    }
    let Some(left) = allowed.checked_sub(1) else { return false };
    let is_swapped = matches!(
        (one, other),
        ([a, b, ..], [c, d, ..]) if a.eq_ignore_ascii_case(d) && b.eq_ignore_ascii_case(c)
    );
    is_near(&one[1..], &other[1..], left)
        || is_near(&one[1..], other, left)
        || is_near(one, &other[1..], left)
        || (is_swapped && is_near(&one[2..], &other[2..], left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_phrase_are_equal() {
        for text in ["HOLE CARDS", "Hole-Cards", "  hole   card ", "HOLE_CARDS"] {
            assert_eq!(Phrase::of(text).as_str(), "holecard", "{text}");
        }
        assert_eq!(Phrase::of("small & big blinds").as_str(), "small&bigblind");
        assert_eq!(Phrase::of("6+ Hold'em").as_str(), "6+holdem");
        assert!(Phrase::of(&"x".repeat(100)).is_empty());
    }

    #[test]
    fn a_number_is_known_in_every_form() {
        for word in ["FIRST", "first", "1st", "1", "One", "1ST"] {
            assert_eq!(number(word), Some(1), "{word}");
        }
        assert_eq!(number("7th"), Some(7));
        assert_eq!(number("1x"), None);
        assert_eq!(number("999"), None);
        assert_eq!(number("flop"), None);
    }

    #[test]
    fn a_typo_is_recognized_and_another_word_is_not() {
        let known = ["calls", "raises"];
        for word in ["clals", "call", "callss", "Raisse", "riases", "CALLZ"] {
            assert!(is_misspelt(word, &known), "{word}");
        }
        for word in ["waves", "laughs", "is", "", "rebuys"] {
            assert!(!is_misspelt(word, &known), "{word}");
        }
    }
}
