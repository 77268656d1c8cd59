//! Which dialect claims a header, by the bytes around it.

use crate::framing::{MAX_EARLIER, without_leading_tags};

use super::Dialect;

/// The kind of text that a header starts, and the dialect that reads it.
#[derive(Clone, Copy)]
pub enum Header {
    Hand(&'static dyn Dialect),
    /// A tournament summary.
    Summary(&'static dyn Dialect),
    /// What a file says once for all its hands.
    Preamble(&'static dyn Dialect),
}

/// A dialect that may claim a header, and its needle.
pub(super) type Candidate = (&'static str, Header);

/// The most bytes examined before a header on its line: chat is shorter.
const MAX_BEFORE: usize = 1000;

/// No header is longer: a text full of needles must stay cheap to search.
pub(super) const MAX_HEADER: usize = 1000;

/// A place where a header may start, with the bytes that may matter for it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    bytes: &'a [u8],
    /// The end of the longest possible header from here, and the end of the line.
    window_end: usize,
    line_end: usize,
    /// The bytes before this one may be missing.
    known: usize,
    /// What precedes the header on its line.
    before: &'a [u8],
    at: usize,
    candidates: &'a [Candidate],
}

/// Whether a header may follow on this line because its file was appended to one whose last line has no line end:
/// directly after a number or a bracket, where no one writes one, and not in what someone says. After a letter only
/// where the header does not start with one: `CoinPoker Hand #` is one word.
fn is_joined(before: &[u8], head: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphabetic();
    let is_end = before.last().is_some_and(|end| match end {
        b'0'..=b'9' | b')' | b']' | b'.' => true,
        end => is_word(end) && !head.first().is_some_and(is_word),
    });
    is_end && memchr::memchr(b'"', before).is_none()
}

/// Whether something holds for what precedes a header on its line, or as if the header began a line of a joined file.
fn at_start_or_joined(before: &[u8], head: &[u8], holds: impl Fn(&[u8]) -> bool) -> bool {
    holds(before) || is_joined(before, head) && holds(b"")
}

/// What precedes a place on its line, without the bytes before `known`, byte-order marks and leading tags.
fn before(bytes: &[u8], known: usize, at: usize) -> &[u8] {
    // An endless line must not be searched again for each word that may start a header.
    let start = at.saturating_sub(MAX_BEFORE).max(known);
    let newline = memchr::memrchr2(b'\n', b'\r', &bytes[start..at]);
    let mut before = &bytes[newline.map_or(start, |newline| start + newline + 1)..at];
    // Files may be joined with their byte-order marks: a title must look the same after one.
    while let Some(rest) = before.strip_prefix(b"\xEF\xBB\xBF") {
        before = rest;
    }
    without_leading_tags(before)
}

impl<'a> Place<'a> {
    pub(super) fn new(
        bytes: &'a [u8],
        known: usize,
        at: usize,
        candidates: &'a [Candidate],
    ) -> Place<'a> {
        let window_end = bytes.len().min(at + MAX_HEADER);
        let newline = memchr::memchr2(b'\n', b'\r', &bytes[at..window_end]);
        let line_end = newline.map_or(window_end, |newline| at + newline);
        Place {
            bytes,
            window_end,
            line_end,
            known,
            before: before(bytes, known, at),
            at,
            candidates,
        }
    }

    /// The same place as if all bytes from `end` on were missing.
    pub(super) fn before(&self, end: usize) -> Place<'a> {
        let (window_end, line_end) = (self.window_end.min(end), self.line_end.min(end));
        Place { bytes: &self.bytes[..end], window_end, line_end, ..*self }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// All bytes, including those before and after the ones that may matter.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn window_end(&self) -> usize {
        self.window_end
    }

    pub(super) fn line_end(&self) -> usize {
        self.line_end
    }

    pub(super) fn header(&self, claim: usize) -> Header {
        self.candidates[claim].1
    }

    /// Where the header starts that a candidate claims: see [`Dialect::lead`].
    pub(super) fn start(&self, claim: usize) -> usize {
        let lead = match self.header(claim) {
            Header::Hand(dialect) => dialect.lead(self.before),
            Header::Summary(dialect) => dialect.summary_lead(self.before),
            Header::Preamble(_) => 0,
        };
        self.at - lead.min(self.before.len())
    }

    /// Which candidate claims a header, and whether its line alone suffices: a claim by the line alone holds whatever
    /// the next lines are.
    pub(super) fn claim(&self) -> (Option<usize>, bool) {
        match self.claim_before(self.line_end) {
            None => (self.claim_before(self.window_end), false),
            by_line => (by_line, true),
        }
    }

    /// Whether what comes later on the line decides if a header is claimed: not if what precedes it, or how it starts, rules
    /// that out.
    pub(super) fn may_be_claimed(&self) -> bool {
        let head = &self.bytes[self.at..self.window_end];
        let may_follow = |(needle, header): &Candidate| {
            head.starts_with(needle.as_bytes())
                && match header {
                    Header::Preamble(dialect) => dialect.preamble_may_follow(self.earlier(), head),
                    Header::Hand(dialect) => at_start_or_joined(self.before, head, |before| {
                        dialect.may_start(before, head)
                    }),
                    Header::Summary(_) => true,
                }
        };
        self.candidates.iter().any(may_follow)
    }

    /// Whether a header that ends where another starts, at `next`, is claimed and so is that one, by one of
    /// `candidates`.
    pub(super) fn is_claimed_before(&self, next: usize, candidates: &[Candidate]) -> bool {
        let before = before(self.bytes, self.at, next);
        let next = Place { at: next, known: self.at, before, candidates, ..*self };
        self.claim_before(next.at).is_some() && next.claim_before(self.window_end).is_some()
    }

    /// The bytes before the header that may matter to it, across lines.
    fn earlier(&self) -> &'a [u8] {
        &self.bytes[self.at.saturating_sub(MAX_EARLIER).max(self.known)..self.at]
    }

    /// Which candidate claims a header by the bytes before `end`.
    pub(super) fn claim_before(&self, end: usize) -> Option<usize> {
        let (bytes, before) = (&self.bytes[..end], self.before);
        let head = &bytes[self.at..];
        let earlier = self.earlier();
        let claims = |(needle, header): &Candidate| {
            head.starts_with(needle.as_bytes())
                && match header {
                    Header::Hand(dialect) => {
                        at_start_or_joined(before, head, |before| dialect.claims(before, head))
                            && dialect.may_follow(earlier, head)
                    }
                    Header::Summary(dialect) => dialect.claims_summary(before, head),
                    Header::Preamble(dialect) => {
                        dialect.preamble_may_follow(earlier, head)
                            && dialect.claims_preamble(before, head)
                    }
                }
        };
        self.candidates.iter().position(claims)
    }
}
