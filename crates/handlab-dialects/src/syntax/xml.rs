//! A walk over the elements of XML as sites export it: attributes, and the text of elements without children.
//!
//! Only XML's five entities and character references are expanded; document types are refused, and so is deeper nesting
//! than any log has. Elements that are not closed end with the text.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;
use handlab_core::hand::PotName;
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// No log nests deeper.
const MAX_DEPTH: usize = 16;

/// No tag of a header is longer.
const MAX_TAG: usize = 600;

/// What comes next in a document.
pub(crate) enum Node<'a> {
    /// An element begins; an empty one is followed by its end too.
    Start(Element<'a>),
    /// Text between tags that is not only white space.
    Text(&'a str),
    /// An element of that name ends.
    End(&'a str),
}

/// The name and attributes of an element.
pub(crate) struct Element<'a> {
    start: BytesStart<'a>,
    name: &'a str,
}

/// The nodes of a text.
pub(crate) struct Nodes<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    at: Position,
    depth: usize,
    /// An empty element whose end comes next.
    pending_end: Option<&'a str>,
}

impl<'a> Nodes<'a> {
    /// The nodes of `text`, which starts at `at` in its file.
    pub(crate) fn new(text: &'a str, at: Position) -> Nodes<'a> {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        // In part of a document the ancestors end after it.
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        Nodes { reader, text, at, depth: 0, pending_end: None }
    }

    /// The next node; `None` at the end of the text.
    pub(crate) fn next(&mut self) -> Result<Option<Node<'a>>, ParseError> {
        if let Some(name) = self.pending_end.take() {
            return Ok(Some(Node::End(name)));
        }
        loop {
            let before = self.place();
            let event = self.reader.read_event().map_err(|_| self.unreadable())?;
            return match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(self.unreadable());
                    }
                    Ok(Some(Node::Start(self.element(start, before))))
                }
                Event::Empty(start) => {
                    let element = self.element(start, before);
                    self.pending_end = Some(element.name);
                    Ok(Some(Node::Start(element)))
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    // `</name>`: the event does not outlive its reader, but the text does.
                    let tag = &self.text[before..self.place()];
                    let name = tag.trim_start_matches("</").trim_end_matches('>').trim();
                    Ok(Some(Node::End(name)))
                }
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    let text = &self.text[before..self.place()];
                    if text.trim().is_empty() {
                        continue;
                    }
                    Ok(Some(Node::Text(text)))
                }
                Event::Decl(_) | Event::PI(_) | Event::Comment(_) => continue,
                Event::DocType(_) => Err(self.unreadable()),
                Event::Eof => Ok(None),
            };
        }
    }

    fn element(&self, start: BytesStart<'a>, before: usize) -> Element<'a> {
        let tag = self.text[before..].trim_start_matches('<');
        let end = tag.find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'));
        Element { start, name: &tag[..end.unwrap_or(tag.len())] }
    }

    /// The byte of the text to be read next.
    fn place(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    /// An error made from the current line, at its place.
    pub(crate) fn error(&self, kind: fn(String) -> ParseErrorKind) -> ParseError {
        ParseError::new(kind(self.line().trim().to_owned()), self.position())
    }

    /// The error for a hand that breaks off here.
    pub(crate) fn truncated(&self) -> ParseError {
        ParseError::new(ParseErrorKind::Truncated, self.position())
    }

    fn unreadable(&self) -> ParseError {
        self.error(ParseErrorKind::UnknownLine)
    }

    fn line(&self) -> &'a str {
        let at = self.text.floor_char_boundary(self.place().saturating_sub(1));
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        // Some documents are a single line: the tag is enough.
        let tag = self.text[start..at].rfind('<').map_or(start, |tag| start + tag);
        if end - start > 400 { &self.text[tag..end] } else { &self.text[start..end] }
    }

    fn position(&self) -> Position {
        let before = &self.text.as_bytes()[..self.place().saturating_sub(1).min(self.text.len())];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        Position { byte: self.at.byte + start as u64, line: self.at.line + lines }
    }
}

impl<'a> Element<'a> {
    pub(crate) fn name(&self) -> &'a str {
        self.name
    }

    /// An amount in an attribute; `None` if there is no such attribute, or it is empty.
    ///
    /// # Errors
    /// If the value is not an amount.
    pub(crate) fn amount(
        &self,
        name: &str,
        scale: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Option<i64>, ParseError> {
        let Some(text) = self.attribute(name).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let amount = chips::read(text.as_bytes(), scale);
        amount.map(Some).ok_or_else(|| nodes.error(ParseErrorKind::Amount))
    }

    /// The pot that is numbered in `pot`, from 0: the main pot.
    pub(crate) fn pot(&self) -> PotName {
        match self.attribute("pot").and_then(|number| number.parse::<u8>().ok()) {
            Some(0) => PotName::Main,
            Some(number) => PotName::Side(number),
            None => PotName::Pot,
        }
    }

    /// The value of an attribute with its entities decoded and without line ends, as XML has it: a mail may have wrapped it.
    /// `None` if it is missing or cannot be read.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut attributes = self.start.attributes();
        // Names are few: checking for duplicates would cost more than finding one.
        attributes.with_checks(false);
        let found = attributes.flatten().find(|found| found.key.as_ref() == name.as_bytes())?;
        let value = match found.value {
            Cow::Borrowed(value) => unescape(std::str::from_utf8(value).ok()?).ok()?,
            Cow::Owned(value) => {
                let value = String::from_utf8(value).ok()?;
                Cow::Owned(unescape(&value).ok()?.into_owned())
            }
        };
        let has_line_end = memchr::memchr2(b'\n', b'\r', value.as_bytes()).is_some();
        let of_one_line = || value.replace("\r\n", " ").replace(['\n', '\r'], " ");
        Some(if has_line_end { Cow::Owned(of_one_line()) } else { value })
    }
}

/// No mail has more quote marks.
const MAX_QUOTE: usize = 20;

/// Whether a header may follow `before` on its line: an empty line, an element that ends there, a mail's quote marks, or
/// a fence. Chat never contains a whole tag of a header, but half of one must not begin a hand either.
pub(crate) fn follows_markup(before: &[u8], ends: &[&str]) -> bool {
    let before = before.trim_ascii_end();
    let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
    (before.len() <= MAX_QUOTE && before.iter().all(|byte| matches!(byte, b'>' | b' ' | b'`')))
        || ends.iter().any(|end| before.ends_with(end.as_bytes()))
}

/// Whether the first tag of a text is complete and has all of these attributes.
pub(crate) fn has_attributes(head: &[u8], names: &[&str]) -> bool {
    let head = &head[..head.len().min(MAX_TAG)];
    let Some(end) = memchr::memchr(b'>', head) else { return false };
    let tag = &head[..end];
    names.iter().all(|name| {
        let mut places = memchr::memmem::find_iter(tag, name.as_bytes());
        places.any(|at| {
            tag[at + name.len()..].starts_with(b"=\"")
                && at.checked_sub(1).is_some_and(|before| tag[before].is_ascii_whitespace())
        })
    })
}

/// The first element of a text.
pub(crate) fn first_element(text: &str) -> Option<Element<'_>> {
    let mut nodes = Nodes::new(text, Position::default());
    match nodes.next() {
        Ok(Some(Node::Start(element))) => Some(element),
        _ => None,
    }
}

/// Whether the text ends within a tag or a text node.
pub(crate) fn is_cut(span: Span<'_>) -> bool {
    span.is_last && !span.text.trim_end().ends_with('>')
}

/// The text of an element without children, `<name>text</name>`, with its entities decoded; `None` if it is missing or
/// cannot be read.
pub(crate) fn text_of<'a>(document: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let bytes = document.as_bytes();
    let start = memchr::memchr_iter(b'<', bytes).find_map(|at| {
        let rest = document[at + 1..].strip_prefix(name)?.strip_prefix('>')?;
        Some(document.len() - rest.len())
    })?;
    let len = memchr::memchr(b'<', &bytes[start..])?;
    unescape(document[start..start + len].trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, ParseError> {
        let mut nodes = Nodes::new(text, Position { byte: 0, line: 1 });
        let mut found = Vec::new();
        while let Some(node) = nodes.next()? {
            found.push(match node {
                Node::Start(element) => {
                    let name = element.attribute("name");
                    format!("{} {}", element.name(), name.as_deref().unwrap_or("-"))
                }
                Node::Text(text) => text.trim().to_owned(),
                Node::End(name) => format!("/{name}"),
            });
        }
        Ok(found)
    }

    #[test]
    fn elements_attributes_and_texts_are_read_in_order() {
        let found = names("<a name='x &amp; &#233;'><b/>CQ D10</a></rest>\n").expect("XML");
        assert_eq!(found, ["a x & é", "b -", "/b", "CQ D10", "/a", "/rest"]);
        assert_eq!(text_of("<x><name>a &lt; b</name></x>", "name").as_deref(), Some("a < b"));
        assert_eq!(text_of("<name>", "name"), None);
    }

    #[test]
    fn a_header_follows_an_element_or_quotation_marks() {
        let follows = |before: &str| follows_markup(before.as_bytes(), &["</game>"]);
        for before in ["", "\u{feff}", "  ", "> ", "> > ", "\u{feff}> ", "x</game> "] {
            assert!(follows(before), "{before}");
        }
        for before in ["Bob> ", "<chat>", "> Bob: ", &">".repeat(30)] {
            assert!(!follows(before), "{before}");
        }
    }

    #[test]
    fn an_entity_bomb_and_deep_nesting_are_rejected() {
        let bomb = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]><a/>";
        assert!(names(bomb).is_err());
        assert!(names(&"<a>".repeat(100_000)).is_err());
        // An entity that is not one of XML's has no value.
        assert_eq!(names("<a name='&lol;'/>").expect("XML"), ["a -", "/a"]);
    }

    #[test]
    fn an_error_is_at_its_line() {
        let error = names("<a>\n<b>\n<c name=\n").expect_err("a broken tag");
        assert!((2..=4).contains(&error.at().line), "{error}");
    }
}
