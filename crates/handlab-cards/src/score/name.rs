//! Names of hands.

use super::category::category;
use super::low::COMPLEMENT;
use super::{Order, low_order, order, points};
use crate::game::Game;

/// The usual name of a strength in `game`.
///
/// High hands: `royal flush`, `straight flush, nine high`, `four of a kind, sevens`, `full house, kings full of sevens`,
/// `flush, ace high`, `straight, five high`, `three of a kind, jacks`, `two pair, aces and eights`, `pair of kings`,
/// `ace high`. Lows (razz, 2-7, ace to five) are named the same way, except that hands without a pair are read card by
/// card: `7-5-4-3-2`. Badugi: `four-card badugi, 8-6-3-A`.
///
/// ```
/// use handlab_cards::{card::CardSet, game::Game, score};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let strength = score::strength(Game::Holdem, cards("KhKd"), cards("Kc7s7d2h3h")).expect("a hand");
/// assert_eq!(score::hand_name(Game::Holdem, strength), "full house, kings full of sevens");
/// ```
pub fn hand_name(game: Game, strength: u32) -> String {
    named(order(game), strength, category(game, strength))
}

/// The name of a [`low`](super::low) in `game`: the eight-or-better low as read, `8-6-4-2-A`; the second halves of
/// other games as named by [`hand_name`], or `43 points`. Empty in games whose pots have no second half.
pub fn low_name(game: Game, low: u32) -> String {
    let Some(order) = low_order(game) else { return String::new() };
    match order {
        Order::EightOrBetter => joined(digits(COMPLEMENT.saturating_sub(low))),
        order if order.is_low() => named(order, low, 8_u8.saturating_sub((low >> 20) as u8)),
        order => named(order, low, (low >> 20) as u8),
    }
}

fn named(order: Order, score: u32, category: u8) -> String {
    match order {
        Order::Badugi | Order::BadugiAceHigh => badugi(score),
        Order::MostPoints => points_of(points::of_most(score)),
        Order::FewestPoints => points_of(points::of_fewest(score)),
        Order::High | Order::ShortDeck => high(category, digits(score)),
        Order::AceToFive | Order::DeuceToSeven | Order::EightOrBetter => {
            let read = COMPLEMENT.saturating_sub(score);
            match category {
                0 => joined(digits(read)),
                category => high(category, digits(read)),
            }
        }
    }
}

fn points_of(points: u32) -> String {
    match points {
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

fn high(category: u8, [a, b, c, d, _]: [u32; 5]) -> String {
    match category {
        9 => format!("five of a kind, {}", many(a)),
        8 if a == 14 => "royal flush".to_owned(),
        8 => format!("straight flush, {} high", word(a)),
        7 => format!("four of a kind, {}", many(a)),
        6 => format!("full house, {} full of {}", many(a), many(d)),
        5 => format!("flush, {} high", word(a)),
        4 => format!("straight, {} high", word(a)),
        3 => format!("three of a kind, {}", many(a)),
        2 => format!("two pair, {} and {}", many(a), many(if a == b { c } else { b })),
        1 => format!("pair of {}", many(a)),
        _ => format!("{} high", word(a)),
    }
}

fn badugi(strength: u32) -> String {
    let count = match strength >> 20 {
        1 => "one",
        2 => "two",
        3 => "three",
        _ => "four",
    };
    let playing = digits(strength).map(|digit| if digit == 0 { 0 } else { 15 - digit });
    format!("{count}-card badugi, {}", joined(playing))
}

/// The five rank digits.
fn digits(strength: u32) -> [u32; 5] {
    [16, 12, 8, 4, 0].map(|shift| strength >> shift & 15)
}

/// Ranks joined by hyphens; 0 is not a card.
fn joined(ranks: [u32; 5]) -> String {
    const LETTERS: &[u8; 15] = b"-A23456789TJQKA";
    let letters = ranks.into_iter().filter(|rank| *rank != 0);
    let letters = letters.filter_map(|rank| LETTERS.get(rank as usize));
    letters.map(|letter| char::from(*letter).to_string()).collect::<Vec<_>>().join("-")
}

/// A rank 1..=14; the ace is 1 or 14.
fn word(rank: u32) -> &'static str {
    const WORDS: [&str; 15] = [
        "no", "ace", "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "jack", "queen", "king", "ace",
    ];
    WORDS.get(rank as usize).copied().unwrap_or("no")
}

fn many(rank: u32) -> String {
    let ending = if rank == 6 { "es" } else { "s" };
    format!("{}{ending}", word(rank))
}
