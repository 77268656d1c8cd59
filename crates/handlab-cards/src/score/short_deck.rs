//! Short deck (6+): hold'em with 36 cards, in which flushes are rarer than full houses.

use super::high::{self, FLUSH, FULL_HOUSE, Order, STRAIGHT, TRIPS};
use super::{is_complete, pick};
use crate::card::{CardList, CardSet};
use crate::game::Game;

/// The order of the categories in short deck. In both, a flush beats a full house and A-6-7-8-9 is the lowest straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ShortDeckRules {
    /// A: quads, flush, full house, straight, trips. As in pokerkit.
    #[default]
    FlushOverFullHouse,
    /// B: quads, flush, full house, trips, straight.
    TripsOverStraight,
}

/// The strength in short deck under `rules`; [`strength`](super::strength) uses the default ones.
///
/// The category digit is the index of the category in the order of `rules`, so flushes have 6 and full houses 5 (and
/// under B trips 4 and straights 3); [`category`](super::category) undoes that.
///
/// ```
/// use handlab_cards::{card::CardSet, score::{ShortDeckRules, short_deck}};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let board = cards("Th9s6cQdAh");
/// let strength = |rules, hole| short_deck(rules, cards(hole), board);
/// let a = ShortDeckRules::FlushOverFullHouse;
/// let b = ShortDeckRules::TripsOverStraight;
/// assert!(strength(a, "TcTd") < strength(a, "8h7d"));
/// assert!(strength(b, "TcTd") > strength(b, "8h7d"));
/// ```
pub fn short_deck(rules: ShortDeckRules, hole: CardSet, board: CardSet) -> Option<u32> {
    is_complete(Game::ShortDeck, hole, board).then(|| best(rules, hole.union(board)))
}

/// The five cards that make [`short_deck`]'s strength, the most significant first.
pub fn short_deck_best_five(
    rules: ShortDeckRules,
    hole: CardSet,
    board: CardSet,
) -> Option<CardList> {
    let strength = short_deck(rules, hole, board)?;
    Some(pick::short_deck(strength, hole, board))
}

/// The strength of 5..=7 cards of the short deck.
pub(super) fn best(rules: ShortDeckRules, cards: CardSet) -> u32 {
    let trips_over_straight = rules == ShortDeckRules::TripsOverStraight;
    let standard = high::best(cards, Order { low_ace: 1 << 5, trips_over_straight });
    let category = match standard & CATEGORY_DIGIT {
        FLUSH => FULL_HOUSE,
        FULL_HOUSE => FLUSH,
        STRAIGHT if trips_over_straight => TRIPS,
        TRIPS if trips_over_straight => STRAIGHT,
        same => same,
    };
    category | standard & !CATEGORY_DIGIT
}

/// The standard category of a strength under either rule set.
pub(super) fn category(strength: u32) -> u32 {
    let has_trips = strength >> 16 & 15 == strength >> 12 & 15;
    match strength & CATEGORY_DIGIT {
        FLUSH => FULL_HOUSE,
        FULL_HOUSE => FLUSH,
        // Trips show their rank twice, while a straight shows no rank twice: the number itself shows which rules were
        // used.
        TRIPS | STRAIGHT if has_trips => TRIPS,
        TRIPS | STRAIGHT => STRAIGHT,
        same => same,
    }
}

/// Whether no card is below the six.
pub(super) fn is_in_deck(cards: CardSet) -> bool {
    cards.mask() & !DECK == 0
}

const CATEGORY_DIGIT: u32 = 0xF << 20;

/// The six to the ace of each suit.
pub(super) const DECK: u64 = 0x1FF0_1FF0_1FF0_1FF0;
