//! The statistics of seats: predicates of the catalogue, evaluated over the columns of batches or of stored rows.

mod decisions;
mod population;
mod predicates;
mod stored;

use std::ops::Range;

use handlab_columns::{Bools, Column, Names, Numbers, TableColumn};
use handlab_core::table::Tables;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::Batch;
use population::Population;
pub(crate) use predicates::SeatPredicates;
use predicates::{HandRows, Statistics};

/// The text column by which statistics are grouped; set only where its flag is.
const POPULATION: &str = "population";

/// A column to store: its name, and the name of the flag or count that fills it.
pub(crate) type Source = (PyBackedStr, PyBackedStr);

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
    found: Statistics,
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
            let filled = if let Some(counts) = batch.found.counts.get(&**source) {
                Filled::Counts(counts)
            } else {
                let flags = batch.found.flags.get(&**source);
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
        let ends = tables.row_ends();
        let of_table = |table: &str| {
            let columns = columns.iter().find(|(name, _)| *name == table);
            let ends = ends.iter().find(|(name, _)| *name == table);
            let rows =
                columns.zip(ends).map(|((_, columns), (_, ends))| HandRows { columns, ends });
            rows.ok_or(format!("expected a table of hands `{table}`"))
        };
        let (seats, actions) = (of_table("seats")?, of_table("actions")?);
        self.population.push(seats.columns)?;
        let found = predicates.over(seats, actions)?;
        let first = self.batches.last().map_or(0, |batch| batch.rows.end);
        self.batches.push(OfBatch { rows: first..first + seats.len(), found });
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
