//! Summaries in German, each line as the English client writes it; from what one public program of 2026 reads.
//!
//! ```text
//! PokerStars Turnier #3950000001, No Limit Hold'em
//! Buy-in: $1.80/$0.20 USD
//! 300 Spieler
//! Preispool gesamt: $540.00 USD
//! Turnierbeginn 06.01.2026 17:10:11 MEZ [06.01.2026 11:10:11 ET]
//!   1: NAME (Land), spielt noch
//! Du hast den 12. Platz belegt (in Hand #1 aus dem Turnier ausgeschieden).
//! ```
//! What it tells the owner in other words is not known: such a line that holds a number is refused.

use std::borrow::Cow;

use super::HEADER;
use crate::lines::clock::year_first;

/// What a summary starts with.
pub(super) const TITLE: &str = "PokerStars Turnier #";

/// A line in English.
pub(super) fn in_english(line: Cow<'_, str>) -> Cow<'_, str> {
    known(&line).map_or(line, Cow::Owned)
}

fn known(line: &str) -> Option<String> {
    let strip = |words: &str| line.strip_prefix(words);
    Some(if let Some(title) = strip(TITLE) {
        format!("{HEADER}{title}")
    } else if let Some(pool) = strip("Preispool gesamt:") {
        format!("Total Prize Pool:{pool}")
    } else if let Some(time) = strip("Turnierbeginn ") {
        format!("Tournament started {}", year_first(time))
    } else if let Some(time) = strip("Turnierende ") {
        format!("Tournament finished {}", year_first(time))
    } else if let Some(place) = strip("Du hast den ") {
        let (place, rest) = place.split_once(". Platz belegt")?;
        format!("You finished in {}th place{rest}", place.replace('.', ""))
    } else if let Some(count) = line.strip_suffix(" Spieler") {
        format!("{} players", count.replace('.', ""))
    } else {
        format!("{} still playing", line.strip_suffix(" spielt noch")?)
    })
}

/// Whether a line tells the owner something in words that are not known.
pub(super) fn is_unknown(line: &str) -> bool {
    line.starts_with("Du ") && line.bytes().any(|byte| byte.is_ascii_digit())
}
