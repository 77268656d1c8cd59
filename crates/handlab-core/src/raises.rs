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
/// `replay`, `other` and `audit` are scratch. True if `replay` and `audit` are those of the hand as it is read now.
pub fn resolve(
    hand: &mut Hand,
    replay: &mut Replay,
    other: &mut Replay,
    audit: &mut Audit,
) -> bool {
    let is_ambiguous = |action: &Action| matches!(action.amount, Amount::Ambiguous(_));
    if !hand.actions.iter().any(is_ambiguous) {
        return false;
    }
    let [first, others @ ..] = READINGS;
    replay.run_as(hand, first);
    audit.run(hand, replay);
    let (mut best, mut reading, mut is_audited) = (rank(audit), first, true);
    for another in others {
        // None of the others can be better.
        if best == (false, Verdict::Exact) {
            break;
        }
        // Nor can one that is against the rules, once there is one by which the money is right.
        let (is_wrong, _) = best;
        if is_wrong {
            other.run_as(hand, another);
        } else if !other.is_legal_as(hand, another) {
            continue;
        }
        audit.run(hand, other);
        is_audited = rank(audit) < best;
        if is_audited {
            (best, reading) = (rank(audit), another);
            std::mem::swap(replay, other);
        }
    }
    for action in hand.actions.iter_mut().filter(|action| is_ambiguous(action)) {
        action.amount = Amount::of_raise(reading, action.amount.printed());
    }
    is_audited
}

/// How badly a reading adds up. Faults that no reading removes must not hide which of them adds up.
fn rank(audit: &Audit) -> (bool, Verdict) {
    (!audit.is_money_right, audit.verdict)
}
