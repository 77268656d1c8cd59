//! Texts in strings of another format, whose line ends are written as `\n`: JSON and JSON Lines, `PostgreSQL`'s `COPY`
//! and dumps of databases.
//!
//! ```text
//! {"id": 7, "text": "PokerStars Hand #1: ..\nTable 'A' ..\nSeat 1: NAME ($5 in chips)\nSeat 2: .."}
//! ["PokerStars Hand #1: ..", "Table 'A' ..", "Seat 1: NAME ($5 in chips)", "Seat 2: .."]
//! 7<tab>PokerStars Hand #1: ..\nTable 'A' ..\nSeat 1: NAME ($5 in chips)\nSeat 2: ..
//! ```
//!
//! Only seats show it: a text is changed if at least two of them follow an escaped line end and none a real one.

use std::borrow::Cow;

use memchr::memmem;

use super::encoding::decode;

/// How much of a text is searched for seats: other values may precede the first hand.
const HEAD: usize = 1 << 16;

/// The least number of seats that show it: players can type one into the chat.
const LEAST_SEATS: usize = 2;

/// How often a text may have been put into a string.
const MOST_LEVELS: usize = 3;

const SEAT: &[u8] = b"Seat ";

/// What stands between the strings of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    /// A quotation mark: one within a string is escaped.
    Quote,
    /// A tab, which is escaped within a string, as quotation marks are not.
    Tab,
}

/// The text with its escapes replaced, and each string on lines of its own; `None` if it is not in strings.
pub(super) fn text(data: &[u8]) -> Option<Vec<u8>> {
    let mut border = border(data)?;
    let mut buffer = String::new();
    let mut text = Cow::Borrowed(decode(data, &mut buffer));
    for _ in 0..MOST_LEVELS {
        text = Cow::Owned(unescaped(&text, border));
        match self::border(text.as_bytes()) {
            Some(next) => border = next,
            None => break,
        }
    }
    Some(text.into_owned().into_bytes())
}

/// What separates the strings that the hands of a text are in, if they are in any.
fn border(data: &[u8]) -> Option<Border> {
    let head = &data[..data.len().min(HEAD)];
    let (mut escaped, mut first) = (0, None);
    for at in memmem::find_iter(head, SEAT) {
        let before = &head[..at];
        // A mail quotes a line with marks before it.
        let mark = before.iter().rposition(|byte| !matches!(byte, b' ' | b'>' | b'|'));
        if mark.is_none_or(|at| matches!(before[at], b'\n' | b'\r')) {
            return None;
        }
        let is_listed = follows_string(before) && is_seat_line(&head[at + SEAT.len()..]);
        if before.ends_with(br"\n") || before.ends_with(br"\r") || is_listed {
            escaped += 1;
            first.get_or_insert(at);
        }
    }
    let first = first.filter(|_| escaped >= LEAST_SEATS)?;
    let line =
        &head[head[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)..first];
    let has_tab = line.trim_ascii_start().contains(&b'\t');
    Some(if has_tab { Border::Tab } else { Border::Quote })
}

/// Whether a text ends with the start of a string that is not the first of its list.
fn follows_string(before: &[u8]) -> bool {
    let list = before.strip_suffix(b"\"").map(<[u8]>::trim_ascii_end);
    let last = list.and_then(|list| list.strip_suffix(b",")).map(<[u8]>::trim_ascii_end);
    last.is_some_and(|last| last.ends_with(b"\""))
}

/// Whether more follows the number of a seat: lists of players also hold names such as `Seat 3`.
fn is_seat_line(after: &[u8]) -> bool {
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(after.get(digits), Some(b':' | b' '))
}

/// The text with one level of escapes replaced.
fn unescaped(text: &str, border: Border) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut high = None;
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '"', '\t']) {
        if at > 0 {
            high = None;
        }
        plain.push_str(&rest[..at]);
        let (sign, after) = rest[at..].split_at(1);
        rest = after;
        match sign {
            "\"" if border == Border::Quote => {
                plain.push('\n');
                rest = next_string(after).unwrap_or(after);
            }
            "\t" if border == Border::Tab => plain.push('\n'),
            // A null.
            "\\" if border == Border::Tab && after.starts_with('N') => rest = &after[1..],
            "\\" => rest = escape(after, &mut high, &mut plain),
            _ => plain.push_str(sign),
        }
    }
    plain + rest
}

/// The start of the next string of a list, after the end of one.
fn next_string(after: &str) -> Option<&str> {
    after.trim_start().strip_prefix(',')?.trim_start().strip_prefix('"')
}

/// Adds what the escape stands for that follows a backslash; returns the rest. `high` is the first half of a surrogate
/// pair that came directly before.
fn escape<'t>(after: &'t str, high: &mut Option<u16>, plain: &mut String) -> &'t str {
    let first_half = high.take();
    let Some(letter) = after.chars().next() else {
        plain.push('\\');
        return after;
    };
    let rest = &after[letter.len_utf8()..];
    match letter {
        'n' => plain.push('\n'),
        'r' => plain.push('\r'),
        't' => plain.push('\t'),
        '"' | '\'' | '/' | '\\' => plain.push(letter),
        'u' => {
            let digits =
                rest.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
            let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
                plain.push_str("\\u");
                return rest;
            };
            let units = first_half.into_iter().chain([unit]);
            match char::decode_utf16(units).last() {
                Some(Ok(character)) => plain.push(character),
                _ => *high = Some(unit),
            }
            return &rest[4..];
        }
        // Not an escape: a name with a backslash.
        _ => plain.extend(['\\', letter]),
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "Hand 1\nSeat 1: A\nSeat 2: \"B\\\nA: folds";

    fn lines(data: &str) -> Vec<String> {
        let text = String::from_utf8(text(data.as_bytes()).expect("escaped")).expect("UTF-8");
        text.lines().map(str::to_owned).collect()
    }

    fn escaped(text: &str) -> String {
        text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
    }

    #[test]
    fn names_of_seats_in_a_list_are_no_lines() {
        for name in ["Seat 3", "Seat", "Seat warmer", "Seat 3rd"] {
            let data = format!("players = [\"Ann\", \"{name}\", \"{name}\"]\n").repeat(2);
            assert!(text(data.as_bytes()).is_none(), "{name}");
        }
    }

    #[test]
    fn strings_of_json_are_on_lines_of_their_own() {
        let text = escaped(PLAIN);
        let plain: Vec<_> = PLAIN.lines().collect();
        for data in [
            format!("[\"{text}\"]"),
            format!("{{\"a\": {{\"text\":\"{text}\", \"b\": 1}}}}\n"),
            format!("\"{}\"", escaped(&format!("{{\"text\": \"{text}\"}}"))),
            format!("x\n\"{}\"", text.replace(r"\n", "\",\n \"")),
            format!("x = \"{}\"", text.replace(r"\n", r"\r\n")),
        ] {
            let lines = lines(&data);
            let found = lines.iter().filter(|line| plain.contains(&line.as_str()));
            assert_eq!(found.collect::<Vec<_>>(), plain, "{data}");
            assert!(lines.windows(4).any(|lines| lines == plain), "{data}");
        }
    }

    #[test]
    fn a_tab_ends_a_column_of_a_database() {
        let data = "7\tHand 1 \"T\"\\nSeat 1: A\\nSeat 2: \\\\B\\tC\\nend\t\\N\n";
        assert_eq!(lines(data), ["7", "Hand 1 \"T\"", "Seat 1: A", "Seat 2: \\B\tC", "end", ""]);
    }

    #[test]
    fn characters_are_unescaped() {
        let data = r"\nSeat 1: \u00c4\ud83d\ude00\nSeat 2: Hold\u0027em \ux \ud83d \'\/";
        assert_eq!(lines(data)[1..], ["Seat 1: Ä😀", "Seat 2: Hold'em \\ux  '/"]);
    }

    #[test]
    fn other_texts_are_read_in_place() {
        for data in [
            "",
            "Hand 1\nSeat 1: A\nSeat 2: B\nA: \\nSeat 1: x\\nSeat 2: x",
            "> Seat 1: A\n\\nSeat 1: x",
            "{\"seats\": [\"Seat 1\"]}",
            "A said, \"Seat 1\", \"Seat 2\"",
        ] {
            assert_eq!(text(data.as_bytes()), None, "{data}");
        }
    }
}
