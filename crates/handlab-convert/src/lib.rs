//! Writes a hand from any site in the text of another format.
//!
//! # Flow
//! 1. [`anonymize`] may give the players of a parsed hand pseudonyms.
//! 2. The module of the format writes the hand: `pokerstars`, `phh`, `ohh`. It refuses what the format has no words for.
//! 3. The text is read again by handlab's own reader of that format, and `compare` compares both hands. If they differ
//!    in essentials (players, stacks, cards, actions, money), the hand is refused: a [`Refusal`]. Anything else that is
//!    not preserved is listed: a [`Loss`].
//!
//! So every returned text is proven to be the same hand, and its losses are measured, not assumed.
//!
//! # Examples
//! ```
//! use handlab_convert::{Converter, Format, Loss};
//! use handlab_core::pipeline::Pipeline;
//! use handlab_dialects::ALL;
//!
//! let text = "\
//! PokerStars Hand #1:  Hold'em No Limit ($1/$2) - 2024/03/17 20:08:32 UTC
//! Table 'Vega' 6-max Seat #1 is the button
//! Seat 1: Ann ($200 in chips)
//! Seat 2: Bob ($200 in chips)
//! Ann: posts small blind $1
//! Bob: posts big blind $2
//! *** HOLE CARDS ***
//! Ann: folds
//! Uncalled bet ($1) returned to Bob
//! Bob collected $2 from pot
//! *** SUMMARY ***
//! Total pot $2 | Rake $0
//! Seat 1: Ann (button) (small blind) folded before Flop
//! Seat 2: Bob (big blind) collected ($2)
//! ";
//! let mut pipeline = Pipeline::default();
//! pipeline.read_text(&ALL, text)?;
//! let mut converter = Converter::new(Format::Ohh);
//! assert_eq!(converter.write(&pipeline), Ok(&[Loss::PrintedTime][..]));
//! assert!(converter.text().contains("\"site_name\":\"pokerstars\""));
//! # Ok::<(), handlab_core::error::ParseError>(())
//! ```

pub mod anonymize;
mod clock;
mod compare;
mod levels;
mod ohh;
mod outcome;
mod phh;
mod pokerstars;

use handlab_core::audit::Verdict;
use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::pipeline::{Pipeline, Step};

pub use outcome::{Loss, Refusal};

/// A format in which hands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The text of PokerStars, which most programs read.
    PokerStars,
    /// PHH, the format of researchers: `.phhs`, several hands in one file.
    Phh,
    /// Open Hand History, JSON.
    Ohh,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::PokerStars, Format::Phh, Format::Ohh];

    /// The name in `--to`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::PokerStars => "pokerstars",
            Format::Phh => "phh",
            Format::Ohh => "ohh",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Writes hands in one format; its buffers are reused for the next hand.
pub struct Converter {
    format: Format,
    text: String,
    refused: String,
    losses: Vec<Loss>,
    again: Pipeline,
}

impl Converter {
    pub fn new(format: Format) -> Converter {
        Converter {
            format,
            text: String::new(),
            refused: String::new(),
            losses: Vec::new(),
            again: Pipeline::default(),
        }
    }

    /// Writes a hand that was read, replayed and audited; returns what the text lacks. The text is [`Converter::text`].
    ///
    /// # Errors
    /// If the format cannot hold the hand. The text is empty then.
    pub fn write(&mut self, read: &Pipeline) -> Result<&[Loss], Refusal> {
        self.text.clear();
        self.losses.clear();
        let written = self.checked(read);
        if written.is_err() {
            self.refused.clone_from(&self.text);
            self.text.clear();
        }
        written.map(|()| &*self.losses)
    }

    /// The text of the last hand.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the last refused hand, to see why it was refused; empty if it was not written at all.
    pub fn refused_text(&self) -> &str {
        &self.refused
    }

    /// The last hand as read back.
    pub fn again(&self) -> &Pipeline {
        &self.again
    }

    fn checked(&mut self, read: &Pipeline) -> Result<(), Refusal> {
        if let Some(refusal) = unsound(read.audit.verdict) {
            return Err(refusal);
        }
        match self.format {
            Format::PokerStars => pokerstars::write(read, &mut self.text)?,
            Format::Phh => phh::write(read, &mut self.text)?,
            Format::Ohh => ohh::write(read, &mut self.text)?,
        }
        if !read_again(&self.text, &mut self.again) {
            return Err(Refusal::Unreadable);
        }
        compare::compare(read, &self.again, &mut self.losses)?;
        // Everything is the same, but the other site's rules judge it differently.
        unsound(self.again.audit.verdict).map_or(Ok(()), |_| Err(Refusal::Doubtful))
    }
}

/// Why a hand with that verdict is not written, if it is not.
fn unsound(verdict: Verdict) -> Option<Refusal> {
    match verdict {
        Verdict::RakeUnknown => Some(Refusal::RakeUnknown),
        Verdict::Cancelled => None,
        verdict if verdict > Verdict::RakeUnknown => Some(Refusal::Unsound),
        _ => None,
    }
}

/// Reads a text as a file; true if it is a single readable hand.
fn read_again(text: &str, again: &mut Pipeline) -> bool {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: text.as_bytes(), encoding: Encoding::Utf8, at, is_last: true };
    let (mut headers, mut is_read) = (0, false);
    framing::frames(&piece, text.as_bytes(), handlab_dialects::find, |frame| {
        headers += 1;
        let Header::Hand(dialect) = frame.header else { return };
        let Ok(text) = std::str::from_utf8(frame.bytes) else { return };
        let (at, is_last, is_terminated) = (frame.at, frame.is_last, frame.is_terminated);
        let span = Span { text, at, is_last, is_terminated, preamble: "" };
        is_read = again.read_until(Step::Audit, dialect, span, |_| {}).is_ok();
    });
    is_read && headers == 1
}
