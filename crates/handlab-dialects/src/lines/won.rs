//! What a seat's line of the summary says that it won.

use handlab_core::error::ParseError;
use handlab_core::hand::{Collected, PotName};

use super::Reader;
use crate::syntax::text::{find, split_once};

impl Reader<'_, '_> {
    /// Reads `won 5€` of `showed [Ah Kd] and won 5€ with One pair : Aces`.
    fn won_bare(&mut self, seat: u8, text: &str, line: &str) -> Result<(), ParseError> {
        let Some((_, amount)) = split_once(text, " won ") else { return Ok(()) };
        let amount = self.amount(amount.split(' ').next().unwrap_or_default(), line)?;
        let collected = Collected { seat, amount, pot: PotName::Pot, run_no: 0 };
        self.hand.summary_collected.push(collected);
        Ok(())
    }

    /// Whether a converter prints `and won 5 with a pair of Aces`.
    fn wins_bare_amount(&self, text: &str) -> bool {
        let amount = split_once(text, " and won ").map_or("", |(_, amount)| amount);
        let (amount, after) = amount.split_once(' ').unwrap_or((amount, "with "));
        after.starts_with("with ") && self.is_amount(amount)
    }

    /// Every `won (X)` and `collected (X)`, else `won X` at some sites. With several runouts each clause is one of them.
    pub(super) fn won(&mut self, seat: u8, text: &str, line: &str) -> Result<(), ParseError> {
        const CLAUSE: &str = ", and ";
        // No amount is as long: a line of brackets is not searched again for each of them.
        const MAX_AMOUNT: usize = 64;
        let before = self.hand.summary_collected.len();
        let is_run = self.hand.n_runouts > 1 && find(text, CLAUSE).is_some();
        let (mut clause_no, mut counted, mut clause_of_last) = (0_u8, 0, None);
        for open in memchr::memchr_iter(b'(', text.as_bytes()) {
            if !text[..open].ends_with("won ") && !text[..open].ends_with("collected ") {
                continue;
            }
            while let Some(at) = find(&text[counted..open], CLAUSE) {
                clause_no = clause_no.saturating_add(1);
                counted += at + CLAUSE.len();
            }
            counted = open;
            let start = open + 1;
            let end = text.len().min(start + MAX_AMOUNT);
            let Some(len) = memchr::memchr(b')', &text.as_bytes()[start..end]) else { continue };
            let amount = &text[start..start + len];
            // A clause has one amount.
            if clause_of_last.replace(clause_no) == Some(clause_no) {
                continue;
            }
            let run_no = if is_run { clause_no.saturating_add(1) } else { 0 };
            let amount = self.amount(amount, line)?;
            let pot = PotName::Pot;
            self.hand.summary_collected.push(Collected { seat, amount, pot, run_no });
        }
        if self.hand.summary_collected.len() > before {
            return Ok(());
        }
        if self.grammar.has_bare_payments || self.wins_bare_amount(text) {
            return self.won_bare(seat, text, line);
        }
        Ok(())
    }
}
