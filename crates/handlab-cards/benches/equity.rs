//! Equity questions per second: `cargo bench -p handlab-cards --bench equity`.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use handlab_cards::card::CardSet;
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::equity::{self, Answer, EquityError, Question, preflop};
use handlab_cards::game::Game;

/// A question: hands of a game, and the number of board cards; in stud that of own cards beyond three.
#[derive(Clone, Copy)]
struct Spot {
    game: Game,
    players: usize,
    board: usize,
    is_hi_lo: bool,
    /// How many different questions make a batch: one by itself is lost in the noise, or is not like the others.
    batch: usize,
}

const fn spot(game: Game, players: usize, board: usize, batch: usize) -> Spot {
    Spot { game, players, board, is_hi_lo: false, batch }
}

const fn hi_lo(game: Game, players: usize, board: usize, batch: usize) -> Spot {
    Spot { game, players, board, is_hi_lo: true, batch }
}

const SPOTS: [Spot; 23] = [
    spot(Game::Holdem, 2, 5, 5000),
    spot(Game::Holdem, 2, 4, 5000),
    spot(Game::Holdem, 2, 3, 5000),
    spot(Game::Holdem, 3, 3, 2000),
    spot(Game::Holdem, 9, 3, 500),
    spot(Game::Holdem, 2, 0, 100),
    spot(Game::Holdem, 3, 0, 50),
    spot(Game::Holdem, 9, 0, 20),
    spot(Game::ShortDeck, 2, 0, 200),
    spot(Game::Omaha, 2, 4, 2000),
    spot(Game::Omaha, 2, 3, 1000),
    hi_lo(Game::Omaha, 2, 3, 1000),
    spot(Game::Omaha, 6, 3, 200),
    spot(Game::Omaha6, 2, 3, 500),
    spot(Game::Omaha, 2, 0, 20),
    hi_lo(Game::Omaha, 2, 0, 20),
    spot(Game::Omaha6, 2, 0, 20),
    spot(Game::Stud, 2, 0, 2),
    spot(Game::Stud, 2, 1, 10),
    spot(Game::Stud, 2, 2, 100),
    spot(Game::Stud, 2, 3, 1000),
    spot(Game::Stud, 3, 3, 10),
    spot(Game::Stud, 2, 4, 5000),
];
const SAMPLED: [Spot; 2] = [spot(Game::Holdem, 2, 3, 50), spot(Game::Omaha, 2, 3, 10)];
const PREFLOP: [Spot; 1] = [spot(Game::Holdem, 2, 0, 50_000)];

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let streets = match self.game {
            Game::Stud => ["third street", "fourth", "fifth", "sixth", "seventh", ""],
            _ => ["preflop", "", "", "flop", "turn", "river"],
        };
        let hi_lo = if self.is_hi_lo { " hi-lo" } else { "" };
        write!(f, "{}{hi_lo}, {} players, {}", self.game.name(), self.players, streets[self.board])
    }
}

/// Random holes of each question, one after the other, and its board.
struct Dealt {
    holes: Vec<CardSet>,
    boards: Vec<CardSet>,
}

fn main() {
    // Tables are built at first use.
    let dealt = deal(&SPOTS[2]);
    dealt.ask(&SPOTS[2], equity::enumerated, &mut Answer::default());
    preflop::matchup(dealt.holes[0], dealt.holes[1]);
    divan::main();
}

fn deal(spot: &Spot) -> Dealt {
    let (own, common) = match spot.game {
        Game::Stud => (3 + spot.board, 0),
        game => (game.hole_cards(), spot.board),
    };
    let mut source = Generator::new(7);
    let (mut holes, mut boards) = (Vec::new(), Vec::new());
    for _ in 0..spot.batch {
        let mut deck = Deck::new(if spot.game == Game::ShortDeck { 6 } else { 2 });
        let mut take = |count: usize| -> CardSet {
            (0..count).filter_map(|_| deck.deal(&mut source)).collect()
        };
        holes.extend((0..spot.players).map(|_| take(own)));
        boards.push(take(common));
    }
    Dealt { holes, boards }
}

type Engine = fn(&Question<'_>, &mut Answer) -> Result<(), EquityError>;

impl Dealt {
    fn ask(&self, spot: &Spot, engine: Engine, answer: &mut Answer) {
        for (holes, board) in self.holes.chunks_exact(spot.players).zip(&self.boards) {
            let question = Question::new(spot.game, holes, *board);
            let question = Question { is_hi_lo: spot.is_hi_lo, ..question };
            engine(&question, answer).expect("an answer");
            divan::black_box(&*answer);
        }
    }
}

fn measure(bencher: Bencher, spot: &Spot, engine: Engine) {
    let (dealt, mut answer) = (deal(spot), Answer::default());
    bencher
        .counter(ItemsCount::new(spot.batch))
        .bench_local(|| dealt.ask(spot, engine, &mut answer));
}

/// Every runout.
#[divan::bench(args = SPOTS, sample_count = 41, sample_size = 1, max_time = 2)]
fn enumerated(bencher: Bencher, spot: &Spot) {
    measure(bencher, spot, equity::enumerated);
}

/// What the caller gets: before the flop it is looked up.
#[divan::bench(args = PREFLOP, sample_count = 41, sample_size = 1)]
fn exact(bencher: Bencher, spot: &Spot) {
    measure(bencher, spot, equity::exact);
}

#[divan::bench(args = SAMPLED, sample_count = 41, sample_size = 1)]
fn of_1000_samples(bencher: Bencher, spot: &Spot) {
    measure(bencher, spot, |question, answer| equity::sampled(question, 1000, 1, answer));
}

#[divan::bench(args = PREFLOP, sample_count = 41, sample_size = 1)]
fn looked_up_alone(bencher: Bencher, spot: &Spot) {
    let dealt = deal(spot);
    bencher.counter(ItemsCount::new(spot.batch)).bench_local(|| {
        for holes in dealt.holes.chunks_exact(2) {
            divan::black_box(preflop::matchup(holes[0], holes[1]));
        }
    });
}
