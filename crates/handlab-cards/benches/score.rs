//! Rows per second of the evaluators, one line per game, for each instruction set and row by row:
//! `cargo bench -p handlab-cards --bench score`.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use handlab_cards::card::CardSet;
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::game::Game;
use handlab_cards::score;
use handlab_cards::score::block::{self, Deal, Level};

/// More than the caches hold, as in a column.
const ROWS: usize = 1 << 20;

/// A game, and how many own and common cards its rows have.
type Rows = (Game, usize, usize);

const GAMES: [Rows; 10] = [
    (Game::Holdem, 7, 0),
    (Game::Holdem, 2, 5),
    (Game::ShortDeck, 2, 5),
    (Game::Stud, 7, 0),
    (Game::Razz, 7, 0),
    (Game::SingleDraw27, 5, 0),
    (Game::Badugi, 4, 0),
    (Game::Omaha, 4, 5),
    (Game::Omaha5, 5, 5),
    (Game::Omaha6, 6, 5),
];
const WITH_CLASSES: [Rows; 2] = [(Game::Holdem, 7, 0), (Game::Omaha, 4, 5)];
const HI_LO: [Rows; 2] = [(Game::Stud, 7, 0), (Game::Omaha, 4, 5)];
const LEVELS: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

fn main() {
    divan::main();
}

/// The rows of a game, and the instructions they are scored with; none for single hands.
struct Case {
    rows: Rows,
    level: Option<Level>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, own, common) = self.rows;
        write!(f, "{} {own} + {common}", game.name())?;
        self.level.map_or(Ok(()), |level| write!(f, ", {level:?}"))
    }
}

/// Each game with each of the levels that the machine has: a cap above it would measure the same twice.
fn on_each_level(games: &[Rows]) -> Vec<Case> {
    let case = |rows: Rows, level: Level| Case { rows, level: Some(level) };
    let levels = LEVELS.iter().filter(|level| **level <= Level::of_machine());
    let cases = games.iter().flat_map(|rows| levels.clone().map(|level| case(*rows, *level)));
    cases.collect()
}

fn deals((game, own, common): Rows) -> (Vec<u64>, Vec<u64>) {
    let mut source = Generator::new(7);
    let mut deck = Deck::new(if game == Game::ShortDeck { 6 } else { 2 });
    let (mut holes, mut boards) = (Vec::with_capacity(ROWS), Vec::with_capacity(ROWS));
    for _ in 0..ROWS {
        let mut take = |count: usize| -> CardSet {
            (0..count).filter_map(|_| deck.deal(&mut source)).collect()
        };
        let (hole, board) = (take(own), take(common));
        deck.put_back(hole.union(board).iter());
        holes.push(hole.mask());
        boards.push(board.mask());
    }
    if common == 0 {
        boards.clear();
    }
    (holes, boards)
}

fn measure<T>(bencher: Bencher, case: &Case, work: fn(Deal, &[u64], &[u64], &mut Vec<T>) -> bool) {
    let (game, _, common) = case.rows;
    let (holes, boards) = deals(case.rows);
    let deal = Deal::of(game, common > 0);
    let deal = case.level.map_or(deal, |level| deal.capped(level));
    let mut out = Vec::with_capacity(ROWS);
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        out.clear();
        work(deal, divan::black_box(&holes), &boards, &mut out)
    });
}

#[divan::bench(args = on_each_level(&GAMES), sample_count = 31, sample_size = 1)]
fn strengths(bencher: Bencher, case: &Case) {
    measure(bencher, case, block::strengths);
}

#[divan::bench(args = on_each_level(&WITH_CLASSES), sample_count = 31, sample_size = 1)]
fn classes(bencher: Bencher, case: &Case) {
    measure(bencher, case, block::classes);
}

#[divan::bench(args = on_each_level(&HI_LO), sample_count = 31, sample_size = 1)]
fn lows(bencher: Bencher, case: &Case) {
    measure(bencher, case, block::lows);
}

/// The evaluator of single hands, by which the blocks are checked.
#[divan::bench(
    args = GAMES.map(|rows| Case { rows, level: None }),
    sample_count = 5,
    sample_size = 1,
)]
fn strengths_of_single_hands(bencher: Bencher, case: &Case) {
    let (holes, boards) = deals(case.rows);
    let set = |mask: &u64| CardSet::from_mask(*mask).expect("cards");
    let holes: Vec<CardSet> = holes.iter().map(set).collect();
    let mut boards: Vec<CardSet> = boards.iter().map(set).collect();
    boards.resize(ROWS, CardSet::EMPTY);
    let mut out = vec![None; ROWS];
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        for ((hole, board), out) in holes.iter().zip(&boards).zip(&mut out) {
            *out = match case.rows {
                // It does not accept seven cards in one set as a hand of hold'em.
                (Game::Holdem, 7, 0) => score::high(*hole),
                (game, ..) => score::strength(game, *hole, *board),
            };
        }
        divan::black_box(&mut out);
    });
}
