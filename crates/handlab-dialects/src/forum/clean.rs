//! What forums put into a line: tags, and signs or names of suits.

use std::borrow::Cow;

/// Suits as forums write them, with their letters, and the apostrophe of word processors.
const SIGNS: [(&str, &str); 13] = [
    (":spade:", "s"),
    (":heart:", "h"),
    (":diamond:", "d"),
    (":club:", "c"),
    ("♠", "s"),
    ("♥", "h"),
    ("♦", "d"),
    ("♣", "c"),
    ("♤", "s"),
    ("♡", "h"),
    ("♢", "d"),
    ("♧", "c"),
    ("’", "'"),
];

/// Follows a suit that is shown as a picture.
const AS_PICTURE: char = '\u{fe0f}';

/// A line without tags, and with letters for suits.
pub(super) fn line(line: &str) -> Cow<'_, str> {
    let line = line.trim();
    if line.is_ascii() && !line.contains(['[', ':']) {
        return line.into();
    }
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.bytes().position(may_start) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let sign =
            || SIGNS.iter().find_map(|(sign, letter)| Some((rest.strip_prefix(sign)?, letter)));
        if let Some(tag) = len_of_tag(rest) {
            rest = &rest[tag..];
        } else if let Some((after, letter)) = sign() {
            text.push_str(letter);
            rest = after;
        } else if let Some(after) = rest.strip_prefix(AS_PICTURE) {
            rest = after;
        } else {
            let len = rest.chars().next().map_or(0, char::len_utf8);
            text.push_str(&rest[..len]);
            rest = &rest[len..];
        }
    }
    text.push_str(rest);
    text.trim().to_owned().into()
}

/// Whether a tag, a sign of a suit or [`AS_PICTURE`] may start with a byte.
fn may_start(byte: u8) -> bool {
    matches!(byte, b'[' | b':' | 0xE2 | 0xEF)
}

/// The length of a tag at the start of a text: `[b]`, `[/color]`, `[url=…]`. Cards in brackets have a capital or a digit.
fn len_of_tag(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let word = inside.strip_prefix('/').unwrap_or(inside);
    let len = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let is_tag = len > 0 && matches!(word.as_bytes().get(len), Some(b']' | b'='));
    is_tag.then(|| memchr::memchr(b']', text.as_bytes()))?.map(|end| end + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn tags_and_signs_of_suits_are_removed() {
        for (text, wanted) in [
            ("[b]Flop:[/b] ($3, [color=#ff0000]2[/color] players)", "Flop: ($3, 2 players)"),
            ("A♥️ K:club: [Ah Kd]", "Ah Kc [Ah Kd]"),
            ("Hold’em", "Hold'em"),
            ("[url=http://a.b]x[/url] [half", "x [half"),
            (" plain ", "plain"),
        ] {
            assert_eq!(super::line(text), wanted, "{text}");
        }
    }
}
