//! The statistics of the seats of batches, folded natively; what a statistic is, SQL says.
//!
//! A flush has hundreds of thousands of decisions and seats, and a few thousand that differ in what predicates may ask. So
//! the predicates are evaluated once for each different one, and what they give is spread here:
//! 1. [`SeatStatistics::decisions`], the states of decisions; their flags are folded into those of seats, or counted.
//! 2. [`SeatStatistics::decided`], the different flags of seats; what holds for any seat is shared with its hand.
//! 3. [`SeatStatistics::seats`], the states of seats: columns of `seats` and both kinds of flags; their flags are spread.

mod decisions;
mod population;

use std::ops::Range;

use handlab_arrow::{Column as Arrow, Frame};
use handlab_columns::{
    Bools, Column, Distinct, Flags, Names, Numbers, States, TableColumn, Unpacked,
};
use handlab_core::table::Tables;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::Batch;
use crate::capsule;
use crate::frames;
use decisions::Decisions;
use population::Population;

/// The column of the text by which statistics group; it is there where its flag holds.
const POPULATION: &str = "population";

/// A column to store: its name, and that of the flag or count that it is.
pub(crate) type Source = (PyBackedStr, PyBackedStr);

/// The statistics of the seats of several batches; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab")]
pub(crate) struct SeatStatistics {
    decisions: Decisions,
    states: States,
    population: Population,
    /// Where the seats of each hand end.
    ends: Vec<usize>,
    /// Of seats, from their decisions.
    flags: Flags,
    counts: Vec<(String, Vec<i16>)>,
    /// Of hands, from the flags of their seats.
    hand_flags: Flags,
    /// The rows that Python was asked about, and which of them each seat is.
    asked: Distinct,
    of_seats: Vec<u32>,
    /// Of the states of seats.
    state_flags: Flags,
}

/// A column of statistics.
pub(crate) enum Filled<'a> {
    Names(Vec<u32>, &'a Names),
    Flags(Bools),
    Counts(Numbers<i16>),
    Version(Numbers<i32>),
}

#[pymethods]
impl SeatStatistics {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn new(
        py: Python<'_>,
        batches: Vec<Py<Batch>>,
        seat_columns: Vec<String>,
        population_columns: Vec<String>,
    ) -> PyResult<Self> {
        let batches: Vec<&Batch> = batches.iter().map(Py::get).collect();
        let mut made = Self {
            decisions: Decisions::default(),
            states: States::new(seat_columns),
            population: Population::new(population_columns),
            ends: Vec::new(),
            flags: Flags::default(),
            counts: Vec::new(),
            hand_flags: Flags::default(),
            asked: Distinct::new(0),
            of_seats: Vec::new(),
            state_flags: Flags::default(),
        };
        py.detach(|| batches.into_iter().try_for_each(|batch| made.push(&batch.kept_tables())))
            .map_err(PyValueError::new_err)?;
        Ok(made)
    }

    /// The states of decisions.
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        capsule::to_frame(py, self.decisions.states())
    }

    /// Takes the flags of the states of decisions.
    fn fold(
        &mut self,
        py: Python<'_>,
        flags: &Bound<'_, PyAny>,
        counted: Vec<String>,
    ) -> PyResult<()> {
        let flags = flags_of(flags, self.decisions.len())?;
        let place = |name: String| match flags.place(&name) {
            Some(place) => Ok((name, place)),
            None => Err(PyValueError::new_err(format!("expected a flag `{name}`, got none"))),
        };
        let counted: Vec<_> = counted.into_iter().map(place).collect::<PyResult<_>>()?;
        py.detach(|| {
            self.flags = self.decisions.fold(&flags);
            let count = |(name, place)| (name, self.decisions.count(&flags, place));
            self.counts = counted.into_iter().map(count).collect();
        });
        Ok(())
    }

    /// The different flags of seats.
    fn decided<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.detach(|| self.ask(false));
        let columns = self.asked_flags(0, &self.flags).collect();
        capsule::to_frame(py, self.numbered(columns))
    }

    /// Takes the flags that seats with these flags add to their hands.
    fn share(&mut self, flags: &Bound<'_, PyAny>) -> PyResult<()> {
        let of_asked = flags_of(flags, self.asked.len())?;
        let mut shared = Flags::new(of_asked.names().to_vec(), self.ends.len());
        let mut start = 0;
        for (hand, end) in self.ends.iter().enumerate() {
            for asked in &self.of_seats[std::mem::replace(&mut start, *end)..*end] {
                shared.join(hand, &of_asked, *asked as usize);
            }
        }
        self.hand_flags = shared;
        Ok(())
    }

    /// The states of seats.
    fn seats<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.detach(|| self.ask(true));
        let width = self.states.width();
        let states = self.states.unpacked(|place| self.asked.column(place));
        let column = |(name, states): &(String, Unpacked)| {
            let column = TableColumn { name, values: states.as_column(), ends: None };
            (name.clone(), frames::column(&column))
        };
        let mut columns: Vec<_> = states.iter().map(column).collect();
        columns.extend(self.asked_flags(width, &self.flags));
        columns.extend(self.asked_flags(width + self.flags.width(), &self.hand_flags));
        capsule::to_frame(py, self.numbered(columns))
    }

    /// Takes the flags of the states of seats.
    fn fill(&mut self, flags: &Bound<'_, PyAny>) -> PyResult<()> {
        self.state_flags = flags_of(flags, self.asked.len())?;
        Ok(())
    }
}

impl SeatStatistics {
    /// The columns of some seats, in stored order; an error names a flag that is not there.
    pub(crate) fn columns<'a>(
        &'a self,
        rows: &Range<usize>,
        version: i32,
        sources: &'a [Source],
    ) -> PyResult<Vec<(&'a str, Filled<'a>)>> {
        let version = Filled::Version(Numbers::of(vec![version; rows.len()]));
        let mut columns = vec![("statistics_version", version)];
        let of_decisions = self.flags.columns(rows);
        let states = self.of_seats[rows.clone()].iter().map(|state| *state as usize);
        let of_states = self.state_flags.columns(&states);
        for (name, source) in sources {
            let count = self.counts.iter().find(|(count, _)| *count == **source);
            let filled = if let Some((_, counts)) = count {
                Filled::Counts(Numbers::of(counts[rows.clone()].to_vec()))
            } else if let Some(place) = self.flags.place(source) {
                Filled::Flags(Bools::of(of_decisions[place].clone(), rows.len()))
            } else if let Some(place) = self.state_flags.place(source) {
                let flags = Bools::of(of_states[place].clone(), rows.len());
                if **name == *POPULATION {
                    let codes = self.population.codes(rows.start, &flags);
                    Filled::Names(codes, self.population.names())
                } else {
                    Filled::Flags(flags)
                }
            } else {
                let message = format!("expected a flag or count `{source}`, got none");
                return Err(PyValueError::new_err(message));
            };
            columns.push((name, filled));
        }
        Ok(columns)
    }

    fn push(&mut self, tables: &Tables) -> Result<(), String> {
        let columns = tables.columns();
        let seats = columns.iter().find(|(name, _)| *name == "seats");
        let (_, seats) = seats.ok_or("expected a table `seats`")?;
        self.states.push(seats)?;
        self.population.push(seats)?;
        let first = self.decisions.seats();
        self.decisions.push(tables).ok_or("expected the columns of `actions`")?;
        let ends = tables.row_ends().into_iter().find(|(name, _)| *name == "seats");
        let (_, ends) = ends.ok_or("expected a table of hands `seats`")?;
        self.ends.extend(ends.iter().map(|end| first + *end as usize));
        Ok(())
    }

    /// Numbers the different flags of seats, with their facts and the flags of their hands or without.
    fn ask(&mut self, is_whole: bool) {
        let width = if is_whole { self.states.width() + self.hand_flags.width() } else { 0 };
        let mut asked = Distinct::new(width + self.flags.width());
        let mut of_seats = Vec::with_capacity(self.decisions.seats());
        let mut numbers = Vec::new();
        for (hand, end) in self.ends.iter().enumerate() {
            for row in of_seats.len()..*end {
                numbers.clear();
                if is_whole {
                    self.states.pack(row, &mut numbers);
                }
                numbers.extend_from_slice(self.flags.row(row));
                if is_whole && self.hand_flags.width() > 0 {
                    numbers.extend_from_slice(self.hand_flags.row(hand));
                }
                of_seats.push(asked.number(&numbers));
            }
        }
        self.asked = asked;
        self.of_seats = of_seats;
    }

    /// Columns of flags among what Python is asked about, whose words start at a place.
    fn asked_flags<'a>(
        &'a self,
        first: usize,
        flags: &'a Flags,
    ) -> impl Iterator<Item = (String, Arrow)> + 'a {
        flags.names().iter().enumerate().map(move |(place, name)| {
            let (word, bit) = (place / u64::BITS as usize, place % u64::BITS as usize);
            let is_set = |word: u64| Some(word >> bit & 1 != 0);
            (name.clone(), Arrow::flags(self.asked.column(first + word).map(is_set)))
        })
    }

    /// A frame of what Python is asked about, with the number of each row.
    fn numbered(&self, columns: Vec<(String, Arrow)>) -> Frame {
        let numbers = (0..self.asked.len() as i32).collect();
        let mut all = vec![("state_no".to_owned(), Arrow::numbers(numbers, None))];
        all.extend(columns);
        Frame::new(all)
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

/// The flags in a frame that must have a row for each state; null is false.
fn flags_of(frame: &Bound<'_, PyAny>, states: usize) -> PyResult<Flags> {
    let columns = capsule::of_frame(frame)?;
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let mut flags = Flags::new(names, states);
    for (place, column) in columns.iter().enumerate() {
        let found = column.chunks().flags().map_err(|error| capsule::value_error(&error))?;
        if found.len() != states {
            let name = column.name();
            let message = format!(
                "expected {states} flags `{name}`, one for each state, got {}",
                found.len()
            );
            return Err(PyValueError::new_err(message));
        }
        let is_known = |row: &usize| found.known().is_none_or(|known| known.get(*row));
        for row in (0..states).filter(is_known).filter(|row| found.values().get(*row)) {
            flags.set(row, place);
        }
    }
    Ok(flags)
}
