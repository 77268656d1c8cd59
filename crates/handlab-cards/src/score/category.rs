//! The category of a strength, and its name.

use super::high::STRAIGHT_FLUSH;
use super::{Order, has_wild_cards, order, short_deck};
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

/// The category of a [`strength`](super::strength) in `game`: 0 high card, 1 pair, 2 two pair, 3 trips,
/// 4 straight, 5 flush, 6 full house, 7 quads, 8 straight flush, with [`wild`](super::wild) cards 9 five of a kind.
/// In badugi, Badacey and Badeucy, the number of cards that play, 1..=4.
///
/// It says what the five cards are, not how good they are: in short deck 5 beats 6, and in razz and 2-7 the lower
/// category is better (razz has no 4, 5 or 8). A royal flush is a straight flush. An 8-or-better low reads as razz and
/// is always 0. Second halves of other split games have no category.
pub fn category(game: Game, strength: u32) -> u8 {
    let digit = match order(game) {
        order if order.is_low() => (STRAIGHT_FLUSH >> 20).saturating_sub(strength >> 20),
        Order::ShortDeck => short_deck::category(strength) >> 20,
        _ => strength >> 20,
    };
    digit as u8
}

/// The name in the `category` column; `"unknown"` for a number that [`category`] does not return.
pub fn category_name(game: Game, category: u8) -> &'static str {
    match (order(game).is_badugi(), category) {
        (true, 1) => "badugi_1",
        (true, 2) => "badugi_2",
        (true, 3) => "badugi_3",
        (true, 4) => "badugi_4",
        (true, _) => "unknown",
        (false, 9) if !has_wild_cards(game) => "unknown",
        _ => NAMES.get(usize::from(category)).copied().unwrap_or("unknown"),
    }
}
