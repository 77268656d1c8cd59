//! Which hands win each game's pots: a game has one score, or two that share the pot.
//!
//! A score consists of two choices: which cards a hand may use ([`Cards`]), and which of two hands is better
//! ([`Order`]). A new game needs a deal (in [`crate::game`]) and a line in [`first`], and one in [`second`] if its pots
//! are split.

use super::{badugi, high, low, omaha, points, short_deck};
use crate::card::CardSet;
use crate::game::Game;

/// Which cards a hand may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cards {
    /// Any hole cards and board cards.
    Any,
    /// Exactly two hole cards and three board cards.
    TwoAndThree,
    /// Hole cards only, whatever the board.
    Own,
}

/// Which of two hands is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The highest five cards.
    High,
    /// The highest five cards of a deck without the ranks below six.
    ShortDeck,
    /// The lowest five cards; the ace is low, straights and flushes do not count.
    AceToFive,
    /// The lowest five cards; the ace is high, straights and flushes count against the hand.
    DeuceToSeven,
    /// Like ace to five, but only five different ranks of eight or lower qualify.
    EightOrBetter,
    /// The most cards of different ranks and suits, then the lowest; the ace is low.
    Badugi,
    /// Like badugi with the ace high.
    BadugiAceHigh,
    /// The most points of all cards together.
    MostPoints,
    /// The fewest points.
    FewestPoints,
}

/// What wins a pot, or half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) cards: Cards,
    pub(super) order: Order,
}

const fn rule(cards: Cards, order: Order) -> Rule {
    Rule { cards, order }
}

/// What wins the pot of a game, or its first half.
pub(super) const fn first(game: Game) -> Rule {
    match game {
        Game::Holdem | Game::Irish | Game::Stud | Game::FiveCardStud | Game::FiveCardDraw => {
            rule(Cards::Any, Order::High)
        }
        Game::ShortDeck => rule(Cards::Any, Order::ShortDeck),
        Game::Omaha
        | Game::Omaha5
        | Game::Omaha6
        | Game::Courchevel
        | Game::Drawmaha
        | Game::Drawmaha27
        | Game::DrawmahaA5
        | Game::Drawmaha49
        | Game::Drawmaha0
        | Game::DrawmahaBadugi => rule(Cards::TwoAndThree, Order::High),
        Game::Razz | Game::SingleDrawA5 | Game::TripleDrawA5 => rule(Cards::Any, Order::AceToFive),
        Game::Razz27 | Game::SingleDraw27 | Game::TripleDraw27 => {
            rule(Cards::Any, Order::DeuceToSeven)
        }
        Game::Badugi | Game::Badacey => rule(Cards::Own, Order::Badugi),
        Game::Badeucy => rule(Cards::Own, Order::BadugiAceHigh),
    }
}

/// What wins the second half, if the pot is split: the low in games that may be dealt hi-lo; in others always the same.
pub(super) const fn second(game: Game) -> Option<Rule> {
    Some(match game {
        Game::Omaha | Game::Omaha5 | Game::Omaha6 | Game::Courchevel => {
            rule(Cards::TwoAndThree, Order::EightOrBetter)
        }
        Game::Stud => rule(Cards::Any, Order::EightOrBetter),
        Game::Drawmaha => rule(Cards::Own, Order::High),
        Game::Drawmaha27 | Game::Badeucy => rule(Cards::Own, Order::DeuceToSeven),
        Game::DrawmahaA5 | Game::Badacey => rule(Cards::Own, Order::AceToFive),
        Game::Drawmaha49 => rule(Cards::Own, Order::MostPoints),
        Game::Drawmaha0 => rule(Cards::Own, Order::FewestPoints),
        Game::DrawmahaBadugi => rule(Cards::Own, Order::Badugi),
        _ => return None,
    })
}

impl Rule {
    /// The score of a complete hand, with the cards that it may use; `None` if it does not qualify.
    #[inline]
    pub(super) fn best(self, hole: CardSet, board: CardSet) -> Option<(u32, CardSet)> {
        match (self.cards, self.order) {
            (Cards::Any, order) => order.best(hole.union(board)),
            (Cards::Own, order) => order.best(hole),
            (Cards::TwoAndThree, Order::EightOrBetter) => omaha::low(hole, board),
            // No game compares two and three cards differently.
            (Cards::TwoAndThree, _) => Some(omaha::best(hole, board, high::standard)),
        }
    }
}

impl Order {
    #[inline]
    fn best(self, cards: CardSet) -> Option<(u32, CardSet)> {
        let score = match self {
            Order::High => high::standard(cards),
            Order::ShortDeck => short_deck::best(super::ShortDeckRules::default(), cards),
            Order::AceToFive => low::ace_to_five(cards),
            Order::EightOrBetter => low::eight_or_better(cards)?,
            Order::DeuceToSeven => return Some(low::deuce_to_seven(cards)),
            Order::Badugi => return Some(badugi::best(cards, badugi::Ace::Low)),
            Order::BadugiAceHigh => return Some(badugi::best(cards, badugi::Ace::High)),
            Order::MostPoints => points::most(cards),
            Order::FewestPoints => points::fewest(cards),
        };
        Some((score, cards))
    }

    /// Whether the number is that of a low: `0x8F_FFFF` minus it is the hand as read.
    pub const fn is_low(self) -> bool {
        matches!(self, Order::AceToFive | Order::DeuceToSeven | Order::EightOrBetter)
    }

    /// Whether cards of different suits count.
    pub const fn is_badugi(self) -> bool {
        matches!(self, Order::Badugi | Order::BadugiAceHigh)
    }
}
