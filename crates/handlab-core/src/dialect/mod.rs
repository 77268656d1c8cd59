//! How each site writes a hand.
//!
//! A dialect is its differences: what the line-by-line sites share is in [`text`]. Adding a site is a module and a line
//! in [`DIALECTS`].

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::error::ParseError;
use crate::framing::{Found, Span};
use crate::hand::Hand;
use crate::summary;

pub mod pokerstars;
pub mod text;
pub mod words;

/// One site's way of writing a hand.
pub trait Dialect: Sync {
    /// The name in the `site` column.
    fn site(&self) -> &'static str;

    /// Texts with which a header starts; [`Dialect::claims`] looks closer where one stands.
    fn needles(&self) -> &'static [&'static str];

    /// Whether a hand starts with `head`; `before` is what stands before it on the same line.
    fn claims(&self, before: &[u8], head: &[u8]) -> bool;

    /// Reads one hand into `hand`, its [`rules`](Hand::rules) included. The caller has cleared `hand` and will reuse it.
    fn parse(&self, span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError>;
}

/// Every dialect; the first that claims a header reads it.
pub static DIALECTS: &[&dyn Dialect] = &[&pokerstars::PokerStars];

/// What a header starts.
#[derive(Clone, Copy)]
pub enum Header {
    Hand(&'static dyn Dialect),
    /// A tournament summary.
    Summary,
}

/// So much before a header on its line is looked at: chat is shorter.
const MAX_BEFORE: usize = 1000;

/// The first header at or after `from`.
pub fn find(bytes: &[u8], from: usize) -> Option<Found<Header>> {
    NEEDLES.automaton.find_iter(bytes.get(from..)?).find_map(|hit| {
        let at = from + hit.start();
        // A line without end must not be searched again for each word that may start a header.
        let start = at.saturating_sub(MAX_BEFORE);
        let newline = memchr::memrchr2(b'\n', b'\r', &bytes[start..at]);
        let line = newline.map_or(start, |newline| start + newline + 1);
        let (before, head) = (&bytes[line..at], &bytes[at..]);
        match NEEDLES.dialects[hit.pattern().as_usize()] {
            Some(dialect) if dialect.claims(before, head) => Some(Header::Hand(dialect)),
            _ => summary::claims(before, head).then_some(Header::Summary),
        }
        .map(|header| Found { at, header })
    })
}

/// Whether a line that is not finished may become a header.
pub fn may_be_header(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let quote = line.iter().take_while(|byte| matches!(byte, b'>' | b'|' | b' ' | b'\t')).count();
    let line = &line[quote..];
    let needles = DIALECTS.iter().flat_map(|dialect| dialect.needles());
    needles.map(|needle| needle.as_bytes()).any(|needle| {
        needle.starts_with(line) || (line.starts_with(needle) && find(line, 0).is_none())
    })
}

struct Needles {
    automaton: AhoCorasick,
    /// The dialect of each needle; `None` for summaries.
    dialects: Vec<Option<&'static dyn Dialect>>,
}

static NEEDLES: LazyLock<Needles> = LazyLock::new(|| {
    let of_dialects = DIALECTS
        .iter()
        .flat_map(|dialect| dialect.needles().iter().map(|needle| (*needle, Some(*dialect))));
    // Those of summaries come first: hands start alike.
    let of_summaries = summary::NEEDLES.into_iter().map(|needle| (needle, None));
    let (needles, dialects): (Vec<_>, Vec<_>) = of_summaries.chain(of_dialects).unzip();
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostFirst)
        .build(needles)
        .expect("a few short fixed needles always build");
    Needles { automaton, dialects }
});
