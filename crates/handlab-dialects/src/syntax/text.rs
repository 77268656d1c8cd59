//! Parts of a line: what is before and after a needle, groups in brackets, prefixes in any case.

use std::borrow::Cow;

/// Whether `needle` is at that place. Nearly all places differ in one of the first letters, which a loop notices sooner
/// than a call that compares everything.
#[inline]
pub(crate) fn is_at(text: &[u8], at: usize, needle: &[u8]) -> bool {
    let Some(text) = text.get(at..at + needle.len()) else { return false };
    let ((words, _), (wanted, _)) = (text.as_chunks::<8>(), needle.as_chunks::<8>());
    // The last eight bytes hold the rest of all but short texts.
    let is_end = match (text.last_chunk::<8>(), needle.last_chunk::<8>()) {
        (Some(end), Some(wanted)) => end == wanted,
        _ => is_short_equal(text, needle),
    };
    is_end && words.iter().zip(wanted).all(|(one, other)| one == other)
}

/// Whether two texts of the same length, shorter than eight bytes, are equal: most names of players are so short.
#[inline]
fn is_short_equal(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk::<4>(), other.first_chunk::<4>()) {
        (Some(start), Some(wanted)) => {
            start == wanted && one.last_chunk::<4>() == other.last_chunk::<4>()
        }
        _ => one.iter().zip(other).all(|(one, other)| one == other),
    }
}

/// The position of the first `needle`, which must not consist of spaces alone.
///
/// Lines are short: preparing the search takes `str::find` longer than this whole search.
#[inline]
pub(crate) fn find(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    // Spaces are frequent, so the search is for the letter after them.
    let offset = needle.iter().position(|byte| *byte != b' ')?;
    let last = text.len().checked_sub(needle.len())?;
    memchr::memchr_iter(needle[offset], &text[offset..=last + offset])
        .find(|at| is_at(text, *at, needle))
}

/// The texts before and after the first `needle`; see [`find`].
#[inline]
pub(crate) fn split_once<'a>(text: &'a str, needle: &str) -> Option<(&'a str, &'a str)> {
    let at = find(text, needle)?;
    Some((&text[..at], &text[at + needle.len()..]))
}

/// The position of the last `needle`, which must not consist of spaces alone; see [`find`].
#[inline]
pub(crate) fn rfind(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let offset = needle.iter().position(|byte| *byte != b' ')?;
    let last = text.len().checked_sub(needle.len())?;
    memchr::memrchr_iter(needle[offset], &text[offset..=last + offset])
        .find(|at| is_at(text, *at, needle))
}

/// The texts before and after the last `needle`; see [`find`].
#[inline]
pub(crate) fn rsplit_once<'a>(text: &'a str, needle: &str) -> Option<(&'a str, &'a str)> {
    let at = rfind(text, needle)?;
    Some((&text[..at], &text[at + needle.len()..]))
}

/// What comes before the first `needle`, or the whole text; see [`find`].
#[inline]
pub(crate) fn before<'a>(text: &'a str, needle: &str) -> &'a str {
    find(text, needle).map_or(text, |at| &text[..at])
}

/// As [`str::trim_start_matches`], which prepares a search first.
#[inline]
pub(crate) fn skip_all<'a>(mut text: &'a str, prefix: &str) -> &'a str {
    while let Some(rest) = text.strip_prefix(prefix) {
        text = rest;
    }
    text
}

/// As [`str::trim_end_matches`], without preparing a search.
pub(crate) fn drop_all<'a>(mut text: &'a str, suffix: &str) -> &'a str {
    while let Some(rest) = text.strip_suffix(suffix) {
        text = rest;
    }
    text
}

/// Appends parts with a separator between them; with the parts of [`split`], the result is that of [`str::replace`].
pub(crate) fn push_joined<'a>(
    out: &mut String,
    parts: impl Iterator<Item = &'a str>,
    between: &str,
) {
    for (number, part) in parts.enumerate() {
        if number > 0 {
            out.push_str(between);
        }
        out.push_str(part);
    }
}

/// As [`str::replace`], which would prepare a search; see [`find`].
pub(crate) fn replace(text: &str, from: &'static str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_joined(&mut out, split(text, from), to);
    out
}

/// A text without two ASCII marks.
pub(crate) fn without_marks(text: &str, marks: [u8; 2]) -> Cow<'_, str> {
    let mut places = memchr::memchr2_iter(marks[0], marks[1], text.as_bytes()).peekable();
    if places.peek().is_none() {
        return text.into();
    }
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for at in places {
        out.push_str(&text[from..at]);
        from = at + 1;
    }
    out.push_str(&text[from..]);
    out.into()
}

/// As [`str::replacen`] with one replacement, but without a copy if nothing is replaced; see [`find`].
pub(crate) fn replace_first<'a>(text: &'a str, from: &str, to: &str) -> Cow<'a, str> {
    match split_once(text, from) {
        Some((front, rest)) => [front, to, rest].concat().into(),
        None => text.into(),
    }
}

/// Appends a line of several parts, several times as fast as `writeln!`.
#[inline]
#[expect(clippy::unnecessary_wraps, reason = "translators return what `writeln!` returns")]
pub(crate) fn write_line<const N: usize>(out: &mut String, parts: [&str; N]) -> std::fmt::Result {
    out.reserve(parts.iter().map(|part| part.len()).sum::<usize>() + 1);
    for part in parts {
        out.push_str(part);
    }
    out.push('\n');
    Ok(())
}

/// Where a part of a text starts in it.
pub(crate) fn start_of(part: &str, text: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Whether a line would have been too long for a mail if it held the first word of the next one.
pub(crate) fn is_too_long(line: &str, next: &str) -> bool {
    /// No mail program breaks lines that are shorter.
    const NARROWEST: usize = 60;
    let word = next.split(' ').next().unwrap_or_default();
    line.chars().count() + 1 + word.chars().count() > NARROWEST
}

/// The parts of a text between needles, as [`str::split`]; see [`find`].
pub(crate) fn split<'a>(text: &'a str, needle: &'static str) -> impl Iterator<Item = &'a str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (part, after) = split_once(text, needle).unzip();
        rest = after;
        Some(part.unwrap_or(text))
    })
}

/// The texts before and after the first byte `mark`, an ASCII character.
#[inline]
pub(crate) fn split_at_mark(text: &str, mark: u8) -> Option<(&str, &str)> {
    let at = memchr::memchr(mark, text.as_bytes())?;
    Some((&text[..at], &text[at + 1..]))
}

/// The texts before and after the last byte `mark`, an ASCII character.
#[inline]
pub(crate) fn rsplit_at_mark(text: &str, mark: u8) -> Option<(&str, &str)> {
    let at = memchr::memrchr(mark, text.as_bytes())?;
    Some((&text[..at], &text[at + 1..]))
}

/// The parts of a short text between ASCII marks, as [`str::split`], which would prepare a search for each part.
pub(crate) fn split_at_marks(text: &str, mark: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == mark);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Cuts `3: NAME` at its colon, which is so near that preparing a search would take longer than the search.
#[inline]
pub(crate) fn split_number(text: &str) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == b':')?;
    Some((&text[..at], &text[at + 1..]))
}

/// Whether a text is a number without sign or separator: one or more digits, and nothing else.
///
/// [`str::parse`] also takes a sign (`+7`) and refuses the long numbers that some sites give to hands.
#[inline]
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// As [`str::trim`], without reading letters where there is nothing to trim.
#[inline]
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [] | [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        [b'!'..=b'~', .., b'!'..=b'~', b' '] => &text[..text.len() - 1],
        [b' ', b'!'..=b'~', .., b'!'..=b'~'] => &text[1..],
        _ => text.trim(),
    }
}

/// As [`str::trim_start`], without reading letters where there is nothing to trim.
#[inline]
pub(crate) fn trim_start(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~', ..] => text,
        [b' ', b'!'..=b'~', ..] => &text[1..],
        [b' ', b' ', b'!'..=b'~', ..] => &text[2..],
        _ => text.trim_start(),
    }
}

/// As [`str::trim_end`], without reading letters where there is nothing to trim.
#[inline]
pub(crate) fn trim_end(text: &str) -> &str {
    match text.as_bytes() {
        [.., b'!'..=b'~'] => text,
        _ => text.trim_end(),
    }
}

/// The texts before and after the last `: `.
#[inline]
pub(crate) fn rsplit_at_colon(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let at = memchr::memrchr_iter(b':', bytes).find(|at| bytes.get(at + 1) == Some(&b' '))?;
    Some((&text[..at], &text[at + 2..]))
}

/// Whether only indentation or quotation marks precede a header on its line, or those of code.
pub(crate) fn is_line_start(before: &[u8]) -> bool {
    before.ends_with(&[0xEF, 0xBB, 0xBF])
        || before
            .iter()
            .all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'|' | b'"' | b'`'))
}

/// The same, or directly after a word: where files were joined, the previous line may have lost its end. For complete
/// headers of sites whose logs have no chat.
pub(crate) fn is_line_start_or_joined(before: &[u8]) -> bool {
    is_line_start(before) || !before.ends_with(b" ")
}

/// The contents of the bracketed groups in `text`: `[a b] [c]` gives `a b` and `c`.
pub(crate) fn groups(text: &str) -> impl Iterator<Item = &str> {
    let (mut at, mut start) = (0, None);
    std::iter::from_fn(move || {
        // The groups are so near that preparing a search would take longer than the search.
        while let Some(byte) = text.as_bytes().get(at) {
            at += 1;
            match byte {
                b'[' => start = Some(at),
                b']' => {
                    if let Some(start) = start.take() {
                        return Some(&text[start..at - 1]);
                    }
                }
                _ => {}
            }
        }
        None
    })
}

/// `text` without `prefix`, ignoring case.
#[inline]
pub(crate) fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    // Nearly all lines differ in the first letter.
    let (first, wanted) = (text.as_bytes().first()?, prefix.as_bytes().first()?);
    if !first.eq_ignore_ascii_case(wanted) {
        return None;
    }
    let head = text.get(..prefix.len())?;
    (head == prefix || head.eq_ignore_ascii_case(prefix)).then(|| &text[prefix.len()..])
}

/// `text` without `suffix`, ignoring case.
pub(crate) fn strip_suffix_ignore_case<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let start = text.len().checked_sub(suffix.len())?;
    text.get(start..)?.eq_ignore_ascii_case(suffix).then(|| &text[..start])
}

/// The position of the first `needle` in `text`, ignoring case; see [`find`].
#[inline]
pub(crate) fn find_ignore_case(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let offset = needle.iter().position(|byte| *byte != b' ')?;
    let last = text.len().checked_sub(needle.len())?;
    let letter = needle[offset];
    let (lower, upper) = (letter.to_ascii_lowercase(), letter.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, &text[offset..=last + offset])
        .find(|at| text[*at..*at + needle.len()].eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The functions exist because they are faster, not because they do something else.
        #[test]
        fn they_do_what_those_of_the_standard_library_do(
            text in "[ab €(]{0,20}",
            needle in prop::sample::select(&["a", " a", "ab", "€", "a b", "(a", "ab ab ab ab"][..]),
        ) {
            let text = text.as_str();
            prop_assert_eq!(find(text, needle), text.find(needle));
            prop_assert_eq!(split_once(text, needle), text.split_once(needle));
            prop_assert_eq!(rsplit_once(text, needle), text.rsplit_once(needle));
            prop_assert!(split(text, needle).eq(text.split(needle)));
            prop_assert_eq!(replace(text, needle, "x"), text.replace(needle, "x"));
            prop_assert_eq!(replace_first(text, needle, "x"), text.replacen(needle, "x", 1));
            prop_assert_eq!(drop_all(text, needle), text.trim_end_matches(needle));
            prop_assert_eq!(skip_all(text, needle), text.trim_start_matches(needle));
            prop_assert_eq!(split_at_mark(text, b'a'), text.split_once('a'));
            prop_assert_eq!(rsplit_at_mark(text, b'a'), text.rsplit_once('a'));
            prop_assert_eq!(without_marks(text, *b"a("), text.replace(['a', '('], ""));
            for at in 0..=text.len() {
                let starts = text.as_bytes()[at..].starts_with(needle.as_bytes());
                prop_assert_eq!(is_at(text.as_bytes(), at, needle.as_bytes()), starts);
            }
        }
    }

    #[test]
    fn parts_between_marks_may_be_empty() {
        for text in ["", "|", "Ab|c||é|", "Ab"] {
            let parts: Vec<_> = text.split('|').collect();
            assert_eq!(split_at_marks(text, b'|').collect::<Vec<_>>(), parts);
        }
    }

    #[test]
    fn only_what_is_there_is_replaced_and_copied() {
        assert_eq!(replace_first("*** SUMÁRIO ***", "SUMÁRIO", "SUMMARY"), "*** SUMMARY ***");
        assert_eq!(replace_first("5, and 6, and", ", and", " and"), "5 and 6, and");
        assert!(matches!(replace_first("folds", ", and", " and"), Cow::Borrowed("folds")));
    }
}
