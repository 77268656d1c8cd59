//! Equity of ranges: over every way in which the players can hold hands of their ranges, or a sample of these.
//!
//! # Rules
//! * A deal gives each player a hand of their range, without repeating a card or using one that is on the board or
//!   dead. Its weight is the product of the hands' weights; all shares are weighted means. So a hand whose cards others
//!   may hold occurs less often than its weight alone suggests.
//! * Deals that differ only by a renaming of suits are counted once.
//! * Sampled deals are unbiased: each player's hand is drawn by weight, and if two share a card, all hands are drawn
//!   again.

use std::collections::BTreeMap;

use super::canonical::Canonical;
use super::sample::{self, Squares};
use super::solver::{Method, Outcome, Solver, SolverOptions};
use super::spot::Spot;
use super::{Answer, EquityError, MAX_PLAYERS, Question, UNITS, dispatch};
use crate::card::CardSet;
use crate::deal::{Generator, below_wide};
use crate::game::Game;
use crate::range::Range;
use crate::score::ShortDeckRules;

/// The most deals that are tried to find those that differ.
const DEALS: u64 = 4_000_000;

/// The most times that hands are drawn to find some that share no card.
const TRIES: u32 = 100_000;

/// Who is in, with which ranges, for which pots. The fields mean the same as in [`Question`].
#[derive(Clone, Copy, Debug)]
pub struct RangeQuestion<'a> {
    pub game: Game,
    pub is_hi_lo: bool,
    pub short_deck: ShortDeckRules,
    /// What each player may hold; a known hand is a range with one hand.
    pub ranges: &'a [&'a Range],
    pub board: CardSet,
    pub dead: CardSet,
    pub pots: &'a [u16],
}

impl<'a> RangeQuestion<'a> {
    /// All players for one pot, high only, no dead cards.
    pub fn new(game: Game, ranges: &'a [&'a Range], board: CardSet) -> Self {
        RangeQuestion {
            game,
            is_hi_lo: false,
            short_deck: ShortDeckRules::default(),
            ranges,
            board,
            dead: CardSet::EMPTY,
            pots: super::everyone(ranges.len()),
        }
    }

    fn with<'b>(&'b self, holes: &'b [CardSet]) -> Question<'b> {
        Question {
            game: self.game,
            is_hi_lo: self.is_hi_lo,
            short_deck: self.short_deck,
            holes,
            board: self.board,
            dead: self.dead,
            pots: self.pots,
        }
    }
}

/// Solves exactly if the total work for all deals is within the bound of `options`, else samples.
///
/// The outcome's `runouts` counts every board of every deal.
///
/// # Errors
/// What [`EquityError`] lists.
///
/// ```
/// use handlab_cards::card::CardSet;
/// use handlab_cards::equity::{self, SolverOptions, RangeQuestion};
/// use handlab_cards::{game::Game, range::Range};
///
/// let (aces, kings) = (Range::parse("AA")?, Range::parse("KK")?);
/// let ranges = [&aces, &kings];
/// let question = RangeQuestion::new(Game::Holdem, &ranges, CardSet::EMPTY);
/// let outcome = equity::solve_ranges(&question, &SolverOptions::default())?;
/// assert_eq!(outcome.runouts, 61_642_944);
/// assert_eq!((outcome.win[0] * 61_642_944.0).round(), 50_371_344.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_ranges(
    question: &RangeQuestion<'_>,
    options: &SolverOptions,
) -> Result<Outcome, EquityError> {
    let players = question.ranges.len();
    if !(2..=MAX_PLAYERS).contains(&players) {
        return Err(EquityError::Players { got: players });
    }
    let hands: Option<Vec<CardSet>> =
        question.ranges.iter().map(|range| only_hand(range)).collect();
    if let Some(holes) = hands {
        return Solver::new(*options).solve(&question.with(&holes)).cloned();
    }
    if let Some(player) = question.ranges.iter().position(|range| range.is_empty()) {
        return Err(EquityError::EmptyRange { player });
    }
    let known = question.board.union(question.dead);
    let live: Vec<Range> = question.ranges.iter().map(|range| range.without(known)).collect();
    if let Some(player) = live.iter().position(Range::is_empty) {
        return Err(EquityError::NoHand { player });
    }
    match Deals::of(question, &live, options.max_work)? {
        Some(deals) => deals.count(),
        None => draw(question, &live, options),
    }
}

/// The cards of a range that consists of one hand.
fn only_hand(range: &Range) -> Option<CardSet> {
    match range.combos() {
        [combo] => Some(combo.cards),
        _ => None,
    }
}

/// All deals up to renaming of suits.
struct Deals<'a> {
    question: &'a RangeQuestion<'a>,
    live: &'a [Range],
    /// How many deals each one represents, and their weight.
    found: BTreeMap<Canonical, (u64, f64)>,
    work: u64,
}

impl<'a> Deals<'a> {
    /// `None` if counting them would exceed `max_work`.
    fn of(
        question: &'a RangeQuestion<'a>,
        live: &'a [Range],
        max_work: u64,
    ) -> Result<Option<Deals<'a>>, EquityError> {
        let ways = live.iter().fold(1_u64, |ways, range| ways.saturating_mul(range.len() as u64));
        if ways > DEALS.min(max_work) {
            return Ok(None);
        }
        let mut deals = Deals { question, live, found: BTreeMap::new(), work: 0 };
        let is_within = deals.add(&mut Vec::new(), CardSet::EMPTY, 1.0, max_work)?;
        if is_within && deals.found.is_empty() {
            return Err(EquityError::NoDeal);
        }
        Ok(is_within.then_some(deals))
    }

    /// Adds every deal that starts with these holes; false, with some missing, if that would exceed `max_work`.
    fn add(
        &mut self,
        holes: &mut Vec<CardSet>,
        taken: CardSet,
        weight: f64,
        max_work: u64,
    ) -> Result<bool, EquityError> {
        let Some(range) = self.live.get(holes.len()) else {
            let cards = Canonical::of(holes, self.question.board, self.question.dead);
            let (times, total) = self.found.entry(cards).or_default();
            *times += 1;
            *total += weight;
            if *times == 1 {
                let work = dispatch::work_or_look_up(&Spot::of(&self.question.with(holes))?);
                self.work = self.work.saturating_add(work);
            }
            return Ok(self.work <= max_work);
        };
        for combo in range.combos() {
            if combo.cards.intersection(taken).is_empty() {
                holes.push(combo.cards);
                let weight = weight * combo.weight.share();
                let is_within = self.add(holes, taken.union(combo.cards), weight, max_work)?;
                holes.pop();
                if !is_within {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Counts every runout of every deal.
    fn count(&self) -> Result<Outcome, EquityError> {
        let question = self.question;
        let players = question.ranges.len();
        let mut outcome = Outcome {
            equity: vec![0.0; players * question.pots.len()],
            win: vec![0.0; players],
            tie: vec![0.0; players],
            ..Outcome::default()
        };
        let mut answer = Answer::default();
        let mut whole = 0.0;
        for (cards, (times, weight)) in &self.found {
            let holes = cards.holes();
            let asked =
                Question { board: cards.board(), dead: cards.dead(), ..question.with(&holes) };
            super::exact(&asked, &mut answer)?;
            outcome.runouts = outcome.runouts.saturating_add(times.saturating_mul(answer.runouts));
            whole += weight * answer.runouts as f64;
            for (sums, counts, unit) in [
                (&mut outcome.equity, &answer.units, UNITS as f64),
                (&mut outcome.win, &answer.wins, 1.0),
                (&mut outcome.tie, &answer.ties, 1.0),
            ] {
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += weight * (*count as f64 / unit);
                }
            }
        }
        for sums in [&mut outcome.equity, &mut outcome.win, &mut outcome.tie] {
            for sum in sums {
                *sum /= whole;
            }
        }
        Ok(outcome)
    }
}

/// Draws hands and runouts.
fn draw(
    question: &RangeQuestion<'_>,
    live: &[Range],
    options: &SolverOptions,
) -> Result<Outcome, EquityError> {
    if options.draws < 2 {
        return Err(EquityError::Draws);
    }
    let ranges: Vec<Weighted> = live.iter().map(Weighted::of).collect();
    let mut source = Generator::new(options.seed);
    let mut answer = Answer::default();
    answer.reset(live.len(), question.pots.len());
    let mut squares = Squares::new(&answer);
    for _ in 0..options.draws {
        let holes = deal(&ranges, &mut source).ok_or(EquityError::NoDeal)?;
        let asked = question.with(&holes);
        let spot = Spot::of(&asked)?;
        squares.draw(&spot, sample::pack(&spot), &mut source, &mut answer);
    }
    squares.finish(options.draws, &mut answer);
    let mut outcome = Outcome::default();
    outcome.set(Method::Sampled, &answer);
    Ok(outcome)
}

/// A hand for each player, without shared cards; `None` if none was found.
fn deal(ranges: &[Weighted<'_>], source: &mut Generator) -> Option<Vec<CardSet>> {
    let mut holes = Vec::with_capacity(ranges.len());
    'tries: for _ in 0..TRIES {
        holes.clear();
        let mut taken = CardSet::EMPTY;
        for range in ranges {
            let hole = range.draw(source);
            if !taken.intersection(hole).is_empty() {
                continue 'tries;
            }
            taken = taken.union(hole);
            holes.push(hole);
        }
        return Some(holes);
    }
    None
}

/// A range to draw from.
struct Weighted<'a> {
    range: &'a Range,
    /// Cumulative weights in millionths, up to and including each combo.
    sums: Vec<u64>,
}

impl<'a> Weighted<'a> {
    fn of(range: &'a Range) -> Self {
        let sums = range.combos().iter().scan(0, |sum, combo| {
            *sum += u64::from(combo.weight.millionths());
            Some(*sum)
        });
        Weighted { range, sums: sums.collect() }
    }

    fn draw(&self, source: &mut Generator) -> CardSet {
        let number = below_wide(source, self.sums.last().copied().unwrap_or_default());
        let place = self.sums.partition_point(|sum| *sum <= number);
        self.range.combos().get(place).map_or(CardSet::EMPTY, |combo| combo.cards)
    }
}
