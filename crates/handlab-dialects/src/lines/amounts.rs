//! An amount among words: `of 500`, `$5 and is all-in`, `15 788,50 $ from pot`.

use handlab_core::chips;

/// The most decimals that an amount is printed with.
pub(super) const FINEST_PRINTED: u8 = 8;

/// The most decimals for which a hand is read again.
pub(super) const FINEST_READ: u8 = 6;

/// Words between a verb and its amount that mean nothing: `posts an ante of 5`.
const ARTICLES: [&str; 9] = ["a", "an", "the", "of", "for", "his", "her", "their", "amount"];

/// Words besides [`ARTICLES`] that may come before an amount and do not change it.
const FILLERS: [&str; 8] = ["low", "high", "to", "in", "all", "all-in", "it", "is"];

/// The amount at the front of a text, and the words after it; `None` if the text has no amount, or if another one
/// follows.
pub(super) fn leading(text: &str, scale: u8) -> Option<(i64, &str)> {
    // Nearly all amounts stand alone.
    if let Some(amount) = chips::read_bare(text.as_bytes(), scale) {
        return Some((amount, ""));
    }
    // `[$5]` and `($5)`, as some sites print all amounts.
    if let [b'[', inside @ .., b']'] | [b'(', inside @ .., b')'] = text.as_bytes()
        && let Some(amount) = chips::read_bare(inside, scale)
    {
        return Some((amount, ""));
    }
    let space = text.bytes().position(|byte| byte == b' ');
    let (word, tail) = space.map_or((text, ""), |space| (&text[..space], &text[space + 1..]));
    let is_whole = tail.bytes().next().is_none_or(|byte| byte.is_ascii_alphabetic());
    if is_whole && let Some(amount) = chips::read(word.as_bytes(), scale) {
        return may_follow(tail).then_some((amount, tail));
    }
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            return grouped(rest, end, scale).filter(|(_, tail)| may_follow(tail));
        }
        if word.is_empty() || !is_filler(word) {
            return None;
        }
        rest = &rest[end..];
    }
}

/// An amount whose first word ends at `end`; the words after it may be its thousands: `1 234 567,89`.
fn grouped(text: &str, end: usize, scale: u8) -> Option<(i64, &str)> {
    const MOST: usize = 6;
    let mut ends = [end; MOST];
    let mut count = 1;
    while count < MOST {
        let from = ends[count - 1];
        let next = text[from..].trim_start();
        let start = text.len() - next.len();
        let end = start + next.find(char::is_whitespace).unwrap_or(next.len());
        let digits = next.bytes().take_while(u8::is_ascii_digit).count();
        // `15Â 788`: the space was encoded twice.
        let front = text[..from].trim_end_matches('Â');
        if digits != 3 || !front.ends_with(|letter: char| letter.is_ascii_digit()) {
            break;
        }
        ends[count] = end;
        count += 1;
    }
    ends[..count].iter().rev().find_map(|end| {
        let number = text[..*end].trim_matches(['(', ')', '[', ']', ';', ':', '!']);
        let number = number.trim_end_matches(['.', ',', 'Â']);
        let amount = chips::read(number.as_bytes(), scale)?;
        Some((amount, text[*end..].trim_start()))
    })
}

/// Whether no other amount follows: `and has reached the $10 cap` and percentages do not count.
fn may_follow(tail: &str) -> bool {
    let bytes = tail.as_bytes();
    let Some(first) = bytes.iter().position(u8::is_ascii_digit) else { return true };
    if tail.contains(" has reached the ") {
        return true;
    }
    let mut at = first;
    while at < bytes.len() {
        let len =
            bytes[at..].iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b',')).count();
        let is_number = bytes[at].is_ascii_digit();
        if is_number && bytes.get(at + len) != Some(&b'%') {
            return false;
        }
        at += len.max(1);
    }
    true
}

/// A filler, or a currency alone: `Rs. 5`, `USD 5`.
fn is_filler(word: &str) -> bool {
    let word = word.trim_matches(['[', ']', '(', ')']);
    word.is_empty()
        || is_article(word)
        || FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
        || chips::is_symbol(word)
}

/// Whether a word between a verb and its amount means nothing.
pub(super) fn is_article(word: &str) -> bool {
    ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(word))
}

/// Decimals of the finest number in a text.
pub(super) fn decimals(text: &str) -> u8 {
    let mut finest = 0;
    for word in text.split(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | ',')))
    {
        let word = word.trim_end_matches(['.', ',']);
        let decimals = word.rfind(['.', ',']).map_or(0, |mark| word.len() - mark - 1);
        // Three digits after a mark are thousands, except in `0.125`.
        if decimals != 3 || word.starts_with('0') {
            finest = finest.max(decimals);
        }
    }
    u8::try_from(finest).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_found_among_words() {
        let cases = [
            ("$5", Some((500, ""))),
            ("$5 and is all-in", Some((500, "and is all-in"))),
            ("of 500", Some((50_000, ""))),
            ("($5)", Some((500, ""))),
            ("Rs. 5 and is all-in", Some((500, "and is all-in"))),
            ("1 234,50 €", Some((123_450, "€"))),
            ("15\u{a0}788,50 $ from pot", Some((1_578_850, "$ from pot"))),
            ("15Â\u{a0}788,50 $ from pot", Some((1_578_850, "$ from pot"))),
            ("15Â 788,50Â $", Some((1_578_850, "$"))),
            ("all-in 5", Some((500, ""))),
            ("$5.", Some((500, ""))),
            ("$5 (50% of the pot)", Some((500, "(50% of the pot)"))),
            ("$5 and has reached the $10 cap", Some((500, "and has reached the $10 cap"))),
            ("$5 and $3", None),
            ("5 20", None),
            ("maybe 5", None),
            ("", None),
            ("of", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(leading(text, 2), wanted, "{text}");
        }
    }

    #[test]
    fn the_finest_number_counts() {
        assert_eq!(decimals("Bob: bets 674.5"), 1);
        assert_eq!(decimals("Bob: bets 0.125 and 1.5."), 3);
        assert_eq!(decimals("Bob: bets 1,000 to 12,000."), 0);
    }
}
