//! Prints how many questions a second are answered: `cargo run --release --example equity_speed`.
//!
//! The median of many short batches, so that what else the machine does matters little.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use handlab_core::card::CardSet;
use handlab_core::deal::{Deck, Generator};
use handlab_core::equity::{self, Answer, EquityError, Question, preflop};
use handlab_core::game::Game;
use handlab_core::score::keys::Classes;

/// Random holes and boards.
struct Spots {
    players: usize,
    holes: Vec<CardSet>,
    boards: Vec<CardSet>,
}

/// `board` common cards; in stud `board` more own cards than three.
fn spots(game: Game, players: usize, board: usize, count: usize) -> Spots {
    let (own, board) = if game == Game::Stud { (3 + board, 0) } else { (game.hole_cards(), board) };
    let mut source = Generator::new(7);
    let (mut holes, mut boards) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut deck = Deck::new(if game == Game::ShortDeck { 6 } else { 2 });
        let mut take = |count: usize| -> CardSet {
            (0..count).filter_map(|_| deck.deal(&mut source)).collect()
        };
        holes.extend((0..players).map(|_| take(own)));
        boards.push(take(board));
    }
    Spots { players, holes, boards }
}

type Engine = fn(&Question<'_>, &mut Answer) -> Result<(), EquityError>;

fn rate(name: &str, game: Game, players: usize, board: usize, is_hi_lo: bool, count: usize) {
    rate_of(equity::enumerated, name, game, players, board, is_hi_lo, count);
}

fn rate_of(
    engine: Engine,
    name: &str,
    game: Game,
    players: usize,
    board: usize,
    is_hi_lo: bool,
    count: usize,
) {
    let spots = spots(game, players, board, count);
    let mut answer = Answer::default();
    let mut batches = Vec::new();
    for _ in 0..BATCHES {
        let start = Instant::now();
        for (holes, board) in spots.holes.chunks_exact(spots.players).zip(&spots.boards) {
            let question = Question { is_hi_lo, ..Question::new(game, holes, *board) };
            engine(&question, &mut answer).expect("an answer");
            black_box(&answer);
        }
        batches.push(start.elapsed().as_secs_f64() / count as f64);
    }
    batches.sort_by(f64::total_cmp);
    let (best, median) = (batches[0], batches[BATCHES / 2]);
    println!(
        "{name:32} {:12.0} /s, at best {:12.0} /s = {:10.2} us",
        1.0 / median,
        1.0 / best,
        best * 1e6
    );
}

const BATCHES: usize = 41;

fn main() {
    let start = Instant::now();
    Classes::standard();
    println!("tables at first use {:?}", start.elapsed());
    rate("hold'em river", Game::Holdem, 2, 5, false, 20_000);
    rate("hold'em turn", Game::Holdem, 2, 4, false, 20_000);
    rate("hold'em flop", Game::Holdem, 2, 3, false, 5_000);
    rate("hold'em flop, three", Game::Holdem, 3, 3, false, 2_000);
    rate("hold'em flop, nine", Game::Holdem, 9, 3, false, 500);
    rate("hold'em preflop", Game::Holdem, 2, 0, false, 100);
    rate_of(equity::exact, "hold'em preflop, table", Game::Holdem, 2, 0, false, 100_000);
    let deals = spots(Game::Holdem, 2, 0, 100_000);
    let start = Instant::now();
    for holes in deals.holes.chunks_exact(2) {
        black_box(preflop::matchup(holes[0], holes[1]));
    }
    println!("table alone {:?}", start.elapsed() / 100_000);
    rate("hold'em preflop, three", Game::Holdem, 3, 0, false, 30);
    rate("hold'em preflop, nine", Game::Holdem, 9, 0, false, 10);
    let sampled: Engine = |question, answer| equity::sampled(question, 1000, 1, answer);
    rate_of(sampled, "hold'em flop, 1000 draws", Game::Holdem, 2, 3, false, 100);
    rate_of(sampled, "Omaha flop, 1000 draws", Game::Omaha, 2, 3, false, 10);
    rate("stud third street", Game::Stud, 2, 0, false, 1);
    rate("stud fifth street", Game::Stud, 2, 2, false, 10);
    rate("stud sixth street", Game::Stud, 2, 3, false, 100);
    rate("stud sixth street, three", Game::Stud, 3, 3, false, 1);
    rate("stud showdown", Game::Stud, 2, 4, false, 1000);
    rate("short deck preflop", Game::ShortDeck, 2, 0, false, 100);
    rate("Omaha turn", Game::Omaha, 2, 4, false, 2_000);
    rate("Omaha flop", Game::Omaha, 2, 3, false, 1_000);
    rate("Omaha hi-lo flop", Game::Omaha, 2, 3, true, 500);
    rate("Omaha flop, six", Game::Omaha, 6, 3, false, 200);
    rate("Omaha6 flop", Game::Omaha6, 2, 3, false, 500);
    rate("Omaha preflop", Game::Omaha, 2, 0, false, 10);
    rate("Omaha hi-lo preflop", Game::Omaha, 2, 0, true, 10);
    rate("Omaha6 preflop", Game::Omaha6, 2, 0, false, 10);
}
