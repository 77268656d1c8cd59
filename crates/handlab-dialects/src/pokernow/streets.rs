//! Rows that deal a board: `Flop:  [3♦, 4♥, 8♠]`, `Turn (second run): 3♦, 4♥, 8♠ [5♠]`, and `flop:` of 2020.

use super::rows::Row;
use crate::syntax::text::{split_once, strip_prefix_ignore_case, write_line};

const STREETS: [&str; 3] = ["Flop", "Turn", "River"];

/// Follows the name of a street that is dealt a second time.
const SECOND: [&str; 2] = [" (second run)", " (second board)"];

/// Rows of cards that are on no board.
const UNUSED: [&str; 2] = ["Your hand is ", "Undealt cards"];

/// A street that a row deals.
pub(super) struct Deal<'r> {
    /// In [`STREETS`].
    street: usize,
    is_second: bool,
    cards: &'r str,
}

/// What a row deals, if it deals a street.
pub(super) fn deal(entry: &str) -> Option<Deal<'_>> {
    let (title, cards) = split_once(entry, ": ")?;
    let street = STREETS.iter().position(|name| strip_prefix_ignore_case(title, name).is_some())?;
    let is_second = SECOND.iter().any(|words| title.contains(words));
    Some(Deal { street, is_second, cards })
}

/// Whether each of [`STREETS`] is run a second time.
pub(super) fn second_runs(rows: &[Row]) -> [bool; 3] {
    let mut second_runs = [false; 3];
    for deal in rows.iter().filter_map(|row| deal(&row.entry)).filter(|deal| deal.is_second) {
        second_runs[deal.street] = true;
    }
    second_runs
}

/// Whether a row that is about no player names cards which may be a board's.
pub(super) fn may_be_board(entry: &str) -> bool {
    let has_cards = entry.contains(['♠', '♥', '♦', '♣']);
    has_cards && UNUSED.iter().all(|start| strip_prefix_ignore_case(entry, start).is_none())
}

impl Deal<'_> {
    pub(super) fn write(&self, second_runs: [bool; 3], out: &mut String) -> std::fmt::Result {
        let run = match self {
            Deal { is_second: true, .. } => "SECOND ",
            Deal { street, .. } if second_runs[*street] => "FIRST ",
            Deal { .. } => "",
        };
        let street = STREETS[self.street].to_ascii_uppercase();
        let cards = plain_cards(self.cards);
        let cards = match cards.split_once('[') {
            Some((before, new)) if !before.trim().is_empty() => {
                format!("[{}] [{new}", before.trim())
            }
            _ => cards,
        };
        write_line(out, ["*** ", run, &street, " *** ", cards.trim()])
    }
}

/// Rewrites cards such as `10♠, A♥` without commas, and without the selector that makes a suit an emoji.
pub(super) fn plain_cards(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, ',' | '\u{fe0f}')).collect()
}
