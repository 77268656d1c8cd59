//! A piece of a file in, its audited rows out: all steps in one call.

use crate::audit::Verdict;
use crate::dialect::{Dialect, Header, Registry};
use crate::error::{ParseError, ParseErrorKind, Position};
use crate::framing::{self, Encoding, Frame, Piece, Plain, Span};
use crate::hand::Hand;
use crate::pipeline::Pipeline;
use crate::repeated_hour::{self, AmbiguousHand};
use crate::summary::TournamentSummary;
use crate::table::{Source, Tables};
use crate::time;

mod overlay;

use overlay::overlay;

pub use overlay::{Overlay, card_list};

/// The options of a batch, apart from its text.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The dialects to read.
    pub dialects: &'a Registry,
    pub account: Option<&'a str>,
    /// The zone of times that are printed without one.
    pub timezone: Option<&'a str>,
    pub source_file: Option<&'a str>,
    pub source_member: Option<&'a str>,
    /// SHA-256 of the file or member, in hex.
    pub source_digest: Option<&'a str>,
    /// Whether each hand's text is a column of its row.
    pub keep_text: bool,
    /// Only the hands that start at these bytes of the file, ascending; `None` for all.
    pub only: Option<&'a [u64]>,
    /// What other copies of these hands add, by ascending `offset`.
    pub overlays: &'a [Overlay],
    /// The preamble of an earlier piece of the file, in the encoding of this piece.
    pub preamble: Option<Preamble<'a>>,
}

/// What a file said once for all its hands, and where.
#[derive(Clone, Copy, Debug)]
pub struct Preamble<'a> {
    pub data: &'a [u8],
    pub at: Position,
}

/// The result of a piece.
#[derive(Debug, Default)]
pub struct Batch {
    pub tables: Tables,
    /// Hand headers found. The next three count hands that are cut off, unreadable, and cancelled by the site.
    pub headers: u64,
    pub partial: u64,
    pub rejected: u64,
    pub cancelled: u64,
    /// Tournament summaries read.
    pub summaries: u64,
    /// Byte of the file where an unfinished, or possibly unfinished, last hand starts: a longer file is read from
    /// there.
    pub tail: Option<u64>,
    /// Byte from which a longer file is read, if the file ends here: where its last hand or summary starts, to which
    /// lines may be added although it seems whole; or the preamble before it.
    pub reread: Option<u64>,
    /// Lines of the piece.
    pub lines: u64,
    /// The dialect whose hand came first.
    pub dialect: Option<&'static str>,
}

/// Parses, replays, audits and tabulates the contents of a piece.
pub fn parse(piece: &Piece<'_>, options: &Options<'_>) -> Batch {
    parse_onto(piece, options, Tables::default())
}

/// Like [`parse`], with the rows of earlier pieces: the counts are those of this piece, its rows come last.
pub fn parse_onto(piece: &Piece<'_>, options: &Options<'_>, tables: Tables) -> Batch {
    run(piece, options, tables, None)
}

/// Calls `each` for every hand instead of making its rows; only rejects get a row. Does not resolve which pass of a
/// repeated hour a hand is from.
pub fn visit(piece: &Piece<'_>, options: &Options<'_>, each: &mut Visitor<'_>) -> Batch {
    run(piece, options, Tables::default(), Some(each))
}

/// Called with each hand that was read, replayed and audited.
pub type Visitor<'a> = dyn FnMut(&mut Pipeline) + 'a;

fn run<'a>(
    piece: &Piece<'_>,
    options: &'a Options<'_>,
    tables: Tables,
    each: Option<&'a mut Visitor<'_>>,
) -> Batch {
    let mut worker = Worker {
        each,
        options,
        first_hand: tables.hands(),
        batch: Batch { tables, ..Batch::default() },
        pipeline: Pipeline::default(),
        buffer: String::new(),
        ambiguous: Vec::new(),
        preamble: None,
        last: None,
    };
    let dialects = options.dialects;
    let find = |bytes: &[u8], from| dialects.find(bytes, from);
    if let Some(Preamble { data, at }) = options.preamble {
        let earlier = Piece { data, at, is_last: false, ..*piece };
        let bytes = framing::transcode(&earlier);
        framing::frames(&earlier, &bytes, find, |frame| worker.take(&frame));
    }
    let has_header = |bytes: &[u8]| find(bytes, 0).is_some();
    let (bytes, is_in_place) = framing::text(piece, |page| dialects.reads_tags(page), has_header);
    let framed = framing::frames(piece, &bytes, find, |frame| worker.take(&frame));
    worker.batch.lines = framed.lines;
    // Lines whose header has not been written yet.
    if let Some(rest) = framed.rest.filter(|_| piece.is_last) {
        worker.batch.tail.get_or_insert(rest.byte);
    }
    worker.resolve_repeated_hours();
    // A header that is itself cut off does not count yet: when the file has grown, it must not be read from its middle.
    if piece.is_last
        && let Some((start, at)) = framing::unfinished_line(piece, &bytes)
        && dialects.may_be_header(&bytes[start..])
    {
        worker.batch.tail.get_or_insert(at.byte);
    }
    let last = worker.last.unwrap_or(piece.at.byte);
    let reread = worker.batch.tail.map_or(last, |tail| tail.min(last));
    worker.batch.reread = piece.is_last.then_some(reread);
    // Without its preamble the rest of the file is unreadable.
    if let Some((_, _, at)) = &worker.preamble {
        worker.batch.start_from(at.byte);
    }
    // The positions refer to another text.
    if !is_in_place {
        worker.batch.start_from(piece.at.byte);
    }
    worker.batch
}

struct Worker<'a, 'v> {
    options: &'a Options<'a>,
    each: Option<&'a mut Visitor<'v>>,
    batch: Batch,
    pipeline: Pipeline,
    buffer: String,
    /// The row of the piece's first hand.
    first_hand: usize,
    /// Hands in an hour that occurs twice.
    ambiguous: Vec<AmbiguousHand>,
    preamble: Option<LastPreamble>,
    /// Where the last hand or summary starts.
    last: Option<u64>,
}

impl Batch {
    /// Reads a longer file from this byte, if from anywhere.
    fn start_from(&mut self, byte: u64) {
        for place in [&mut self.tail, &mut self.reread] {
            *place = place.map(|_| byte);
        }
    }
}

impl Worker<'_, '_> {
    fn take(&mut self, frame: &Frame<'_, Header>) {
        let is_asked = |only: &[u64]| only.binary_search(&frame.at.byte).is_ok();
        let is_preamble = matches!(frame.header, Header::Preamble(_));
        if !is_preamble && self.options.only.is_some_and(|only| !is_asked(only)) {
            return;
        }
        if !is_preamble {
            self.last = Some(frame.at.byte);
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        let text = framing::decode(frame.bytes, &mut buffer);
        match frame.header {
            Header::Preamble(dialect) => {
                let mut plain = Plain::default();
                let text = plain.text_of(text).unwrap_or(text);
                self.preamble = Some((dialect.name(), text.to_owned(), frame.at));
            }
            Header::Hand(dialect) => self.take_hand(frame, text, dialect),
            Header::Summary(dialect) => self.take_summary(frame, text, dialect),
        }
        self.buffer = buffer;
    }

    fn take_hand(&mut self, frame: &Frame<'_, Header>, text: &str, dialect: &'static dyn Dialect) {
        self.batch.headers += 1;
        self.batch.dialect.get_or_insert(dialect.name());
        let at = frame.at;
        let (pipeline, options) = (&mut self.pipeline, self.options);
        let complete = |hand: &mut Hand| {
            dialect.read_file_name(options.file_name(), hand);
            read_in_zone(hand, options.timezone);
            overlay(hand, options.overlays_at(at.byte));
        };
        let span = span_of(frame, text, dialect, self.preamble.as_ref());
        if let Err(error) = pipeline.read(dialect, span, complete) {
            return self.reject(frame, text, dialect.name(), error);
        }
        if pipeline.hand.is_open || pipeline.hand.may_go_on || span.may_break_off() {
            self.batch.tail = Some(at.byte);
        }
        if let Some(error) = pipeline.hand.foreign.take() {
            self.batch.headers += 1;
            self.reject(frame, text_from(text, &error), dialect.name(), error);
        }
        let pipeline = &mut self.pipeline;
        self.batch.cancelled += u64::from(pipeline.audit.verdict == Verdict::Cancelled);
        if let Some(each) = &mut self.each {
            return each(pipeline);
        }
        let source = Source { text: options.keep_text.then_some(text), ..options.source(frame) };
        let row = self.batch.tables.hands();
        self.batch.tables.push(&pipeline.audited(source));
        let hand = &pipeline.hand;
        if let Some((first, later)) = hand.started_at.zip(hand.started_at_later) {
            self.ambiguous.push(AmbiguousHand { hand: row, first, later });
        }
    }

    /// Decides for hands in a repeated hour which pass they are from, by their neighbours in the file.
    fn resolve_repeated_hours(&mut self) {
        let tables = &mut self.batch.tables;
        let mut later = Vec::new();
        // Earlier rows may be another file's.
        let first_hand = self.first_hand;
        let start_of = |hand| tables.started_at(hand).filter(|_| hand >= first_hand);
        repeated_hour::resolve(&self.ambiguous, start_of, |hand, start| later.push((hand, start)));
        for (hand, start) in later {
            tables.set_started_at(hand, start);
        }
    }

    fn take_summary(&mut self, frame: &Frame<'_, Header>, text: &str, dialect: &dyn Dialect) {
        let mut read = TournamentSummary::default();
        let span = span_of(frame, text, dialect, self.preamble.as_ref());
        let mut is_read = dialect.parse_summary(span, &mut read);
        let mut plain = Plain::default();
        // Most are read whatever their spaces are, and their digests are of the text.
        if (is_read.is_err() || read.tournament_id.is_empty())
            && let Some(text) = plain.text_of(text)
        {
            read.clear();
            is_read = dialect.parse_summary(Span { text, ..span }, &mut read);
        }
        match is_read {
            Ok(()) if read.tournament_id.is_empty() => {
                let line = text.lines().next().unwrap_or_default().to_owned();
                let error = ParseError::new(ParseErrorKind::Header(line), frame.at);
                self.push_reject(frame, text, dialect.name(), &error);
            }
            Ok(()) => {
                self.batch.summaries += 1;
                self.batch.tables.tournament_reports.push_summary(&read);
            }
            Err(error) => self.push_reject(frame, text, dialect.name(), &error),
        }
    }

    fn reject(&mut self, frame: &Frame<'_, Header>, text: &str, dialect: &str, error: ParseError) {
        let error = place_in_file(frame, text, error);
        if *error.kind() == ParseErrorKind::Truncated {
            self.batch.partial += 1;
            self.batch.tail = frame.is_last.then_some(frame.at.byte);
        } else {
            self.batch.rejected += 1;
        }
        self.push_reject(frame, text, dialect, &error);
    }

    fn push_reject(
        &mut self,
        frame: &Frame<'_, Header>,
        text: &str,
        dialect: &str,
        error: &ParseError,
    ) {
        self.batch.tables.rejects.push(&self.options.source(frame), text, dialect, error);
    }
}

/// The text from the header on that an error is about, if the header is found.
fn text_from<'t>(text: &'t str, error: &ParseError) -> &'t str {
    let ParseErrorKind::Header(header) = error.kind() else { return text };
    text.find(&**header).map_or(text, |at| &text[at..])
}

/// The dialect, text and place of the last preamble.
type LastPreamble = (&'static str, String, Position);

/// What a dialect reads: the text of a frame, and the last preamble if it belongs to the dialect.
fn span_of<'t>(
    frame: &Frame<'_, Header>,
    text: &'t str,
    dialect: &dyn Dialect,
    preamble: Option<&'t LastPreamble>,
) -> Span<'t> {
    let &Frame { at, is_last, is_terminated, .. } = frame;
    let preamble = preamble.filter(|(name, ..)| *name == dialect.name());
    Span { text, at, is_last, is_terminated, preamble: preamble.map_or("", |(_, text, _)| text) }
}

/// A decoded text differs in length from the file: the line number holds, and the byte is computed from it.
fn place_in_file(frame: &Frame<'_, Header>, text: &str, error: ParseError) -> ParseError {
    if frame.encoding == Encoding::Utf8 && text.len() as u64 == frame.length {
        return error;
    }
    let mut at = error.at();
    at.byte = frame.byte_of_line(at.line - frame.at.line);
    ParseError::new(error.kind().clone(), at)
}

impl<'a> Options<'a> {
    /// Everything that these dialects find, without the texts.
    pub fn new(dialects: &'a Registry) -> Options<'a> {
        Options {
            dialects,
            account: None,
            timezone: None,
            source_file: None,
            source_member: None,
            source_digest: None,
            keep_text: false,
            only: None,
            overlays: &[],
            preamble: None,
        }
    }

    /// The place of a span.
    fn source(&self, frame: &Frame<'_, Header>) -> Source<'a> {
        Source {
            account: self.account,
            file: self.source_file,
            member: self.source_member,
            digest: self.source_digest,
            offset: frame.at.byte as i64,
            length: frame.length as i64,
            line: frame.at.line as i64,
            text: None,
        }
    }

    /// The name of the file or member without its folders; empty if it is unknown.
    fn file_name(&self) -> &'a str {
        let path = self.source_member.or(self.source_file).unwrap_or_default();
        path.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    /// What other copies add to the hand at a byte of the file.
    fn overlays_at(&self, offset: u64) -> &[Overlay] {
        let start = self.overlays.partition_point(|overlay| overlay.offset < offset);
        let known = &self.overlays[start..];
        &known[..known.partition_point(|overlay| overlay.offset == offset)]
    }
}

/// Interprets a time without a zone in the requested one.
fn read_in_zone(hand: &mut Hand, timezone: Option<&str>) {
    let is_zoneless = hand.started_at.is_none() && hand.zone.is_empty();
    if let Some(zone) = timezone.filter(|_| is_zoneless) {
        let passes = time::utc_passes(hand.str(hand.started_raw), zone);
        hand.started_at = passes.map(|(first, _)| first);
        hand.started_at_later = passes.and_then(|(_, later)| later);
    }
}
