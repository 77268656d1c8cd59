//! Scores whole columns: the same as [`super::strength`] for each row, but a block of rows at a time.
//!
//! # How
//! A block of 64 rows is stored in lanes, one suit per lane (`lanes`). Every step is plain arithmetic on `u16` sets of
//! ranks without branches or tables, so that the compiler turns it into one vector instruction for 8, 16 or 32 rows;
//! the same code is compiled for each instruction set and chosen at run time (`dispatch`). Rows that are not a complete
//! hand take the same path and are set to 0 at the end. Some rarely played games are scored row by row instead.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the instructions of its caller"
)]
#![expect(
    clippy::needless_range_loop,
    clippy::needless_bitwise_bool,
    reason = "a loop over rows of several lanes, without a branch, is what becomes vector instructions"
)]

mod badugi;
mod class;
mod deal;
mod dispatch;
mod high;
mod lanes;
mod low;
mod omaha;

pub use deal::{Deal, DealFault, Rules};
pub use dispatch::Level;

use super::rule::{self, Cards, Order, Rule};
use crate::card::{CardSet, NO_CARDS};
use crate::game::Game;
use dispatch::Work;
use lanes::{ROWS, Suits};

/// Adds the strengths of rows of hole cards and boards, as masks of cards; 0 for rows that are not a complete hand of
/// `deal`.
///
/// `board` may be empty: then `hole` holds all the cards. Otherwise there is one board per row. Returns whether every row
/// was a complete hand.
///
/// ```
/// use handlab_cards::score::block::{self, Deal};
/// use handlab_cards::{card::CardSet, game::Game};
///
/// let mask = |text| CardSet::parse(text).expect("cards").mask();
/// let holes = [mask("AcKc"), mask("QdQh"), mask("Qd")];
/// let boards = [mask("2c3c4d5hQs"); 3];
/// let mut strengths = Vec::new();
/// block::strengths(Deal::of(Game::Holdem, true), &holes, &boards, &mut strengths);
/// assert_eq!(strengths, [0x45_4321, 0x3C_CC54, 0]);
/// ```
pub fn strengths(deal: Deal, hole: &[u64], board: &[u64], out: &mut Vec<u32>) -> bool {
    let columns = (deal, hole, board);
    let own = deal.game.hole_cards();
    match (rule::first(deal.game), deal.rules) {
        (Rule { order: Order::ShortDeck, .. }, Rules::TripsOverStraight) => {
            run::<high::ShortDeckTrips>(columns, out)
        }
        (Rule { order: Order::ShortDeck, .. }, _) => run::<high::ShortDeck>(columns, out),
        (Rule { cards: Cards::TwoAndThree, .. }, _) => run::<omaha::High>(columns, out),
        (Rule { order: Order::High, .. }, _) => run::<high::Standard>(columns, out),
        (Rule { order: Order::AceToFive, .. }, _) => run::<low::AceToFive>(columns, out),
        (Rule { order: Order::DeuceToSeven, .. }, _) if own == 5 => {
            run::<low::DeuceToSeven>(columns, out)
        }
        (Rule { order: Order::Badugi, .. }, Rules::AceHigh) if own == 4 => {
            run::<badugi::AceHigh>(columns, out)
        }
        (Rule { order: Order::Badugi, .. }, _) if own == 4 => run::<badugi::AceLow>(columns, out),
        _ => one_by_one(columns, super::strength, out),
    }
}

/// Adds the [lows](super::low) of rows; 0 for rows that do not qualify, are not a complete hand, or the game's pots have no
/// second half. Returns whether every row was a complete hand of a game that has one.
pub fn lows(deal: Deal, hole: &[u64], board: &[u64], out: &mut Vec<u32>) -> bool {
    let columns = (deal, hole, board);
    match rule::second(deal.game) {
        Some(Rule { cards: Cards::Any, order: Order::EightOrBetter }) => {
            run::<low::EightOrBetter>(columns, out)
        }
        Some(Rule { cards: Cards::TwoAndThree, order: Order::EightOrBetter }) => {
            run::<omaha::Low>(columns, out)
        }
        Some(_) => one_by_one(columns, super::low, out),
        None => {
            out.resize(out.len() + hole.len(), 0);
            hole.is_empty()
        }
    }
}

/// Adds the dense classes 1..=7462 of rows of 5..=7 cards, 1 being the worst; 0 for rows that are not a complete hand
/// of `deal`, or if its strengths are not the standard ones. Returns whether every row got one.
pub fn classes(deal: Deal, hole: &[u64], board: &[u64], out: &mut Vec<u16>) -> bool {
    match rule::first(deal.game) {
        Rule { cards: Cards::Any, order: Order::High } => {
            run::<class::Standard>((deal, hole, board), out)
        }
        Rule { cards: Cards::TwoAndThree, order: Order::High } => {
            run::<omaha::Class>((deal, hole, board), out)
        }
        _ => {
            out.resize(out.len() + hole.len(), 0);
            hole.is_empty()
        }
    }
}

/// Scores row by row, for rarely played games without a kernel.
fn one_by_one(
    (deal, hole, board): (Deal, &[u64], &[u64]),
    score: fn(Game, CardSet, CardSet) -> Option<u32>,
    out: &mut Vec<u32>,
) -> bool {
    assert!(board.is_empty() || board.len() == hole.len(), "a board for each row, or none");
    let boards = board.iter().copied().chain(std::iter::repeat(0));
    let mut are_complete = true;
    out.extend(hole.iter().zip(boards).map(|(hole, board)| {
        are_complete &= deal.fault(*hole, board).is_none();
        let cards = CardSet::from_mask(*hole).zip(CardSet::from_mask(board));
        cards.and_then(|(hole, board)| score(deal.game, hole, board)).unwrap_or(0)
    }));
    are_complete
}

/// How one game is scored.
trait Kernel {
    /// Scratch space, allocated once for all blocks.
    type Scratch: Default;

    /// The score of a row.
    type Score: Copy + Default;

    /// Scores a block; incomplete hands may get any score. Must be `#[inline(always)]`.
    fn score(block: &Block<'_>, scratch: &mut Self::Scratch, out: &mut [Self::Score; ROWS]);
}

/// The cards of 64 rows.
struct Block<'a> {
    hole: &'a [u64; ROWS],
    board: &'a [u64; ROWS],
    /// All of them, one suit per lane.
    suits: &'a Suits,
}

/// A kernel over columns.
struct Columns<'a, K: Kernel> {
    deal: Deal,
    hole: &'a [u64],
    board: &'a [u64],
    out: &'a mut Vec<K::Score>,
}

fn run<K: Kernel>((deal, hole, board): (Deal, &[u64], &[u64]), out: &mut Vec<K::Score>) -> bool {
    assert!(board.is_empty() || board.len() == hole.len(), "a board for each row, or none");
    dispatch::run(deal.level, Columns::<K> { deal, hole, board, out })
}

impl<K: Kernel> Work for Columns<'_, K> {
    #[inline(always)]
    fn run(self) -> bool {
        let Columns { deal, hole, board, out } = self;
        let (mut suits, mut scratch) = (Suits::NONE, K::Scratch::default());
        // Not directly into `out`, which is uninitialised: filling it first takes longer than a copy.
        let mut scores = [K::Score::default(); ROWS];
        let mut score = |hole: &[u64; ROWS], board: Option<&[u64; ROWS]>, scores: &mut _| {
            score_block::<K>(deal, hole, board, &mut suits, &mut scratch, scores)
        };
        out.reserve(hole.len());
        let mut are_complete = true;
        let (holes, last_hole) = hole.as_chunks::<ROWS>();
        let (boards, last_board) = board.as_chunks::<ROWS>();
        for (block, hole) in holes.iter().enumerate() {
            dispatch::prefetch(hole);
            are_complete &= score(hole, boards.get(block), &mut scores);
            out.extend_from_slice(&scores);
        }
        if !last_hole.is_empty() {
            let (mut hole, mut board) = ([NO_CARDS; ROWS], [0; ROWS]);
            hole[..last_hole.len()].copy_from_slice(last_hole);
            board[..last_board.len()].copy_from_slice(last_board);
            let has_board = !last_board.is_empty();
            score(&hole, has_board.then_some(&board), &mut scores);
            out.extend_from_slice(&scores[..last_hole.len()]);
            let rows = last_hole.iter().zip(&board);
            are_complete &=
                rows.map(|(hole, board)| deal.fault(*hole, *board)).all(|it| it.is_none());
        }
        are_complete
    }
}

#[inline(always)]
fn score_block<K: Kernel>(
    deal: Deal,
    hole: &[u64; ROWS],
    board: Option<&[u64; ROWS]>,
    suits: &mut Suits,
    scratch: &mut K::Scratch,
    out: &mut [K::Score; ROWS],
) -> bool {
    let (block, is_complete) = match board {
        None => {
            suits.fill(hole);
            let block = Block { hole, board: &[0; ROWS], suits };
            if deal.are_all_complete(hole) {
                K::score(&block, scratch, out);
                return true;
            }
            let is_complete = deal.complete_alone(&block);
            (block, is_complete)
        }
        Some(board) => {
            let mut all = [0; ROWS];
            for row in 0..ROWS {
                all[row] = hole[row] | board[row];
            }
            // Otherwise the compiler splits the sets while joining them, which doubles the shuffles.
            suits.fill(std::hint::black_box(&all));
            let block = Block { hole, board, suits };
            let is_complete = deal.complete_apart(&block);
            (block, is_complete)
        }
    };
    K::score(&block, scratch, out);
    for row in 0..ROWS {
        if is_complete[row] == 0 {
            out[row] = K::Score::default();
        }
    }
    is_complete.iter().fold(u16::MAX, |all, row| all & row) == u16::MAX
}
