//! Texts that passed through another program: a page's source, a chat with Markdown, a word processor.
//!
//! A text is changed only if its start shows that the program changed all of it. Changes to single lines (a quotation
//! mark, an indentation) are read in place.

use std::borrow::Cow;

use mail_parser::decoders::html::add_html_token;

use super::encoding::{decode, encoded_once};

/// How much of a text is examined for such changes.
const HEAD: usize = 1 << 12;

/// With fewer HTML line breaks a text may be chat.
const LEAST_BREAKS: usize = 5;

/// Dashes in place of hyphens between spaces.
const DASHES: [&str; 3] = ["\u{2013}", "\u{2014}", "\u{2212}"];

/// Dashes in place of hyphens within a word.
const HYPHENS: [&str; 5] = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"];

/// What word processors make of apostrophes and of quotation marks.
const APOSTROPHES: [&str; 2] = ["\u{2018}", "\u{2019}"];
const QUOTES: [&str; 2] = ["\u{201c}", "\u{201d}"];

/// Whether the lines of a text end with `<br>`, as in a fragment of a page.
pub(super) fn has_line_breaks(data: &[u8]) -> bool {
    let head = &data[..data.len().min(HEAD)];
    let breaks = memchr::memmem::find_iter(head, b"<br");
    let is_tag = |at: &usize| matches!(head.get(at + 3), Some(b'>' | b'/' | b' '));
    breaks.filter(is_tag).take(LEAST_BREAKS).count() == LEAST_BREAKS
}

/// The text without entities (`Hold&#39;em`), Markdown's backslashes (`\*\*\* FLOP \*\*\*`) and dashes in place of all
/// hyphens between spaces, including those before a date, or within `6-max` or a date, or with the quotation marks of a word
/// processor in place of those in headers; `None` if it has none of them.
pub(super) fn restored(data: &[u8]) -> Option<Vec<u8>> {
    let head = &data[..data.len().min(HEAD)];
    let contains = |part: &[u8]| memchr::memmem::find(head, part).is_some();
    // Headers have the plain marks. A name may have others.
    let has_marks = |marks: [&str; 2], plain: &[u8]| {
        let words = ["Table ", "Table: ", "Table ID ", "Mesa ", "="];
        let is_first =
            |mark: &str| words.iter().any(|word| contains(format!("{word}{mark}").as_bytes()));
        marks.into_iter().any(is_first) && !contains(plain)
    };
    let has_apostrophes = has_marks(APOSTROPHES, b"'");
    let has_quotes = has_marks(QUOTES, b"\"");
    // XML and JSON have their own escapes.
    let is_markup = matches!(head.trim_ascii_start().first(), Some(b'<' | b'{' | b'['));
    let hyphen = HYPHENS.into_iter().find(|hyphen| {
        (!is_markup && is_before_max(head, hyphen)) || is_within_a_date(head, hyphen)
    });
    if hyphen.is_none() && ((is_markup && !has_quotes) || contains(b"=\"")) {
        return None;
    }
    let has_entities = !is_markup && contains(b"&") && is_escaped(head);
    // A player may be called `\*\*`: a text that was changed has no unescaped stars left.
    let has_backslashes = contains(br"\*\*") && !contains(b"** ");
    let dash = DASHES
        .map(|dash| format!(" {dash} "))
        .into_iter()
        .find(|dash| is_before_a_year(head, dash) && !contains(b" - "));
    let is_restored = has_entities || has_backslashes || dash.is_some() || hyphen.is_some();
    if !is_restored && !has_apostrophes && !has_quotes {
        return None;
    }
    let mut buffer = String::new();
    let mut text = Cow::Borrowed(decode(data, &mut buffer));
    if has_entities {
        text = Cow::Owned(without_entities(&text));
    }
    if has_backslashes {
        text = Cow::Owned(without_backslashes(&text));
    }
    if let Some(dash) = dash {
        text = Cow::Owned(text.replace(&dash, " - "));
    }
    if let Some(hyphen) = hyphen {
        text = Cow::Owned(text.replace(hyphen, "-"));
    }
    for (is_found, marks, plain) in
        [(has_apostrophes, APOSTROPHES, "'"), (has_quotes, QUOTES, "\"")]
    {
        if is_found {
            text = Cow::Owned(text.replace(marks[0], plain).replace(marks[1], plain));
        }
    }
    Some(text.into_owned().into_bytes())
}

/// Whether a dash joins the number of seats to its word, as a hyphen does: `6-max`.
fn is_before_max(head: &[u8], dash: &str) -> bool {
    memchr::memmem::find_iter(head, dash).any(|at| {
        let word = head[at + dash.len()..].get(..3);
        head[..at].last().is_some_and(u8::is_ascii_digit)
            && word.is_some_and(|word| word.eq_ignore_ascii_case(b"max"))
    })
}

/// Whether dashes join the parts of a date, as hyphens do: `2024-06-01`.
fn is_within_a_date(head: &[u8], dash: &str) -> bool {
    let are_digits = |text: &[u8], count| {
        text.get(..count).is_some_and(|text| text.iter().all(u8::is_ascii_digit))
    };
    memchr::memmem::find_iter(head, dash).any(|at| {
        let month = &head[at + dash.len()..];
        let day = month.get(2..).and_then(|rest| rest.strip_prefix(dash.as_bytes()));
        let year = head[..at].last_chunk::<4>();
        year.is_some_and(|year| are_digits(year, 4))
            && are_digits(month, 2)
            && day.is_some_and(|day| are_digits(day, 2))
    })
}

/// Whether a dash precedes a year, as a hyphen does in headers; a name may contain a dash of its own.
fn is_before_a_year(head: &[u8], dash: &str) -> bool {
    memchr::memmem::find_iter(head, dash).any(|at| {
        let year = head[at + dash.len()..].get(..4);
        year.is_some_and(|year| year.iter().all(u8::is_ascii_digit))
    })
}

/// Whether an entity stands for an apostrophe or a quotation mark that headers contain.
fn is_escaped(head: &[u8]) -> bool {
    const BEFORE: [&[u8]; 4] = [b"Hold&", b"Table &", b"Table: &", b"Tournament &"];
    const ENTITIES: [&[u8]; 8] =
        [b"#39;", b"#039;", b"#x27;", b"apos;", b"rsquo;", b"#8217;", b"quot;", b"#34;"];
    BEFORE.iter().any(|before| {
        memchr::memmem::find_iter(head, before).any(|at| {
            let entity = &head[at + before.len()..];
            ENTITIES.iter().any(|known| entity.starts_with(known))
        })
    })
}

/// The text with the characters that its entities stand for.
fn without_entities(text: &str) -> String {
    const LONGEST: usize = 10;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        let name = rest.bytes().skip(1).take(LONGEST).take_while(is_part).count();
        let is_entity = name > 0 && rest.as_bytes().get(1 + name) == Some(&b';');
        let (entity, after) = rest.split_at(if is_entity { name + 2 } else { 1 });
        match entity {
            "&nbsp;" | "&#160;" => plain.push(' '),
            "&" => plain.push('&'),
            _ => add_html_token(&mut plain, entity.as_bytes(), false),
        }
        rest = after;
    }
    plain + rest
}

/// The text without the backslashes before punctuation.
fn without_backslashes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        plain.push(if is_escape { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}

type Repair = fn(&[u8]) -> Option<Vec<u8>>;

/// What may give a text without any header one; `None` where there is nothing to change.
pub(super) const REPAIRS: [Repair; 6] =
    [encoded_once, respaced, unquoted, with_spaced_hyphens, with_hyphens, with_plain_marks];

/// The text with plain spaces: runs of spaces, no-break spaces and tabs become one space, and zero-width characters are
/// removed.
fn respaced(data: &[u8]) -> Option<Vec<u8>> {
    const WIDTHLESS: [char; 7] =
        ['\u{200b}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{202a}', '\u{202c}', '\u{feff}'];
    let is_space = |letter: char| letter != '\n' && letter != '\r' && letter.is_whitespace();
    let text = std::str::from_utf8(data).ok()?;
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !WIDTHLESS.contains(letter)) {
        if !is_space(letter) {
            plain.push(letter);
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    (plain != text).then(|| plain.into_bytes())
}

/// The text without the quotation marks of a mail before its lines, and without fences of Markdown there: lines that a
/// dialect reads in place keep their marks.
fn unquoted(data: &[u8]) -> Option<Vec<u8>> {
    let mut buffer = String::new();
    let text = decode(data, &mut buffer);
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = line.strip_prefix('\u{feff}').unwrap_or(line);
        while let Some(quoted) = rest.trim_start_matches(' ').strip_prefix(['>', '|']) {
            rest = quoted.strip_prefix(' ').unwrap_or(quoted);
        }
        plain.push_str(rest.strip_prefix("```").unwrap_or(rest));
    }
    (plain != text).then(|| plain.into_bytes())
}

/// The text with hyphens in place of dashes between spaces.
fn with_spaced_hyphens(data: &[u8]) -> Option<Vec<u8>> {
    with_words(data, &DASHES.map(|dash| (format!(" {dash} "), " - ")))
}

/// The text with hyphens in place of all dashes.
fn with_hyphens(data: &[u8]) -> Option<Vec<u8>> {
    let dashes = HYPHENS.iter().chain(&DASHES);
    with_words(data, &dashes.map(|dash| ((*dash).to_owned(), "-")).collect::<Vec<_>>())
}

/// The text with plain apostrophes, quotation marks and hyphens.
fn with_plain_marks(data: &[u8]) -> Option<Vec<u8>> {
    let marks =
        QUOTES.map(|mark| (mark, "\"")).into_iter().chain(APOSTROPHES.map(|mark| (mark, "'")));
    let dashes = HYPHENS.iter().chain(&DASHES).map(|dash| (*dash, "-"));
    let words: Vec<_> = marks.chain(dashes).map(|(mark, plain)| (mark.to_owned(), plain)).collect();
    with_words(data, &words)
}

fn with_words(data: &[u8], words: &[(String, &str)]) -> Option<Vec<u8>> {
    let mut buffer = String::new();
    let text = decode(data, &mut buffer);
    let is_found = words.iter().any(|(word, _)| text.contains(word.as_str()));
    let changed = || words.iter().fold(text.to_owned(), |text, (word, by)| text.replace(word, by));
    is_found.then(|| changed().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(data: &str) -> Option<String> {
        restored(data.as_bytes()).map(|text| String::from_utf8(text).expect("UTF-8"))
    }

    #[test]
    fn text_that_programs_add_is_removed() {
        let cases = [
            ("Hold&#39;em &euro;1 A&amp;B &x; & C", "Hold'em €1 A&B &x; & C"),
            ("Table &quot;A&quot;\nx&nbsp;y", "Table \"A\"\nx y"),
            (r"\*\*\* FLOP \*\*\* \[2c\] a\b", r"*** FLOP *** [2c] a\b"),
            ("Hand 1 \u{2013} 2020/01/01 \u{2013} x", "Hand 1 - 2020/01/01 - x"),
            ("Table \u{2018}A\u{2019} 6\u{2011}max", "Table 'A' 6-max"),
            ("<game id=\u{201d}1\u{201d}>", "<game id=\"1\">"),
            ("{\"at\": \"2024\u{2013}06\u{2013}01\"}", "{\"at\": \"2024-06-01\"}"),
        ];
        for (data, plain) in cases {
            assert_eq!(text(data).as_deref(), Some(plain), "{data}");
        }
        let found = restored(b"Hold&#39;em \x80 5");
        assert_eq!(found.as_deref(), Some("Hold'em € 5".as_bytes()));
    }

    #[test]
    fn other_texts_are_read_in_place() {
        for data in [
            "",
            "Hold'em\nA&amp;B: folds",
            "<x>Hold&#39;em</x>",
            "--\n<Game type=\"Hold&apos;em\">",
            "Hand 1 - 2020/01/01\na \u{2013} b: folds",
            "Table \u{2013} 1\na \u{2013} b: folds",
            "Table 'A' 6-max\n\u{2018}a\u{2019} \u{201c}5\u{2013}b\u{201d}: folds",
            "*** FLOP ***",
            "Seat 1: \\*\\* ($5)\n*** FLOP ***",
        ] {
            assert_eq!(text(data), None, "{data}");
        }
        assert_eq!(respaced(b"a b\r\nc"), None);
        assert_eq!(respaced("a\u{a0} b\t\u{200b}c\n".as_bytes()), Some(b"a b c\n".to_vec()));
        assert_eq!(unquoted(b"a\n  b > c"), None);
        assert_eq!(unquoted(b"> > ```a\r\n>>\n|   b\n"), Some(b"a\r\n\n  b\n".to_vec()));
    }

    #[test]
    fn line_breaks_of_pages_are_distinguished_from_chat() {
        assert!(has_line_breaks("a<br>\nb<br />".repeat(3).as_bytes()));
        assert!(!has_line_breaks("a<br>\n<bret>: folds\n".repeat(4).as_bytes()));
    }
}
