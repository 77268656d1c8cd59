//! Extracts the texts of mails and HTML pages: summaries that the site sends, and that people forward and keep.
//!
//! A mail whose text is not encoded is read in place. Otherwise quoted-printable and base64 are decoded, and the texts
//! of parts, of nested mails and of pages are taken; for a part given both as text and as a page, the text.

use std::borrow::Cow;

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};

use super::pasted;

/// Nested mails are read to this depth.
const MAX_DEPTH: usize = 8;

/// The text of a mail, of several in one file, or of a page; `None` for what is read in place, including a page for
/// which `keeps_tags` returns true.
///
/// Error positions refer to the returned text.
pub fn mail_body(data: &[u8], keeps_tags: impl FnOnce(&[u8]) -> bool) -> Option<Vec<u8>> {
    if (is_page(data) || pasted::has_line_breaks(data)) && !keeps_tags(data) {
        return Some(lines_of_page(&String::from_utf8_lossy(data)).into_bytes());
    }
    if !has_mail_header(data) {
        return None;
    }
    let mails = mails(data);
    if !mails.iter().any(|mail| is_encoded(mail)) {
        return None;
    }
    let mut body = String::new();
    for mail in mails {
        match MessageParser::default().parse(mail) {
            Some(message) => add_texts(&message, 0, &mut body),
            None => add(&String::from_utf8_lossy(mail), &mut body),
        }
    }
    Some(body.into_bytes())
}

/// The text of an HTML page or fragment, without tags and entities.
pub fn page_text(page: &str) -> String {
    html_to_text(page)
}

/// Like [`page_text`] for a whole page, where lines also end at a newline in preformatted text, after a block, and
/// before a table.
fn lines_of_page(page: &str) -> String {
    const BLOCKS: [&str; 12] = [
        "</div",
        "</tr",
        "</li",
        "</pre",
        "</textarea",
        "</blockquote",
        "</h1",
        "</h2",
        "</h3",
        "</h4",
        "<table",
        "<hr",
    ];
    let starts_with = |text: &str, tag: &str| {
        text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    let mut broken = String::with_capacity(page.len() + page.len() / 8);
    let mut is_preformatted = false;
    let mut rest = page;
    while let Some(at) = memchr::memchr2(b'<', b'\n', rest.as_bytes()) {
        broken.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('\n') {
            broken.push_str(if is_preformatted { "<br>" } else { "\n" });
        } else {
            if BLOCKS.iter().any(|tag| starts_with(rest, tag)) {
                broken.push_str("<br>");
            }
            let is_opened = ["<pre", "<textarea"].iter().any(|tag| starts_with(rest, tag));
            let is_closed = ["</pre", "</textarea"].iter().any(|tag| starts_with(rest, tag));
            is_preformatted = (is_preformatted || is_opened) && !is_closed;
            broken.push('<');
        }
        rest = &rest[1..];
    }
    broken.push_str(rest);
    page_text(&broken).replace('\u{a0}', " ")
}

/// Whether the data is an HTML page and not a mail.
fn is_page(data: &[u8]) -> bool {
    const TAGS: [&[u8]; 10] = [
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<body",
        b"<meta",
        b"<div",
        b"<table",
        b"<pre",
        b"<p>",
        b"<blockquote",
    ];
    let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data).trim_ascii_start();
    let is_tag = |tag: &&[u8]| data.get(..tag.len()).is_some_and(|d| d.eq_ignore_ascii_case(tag));
    TAGS.iter().any(is_tag)
}

/// Whether the text starts like a mail or an mbox file: header fields up to the first empty line, one of which only
/// mails have.
fn has_mail_header(data: &[u8]) -> bool {
    const FIELDS: [&[u8]; 9] = [
        b"from",
        b"to",
        b"subject",
        b"date",
        b"received",
        b"mime-version",
        b"content-type",
        b"delivered-to",
        b"return-path",
    ];
    let mut has_field = false;
    for (number, line) in data.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii_end();
        match line {
            [] => return has_field,
            [b' ' | b'\t', ..] if number > 0 => {}
            _ if number == 0 && line.starts_with(b"From ") => {}
            _ => {
                let Some(name) = field_name(line) else { return false };
                has_field |= FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field));
            }
        }
    }
    false
}

/// The name of a header field, `Subject` of `Subject: hello`.
fn field_name(line: &[u8]) -> Option<&[u8]> {
    let end = line.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
    (end > 0 && line[end] == b':').then(|| &line[..end])
}

/// The mails of an mbox file: each but the first follows an empty line and `From `, with fields below it.
fn mails(data: &[u8]) -> Vec<&[u8]> {
    let mut starts = vec![0];
    for at in memchr::memmem::find_iter(data, b"\nFrom ").map(|at| at + 1) {
        let is_after_blank = data[..at].ends_with(b"\n\n") || data[..at].ends_with(b"\r\n\r\n");
        let below = memchr::memchr(b'\n', &data[at..]).map_or(data.len(), |end| at + end + 1);
        if is_after_blank && has_mail_header(&data[below..]) {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([data.len()]);
    starts.iter().zip(ends).map(|(start, end)| without_envelope(&data[*start..end])).collect()
}

/// The mail without its mbox `From ` line.
fn without_envelope(mail: &[u8]) -> &[u8] {
    let end = memchr::memchr(b'\n', mail).map_or(mail.len(), |end| end + 1);
    if mail.starts_with(b"From ") { &mail[end..] } else { mail }
}

/// Whether the text of a mail must be decoded.
fn is_encoded(mail: &[u8]) -> bool {
    MessageParser::default().parse_headers(mail).is_some_and(|message| {
        let encoding = message.content_transfer_encoding().unwrap_or("");
        let is_text = message.content_type().is_none_or(|kind| {
            kind.ctype().eq_ignore_ascii_case("text")
                && kind.subtype().is_none_or(|kind| kind.eq_ignore_ascii_case("plain"))
        });
        !is_text
            || encoding.eq_ignore_ascii_case("quoted-printable")
            || encoding.eq_ignore_ascii_case("base64")
    })
}

fn add_texts(message: &Message<'_>, depth: usize, body: &mut String) {
    let has_text = message.parts.iter().any(|part| matches!(part.body, PartType::Text(_)));
    for part in &message.parts {
        match &part.body {
            PartType::Text(text) => add(text, body),
            PartType::Html(page) if !has_text => add(&lines_of_page(page), body),
            PartType::Message(inner) if depth < MAX_DEPTH => add_texts(inner, depth + 1, body),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) if is_text_file(part) => {
                add(&text_of(bytes), body);
            }
            _ => {}
        }
    }
}

/// Whether an attachment is a text file by its name, since some programs send text as bytes.
fn is_text_file(part: &mail_parser::MessagePart<'_>) -> bool {
    let name = part.attachment_name().unwrap_or("");
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    ["txt", "log", "eml"].iter().any(|text| kind.eq_ignore_ascii_case(text))
}

fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0,
    }
}

fn add(text: &str, body: &mut String) {
    body.push_str(text);
    body.push_str("\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(mail: &str) -> Option<String> {
        mail_body(mail.as_bytes(), |_| false).map(|body| String::from_utf8(body).expect("UTF-8"))
    }

    #[test]
    fn soft_breaks_are_joined_and_bytes_decoded() {
        let mail = "Received: x\r\nContent-Type: text/plain; charset=windows-1252\r\n\
            Content-Transfer-Encoding: Quoted-Printable\r\n\r\nA =\r\nB=20\r\nC=E9=\r\nD";
        assert_eq!(body(mail).expect("a mail").trim_end(), "A B \r\nC\u{e9}D");
    }

    #[test]
    fn badly_encoded_text_is_not_lost() {
        let head = "From: a\nContent-Transfer-Encoding: quoted-printable\n\n";
        let found = body(&format!("{head}one=zz two\nthree=20\nfour=\n")).expect("a mail");
        for word in ["one", "two", "three", "four"] {
            assert!(found.contains(word), "{found}");
        }
        let head = head.replace("quoted-printable", "base64");
        let found = body(&format!("{head}Vega Tournament #1, No Limit Hold'em\n")).expect("a mail");
        assert!(found.contains("Vega Tournament #1, No Limit Hold'em"), "{found}");
    }

    #[test]
    fn base64_and_parts_are_decoded_and_text_is_preferred_to_html() {
        let mail = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n\
            --b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n\
            --b\nContent-Type: text/html\n\n<p>page</p>\n--b--\n";
        assert_eq!(body(mail).expect("a mail").trim(), "hello");
        let page = mail.replace("text/plain", "image/png");
        assert_eq!(body(&page).expect("a mail").trim(), "page");
    }

    #[test]
    fn a_mail_within_a_mail_and_each_of_several_is_read() {
        let inner = "Subject: x\nContent-Type: text/html\n\n<b>one</b>\n";
        let mail = format!("Subject: fwd\nContent-Type: message/rfc822\n\n{inner}");
        assert_eq!(body(&mail).expect("a mail").trim(), "one");
        let box_of_two =
            format!("From a@b Mon\n{inner}\nFrom a@b Tue\n{}", inner.replace("one", "two"));
        let both = body(&box_of_two).expect("mails");
        assert_eq!(both.split_whitespace().collect::<Vec<_>>(), ["one", "two"]);
    }

    #[test]
    fn html_becomes_its_text() {
        let page = "<!DOCTYPE html>\n<html><body>A<br>1: B&amp;C</body></html>";
        assert_eq!(body(page).expect("a page").trim(), "A\n1: B&C");
        let page = "<div>A</div><PRE class=x>1: B&amp;C\n2: D\n</PRE>E<p>F</p>G";
        let text = body(page).expect("a page");
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["A", "1: B&C", "2: D", "EF", "G"]);
        // As PokerTH writes its logs.
        let page = "<html><h3><b>A</b></h3>\n<table><tr><td>B</td><td></td></tr></table>C</br><i>D</i>\n\
            <table><tr><td><hr noshade><b>E</b></td></tr></table>F</br>";
        let text = body(page).expect("a page");
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["A", "B", "C", "D", "E", "F"]);
    }

    #[test]
    fn unencoded_text_is_read_in_place() {
        for text in [
            "",
            "Vega Tournament #1, No Limit Hold'em\n\nx",
            "Received: x\n\nbody",
            "Subject: x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nbody",
            "Ann: hello\nBob: hi\n\nContent-Transfer-Encoding: base64\n\nAAAA",
            "Received: x\nContent-Transfer-Encoding: quoted-printable",
            "<session><general/></session>",
        ] {
            assert_eq!(body(text), None, "{text}");
        }
    }
}
