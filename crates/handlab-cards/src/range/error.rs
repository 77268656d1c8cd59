//! Why a text is not a range: the place, and what would be valid.

use std::fmt;

/// The number of characters of the text that an error repeats.
const SHOWN: usize = 16;

/// Why a text is not a range.
///
/// ```
/// use handlab_cards::range::Range;
///
/// let error = Range::parse("TT+, AKx").expect_err("no such mark");
/// assert_eq!(error.at(), 7);
/// assert_eq!(error.to_string(), "expected `,` or the end at byte 7, got `x`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeError {
    at: usize,
    wanted: &'static str,
    got: String,
    hint: Option<&'static str>,
}

impl RangeError {
    /// Expected `wanted` at byte `at` of `text`.
    pub(super) fn new(text: &str, at: usize, wanted: &'static str) -> RangeError {
        let rest = text.get(at..).unwrap_or_default();
        let is_end = |c: char| c == ',' || c == ';' || c.is_whitespace();
        // The text up to the next item, or the separator at this position.
        let got: String = match rest.chars().next() {
            Some(first) => std::iter::once(first)
                .chain(rest.chars().skip(1).take_while(|c| !is_end(first) && !is_end(*c)))
                .take(SHOWN)
                .collect(),
            None => String::new(),
        };
        RangeError { at, wanted, got, hint: None }
    }

    #[must_use]
    pub(super) fn hint(self, hint: &'static str) -> RangeError {
        RangeError { hint: Some(hint), ..self }
    }

    /// The byte offset of the error.
    pub const fn at(&self) -> usize {
        self.at
    }
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RangeError { at, wanted, got, hint } = self;
        write!(f, "expected {wanted} at byte {at}, got ")?;
        if got.is_empty() {
            f.write_str("the end")?;
        } else {
            write!(f, "`{}`", got.escape_debug())?;
        }
        hint.map_or(Ok(()), |hint| write!(f, " (hint: {hint})"))
    }
}

impl std::error::Error for RangeError {}
