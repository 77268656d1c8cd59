//! Equities as columns.

use handlab_arrow::Column;
use handlab_cards::equity::{Method, Outcome};

use crate::seats::Seats;

/// The fields of the answers, row by row.
#[derive(Default)]
pub(crate) struct EquityColumns {
    pub(crate) counts: Vec<Option<usize>>,
    equity: Vec<f64>,
    win: Vec<f64>,
    tie: Vec<f64>,
    error_counts: Vec<Option<usize>>,
    errors: Vec<f64>,
    methods: Vec<Option<&'static str>>,
    runouts: Vec<Option<u64>>,
    pot_counts: Vec<Option<usize>>,
    pot_lens: Vec<usize>,
    pots: Vec<f64>,
}

impl EquityColumns {
    /// Adds a row in which all players contest one pot.
    pub(crate) fn push_all(&mut self, outcome: &Outcome) {
        let players = outcome.equity.len();
        self.counts.push(Some(players));
        self.equity.extend_from_slice(&outcome.equity);
        self.win.extend_from_slice(&outcome.win);
        self.tie.extend_from_slice(&outcome.tie);
        let is_sampled = outcome.method == Method::Sampled;
        self.error_counts.push(is_sampled.then_some(players));
        self.errors.extend_from_slice(&outcome.standard_error);
        self.methods.push(Some(outcome.method.name()));
        self.runouts.push(Some(outcome.runouts));
    }

    /// Adds a row with its pots.
    pub(crate) fn push(&mut self, outcome: &Outcome, seats: &Seats) {
        let contenders = outcome.win.len().max(1);
        let main = |values: &[f64]| seats.spread(&values[..contenders.min(values.len())], 0.0);
        self.counts.push(Some(seats.players));
        self.equity.extend(main(&outcome.equity));
        self.win.extend(main(&outcome.win));
        self.tie.extend(main(&outcome.tie));
        if outcome.method == Method::Sampled {
            self.error_counts.push(Some(seats.players));
            self.errors.extend(main(&outcome.standard_error));
        } else {
            self.error_counts.push(None);
        }
        self.methods.push(Some(outcome.method.name()));
        self.runouts.push(Some(outcome.runouts));
        let pots = outcome.equity.chunks_exact(contenders);
        self.pot_counts.push(Some(pots.len()));
        for pot in pots {
            self.pot_lens.push(seats.players);
            self.pots.extend(seats.spread(pot, 0.0));
        }
    }

    /// Adds a row without an answer.
    pub(crate) fn push_null(&mut self) {
        self.counts.push(None);
        self.error_counts.push(None);
        self.methods.push(None);
        self.runouts.push(None);
        self.pot_counts.push(None);
    }

    /// The named fields; null where there is no answer.
    pub(crate) fn into_columns(self, has_pots: bool) -> Vec<(&'static str, Column)> {
        let shares = |counts: &[Option<usize>], values: Vec<f64>| {
            Column::counted_lists(counts.iter().copied(), Column::numbers(values, None))
        };
        let mut columns = vec![
            ("equity", shares(&self.counts, self.equity)),
            ("win", shares(&self.counts, self.win)),
            ("tie", shares(&self.counts, self.tie)),
            ("standard_error", shares(&self.error_counts, self.errors)),
            ("method", Column::texts(self.methods)),
            ("runouts", Column::options(self.runouts)),
        ];
        if has_pots {
            let each = self.pot_lens.into_iter().map(Some);
            let pots = Column::counted_lists(each, Column::numbers(self.pots, None));
            columns.push(("pots", Column::counted_lists(self.pot_counts, pots)));
        }
        columns
    }
}
