//! The statistics of the seats of batches, folded natively; what a statistic is, SQL says.
//!
//! A flush has hundreds of thousands of decisions and seats, and a few thousand that differ in what predicates may ask. So
//! the predicates are evaluated once for each different one, and what they give is spread here:
//! 1. [`SeatStatistics::decisions`], the states of decisions; their masks are folded into those of seats.
//! 2. [`SeatStatistics::decided`], the different masks of seats; what holds for any seat is shared with its hand.
//! 3. [`SeatStatistics::seats`], the states of seats: columns of `seats` and both kinds of masks; their masks are spread.

mod columns;
mod decisions;
mod distinct;
mod facts;

use std::ops::Range;

use handlab_arrow::{Column as Arrow, Frame};
use handlab_core::table::Tables;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(crate) use columns::{Filled, Place};

use crate::batch::Batch;
use crate::capsule;
use decisions::Decisions;
use distinct::Distinct;
use facts::Facts;

/// Bits of predicates, or counts of them, by row.
#[derive(Clone)]
struct Masks {
    name: String,
    values: Vec<i64>,
}

/// The statistics of the seats of several batches; see `_handlab.pyi`.
#[pyclass(module = "handlab._handlab")]
pub(crate) struct SeatStatistics {
    decisions: Decisions,
    facts: Facts,
    /// Where the seats of each hand end.
    ends: Vec<usize>,
    /// Of seats, from their decisions.
    masks: Vec<Masks>,
    /// Of hands, from the masks of their seats.
    hand_masks: Vec<Masks>,
    /// Whatever else is written: counts of decisions, masks of seats.
    others: Vec<Masks>,
    /// The rows that Python was asked about, and which of them each seat is.
    asked: Distinct,
    of_seats: Vec<u32>,
}

#[pymethods]
impl SeatStatistics {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn new(py: Python<'_>, batches: Vec<Py<Batch>>, seat_columns: Vec<String>) -> PyResult<Self> {
        let batches: Vec<&Batch> = batches.iter().map(Py::get).collect();
        let mut made = Self {
            decisions: Decisions::default(),
            facts: Facts::new(seat_columns),
            ends: Vec::new(),
            masks: Vec::new(),
            hand_masks: Vec::new(),
            others: Vec::new(),
            asked: Distinct::new(0),
            of_seats: Vec::new(),
        };
        py.detach(|| batches.into_iter().try_for_each(|batch| made.push(&batch.kept_tables())))
            .map_err(PyValueError::new_err)?;
        Ok(made)
    }

    /// The states of decisions.
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        capsule::to_frame(py, self.decisions.states())
    }

    /// Takes the masks and counts of the states of decisions.
    fn fold(
        &mut self,
        py: Python<'_>,
        masks: &Bound<'_, PyAny>,
        counts: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let masks = masks_of(masks, self.decisions.len())?;
        let counts = masks_of(counts, self.decisions.len())?;
        py.detach(|| {
            let fold = |masks| self.decisions.fold(masks, |one, other| one | other);
            self.masks = masks.iter().map(fold).collect();
            let sum = |counts| self.decisions.fold(counts, i64::wrapping_add);
            self.others = counts.iter().map(sum).collect();
        });
        Ok(())
    }

    /// The different masks of seats.
    fn decided<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.detach(|| self.ask(false));
        let masks = self.asked_masks(0, &self.masks);
        capsule::to_frame(py, self.numbered(masks))
    }

    /// Takes the masks that seats with these masks add to those of their hands.
    fn share(&mut self, masks: &Bound<'_, PyAny>) -> PyResult<()> {
        let of_asked = masks_of(masks, self.asked.len())?;
        let shared = |masks: &Masks| {
            let seats = |rows: Range<usize>| self.of_seats[rows].iter();
            let mut start = 0;
            let of_hand = |end: &usize| {
                let rows = std::mem::replace(&mut start, *end)..*end;
                seats(rows).fold(0, |folded, asked| folded | masks.values[*asked as usize])
            };
            let values = self.ends.iter().map(of_hand).collect();
            Masks { name: masks.name.clone(), values }
        };
        self.hand_masks = of_asked.iter().map(shared).collect();
        Ok(())
    }

    /// The states of seats.
    fn seats<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.detach(|| self.ask(true));
        let width = self.facts.width();
        let mut columns = self.facts.unpacked(|place| self.asked.column(place));
        columns.extend(self.asked_masks(width, &self.masks));
        columns.extend(self.asked_masks(width + self.masks.len(), &self.hand_masks));
        capsule::to_frame(py, self.numbered(columns))
    }

    /// Takes the masks of the states of seats.
    fn fill(&mut self, masks: &Bound<'_, PyAny>) -> PyResult<()> {
        let of_asked = masks_of(masks, self.asked.len())?;
        let spread = |masks: Masks| {
            let values = self.of_seats.iter().map(|asked| masks.values[*asked as usize]).collect();
            Masks { name: masks.name, values }
        };
        self.others.extend(of_asked.into_iter().map(spread));
        Ok(())
    }
}

impl SeatStatistics {
    /// The columns of some seats, in stored order; an error names what is missing.
    pub(crate) fn columns<'a>(
        &self,
        rows: &Range<usize>,
        version: i32,
        places: &'a [Place],
    ) -> Vec<(&'a str, Filled)> {
        let masks: Vec<&Masks> = self.masks.iter().chain(&self.others).collect();
        columns::columns(&masks, rows, version, places)
    }

    fn push(&mut self, tables: &Tables) -> Result<(), String> {
        let columns = tables.columns();
        let seats = columns.iter().find(|(name, _)| *name == "seats");
        let (_, seats) = seats.ok_or("expected a table `seats`")?;
        self.facts.push(seats)?;
        let first = self.decisions.seats();
        self.decisions.push(tables).ok_or("expected the columns of `actions`")?;
        let ends = tables.row_ends().into_iter().find(|(name, _)| *name == "seats");
        let (_, ends) = ends.ok_or("expected a table of hands `seats`")?;
        self.ends.extend(ends.iter().map(|end| first + *end as usize));
        Ok(())
    }

    /// Numbers the different masks of seats, with their facts and the masks of their hands or without.
    fn ask(&mut self, is_whole: bool) {
        let width = if is_whole { self.facts.width() + self.hand_masks.len() } else { 0 };
        let mut asked = Distinct::new(width + self.masks.len());
        let mut of_seats = Vec::with_capacity(self.decisions.seats());
        let mut numbers = Vec::new();
        for (hand, end) in self.ends.iter().enumerate() {
            for row in of_seats.len()..*end {
                numbers.clear();
                if is_whole {
                    self.facts.pack(row, &mut numbers);
                }
                numbers.extend(self.masks.iter().map(|masks| masks.values[row]));
                if is_whole {
                    numbers.extend(self.hand_masks.iter().map(|masks| masks.values[hand]));
                }
                of_seats.push(asked.number(&numbers));
            }
        }
        self.asked = asked;
        self.of_seats = of_seats;
    }

    /// Columns of masks among what Python is asked about, from a place on.
    fn asked_masks(&self, first: usize, masks: &[Masks]) -> Vec<(String, Arrow)> {
        let column = |(place, masks): (usize, &Masks)| {
            let values = self.asked.column(first + place).collect();
            (masks.name.clone(), Arrow::numbers::<i64>(values, None))
        };
        masks.iter().enumerate().map(column).collect()
    }

    /// A frame of what Python is asked about, with the number of each row.
    fn numbered(&self, columns: Vec<(String, Arrow)>) -> Frame {
        let numbers = (0..self.asked.len() as i32).collect();
        let mut all = vec![("state_no".to_owned(), Arrow::numbers(numbers, None))];
        all.extend(columns);
        Frame::new(all)
    }
}

/// The masks in a frame that must have a row for each state.
fn masks_of(frame: &Bound<'_, PyAny>, states: usize) -> PyResult<Vec<Masks>> {
    let columns = capsule::of_frame(frame)?;
    let masks = columns.iter().map(|column| {
        let numbers = column.chunks().numbers::<i64>();
        let numbers = numbers.map_err(|error| capsule::value_error(&error))?;
        if numbers.len() != states {
            let name = column.name();
            let message = format!(
                "expected {states} masks `{name}`, one for each state, got {}",
                numbers.len()
            );
            return Err(PyValueError::new_err(message));
        }
        Ok(Masks { name: column.name().to_owned(), values: numbers.values().to_vec() })
    });
    masks.collect()
}
