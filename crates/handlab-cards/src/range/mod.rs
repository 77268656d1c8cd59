//! Ranges: the hands that a player may hold, each with a weight, as text and as cards.
//!
//! # The text
//! Items are separated by commas, semicolons or whitespace. Letters may be in either case, the ten is `T` or `10`, and
//! cards are written as in [`CardSet::parse`].
//!
//! | item | stands for |
//! |---|---|
//! | `TT` `AKs` `AKo` `AK` | a pair; suited, offsuit, both; either rank may come first |
//! | `TT+` | tens and higher pairs |
//! | `ATs+` | the kicker rises to one below the high card: `ATs` `AJs` `AQs` `AKs` |
//! | `76s+` | if it cannot rise, both cards do: `76s` `87s` .. `AKs` |
//! | `TT-77` `KTs-K8s` | pairs, or kickers of one high card, from one to the other |
//! | `T9s-65s` `T8s-75s` | both cards step down: the ends must have the same gap |
//! | `AhKh` | these two cards |
//! | `random` `*` | any two cards |
//! | `15%` `5%-15%` | the best 15 % of hands; those after the best 5 % up to 15 % |
//! | `AKs:0.5` | an item with a weight from 0 to 1, here held half of the time |
//! | `[50]AKs,QQ[/50]` | the same for all items between the marks, in percent |
//!
//! If an item is repeated, the later weight applies, so `22+,33:0` excludes the threes; a hand of weight 0 is not held.
//! Weights are kept to a millionth.
//!
//! The rule for kickers and rows with one high card is that of `eval7`, which extends PokerStove's. Two extensions are
//! rows with one gap (`T9s-65s`), and `+` after a connector. There `eval7` keeps the high card, so that its `76s+` is
//! `76s` alone and the plus has no effect; here it means the higher connectors too, as players use it. Tools that
//! raise both cards of `T8s+` read it differently: write `T8s-AQs` for that.
//!
//! Weights are written as in solvers (`:0.5`) or as marks around items (`[50]`). Not supported: `Ax`, `50%(AK)`, `!`,
//! and Omaha's patterns (`AAxx`, `$ds`): for games with more hole cards, [`Range::parse_hands`] reads hands card by card.
//!
//! # The order of percentages
//! By the equity of a hand against one random hand, exactly: `order.tsv`, which `examples/preflop_order.rs` makes. It
//! is not an order of how well hands play. A starting hand belongs to the best 15 % if half of its combos do, so
//! adjacent bands (`5%`, `5%-15%`) neither overlap nor leave gaps.

mod error;
mod order;
mod parse;
mod starting;
mod weight;
mod write;

use std::collections::BTreeMap;
use std::str::FromStr;

pub use error::RangeError;
pub use order::best_first;
pub use starting::StartingHand;
pub use weight::Weight;

use crate::card::CardSet;

/// Longer texts are refused: all 1,326 combos with weights take a third of it.
pub const MAX_TEXT: usize = 1 << 16;

/// Hole cards and how often they are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combo {
    pub cards: CardSet,
    pub weight: Weight,
}

/// The hands that a player may hold, each once, with a weight above 0.
///
/// Its text (`Display`) is as short as whole starting hands allow, is the same for equal ranges, and parses to the same
/// range.
///
/// ```
/// use handlab_cards::range::Range;
///
/// let range = Range::parse("AK, AQs, QQ, KK, AA, AcJc:0.25")?;
/// assert_eq!(range.len(), 16 + 4 + 18 + 1);
/// assert_eq!(range.to_string(), "QQ+,AQs+,AKo,AcJc:0.25");
/// # Ok::<(), handlab_cards::range::RangeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Sorted by mask.
    combos: Vec<Combo>,
}

impl Range {
    /// Reads a range of hold'em hands. A text without items is an empty range.
    pub fn parse(text: &str) -> Result<Range, RangeError> {
        parse::parse(text, 2)
    }

    /// Reads hands of `hole_cards` cards each, such as `AsAhKsKh` with 4: without shorthand, but with weights and groups.
    pub fn parse_hands(text: &str, hole_cards: usize) -> Result<Range, RangeError> {
        parse::parse(text, hole_cards)
    }

    /// A range with one known hand.
    pub fn of_hand(cards: CardSet) -> Range {
        Range { combos: vec![Combo { cards, weight: Weight::FULL }] }
    }

    /// The combos, each with different cards.
    pub fn combos(&self) -> &[Combo] {
        &self.combos
    }

    /// The number of combos, at most 1,326 in hold'em, regardless of weight.
    pub fn len(&self) -> usize {
        self.combos.len()
    }

    /// Whether no hand is held.
    pub fn is_empty(&self) -> bool {
        self.combos.is_empty()
    }

    /// The number of combos, each counted by its weight.
    pub fn total_weight(&self) -> f64 {
        let weights = self.combos.iter().map(|combo| u64::from(combo.weight.millionths()));
        let millionths: u64 = weights.sum();
        millionths as f64 / f64::from(Weight::FULL.millionths())
    }

    /// The weight of these cards; `None` if they are not held.
    pub fn weight_of(&self, cards: CardSet) -> Option<Weight> {
        let found = self.combos.binary_search_by_key(&cards.mask(), |combo| combo.cards.mask());
        Some(self.combos.get(found.ok()?)?.weight)
    }

    /// The range without the hands that contain a card of `dead`, such as the board's and other players'.
    ///
    /// ```
    /// use handlab_cards::{card::CardSet, range::Range};
    ///
    /// let range = Range::parse("AA")?;
    /// let dead = CardSet::parse("As").expect("a card");
    /// assert_eq!(range.without(dead).to_string(), "AhAd,AhAc,AdAc");
    /// # Ok::<(), handlab_cards::range::RangeError>(())
    /// ```
    #[must_use]
    pub fn without(&self, dead: CardSet) -> Range {
        let live = |combo: &&Combo| combo.cards.intersection(dead).is_empty();
        Range { combos: self.combos.iter().filter(live).copied().collect() }
    }
}

/// The last of several combos with equal cards applies; combos of weight 0 are not held.
impl FromIterator<Combo> for Range {
    fn from_iter<I: IntoIterator<Item = Combo>>(combos: I) -> Self {
        let mut latest = BTreeMap::new();
        for combo in combos {
            latest.insert(combo.cards.mask(), combo);
        }
        let held = latest.into_values().filter(|combo| combo.weight != Weight::ZERO);
        Range { combos: held.collect() }
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        Range::parse(text)
    }
}
