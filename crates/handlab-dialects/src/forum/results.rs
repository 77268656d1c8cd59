//! The lines at the end: cards, winners, pot and rake.

use handlab_cards::card::CardList;
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{ActionKind, CardsSource, Collected, PotName, SeatTotal};

use super::hand::{Fault, Notes};
use crate::syntax::text::{find, split_once};

impl Notes<'_> {
    /// Reads a line of the results; false if it is none.
    pub(super) fn result(&mut self, line: &str) -> Result<bool, Fault> {
        if self.street.is_none() {
            return Ok(false);
        }
        if let Some(totals) = line.strip_prefix("Results: ") {
            return self.totals(totals).map(|()| true);
        }
        let Some((seat, act)) = self.split(line) else { return Ok(false) };
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        match verb {
            "wins" => {
                self.win(seat, rest)?;
            }
            "shows" | "showed" | "mucks" | "mucked" => {
                // `(two pair, Aces and Kings) and won $19.24`
                let end = ["and won ", "and lost"].iter().filter_map(|words| find(rest, words));
                let (held, outcome) = rest.split_at(end.min().unwrap_or(rest.len()));
                let is_shown = verb.starts_with("show");
                self.show(seat, held.split('(').next().unwrap_or_default(), is_shown)?;
                self.outcome(seat, outcome.strip_prefix("and ").unwrap_or(outcome))?;
            }
            _ => return Ok(false),
        }
        self.has_results = true;
        Ok(true)
    }

    /// Reads `$20.15 pot ($0.91 rake)`.
    fn totals(&mut self, totals: &str) -> Result<(), Fault> {
        let (pot, rest) = split_once(totals, " pot").ok_or(ParseErrorKind::UnknownLine as Fault)?;
        self.hand.printed.total_pot = Some(self.amount(pot)?);
        if let Some((rake, _)) = rest.trim_start_matches([' ', '(']).split_once(" rake") {
            self.hand.printed.rake = Some(self.amount(rake)?);
        }
        self.has_results = true;
        Ok(())
    }

    fn win(&mut self, seat: usize, amount: &str) -> Result<i64, Fault> {
        let amount = self.amount(amount.trim_end_matches('.'))?;
        let line = Collected { seat: seat as u8, amount, pot: PotName::Pot, run_no: 0 };
        self.hand.collected.push(line);
        Ok(amount)
    }

    fn show(&mut self, seat: usize, held: &str, is_shown: bool) -> Result<(), Fault> {
        let held = cards(held.trim()).ok_or(ParseErrorKind::Cards as Fault)?;
        let source = if is_shown { CardsSource::Shown } else { CardsSource::Mucked };
        if self.hand.hero != Some(seat as u8) || is_shown {
            self.hand.record_hole_cards(seat as u8, held, source);
        }
        let (kind, shown) = if is_shown && !held.is_empty() {
            (ActionKind::Show, held)
        } else {
            (ActionKind::Muck, CardList::EMPTY)
        };
        self.push(seat, kind, 0, shown);
        Ok(())
    }

    /// Reads `won $19.24 ($9.24 net)` and `lost (-$10 net)`.
    fn outcome(&mut self, seat: usize, outcome: &str) -> Result<(), Fault> {
        let (result, net) = split_once(outcome, " (").unwrap_or((outcome, ""));
        let won = match result.strip_prefix("won ") {
            Some(amount) => self.win(seat, amount)?,
            None if matches!(result, "lost" | "") => 0,
            None => return Err(ParseErrorKind::UnknownLine),
        };
        if let Some(net) = net.strip_suffix(" net)") {
            let size = self.amount(net.trim_start_matches('-'))?;
            let net = if net.starts_with('-') { -size } else { size };
            let contributed = Some(won.saturating_sub(net));
            let total = SeatTotal { seat: seat as u8, contributed, ..SeatTotal::default() };
            self.hand.printed.seat_totals.push(total);
        }
        Ok(())
    }
}
