//! Calls and raises of writers that print the seat's total on the street rather than what it adds.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount, Hand};

use crate::inferred::all_in::{self, Level};
use crate::inferred::readings::Reading;

/// Converts totals to what they add, if only totals match the pots.
pub(super) fn resolve(hand: &mut Hand) {
    let Some(total) = hand.printed.total_pot else { return };
    let total = total.saturating_sub(hand.printed.added);
    let accounts = |reading| Sums::of(hand, reading).is_some_and(|sums| sums.are(total));
    if accounts(Reading::Added) || !accounts(Reading::To) {
        return;
    }
    let mut level = Level::default();
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    for action in &mut hand.actions {
        level.enter(action, big_blind);
        action.amount = Amount::Added(added(action, Reading::To, &level));
        level.take(action);
    }
    // An all-in that opens a street is also called a raise.
    all_in::resolve_kinds(hand);
}

/// Whether the amount of an action depends on the reading.
fn has_readings(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Call | ActionKind::Raise)
}

fn added(action: &Action, reading: Reading, level: &Level) -> i64 {
    let is_total = reading == Reading::To && has_readings(action.kind);
    let before = if is_total { level.committed(action.seat) } else { 0 };
    action.amount.printed().saturating_sub(before)
}

/// What all seats put in.
struct Sums {
    all: i64,
    /// The unmatched bets, over all streets.
    uncalled: i64,
}

impl Sums {
    /// The sums for a reading; `None` if a call exceeds the bet, or a total is below what its seat already has in.
    fn of(hand: &Hand, reading: Reading) -> Option<Sums> {
        let mut sums = Sums { all: 0, uncalled: 0 };
        let mut left = [0_i64; MAX_SEATS];
        for (left, seat) in left.iter_mut().zip(&hand.seats) {
            *left = seat.starting_stack;
        }
        let mut level = Level::default();
        let mut street = None;
        let big_blind = hand.stakes.big_blind.unwrap_or(0);
        for action in &hand.actions {
            if street.replace(action.street).is_some_and(|before| before != action.street) {
                sums.close(&level);
            }
            level.enter(action, big_blind);
            let added = added(action, reading, &level);
            let left = left.get_mut(usize::from(action.seat))?;
            let to_call = level.to_call(action.seat);
            // The surplus would pass for an uncalled bet.
            if reading == Reading::Added && action.kind == ActionKind::Call && added > to_call {
                return None;
            }
            if reading == Reading::To && has_readings(action.kind) {
                let is_right = match action.kind {
                    ActionKind::Call => added == to_call.min(*left),
                    _ => added > to_call || added == *left,
                };
                if !is_right || !(1..=*left).contains(&added) {
                    return None;
                }
            }
            *left = left.saturating_sub(added);
            sums.all = sums.all.saturating_add(added);
            level.take(&Action { amount: Amount::Added(added), ..*action });
        }
        sums.close(&level);
        Some(sums)
    }

    /// Ends a street.
    fn close(&mut self, level: &Level) {
        let (mut first, mut second) = (0, 0);
        for seat in 0..MAX_SEATS as u8 {
            let committed = level.committed(seat);
            (first, second) = (first.max(committed), second.max(committed.min(first)));
        }
        self.uncalled = self.uncalled.saturating_add(first - second);
    }

    /// Whether the sums match the total, with or without the uncalled bets.
    fn are(&self, total: i64) -> bool {
        total == self.all || total == self.all.saturating_sub(self.uncalled)
    }
}
