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
//! | short deck | index of the category in [`ShortDeckRules`], 0..8 | 6..14; A-6-7-8-9 is 9,8,7,6,5 |
//! | razz, ace to five | 8 - category; straights and flushes do not exist | 15 - rank, ace 1 |
//! | 2-7 | 8 - category | 15 - rank, ace 14; 5-4-3-2-A is not a straight |
//! | 8-or-better low ([`low`]) | 8, always: only hands without a pair qualify | 15 - rank, ace 1 |
//! | badugi | number of cards that play, 1..4 | 15 - rank, ace 1 (in Badeucy 14); cards that do not play are 0 |
//!
//! Games whose pots are always split have two of these numbers: [`strength`] decides the first half, [`low`] the
//! second. In every Drawmaha the first is the Omaha hand with the board and the second is for the five cards in hand
//! alone: a high hand, a low or a badugi as above, or points: points + 1 in Drawmaha 49, 50 - points in Drawmaha 0. In
//! Badacey and Badeucy the first is the badugi and the second the five-card low. Which half gets an odd chip is not
//! known for these games: here it is the first, like the high half in hi-lo.
//!
//! So `0x8F_FFFF - strength` of a low is the hand as players read it: 7-5-4-3-2 is `0x07_5432`.
//! Distinct numbers: 7462 high, 1404 short deck, 6175 razz, 7462 2-7, 56 8-or-better, 1092 badugi.
//!
//! # Which cards
//! | game | own cards | board | play |
//! |---|---|---|---|
//! | hold'em, short deck, Irish | 2 | 3..5 | any five |
//! | Omaha, Omaha5, Omaha6, Courchevel | 4, 5, 6, 5 | 3..5 | exactly two and exactly three |
//! | Drawmaha | 5 | 3..5 | exactly two and exactly three; for the other half the five hole cards |
//! | stud, razz, 2-7 razz | 5..7 | 0..2, seven cards in all: a community river when the deck runs out | any five |
//! | five-card draw, five-card stud, 2-7 and ace-to-five draws | 5 | none | all |
//! | badugi | 4 | none | the best subset of different ranks and suits |
//! | Badacey, Badeucy | 5 | none | the best such subset; for the other half all |
//!
//! Anything else (a card missing, one too many, a card both in hand and on the board, a five in short deck) is
//! `None`: a score of half-known cards would be a guess. Jokers and wild ranks are scored by [`wild`].
//!
//! Sources: the rules as implemented in `pokerkit` 0.7.7, each checked against it; rule set A of short deck is also as
//! published by Ladbrokes. Rule set B is not in pokerkit.

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
mod points;
pub(crate) mod rank_multisets;
mod ranks;
mod rule;
mod short_deck;
pub mod wild;

pub use category::{category, category_name};
pub use class::{rank_class, strength_of_class};
pub use name::{hand_name, low_name};
pub use rule::Order;
pub use short_deck::{ShortDeckRules, short_deck, short_deck_best_five};

use crate::card::{CardList, CardSet};
use crate::game::{Game, GameFamily};
use rule::Rule;

/// The score that decides the pot, or its high side, in `game`; `None` unless the hand is complete.
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
    let best = is_complete(game, hole, board).then(|| rule::first(game).best(hole, board))?;
    best.map(|(strength, _)| strength)
}

/// How [`strength`] compares the hands of a game.
pub const fn order(game: Game) -> Order {
    rule::first(game).order
}

/// How [`low`] compares hands; `None` in games whose pots have no second half.
pub const fn low_order(game: Game) -> Option<Order> {
    match rule::second(game) {
        Some(rule) => Some(rule.order),
        None => None,
    }
}

/// Whether a table may deal the game hi-lo, with half the pot for a low of eight or better.
pub const fn may_be_hi_lo(game: Game) -> bool {
    matches!(low_order(game), Some(Order::EightOrBetter))
}

/// Whether contested pots have two halves at a table of `game`, dealt hi-lo or not.
pub const fn is_split(game: Game, is_hi_lo: bool) -> bool {
    game.is_always_split() || (is_hi_lo && may_be_hi_lo(game))
}

/// The score that decides the second half of a split pot.
///
/// In a game that is dealt hi-lo (Omaha, Courchevel and stud) it is the low: five different ranks of eight or lower,
/// the ace low, straights and flushes ignored. In Omaha exactly two and three cards count here too. In games
/// whose pot is always split (Drawmaha, Badacey and Badeucy) see the module documentation.
///
/// `None` when the hand does not qualify, when cards are missing, and in all other games.
///
/// ```
/// use handlab_cards::{card::CardSet, game::Game, score};
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let board = cards("2c5d8hJsQh");
/// // The deuce on the board counterfeits the one in the hand.
/// assert_eq!(score::low(Game::Omaha, cards("AcAd2h9s"), board), None);
/// assert_eq!(score::low(Game::Omaha, cards("3c4dKhQs"), board), Some(0x8F_FFFF - 0x08_5432));
/// ```
pub fn low(game: Game, hole: CardSet, board: CardSet) -> Option<u32> {
    let rule = rule::second(game).filter(|_| is_complete(game, hole, board));
    rule?.best(hole, board).map(|(low, _)| low)
}

/// The five cards (badugi: up to four) that make the [`strength`], the most significant first.
///
/// If two cards are equivalent, a hole card precedes a board card, and spades precede hearts, diamonds, clubs.
pub fn best_five(game: Game, hole: CardSet, board: CardSet) -> Option<CardList> {
    picked(rule::first(game), game, hole, board)
}

/// The cards that make the [`low`], the highest first, in the order of comparison.
pub fn best_low(game: Game, hole: CardSet, board: CardSet) -> Option<CardList> {
    picked(rule::second(game)?, game, hole, board)
}

/// The cards that make the best hand under a rule, the most significant first.
fn picked(rule: Rule, game: Game, hole: CardSet, board: CardSet) -> Option<CardList> {
    let (score, from) = is_complete(game, hole, board).then(|| rule.best(hole, board))??;
    let (own, common) = (from.intersection(hole), from.intersection(board));
    Some(match rule.order {
        Order::High => pick::high(score, own, common),
        Order::ShortDeck => pick::short_deck(score, own, common),
        order if order.is_badugi() => pick::badugi(score, own),
        order if order.is_low() => pick::low(score, own, common),
        _ => pick::by_rank(own),
    })
}

/// The best standard high hand of 5..=7 cards, regardless of the game; `None` for fewer or more.
pub fn high(cards: CardSet) -> Option<u32> {
    (5..=7).contains(&cards.len()).then(|| high::standard(cards))
}

/// The score of four cards in 2-7 badugi, where the ace is high: like [`strength`] of badugi with ace 14.
pub fn badugi_27(cards: CardSet) -> Option<u32> {
    (cards.len() == 4).then(|| badugi::best(cards, badugi::Ace::High).0)
}

/// Whether these are the cards of a complete hand in `game`.
fn is_complete(game: Game, hole: CardSet, board: CardSet) -> bool {
    counts_fit(game, hole.len() as usize, board.len() as usize)
        && hole.intersection(board).is_empty()
        && (game != Game::ShortDeck || short_deck::is_in_deck(hole.union(board)))
}

/// Whether a complete hand in `game` may have `own` hole cards and `common` board cards.
fn counts_fit(game: Game, own: usize, common: usize) -> bool {
    match (game.family(), game) {
        (GameFamily::Flop, _) => own == game.hole_cards() && (3..=5).contains(&common),
        // The deck is large enough for the hole cards of eleven players.
        (GameFamily::Stud, Game::FiveCardStud) | (GameFamily::Draw, _) => {
            own == game.hole_cards() && common == 0
        }
        (GameFamily::Stud, _) => own >= 5 && own + common <= 7,
    }
}

/// Whether `game` is scored with [`wild`] cards: any five cards from a full deck make the hand, and the highest wins.
fn has_wild_cards(game: Game) -> bool {
    matches!(game, Game::Holdem | Game::Stud | Game::FiveCardDraw)
}
