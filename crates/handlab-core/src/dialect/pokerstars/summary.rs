//! Behind `*** SUMMARY ***`: totals, boards, and a line a seat.

use crate::error::ParseError;
use crate::game::{GameFamily, Street};
use crate::hand::{ActionKind, BoardCards, CardsSource, Collected, PotName};
use crate::pot::SeatSet;

use super::super::text::{cards, groups};
use super::Reader;

impl Reader<'_, '_> {
    /// Reads to the end of the text. True if there is a line for every seat that was dealt in: others may have none.
    ///
    /// The last line may break off within a name, unless the text is terminated.
    pub(super) fn summary(&mut self, is_terminated: bool) -> Result<bool, ParseError> {
        let mut untold = SeatSet::EMPTY;
        for action in &self.hand.actions {
            if !matches!(action.kind, ActionKind::Show | ActionKind::Muck) {
                untold.insert(usize::from(action.seat));
            }
        }
        while let Some(line) = self.cursor.next_line() {
            if let Some(totals) = line.strip_prefix("Total pot") {
                self.totals(totals.trim_start_matches(':'), line)?;
            } else if let Some(rest) = line.strip_prefix("Seat ") {
                let is_whole = is_terminated || !self.cursor.is_at_end();
                if let Some((seat, is_named)) = self.seat_line(rest, line)?
                    && (is_named || is_whole)
                {
                    untold.remove(usize::from(seat));
                }
            } else if let Some(rest) = line.strip_prefix("Board") {
                self.board(0, rest)?;
            } else if let Some((run, rest)) = line.split_once(" Board ") {
                let run_no = ["FIRST", "SECOND", "THIRD"].iter().position(|name| *name == run);
                if let Some(run_no) = run_no {
                    self.board(run_no as u8 + 1, rest)?;
                }
            } else if line == "Hand cancelled" {
                self.hand.is_cancelled = true;
            }
        }
        Ok(untold.is_empty())
    }

    /// Reads ` $9 Main pot $5. Side pot-1 $3. Side pot-2 $1. | Rake $0.50`.
    fn totals(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        for (number, field) in text.split(" | ").enumerate() {
            let field = field.trim();
            if let Some(rake) = field.strip_prefix("Rake ") {
                self.hand.printed.rake = Some(self.amount(rake, line)?);
            } else if number == 0 {
                let (total, pots) = field.split_once(" Main pot ").unwrap_or((field, ""));
                self.hand.printed.total_pot = Some(self.signed(total, line)?);
                if !pots.is_empty() {
                    self.pots(pots, line)?;
                }
            } else if let Some((_, fee)) = field.rsplit_once(' ') {
                let fee = self.amount(fee, line)?;
                let fees = self.hand.printed.fees.unwrap_or(0).checked_add(fee);
                self.hand.printed.fees = Some(fees.ok_or_else(|| self.amount_error(line))?);
            }
        }
        Ok(())
    }

    fn pots(&mut self, text: &str, line: &str) -> Result<(), ParseError> {
        let mut parts = text.split(" Side pot");
        if let Some(main) = parts.next() {
            let main = self.amount(main.trim_end_matches('.'), line)?;
            self.hand.printed.pots.push(main);
        }
        for side in parts {
            let amount = match side.strip_prefix('-') {
                Some(numbered) => numbered.split_once(' ').map_or("", |(_, amount)| amount),
                None => side,
            };
            let amount = self.amount(amount.trim_end_matches('.'), line)?;
            self.hand.printed.pots.push(amount);
        }
        Ok(())
    }

    /// Converters print a negative total: it is kept, and does not add up.
    fn signed(&self, text: &str, line: &str) -> Result<i64, ParseError> {
        let text = text.trim();
        if !text.contains('-') {
            return self.amount(text, line);
        }
        self.amount(&text.replacen('-', "", 1), line).map(|amount| -amount)
    }

    /// A board of the summary counts only where the body had none.
    fn board(&mut self, run_no: u8, text: &str) -> Result<(), ParseError> {
        let in_body = self.hand.boards.iter().any(|board| board.street != Street::SHOWDOWN);
        let is_flop_game = self.hand.game.family() == GameFamily::Flop;
        if in_body || !is_flop_game {
            return Ok(());
        }
        let Some(inside) = groups(text).next() else { return Ok(()) };
        let all = cards(inside).ok_or_else(|| self.card_error(text))?;
        for (street, range) in [(1, 0..3), (2, 3..4), (3, 4..5)] {
            if let Some(cards) = all.as_slice().get(range) {
                let cards = cards.iter().copied().collect();
                self.hand.boards.push(BoardCards { run_no, street: Street(street), cards });
            }
        }
        Ok(())
    }

    /// Reads `3: NAME (button) showed [Ah Kd] and won ($5) with a pair of Aces`; gives the seat, and whether the name is
    /// its player's.
    fn seat_line(&mut self, text: &str, line: &str) -> Result<Option<(u8, bool)>, ParseError> {
        let Some((number, rest)) = text.split_once(": ") else { return Ok(None) };
        let seat = number.parse().ok().and_then(|number| self.hand.seat_index(number));
        let Some(seat) = seat else { return Ok(None) };
        // A line that names another player tells nothing of this seat.
        let Some(rest) = rest.strip_prefix(self.hand.player(seat)) else {
            return Ok(Some((seat, false)));
        };
        self.mucked(seat, rest);
        self.won(seat, rest, line)?;
        Ok(Some((seat, true)))
    }

    fn mucked(&mut self, seat: u8, text: &str) {
        let shown = ["mucked [", "showed [", "lost ["].iter().any(|mark| text.contains(mark));
        if let Some(cards) = groups(text).next().filter(|_| shown).and_then(cards) {
            let is_unknown = self.hand.seats[usize::from(seat)].hole_cards.len() < cards.len();
            if is_unknown {
                let is_muck = text.contains("mucked [");
                let source = if is_muck { CardsSource::Mucked } else { CardsSource::Shown };
                self.learn(seat, cards, source);
            }
        }
    }

    /// Every `won (X)` and `collected (X)`. With several runouts each clause is one of them.
    fn won(&mut self, seat: u8, text: &str, line: &str) -> Result<(), ParseError> {
        let is_run = self.hand.n_runouts > 1 && text.contains(", and ");
        for (clause_no, clause) in text.split(", and ").enumerate() {
            let amount = ["won (", "collected ("]
                .iter()
                .find_map(|mark| clause.split_once(mark))
                .and_then(|(_, rest)| rest.split_once(')'));
            let Some((amount, _)) = amount else { continue };
            let run_no = if is_run { clause_no as u8 + 1 } else { 0 };
            let amount = self.amount(amount, line)?;
            let pot = PotName::Pot;
            self.hand.summary_collected.push(Collected { seat, amount, pot, run_no });
        }
        Ok(())
    }
}
