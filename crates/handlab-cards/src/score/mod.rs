//! How strong a hand is, in every game: one number, and **the higher number always wins**, for lows as well.
//! Equal numbers split the pot. Nothing here parses, compares pots or depends on who played.
//!
//! # The number
//! `digit0 << 20 | digit1 << 16 | digit2 << 12 | digit3 << 8 | digit4 << 4 | digit5`: the category, then the ranks
//! of the five cards, most frequent rank first, then highest first. It fits 24 bits and is never 0.
//!
//! | game | category digit | rank digits |
//! |---|---|---|
//! | hold'em, Omaha, Courchevel, stud, five-card draw | 0 high card .. 8 straight flush | 2..14; the wheel is 5,4,3,2,1 |
//! | short deck | place of the category in [`ShortDeckRules`], 0..8 | 6..14; A-6-7-8-9 is 9,8,7,6,5 |
//! | razz | 8 - category; straights and flushes do not exist | 15 - rank, ace 1 |
//! | 2-7 | 8 - category | 15 - rank, ace 14; 5-4-3-2-A is not a straight |
//! | 8-or-better low ([`low`]) | 8, always: only hands without a pair qualify | 15 - rank, ace 1 |
//! | badugi | number of cards that play, 1..4 | 15 - rank, ace 1; cards that do not play are 0 |
//!
//! So `0x8F_FFFF - strength` of a low is the hand as players read it: 7-5-4-3-2 is `0x07_5432`.
//! Distinct numbers: 7462 high, 1404 short deck, 6175 razz, 7462 2-7, 56 8-or-better, 1092 badugi.
//!
//! # Which cards
//! | game | own cards | board | play |
//! |---|---|---|---|
//! | hold'em, short deck | 2 | 3..5 | any five |
//! | Omaha, Omaha5, Omaha6, Courchevel | 4, 5, 6, 5 | 3..5 | exactly two and exactly three |
//! | stud, razz | 5..7 | 0..2, seven cards in all: the common river when the deck runs out | any five |
//! | five-card draw, 2-7 | 5 | none | all |
//! | badugi | 4 | none | the best subset of different ranks and suits |
//!
//! Anything else (a card missing, one too many, a card both in hand and on the board, a five in short deck) is
//! `None`: a score of half-known cards would be a guess. Jokers and wild ranks are scored by [`wild`].
//!
//! Sources: the rules as `pokerkit` 0.7.7 plays them, each checked against it; rule set A of short deck also as
//! Ladbrokes prints it. Rule set B is not in pokerkit.

mod badugi;
pub mod block;
mod category;
mod class;
mod high;
pub mod keys;
mod low;
mod name;
mod omaha;
mod pick;
pub(crate) mod rank_multisets;
mod ranks;
mod short_deck;
pub mod wild;

pub use category::{category, category_name};
pub use class::{rank_class, strength_of_class};
pub use name::{hand_name, low_name};
pub use short_deck::{ShortDeckRules, short_deck, short_deck_best_five};

use crate::card::{CardList, CardSet};
use crate::game::Game;

/// The score that decides the pot, or its high side, in `game`; `None` unless all the cards are there.
///
/// ```
/// use handlab_cards::{card::CardSet, game::Game, score};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let board = cards("2c3c4d5hQs");
/// let wheel = score::strength(Game::Holdem, cards("AcKc"), board);
/// assert_eq!(wheel, Some(0x45_4321));
/// assert!(wheel > score::strength(Game::Holdem, cards("QdQh"), board));
/// assert_eq!(score::strength(Game::Holdem, cards("Qd"), board), None);
/// ```
pub fn strength(game: Game, hole: CardSet, board: CardSet) -> Option<u32> {
    if !is_complete(game, hole, board) {
        return None;
    }
    let cards = hole.union(board);
    Some(match game {
        Game::Holdem | Game::Stud | Game::FiveCardDraw => high::standard(cards),
        Game::ShortDeck => short_deck::best(ShortDeckRules::default(), cards),
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => {
            omaha::best(hole, board, high::standard).0
        }
        Game::Razz => low::ace_to_five(cards),
        Game::SingleDraw27 | Game::TripleDraw27 => low::deuce_to_seven(cards),
        Game::Badugi => badugi::best(cards, badugi::Ace::Low).0,
    })
}

/// The low of a hi-lo game: five different ranks of eight or lower, the ace low, straights and flushes ignored.
///
/// `None` when the hand does not qualify, when cards are missing, and in games that are not dealt hi-lo
/// (all but Omaha, Courchevel and stud). Of Omaha's cards exactly two and three count here as well.
///
/// ```
/// use handlab_cards::{card::CardSet, game::Game, score};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let board = cards("2c5d8hJsQh");
/// // The deuce on the board takes away the worth of the one in the hand.
/// assert_eq!(score::low(Game::Omaha, cards("AcAd2h9s"), board), None);
/// assert_eq!(score::low(Game::Omaha, cards("3c4dKhQs"), board), Some(0x8F_FFFF - 0x08_5432));
/// ```
pub fn low(game: Game, hole: CardSet, board: CardSet) -> Option<u32> {
    best_low_of(game, hole, board).map(|(low, _)| low)
}

/// The five cards (badugi: up to four) that make the [`strength`], the most significant first.
///
/// Where two cards would do, a player's own goes before one of the board, and spades before hearts, diamonds, clubs.
pub fn best_five(game: Game, hole: CardSet, board: CardSet) -> Option<CardList> {
    let strength = strength(game, hole, board)?;
    let own = match game {
        Game::ShortDeck => {
            return short_deck_best_five(ShortDeckRules::default(), hole, board);
        }
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => {
            let (_, five) = omaha::best(hole, board, high::standard);
            return Some(pick::high(strength, five.intersection(hole), five.intersection(board)));
        }
        Game::Badugi => badugi::best(hole, badugi::Ace::Low).1,
        _ => hole,
    };
    Some(match game {
        Game::Razz | Game::SingleDraw27 | Game::TripleDraw27 => pick::low(strength, own, board),
        Game::Badugi => pick::badugi(strength, own),
        _ => pick::high(strength, own, board),
    })
}

/// The five cards that make the [`low`], the highest first, as it is compared first.
pub fn best_low(game: Game, hole: CardSet, board: CardSet) -> Option<CardList> {
    let (low, from) = best_low_of(game, hole, board)?;
    Some(pick::low(low, from.intersection(hole), from.intersection(board)))
}

/// The best standard high hand of 5..=7 cards, whatever the game; `None` for fewer or more.
pub fn high(cards: CardSet) -> Option<u32> {
    (5..=7).contains(&cards.len()).then(|| high::standard(cards))
}

/// The score of four cards in 2-7 badugi, where the ace is high: like [`strength`] of badugi with ace 14.
///
/// No [`Game`] deals it yet.
pub fn badugi_27(cards: CardSet) -> Option<u32> {
    (cards.len() == 4).then(|| badugi::best(cards, badugi::Ace::High).0)
}

/// The low, with the cards that it may be made of.
fn best_low_of(game: Game, hole: CardSet, board: CardSet) -> Option<(u32, CardSet)> {
    if !is_complete(game, hole, board) {
        return None;
    }
    match game {
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => omaha::low(hole, board),
        Game::Stud => {
            let cards = hole.union(board);
            Some((low::eight_or_better(cards)?, cards))
        }
        _ => None,
    }
}

/// Whether these are the cards of a complete hand in `game`.
fn is_complete(game: Game, hole: CardSet, board: CardSet) -> bool {
    counts_fit(game, hole.len() as usize, board.len() as usize)
        && hole.intersection(board).is_empty()
        && (game != Game::ShortDeck || short_deck::is_in_deck(hole.union(board)))
}

/// Whether a complete hand in `game` may have `own` cards and `common` ones on the board.
fn counts_fit(game: Game, own: usize, common: usize) -> bool {
    match game {
        Game::Holdem
        | Game::ShortDeck
        | Game::Omaha
        | Game::Omaha5
        | Game::Omaha6
        | Game::Courchevel => own == game.hole_cards() && (3..=5).contains(&common),
        Game::Stud | Game::Razz => own >= 5 && own + common <= 7,
        Game::FiveCardDraw | Game::SingleDraw27 | Game::TripleDraw27 | Game::Badugi => {
            own == game.hole_cards() && common == 0
        }
    }
}

/// Whether any five cards of the full deck make the hand in `game`, and the highest wins.
fn counts_as_any_five(game: Game) -> bool {
    matches!(game, Game::Holdem | Game::Stud | Game::FiveCardDraw)
}
