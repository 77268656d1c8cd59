//! Which dialect claims a header, by the bytes around it.

use crate::framing::MAX_EARLIER;

use super::Dialect;

/// What a header starts, and the dialect that reads it.
#[derive(Clone, Copy)]
pub enum Header {
    Hand(&'static dyn Dialect),
    /// A tournament summary.
    Summary(&'static dyn Dialect),
    /// What a file says once for all its hands.
    Preamble(&'static dyn Dialect),
}

/// A dialect that may claim a header, and its needle.
pub(super) type Asker = (&'static str, Header);

/// The most bytes that are looked at before a header on its line: chat is shorter.
const MAX_BEFORE: usize = 1000;

/// No header is longer: a text full of needles must stay cheap.
pub(super) const MAX_HEADER: usize = 1000;

/// The bytes that may matter for a header at `at`, and where its line ends.
pub(super) fn window(bytes: &[u8], at: usize) -> (&[u8], usize) {
    let window = &bytes[..bytes.len().min(at + MAX_HEADER)];
    let newline = memchr::memchr2(b'\n', b'\r', &window[at..]);
    (window, newline.map_or(window.len(), |newline| at + newline))
}

/// Whether a header may follow on this line because its file was joined to one whose last line has no end: directly
/// after a number or a bracket, where no one writes one, and not in what someone says. After a letter only where the
/// header starts with none: `CoinPoker Hand #` is one word.
fn is_joined(before: &[u8], head: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphabetic();
    let is_end = before.last().is_some_and(|end| match end {
        b'0'..=b'9' | b')' | b']' | b'.' => true,
        end => is_word(end) && !head.first().is_some_and(is_word),
    });
    is_end && memchr::memchr(b'"', before).is_none()
}

/// Which of the `askers` claims a header at `at`, and whether by its line: what a line says by itself holds whatever the
/// next lines are.
pub(super) fn claim(
    window: &[u8],
    line_end: usize,
    known: usize,
    at: usize,
    askers: &[Asker],
) -> (Option<usize>, bool) {
    match claimant(&window[..line_end], known, at, askers) {
        None => (claimant(window, known, at, askers), false),
        by_line => (by_line, true),
    }
}

/// Which of the `askers` claims a header at `at`, by the bytes before it, from `known` on, and by all that follow.
pub(super) fn claimant(bytes: &[u8], known: usize, at: usize, askers: &[Asker]) -> Option<usize> {
    // A line without end must not be searched again for each word that may start a header.
    let start = at.saturating_sub(MAX_BEFORE).max(known);
    let newline = memchr::memrchr2(b'\n', b'\r', &bytes[start..at]);
    let line = newline.map_or(start, |newline| start + newline + 1);
    let (mut before, head) = (&bytes[line..at], &bytes[at..]);
    // Files joined with their marks: a title must not look different after one.
    while let Some(rest) = before.strip_prefix(b"\xEF\xBB\xBF") {
        before = rest;
    }
    let earlier = &bytes[at.saturating_sub(MAX_EARLIER).max(known)..at];
    let claims = |(needle, header): &Asker| {
        head.starts_with(needle.as_bytes())
            && match header {
                Header::Hand(dialect) => {
                    (dialect.claims(before, head)
                        || is_joined(before, head) && dialect.claims(b"", head))
                        && dialect.may_follow(earlier, head)
                }
                Header::Summary(dialect) => dialect.claims_summary(before, head),
                Header::Preamble(dialect) => dialect.claims_preamble(before, head),
            }
    };
    askers.iter().position(claims)
}
