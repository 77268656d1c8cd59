//! Single questions, with plain values: odds, descriptions of hands, deals, categories.

use handlab_arrow::{Column, Frame};
use handlab_cards::card::{Card, CardSet};
use handlab_cards::deal::{Deck, Generator};
use handlab_cards::equity::{Outcome, RangeQuestion, SolverOptions, read_holding, solve_ranges};
use handlab_cards::frequency;
use handlab_cards::game::{Game, GameFamily};
use handlab_cards::range::Range;
use handlab_cards::score;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::equity_faults::{Arguments, Contender};
use crate::{capsule, inputs};

/// Method, runouts, and for each pot and player the equity, win, tie and standard error.
type Odds = (&'static str, u64, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

/// The equity of hands and ranges; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (holdings, *, board, dead, game, hi_lo, pots, max_work, draws, seed))]
#[expect(clippy::too_many_arguments, reason = "one keyword argument each in Python")]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn odds(
    py: Python<'_>,
    holdings: Vec<String>,
    board: &str,
    dead: &str,
    game: &str,
    hi_lo: bool,
    pots: Option<Vec<u16>>,
    max_work: u64,
    draws: u64,
    seed: u64,
) -> PyResult<Odds> {
    let game = game_of(game)?;
    let (board, dead) = (cards("board", board)?, cards("dead", dead)?);
    let ranges = holdings.iter().enumerate().map(|(player, text)| {
        read_holding(game, text)
            .map_err(|error| value_error(&format!("{error}, of player {}: `{text}`", player + 1)))
    });
    let ranges: Vec<Range> = ranges.collect::<PyResult<_>>()?;
    let outcome: Result<Outcome, _> = py.detach(|| {
        let ranges: Vec<&Range> = ranges.iter().collect();
        let everyone = RangeQuestion::new(game, &ranges, board);
        let pots = pots.as_deref().unwrap_or(everyone.pots);
        let question = RangeQuestion { is_hi_lo: hi_lo, dead, pots, ..everyone };
        solve_ranges(&question, &SolverOptions { max_work, draws, seed })
    });
    let Outcome { method, runouts, equity, win, tie, standard_error } =
        outcome.map_err(|error| {
            let contender = |(player, text): (usize, &String)| Contender {
                player,
                name: format!("holdings[{player}]"),
                cards: CardSet::parse(text).ok(),
            };
            let holes: Vec<_> = holdings.iter().enumerate().map(contender).collect();
            let arguments = Arguments { holes: &holes, players: "holdings", board, dead };
            value_error(&arguments.message(error))
        })?;
    Ok((method.name(), runouts, equity, win, tie, standard_error))
}

/// The score, name and cards of a hand; see `_handlab.pyi`.
#[pyfunction]
pub(crate) fn describe_hand<'py>(
    py: Python<'py>,
    hole_cards: &str,
    board: &str,
    game: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game_of(game)?;
    let (hole, common) = (cards("hole cards", hole_cards)?, cards("board", board)?);
    if let Some(card) = hole.intersection(common).iter().next() {
        return Err(value_error(&format!(
            "card `{card}` is among the hole cards and on the board"
        )));
    }
    let strength = score::strength(game, hole, common).ok_or_else(|| {
        let counts = (hole.len(), common.len());
        value_error(&format!(
            "expected a complete hand of `{game}`, got {} hole cards and {} board cards",
            counts.0, counts.1
        ))
    })?;
    let category = score::category(game, strength);
    let is_standard = score::order(game) == score::Order::High;
    let low = score::low(game, hole, common);
    let found = PyDict::new(py);
    found.set_item("game", game.name())?;
    found.set_item("strength", strength)?;
    found.set_item("rank_class", is_standard.then(|| score::rank_class(strength)).flatten())?;
    found.set_item("category", category)?;
    found.set_item("category_name", score::category_name(game, category))?;
    found.set_item("name", score::hand_name(game, strength))?;
    let five = score::best_five(game, hole, common);
    found.set_item("best_five", five.map(|cards| cards.to_string()))?;
    found.set_item("low_strength", low)?;
    found.set_item("low_name", low.map(|low| score::low_name(game, low)))?;
    let five = score::best_low(game, hole, common);
    found.set_item("best_low", five.map(|cards| cards.to_string()))?;
    Ok(found)
}

/// Hands dealt from a full deck each; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (deals, players, game, board, seed))]
pub(crate) fn deal<'py>(
    py: Python<'py>,
    deals: usize,
    players: usize,
    game: &str,
    board: Option<usize>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game_of(game)?;
    let has_board = game.family() == GameFamily::Flop;
    let (hole_cards, board) = (game.hole_cards(), board.unwrap_or(if has_board { 5 } else { 0 }));
    let deck = usize::from(game.deck_size());
    let wanted = players.saturating_mul(hole_cards).saturating_add(board);
    if wanted > deck {
        return Err(value_error(&format!("expected at most {deck} cards in all, got {wanted}")));
    }
    let frame = py.detach(|| {
        let mut source = Generator::new(seed);
        let whole = Deck::new(if game == Game::ShortDeck { 6 } else { 2 });
        let mut holes = Vec::with_capacity(deals * players);
        let mut boards = Vec::with_capacity(deals);
        for _ in 0..deals {
            let mut pack = whole;
            let mut take = |count: usize| -> String {
                let cards = (0..count).filter_map(|_| pack.deal(&mut source));
                cards.flat_map(Card::ascii).map(char::from).collect()
            };
            holes.extend((0..players).map(|_| take(hole_cards)));
            boards.push(take(board));
        }
        let counts = std::iter::repeat_n(Some(players), deals);
        let holes = Column::counted_lists(counts, Column::texts(holes.iter().map(Some)));
        Frame::new(vec![("holes", holes), ("board", Column::texts(boards.iter().map(Some)))])
    });
    capsule::to_frame(py, frame)
}

/// Counts of categories, sampled and, if known, exact: name, drawn, exact; see `_handlab.pyi`.
#[pyfunction]
#[pyo3(signature = (game, cards, draws, seed))]
pub(crate) fn draw_categories(
    py: Python<'_>,
    game: &str,
    cards: Option<usize>,
    draws: u64,
    seed: u64,
) -> PyResult<Vec<(&'static str, u64, Option<u64>)>> {
    let game = game_of(game)?;
    let whole = game.hole_cards() + if game.family() == GameFamily::Flop { 5 } else { 0 };
    let cards = cards.unwrap_or(whole);
    let drawn = py.detach(|| frequency::drawn(game, cards, draws, seed)).ok_or_else(|| {
        value_error(&format!(
            "expected a number of cards that makes a complete hand of `{game}`, got {cards}"
        ))
    })?;
    let exact = frequency::exact(game, cards);
    let rows = drawn.into_iter().enumerate().map(|(category, count)| {
        let name = score::category_name(game, category as u8);
        (name, count, exact.map(|counts| counts[category]))
    });
    Ok(rows.filter(|(name, ..)| *name != "unknown").collect())
}

fn game_of(name: &str) -> PyResult<Game> {
    inputs::game(name).map_err(|error| value_error(&error.to_string()))
}

fn cards(what: &str, text: &str) -> PyResult<CardSet> {
    CardSet::parse(text).map_err(|error| value_error(&format!("{error}, of the {what}: `{text}`")))
}

fn value_error(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}
