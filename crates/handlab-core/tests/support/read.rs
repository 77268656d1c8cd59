//! Reads a file hand by hand, as a batch does, and hands out what each step found.

use handlab_core::audit::Audit;
use handlab_core::batch;
use handlab_core::dialect::{self, Header};
use handlab_core::error::{ParseError, Position};
use handlab_core::ev::Expectation;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::hand::Hand;
use handlab_core::replay::Replay;

/// A hand with what followed from it.
#[derive(Clone, Copy)]
pub(crate) struct Followed<'a> {
    pub(crate) hand: &'a Hand,
    pub(crate) replay: &'a Replay,
    pub(crate) audit: &'a Audit,
    pub(crate) expectation: &'a Expectation,
}

/// Where a hand stands in its file, and what came of it.
pub(crate) struct Read<'a> {
    pub(crate) at: Position,
    /// Bytes in the file.
    pub(crate) length: u64,
    pub(crate) outcome: Result<Followed<'a>, ParseError>,
}

/// A whole file as one piece.
pub(crate) fn whole(data: &[u8]) -> Piece<'_> {
    let encoding = Encoding::detect(data);
    Piece { data, encoding, at: Position { byte: 0, line: 1 }, is_last: true }
}

/// Calls `then` for every hand header of a file.
pub(crate) fn each_hand(data: &[u8], mut then: impl FnMut(&Read<'_>)) {
    let (mut hand, mut replay, mut audit) = (Hand::default(), Replay::default(), Audit::default());
    let (mut expectation, mut buffer) = (Expectation::default(), String::new());
    let piece = whole(data);
    let bytes = framing::transcode(&piece);
    framing::frames(&piece, &bytes, dialect::find, |frame| {
        let Header::Hand(dialect) = frame.header else { return };
        let text = framing::decode(frame.bytes, &mut buffer);
        let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
        hand.clear();
        let span = Span { text, at, is_last, is_terminated };
        let parsed = dialect.parse(span, &mut hand).and_then(|()| {
            replay.run(&hand);
            audit.run(&hand, &replay, dialect);
            expectation.run(&hand, &replay, &audit);
            batch::accept_open(&hand, &audit, text, at)
        });
        let (hand, replay, audit) = (&hand, &replay, &audit);
        let followed = Followed { hand, replay, audit, expectation: &expectation };
        then(&Read { at, length: frame.length, outcome: parsed.map(|()| followed) });
    });
}
