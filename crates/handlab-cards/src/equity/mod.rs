//! Equity: the share of each pot that every player wins on average, while cards are still to come.
//!
//! # Rules
//! * A runout is one way in which all missing cards can be dealt: the board, or in stud every player's own cards. Each
//!   is equally likely; cards that are `dead` (shown by players who folded, burnt face up) cannot come.
//! * The share of a pot is 1 / winners, of each half in hi-lo; without a qualifying low the high takes all. A pot that
//!   only one player may win goes to that player. There are no odd chips here: the answer is exact, before any money is
//!   rounded.
//! * Running it twice does not change equity: both boards are equally likely.
//! * In draw games players choose their discards: only complete hands are compared. In Irish and Drawmaha, where they
//!   discard after the flop, equity is defined from then on: Irish with two cards, Drawmaha on turn and river.
//!
//! # How
//! [`exact`] never estimates: two hold'em hands before the flop are looked up in [`preflop`]'s table, other boards are
//! counted by their ranks, many at a time, and those of five cards all at once; two players' stud hands are compared
//! list against list. Only stud of three or more players, or hi-lo, is enumerated runout by runout. [`sampled`] draws
//! runouts with a seed and estimates its own error. [`runouts`] and [`work`] predict how much `exact` would have to do.
//! [`Solver`] picks one of the two by a bound on the work, for many questions; [`solve_ranges`] does so for ranges.

mod boards;
mod canonical;
mod dispatch;
mod enumerate;
mod error;
mod holdem;
mod holding;
mod omaha;
pub mod preflop;
mod preflop_boards;
mod ranges;
mod rank_index;
mod sample;
mod solver;
mod spot;
mod stud_heads_up;
mod tally;

pub use canonical::Canonical;
pub use error::EquityError;
pub use holding::{HoldingError, read_holding};
pub use ranges::{RangeQuestion, solve_ranges};
pub use solver::{Method, Outcome, Solver, SolverOptions};

use crate::card::CardSet;
use crate::game::Game;
use crate::score::ShortDeckRules;

use spot::Spot;

/// The units of a pot: halves are whole numbers of them, and so are the shares of up to ten players who split a half.
pub const UNITS: u64 = 5040;

/// The most players that can be compared: more could not split [`UNITS`] evenly.
pub const MAX_PLAYERS: usize = 10;

/// The players still in, their cards, and the pots that they play for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub game: Game,
    /// Whether the pot is split with the best eight-or-better low: Omaha, Courchevel and stud. Games that are always
    /// split are split regardless.
    pub is_hi_lo: bool,
    /// How short deck ranks its hands; ignored in other games.
    pub short_deck: ShortDeckRules,
    /// The players' own cards: complete hands, except in stud, where they are those known so far (3..=7, in five-card
    /// stud 2..=5).
    pub holes: &'a [CardSet],
    /// The community cards: 0, 3, 4 or 5; also 1 in Courchevel; up to 2 in stud; none in draw games and five-card stud.
    pub board: CardSet,
    /// Cards that no player holds and that cannot be dealt.
    pub dead: CardSet,
    /// For each pot, the players eligible for it: bit `i` for `holes[i]`.
    pub pots: &'a [u16],
}

impl<'a> Question<'a> {
    /// All players for one pot, high only, no dead cards. Change the fields for anything else.
    ///
    /// With more than [`MAX_PLAYERS`], which [`exact`] refuses, the pot is for the first ones.
    pub fn new(game: Game, holes: &'a [CardSet], board: CardSet) -> Self {
        Question {
            game,
            is_hi_lo: false,
            short_deck: ShortDeckRules::default(),
            holes,
            board,
            dead: CardSet::EMPTY,
            pots: everyone(holes.len()),
        }
    }
}

/// One pot for the first `players`.
fn everyone(players: usize) -> &'static [u16] {
    const POTS: [[u16; 1]; MAX_PLAYERS + 1] = {
        let mut pots = [[0]; MAX_PLAYERS + 1];
        let mut players = 0;
        while players <= MAX_PLAYERS {
            pots[players][0] = (1 << players) - 1;
            players += 1;
        }
        pots
    };
    &POTS[players.min(MAX_PLAYERS)]
}

/// The shares, added up over all runouts. Reuse it: nothing is allocated once it has grown large enough.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The number of runouts counted or drawn.
    pub runouts: u64,
    /// `[pot * players + player]`, of `runouts * UNITS` for each pot.
    pub units: Vec<u64>,
    /// For each player, the runouts on which they win the whole first pot.
    pub wins: Vec<u64>,
    /// For each player, the runouts on which they win part of the first pot.
    pub ties: Vec<u64>,
    /// The standard error of each share (see [`Answer::share`]), in the order of `units`; empty if the answer is exact.
    pub standard_errors: Vec<f64>,
}

impl Answer {
    /// The fraction of `pot` that `player` wins on average, 0..=1; 0 for a pot or player that was not asked about.
    pub fn share(&self, pot: usize, player: usize) -> f64 {
        let players = self.wins.len();
        match self.units.get(pot * players + player) {
            Some(units) if player < players => *units as f64 / (self.runouts * UNITS) as f64,
            _ => 0.0,
        }
    }

    /// Clears the answer for this number of players and pots.
    fn reset(&mut self, players: usize, pots: usize) {
        self.runouts = 0;
        self.standard_errors.clear();
        for (column, len) in [
            (&mut self.units, players * pots),
            (&mut self.wins, players),
            (&mut self.ties, players),
        ] {
            column.clear();
            column.resize(len, 0);
        }
    }
}

/// The exact answer, from every runout.
///
/// Boards take microseconds, before the flop tenths of a millisecond. Stud of three or more players, or hi-lo, can take
/// longer than anyone will wait if many cards are to come: call [`work`] first.
///
/// # Errors
/// What [`EquityError`] lists; the answer is then empty.
///
/// ```
/// use handlab_cards::card::CardSet;
/// use handlab_cards::equity::{self, Answer, Question};
/// use handlab_cards::game::Game;
///
/// let cards = |text| CardSet::parse(text).expect("cards");
/// let holes = [cards("AhAd"), cards("KsKc")];
/// let mut answer = Answer::default();
/// equity::exact(&Question::new(Game::Holdem, &holes, cards("2h7d9s")), &mut answer)?;
/// assert_eq!((answer.runouts, answer.wins), (990, vec![907, 83]));
/// # Ok::<(), equity::EquityError>(())
/// ```
#[inline]
pub fn exact(question: &Question<'_>, answer: &mut Answer) -> Result<(), EquityError> {
    let spot = begin(question, answer)?;
    if !dispatch::look_up(&spot, answer) {
        dispatch::count(&spot, answer);
    }
    Ok(())
}

/// Like [`exact`], but without [`preflop`]'s table, which this function generates and tests.
///
/// # Errors
/// What [`EquityError`] lists; the answer is then empty.
pub fn enumerated(question: &Question<'_>, answer: &mut Answer) -> Result<(), EquityError> {
    let spot = begin(question, answer)?;
    dispatch::count(&spot, answer);
    Ok(())
}

/// An estimate from `draws` runouts drawn with `seed` (the same cards on every machine), with the standard error of
/// each share.
///
/// Even a spot without unknown cards is drawn this often. A standard error takes at least two draws.
///
/// # Errors
/// What [`EquityError`] lists; the answer is then empty.
pub fn sampled(
    question: &Question<'_>,
    draws: u64,
    seed: u64,
    answer: &mut Answer,
) -> Result<(), EquityError> {
    answer.reset(0, 0);
    if draws < 2 {
        return Err(EquityError::Draws);
    }
    let spot = Spot::of(question)?;
    answer.reset(question.holes.len(), question.pots.len());
    sample::draw(&spot, draws, seed, answer);
    Ok(())
}

/// The number of runouts; `u64::MAX` if there are more.
///
/// # Errors
/// What [`EquityError`] lists.
pub fn runouts(question: &Question<'_>) -> Result<u64, EquityError> {
    Ok(Spot::of(question)?.runouts())
}

/// Roughly the number of hands that [`exact`] has to examine at most: 10^8 take seconds, `u64::MAX` never ends in
/// practice.
///
/// In most games it is far less than [`runouts`] times players: use this one to avoid a long wait.
///
/// # Errors
/// What [`EquityError`] lists.
pub fn work(question: &Question<'_>) -> Result<u64, EquityError> {
    Ok(dispatch::work(&Spot::of(question)?))
}

/// Checks the question and clears the answer for it.
#[inline]
fn begin<'a>(question: &'a Question<'a>, answer: &mut Answer) -> Result<Spot<'a>, EquityError> {
    match Spot::of(question) {
        Ok(spot) => {
            answer.reset(question.holes.len(), question.pots.len());
            Ok(spot)
        }
        Err(error) => {
            answer.reset(0, 0);
            Err(error)
        }
    }
}
