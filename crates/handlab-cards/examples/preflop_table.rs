//! Counts every hold'em match-up before the flop: `cargo run --release --example preflop_table` from the folder of
//! the crate writes `src/equity/preflop.bin` (ten seconds).
#![allow(clippy::print_stdout)]

use handlab_cards::card::CardSet;
use handlab_cards::equity::{self, Answer, Question, preflop};
use handlab_cards::game::Game;

fn main() {
    let mut table = Vec::with_capacity(preflop::MATCHUPS * 6);
    let mut answer = Answer::default();
    for holes in preflop::matchups() {
        let question = Question::new(Game::Holdem, &holes, CardSet::EMPTY);
        equity::enumerated(&question, &mut answer).expect("an answer");
        assert_eq!(answer.runouts, u64::from(preflop::BOARDS));
        table.extend(preflop::packed(answer.wins[0] as u32, answer.ties[0] as u32));
    }
    assert_eq!(table.len(), preflop::MATCHUPS * 6);
    std::fs::write("src/equity/preflop.bin", &table).expect("run it from the folder of the crate");
    println!("{} bytes", table.len());
}
