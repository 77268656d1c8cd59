//! The lines of a summary, whatever a mail program, a copy and paste or a converter has done to them.
//!
//! It repairs quote prefixes (`> `, `| `), bold marks (`*`), HTML entities, quoted-printable line ends (`=20`), wrapped
//! lines, and a whole summary on one line.

use std::borrow::Cow;

use handlab_core::cursor::Cursor;
use handlab_core::error::Position;

use super::language::Language;
use super::languages::LANGUAGES;
use super::{GRAND_TOUR, HEADER};

/// A line and its place, without quote prefixes and other additions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) at: Position,
    pub(super) text: Cow<'a, str>,
}

/// The starts of lines that carry information; text before one of them is a line of its own.
const STARTS: [&str; 9] = [
    "Buy-In:",
    "Total Prize Pool:",
    "Target Tournament #",
    "Tournament started ",
    "Tournament finished ",
    "You finished ",
    "You made ",
    "You received ",
    "You re-entered ",
];

/// The non-empty lines from the header on, in English, and their original language, if that is another.
pub(super) fn read(text: &str, at: Position) -> (Vec<Line<'_>>, Option<&'static Language>) {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut cursor = Cursor::new(text, at);
    let mut language = None;
    while let Some(line) = cursor.next_line() {
        let is_before = lines.is_empty() && !is_header(line);
        if lines.is_empty() && !is_before {
            language = language_of(line);
        }
        let line = without_marks(line);
        if is_before || line.is_empty() {
            continue;
        }
        let text = without_entities(line);
        let text = match language {
            Some(language) => language.translated(text),
            None => text,
        };
        match lines.last_mut() {
            Some(last) if is_continued(&last.text, &text) && !is_start(&text) => {
                last.text.to_mut().extend([" ", &*text]);
            }
            _ => lines.push(Line { at: cursor.at(), text }),
        }
    }
    if lines.first().is_some_and(|header| is_glued(&header.text)) {
        lines = lines.iter().flat_map(parts).collect();
    }
    (lines, language)
}

/// Whether a summary starts on this line.
pub(super) fn is_header(line: &str) -> bool {
    let text = line.trim_start_matches(is_mark);
    is_title(text) || language_of(line).is_some()
}

/// The language of a summary that starts on this line, if it is not English.
pub(super) fn language_of(line: &str) -> Option<&'static Language> {
    let line = line.trim_start_matches(is_mark);
    LANGUAGES.iter().find(|language| line.starts_with(language.title))
}

/// Whether only quote prefixes precede a header on its line.
pub(super) fn opens_line(before: &[u8]) -> bool {
    const LONGEST: usize = 200;
    before.len() <= LONGEST
        && String::from_utf8_lossy(before)
            .chars()
            .all(|c| is_mark(c) || c == char::REPLACEMENT_CHARACTER)
}

/// Whether a line that starts with a header continues with the rest of the summary.
pub(super) fn is_glued(line: &str) -> bool {
    let rest = line.get(HEADER.len()..).unwrap_or("");
    [STARTS[0], STARTS[1], STARTS[3]].iter().any(|start| rest.contains(start))
}

/// Whether a character before the first word of a line is not part of the text.
pub(super) fn is_mark(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '>' | '|' | '*' | '"' | '\u{FEFF}')
}

fn without_marks(line: &str) -> &str {
    let line = line.trim_start_matches(is_mark);
    let line = line.trim_end_matches(|c: char| c.is_whitespace() || c.is_control() || c == '*');
    line.strip_suffix("=20").map_or(line, str::trim_end)
}

/// Decodes the entities that are left when someone has removed the tags of a page.
fn without_entities(line: &str) -> Cow<'_, str> {
    const ENTITIES: [(&str, &str); 11] = [
        ("&nbsp;", " "),
        ("&#160;", " "),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&euro;", "\u{20ac}"),
        ("&pound;", "\u{a3}"),
        // Last, so that `&amp;lt;` becomes what was meant.
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    if !line.contains('&') || !line.contains(';') {
        return line.into();
    }
    let mut text = line.to_owned();
    for (entity, character) in ENTITIES {
        if text.contains(entity) {
            text = text.replace(entity, character);
        }
    }
    text.trim().to_owned().into()
}

/// Whether a line cannot end here, so it was wrapped and `next` continues it.
fn is_continued(line: &str, next: &str) -> bool {
    // No line is longer: one that goes on without end is not examined again with each line.
    const LONGEST: usize = 2000;
    if line.len() > LONGEST {
        return false;
    }
    // A name may contain anything, so of the list only a line without any country counts.
    let is_player = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_player = is_player > 0 && line[is_player..].starts_with(": ");
    let is_time =
        line.starts_with("Tournament started ") || line.starts_with("Tournament finished ");
    (is_player && !line.contains(')'))
        || (is_time && !line.contains(']') && (line.contains('[') || next.starts_with('[')))
        || (line.starts_with("You ") && line.ends_with(" of"))
        || STARTS.contains(&line)
        || (is_title(line) && line.ends_with(','))
}

/// Whether a line is a new one rather than a continuation.
fn is_start(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && line[digits..].starts_with(": "))
        || STARTS.iter().any(|start| line.starts_with(start))
        || is_title(line)
}

fn is_title(line: &str) -> bool {
    line.starts_with(HEADER) || line.starts_with(GRAND_TOUR)
}

/// Splits what was put on one line: before each word that starts a line, the number of players, and each next place.
fn parts<'a>(line: &Line<'a>) -> Vec<Line<'a>> {
    let text: &str = &line.text;
    let mut cuts: Vec<usize> = STARTS
        .iter()
        .flat_map(|start| text.match_indices(start).map(|(at, _)| at))
        .filter(|at| *at > 0)
        .collect();
    cuts.extend(count_of_players(text));
    cuts.extend(places(text));
    cuts.sort_unstable();
    cuts.dedup();
    let ends = cuts.iter().copied().chain([text.len()]);
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    starts
        .zip(ends)
        .map(|(start, end)| text[start..end].trim())
        .filter(|part| !part.is_empty())
        .map(|part| Line { at: line.at, text: part.to_owned().into() })
        .collect()
}

/// The position of `9 players`.
fn count_of_players(text: &str) -> Option<usize> {
    let end = text.find(" players")?;
    let digits = text[..end].bytes().rev().take_while(|b| b.is_ascii_digit() || *b == b',').count();
    // `$0.20 USD9 players`: the code ends where the digits start.
    (digits > 0).then_some(end - digits)
}

/// The positions of the list's places, each one higher than the last.
fn places(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut from = 0;
    for place in 1_u32.. {
        let mark = format!("{place}: ");
        let hits = text[from..].match_indices(&mark).map(|(at, _)| from + at);
        let is_place = |at: &usize| {
            let before = text[..*at].chars().next_back();
            before.is_none_or(|c| !c.is_ascii_digit() && c != ':')
        };
        let Some(at) = hits.into_iter().find(is_place) else { break };
        found.push(at);
        from = at + mark.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let (lines, _) = read(text, Position { byte: 0, line: 1 });
        lines.into_iter().map(|line| line.text.into_owned()).collect()
    }

    #[test]
    fn quotation_marks_are_removed() {
        let text = "hello\n> > *PokerStars Tournament #1, No Limit Hold'em*\n>\n| >   1: Ann (Peru), =20\n";
        assert_eq!(texts(text), ["PokerStars Tournament #1, No Limit Hold'em", "1: Ann (Peru),"]);
    }

    #[test]
    fn wrapped_lines_are_joined() {
        let text = "PokerStars Tournament #1,\n> No Limit Hold'em\n> Buy-In:\n> $2.00/$0.20 USD\n\
            > Tournament started 2020/05/06 22:15:00 CUST [2020/05/06\n> 14:15:00 ET]\n\
            >   1: Ann\n> (Peru), $5.00\n>   2: Bob (Peru),\n";
        let wanted = [
            "PokerStars Tournament #1, No Limit Hold'em",
            "Buy-In: $2.00/$0.20 USD",
            "Tournament started 2020/05/06 22:15:00 CUST [2020/05/06 14:15:00 ET]",
            "1: Ann (Peru), $5.00",
            "2: Bob (Peru),",
        ];
        assert_eq!(texts(text), wanted);
    }

    #[test]
    fn a_summary_on_one_line_is_split() {
        let text = "PokerStars Tournament #1, No Limit Hold&#39;em Buy-In: $2.00/$0.20 USD 2 players \
            Total Prize Pool: $4.00 USD Tournament started 2020/05/06 14:15:00 ET \
            1: Ann (Peru), $4.00 (100%) 2: Bob 7 (Peru),&nbsp; You finished in 1st place.";
        let wanted = [
            "PokerStars Tournament #1, No Limit Hold'em",
            "Buy-In: $2.00/$0.20 USD",
            "2 players",
            "Total Prize Pool: $4.00 USD",
            "Tournament started 2020/05/06 14:15:00 ET",
            "1: Ann (Peru), $4.00 (100%)",
            "2: Bob 7 (Peru),",
            "You finished in 1st place.",
        ];
        assert_eq!(texts(text), wanted);
        assert_eq!(texts(&text.replace("USD 2", "USD2").replace(" Buy", "Buy")), wanted);
    }
}
