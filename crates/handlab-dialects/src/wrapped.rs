//! Headers that a mail program has wrapped into two or three lines, each at the space before the word that made it too
//! long.
//!
//! `lines` joins the header of a hand that is recognised by its first line. This is for dialects that need more than a
//! wrapped first line may still contain, and for translators.

use std::borrow::Cow;

use handlab_core::cursor::Cursor;
use handlab_core::error::Position;
use handlab_core::framing::first_line;

use crate::lines::clock::{MOST_HEADER_BREAKS, is_end_of_header};
use crate::text::is_too_long;

/// Whether `head` starts with a header of at most `longest` bytes, on one line or on several.
pub(crate) fn is_header(head: &[u8], longest: usize, is_whole: impl Fn(&str) -> bool) -> bool {
    is_whole(&first_line(head, longest)) || is_wrapped_header(head, longest, is_whole)
}

/// Whether `head` starts with a header that is complete only with the next lines.
pub(crate) fn is_wrapped_header(
    head: &[u8],
    longest: usize,
    is_whole: impl Fn(&str) -> bool,
) -> bool {
    let head = &head[..head.len().min(longest)];
    join(&String::from_utf8_lossy(head), is_whole).is_some()
}

/// The text of a hand with its header on one line. Empty lines after it preserve the line numbers.
pub(crate) fn unwrap(text: &str, is_whole: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let Some((mut joined, lines, end)) = join(text, is_whole) else { return Cow::Borrowed(text) };
    joined.extend(std::iter::repeat_n('\n', lines));
    joined.push_str(&text[end..]);
    Cow::Owned(joined)
}

/// The header of a text if it spans several lines; the number of these; and where the next line starts.
fn join(text: &str, is_whole: impl Fn(&str) -> bool) -> Option<(String, usize, usize)> {
    let mut cursor = Cursor::new(text, Position { byte: 0, line: 1 });
    let mut last = cursor.next_line()?;
    let mut header = Cow::Borrowed(last);
    for _ in 0..MOST_HEADER_BREAKS {
        let mut after = cursor.clone();
        let Some(next) = after.next_line() else { break };
        let is_part =
            if is_whole(&header) { is_end_of_header(next) } else { is_too_long(last, next) };
        if !is_part {
            break;
        }
        header = Cow::Owned([&header, " ", next].concat());
        (cursor, last) = (after, next);
    }
    let end = usize::try_from(cursor.next_byte()).ok()?;
    let lines = usize::try_from(cursor.line()).ok()? + 1;
    match header {
        Cow::Owned(header) if is_whole(&header) => Some((header, lines, end)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::clock::find_date;

    const LINES: &str = "\
Deepstack Hand #77 - Tournament \"The quick brown fox\" buyIn: 9 + 1 -
level: 3 - Holdem no limit (10/20) of the year - 2024/03/17
20:08:32 UTC
Table 'Fox' 6-max
";

    fn is_whole(line: &str) -> bool {
        line.starts_with("Deepstack Hand #") && find_date(line).is_some()
    }

    #[test]
    fn header_lines_are_joined_and_other_lines_keep_their_numbers() {
        let joined = unwrap(LINES, is_whole);
        let lines: Vec<_> = joined.lines().collect();
        assert_eq!(lines[0], LINES.lines().take(3).collect::<Vec<_>>().join(" "));
        assert_eq!(lines[1..], ["", "", "Table 'Fox' 6-max"]);
        assert!(is_wrapped_header(LINES.as_bytes(), 400, is_whole));

        let quoted = LINES.replace('\n', "\r\n> ");
        assert_eq!(unwrap(&quoted, is_whole).lines().next(), Some(lines[0]));
    }

    #[test]
    fn one_line_headers_and_shorter_lines_stay_separate() {
        let whole = "Deepstack Hand #77 - 2024/03/17 20:08:32 UTC\nTable 'Fox' 6-max\n";
        assert!(matches!(unwrap(whole, is_whole), Cow::Borrowed(_)));
        for text in [
            whole,
            "Deepstack Hand #77 is over\nof 2024/03/17\n",
            "Deepstack Hand #77 - of the quick brown fox that jumps over the lazy dog\nno date\n",
        ] {
            assert!(!is_wrapped_header(text.as_bytes(), 400, is_whole), "{text}");
        }
    }
}
