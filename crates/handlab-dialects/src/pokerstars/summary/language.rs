//! A language of the client other than English.

use std::borrow::Cow;

/// What the client writes in one language.
pub(super) struct Language {
    /// The start of a summary.
    pub(super) title: &'static str,
    /// Translates a line to English; `None` if it is the same or unknown.
    pub(super) in_english: fn(&str) -> Option<String>,
    /// The start of a line that addresses the owner.
    pub(super) owner: &'static str,
    /// Whether a prize that is not an amount may mean that the player is still playing.
    pub(super) is_unclear: fn(&str) -> bool,
}

impl Language {
    pub(super) fn translated<'a>(&self, line: Cow<'a, str>) -> Cow<'a, str> {
        (self.in_english)(&line).map_or(line, Cow::Owned)
    }

    /// Whether a line is an unknown sentence addressed to the owner.
    pub(super) fn is_unknown(&self, line: &str) -> bool {
        line.starts_with(self.owner) && line.bytes().any(|byte| byte.is_ascii_digit())
    }
}
