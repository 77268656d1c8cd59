//! The actions of a street, in one line or several: `fold, 2 folds, BTN raises to $0.25`.

use handlab_core::error::ParseErrorKind;
use handlab_core::hand::ActionKind;

use super::hand::{Fault, Notes};
use crate::syntax::text::split_once;

/// What follows the amount of a bet that takes the last chips.
const MARKS: [&str; 4] = [" and is all-in", " and is all in", " (all-in)", " all-in"];

/// An amount without the mark of an all-in.
pub(super) fn without_mark(text: &str) -> &str {
    let text = text.trim_end_matches('.');
    MARKS.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text)
}

impl Notes<'_> {
    /// Reads a line of actions; false if it does not start like one.
    pub(super) fn actions(&mut self, line: &str) -> Result<bool, Fault> {
        for (index, act) in line.split(", ").enumerate() {
            if self.act(act.trim())? {
                continue;
            }
            // What moves chips must be understood.
            let is_about_player = self.split(act).is_some();
            if index > 0 || is_about_player && act.contains(|digit: char| digit.is_ascii_digit()) {
                return Err(ParseErrorKind::UnknownLine);
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Reads one action, or several folds; false if it is neither.
    fn act(&mut self, act: &str) -> Result<bool, Fault> {
        let is_all_in = without_mark(act).len() < act.trim_end_matches('.').len();
        let act = without_mark(act);
        let kind_of = |verb: &str| match verb {
            "fold" | "folds" => Some(ActionKind::Fold),
            "check" | "checks" => Some(ActionKind::Check),
            _ => None,
        };
        let (count, verb) = act.split_once(' ').unwrap_or(("1", act));
        if let (Ok(count), Some(kind)) = (count.parse::<usize>(), kind_of(verb)) {
            if count > self.players {
                return Err(ParseErrorKind::UnknownLine);
            }
            for _ in 0..count {
                let next = self.next().ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
                self.decide(next, kind, 0, false);
            }
            return Ok(count > 0);
        }
        let Some((seat, act)) = self.split(act) else { return Ok(false) };
        let (verb, amount) = act.split_once(' ').unwrap_or((act, ""));
        if let Some(kind) = kind_of(verb).filter(|_| amount.is_empty()) {
            self.decide(seat, kind, 0, false);
            return Ok(true);
        }
        let (kind, amount) = match verb {
            "calls" => (ActionKind::Call, self.amount(amount)?),
            "bets" => (ActionKind::Bet, self.amount(amount)?),
            "raises" => {
                let Some((_, total)) = split_once(act, "to ") else { return Ok(false) };
                (ActionKind::Raise, self.amount(total)?.saturating_sub(self.committed[seat]))
            }
            _ => return Ok(false),
        };
        if amount < 0 {
            return Err(ParseErrorKind::Amount);
        }
        self.decide(seat, kind, amount, is_all_in);
        Ok(true)
    }

    fn decide(&mut self, seat: usize, kind: ActionKind, mut added: i64, is_all_in: bool) {
        // A rounded count of big blinds is the whole stack where the text says so.
        let over = self.stacks[seat].saturating_sub(added);
        if self.big_blind.is_some() && is_all_in && over.unsigned_abs() <= 1 {
            added = self.stacks[seat];
        }
        self.is_folded[seat] |= kind == ActionKind::Fold;
        self.put_in(seat, kind, added);
        if let Some(action) = self.hand.actions.last_mut() {
            action.is_all_in = is_all_in;
        }
        self.last = seat;
    }

    /// Who acts next: the first after the last one with cards and chips.
    fn next(&self) -> Option<usize> {
        let seats = self.hand.seats.len();
        let mut after = (1..=seats).map(|step| (self.last + step) % seats);
        after.find(|seat| !self.is_folded[*seat] && self.stacks[*seat] > 0)
    }
}
