//! Rewrites the summary.

use std::borrow::Cow;

use super::Language;
use super::header::{amounts, is_amount_start, with_phrases};
use crate::lines::common_form::Names;
use crate::syntax::text::{find, split_number, split_once, trim_start, write_line};

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
    /// Rewrites `4999 Principal pot 1377. Parallèle pot 3622. | Commission 0`. The main pot is the first one, whatever the
    /// words before it; the last number after them is the amount: `Side pot 1 3622.`
    fn totals<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let text = with_phrases(amounts(text), &[(self.rake, "Rake ")]);
        let (front, rest) = text.split_at(find(&text, "|").unwrap_or(text.len()));
        let is_amount = |word: &str| word.starts_with(is_amount_start);
        let words: Vec<&str> = front.split_ascii_whitespace().collect();
        let runs = words.chunk_by(|word, next| is_amount(word) == is_amount(next));
        let mut out = String::new();
        for (number, run) in runs.filter(|run| is_amount(run[0])).enumerate() {
            match (number, run) {
                (0, [total]) => out.push_str(total),
                // `20 000` is not the form of any amount.
                (0, _) => return text,
                (1, [.., amount]) => out.extend([" Main pot ", amount]),
                (_, [.., amount]) => out.extend([" Side pot ", amount]),
                (_, []) => {}
            }
        }
        [&out, " ", rest].concat().into()
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
