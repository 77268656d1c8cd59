//! Determines what the amounts of a hand's raises mean from its other numbers, for sites that are not consistent.

use crate::audit::{self, Audit, Verdict};
use crate::hand::{Action, ActionKind, Amount, Hand};
use crate::replay::{ActionState, Replay, UncalledSource};
use crate::rules::RaisePrinting;

/// The possible meanings of an ambiguous amount, most common first.
const READINGS: [RaisePrinting; 3] = [RaisePrinting::To, RaisePrinting::By, RaisePrinting::Added];

/// Replays a hand, reading all its ambiguous raises in the one way that makes it add up best: calls must match the bet
/// level, no one may put in more than their stack, and uncalled bets and totals must match the printed ones. If several
/// readings are equally good, the first is taken.
///
/// `other` is scratch. True if `audit` holds the audit of the final reading; else it is empty.
pub fn replay(hand: &mut Hand, replay: &mut Replay, other: &mut Replay, audit: &mut Audit) -> bool {
    let [first, others @ ..] = READINGS;
    if !hand.actions.iter().any(is_ambiguous) {
        replay.run(hand);
        return false;
    }
    // A reading against the rules is followed to the end only if nothing else is possible.
    replay.is_possible_as(hand, first);
    let (mut best, mut reading, mut is_audited) = (None, first, false);
    for another in others {
        if replay.fault.is_none() {
            let Some(raise) = first_differing(hand, replay, another) else { continue };
            if is_refuted(hand, replay, another, raise) {
                continue;
            }
            // Most hands need no other replay: its audit is often the best possible.
            let known = *best.get_or_insert_with(|| {
                is_audited = true;
                audited(hand, replay, audit)
            });
            if known == (false, Verdict::Exact) {
                break;
            }
            if is_uncalled_settled(hand, replay, known.1, another, raise) {
                continue;
            }
        }
        // A reading against the rules is never better: no verdict on a complete hand is worse than the one it gets.
        if !other.is_possible_as(hand, another) {
            continue;
        }
        if best.is_none() && audit::is_sound(hand, other) {
            reading = another;
            std::mem::swap(replay, other);
            continue;
        }
        let known = best.unwrap_or_else(|| {
            replay.run_as(hand, first);
            audited(hand, replay, audit)
        });
        let rank = audited(hand, other, audit);
        best = Some(rank.min(known));
        is_audited = rank < known;
        if is_audited {
            reading = another;
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

/// Whether another reading is against the rules, which shows without a replay; `replay`'s own reading has no fault. By
/// the other, `raise`, the first raise that differs, takes more than the stack, does not raise, or is printed as all-in
/// but leaves chips; or it leads to another bet level although someone with more than that called the amount in
/// `replay`.
fn is_refuted(hand: &Hand, replay: &Replay, another: RaisePrinting, raise: usize) -> bool {
    let (action, state) = (&hand.actions[raise], &replay.actions[raise]);
    let more = added_as(action, state, another).saturating_sub(state.added);
    let is_short = action.is_all_in && !hand.seats[usize::from(action.seat)].has_unknown_stack;
    if more > state.stack_before - state.added || more <= -state.raise_by || is_short {
        return true;
    }
    let small_blinds = hand.actions.iter().filter(|act| act.kind == ActionKind::PostSmallBlind);
    // With a second small blind, the amount of a call decides what it means.
    if small_blinds.count() > 1 {
        return false;
    }
    let mut answers = hand.actions.iter().zip(&replay.actions).skip(raise + 1);
    let answer = answers.find(|(act, _)| act.kind != ActionKind::Fold);
    answer.is_some_and(|(act, state)| {
        let is_of_raise = act.kind == ActionKind::Call && act.street == action.street;
        is_of_raise && !act.is_capped && act.amount.printed() < state.stack_before
    })
}

/// Whether another reading than that of `replay`, which has this verdict, differs only in the size of an unprinted
/// uncalled bet, and so is no better: only folds follow `raise`, the first raise that differs. If the payments include
/// the bet of `replay`, they do not include another; a bet of any size is inferred, and so is an unprinted rake.
fn is_uncalled_settled(
    hand: &Hand,
    replay: &Replay,
    verdict: Verdict,
    another: RaisePrinting,
    raise: usize,
) -> bool {
    let is_settled = matches!(
        verdict,
        Verdict::ExactUncalledInferred | Verdict::ExactUncalledInCollected | Verdict::RakeInferred
    );
    let (action, state) = (&hand.actions[raise], &replay.actions[raise]);
    let more = added_as(action, state, another).saturating_sub(state.added);
    let uncalled = replay.seats[usize::from(action.seat)].uncalled;
    let is_no_bet =
        |act: &Action| matches!(act.kind, ActionKind::Fold | ActionKind::Show | ActionKind::Muck);
    let is_last = || hand.actions[raise + 1..].iter().all(is_no_bet);
    let is_inferred = replay.uncalled_source == UncalledSource::Inferred;
    is_settled && is_inferred && uncalled > 0 && uncalled.saturating_add(more) > 0 && is_last()
}

/// The index of the first ambiguous raise that adds a different amount in another reading than in that of `replay`.
fn first_differing(hand: &Hand, replay: &Replay, another: RaisePrinting) -> Option<usize> {
    hand.actions.iter().zip(&replay.actions).position(|(action, state)| {
        is_ambiguous(action)
            && matches!(action.kind, ActionKind::Bet | ActionKind::Raise)
            && added_as(action, state, another) != state.added
    })
}

/// What an ambiguous raise adds in a reading, if everything before it is as in `state`.
fn added_as(action: &Action, state: &ActionState, reading: RaisePrinting) -> i64 {
    let committed = state.street_total - state.added;
    let bet_level = state.street_total - state.raise_by;
    Amount::of_raise(reading, action.amount.printed()).added(committed, bet_level)
}

/// Audits a reading and ranks how badly it adds up.
fn audited(hand: &Hand, replay: &Replay, audit: &mut Audit) -> (bool, Verdict) {
    audit.run(hand, replay);
    rank(audit)
}

/// Ranks how badly a reading adds up. Faults that no reading removes must not hide which one adds up.
fn rank(audit: &Audit) -> (bool, Verdict) {
    (!audit.is_money_right, audit.verdict)
}
