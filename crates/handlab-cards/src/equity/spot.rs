//! A question that can be answered: its cards have been checked and the missing ones counted.

use super::{EquityError, MAX_PLAYERS, Question};
use crate::card::CardSet;
use crate::game::{Game, GameFamily};
use crate::score;

/// A checked [`Question`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    pub(super) asked: &'a Question<'a>,
    /// The cards that can come.
    pub(super) deck: CardSet,
    /// The number of cards missing from the board.
    pub(super) board_lacks: usize,
}

impl<'a> Spot<'a> {
    #[inline]
    pub(super) fn of(asked: &'a Question<'a>) -> Result<Self, EquityError> {
        check(asked)?;
        let known = asked.holes.iter().fold(asked.board.union(asked.dead), |a, b| a.union(*b));
        // Only games with a board can have a partial one.
        let shown = asked.board.len() as usize;
        let board_lacks = if asked.game.family() == GameFamily::Flop { 5 - shown } else { 0 };
        let spot = Spot { asked, deck: whole_deck(asked.game).minus(known), board_lacks };
        let lacks = |player| spot.lacks(player);
        let missing = board_lacks + (0..asked.holes.len()).map(lacks).sum::<usize>();
        let left = spot.deck.len() as usize;
        if missing > left {
            return Err(EquityError::DeckTooSmall { missing, left });
        }
        Ok(spot)
    }

    /// The number of cards that a player is missing.
    pub(super) fn lacks(&self, player: usize) -> usize {
        if self.asked.game.family() != GameFamily::Stud {
            return 0;
        }
        let common = self.asked.board.len() as usize;
        self.asked.game.hole_cards() - self.asked.holes[player].len() as usize - common
    }

    /// Whether pots have two halves.
    pub(super) const fn is_split(&self) -> bool {
        score::is_split(self.asked.game, self.asked.is_hi_lo)
    }

    /// The number of runouts, at most `u64::MAX`.
    pub(super) fn runouts(&self) -> u64 {
        let mut left = u64::from(self.deck.len());
        let mut runouts = choose(left, self.board_lacks as u64);
        left -= self.board_lacks as u64;
        for player in 0..self.asked.holes.len() {
            let lacks = self.lacks(player) as u64;
            runouts = runouts.saturating_mul(choose(left, lacks));
            left -= lacks;
        }
        runouts
    }

    /// The number that decides the pot, or its high half.
    pub(super) fn high(&self, hole: CardSet, board: CardSet) -> u32 {
        let strength = match self.asked.game {
            Game::ShortDeck => score::short_deck(self.asked.short_deck, hole, board),
            game => score::strength(game, hole, board),
        };
        strength.unwrap_or_default()
    }

    /// The number that decides the second half; 0 if the hand does not qualify, or if the pot has only one.
    pub(super) fn low(&self, hole: CardSet, board: CardSet) -> u32 {
        if !self.is_split() {
            return 0;
        }
        score::low(self.asked.game, hole, board).unwrap_or_default()
    }
}

fn check(asked: &Question<'_>) -> Result<(), EquityError> {
    let players = asked.holes.len();
    if !(2..=MAX_PLAYERS).contains(&players) {
        return Err(EquityError::Players { got: players });
    }
    check_pots(asked)?;
    if asked.is_hi_lo && !score::may_be_hi_lo(asked.game) {
        return Err(EquityError::NoLow { game: asked.game });
    }
    check_board(asked)?;
    let mut seen = disjoint(asked.board, asked.dead)?;
    for (player, hole) in asked.holes.iter().enumerate() {
        check_hole(asked, player, hole.len() as usize)?;
        seen = disjoint(seen, *hole)?;
    }
    match seen.minus(whole_deck(asked.game)).iter().next() {
        Some(card) => Err(EquityError::NotInDeck { card }),
        None => Ok(()),
    }
}

fn check_pots(asked: &Question<'_>) -> Result<(), EquityError> {
    if asked.pots.is_empty() {
        return Err(EquityError::NoPot);
    }
    let nobody = u16::MAX << asked.holes.len();
    match asked.pots.iter().position(|pot| *pot == 0 || pot & nobody != 0) {
        Some(pot) => Err(EquityError::Pot { pot }),
        None => Ok(()),
    }
}

fn check_hole(asked: &Question<'_>, player: usize, got: usize) -> Result<(), EquityError> {
    let whole = asked.game.hole_cards();
    let fits = match asked.game.family() {
        GameFamily::Stud => {
            (asked.game.dealt_cards()..=whole - asked.board.len() as usize).contains(&got)
        }
        GameFamily::Draw if got < whole => return Err(EquityError::Unknowable { player }),
        GameFamily::Flop if may_exchange(asked, got) => {
            return Err(EquityError::Unknowable { player });
        }
        GameFamily::Flop | GameFamily::Draw => got == whole,
    };
    if fits { Ok(()) } else { Err(EquityError::HoleCards { player, got }) }
}

/// Whether a player with `got` cards may still exchange or discard some. On the flop, a two-card Irish hand has been
/// chosen; the five cards of Drawmaha look the same before the draw and after it.
fn may_exchange(asked: &Question<'_>, got: usize) -> bool {
    let (game, common) = (asked.game, asked.board.len());
    let is_chosen = common == 3 && got < game.dealt_cards();
    game.exchanges_after_flop() && common < 4 && !is_chosen
}

fn check_board(asked: &Question<'_>) -> Result<(), EquityError> {
    let got = asked.board.len() as usize;
    match (asked.game.family(), got) {
        (GameFamily::Stud, 1..) if asked.game == Game::FiveCardStud => {
            Err(EquityError::Board { got })
        }
        (GameFamily::Flop, 0 | 3..=5) | (GameFamily::Stud, 0..=2) | (GameFamily::Draw, 0) => Ok(()),
        (GameFamily::Flop, 1) if asked.game == Game::Courchevel => Ok(()),
        _ => Err(EquityError::Board { got }),
    }
}

const fn whole_deck(game: Game) -> CardSet {
    if matches!(game, Game::ShortDeck) { SHORT_DECK } else { CardSet::FULL }
}

fn disjoint(seen: CardSet, more: CardSet) -> Result<CardSet, EquityError> {
    match seen.intersection(more).iter().next() {
        Some(card) => Err(EquityError::CardTwice { card }),
        None => Ok(seen.union(more)),
    }
}

/// The binomial coefficient, at most `u64::MAX`.
#[inline]
pub(super) fn choose(of: u64, count: u64) -> u64 {
    match count {
        0 => 1,
        1 => of,
        2 => of * of.saturating_sub(1) / 2,
        _ => {
            let mut sets = 1_u128;
            for taken in 0..count {
                sets = sets * u128::from(of.saturating_sub(taken)) / u128::from(taken + 1);
            }
            u64::try_from(sets).unwrap_or(u64::MAX)
        }
    }
}

/// Six to ace of each suit.
const SHORT_DECK: CardSet = match CardSet::from_mask(0x1FF0_1FF0_1FF0_1FF0) {
    Some(cards) => cards,
    None => panic!("all of them are cards"),
};
