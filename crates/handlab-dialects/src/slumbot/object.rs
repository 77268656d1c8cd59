//! The object of an answer: the fields that are read; others are skipped.

use std::borrow::Cow;

use handlab_core::error::Position;
use handlab_core::framing::Span;
use serde::Deserialize;

use crate::syntax::json::{self, Number};

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow, rename = "client_pos")]
    pub(super) position: Number<'a>,
    #[serde(borrow)]
    pub(super) hole_cards: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) board: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) bot_hole_cards: Option<Vec<Cow<'a, str>>>,
    #[serde(borrow)]
    pub(super) winnings: Number<'a>,
    #[serde(borrow)]
    pub(super) won_pot: Number<'a>,
}

/// The span as JSON, from the bracket on that precedes it.
///
/// Python's literals are as long as those of JSON, so that places stay the same.
pub(super) fn as_json<'t>(span: Span<'t>, scratch: &'t mut String) -> Span<'t> {
    if span.text.starts_with('"') {
        return json::with_opening(span, "{", scratch);
    }
    scratch.push('{');
    scratch.push_str(&span.text.replace('\'', "\"").replace(": None", ": null"));
    let at = Position { byte: span.at.byte.saturating_sub(1), ..span.at };
    Span { text: scratch, at, ..span }
}
