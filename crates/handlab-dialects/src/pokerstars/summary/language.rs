//! What the client writes in a language besides English.

use std::borrow::Cow;

/// What the client writes in one language.
pub(super) struct Language {
    /// What a summary starts with.
    pub(super) title: &'static str,
    /// A line in English; `None` for one that is the same, or that is not known.
    pub(super) in_english: fn(&str) -> Option<String>,
    /// What a line starts with that addresses the owner.
    pub(super) owner: &'static str,
    /// Whether a prize without an amount may mean that the player is still playing.
    pub(super) is_unclear: fn(&str) -> bool,
}

impl Language {
    pub(super) fn translated<'a>(&self, line: Cow<'a, str>) -> Cow<'a, str> {
        (self.in_english)(&line).map_or(line, Cow::Owned)
    }

    /// Whether a line tells the owner something in words that are not known.
    pub(super) fn is_unknown(&self, line: &str) -> bool {
        line.starts_with(self.owner) && line.bytes().any(|byte| byte.is_ascii_digit())
    }
}
