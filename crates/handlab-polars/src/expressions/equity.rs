//! `equity` and `equity_heads_up`: exact within a bound, else sampled; repeated match-ups are solved once.

use std::collections::HashMap;

use handlab_arrow::{Bits, Column, DataType, Field, ListRows, Result, Series, bail};
use handlab_cards::card::CardSet;
use handlab_cards::equity::{
    EquityError, Outcome, Question, RangeQuestion, Solver, SolverOptions, solve_ranges,
};
use handlab_cards::game::Game;
use handlab_cards::range::Range;
use serde::Deserialize;

use crate::equity_columns::EquityColumns;
use crate::equity_faults::{Arguments, Contender};
use crate::holdings::{Holding, Holdings, Ranges};
use crate::inputs::{self, Cards, in_argument, place, wrong_dtype};
use crate::plugin::expression;
use crate::seats::{Pots, Seats};

/// The keyword arguments of both expressions.
#[derive(Deserialize)]
struct EquityKwargs {
    /// The names of the inputs, in order.
    columns: Vec<String>,
    game: String,
    hi_lo: bool,
    /// The number of leading columns that are players; 0 if the first is a list of them.
    players: usize,
    has_pots: bool,
    max_work: i64,
    draws: i64,
    seed: i64,
    strict: bool,
}

impl EquityKwargs {
    fn name(&self, nth: usize) -> &str {
        self.columns.get(nth).map_or("", String::as_str)
    }

    fn holdings<'a>(&self, inputs: &'a [Series], nth: usize) -> Result<Holdings<'a>> {
        Holdings::of(&inputs[nth]).map_err(|error| in_argument(&error, self.name(nth)))
    }

    /// The name of a player's hole cards.
    fn player(&self, player: usize) -> String {
        match self.players {
            0 => format!("{}[{player}]", self.name(0)),
            _ => self.name(player).to_owned(),
        }
    }

    fn options(&self) -> SolverOptions {
        SolverOptions {
            max_work: self.max_work.cast_unsigned(),
            draws: self.draws.cast_unsigned(),
            seed: self.seed.cast_unsigned(),
        }
    }
}

/// The players of a row: one column each, or lists.
enum Players<'a> {
    Columns(Vec<Holdings<'a>>),
    Lists { lists: ListRows<'a>, values: Holdings<'a> },
}

impl<'a> Players<'a> {
    /// The first `count` columns or, if 0, the first column, which holds lists.
    fn of(inputs: &'a [Series], kwargs: &EquityKwargs) -> Result<Self> {
        if kwargs.players > 0 {
            let columns = (0..kwargs.players).map(|nth| kwargs.holdings(inputs, nth));
            return Ok(Players::Columns(columns.collect::<Result<_>>()?));
        }
        let wrong = || {
            let error = wrong_dtype(&inputs[0], "`List(String)` or `List(UInt64)`");
            in_argument(&error, kwargs.name(0))
        };
        if !matches!(inputs[0].dtype(), DataType::List(_)) {
            return Err(wrong());
        }
        let lists = inputs[0].chunks().lists()?;
        let values = Holdings(Cards::read(lists.values()).unwrap_or_else(|| Err(wrong()))?);
        Ok(Players::Lists { lists, values })
    }

    fn len(&self) -> usize {
        match self {
            Players::Columns(columns) => columns.iter().map(Holdings::len).max().unwrap_or(0),
            Players::Lists { lists, .. } => lists.len(),
        }
    }

    fn lens(&self) -> Vec<usize> {
        match self {
            Players::Columns(columns) => columns.iter().map(Holdings::len).collect(),
            Players::Lists { .. } => vec![self.len()],
        }
    }

    /// Reads the holdings of a row's players into `held`; false if there are none.
    fn read(&self, row: usize, ranges: &mut Ranges, held: &mut Vec<Holding>) -> bool {
        held.clear();
        match self {
            Players::Columns(columns) => {
                held.extend(columns.iter().map(|column| column.holding(row, ranges)));
            }
            Players::Lists { lists, values } => {
                let Some(places) = lists.get(place(lists.len(), row)) else { return false };
                // A single value would be repeated for all rows; here it is the only one.
                held.extend(places.map(|at| values.holding(at, ranges)));
            }
        }
        true
    }

    fn shown(&self, row: usize, player: usize) -> String {
        match self {
            Players::Columns(columns) => {
                columns.get(player).map(|column| column.shown(row)).unwrap_or_default()
            }
            Players::Lists { lists, values } => {
                let places = lists.get(place(lists.len(), row));
                places.map(|places| values.shown(places.start + player)).unwrap_or_default()
            }
        }
    }
}

/// The columns of a question.
struct Rows<'a> {
    game: Game,
    kwargs: &'a EquityKwargs,
    players: Players<'a>,
    board: Holdings<'a>,
    dead: Holdings<'a>,
    pots: Option<Pots<'a>>,
    len: usize,
}

/// A question with ranges, as the key for its cached answer.
type Asked = (Vec<Holding>, CardSet, CardSet, Vec<u16>);

/// The cards of all rows, if each player has a column and all contest one pot.
struct Masks {
    players: Vec<Vec<u64>>,
    board: Vec<u64>,
    dead: Vec<u64>,
}

impl Masks {
    /// The question of a row, using `holes`; `None` if anything is null, a range or not cards.
    #[inline]
    fn question<'h>(
        &self,
        rows: &Rows<'_>,
        row: usize,
        holes: &'h mut Vec<CardSet>,
    ) -> Option<Question<'h>> {
        holes.clear();
        for player in &self.players {
            holes.push(CardSet::from_mask(*player.get(row)?)?);
        }
        let set = |masks: &[u64]| CardSet::from_mask(*masks.get(row)?);
        let (board, dead) = (set(&self.board)?, set(&self.dead)?);
        let is_hi_lo = rows.kwargs.hi_lo;
        Some(Question { is_hi_lo, dead, ..Question::new(rows.game, holes, board) })
    }
}

/// The most cached questions with ranges; then the cache is cleared. They take about 20 MB.
const MAX_CACHED: usize = 1 << 16;

/// Caches kept from row to row.
struct Memory {
    solver: Solver,
    ranges: Ranges,
    outcomes: HashMap<Asked, std::result::Result<Outcome, EquityError>>,
}

impl<'a> Rows<'a> {
    fn of(inputs: &'a [Series], kwargs: &'a EquityKwargs) -> Result<Self> {
        let game = inputs::game(&kwargs.game)?;
        let count = kwargs.players.max(1);
        let players = Players::of(inputs, kwargs)?;
        let board = kwargs.holdings(inputs, count)?;
        let dead = kwargs.holdings(inputs, count + 1)?;
        let pots = kwargs.has_pots.then(|| {
            let pots = Pots::of(&inputs[count + 2]);
            pots.map_err(|error| in_argument(&error, kwargs.name(count + 2)))
        });
        let pots = pots.transpose()?;
        let mut lens = players.lens();
        lens.extend([board.len(), dead.len()]);
        lens.extend(pots.as_ref().map(Pots::len));
        let names = kwargs.columns.iter().map(String::as_str);
        let len = inputs::common_len(names.zip(lens))?;
        Ok(Rows { game, kwargs, players, board, dead, pots, len })
    }

    fn masks(&self) -> Option<Masks> {
        let Players::Columns(players) = &self.players else { return None };
        let masks = |column: &Holdings<'_>| column.masks(self.len);
        self.pots.is_none().then(|| Masks {
            players: players.iter().map(masks).collect(),
            board: masks(&self.board),
            dead: masks(&self.dead),
        })
    }

    fn memory(&self) -> Memory {
        Memory {
            solver: Solver::new(self.kwargs.options()),
            ranges: Ranges::new(self.game),
            outcomes: HashMap::new(),
        }
    }

    /// Applies `take` to the outcome of a row; `None` if a column is null there, or if the question is invalid and that
    /// is not an error.
    fn ask<T>(
        &self,
        row: usize,
        memory: &mut Memory,
        take: impl FnOnce(&Outcome, &Seats) -> T,
    ) -> Result<Option<T>> {
        let mut held = Vec::new();
        if !self.players.read(row, &mut memory.ranges, &mut held) {
            return Ok(None);
        }
        let (board, dead) = (self.board.cards(row), self.dead.cards(row));
        if board == Holding::Null || dead == Holding::Null {
            return Ok(None);
        }
        let Some(seats) = Seats::of(held, self.pots.as_ref(), row) else { return Ok(None) };
        match self.outcome(row, memory, &seats, board, dead) {
            Ok(outcome) => Ok(Some(take(outcome, &seats))),
            Err(fault) if self.kwargs.strict => {
                bail!("{fault}, in row {row}")
            }
            Err(_) => Ok(None),
        }
    }

    /// The outcome of a row, or what is wrong with it.
    fn outcome<'m>(
        &self,
        row: usize,
        memory: &'m mut Memory,
        seats: &Seats,
        board: Holding,
        dead: Holding,
    ) -> std::result::Result<&'m Outcome, String> {
        let cards = |name: &str, holding: Holding, column: &Holdings<'_>| match holding {
            Holding::Cards(cards) => Ok(cards),
            _ => Err(format!("expected cards in `{name}`, got `{}`", column.shown(row))),
        };
        let (board, dead) = (cards("board", board, &self.board)?, cards("dead", dead, &self.dead)?);
        for (player, holding) in &seats.held {
            if *holding == Holding::Neither {
                let (name, got) = (self.kwargs.player(*player), self.players.shown(row, *player));
                return Err(format!("expected cards or a range in `{name}`, got `{got}`"));
            }
        }
        let explained = |error| {
            let contender = |(player, holding): &(usize, Holding)| Contender {
                player: *player,
                name: self.kwargs.player(*player),
                cards: cards_of(holding),
            };
            let holes: Vec<_> = seats.held.iter().map(contender).collect();
            let players = if self.pots.is_some() { "pots" } else { "holes" };
            Arguments { holes: &holes, players, board, dead }.message(error)
        };
        self.solved(memory, seats, board, dead.union(seats.folded)).map_err(explained)
    }

    fn solved<'m>(
        &self,
        memory: &'m mut Memory,
        seats: &Seats,
        board: CardSet,
        dead: CardSet,
    ) -> std::result::Result<&'m Outcome, EquityError> {
        let hands: Option<Vec<CardSet>> =
            seats.held.iter().map(|(_, holding)| cards_of(holding)).collect();
        let is_hi_lo = self.kwargs.hi_lo;
        if let Some(holes) = hands {
            let everyone = Question::new(self.game, &holes, board);
            let pots = if self.pots.is_some() { &seats.pots[..] } else { everyone.pots };
            return memory.solver.solve(&Question { is_hi_lo, dead, pots, ..everyone });
        }
        let held: Vec<Holding> = seats.held.iter().map(|(_, holding)| *holding).collect();
        let key = (held, board, dead, seats.pots.clone());
        let Memory { ranges, outcomes, .. } = memory;
        if outcomes.len() >= MAX_CACHED {
            outcomes.clear();
        }
        let known = outcomes.entry(key).or_insert_with_key(|(held, ..)| {
            let own: Vec<Range> = held.iter().map(|holding| range(*holding, ranges)).collect();
            let own: Vec<&Range> = own.iter().collect();
            let everyone = RangeQuestion::new(self.game, &own, board);
            let pots = if self.pots.is_some() { &seats.pots[..] } else { everyone.pots };
            let question = RangeQuestion { is_hi_lo, dead, pots, ..everyone };
            solve_ranges(&question, &self.kwargs.options())
        });
        known.as_ref().map_err(|error| *error)
    }
}

/// The cards of a hand; `None` for a range.
fn cards_of(holding: &Holding) -> Option<CardSet> {
    match holding {
        Holding::Cards(cards) => Some(*cards),
        _ => None,
    }
}

/// A range, or the range of one hand.
fn range(holding: Holding, ranges: &Ranges) -> Range {
    match holding {
        Holding::Range(place) => ranges.get(place).cloned().unwrap_or_default(),
        Holding::Cards(cards) => Range::of_hand(cards),
        Holding::Null | Holding::Neither => Range::default(),
    }
}

expression!(equity, EquityKwargs, |kwargs| {
    let empty = EquityColumns::default().into_columns(kwargs.has_pots);
    let field = |(name, column): &(&str, Column)| Field::new(name, column.dtype());
    Ok(DataType::Struct(empty.iter().map(field).collect()))
});

fn equity(inputs: &[Series], kwargs: &EquityKwargs) -> Result<Column> {
    let rows = Rows::of(inputs, kwargs)?;
    let mut memory = rows.memory();
    let mut columns = EquityColumns::default();
    let masks = rows.masks();
    let mut holes = Vec::new();
    for row in 0..rows.len {
        if let Some(question) =
            masks.as_ref().and_then(|masks| masks.question(&rows, row, &mut holes))
            && let Ok(outcome) = memory.solver.solve(&question)
        {
            columns.push_all(outcome);
            continue;
        }
        let push = |outcome: &Outcome, seats: &Seats| columns.push(outcome, seats);
        if rows.ask(row, &mut memory, push)?.is_none() {
            columns.push_null();
        }
    }
    let known: Bits = columns.counts.iter().map(Option::is_some).collect();
    Ok(Column::structs(rows.len, columns.into_columns(kwargs.has_pots), known.unless_all()))
}

expression!(equity_heads_up, EquityKwargs, |_| Ok(DataType::Float64));

fn equity_heads_up(inputs: &[Series], kwargs: &EquityKwargs) -> Result<Column> {
    let rows = Rows::of(inputs, kwargs)?;
    let mut memory = rows.memory();
    let masks = rows.masks();
    let mut holes = Vec::new();
    let share = |row: usize| {
        if let Some(question) =
            masks.as_ref().and_then(|masks| masks.question(&rows, row, &mut holes))
            && let Ok(share) = memory.solver.share(&question)
        {
            return Ok(Some(share));
        }
        rows.ask(row, &mut memory, |outcome, _| outcome.equity[0])
    };
    let shares: Vec<Option<f64>> = (0..rows.len).map(share).collect::<Result<_>>()?;
    Ok(Column::options(shares))
}
