//! Tags that forums and chats put around a hand, on the lines of the hand: `[quote="Ann"]PokerStars Hand #1 …`, and
//! `[/code]` or a fence directly after the last line.
//!
//! To the dialects, the backticks of a fence before a header are quotation marks like any others; see their `is_line_start`.

/// Names of tags around a text. Others may be a card or a player: `[b]`.
const NAMES: [&[u8]; 9] =
    [b"code", b"quote", b"hand", b"hh", b"spoiler", b"pre", b"hide", b"expand", b"indent"];

/// Around a text in Markdown.
const FENCE: &[u8] = b"```";

/// What precedes a header on its line, without the tags that it starts with.
pub fn without_leading_tags(mut before: &[u8]) -> &[u8] {
    while let Some(len) = len_of_tag(before) {
        before = &before[len..];
    }
    before
}

/// The length of a tag at the start.
fn len_of_tag(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"[")?;
    let end = memchr::memchr(b']', inside)?;
    is_tag(&inside[..end]).then_some(end + 2)
}

/// The text without a tag or a fence at its end.
pub(super) fn without_trailing_tag(text: &[u8]) -> Option<&[u8]> {
    /// No tag is longer, with the name of who is quoted.
    const LONGEST: usize = 100;
    if let Some(front) = text.strip_suffix(FENCE) {
        return Some(front);
    }
    let inside = text.strip_suffix(b"]")?;
    let near = inside.len().saturating_sub(LONGEST);
    let start = near + memchr::memrchr(b'[', &inside[near..])?;
    is_tag(&inside[start + 1..]).then_some(&text[..start])
}

/// Whether this stands between the brackets of a tag: `quote`, `/quote`, `quote="Ann"`.
fn is_tag(inside: &[u8]) -> bool {
    let tag = inside.strip_prefix(b"/").unwrap_or(inside);
    let end = tag.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(tag.len());
    let (name, rest) = tag.split_at(end);
    matches!(rest, [] | [b'=' | b' ', ..])
        && NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_around_a_text_are_removed_and_other_brackets_stay() {
        for (text, wanted) in [
            ("[quote=\"Ann [x\"][CODE]", ""),
            ("[quote=Ann;12][b]", "[b]"),
            ("[As]", "[As]"),
            ("[handy]", "[handy]"),
            ("[code", "[code"),
        ] {
            assert_eq!(without_leading_tags(text.as_bytes()), wanted.as_bytes(), "{text}");
        }
        for (text, wanted) in [
            ("won ($5)[/code]", Some("won ($5)")),
            ("won ($5)```", Some("won ($5)")),
            ("won ($5)[QUOTE=Ann]", Some("won ($5)")),
            ("shows [As Ad]", None),
            ("won ($5)", None),
            ("]", None),
        ] {
            let found = without_trailing_tag(text.as_bytes());
            assert_eq!(found, wanted.map(str::as_bytes), "{text}");
        }
    }
}
