//! Exact equity while the whole board is still to come, against the obvious engine: few cards are left to come.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::deal::{Generator, below, shuffle};
use handlab_cards::equity::{self, Answer, Question};
use handlab_cards::game::Game;
use handlab_cards::score::ShortDeckRules;
use proptest::prelude::*;

use crate::obvious_equity::{Obvious, obvious};

const GAMES: [Game; 6] =
    [Game::Holdem, Game::ShortDeck, Game::Omaha, Game::Omaha5, Game::Omaha6, Game::Courchevel];

/// The first `count` shuffled cards of `ranks` consecutive ranks: with fewer ranks, quads and straight flushes are more
/// frequent.
fn pack(source: &mut Generator, lowest: u8, ranks: usize) -> Vec<Card> {
    let first = lowest + below(source, 16 - u32::from(lowest) - ranks as u32) as u8;
    let is_in = |card: &Card| (first..first + ranks as u8).contains(&card.rank());
    let mut cards: Vec<Card> = Card::deck().filter(is_in).collect();
    shuffle(source, &mut cards);
    cards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boards_without_a_card_count_like_the_naive_engine(
        seed: u64, game in 0..GAMES.len(), players in 2..=10_usize, ranks in 6..=13_usize, left in 5..=11_usize,
        is_hi_lo: bool, b: bool,
    ) {
        let game = GAMES[game];
        let lowest = if game == Game::ShortDeck { 6 } else { 2 };
        let mut source = Generator::new(seed);
        let ranks = ranks.min(15 - usize::from(lowest));
        let pack = pack(&mut source, lowest, ranks);
        let own = game.hole_cards();
        let players = players.min((pack.len() - left) / own);
        prop_assume!(players >= 2);
        let (held, rest) = pack.split_at(players * own);
        let holes: Vec<CardSet> =
            held.chunks_exact(own).map(|hole| hole.iter().copied().collect()).collect();
        let to_come: CardSet = rest[..left].iter().copied().collect();
        let all: CardSet = Card::deck().filter(|card| card.rank() >= lowest).collect();
        let known = holes.iter().fold(to_come, |cards, hole| cards.union(*hole));
        let pots: Vec<u16> =
            (0..3).map(|_| 1 + below(&mut source, (1 << players) - 1) as u16).collect();
        let question = Question {
            is_hi_lo: is_hi_lo && !matches!(game, Game::Holdem | Game::ShortDeck),
            short_deck: if b { ShortDeckRules::TripsOverStraight } else { ShortDeckRules::FlushOverFullHouse },
            dead: all.minus(known),
            pots: &pots,
            ..Question::new(game, &holes, CardSet::EMPTY)
        };
        let mut answer = Answer::default();
        equity::exact(&question, &mut answer).expect("an answer");
        let Answer { runouts, units, wins, ties, .. } = answer;
        prop_assert_eq!(Obvious { runouts, units, wins, ties }, obvious(&question), "{:?}", question);
    }
}
