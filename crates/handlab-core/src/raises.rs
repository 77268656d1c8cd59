//! Finds out from a hand's other numbers what the amounts of its raises mean, where a site does not always print the
//! same.

use crate::audit::{Audit, Verdict};
use crate::hand::{Action, Amount, Hand};
use crate::replay::Replay;
use crate::rules::RaisePrinting;

/// What an ambiguous amount may be, the most usual first.
const READINGS: [RaisePrinting; 3] = [RaisePrinting::To, RaisePrinting::By, RaisePrinting::Added];

/// Reads all ambiguous raises of a hand in the one way by which it adds up best: calls must match the bet level, no one
/// may put in more than their stack, and uncalled bets and totals must be those that are printed. Where several ways
/// are equally good the first of them is taken.
///
/// `replay` and `audit` are scratch.
pub fn resolve(hand: &mut Hand, replay: &mut Replay, audit: &mut Audit) {
    let is_ambiguous = |action: &Action| matches!(action.amount, Amount::Ambiguous(_));
    if !hand.actions.iter().any(is_ambiguous) {
        return;
    }
    let mut verdict_of = |reading: RaisePrinting| {
        replay.run_as(hand, reading);
        audit.run(hand, replay);
        // Faults that no reading removes must not hide which of them adds up.
        (!audit.is_money_right, audit.verdict)
    };
    let mut best: Option<((bool, Verdict), RaisePrinting)> = None;
    for reading in READINGS {
        let found = verdict_of(reading);
        if best.is_none_or(|(best, _)| found < best) {
            best = Some((found, reading));
        }
        // None of the others can be better.
        if found == (false, Verdict::Exact) {
            break;
        }
    }
    let reading = best.map(|(_, reading)| reading);
    for action in hand.actions.iter_mut().filter(|action| is_ambiguous(action)) {
        action.amount = Amount::of_raise(reading.unwrap_or_default(), action.amount.printed());
    }
}
