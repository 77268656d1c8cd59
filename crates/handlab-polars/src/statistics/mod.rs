//! The statistics of seats: predicates of the catalogue, evaluated over the columns of batches.
//!
//! Predicates over decisions are evaluated for each action; if one holds for an action, it holds for its seat, or is
//! counted. Predicates of hand facts are evaluated for each seat; if one holds for a seat, it holds for its hand.
//! Predicates over seats may read columns of `seats` and all of these results. No predicate is defined here: each is
//! passed as SQL.

mod decisions;
mod population;

use std::collections::HashMap;
use std::ops::Range;

use handlab_columns::{
    Bools, Column, Names, Numbers, Predicates, Rows, TableColumn, shared_with_hand,
};
use handlab_core::table::Tables;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::Batch;
use decisions::Decisions;
use population::Population;

/// The text column by which statistics are grouped; set only where its flag is.
const POPULATION: &str = "population";

/// A column to store: its name, and the name of the flag or count that fills it.
pub(crate) type Source = (PyBackedStr, PyBackedStr);

/// Named predicates in SQL; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct SeatPredicates {
    decisions: Named,
    counts: Named,
    /// Evaluates both of these.
    of_decisions: Predicates,
    hand_facts: Named,
    of_hands: Predicates,
    seats: Named,
    of_seats: Predicates,
}

/// The names of predicates, and their indexes among the results.
type Named = Vec<(String, usize)>;
type Texts = Vec<(String, String)>;

#[pymethods]
impl SeatPredicates {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn new(
        macros: Vec<String>,
        acts: Texts,
        decisions: Texts,
        counts: Texts,
        hand_facts: Texts,
        seats: Texts,
    ) -> PyResult<Self> {
        let mut empty = Predicates::default();
        for sql in &macros {
            empty.create_macro(sql).map_err(PyValueError::new_err)?;
        }
        let (mut of_decisions, mut of_hands, mut of_seats) = (empty.clone(), empty.clone(), empty);
        for (name, sql) in &acts {
            of_decisions.define(name, sql).map_err(PyValueError::new_err)?;
        }
        Ok(Self {
            decisions: added(&mut of_decisions, decisions)?,
            counts: added(&mut of_decisions, counts)?,
            of_decisions,
            hand_facts: added(&mut of_hands, hand_facts)?,
            of_hands,
            seats: added(&mut of_seats, seats)?,
            of_seats,
        })
    }
}

/// The statistics of the seats of several batches; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab", frozen)]
pub(crate) struct SeatStatistics {
    population: Population,
    batches: Vec<OfBatch>,
}

/// The statistics of the seats of a batch.
struct OfBatch {
    /// The range of its seats among those of all batches.
    rows: Range<usize>,
    flags: HashMap<String, Bools>,
    counts: HashMap<String, Numbers<i16>>,
}

/// A column of statistics.
pub(crate) enum Filled<'a> {
    Names(Vec<u32>, &'a Names),
    Flags(&'a Bools),
    Counts(&'a Numbers<i16>),
    Version(Numbers<i32>),
}

#[pymethods]
impl SeatStatistics {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn new(
        py: Python<'_>,
        batches: Vec<Py<Batch>>,
        predicates: &SeatPredicates,
        population_columns: Vec<String>,
    ) -> PyResult<Self> {
        let batches: Vec<&Batch> = batches.iter().map(Py::get).collect();
        let mut made =
            Self { population: Population::new(population_columns), batches: Vec::new() };
        py.detach(|| {
            let mut batches = batches.into_iter();
            batches.try_for_each(|batch| made.push(&batch.kept_tables(), predicates))
        })
        .map_err(PyValueError::new_err)?;
        Ok(made)
    }
}

impl SeatStatistics {
    /// The columns for the seats of a batch, in stored order; fails if a flag is missing, naming it.
    pub(crate) fn columns<'a>(
        &'a self,
        rows: &Range<usize>,
        version: i32,
        sources: &'a [Source],
    ) -> PyResult<Vec<(&'a str, Filled<'a>)>> {
        let batch = self.batches.iter().find(|batch| batch.rows == *rows);
        let missing = |what: &str| PyValueError::new_err(format!("expected {what}, got none"));
        let batch = batch.ok_or_else(|| missing("the statistics of these seats"))?;
        let version = Filled::Version(Numbers::of(vec![version; rows.len()]));
        let mut columns = vec![("statistics_version", version)];
        for (name, source) in sources {
            let filled = if let Some(counts) = batch.counts.get(&**source) {
                Filled::Counts(counts)
            } else {
                let flags = batch.flags.get(&**source);
                let flags = flags.ok_or_else(|| missing(&format!("a flag or count `{source}`")))?;
                if **name == *POPULATION {
                    let codes = self.population.codes(rows.start, flags);
                    Filled::Names(codes, self.population.names())
                } else {
                    Filled::Flags(flags)
                }
            };
            columns.push((name, filled));
        }
        Ok(columns)
    }

    fn push(&mut self, tables: &Tables, predicates: &SeatPredicates) -> Result<(), String> {
        let columns = tables.columns();
        let of_table = |table: &str| {
            let found = columns.iter().find(|(name, _)| *name == table);
            found.map(|(_, columns)| &columns[..]).ok_or(format!("expected a table `{table}`"))
        };
        let (seats, actions) = (of_table("seats")?, of_table("actions")?);
        let ends = tables.row_ends().into_iter().find(|(name, _)| *name == "seats");
        let (_, ends) = ends.ok_or("expected a table of hands `seats`")?;
        let len = tables.rows("seats").unwrap_or(0);
        self.population.push(seats)?;

        let decisions = Decisions::of(tables, seats, actions);
        let decisions = decisions.ok_or("expected chairs `seat` in `seats` and `actions`")?;
        let mut flags = HashMap::new();
        let rows = Rows { len: decisions.len(), columns: actions, flags: &flags };
        let found = predicates.of_decisions.evaluate(&rows)?;
        let places: Vec<_> =
            predicates.decisions.iter().map(|(_, place)| found[*place].holds()).collect();
        let folded = decisions.fold(&places);
        let counts = predicates.counts.iter().map(|(name, place)| {
            (name.clone(), Numbers::of(decisions.count(found[*place].holds())))
        });
        let counts = counts.collect();
        let names = predicates.decisions.iter().map(|(name, _)| name.clone());
        flags.extend(names.zip(folded));

        let rows = Rows { len, columns: seats, flags: &flags };
        let found = predicates.of_hands.evaluate(&rows)?;
        let shared = predicates.hand_facts.iter();
        let shared: Vec<_> = shared
            .map(|(name, place)| (name.clone(), shared_with_hand(found[*place].holds(), ends)))
            .collect();
        flags.extend(shared);

        let rows = Rows { len, columns: seats, flags: &flags };
        let found = predicates.of_seats.evaluate(&rows)?;
        let of_seats = predicates.seats.iter();
        let of_seats = of_seats.map(|(name, place)| (name.clone(), found[*place].holds().to_vec()));
        let of_seats: Vec<_> = of_seats.collect();
        flags.extend(of_seats);
        let flags = flags.into_iter().map(|(name, bits)| (name, Bools::of(bits, len))).collect();
        let first = self.batches.last().map_or(0, |batch| batch.rows.end);
        self.batches.push(OfBatch { rows: first..first + len, flags, counts });
        Ok(())
    }
}

impl Filled<'_> {
    pub(crate) fn column<'a>(&'a self, name: &'a str) -> TableColumn<'a> {
        let values = match self {
            Filled::Names(codes, names) => Column::Names(codes, names),
            Filled::Flags(flags) => Column::Bool(flags),
            Filled::Counts(counts) => Column::Int16(counts),
            Filled::Version(version) => Column::Int32(version),
        };
        TableColumn { name, values, ends: None }
    }
}

fn added(predicates: &mut Predicates, texts: Texts) -> PyResult<Named> {
    let add = |(name, sql): (String, String)| match predicates.add(&sql) {
        Ok(place) => Ok((name, place)),
        Err(error) => Err(PyValueError::new_err(format!("{name}: {error}"))),
    };
    texts.into_iter().map(add).collect()
}
