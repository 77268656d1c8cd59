//! The predicates of the catalogue, and what they are for the seats of some hands.
//!
//! Predicates over decisions are evaluated for each action; if one holds for an action, it holds for its seat, or is
//! counted. Predicates of hand facts are evaluated for each seat; if one holds for a seat, it holds for its hand.
//! Predicates over seats may read columns of `seats` and all of these results. No predicate is defined here: each is
//! passed as SQL.

use std::collections::HashMap;

use handlab_arrow::{Column, Frame};
use handlab_columns::{Bools, Numbers, Predicates, Rows, TableColumn, shared_with_hand};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::decisions::Decisions;
use super::stored::StoredRows;
use crate::capsule::{of_frame, to_frame};

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

    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        seats: &Bound<'_, PyAny>,
        actions: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seats, actions) = (of_frame(seats)?, of_frame(actions)?);
        let found = py.detach(|| {
            let seats = StoredRows::of(&seats).map_err(|error| error.to_string())?;
            let actions = StoredRows::like(&seats, &actions).map_err(|error| error.to_string())?;
            let (seat_columns, action_columns) = (seats.columns(), actions.columns());
            let seats = HandRows { columns: &seat_columns, ends: seats.ends() };
            let actions = HandRows { columns: &action_columns, ends: actions.ends() };
            self.over(seats, actions).map(Statistics::into_frame)
        });
        to_frame(py, found.map_err(PyValueError::new_err)?)
    }
}

/// The rows of hands in a table.
#[derive(Clone, Copy)]
pub(super) struct HandRows<'a> {
    pub columns: &'a [TableColumn<'a>],
    /// Where the rows of each hand end.
    pub ends: &'a [u32],
}

impl HandRows<'_> {
    pub(super) fn len(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }
}

/// The results for seats.
pub(super) struct Statistics {
    pub flags: HashMap<String, Bools>,
    pub counts: HashMap<String, Numbers<i16>>,
}

impl Statistics {
    fn into_frame(self) -> Frame {
        let flags = self.flags.iter().map(|(name, flags)| (name, Column::flags(flags.iter())));
        let counts =
            self.counts.iter().map(|(name, counts)| (name, Column::options(counts.iter())));
        Frame::new(flags.chain(counts).map(|(name, column)| (name.clone(), column)).collect())
    }
}

impl SeatPredicates {
    /// Evaluates the predicates for the seats of some hands, which `actions` has in the same order.
    pub(super) fn over(
        &self,
        seats: HandRows<'_>,
        actions: HandRows<'_>,
    ) -> Result<Statistics, String> {
        let decisions = Decisions::of(seats, actions);
        let decisions = decisions.ok_or("expected chairs `seat` in `seats` and `actions`")?;
        let mut flags = HashMap::new();
        let rows = Rows { len: actions.len(), columns: actions.columns, flags: &flags };
        let found = self.of_decisions.evaluate(&rows)?;
        let places: Vec<_> =
            self.decisions.iter().map(|(_, place)| found[*place].holds()).collect();
        let folded = decisions.fold(&places);
        let counts = self.counts.iter().map(|(name, place)| {
            (name.clone(), Numbers::of(decisions.count(found[*place].holds())))
        });
        let counts = counts.collect();
        let names = self.decisions.iter().map(|(name, _)| name.clone());
        flags.extend(names.zip(folded));

        let len = seats.len();
        let rows = Rows { len, columns: seats.columns, flags: &flags };
        let found = self.of_hands.evaluate(&rows)?;
        let shared = self.hand_facts.iter().map(|(name, place)| {
            (name.clone(), shared_with_hand(found[*place].holds(), seats.ends))
        });
        let shared: Vec<_> = shared.collect();
        flags.extend(shared);

        let rows = Rows { len, columns: seats.columns, flags: &flags };
        let found = self.of_seats.evaluate(&rows)?;
        let of_seats = self.seats.iter();
        let of_seats = of_seats.map(|(name, place)| (name.clone(), found[*place].holds().to_vec()));
        let of_seats: Vec<_> = of_seats.collect();
        flags.extend(of_seats);
        let flags = flags.into_iter().map(|(name, bits)| (name, Bools::of(bits, len))).collect();
        Ok(Statistics { flags, counts })
    }
}

fn added(predicates: &mut Predicates, texts: Texts) -> PyResult<Named> {
    let add = |(name, sql): (String, String)| match predicates.add(&sql) {
        Ok(place) => Ok((name, place)),
        Err(error) => Err(PyValueError::new_err(format!("{name}: {error}"))),
    };
    texts.into_iter().map(add).collect()
}
