//! Rows a second of the columnar evaluators on one thread: `HANDLAB_CPU=avx2 cargo run --release --example score_speed`.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::time::Instant;

use handlab_core::card::{Card, CardSet};
use handlab_core::game::Game;
use handlab_core::score::{self, block};

const ROWS: usize = 1 << 20;
const RUNS: usize = 21;

fn main() {
    let only = std::env::args().nth(1);
    println!("{:?}", block::Level::of_machine());
    for (game, own, common, name) in [
        (Game::Holdem, 7, 0, "holdem 7 in one mask"),
        (Game::Holdem, 2, 5, "holdem 2 + 5"),
        (Game::ShortDeck, 2, 5, "short deck"),
        (Game::Stud, 7, 0, "stud"),
        (Game::Razz, 7, 0, "razz"),
        (Game::SingleDraw27, 5, 0, "2-7"),
        (Game::Badugi, 4, 0, "badugi"),
        (Game::Omaha, 4, 5, "omaha"),
        (Game::Omaha5, 5, 5, "omaha5"),
        (Game::Omaha6, 6, 5, "omaha6"),
    ] {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let (hole, board) = deals(game, own, common);
        let deal = block::Deal::of(game, common > 0);
        let mut out = vec![0; ROWS];
        measure(name, "strength", || block::strengths(deal, &hole, &board, &mut out));
        if matches!(game, Game::Omaha | Game::Stud) {
            measure(name, "low", || block::lows(deal, &hole, &board, &mut out));
        }
        if matches!(game, Game::Holdem | Game::Omaha) {
            let mut out = vec![0; ROWS];
            measure(name, "class", || block::classes(deal, &hole, &board, &mut out));
        }
        let set = |mask: u64| CardSet::from_mask(mask).expect("cards");
        let mut slow = 0;
        if common > 0 || game != Game::Holdem {
            measure(name, "row by row", || {
                let rows = (0..ROWS).map(|row| {
                    let board = board.get(row).map_or(CardSet::EMPTY, |board| set(*board));
                    u64::from(score::strength(game, set(hole[row]), board).unwrap_or(0))
                });
                slow += rows.sum::<u64>();
            });
        }
    }
}

fn deals(game: Game, own: u32, common: u32) -> (Vec<u64>, Vec<u64>) {
    let deck: Vec<Card> =
        Card::deck().filter(|card| game != Game::ShortDeck || card.rank() >= 6).collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = |count: u32, dead: u64| {
        let mut cards = 0_u64;
        while cards.count_ones() < count {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            cards |= deck[(state % deck.len() as u64) as usize].bit() & !dead;
        }
        cards
    };
    let hole: Vec<u64> = (0..ROWS).map(|_| draw(own, 0)).collect();
    let board = if common == 0 {
        Vec::new()
    } else {
        hole.iter().map(|hole| draw(common, *hole)).collect()
    };
    (hole, board)
}

fn measure(game: &str, what: &str, mut work: impl FnMut()) {
    let mut seconds: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let rate = |seconds: f64| ROWS as f64 / seconds / 1e6;
    println!(
        "{game:<22} {what:<11} median {:7.1} M/s  best {:7.1}",
        rate(seconds[RUNS / 2]),
        rate(seconds[0])
    );
}
