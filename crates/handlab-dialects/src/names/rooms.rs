//! Rooms that handlab does not know, under the names that their hands give them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::site_names::site_called;

/// The most rooms in one process: each name is kept until it ends, because a hand's site is a word that outlives it. A
/// column of such words has at most 255, and those of the dialects are among them.
const MOST_ROOMS: usize = 150;

/// The most bytes of a room's name.
const LONGEST: usize = 32;

static ROOMS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// The site that a title names: `Jack Poker` is `jackpoker`, unless handlab knows it by another name.
///
/// None if nothing is left of the title, or if files name ever more rooms.
pub(crate) fn site_titled(title: &str) -> Option<&'static str> {
    site_called(title).or_else(|| {
        let name: String = title.chars().filter(|letter| letter.is_alphanumeric()).collect();
        site_of_room(&name.to_lowercase())
    })
}

/// The site with that name, as in the `site` column: one of a dialect, or a room.
pub(crate) fn site_of_room(name: &str) -> Option<&'static str> {
    let kept = || keep(name, &mut ROOMS.lock().unwrap_or_else(PoisonError::into_inner));
    crate::site_named(name).or_else(kept)
}

fn keep(name: &str, rooms: &mut BTreeSet<&'static str>) -> Option<&'static str> {
    if let Some(known) = rooms.get(name) {
        return Some(known);
    }
    let is_name = (2..=LONGEST).contains(&name.len())
        && name.chars().any(char::is_alphabetic)
        && name.chars().all(|letter| letter.is_alphanumeric() && !letter.is_uppercase());
    (is_name && rooms.len() < MOST_ROOMS).then(|| {
        let name: &'static str = name.to_owned().leak();
        rooms.insert(name);
        name
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_known_site_or_a_room() {
        for (title, site) in [
            ("Jack Poker", Some("jackpoker")),
            ("JackPoker", Some("jackpoker")),
            ("Joe's Cash-Games 2", Some("joescashgames2")),
            ("America's Cardroom", Some("winning")),
            ("ACR Poker", Some("winning")),
            ("Acrobat Poker", Some("acrobatpoker")),
            ("GGNetwork", Some("ggpoker")),
            ("888poker", Some("888poker")),
            ("PokerKing", Some("pokerking")),
            ("77", None),
            ("-", None),
            ("A room with a name that no one would give a room", None),
        ] {
            assert_eq!(site_titled(title), site, "{title}");
        }
        assert_eq!(site_of_room("Jack Poker"), None);
        assert_eq!(site_of_room("jackpoker"), site_titled("Jack Poker"));
    }

    #[test]
    fn a_column_has_a_code_for_each_room_and_each_site() {
        let sites: BTreeSet<&str> = crate::DIALECTS.iter().map(|dialect| dialect.site()).collect();
        assert!(sites.len() + MOST_ROOMS < usize::from(u8::MAX), "{} sites", sites.len());
    }

    #[test]
    fn no_file_can_name_ever_more_rooms() {
        let mut rooms = BTreeSet::new();
        let name = |number: usize| format!("room{number}");
        assert!((0..MOST_ROOMS).all(|number| keep(&name(number), &mut rooms).is_some()));
        assert_eq!(keep(&name(MOST_ROOMS), &mut rooms), None);
        assert_eq!(keep(&name(7), &mut rooms), Some("room7"));
    }
}
