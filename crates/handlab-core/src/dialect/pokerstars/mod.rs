//! PokerStars and the tools that write as it does.
//!
//! Written from logs of 2005 to 2025. Grammar, a line each:
//! ```text
//! PokerStars (Zoom |Home Game )?(Hand|Game) #ID: ...            header.rs
//! Table 'NAME' 6-max (Play Money) Seat #3 is the button          seats.rs
//! Seat N: NAME (STACK in chips[, BOUNTY bounty]) [is sitting out]
//! NAME: posts ...                                                actions.rs
//! *** HOLE CARDS *** | *** DEALING HANDS *** | *** 3rd STREET ***
//! Dealt to NAME [cards] [cards]
//! NAME: folds | checks | calls X | bets X | raises X to Y | discards ... | shows [cards] ...
//! *** [FIRST |SECOND |THIRD ](FLOP|TURN|RIVER|SHOW DOWN) *** [board] [card]
//! Uncalled bet (X) returned to NAME | NAME collected X from POT | ...
//! *** SUMMARY ***                                                summary.rs
//! Total pot X [Main pot X. Side pot[-n] X.] | Rake X
//! [FIRST |SECOND ]Board [cards]
//! Seat N: NAME [(button)] showed [cards] and won (X) with ...
//! ```
//!
//! Liberties:
//! * A header is found in the middle of a line too, since cut-off hands are glued to the next one; not within chat.
//! * Letters of the header may be capitals throughout (`PokerTracker` 2 exports).
//! * Cards that are no cards (`[of]`) are left out in `Dealt to` and `shows`; on a board they are an error.
//! * `raises A to B`: only B counts, since converters print B twice.
//! * Lines of nobody at the table are ignored (chat, `joins the table`, `has timed out`): the audit tells whether one
//!   of them mattered. A line `NAME: verb` of somebody at the table with an unknown verb is an error.
//! * A hand without `*** SUMMARY ***` is truncated; so is the last of a file if its summary lacks seats and its line end.

use crate::cursor::Cursor;
use crate::error::{ParseError, ParseErrorKind};
use crate::framing::Span;
use crate::hand::Hand;

use super::text::tell_ante_kind;
use super::{Dialect, RakePrinting};

mod actions;
mod header;
mod seats;
mod stakes;
mod summary;
mod tournament;

/// See the module.
pub struct PokerStars;

impl Dialect for PokerStars {
    fn site(&self) -> &'static str {
        "pokerstars"
    }

    fn needles(&self) -> &'static [&'static str] {
        &["PokerStars ", "POKERSTARS GAME #"]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn rake(&self) -> RakePrinting {
        RakePrinting::Always
    }

    /// In 2021 some winners paid 6.25 % up to 2.50 where the others paid 5 % up to 2.00, always the same people: seen
    /// in 19 split pots, and in all pots that one of them won alone.
    fn winner_rakes(&self) -> Option<[i64; 2]> {
        Some([4, 5])
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
        hand.site = self.site();
        hand.network = Some("pokerstars");
        let mut reader = Reader { cursor: Cursor::new(span.text, span.at), hand };
        let is_open = span.is_last && !span.is_terminated;
        match reader.hand(span.is_terminated) {
            Ok(is_whole) if is_whole || !span.is_last => Ok(()),
            // Half a line at the end of a growing file is no fault of the text.
            Err(error) if !is_open || !reader.cursor.is_at_end() => Err(error),
            _ => Err(reader.cursor.error(ParseErrorKind::Truncated)),
        }
    }
}

/// What the parts of the dialect work on.
struct Reader<'a, 'h> {
    cursor: Cursor<'a>,
    hand: &'h mut Hand,
}

impl<'a> Reader<'a, '_> {
    /// Reads the whole text. True if the summary has a line for every seat that was dealt in.
    fn hand(&mut self, is_terminated: bool) -> Result<bool, ParseError> {
        let line = self.line()?;
        header::read(line, self.hand).map_err(|kind| self.cursor.error(kind))?;
        let first = self.seats()?;
        self.actions(first)?;
        let is_whole = self.summary(is_terminated)?;
        tell_ante_kind(self.hand);
        Ok(is_whole)
    }

    /// The next line; the end of the text is a truncated hand.
    fn line(&mut self) -> Result<&'a str, ParseError> {
        self.cursor.next_line().ok_or_else(|| self.cursor.error(ParseErrorKind::Truncated))
    }

    fn unknown_line(&self, line: &str) -> ParseError {
        self.cursor.error(ParseErrorKind::UnknownLine(line.to_owned()))
    }
}
