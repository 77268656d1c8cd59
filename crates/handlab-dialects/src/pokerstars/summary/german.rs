//! Translates German summaries line by line into English; written from what one public parser of 2026 reads.
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
//! Other sentences addressed to the owner are unknown: such a line is refused if it contains a number.

use super::HEADER;
use super::language::Language;
use crate::lines::clock::year_first;

pub(super) const GERMAN: Language = Language {
    title: "PokerStars Turnier #",
    in_english,
    owner: "Du ",
    // `spielt noch` is the known wording.
    is_unclear: |_| false,
};

fn in_english(line: &str) -> Option<String> {
    let strip = |words: &str| line.strip_prefix(words);
    Some(if let Some(title) = strip(GERMAN.title) {
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
