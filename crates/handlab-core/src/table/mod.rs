//! Audited hands as the rows of the lake: flat columns, one struct per table, filled row by row and drained at once.
//!
//! Only the shape is decided here: the values come from the earlier steps. Names and types are those of
//! `handlab/schema.py`; a test there compares them.

use std::ops::Range;

use crate::audit::Audit;
use crate::ev::Expectation;
use crate::hand::Hand;
use crate::replay::Replay;
use handlab_columns::{Column, TableColumn};

mod actions;
mod digest;
mod hands;
mod money;
mod rejects;
mod seats;
mod tournament_reports;

pub use actions::Actions;
pub use digest::{content_digest, deal_digest, key_hash};
pub use hands::Hands;
pub use money::{Awards, Boards, Pots, SidePayments};
pub use rejects::Rejects;
pub use seats::Seats;
use tournament_reports::Seated;
pub use tournament_reports::TournamentReports;

/// Incremented whenever the parser reads the same text differently; stored with each hand.
pub const PARSER_VERSION: i32 = 46;

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
    /// SHA-256 of the file or member, in hex.
    pub digest: Option<&'a str>,
    pub offset: i64,
    pub length: i64,
    pub line: i64,
    /// The text itself, if it is to be kept.
    pub text: Option<&'a str>,
}

/// In [`Tables::report_hands`], what a summary reports.
pub const OF_SUMMARY: i64 = -1;

/// All tables of a batch.
#[derive(Clone, Debug, Default)]
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
    /// The hand of each row of `tournament_reports`, or [`OF_SUMMARY`]; rows of the last summaries are not in it yet.
    report_hands: Vec<i64>,
    seated: Seated,
}

impl Tables {
    /// Adds the rows of a hand.
    pub fn push(&mut self, audited: &Audited<'_>) {
        let first_seat = self.seats.seat.len();
        self.hands.push(audited);
        self.seats.push(audited);
        self.actions.push(audited, &self.seats.player.codes()[first_seat..]);
        self.boards.push(audited);
        self.pots.push(audited);
        self.awards.push(audited);
        self.side_payments.push(audited);
        self.report_hands.resize(self.tournament_reports.len(), OF_SUMMARY);
        self.tournament_reports.push(audited, &mut self.seated);
        self.report_hands.resize(self.tournament_reports.len(), self.hands() as i64);
        self.push_ends();
    }

    /// The number of hands.
    pub fn hands(&self) -> usize {
        self.ends[0].len()
    }

    /// Where each hand's rows end in the tables that may have several for one hand.
    pub fn row_ends(&self) -> [(&'static str, &[u32]); 6] {
        let names = ["seats", "actions", "boards", "pots", "awards", "side_payments"];
        std::array::from_fn(|table| (names[table], self.ends[table].as_slice()))
    }

    /// The row in `hands` of each report of a tournament, or [`OF_SUMMARY`]: hands may share the number in `report`.
    pub fn report_hands(&self) -> Vec<i64> {
        let mut hands = self.report_hands.clone();
        hands.resize(self.tournament_reports.len(), OF_SUMMARY);
        hands
    }

    /// The start of a hand that was pushed, by its row in `hands`.
    pub fn started_at(&self, hand: usize) -> Option<i64> {
        self.hands.started_at.get(hand)
    }

    /// Corrects the start of a hand that was pushed.
    pub fn set_started_at(&mut self, hand: usize, micros: i64) {
        self.hands.started_at.set(hand, micros);
    }

    /// The hand's number and site.
    pub fn key(&self, hand: usize) -> (&str, &str) {
        let site = self.hands.site.get(hand).unwrap_or_default();
        (site, self.hands.hand_id.get(hand).unwrap_or_default())
    }

    /// The verdict of a hand.
    pub fn verdict(&self, hand: usize) -> &'static str {
        self.hands.verdict.get(hand).unwrap_or_default()
    }

    /// The rows of some hands, given as ranges, in the hands' tables; the other tables are empty.
    #[must_use]
    pub fn of_hands(&self, ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut some = Self::default();
        // The player codes in `actions` stay as they are.
        some.seats.player = self.seats.player.without_rows();
        for hands in ranges {
            let rows = self.ends.each_ref().map(|ends| {
                let end_of = |hand: usize| ends[hand] as usize;
                let start = hands.start.checked_sub(1).map_or(0, end_of);
                start..hands.end.checked_sub(1).map_or(0, end_of)
            });
            let [seats, actions, boards, pots, awards, side_payments] = rows;
            let before = some.ends.each_ref().map(|ends| ends.last().copied().unwrap_or(0));
            some.hands.append(&self.hands, hands.clone());
            some.seats.append(&self.seats, seats.clone());
            some.actions.append(&self.actions, actions.clone());
            some.boards.append(&self.boards, boards.clone());
            some.pots.append(&self.pots, pots.clone());
            some.awards.append(&self.awards, awards.clone());
            some.side_payments.append(&self.side_payments, side_payments.clone());
            let starts =
                [seats, actions, boards, pots, awards, side_payments].map(|rows| rows.start);
            for (table, ends) in some.ends.iter_mut().enumerate() {
                let moved = |end: &u32| end - starts[table] as u32 + before[table];
                ends.extend(self.ends[table][hands.clone()].iter().map(moved));
            }
        }
        some
    }

    /// The number of rows of a table that may have several (or one) per hand; `None` if there is no such table.
    pub fn rows(&self, table: &str) -> Option<usize> {
        match table {
            "hands" => Some(self.hands()),
            "tournament_reports" => Some(self.tournament_reports.len()),
            "rejects" => Some(self.rejects.len()),
            _ => {
                let of_table = |(name, ends): (&str, &[u32])| {
                    (name == table).then(|| ends.last().map_or(0, |end| *end as usize))
                };
                self.row_ends().into_iter().find_map(of_table)
            }
        }
    }

    /// The tables' names and columns.
    pub fn columns(&self) -> [(&'static str, Vec<TableColumn<'_>>); 9] {
        let [seats, actions, boards, pots, awards, side_payments] = &self.ends;
        let hands = self.hands.columns();
        let columns = |columns: Vec<_>, ends| self.resolved(&hands, columns, ends);
        [
            ("hands", columns(hands.clone(), &[])),
            ("seats", columns(self.seats.columns(), seats)),
            ("actions", columns(self.actions.columns(), actions)),
            ("boards", columns(self.boards.columns(), boards)),
            ("pots", columns(self.pots.columns(), pots)),
            ("awards", columns(self.awards.columns(), awards)),
            ("side_payments", columns(self.side_payments.columns(), side_payments)),
            ("tournament_reports", columns(self.tournament_reports.columns(), &[])),
            ("rejects", columns(self.rejects.columns(), &[])),
        ]
    }

    /// Removes all rows but keeps the memory.
    pub fn clear(&mut self) {
        self.hands.clear();
        self.seats.clear();
        self.actions.clear();
        self.boards.clear();
        self.pots.clear();
        self.awards.clear();
        self.side_payments.clear();
        self.tournament_reports.clear();
        self.rejects.clear();
        self.ends.iter_mut().for_each(Vec::clear);
        self.report_hands.clear();
        self.seated.clear();
    }

    /// The approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.hands.bytes()
            + self.seats.bytes()
            + self.actions.bytes()
            + self.boards.bytes()
            + self.pots.bytes()
            + self.awards.bytes()
            + self.side_payments.bytes()
            + self.tournament_reports.bytes()
            + self.rejects.bytes()
    }

    /// Columns that are stored in another table, with their values from there.
    fn resolved<'a>(
        &'a self,
        hands: &[(&'static str, Column<'a>)],
        columns: Vec<(&'static str, Column<'a>)>,
        ends: &'a [u32],
    ) -> Vec<TableColumn<'a>> {
        let of_hand =
            |name| hands.iter().find(|(found, _)| *found == name).map(|(_, values)| *values);
        let resolve = |(name, values)| match values {
            Column::OfHand => {
                let values = of_hand(name).expect("a column of the hand is one of `hands`");
                TableColumn { name, values, ends: Some(ends) }
            }
            Column::OfSeat(codes) => {
                TableColumn { name, values: Column::Names(codes, &self.seats.player), ends: None }
            }
            values => TableColumn { name, values, ends: None },
        };
        columns.into_iter().map(resolve).collect()
    }

    fn push_ends(&mut self) {
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
}
