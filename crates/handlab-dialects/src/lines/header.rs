//! The first line, which a mail may have wrapped into several.

use std::borrow::Cow;

use handlab_core::error::{ParseError, ParseErrorKind};

use super::{Reader, clock};
use crate::syntax::text::split_once;

impl Reader<'_, '_> {
    pub(super) fn header(&mut self, least_scale: u8) -> Result<(), ParseError> {
        let line = self.line()?;
        let read = if self.grammar.header_lines == 1 {
            self.header_of_one_line(line, least_scale)
        } else {
            let mut lines = String::with_capacity(line.len() * 2 * self.grammar.header_lines);
            lines.push_str(line);
            for _ in 1..self.grammar.header_lines {
                lines.push('\n');
                lines.push_str(self.line()?);
            }
            (self.grammar.header)(&lines, least_scale, self.hand)
        };
        read.map_err(|kind| self.cursor.error(kind))
    }

    /// Reads a header, with the next lines if a mail has wrapped it into two or three.
    fn header_of_one_line(&mut self, line: &str, least_scale: u8) -> Result<(), ParseErrorKind> {
        let mut read = (self.grammar.header)(line, least_scale, self.hand);
        let mut header = Cow::Borrowed(line);
        let mut after = self.cursor.clone();
        for _ in 0..clock::MOST_HEADER_BREAKS {
            let next = after.next_line();
            let is_wrapped = next.is_some_and(|next| match &read {
                Ok(()) => clock::is_end_of_header(next),
                Err(kind) => matches!(kind, ParseErrorKind::Header(_)),
            });
            let Some(next) = next.filter(|_| is_wrapped) else { break };
            let longer = [&header, " ", next].concat();
            let outcome = self.header_anew(&longer, least_scale);
            if outcome.is_ok() {
                (self.cursor, read) = (after.clone(), outcome);
            } else if read.is_ok() {
                return self.header_anew(&header, least_scale);
            }
            header = Cow::Owned(longer);
        }
        if matches!(read, Err(ParseErrorKind::Header(_))) && after.is_at_end() {
            // The rest of a wrapped header may not be there yet.
            return Err(ParseErrorKind::Truncated);
        }
        if read.is_err() && header != line {
            // The error is that of the first line.
            return self.header_anew(line, least_scale);
        }
        read
    }

    fn header_anew(&mut self, line: &str, least_scale: u8) -> Result<(), ParseErrorKind> {
        self.hand.clear();
        self.name_site();
        (self.grammar.header)(line, least_scale, self.hand)
    }
}

/// Whether a line is the header of some room's hand: `Some Room Hand #123: ...`.
pub(super) fn names_hand(line: &str) -> bool {
    let is_room = |name: &str| {
        name.starts_with(char::is_alphabetic)
            && name.chars().all(|letter| letter.is_alphabetic() || " .-'".contains(letter))
    };
    ["Hand #", "Game #"].iter().any(|words| {
        split_once(line, words).is_some_and(|(room, number)| {
            is_room(room) && number.starts_with(|first: char| first.is_ascii_digit())
        })
    })
}
