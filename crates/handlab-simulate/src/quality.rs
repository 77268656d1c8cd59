//! A rough measure of how good a hand is: the share of other hands that it beats, per mille.
//!
//! Simulated players base decisions on it. Pots are decided by [`handlab_cards::score`] alone.

use crate::config::{Config, deals};
use handlab_cards::card::{Card, CardList, CardSet};
use handlab_cards::deal::{Deck, Generator, below};
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_cards::score;

/// How a game's starting hands compare.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    game: Game,
    is_hi_lo: bool,
    /// The worth of some random starting hands, lowest first.
    worths: Vec<i32>,
}

const STARTS: usize = 1000;

impl Starts {
    pub(crate) fn new(game: Game, is_hi_lo: bool) -> Self {
        // Always the same hands, so that a style means the same at every table. Seeded by the game's number among the
        // simulated ones, so that adding other sites' games changes no seed.
        let number = Game::ALL.into_iter().filter(|game| deals(*game)).position(|one| one == game);
        let mut source = Generator::new(number.unwrap_or_default() as u64);
        let worths = (0..STARTS).map(|_| {
            let mut deck = Deck::new(lowest_rank(game));
            let hole: CardList =
                (0..first_cards(game)).filter_map(|_| deck.deal(&mut source)).collect();
            worth(game, is_hi_lo, hole)
        });
        let mut worths: Vec<i32> = worths.collect();
        worths.sort_unstable();
        Starts { game, is_hi_lo, worths }
    }

    /// The quality of the first cards dealt.
    fn quality(&self, hole: CardList) -> u16 {
        let worth = worth(self.game, self.is_hi_lo, hole);
        let below = self.worths.partition_point(|other| *other < worth);
        let up_to = self.worths.partition_point(|other| *other <= worth);
        usize::midpoint(below, up_to).min(999) as u16
    }
}

/// A player's opinion of their cards.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View {
    quality: u16,
    /// The street on which the player last looked, from 1; 0 for never.
    looked: u8,
}

impl View {
    /// The quality of the player's cards, which is evaluated once per street.
    pub(crate) fn update(
        &mut self,
        config: &Config,
        starts: &Starts,
        hole: CardList,
        board: CardSet,
        street: Street,
        source: &mut Generator,
    ) -> u16 {
        if self.looked > street.0 {
            return self.quality;
        }
        self.looked = street.0 + 1;
        if config.is_blind_play {
            self.quality = source.between(0, 999) as u16;
        } else if street == Street::FIRST {
            self.quality = starts.quality(hole);
        } else {
            let later = later(config.game, config.is_hi_lo, hole.set(), board, source);
            self.quality = later.unwrap_or(self.quality);
        }
        self.quality
    }
}

/// The lowest rank in the game's deck.
pub(crate) fn lowest_rank(game: Game) -> u8 {
    if game.deck_size() == 36 { 6 } else { 2 }
}

/// The number of cards a player gets before the first betting round.
pub(crate) fn first_cards(game: Game) -> usize {
    match game {
        Game::Stud | Game::Razz => 3,
        _ => game.hole_cards(),
    }
}

/// The quality of a hand that can be scored, against a few random ones; `None` until it can.
fn later(
    game: Game,
    is_hi_lo: bool,
    hole: CardSet,
    board: CardSet,
    source: &mut Generator,
) -> Option<u16> {
    let own = Both::of(game, is_hi_lo, hole, board)?;
    // Other games' hands take longer to score.
    let samples = if game.hole_cards() == 2 { 24 } else { 8 };
    let known = hole.union(board);
    let mut points = 0;
    for _ in 0..samples {
        let mut other = Both::of(game, is_hi_lo, draw(game, known, hole.len(), source), board)?;
        if matches!(game.family(), GameFamily::Draw) {
            // A player who has drawn holds better than five random cards.
            let again = Both::of(game, is_hi_lo, draw(game, known, hole.len(), source), board)?;
            other = if again.high > other.high { again } else { other };
        }
        points += own.points(other);
    }
    Some((points * 999 / (samples * 4)) as u16)
}

/// A player's high and low.
#[derive(Clone, Copy)]
struct Both {
    high: u32,
    low: Option<u32>,
}

impl Both {
    fn of(game: Game, is_hi_lo: bool, hole: CardSet, board: CardSet) -> Option<Both> {
        let low = if is_hi_lo { score::low(game, hole, board) } else { None };
        score::strength(game, hole, board).map(|high| Both { high, low })
    }

    /// In quarters: how much of the pot this hand wins from the other.
    fn points(self, other: Both) -> u32 {
        let half = |order: std::cmp::Ordering| match order {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        let high = half(self.high.cmp(&other.high));
        let has_low = self.low.is_some() || other.low.is_some();
        high + if has_low { half(self.low.cmp(&other.low)) } else { high }
    }
}

/// Random cards in addition to the known ones.
fn draw(game: Game, known: CardSet, count: u32, source: &mut Generator) -> CardSet {
    let lowest = lowest_rank(game);
    let ranks = u32::from(15 - lowest);
    let mut cards = CardSet::EMPTY;
    while cards.len() < count {
        let number = below(source, ranks * 4);
        let card = Card::new(lowest + (number % ranks) as u8, (number / ranks) as u8);
        if let Some(card) = card.filter(|card| !known.contains(*card)) {
            cards = cards.with(card);
        }
    }
    cards
}

/// A number by which the starting hands of a game can be sorted.
fn worth(game: Game, is_hi_lo: bool, hole: CardList) -> i32 {
    let cards = hole.as_slice();
    let high = match game {
        Game::Holdem | Game::ShortDeck => return pair_worth(cards),
        Game::FiveCardDraw | Game::Badugi => {
            return score::strength(game, hole.set(), CardSet::EMPTY).unwrap_or_default() as i32;
        }
        game if score::order(game).is_low() => return low_worth(game, cards),
        _ => {
            let pairs = cards.iter().enumerate().flat_map(|(at, first)| {
                cards[at + 1..].iter().map(move |second| pair_worth(&[*first, *second]).max(0))
            });
            pairs.sum::<i32>()
        }
    };
    if is_hi_lo { high + low_worth(Game::Razz, cards) } else { high }
}

/// Two cards in half points of Bill Chen's formula.
fn pair_worth(cards: &[Card]) -> i32 {
    let [first, second] = cards else { return 0 };
    let (high, low) = (first.rank().max(second.rank()), first.rank().min(second.rank()));
    let base = match high {
        14 => 20,
        13 => 16,
        12 => 14,
        11 => 12,
        rank => i32::from(rank),
    };
    if high == low {
        return (base * 2).max(10);
    }
    let gap = high - low - 1;
    let apart = match gap {
        0 => 0,
        1 => 2,
        2 => 4,
        3 => 8,
        _ => 10,
    };
    let suited = if first.suit() == second.suit() { 4 } else { 0 };
    let connected = if gap < 2 && high < 12 { 2 } else { 0 };
    base + suited + connected - apart
}

/// Low cards of different ranks count more the lower they are.
fn low_worth(game: Game, cards: &[Card]) -> i32 {
    let mut ranks = 0_u16;
    for card in cards {
        let rank = if game == Game::Razz && card.rank() == 14 { 1 } else { card.rank() };
        ranks |= 1 << rank;
    }
    (1..=8).filter(|rank| ranks >> rank & 1 == 1).map(|rank| 28 - 2 * rank).sum()
}
