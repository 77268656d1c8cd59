//! Solves many questions: exactly if a bound on the work allows it, else by sampling; repeated match-ups are solved
//! once.

use std::collections::HashMap;

use super::canonical::Canonical;
use super::spot::Spot;
use super::{Answer, EquityError, Question, dispatch, sample};
use crate::deal::{Generator, Source};
use crate::game::{Game, GameFamily};
use crate::score::ShortDeckRules;

/// How much work an exact answer may take, and how to sample beyond that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// The answer is exact up to this much [`work`](super::work); with 0 it never is.
    pub max_work: u64,
    /// The number of runouts drawn otherwise.
    pub draws: u64,
    /// The seed of the draws. It is mixed with the cards, so that the errors of two questions are independent.
    pub seed: u64,
}

impl Default for SolverOptions {
    /// Ten million hands (about a tenth of a second), else 100,000 draws (a standard error of at most 0.0016).
    fn default() -> Self {
        SolverOptions { max_work: 10_000_000, draws: 100_000, seed: 0 }
    }
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Exact,
    Sampled,
}

impl Method {
    /// The name in a `method` column.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Sampled => "sampled",
        }
    }
}

/// The answer to a question, as shares. All lists are empty before the first question.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub method: Method,
    /// The number of runouts counted or drawn.
    pub runouts: u64,
    /// `[pot * players + player]`: the fraction of each pot that each player wins on average.
    pub equity: Vec<f64>,
    /// How often each player wins the whole first pot.
    pub win: Vec<f64>,
    /// How often each player wins part of the first pot.
    pub tie: Vec<f64>,
    /// The standard errors, in the order of `equity`; empty if the outcome is exact.
    pub standard_error: Vec<f64>,
}

impl Default for Outcome {
    fn default() -> Self {
        Outcome {
            method: Method::Exact,
            runouts: 0,
            equity: Vec::new(),
            win: Vec::new(),
            tie: Vec::new(),
            standard_error: Vec::new(),
        }
    }
}

impl Outcome {
    /// Converts an answer.
    pub(super) fn set(&mut self, method: Method, answer: &Answer) {
        self.method = method;
        self.runouts = answer.runouts;
        let runouts = answer.runouts as f64;
        for (shares, counts, whole) in [
            (&mut self.equity, &answer.units, runouts * super::UNITS as f64),
            (&mut self.win, &answer.wins, runouts),
            (&mut self.tie, &answer.ties, runouts),
        ] {
            shares.clear();
            shares.extend(counts.iter().map(|count| *count as f64 / whole));
        }
        self.standard_error.clear();
        self.standard_error.extend_from_slice(&answer.standard_errors);
    }
}

/// The most match-ups cached before the cache is cleared. They take about 20 MB.
const MAX_CACHED: usize = 1 << 16;

/// No question in a game with a board takes more work than this: up to this bound it need not be estimated.
const BOARDS_AT_MOST: u64 = 2_000_000;

/// Solves many questions under the same options.
///
/// Answers that take longer to compute than to look up are cached. Match-ups that differ only by a renaming of suits
/// are the same.
///
/// ```
/// use handlab_cards::card::CardSet;
/// use handlab_cards::equity::{Solver, SolverOptions, Method, Question};
/// use handlab_cards::game::Game;
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let holes = [cards("AhAd"), cards("KsKc"), cards("QsQd")];
/// let mut solver = Solver::new(SolverOptions::default());
/// let outcome = solver.solve(&Question::new(Game::Holdem, &holes, CardSet::EMPTY))?;
/// assert_eq!((outcome.method, outcome.runouts), (Method::Exact, 1_370_754));
/// assert_eq!((outcome.equity[0] * 1e6).round(), 668_679.0);
/// # Ok::<(), handlab_cards::equity::EquityError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    options: SolverOptions,
    answer: Answer,
    outcome: Outcome,
    cached: HashMap<Key, Outcome>,
}

/// Questions with equal keys have the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    cards: Canonical,
    game: Game,
    is_hi_lo: bool,
    short_deck: ShortDeckRules,
    pots: Vec<u16>,
}

impl Solver {
    /// A solver with an empty cache.
    pub fn new(options: SolverOptions) -> Solver {
        Solver {
            options,
            answer: Answer::default(),
            outcome: Outcome::default(),
            cached: HashMap::new(),
        }
    }

    /// The outcome of a question.
    ///
    /// # Errors
    /// What [`EquityError`] lists.
    pub fn solve(&mut self, question: &Question<'_>) -> Result<&Outcome, EquityError> {
        self.answer.reset(0, 0);
        if self.options.draws < 2 {
            return Err(EquityError::Draws);
        }
        let spot = Spot::of(question)?;
        if !is_long(&spot) {
            let method = self.answer(&spot);
            self.outcome.set(method, &self.answer);
            return Ok(&self.outcome);
        }
        let key = Key {
            cards: Canonical::of(question.holes, question.board, question.dead),
            game: question.game,
            is_hi_lo: question.is_hi_lo,
            short_deck: question.short_deck,
            pots: question.pots.to_vec(),
        };
        if !self.cached.contains_key(&key) {
            if self.cached.len() >= MAX_CACHED {
                self.cached.clear();
            }
            let method = self.answer(&spot);
            self.outcome.set(method, &self.answer);
            self.cached.insert(key.clone(), self.outcome.clone());
        }
        Ok(self.cached.get(&key).unwrap_or(&self.outcome))
    }

    /// The share of the first pot that the first player wins.
    ///
    /// # Errors
    /// What [`EquityError`] lists.
    #[inline]
    pub fn share(&mut self, question: &Question<'_>) -> Result<f64, EquityError> {
        let spot = Spot::of(question)?;
        if is_long(&spot) || self.options.draws < 2 {
            return Ok(self.solve(question)?.equity.first().copied().unwrap_or_default());
        }
        self.answer(&spot);
        Ok(self.answer.share(0, 0))
    }

    /// The number of cached match-ups.
    pub fn cached(&self) -> usize {
        self.cached.len()
    }

    #[inline]
    fn answer(&mut self, spot: &Spot<'_>) -> Method {
        answer(spot, &self.options, &mut self.answer)
    }
}

/// Answers a checked question. Draws depend on the match-up, not on how its suits are named.
#[inline]
fn answer(spot: &Spot<'_>, options: &SolverOptions, answer: &mut Answer) -> Method {
    answer.reset(spot.asked.holes.len(), spot.asked.pots.len());
    if options.max_work > 0 && dispatch::look_up(spot, answer) {
        return Method::Exact;
    }
    let is_flop = spot.asked.game.family() == GameFamily::Flop;
    if is_flop && options.max_work >= BOARDS_AT_MOST || dispatch::work(spot) <= options.max_work {
        dispatch::count(spot, answer);
        return Method::Exact;
    }
    draw(spot, options, answer);
    Method::Sampled
}

#[cold]
fn draw(spot: &Spot<'_>, options: &SolverOptions, answer: &mut Answer) {
    let cards = Canonical::of(spot.asked.holes, spot.asked.board, spot.asked.dead);
    let seed = cards.masks().fold(options.seed, |seed, mask| Generator::new(seed ^ mask).word());
    let (holes, board, dead) = (cards.holes(), cards.board(), cards.dead());
    let question = Question { holes: &holes, board, dead, ..*spot.asked };
    if let Ok(spot) = Spot::of(&question) {
        sample::draw(&spot, options.draws, seed, answer);
    }
}

/// Whether the answer takes longer to compute than to look up.
#[inline]
fn is_long(spot: &Spot<'_>) -> bool {
    let asked = spot.asked;
    match asked.game {
        Game::Holdem | Game::ShortDeck => {
            let is_looked_up = asked.holes.len() == 2 && asked.dead.is_empty();
            spot.board_lacks > 2 && !(is_looked_up && asked.game == Game::Holdem)
                || spot.board_lacks == 2 && asked.holes.len() > 3
        }
        game if game.family() == GameFamily::Flop => spot.board_lacks >= 2,
        _ => spot.runouts() > 10,
    }
}
