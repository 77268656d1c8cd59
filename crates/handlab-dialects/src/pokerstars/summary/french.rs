//! Translates French summaries line by line into English; written from public ones of 2022 and 2026, and a mail of 2008
//! that a parser quotes.
//!
//! ```text
//! PokerStars Tournoi #3950000001, No Limit Hold'em
//! Buy-in : €0.93/€0.07 EUR                       the colon after a space
//! 300 joueurs
//! Dotation totale : €300.00 EUR
//! Tournoi cible #3950000009 Buy-in : €9.00/1.00 EUR
//! 13 tickets pour le tournoi cible
//! Tournoi commencé 06/01/2026 17:10:11 CET [06/01/2026 11:10:11 ET]
//! Tournoi fini 06/01/2026 18:10:11 CET [06/01/2026 12:10:11 ET]
//!   1: NAME (France), encore en lice
//!   2: NAME (France),  (qualifiés pour le tournoi cible)
//!   3: NAME (France), €31,42 (0,434%)
//! Vous avez terminé à la 3e place (éliminé lors de la main #1).    1er; in 2008 `Vous avez fini le tournoi à la 2e place.`
//! Vous avez terminé le tournoi (éliminé lors de la main #1).       who may still re-enter has no place
//! ```
//! Other sentences addressed to the owner are unknown: such a line is refused if it contains a number. So may be other
//! words for players who are still playing: see [`is_unclear`].

use super::HEADER;
use super::language::Language;
use crate::lines::clock::year_first;

pub(super) const FRENCH: Language =
    Language { title: "PokerStars Tournoi #", in_english, owner: "Vous ", is_unclear };

fn in_english(line: &str) -> Option<String> {
    let strip = |words: &str| line.strip_prefix(words);
    Some(if let Some(title) = strip(FRENCH.title) {
        format!("{HEADER}{title}")
    } else if let Some(price) = strip("Buy-in").and_then(after_colon) {
        format!("Buy-In: {price}")
    } else if let Some(pool) = strip("Dotation totale").and_then(after_colon) {
        format!("Total Prize Pool: {pool}")
    } else if let Some(time) = strip("Tournoi commencé ") {
        format!("Tournament started {}", year_first(time))
    } else if let Some(time) = strip("Tournoi fini ") {
        format!("Tournament finished {}", year_first(time))
    } else if let Some(place) = strip("Vous avez terminé à la ")
        .or_else(|| strip("Vous avez terminé le tournoi à la "))
        .or_else(|| strip("Vous avez fini le tournoi à la "))
    {
        let digits = place.bytes().take_while(u8::is_ascii_digit).count();
        let (place, rest) = place.split_at(digits);
        let rest = rest.trim_start_matches(char::is_alphabetic).trim_start();
        format!("You finished in {place}th {}", rest.strip_prefix("place").map(|_| rest)?)
    } else if line.starts_with("Vous avez terminé le tournoi (") {
        "You finished the tournament".to_owned()
    } else if let Some(player) = line.strip_suffix(" encore en lice") {
        format!("{player} still playing")
    } else if let Some(player) = line.strip_suffix("(qualifiés pour le tournoi cible)") {
        format!("{player}(qualified for the target tournament)")
    } else {
        let count = line.strip_suffix(" joueurs").or_else(|| line.strip_suffix(" joueur"))?;
        format!("{} players", count.replace([' ', '.', '\u{a0}', '\u{202f}'], ""))
    })
}

/// The text after ` : `, whose first space may be a no-break space.
fn after_colon(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix(':').map(str::trim_start)
}

/// Whether the text after a player's country may mean that they are still playing: it is neither an amount nor a
/// ticket.
fn is_unclear(prize: &str) -> bool {
    let prize = prize.to_lowercase();
    let is_prize = ["ticket", "billet", "qualifi"].iter().any(|word| prize.contains(word));
    !is_prize && !prize.bytes().any(|byte| byte.is_ascii_digit())
}
