//! Headers and deals that a mail program has wrapped into several lines, each at the space before the word that made it
//! too long.
//!
//! `lines` joins the header of a hand that is recognised by its first line, and the deals in lines that it reads itself.
//! This is for dialects that need more than a wrapped first line may still contain, and for translators.

use std::borrow::Cow;

use handlab_core::cursor::Cursor;
use handlab_core::error::Position;
use handlab_core::framing::first_line;
use memchr::memmem;

use crate::lines::MOST_DEAL_BREAKS;
use crate::lines::clock::{MOST_HEADER_BREAKS, is_end_of_header};
use crate::syntax::text::{is_too_long, start_of};

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

/// The text of a hand with its header on one line, and each deal on one. Empty lines after them preserve the line numbers.
pub(crate) fn unwrap(text: &str, is_whole: impl Fn(&str) -> bool) -> Cow<'_, str> {
    match unwrap_header(text, is_whole) {
        Cow::Borrowed(text) => unwrap_deals(text),
        Cow::Owned(text) => match unwrap_deals(&text) {
            Cow::Borrowed(_) => Cow::Owned(text),
            Cow::Owned(joined) => Cow::Owned(joined),
        },
    }
}

/// The text of a hand with its header on one line. Empty lines after it preserve the line numbers.
pub(crate) fn unwrap_header(text: &str, is_whole: impl Fn(&str) -> bool) -> Cow<'_, str> {
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

/// What a line that deals cards starts with.
const DEALT: &str = "Dealt to ";

/// The text of a hand with each `Dealt to` line in one piece. Empty lines after them preserve the line numbers.
pub(crate) fn unwrap_deals(text: &str) -> Cow<'_, str> {
    // Nearly all texts have none that goes on.
    if !memmem::find_iter(text.as_bytes(), DEALT).any(|at| may_go_on(&text[at..])) {
        return Cow::Borrowed(text);
    }
    let mut cursor = Cursor::new(text, Position { byte: 0, line: 1 });
    let (mut joined, mut copied) = (String::new(), 0);
    while let Some(line) = cursor.next_line() {
        if !line.starts_with(DEALT) {
            continue;
        }
        let (mut deal, first) = (Cow::Borrowed(line), cursor.line());
        for _ in 0..MOST_DEAL_BREAKS {
            let mut after = cursor.clone();
            let Some(next) = after.next_line().filter(|next| ends_deal(&deal, next)) else { break };
            deal = Cow::Owned([&deal, " ", next].concat());
            cursor = after;
        }
        let (Cow::Owned(deal), Ok(end)) = (deal, usize::try_from(cursor.next_byte())) else {
            continue;
        };
        let start = start_of(line, text);
        let lines = usize::try_from(cursor.line() - first).unwrap_or(0) + 1;
        joined.extend([&text[copied..start], &deal]);
        joined.extend(std::iter::repeat_n('\n', lines));
        copied = end;
    }
    if joined.is_empty() {
        return Cow::Borrowed(text);
    }
    joined.push_str(&text[copied..]);
    Cow::Owned(joined)
}

/// Whether the first line of a text may deal cards that go on in the next one.
fn may_go_on(text: &str) -> bool {
    let (line, rest) = text.split_once(['\n', '\r']).unwrap_or((text, ""));
    let next = rest.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '[');
    !line.trim_end().ends_with(']') || next.starts_with('[')
}

/// Whether `next` is the rest of the cards of `deal`, or some of them, however the site writes cards.
fn ends_deal(deal: &str, next: &str) -> bool {
    const LETTERS: &[u8] = b"0123456789AKQJTXcdhsCDHS";
    let is_open = deal.rfind('[') > deal.rfind(']');
    let Some(cards) = (if is_open { Some(next) } else { next.strip_prefix('[') }) else {
        return false;
    };
    let cards = cards.trim_end_matches(']');
    cards
        .split([' ', ','])
        .all(|card| card.len() <= 3 && card.bytes().all(|letter| LETTERS.contains(&letter)))
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
    fn deals_are_joined_and_other_lines_keep_their_numbers() {
        const HAND: &str = "\
Header of a hand
Dealt to Ann
[ 10c,
Ad ]
Dealt to Bob [HA
C10]
Dealt to Cid
Cid folds
Dealt to Dan [7c 2d]
[x]
";
        for text in [HAND.to_owned(), HAND.replace('\n', "\r\n> ")] {
            let joined = unwrap(&text, |_| true);
            let lines: Vec<_> = joined.lines().collect();
            let deals = ["Dealt to Ann [ 10c, Ad ]", "", "", "Dealt to Bob [HA C10]", ""];
            let deals = deals.map(String::from);
            let found: Vec<_> =
                lines[1..6].iter().map(|line| line.trim_start_matches("> ").to_owned()).collect();
            assert_eq!(found, deals);
            let rest = HAND.lines().skip(6).zip(&lines[6..]);
            assert!(rest.clone().all(|(one, other)| other.ends_with(one)), "{joined}");
            assert_eq!(rest.count(), 4);
        }
        assert!(matches!(
            unwrap_deals("Header\nDealt to Ann [7c 2d] \nAnn folds\n"),
            Cow::Borrowed(_)
        ));
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
