//! Messages about equities that cannot be calculated, with the arguments that they are about.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::equity::EquityError;

/// A player who contends for a pot.
pub(crate) struct Contender {
    /// The index among all players.
    pub(crate) player: usize,
    /// The name of the argument.
    pub(crate) name: String,
    /// `None` for a range.
    pub(crate) cards: Option<CardSet>,
}

/// The arguments of a question.
pub(crate) struct Arguments<'a> {
    pub(crate) holes: &'a [Contender],
    /// The argument that decides how many contend.
    pub(crate) players: &'a str,
    pub(crate) board: CardSet,
    pub(crate) dead: CardSet,
}

impl Arguments<'_> {
    /// What is wrong, and in which arguments. `error` counts the players of `holes`.
    pub(crate) fn message(&self, mut error: EquityError) -> String {
        let names = match &mut error {
            EquityError::HoleCards { player, .. }
            | EquityError::Unknowable { player }
            | EquityError::EmptyRange { player }
            | EquityError::NoHand { player } => match self.holes.get(*player) {
                Some(contender) => {
                    *player = contender.player;
                    vec![contender.name.as_str()]
                }
                None => Vec::new(),
            },
            EquityError::CardTwice { card } | EquityError::NotInDeck { card } => {
                self.with_card(*card)
            }
            EquityError::Players { .. } => vec![self.players],
            EquityError::Board { .. } => vec!["board"],
            EquityError::NoPot | EquityError::Pot { .. } => vec!["pots"],
            EquityError::NoLow { .. } => vec!["hi_lo"],
            _ => Vec::new(),
        };
        if names.is_empty() {
            return error.to_string();
        }
        format!("{error}, in `{}`", names.join("` and `"))
    }

    /// The arguments that have a card.
    fn with_card(&self, card: Card) -> Vec<&str> {
        let has = |cards: &CardSet| cards.contains(card);
        let holes = self.holes.iter().filter(|hole| hole.cards.as_ref().is_some_and(has));
        let common = [("board", self.board), ("dead", self.dead)].into_iter();
        let common = common.filter(|(_, cards)| has(cards)).map(|(name, _)| name);
        holes.map(|hole| hole.name.as_str()).chain(common).collect()
    }
}
