//! Decodes the bytes of a file to characters.

use std::borrow::Cow;

use encoding_rs::{Encoding as Charset, UTF_16BE, UTF_16LE};
use memchr::{memchr2, memrchr2};

use super::Piece;

/// The character encoding of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with cp1252 for lines that are not UTF-8.
    #[default]
    Utf8,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    /// The encoding of a file that starts with `head` (two bytes are enough).
    pub fn detect(head: &[u8]) -> Encoding {
        match head {
            [0xFF, 0xFE, ..] => Encoding::Utf16Le,
            [0xFE, 0xFF, ..] => Encoding::Utf16Be,
            _ => Encoding::Utf8,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16-le",
            Encoding::Utf16Be => "utf-16-be",
        }
    }

    /// The encoding with that [`Encoding::name`].
    pub fn from_name(name: &str) -> Option<Encoding> {
        [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be]
            .into_iter()
            .find(|encoding| encoding.name() == name)
    }

    fn charset(self) -> Option<&'static Charset> {
        match self {
            Encoding::Utf8 => None,
            Encoding::Utf16Le => Some(UTF_16LE),
            Encoding::Utf16Be => Some(UTF_16BE),
        }
    }
}

/// The piece's bytes as UTF-8 or cp1252; only UTF-16 is copied.
pub fn transcode<'a>(piece: &Piece<'a>) -> Cow<'a, [u8]> {
    match piece.encoding.charset() {
        None => Cow::Borrowed(piece.data),
        Some(charset) => {
            let (text, _) = charset.decode_with_bom_removal(piece.data);
            Cow::Owned(text.into_owned().into_bytes())
        }
    }
}

/// A frame's bytes as text, decoded into `buffer` only where they are not UTF-8.
pub fn decode<'a>(bytes: &'a [u8], buffer: &'a mut String) -> &'a str {
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        return text;
    }
    buffer.clear();
    let mut rest = bytes;
    loop {
        let error = match std::str::from_utf8(rest) {
            Ok(text) => {
                buffer.push_str(text);
                return buffer;
            }
            Err(error) => error.valid_up_to(),
        };
        // The line around the first byte that is not UTF-8; everything before it is valid.
        let start = memrchr2(b'\n', b'\r', &rest[..error]).map_or(0, |end| end + 1);
        let end = memchr2(b'\n', b'\r', &rest[error..]).map_or(rest.len(), |end| error + end + 1);
        buffer.push_str(std::str::from_utf8(&rest[..start]).unwrap_or_default());
        // No character of cp1252 takes more than three bytes.
        buffer.reserve(3 * (end - start));
        buffer.extend(rest[start..end].iter().map(|byte| cp1252(*byte)));
        rest = &rest[end..];
    }
}

/// The text of which the lines that were encoded twice, as UTF-8 of what cp1252 makes of UTF-8, are encoded once; `None` if it
/// has none of them.
pub(super) fn encoded_once(data: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(data).ok()?;
    let mut is_changed = false;
    let mut once = Vec::with_capacity(data.len());
    for line in text.split_inclusive('\n') {
        let bytes: Option<Vec<u8>> = line.chars().map(byte_of_cp1252).collect();
        let bytes =
            bytes.filter(|bytes| bytes.len() < line.len() && std::str::from_utf8(bytes).is_ok());
        is_changed |= bytes.is_some();
        once.extend(bytes.as_deref().unwrap_or(line.as_bytes()));
    }
    is_changed.then_some(once)
}

fn byte_of_cp1252(letter: char) -> Option<u8> {
    let is_letter = |byte: &u8| cp1252(*byte) == letter;
    u8::try_from(u32::from(letter)).ok().filter(is_letter).or_else(|| (0x80..=0x9F).find(is_letter))
}

/// A character of cp1252. For one line at a time, a decoder takes longer to set up than to run.
fn cp1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_80[usize::from(byte - 0x80)],
        // All others equal their Unicode code points.
        _ => char::from(byte),
    }
}

/// The length in the file of a part of the transcoded text.
pub(super) fn file_length(stretch: &[u8], is_utf16: bool) -> u64 {
    if !is_utf16 {
        return stretch.len() as u64;
    }
    let text = std::str::from_utf8(stretch).unwrap_or_default();
    2 * text.encode_utf16().count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_cp1252_is_its_character() {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        assert_eq!(bytes.iter().map(|byte| cp1252(*byte)).collect::<String>(), text);
    }

    #[test]
    fn only_lines_that_were_encoded_twice_are_changed() {
        let twice = |text: &str| {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(text.as_bytes());
            text.into_owned()
        };
        let text = [&twice("Стол №1, 5€\n"), "Стол 2\n", "caf\u{e9}\n"].concat();
        let once = encoded_once(text.as_bytes());
        assert_eq!(once.as_deref(), Some("Стол №1, 5€\nСтол 2\ncaf\u{e9}\n".as_bytes()));
        assert_eq!(encoded_once("Table 1, 5€\n".as_bytes()), None);
    }
}
