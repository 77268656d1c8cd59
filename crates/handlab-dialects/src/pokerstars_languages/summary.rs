//! Rewrites the summary.

use std::borrow::Cow;

use super::Language;
use super::header::{amounts, with_phrases};
use crate::lines::common_form::Names;
use crate::syntax::text::{split_number, split_once, trim_start, write_line};

/// Rewrites a line after the summary's title.
pub(super) fn rewrite(
    language: &Language,
    names: &Names<'_>,
    line: &str,
    out: &mut String,
) -> std::fmt::Result {
    if let Some(totals) = line.strip_prefix(language.total) {
        return write_line(out, ["Total pot ", &language.totals(totals)]);
    }
    if let Some(cards) = line.strip_prefix(language.board) {
        return write_line(out, ["Board [", cards]);
    }
    let seat = language.seat.iter().find_map(|word| line.strip_prefix(word)).and_then(split_number);
    let Some((number, rest)) = seat else { return write_line(out, [line]) };
    let rest = trim_start(rest);
    match names.split(rest, "") {
        Some((name, result)) => {
            write_line(out, ["Seat ", number.trim(), ": ", name, &language.result(result)])
        }
        None => write_line(out, ["Seat ", number.trim(), ": ", rest]),
    }
}

impl Language {
    /// Rewrites `4999 Main pot 1377. Side pot 3622. | Rake 0`.
    fn totals<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let [main, side] = self.pots;
        let text = with_phrases(amounts(text), &[(self.rake, "Rake "), (main, "Main pot")]);
        if main.is_empty() { text } else { text.replace(side, "Side pot").into() }
    }

    /// Rewrites ` (button) showed [9d Qc] and won (440)`, without the name of the hand.
    fn result(&self, text: &str) -> String {
        let text = with_phrases(text.into(), self.results);
        let Some((front, result)) = split_once(&text, "] and ") else {
            return amounts(&text).into_owned();
        };
        let won = result.strip_prefix("won (").and_then(|won| won.split(')').next());
        match won {
            Some(won) => format!("{front}] and won ({})", amounts(won)),
            None => format!("{front}] and lost"),
        }
    }
}
