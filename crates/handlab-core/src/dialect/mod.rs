//! The `Dialect` trait: how one site writes its hands and summaries. The dialects themselves are in `handlab-dialects`.

use crate::error::{ParseError, ParseErrorKind};
use crate::framing::{HeaderPlace, Span};
use crate::hand::Hand;
use crate::summary::TournamentSummary;

mod buckets;
mod claims;
mod cuts;
mod needles;
mod registry;
pub mod text;

pub use claims::Header;
pub use registry::Registry;

/// One way of writing hands, and the summaries that go with them.
pub trait Dialect: Sync {
    /// The site whose hands it writes unless a hand says otherwise: the name in the `site` column.
    fn site(&self) -> &'static str;

    /// The dialect's own name: a skin, a converter or an export writes for a site that already has a dialect.
    fn name(&self) -> &'static str {
        self.site()
    }

    /// Texts with which a header starts; [`Dialect::claims`] examines each occurrence. A needle of a single byte is not
    /// examined after a word and a space.
    fn needles(&self) -> &'static [&'static str];

    /// Whether a hand starts with `head`; `before` is what precedes it on the same line.
    ///
    /// The answer must depend on no more than a thousand bytes, preferably on the line alone: what belongs to the next
    /// header is not
    /// there, because a file may be cut at any header, and both parts must give the hands of the whole.
    fn claims(&self, before: &[u8], head: &[u8]) -> bool;

    /// Whether a header may start here, wherever it ends: false only if [`Dialect::claims`] is false for any beginning of
    /// `head` too. The line is searched for other headers, at which this one may be cut off, only if so.
    fn may_start(&self, _before: &[u8], _head: &[u8]) -> bool {
        true
    }

    /// Whether a claimed header may follow these bytes (at most a hundred, across lines): in a text of nested values
    /// they show what the header is a part of. They start no earlier than the previous header or the piece.
    fn may_follow(&self, _earlier: &[u8], _head: &[u8]) -> bool {
        true
    }

    /// How many bytes right before the needle belong to the header, which starts with them: a number or a title, at most
    /// thirty bytes. `before` ends with them, and is what precedes the needle on its line; nothing else on it matters.
    ///
    /// [`Dialect::claims`] gets the same `before`.
    fn lead(&self, _before: &[u8]) -> usize {
        0
    }

    /// Whether the header is the first line of a hand or the last.
    fn header_place(&self) -> HeaderPlace {
        HeaderPlace::First
    }

    /// Whether each hand has capitals and small letters, as a site writes it: one of a single case has been changed.
    fn writes_both_cases(&self) -> bool {
        true
    }

    /// Reads one hand into `hand`, its [`rules`](Hand::rules) included. The caller has cleared `hand` and will reuse
    /// it.
    ///
    /// `scratch` is empty, and is reused too: a dialect whose text is escaped (XML, CSV, JSON) unescapes a value
    /// there before it reads it, so that no hand allocates. Text to be kept goes to the hand with
    /// [`Hand::push_text`]. Errors name the place in `span`, not in `scratch`.
    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError>;

    /// Adds what only the name of the file says about its hands, without its folders; an archive's member has a name of its
    /// own. Called after [`Dialect::parse`].
    ///
    /// Files are renamed: such a name counts only if it has the site's form and names what the hand itself prints.
    fn read_file_name(&self, _name: &str, _hand: &mut Hand) {}

    /// Texts with which a preamble starts: what the file says once for all hands and summaries up to the next preamble.
    /// Such a file is read from its preamble again when it has grown.
    ///
    /// A hand that needs a preamble must be refused without one. When a stored hand is parsed again, its text alone is
    /// tried first, and its file is searched for the preamble only if that fails.
    ///
    /// Of hands in objects ([`HeaderPlace::LastObject`]) it is no more than a key of the first one, which shows where a text
    /// before them ends.
    fn preamble_needles(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a preamble starts with `head`; `before` is what precedes it on the same line.
    fn claims_preamble(&self, _before: &[u8], _head: &[u8]) -> bool {
        false
    }

    /// Whether a preamble may follow these bytes, as [`Dialect::may_follow`] for headers; not if only a shorter `head` may.
    fn preamble_may_follow(&self, _earlier: &[u8], _head: &[u8]) -> bool {
        true
    }

    /// Texts with which the header of a tournament summary starts.
    fn summary_needles(&self) -> &'static [&'static str] {
        &[]
    }

    /// As [`Dialect::lead`], for the headers of summaries.
    fn summary_lead(&self, _before: &[u8]) -> usize {
        0
    }

    /// Whether a summary starts with `head`; `before` is what precedes it on the same line.
    fn claims_summary(&self, _before: &[u8], _head: &[u8]) -> bool {
        false
    }

    /// Whether the dialect reads this HTML page with its tags; other dialects get the bare text.
    fn reads_tags(&self, _page: &[u8]) -> bool {
        false
    }

    /// Reads one summary into `summary`, which the caller has cleared.
    fn parse_summary(
        &self,
        span: Span<'_>,
        _summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        Err(ParseError::new(ParseErrorKind::UnknownDialect, span.at))
    }
}
