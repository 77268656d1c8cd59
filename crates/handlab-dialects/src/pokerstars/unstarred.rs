//! Hands pasted through a page or a chat that took the stars of the titles for bold type.
//!
//! ```text
//!  HOLE CARDS
//!  FLOP  [Tc 8d Td]
//!  SUMMARY
//! ```

use crate::lines::common_form::lines;
use crate::lines::translate::Translator;
use crate::syntax::text::{find, trim, write_line};

const STARS: &str = "***";
const FIRST: &str = "HOLE CARDS";

/// Whether no title of the hand has stars: if one has, lines without stars are not titles.
pub(super) fn is_unstarred(text: &str) -> bool {
    !has_stars(text) && find(text, FIRST).is_some() && lines(text).any(|line| trim(line) == FIRST)
}

/// Whether there is a title with stars: a longer row of stars is a separator between hands.
fn has_stars(mut text: &str) -> bool {
    while let Some(at) = find(text, STARS) {
        let title = &text[at..];
        if !title.starts_with("****") {
            return true;
        }
        text = title.split_once('\n').map_or("", |(_, rest)| rest);
    }
    false
}

/// Gives the titles their stars.
pub(super) struct Titles;

impl Translator<'_> for Titles {
    fn line(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        match title_of(line) {
            Some((title, cards)) => write_line(out, [STARS, " ", title, " ", STARS, " ", cards]),
            None => write_line(out, [line]),
        }
    }
}

/// A line's title and cards. A player's name may be a title, but acts have a colon.
fn title_of(line: &str) -> Option<(&'static str, &str)> {
    if let Some(title) = [FIRST, "SHOW DOWN", "SUMMARY"].into_iter().find(|title| *title == line) {
        return Some((title, ""));
    }
    ["FLOP", "TURN", "RIVER"].into_iter().find_map(|title| {
        let cards = trim(line.strip_prefix(title)?);
        let are_cards = cards.starts_with('[') && cards.ends_with(']') && !cards.contains(':');
        are_cards.then_some((title, cards))
    })
}
