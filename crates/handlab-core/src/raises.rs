//! Finds out from a hand's other numbers what the amounts of its raises mean, where a site does not always print the
//! same.

use crate::audit::{self, Audit, Verdict};
use crate::hand::{Action, ActionKind, Amount, Hand};
use crate::replay::Replay;
use crate::rules::RaisePrinting;

/// What an ambiguous amount may be, the most usual first.
const READINGS: [RaisePrinting; 3] = [RaisePrinting::To, RaisePrinting::By, RaisePrinting::Added];

/// Replays a hand, and reads all its ambiguous raises in the one way by which it adds up best: calls must match the bet
/// level, no one may put in more than their stack, and uncalled bets and totals must be those that are printed. Where
/// several ways are equally good the first of them is taken.
///
/// `other` is scratch. True if `audit`, too, is that of the hand as it is read now; else it holds nothing.
pub fn replay(hand: &mut Hand, replay: &mut Replay, other: &mut Replay, audit: &mut Audit) -> bool {
    let [first, others @ ..] = READINGS;
    if !hand.actions.iter().any(is_ambiguous) {
        replay.run(hand);
        return false;
    }
    // Where that is against the rules it is followed to the end only if nothing else is possible.
    replay.is_possible_as(hand, first);
    let (mut best, mut reading, mut is_audited) = (None, first, false);
    for another in others {
        if is_same(hand, replay, another) || is_refuted(hand, replay, another) {
            continue;
        }
        // A reading against the rules is never better: no verdict on a whole hand is worse than the one on that.
        if !other.is_possible_as(hand, another) {
            continue;
        }
        if best.is_none() && replay.fault.is_some() && audit::is_sound(hand, other) {
            reading = another;
            std::mem::swap(replay, other);
            continue;
        }
        let known = best.unwrap_or_else(|| {
            is_audited = true;
            if replay.fault.is_some() {
                replay.run_as(hand, first);
            }
            audit.run(hand, replay);
            rank(audit)
        });
        best = Some(known);
        // None of the others can be better.
        if known == (false, Verdict::Exact) {
            break;
        }
        audit.run(hand, other);
        is_audited = rank(audit) < known;
        if is_audited {
            (best, reading) = (Some(rank(audit)), another);
            std::mem::swap(replay, other);
        }
    }
    if replay.fault.is_some() {
        replay.run_as(hand, first);
    }
    for action in hand.actions.iter_mut().filter(|action| is_ambiguous(action)) {
        action.amount = Amount::of_raise(reading, action.amount.printed());
    }
    is_audited
}

fn is_ambiguous(action: &Action) -> bool {
    matches!(action.amount, Amount::Ambiguous(_))
}

/// Whether all ambiguous raises add the same chips in another reading than in that of `replay`.
fn is_same(hand: &Hand, replay: &Replay, another: RaisePrinting) -> bool {
    replay.fault.is_none() && differing(hand, replay, another).next().is_none()
}

/// Whether a call shows without a replay that another reading than that of `replay` is against the rules: of the first
/// raise that is another by it, to another bet level, someone who had more than that called what `replay` says.
fn is_refuted(hand: &Hand, replay: &Replay, another: RaisePrinting) -> bool {
    let small_blinds = hand.actions.iter().filter(|act| act.kind == ActionKind::PostSmallBlind);
    // What a call means where there is a second small blind is decided by its amount.
    if replay.fault.is_some() || small_blinds.count() > 1 {
        return false;
    }
    let Some(raise) = differing(hand, replay, another).next() else { return false };
    let mut answers = hand.actions.iter().zip(&replay.actions).skip(raise + 1);
    let answer = answers.find(|(act, _)| act.kind != ActionKind::Fold);
    answer.is_some_and(|(act, state)| {
        let is_of_raise = act.kind == ActionKind::Call && act.street == hand.actions[raise].street;
        is_of_raise && !act.is_capped && act.amount.printed() < state.stack_before
    })
}

/// The ambiguous raises that add other chips in another reading than in that of `replay`, by their number: exactly so up
/// to the first of them.
fn differing(hand: &Hand, replay: &Replay, another: RaisePrinting) -> impl Iterator<Item = usize> {
    let acts = hand.actions.iter().zip(&replay.actions).enumerate();
    let raises = acts.filter(|(_, (action, _))| is_ambiguous(action));
    let differing = raises.filter(move |(_, (action, state))| match another {
        RaisePrinting::By => state.raise_by != action.amount.printed(),
        RaisePrinting::Added => state.added != action.amount.printed(),
        _ => true,
    });
    differing.map(|(number, _)| number)
}

/// How badly a reading adds up. Faults that no reading removes must not hide which of them adds up.
fn rank(audit: &Audit) -> (bool, Verdict) {
    (!audit.is_money_right, audit.verdict)
}
