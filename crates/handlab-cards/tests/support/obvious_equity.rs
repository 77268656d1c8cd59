//! Equity the slow, obvious way: every deal by itself, one card after the other, scored by [`score`] alone.

use handlab_cards::card::{Card, CardSet};
use handlab_cards::equity::{Question, UNITS};
use handlab_cards::game::{Game, GameFamily};
use handlab_cards::score;

/// The expected answer of the engine: runouts, units of `[pot][player]`, wins and ties of the first pot.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Obvious {
    pub(crate) runouts: u64,
    pub(crate) units: Vec<u64>,
    pub(crate) wins: Vec<u64>,
    pub(crate) ties: Vec<u64>,
}

pub(crate) fn obvious(question: &Question<'_>) -> Obvious {
    let players = question.holes.len();
    let known = question
        .holes
        .iter()
        .fold(question.board.union(question.dead), |known, hole| known.union(*hole));
    let lowest = if question.game == Game::ShortDeck { 6 } else { 2 };
    let deck: Vec<Card> =
        Card::deck().filter(|card| card.rank() >= lowest && !known.contains(*card)).collect();
    let mut totals = Obvious {
        runouts: 0,
        units: vec![0; players * question.pots.len()],
        wins: vec![0; players],
        ties: vec![0; players],
    };
    let (mut holes, mut board) = (question.holes.to_vec(), question.board);
    deal(question, &mut holes, &mut board, &deck, &mut totals);
    totals
}

/// Deals the next card to the first place that lacks one, from the cards in `deck`.
fn deal(
    question: &Question<'_>,
    holes: &mut Vec<CardSet>,
    board: &mut CardSet,
    deck: &[Card],
    totals: &mut Obvious,
) {
    let whole = match question.game.family() {
        GameFamily::Stud => question.game.hole_cards() as u32 - question.board.len(),
        _ => question.game.hole_cards() as u32,
    };
    let common = if question.game.family() == GameFamily::Flop { 5 } else { question.board.len() };
    if board.len() < common {
        for (place, card) in deck.iter().enumerate() {
            let was = *board;
            *board = was.with(*card);
            // Ascending, so that each board occurs once. No game lacks board cards and hole cards at the same time.
            deal(question, holes, board, &deck[place + 1..], totals);
            *board = was;
        }
    } else if let Some(player) = holes.iter().position(|hole| hole.len() < whole) {
        for card in deck {
            let was = holes[player];
            // Ascending within a hand, so that each set of cards occurs once; skipped cards remain for the others.
            let own = was.minus(question.holes[player]);
            if own.iter().any(|other| other > *card) {
                continue;
            }
            holes[player] = was.with(*card);
            let rest: Vec<Card> = deck.iter().copied().filter(|other| other != card).collect();
            deal(question, holes, board, &rest, totals);
            holes[player] = was;
        }
    } else {
        compare(question, holes, *board, totals);
    }
}

fn compare(question: &Question<'_>, holes: &[CardSet], board: CardSet, totals: &mut Obvious) {
    totals.runouts += 1;
    let high = |player: usize| match question.game {
        Game::ShortDeck => score::short_deck(question.short_deck, holes[player], board),
        game => score::strength(game, holes[player], board),
    };
    let has_low = |_: &usize| question.is_hi_lo || question.game.is_always_split();
    let low = |player: usize| {
        Some(player).filter(has_low).and_then(|at| score::low(question.game, holes[at], board))
    };
    for (pot, contenders) in question.pots.iter().enumerate() {
        let contenders: Vec<usize> =
            (0..holes.len()).filter(|player| contenders >> player & 1 == 1).collect();
        let highs = best(&contenders, &high);
        let lows = best(&contenders, &low);
        for &player in &contenders {
            let half = if lows.is_empty() { UNITS } else { UNITS / 2 };
            let of = |winners: &[usize]| {
                if winners.contains(&player) { half / winners.len() as u64 } else { 0 }
            };
            let units = of(&highs) + of(&lows);
            totals.units[pot * holes.len() + player] += units;
            if pot == 0 {
                totals.wins[player] += u64::from(units == UNITS);
                totals.ties[player] += u64::from(units > 0 && units < UNITS);
            }
        }
    }
}

/// The players with the best number; none if no one has one.
fn best(players: &[usize], of: &impl Fn(usize) -> Option<u32>) -> Vec<usize> {
    let top = players.iter().filter_map(|player| of(*player)).max();
    players.iter().copied().filter(|player| top.is_some() && of(*player) == top).collect()
}
