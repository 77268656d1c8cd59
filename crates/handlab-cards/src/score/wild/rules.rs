//! Rules for wild cards.

use std::fmt;

use super::super::has_wild_cards;
use crate::card::{Card, CardSet, rank_of};
use crate::game::Game;

/// What a joker may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Joker {
    /// Any card.
    #[default]
    Wild,
    /// An ace, or a card that completes a straight, a flush or a straight flush.
    Bug,
}

impl Joker {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Joker::Wild => "wild",
            Joker::Bug => "bug",
        }
    }

    /// The joker with that name.
    pub fn from_name(name: &str) -> Option<Joker> {
        [Joker::Wild, Joker::Bug].into_iter().find(|joker| joker.name() == name)
    }
}

/// What is wild: the joker's rule, and the ranks whose cards are all wild. By default only jokers, fully wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct WildRules {
    joker: Joker,
    cards: CardSet,
}

impl WildRules {
    /// Rules with that joker and no wild ranks.
    pub const fn of_jokers(joker: Joker) -> WildRules {
        WildRules { joker, cards: CardSet::EMPTY }
    }

    /// These rules with the four cards of `rank` (2..=14) wild; the same rules if that is not a rank.
    #[must_use]
    pub fn with_rank(self, rank: u8) -> WildRules {
        let cards = (0..4).filter_map(|suit| Card::new(rank, suit)).collect();
        WildRules { cards: self.cards.union(cards), ..self }
    }

    /// Reads the ranks, such as `2`, `2,J`, `2J` or `10`, and the name of a [`Joker`].
    ///
    /// ```
    /// use handlab_cards::score::wild::{Joker, WildRules};
    ///
    /// let rules = WildRules::of_jokers(Joker::Bug).with_rank(2).with_rank(11);
    /// assert_eq!(WildRules::parse(Some("2,J"), "bug"), Ok(rules));
    /// ```
    pub fn parse(ranks: Option<&str>, joker: &str) -> Result<WildRules, RuleError> {
        let joker = Joker::from_name(joker).ok_or_else(|| RuleError::Joker(joker.to_owned()))?;
        let rules = WildRules::of_jokers(joker);
        let Some(text) = ranks else { return Ok(rules) };
        let with_ranks = ranks_of(text).and_then(|ranks| {
            let twice = (1..ranks.len()).any(|at| ranks[..at].contains(&ranks[at]));
            (!ranks.is_empty() && !twice).then_some(ranks)
        });
        let with_ranks = with_ranks.ok_or_else(|| RuleError::Ranks(text.to_owned()))?;
        Ok(with_ranks.into_iter().fold(rules, WildRules::with_rank))
    }

    /// What a joker may stand for.
    pub const fn joker(self) -> Joker {
        self.joker
    }

    /// The cards that are wild by their rank.
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// Whether `game` can be played with wild cards: only high games in which any five cards count.
    pub fn check(self, game: Game) -> Result<(), RuleError> {
        if has_wild_cards(game) { Ok(()) } else { Err(RuleError::Game(game)) }
    }
}

/// The ranks in a text, in any of their forms, with or without separators.
fn ranks_of(text: &str) -> Option<Vec<u8>> {
    let mut ranks = Vec::new();
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return Some(ranks),
            [b' ' | b',', behind @ ..] => behind,
            [b'1', b'0', behind @ ..] => {
                ranks.push(10);
                behind
            }
            [rank, behind @ ..] => {
                ranks.push(rank_of(*rank)?);
                behind
            }
        };
    }
}

/// Why a game cannot be played with these rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// The wild ranks cannot be read.
    Ranks(String),
    /// The joker's name is unknown.
    Joker(String),
    /// A game without rules for wild cards.
    Game(Game),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::Ranks(got) => {
                write!(f, "expected wild ranks such as `2` or `2,J`, each once, got `{got}`")
            }
            RuleError::Joker(got) => {
                write!(f, "expected a joker that is `wild` or `bug`, got `{got}`")
            }
            RuleError::Game(got) => {
                let known = Game::ALL.into_iter().filter(|game| has_wild_cards(*game));
                let known = known.map(Game::name).collect::<Vec<_>>().join("`, `");
                write!(f, "expected a game that has wild cards, of `{known}`, got `{got}`")
            }
        }
    }
}

impl std::error::Error for RuleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_joined_or_separated() {
        let jacks_and_tens = WildRules::default().with_rank(11).with_rank(10);
        for text in ["J,T", "JT", "10J", "t j", "10, J"] {
            assert_eq!(WildRules::parse(Some(text), "wild"), Ok(jacks_and_tens), "{text}");
        }
        assert_eq!(jacks_and_tens.cards().len(), 8);
        assert_eq!(WildRules::parse(None, "wild"), Ok(WildRules::default()));
    }

    #[test]
    fn an_error_says_what_was_expected_and_found() {
        for text in ["", " ", "1", "2,2", "2c", "joker", "é"] {
            let error = WildRules::parse(Some(text), "wild").expect_err(text);
            assert_eq!(
                error.to_string(),
                format!("expected wild ranks such as `2` or `2,J`, each once, got `{text}`")
            );
        }
        let error = WildRules::parse(None, "Bug").expect_err("a word in lower case");
        assert_eq!(error.to_string(), "expected a joker that is `wild` or `bug`, got `Bug`");
        let error = WildRules::default().check(Game::Omaha).expect_err("a game without wild cards");
        assert_eq!(
            error.to_string(),
            "expected a game that has wild cards, of `holdem`, `stud`, `five_card_draw`, got `omaha`"
        );
    }
}
