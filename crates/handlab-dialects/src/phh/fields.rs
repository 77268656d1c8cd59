//! Amounts in the text of a hand, and the places of what is wrong with them.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;

use super::notation::{Notation, Number};
use crate::syntax::text::split_at_mark;

/// Reads the amounts in the text.
pub(super) struct Fields<'s> {
    pub(super) span: Span<'s>,
    pub(super) text: &'s str,
    pub(super) scale: u8,
}

impl Fields<'_> {
    /// An amount as written: digits, perhaps with underscores, and a dot before decimals.
    pub(super) fn read(&self, text: &str) -> Option<i64> {
        let has_marks = text.bytes().any(|byte| byte == b'_');
        let text = if has_marks { text.replace('_', "").into() } else { Cow::Borrowed(text) };
        let text = text.strip_prefix('+').unwrap_or(&text);
        // Three decimals are not thousands.
        let text = match split_at_mark(text, b'.') {
            Some((whole, decimals)) => {
                let decimals = decimals.trim_end_matches('0');
                if decimals.len() > usize::from(self.scale) {
                    // Perhaps the float nearest to an amount: `8.999999999999999`. Three decimals would be read as
                    // thousands.
                    return chips::read(text.as_bytes(), self.scale).filter(|_| decimals.len() > 3);
                }
                let padded = format!("{decimals:0<width$}", width = usize::from(self.scale));
                return format!("{whole}{padded}").parse().ok().filter(|amount: &i64| *amount >= 0);
            }
            None => text,
        };
        chips::read(text.as_bytes(), self.scale)
    }

    pub(super) fn amount(&self, number: &Number) -> Result<i64, ParseError> {
        let text = self.text.get(number.0.clone()).unwrap_or_default();
        self.read(text).ok_or_else(|| self.fault(ParseErrorKind::Amount(text.to_owned()), text))
    }

    /// Stacks; `None` for an unknown one, which is `inf`.
    pub(super) fn stacks(&self, numbers: &[Number]) -> Result<Vec<Option<i64>>, ParseError> {
        let is_unknown = |number: &Number| {
            let text = self.text.get(number.0.clone()).unwrap_or_default();
            matches!(text.trim_start_matches('+'), "inf" | "nan")
        };
        let stack = |number: &Number| {
            if is_unknown(number) { Ok(None) } else { self.amount(number).map(Some) }
        };
        numbers.iter().map(stack).collect()
    }

    /// Blinds and straddles; negative for a newcomer's post to play.
    pub(super) fn blinds(&self, notation: &Notation<'_>) -> Result<Vec<i64>, ParseError> {
        let blind = |number: &Number| {
            let text = self.text.get(number.0.clone()).unwrap_or_default();
            let Some(posted) = text.strip_prefix('-') else { return self.amount(number) };
            let fault = || self.fault(ParseErrorKind::Amount(text.to_owned()), text);
            self.read(posted).map(|amount| -amount).ok_or_else(fault)
        };
        notation.blinds_or_straddles.iter().flatten().map(blind).collect()
    }

    pub(super) fn amounts(&self, numbers: Option<&[Number]>) -> Result<Vec<i64>, ParseError> {
        numbers.unwrap_or_default().iter().map(|number| self.amount(number)).collect()
    }

    /// An error located at a part of the text.
    pub(super) fn fault(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        let start = self.span.text.as_ptr() as usize;
        let offset = (part.as_ptr() as usize).wrapping_sub(start);
        // A string with escapes is not part of the span.
        let offset = if offset < self.span.text.len() { offset } else { 0 };
        let before = &self.span.text.as_bytes()[..offset];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let byte = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1) as u64;
        let at = Position { byte: self.span.at.byte + byte, line: self.span.at.line + lines };
        ParseError::new(kind, at)
    }
}
