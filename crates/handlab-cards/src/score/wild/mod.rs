//! Wild cards: jokers, the bug, and wild ranks.
//!
//! # The rules
//! - A wild card stands for any card that is **not held**: with A-Q-9-4 of clubs a joker is the king, since there is no
//!   second ace of clubs. A card of a wild rank may stand for itself.
//! - Five of a kind is the one hand that a deck cannot contain. It beats every straight flush: category 9, with the
//!   rank five times, such as `0x9E_EEEE`.
//! - The *bug* is a joker that counts as an ace, or completes a straight, a flush or a straight flush, and nothing
//!   else. With four aces it makes five. Wild ranks stay fully wild next to it.
//! - The best five of five to seven cards count, any number of which may be wild, up to four of them jokers.
//!
//! Otherwise the number has the form of [`strength`](super::strength), and without a wild card it is the same number.
//!
//! # Which games
//! Those of high hands in which any five cards play: hold'em, stud and five-card draw. Omaha's two and three, lows,
//! badugi and short deck have no agreed rules for wild cards; [`WildRules::check`] refuses them.
//!
//! The strength is found category by category from what the natural cards lack, never by trying substitutes; the
//! tests try all of them.
//!
//! Source of the bug, of five aces and of the highest card *not present* in a flush: Robert's Rules of Poker, draw
//! high with the joker. Applying the same to a fully wild card is this crate's choice.

mod best_category;
mod cards;
mod rules;
mod substitute;

pub use cards::{WildCards, WildCardsError};
pub use rules::{Joker, RuleError, WildRules};
pub use substitute::WildFive;

use super::counts_fit;
use super::ranks::by_suit;
use crate::card::CardSet;
use crate::game::Game;

/// The strength of the best five cards; `None` unless the hand is complete and [`WildRules::check`] accepts the game.
///
/// ```
/// use handlab_cards::game::Game;
/// use handlab_cards::score::wild::{self, WildCards, WildRules};
///
/// let cards = |text| WildCards::parse(text).expect("cards");
/// let draw = |text, rules| wild::strength(rules, Game::FiveCardDraw, cards(text), cards(""));
/// let joker = WildRules::default();
/// assert_eq!(draw("AcQc9c4cJk", joker), Some(0x5E_DC94));
/// assert_eq!(draw("AcAdAhAsJk", joker), Some(0x9E_EEEE));
/// let deuces = WildRules::parse(Some("2"), "wild")?;
/// assert_eq!(draw("2c2dKhQs7c", deuces), Some(0x3D_DDC7));
/// # Ok::<(), wild::RuleError>(())
/// ```
pub fn strength(rules: WildRules, game: Game, hole: WildCards, board: WildCards) -> Option<u32> {
    Some(Dealt::of(rules, game, hole, board)?.strength())
}

/// The five cards that the hand counts as, the most significant first.
pub fn best_five(
    rules: WildRules,
    game: Game,
    hole: WildCards,
    board: WildCards,
) -> Option<WildFive> {
    let dealt = Dealt::of(rules, game, hole, board)?;
    Some(substitute::five(&dealt, dealt.strength()))
}

/// A complete hand, with its wild cards separated.
#[derive(Clone, Copy)]
struct Dealt {
    /// The natural hole cards, and those on the board.
    own: CardSet,
    common: CardSet,
    /// The cards of wild ranks.
    ranked: CardSet,
    /// The number of cards that stand for any other.
    wild: u32,
    bugs: u32,
}

impl Dealt {
    fn of(rules: WildRules, game: Game, hole: WildCards, board: WildCards) -> Option<Self> {
        let jokers = hole.jokers() + board.jokers();
        let is_complete = rules.check(game).is_ok()
            && counts_fit(game, hole.len() as usize, board.len() as usize)
            && hole.cards().intersection(board.cards()).is_empty()
            && jokers <= WildCards::MOST_JOKERS;
        if !is_complete {
            return None;
        }
        let ranked = hole.cards().union(board.cards()).intersection(rules.cards());
        let (wild, bugs) = match rules.joker() {
            Joker::Wild => (ranked.len() + jokers, 0),
            Joker::Bug => (ranked.len(), jokers),
        };
        Some(Dealt {
            own: hole.cards().minus(ranked),
            common: board.cards().minus(ranked),
            ranked,
            wild,
            bugs,
        })
    }

    fn suits(&self) -> [u32; 4] {
        by_suit(self.own.union(self.common))
    }

    fn strength(&self) -> u32 {
        best_category::best(self.suits(), self.wild, self.bugs)
    }
}
