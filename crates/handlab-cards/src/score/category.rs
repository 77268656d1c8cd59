//! The category of a strength, and its name.

use super::high::STRAIGHT_FLUSH;
use super::{counts_as_any_five, short_deck};
use crate::game::Game;

const NAMES: [&str; 10] = [
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "five_of_a_kind",
];

/// The category of a [`strength`](super::strength) that `game` gave: 0 high card, 1 pair, 2 two pair, 3 trips,
/// 4 straight, 5 flush, 6 full house, 7 quads, 8 straight flush, with [`wild`](super::wild) cards 9 five of a kind.
/// In badugi the number of cards that play, 1..=4.
///
/// It is what the five cards are, not how good that is: in short deck 5 beats 6, and in razz and 2-7 the lower
/// category is the better (razz has no 4, 5 or 8). A royal flush is a straight flush. An 8-or-better low reads
/// as razz and is always 0.
pub fn category(game: Game, strength: u32) -> u8 {
    let digit = match game {
        Game::Razz | Game::SingleDraw27 | Game::TripleDraw27 => {
            (STRAIGHT_FLUSH >> 20).saturating_sub(strength >> 20)
        }
        Game::ShortDeck => short_deck::category(strength) >> 20,
        _ => strength >> 20,
    };
    digit as u8
}

/// The name in the `category` column; `"unknown"` for a number that [`category`] does not return.
pub fn category_name(game: Game, category: u8) -> &'static str {
    match (game, category) {
        (Game::Badugi, 1) => "badugi_1",
        (Game::Badugi, 2) => "badugi_2",
        (Game::Badugi, 3) => "badugi_3",
        (Game::Badugi, 4) => "badugi_4",
        (Game::Badugi, _) => "unknown",
        (game, 9) if !counts_as_any_five(game) => "unknown",
        _ => NAMES.get(usize::from(category)).copied().unwrap_or("unknown"),
    }
}
