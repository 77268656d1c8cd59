//! All steps for the text of one hand, in order: parse, replay, audit, expected values.
//!
//! ```
//! use handlab_core::pipeline::Pipeline;
//! use handlab_dialects::ALL;
//!
//! let mut pipeline = Pipeline::default();
//! assert!(pipeline.read_text(&ALL, "not a hand").is_err());
//! ```

use crate::audit::{Audit, RakeSource, Verdict};
use crate::chips;
use crate::cursor::Cursor;
use crate::dialect::text::name_as_seated;
use crate::dialect::{Dialect, Header, Registry};
use crate::error::{ParseError, ParseErrorKind, Position};
use crate::ev::Expectation;
use crate::framing::{self, Encoding, Found, HeaderPlace, Piece, Plain, Span};
use crate::hand::{ActionKind, Hand};
use crate::raises;
use crate::replay::Replay;
use crate::stud;
use crate::table::{Audited, Source};
use handlab_cards::game::Game;

/// The longest part of a line that an error quotes.
const LONGEST_QUOTED: usize = 200;

/// The steps, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Parse,
    Replay,
    Audit,
    Expectation,
}

/// One hand with its replay, audit and expected values; the buffers are reused for the next hand.
#[derive(Debug, Default)]
pub struct Pipeline {
    pub hand: Hand,
    pub replay: Replay,
    pub audit: Audit,
    pub expectation: Expectation,
    /// For dialects that unescape.
    scratch: String,
    /// For hands that have several possible readings.
    other_replay: Replay,
    /// For texts whose spaces were changed.
    plain: Plain,
}

impl Pipeline {
    /// Reads, replays and audits a hand. `complete` adds what other sources hold about it to the parsed hand.
    ///
    /// # Errors
    /// If the dialect cannot read the text, or it may be unfinished and its money does not add up.
    pub fn read(
        &mut self,
        dialect: &dyn Dialect,
        span: Span<'_>,
        complete: impl FnOnce(&mut Hand),
    ) -> Result<(), ParseError> {
        self.read_until(Step::Expectation, dialect, span, complete)
    }

    /// Like [`Pipeline::read`], but stops after one step, for measurements.
    ///
    /// # Errors
    /// As for [`Pipeline::read`], if a step that was run finds them.
    pub fn read_until(
        &mut self,
        last: Step,
        dialect: &dyn Dialect,
        span: Span<'_>,
        complete: impl FnOnce(&mut Hand),
    ) -> Result<(), ParseError> {
        self.hand.clear();
        self.scratch.clear();
        self.parse(dialect, span)
            .or_else(|error| self.parse_without_widthless(dialect, span, error))?;
        if dialect.writes_both_cases() && is_of_one_case(span.text) {
            let line = framing::first_line(span.text.as_bytes(), LONGEST_QUOTED).into_owned();
            return Err(ParseError::new(ParseErrorKind::Header(line), span.at));
        }
        drop_unposted_small_blind(&mut self.hand);
        complete(&mut self.hand);
        stud::infer(&mut self.hand);
        let Pipeline { hand, replay, audit, other_replay, .. } = self;
        let is_audited = last >= Step::Replay && raises::replay(hand, replay, other_replay, audit);
        if last >= Step::Audit {
            if !is_audited {
                audit.run(hand, replay);
            }
            self.accept_open(span)?;
        }
        if last >= Step::Expectation {
            self.expectation.run(&self.hand, &self.replay, &self.audit);
        }
        Ok(())
    }

    #[inline]
    fn parse(&mut self, dialect: &dyn Dialect, span: Span<'_>) -> Result<(), ParseError> {
        if framing::may_be_respaced(span.text.as_bytes()) {
            return self.parse_plain(dialect, span);
        }
        parse_as_seated(dialect, span, &mut self.hand, &mut self.scratch)
    }

    /// Parses a hand that cannot be read as it is, because of this error, without the marks of no width in it.
    #[cold]
    fn parse_without_widthless(
        &mut self,
        dialect: &dyn Dialect,
        span: Span<'_>,
        error: ParseError,
    ) -> Result<(), ParseError> {
        let Some(text) = framing::without_widthless(span.text) else { return Err(error) };
        self.hand.clear();
        self.scratch.clear();
        self.parse(dialect, Span { text: &text, ..span }).map_err(|error| in_text(&error, span))
    }

    /// Parses a hand with plain spaces and signs, and names as the text spells them.
    #[cold]
    fn parse_plain(&mut self, dialect: &dyn Dialect, span: Span<'_>) -> Result<(), ParseError> {
        let Pipeline { hand, scratch, plain, .. } = self;
        let Some(text) = plain.text_of(span.text) else {
            return parse_as_seated(dialect, span, hand, scratch);
        };
        parse_as_seated(dialect, Span { text, ..span }, hand, scratch)
            .map_err(|error| in_text(&error, span))?;
        hand.respell(|name| plain.spelling_of(name, span.text));
        Ok(())
    }

    /// Reads the first hand of a text with the dialect that claims it, and with any preamble before it; the text is
    /// assumed to be complete.
    ///
    /// # Errors
    /// If no dialect claims it, or its dialect cannot read it.
    pub fn read_text(&mut self, dialects: &Registry, text: &str) -> Result<(), ParseError> {
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last: false };
        let find = |bytes: &[u8], from| dialects.find(bytes, from);
        // Nearly all texts are a single hand as its site writes it.
        if let Some(Found { at: 0, header: Header::Hand(dialect), place: HeaderPlace::First }) =
            find(piece.data, 0)
            && !framing::may_be_respaced(piece.data)
        {
            let end = find(piece.data, 1).map_or(text.len(), |next| next.at);
            let text = text[..end].trim_end();
            let span = Span { text, at, is_last: false, is_terminated: true, preamble: "" };
            if self.read(dialect, span, |_| {}).is_ok() {
                return Ok(());
            }
        }
        let has_header = |bytes: &[u8]| find(bytes, 0).is_some();
        let (bytes, _) = framing::text(&piece, |page| dialects.reads_tags(page), has_header);
        let mut preamble = ("", String::new());
        let mut read = None;
        let mut buffer = String::new();
        framing::frames(&piece, &bytes, find, |frame| match frame.header {
            _ if read.is_some() => {}
            Header::Preamble(dialect) => {
                preamble = (dialect.name(), framing::decode(frame.bytes, &mut buffer).to_owned());
            }
            Header::Hand(dialect) => {
                let is_of_it = preamble.0 == dialect.name();
                let span = Span {
                    text: framing::decode(frame.bytes, &mut buffer),
                    at: frame.at,
                    is_last: false,
                    is_terminated: true,
                    preamble: if is_of_it { &preamble.1 } else { "" },
                };
                read = Some(self.read(dialect, span, |_| {}));
            }
            Header::Summary(_) => {}
        });
        read.unwrap_or_else(|| Err(ParseError::new(ParseErrorKind::UnknownDialect, at)))
    }

    /// The hand with all results, ready for the tables.
    pub fn audited<'a>(&'a self, source: Source<'a>) -> Audited<'a> {
        let Pipeline { hand, replay, audit, expectation, .. } = self;
        Audited { hand, replay, audit, expectation, source }
    }

    /// Whether a possibly unfinished hand counts: an error unless its money already adds up.
    fn accept_open(&self, span: Span<'_>) -> Result<(), ParseError> {
        let verdict = self.audit.verdict;
        let is_settled = verdict < Verdict::RakeUnknown || verdict == Verdict::Cancelled;
        if (!self.hand.is_open || is_settled) && !self.may_lack_digits(span) {
            return Ok(());
        }
        let mut cursor = Cursor::new(span.text, span.at);
        while cursor.next_line().is_some() {}
        Err(cursor.error(ParseErrorKind::Truncated))
    }

    /// Whether the text ends within a payment, for all that is known: the digits that are missing would pass for the
    /// rake, which is inferred.
    fn may_lack_digits(&self, span: Span<'_>) -> bool {
        let is_rake_known = self.audit.rake_source != RakeSource::Inferred || self.audit.rake == 0;
        if is_rake_known || !span.may_break_off() {
            return false;
        }
        let text = span.text.trim_end();
        let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
        let is_part_or_space = |letter: char| is_part(letter) || matches!(letter, ' ' | '\u{a0}');
        let amount = &text[text.trim_end_matches(is_part).len()..];
        let decimals = amount.bytes().rev().take_while(u8::is_ascii_digit).count();
        let is_whole = decimals < amount.len() && decimals == usize::from(self.hand.scale);
        let spaced = text[text.trim_end_matches(is_part_or_space).len()..].trim_start();
        let is_paid = |amount: &str| {
            let paid = chips::read(amount.trim_end_matches(['.', ',']).as_bytes(), self.hand.scale);
            paid.is_some_and(|paid| self.hand.collected.iter().any(|line| line.amount == paid))
        };
        !is_whole && (is_paid(amount) || is_paid(spaced))
    }
}

/// An error in another spelling of a hand's text: it is at the start of its line in the text itself.
fn in_text(error: &ParseError, span: Span<'_>) -> ParseError {
    let mut at = error.at();
    let line = at.line - span.at.line;
    at.byte = span.at.byte + framing::line_start(span.text.as_bytes(), line) as u64;
    ParseError::new(error.kind().clone(), at)
}

/// Parses a hand; again with a name in the case in which its seat has it, as long as one is unknown otherwise.
fn parse_as_seated(
    dialect: &dyn Dialect,
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    let Err(error) = dialect.parse(span, hand, scratch) else { return Ok(()) };
    let (mut text, mut latest) = (None, error.clone());
    while let ParseErrorKind::UnknownPlayer(line) = latest.kind() {
        let known = text.as_deref().unwrap_or(span.text);
        // Each time another name is spelt: there are no more than seats.
        let Some(respelt) = name_as_seated(known, line, hand) else { break };
        hand.clear();
        scratch.clear();
        match dialect.parse(Span { text: &respelt, ..span }, hand, scratch) {
            Ok(()) => return Ok(()),
            Err(error) => latest = error,
        }
        text = Some(respelt);
    }
    Err(error)
}

/// Removes the small blind from the stakes of short deck where nobody posts one: some headers print a pair although only
/// the button posts a blind.
fn drop_unposted_small_blind(hand: &mut Hand) {
    let is_posted = || hand.actions.iter().any(|act| act.kind == ActionKind::PostSmallBlind);
    if hand.game == Game::ShortDeck && !is_posted() {
        hand.stakes.small_blind = None;
    }
}

/// Whether an editor has put a text into capitals, or into small letters: names, and some words, have lost what they
/// were. Nearly every site writes both in each hand.
fn is_of_one_case(text: &str) -> bool {
    /// No hand of a site is shorter.
    const SHORTEST: usize = 200;
    let has = |is_of_case: fn(&u8) -> bool| text.as_bytes().iter().any(is_of_case);
    text.len() >= SHORTEST && has(u8::is_ascii_uppercase) != has(u8::is_ascii_lowercase)
}
