//! Audited hands as the rows of the lake: flat columns, one struct per table, filled row by row and emptied at once.
//!
//! Only the shape is decided here: the values come from the earlier steps. Names and types are those of
//! `handlab/schema.py`; a test there compares them.

use crate::audit::Audit;
use crate::ev::Expectation;
use crate::hand::Hand;
use crate::replay::Replay;

mod actions;
mod column;
mod digest;
mod hands;
mod money;
mod rejects;
mod seats;
mod tournament_reports;

pub use actions::Actions;
pub use column::{Column, Lists, Strings};
pub use digest::{content_digest, deal_digest, key_hash};
pub use hands::Hands;
pub use money::{Awards, Boards, Pots, SidePayments};
pub use rejects::Rejects;
pub use seats::Seats;
use tournament_reports::Seated;
pub use tournament_reports::TournamentReports;

/// Raised whenever the parser reads the same text differently; stored with each hand.
pub const PARSER_VERSION: i32 = 6;

/// A hand with all results.
#[derive(Clone, Copy)]
pub struct Audited<'a> {
    pub hand: &'a Hand,
    pub replay: &'a Replay,
    pub audit: &'a Audit,
    pub expectation: &'a Expectation,
    pub source: Source<'a>,
}

/// The place of a hand's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source<'a> {
    pub account: Option<&'a str>,
    pub file: Option<&'a str>,
    pub member: Option<&'a str>,
    pub offset: i64,
    pub length: i64,
    pub line: i64,
    /// The text itself, if it is to be kept.
    pub text: Option<&'a str>,
}

/// All tables of a batch.
#[derive(Debug, Default)]
pub struct Tables {
    pub hands: Hands,
    pub seats: Seats,
    pub actions: Actions,
    pub boards: Boards,
    pub pots: Pots,
    pub awards: Awards,
    pub side_payments: SidePayments,
    pub tournament_reports: TournamentReports,
    pub rejects: Rejects,
    /// For each hand, where its rows end in the tables of [`Tables::row_ends`].
    ends: [Vec<u32>; 6],
    seated: Seated,
}

impl Tables {
    /// Adds the rows of a hand.
    pub fn push(&mut self, audited: &Audited<'_>) {
        self.hands.push(audited);
        self.seats.push(audited);
        self.actions.push(audited);
        self.boards.push(audited);
        self.pots.push(audited);
        self.awards.push(audited);
        self.side_payments.push(audited);
        self.tournament_reports.push(audited, &mut self.seated);
        let rows = [
            self.seats.seat.len(),
            self.actions.seat.len(),
            self.boards.run_no.len(),
            self.pots.pot_no.len(),
            self.awards.pot_no.len(),
            self.side_payments.seat.len(),
        ];
        for (ends, rows) in self.ends.iter_mut().zip(rows) {
            ends.push(rows as u32);
        }
    }

    /// Where each hand's rows end in the tables that may have several for one hand.
    pub fn row_ends(&self) -> [(&'static str, &[u32]); 6] {
        let names = ["seats", "actions", "boards", "pots", "awards", "side_payments"];
        std::array::from_fn(|table| (names[table], self.ends[table].as_slice()))
    }

    /// The start of a hand that was pushed, by its row in `hands`.
    pub fn started_at(&self, hand: usize) -> Option<i64> {
        self.hands.started_at.get(hand)
    }

    /// Corrects the start of a hand that was pushed.
    pub fn set_started_at(&mut self, hand: usize, micros: i64) {
        self.hands.started_at.set(hand, micros);
        let ends = &self.ends[0];
        let start = hand.checked_sub(1).map_or(0, |before| ends[before]);
        for seat in start..ends[hand] {
            self.seats.started_at.set(seat as usize, micros);
        }
    }

    /// The tables' names and columns.
    pub fn columns(&self) -> [(&'static str, Vec<(&'static str, Column<'_>)>); 9] {
        [
            ("hands", self.hands.columns()),
            ("seats", self.seats.columns()),
            ("actions", self.actions.columns()),
            ("boards", self.boards.columns()),
            ("pots", self.pots.columns()),
            ("awards", self.awards.columns()),
            ("side_payments", self.side_payments.columns()),
            ("tournament_reports", self.tournament_reports.columns()),
            ("rejects", self.rejects.columns()),
        ]
    }
}
