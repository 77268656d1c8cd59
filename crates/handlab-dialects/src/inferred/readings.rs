//! Determines what the printed amounts of calls, raises and all-ins mean for sites that are not consistent.
//!
//! For a call or an all-in only one amount is possible, so each shows by itself whether its number is what the seat
//! adds or its total on the street. The calls show what the raises were.

use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount, Hand};
use handlab_core::replay::{Replay, SeatState};

use crate::inferred::all_in::{self, Level};

/// What the number of a raise means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// What the seat adds.
    Added,
    /// The seat's total on the street.
    To,
}

/// Converts the amount of each decision to what it adds. Raises are read in the first of `readings` that fits the most
/// calls; an all-in that was read as a raise becomes a call or a bet if it is one.
pub(crate) fn resolve(hand: &mut Hand, readings: &[Reading]) {
    let read = readings.iter().map(|reading| read_in(hand, *reading));
    if let Some((actions, _)) = read.min_by_key(|(_, misfits)| *misfits) {
        hand.actions = actions;
        all_in::resolve_kinds(hand);
    }
}

/// Like [`resolve`] with both readings, for sites that use both: if both fit, the one that contradicts the printed
/// money least is chosen.
pub(crate) fn resolve_by_money(hand: &mut Hand) {
    let Some(mut added) = read_twice(hand, [Reading::To, Reading::Added]) else { return };
    let mut replay = Replay::default();
    let of_to = gap(hand, &mut replay);
    // It cannot contradict less.
    if of_to == 0 {
        return;
    }
    std::mem::swap(&mut hand.actions, &mut added);
    if gap(hand, &mut replay) >= of_to {
        hand.actions = added;
    }
}

/// Like [`resolve`], for sites that pay an uncalled bet with the pot: no call shows what the last raise was, but if
/// only one reading puts in exactly what was paid and taken, that one is chosen.
pub(crate) fn resolve_by_payments(hand: &mut Hand, usual: Reading, other: Reading) {
    let Some(mut others) = read_twice(hand, [usual, other]) else { return };
    if is_paid_out(hand) {
        return;
    }
    std::mem::swap(&mut hand.actions, &mut others);
    if !is_paid_out(hand) {
        hand.actions = others;
    }
}

/// Resolves the kinds of all-ins that were read as raises, and reads ambiguous raises as what they add if only then all that
/// was put in is paid out: an all-in that would raise a smaller bet then calls.
pub(crate) fn resolve_all_ins_by_payments(hand: &mut Hand) {
    let is_ambiguous = |action: &Action| matches!(action.amount, Amount::Ambiguous(_));
    let mut other = hand.actions.clone();
    all_in::resolve_kinds(hand);
    let answers = hand.actions.iter().skip_while(|action| !is_ambiguous(action)).skip(1);
    if !answers.into_iter().any(|action| action.is_all_in) || is_settled(hand) {
        return;
    }
    for action in other.iter_mut().filter(|action| is_ambiguous(action)) {
        action.amount = Amount::Added(action.amount.printed());
    }
    let read = std::mem::replace(&mut hand.actions, other);
    all_in::resolve_kinds(hand);
    let are_same = hand.actions.iter().zip(&read).all(|(one, other)| one.kind == other.kind);
    if are_same || !is_settled(hand) {
        hand.actions = read;
    }
}

/// Whether a hand is possible, the uncalled bet is the printed one, and everything was paid out.
fn is_settled(hand: &Hand) -> bool {
    let mut replay = Replay::default();
    gap(hand, &mut replay) == 0 && replay.fault.is_none() && is_paid_out(hand)
}

/// Sets the hand's actions to the better fitting of two readings. If both fit equally, the first is used, and the
/// actions of the second are returned unless they are the same.
fn read_twice(hand: &mut Hand, readings: [Reading; 2]) -> Option<Vec<Action>> {
    let [(first, of_first), (second, of_second)] = readings.map(|reading| read_in(hand, reading));
    // A raise by a seat with nothing in yet is the same in both.
    let is_open = of_first == of_second && first != second;
    let (best, other) = if of_second < of_first { (second, first) } else { (first, second) };
    let other = is_open.then(|| {
        hand.actions = other;
        all_in::resolve_kinds(hand);
        std::mem::take(&mut hand.actions)
    });
    hand.actions = best;
    all_in::resolve_kinds(hand);
    other
}

/// The actions in a reading, and the number of misfits: calls and all-ins with neither of their possible amounts, and
/// raises that do not raise.
fn read_in(hand: &Hand, reading: Reading) -> (Vec<Action>, usize) {
    let mut seats = Seats::new(hand);
    let mut misfits = 0;
    let read = hand.actions.iter().map(|printed| {
        let mut action = *printed;
        misfits += usize::from(!seats.read(&mut action, reading));
        action
    });
    (read.collect(), misfits)
}

/// Whether everything that was put in, including an uncalled bet unless nothing returns it, was paid, returned, or is the
/// printed rake. No rake is taken before the flop; after it, an unprinted rake is unknown.
fn is_paid_out(hand: &Hand) -> bool {
    if hand.printed.rake.is_none() && hand.last_street > Street::FIRST {
        return false;
    }
    let mut replay = Replay::default();
    replay.run(hand);
    let sum =
        |part: fn(&SeatState) -> i64| replay.seats.iter().map(part).fold(0, i64::saturating_add);
    let (called, uncalled) = (sum(SeatState::contributed), sum(|seat| seat.uncalled));
    let back = hand.uncalled.iter().map(|(_, back)| *back);
    let paid = hand.collected.iter().map(|line| line.amount);
    let out = back.chain(paid).fold(hand.printed.rake.unwrap_or(0), i64::saturating_add);
    out == called.saturating_add(uncalled) || (out == called && hand.uncalled.is_empty())
}

/// How far the actions are from what is printed: the uncalled bet, what each seat put in, its ending stack, and
/// payments of more than was put in.
fn gap(hand: &Hand, replay: &mut Replay) -> i64 {
    replay.run(hand);
    let put_in = |seat: usize| replay.seats.get(seat).map_or(0, SeatState::contributed);
    let paid = |seat: u8| {
        let lines = hand.collected.iter().filter(|line| line.seat == seat);
        lines.fold(0_i64, |sum, line| sum.saturating_add(line.amount))
    };
    let mut gap = replay.residual_uncalled.unwrap_or(0).saturating_abs();
    for total in &hand.printed.seat_totals {
        let seat = usize::from(total.seat);
        let Some(start) = hand.seats.get(seat).map(|seat| seat.starting_stack) else { continue };
        let end = start.saturating_add(paid(total.seat)).saturating_sub(put_in(seat));
        let off = |printed: Option<i64>, found: i64| {
            printed.map_or(0, |printed| printed.saturating_sub(found).saturating_abs())
        };
        gap = gap.saturating_add(off(total.ending_stack, end));
        gap = gap.saturating_add(off(total.contributed, put_in(seat)));
    }
    // A returned bet may be paid with the pots.
    let count = replay.seats.iter().map(|seat| seat.contributed().saturating_add(seat.uncalled));
    let most = count.fold(hand.printed.added, i64::saturating_add);
    let back = hand.uncalled.iter().fold(0_i64, |sum, (_, back)| sum.saturating_add(*back));
    let all = hand.collected.iter().fold(back, |sum, line| sum.saturating_add(line.amount));
    gap.saturating_add(all.saturating_sub(most).max(0))
}

/// What each seat has left and has committed, up to an action.
struct Seats {
    level: Level,
    left: [i64; MAX_SEATS],
    big_blind: i64,
}

impl Seats {
    fn new(hand: &Hand) -> Seats {
        let mut left = [0; MAX_SEATS];
        for ((number, left), seat) in (0_u8..).zip(&mut left).zip(&hand.seats) {
            *left = seat.starting_stack.saturating_sub(hand.paid_to_jackpot(number));
        }
        Seats { level: Level::default(), left, big_blind: hand.stakes.big_blind.unwrap_or(0) }
    }

    /// Sets an action's amount and applies it; false if no reading of a call or an all-in fits.
    fn read(&mut self, action: &mut Action, raises: Reading) -> bool {
        self.level.enter(action, self.big_blind);
        let seat = usize::from(action.seat);
        let (left, committed) = (self.left[seat], self.level.committed(action.seat));
        let printed = action.amount.printed();
        // `added` is right if it is printed, or if the number is the seat's total.
        let either = |added: i64| {
            let fits = printed == added || printed == committed.saturating_add(added);
            (Amount::Added(if fits { added } else { printed }), fits)
        };
        let (amount, fits) = match action.kind {
            ActionKind::Call => {
                let costs = [self.level.to_call(action.seat), self.level.to_match(action.seat)];
                let [whole, short] = costs.map(|cost| either(cost.min(left)));
                // A player who is all-in adds the rest, even if it exceeds the call.
                let all_in = Some(either(left)).filter(|_| action.is_all_in);
                let mut amounts = all_in.into_iter().chain([whole, short]);
                amounts.find(|(_, fits)| *fits).unwrap_or(whole)
            }
            ActionKind::Raise if action.is_all_in => either(left),
            ActionKind::Raise => {
                let added = match raises {
                    Reading::Added => printed,
                    Reading::To => printed.saturating_sub(committed),
                };
                let is_raise = added > self.level.to_call(action.seat) && added <= left;
                (Amount::Added(added), is_raise)
            }
            _ => (action.amount, true),
        };
        action.amount = amount;
        if action.kind != ActionKind::Discard {
            self.left[seat] = left.saturating_sub(amount.printed()).max(0);
        }
        self.level.take(action);
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_core::dialect::text::push_seat;
    use handlab_core::hand::{Collected, PotName, Seat};

    /// Blinds of 1 and 2 from the first two of three seats with 100 each, followed by these actions.
    fn hand(actions: &[(u8, ActionKind, i64, bool)]) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        hand.stakes.big_blind = Some(2);
        for seat in 0..3 {
            let name = format!("P{seat}");
            let seat = Seat { seat, starting_stack: 100, ..Seat::default() };
            assert!(push_seat(&mut hand, seat, &name));
        }
        let posts =
            [(0, ActionKind::PostSmallBlind, 1, false), (1, ActionKind::PostBigBlind, 2, false)];
        for (seat, kind, amount, is_all_in) in posts.iter().chain(actions).copied() {
            let action = Action::new(Street::FIRST, seat, kind, Amount::Added(amount));
            hand.actions.push(Action { is_all_in, ..action });
        }
        hand
    }

    fn amounts(actions: &[(u8, ActionKind, i64, bool)]) -> Vec<(ActionKind, Amount)> {
        let mut hand = hand(actions);
        resolve(&mut hand, &[Reading::To, Reading::Added]);
        hand.actions[2..].iter().map(|action| (action.kind, action.amount)).collect()
    }

    #[test]
    fn a_call_may_be_printed_as_what_it_adds_or_as_the_total() {
        let raise = (2, ActionKind::Raise, 6, false);
        for printed in [4, 6] {
            let found = amounts(&[raise, (1, ActionKind::Call, printed, false)]);
            assert_eq!(found[1], (ActionKind::Call, Amount::Added(4)));
        }
        // Nothing is invented: what fits neither reading is left for the audit.
        let found = amounts(&[raise, (1, ActionKind::Call, 5, false)]);
        assert_eq!(found[1], (ActionKind::Call, Amount::Added(5)));
    }

    #[test]
    fn a_call_of_a_short_blind_may_be_as_short() {
        for printed in [1, 2] {
            let mut hand = hand(&[(0, ActionKind::Call, printed, false)]);
            hand.stakes.big_blind = Some(10);
            resolve(&mut hand, &[Reading::To]);
            assert_eq!(hand.actions[2].amount, Amount::Added(1));
        }
    }

    #[test]
    fn the_calls_show_what_a_raise_was() {
        // The small blind adds 8 for a total of 9; only then is the call of 7 right.
        let found = amounts(&[(0, ActionKind::Raise, 8, false), (1, ActionKind::Call, 7, false)]);
        assert_eq!(found[0], (ActionKind::Raise, Amount::Added(8)));
        let found = amounts(&[(0, ActionKind::Raise, 8, false), (1, ActionKind::Call, 6, false)]);
        assert_eq!(found[0], (ActionKind::Raise, Amount::Added(7)));
    }

    #[test]
    fn a_raise_is_not_read_as_less_than_the_bet() {
        // To 2 would not be a raise, and to 4 the call of 2 fits both.
        let found = amounts(&[
            (2, ActionKind::Call, 2, false),
            (0, ActionKind::Call, 1, false),
            (1, ActionKind::Raise, 2, false),
            (2, ActionKind::Call, 2, false),
        ]);
        assert_eq!(found[2], (ActionKind::Raise, Amount::Added(2)));
    }

    #[test]
    fn printed_money_determines_an_uncalled_raise() {
        // The small blind adds 8 chips, or 7, of which 7 are returned: it has put in 2 including its blind.
        let mut hand = hand(&[(0, ActionKind::Raise, 8, false), (1, ActionKind::Fold, 0, false)]);
        hand.uncalled.push((0, 7));
        resolve_by_money(&mut hand);
        assert_eq!(hand.actions[2].amount, Amount::Added(8));
    }

    #[test]
    fn payments_determine_an_uncalled_raise_without_final_stacks() {
        let resolved = |paid: i64, rake: Option<i64>| {
            let mut hand =
                hand(&[(0, ActionKind::Raise, 8, false), (1, ActionKind::Fold, 0, false)]);
            let (pot, run_no) = (PotName::Pot, 0);
            hand.collected.push(Collected { seat: 0, amount: paid, pot, run_no });
            hand.printed.rake = rake;
            resolve_by_payments(&mut hand, Reading::Added, Reading::To);
            hand.actions[2].amount
        };
        // The small blind of 1 and 8 more with the big blind of 2, or 8 in all.
        assert_eq!(resolved(11, None), Amount::Added(8));
        assert_eq!(resolved(10, None), Amount::Added(7));
        assert_eq!(resolved(10, Some(1)), Amount::Added(8));
        assert_eq!(resolved(9, Some(1)), Amount::Added(7));
        // What is missing may be what was taken.
        assert_eq!(resolved(9, None), Amount::Added(8));
    }

    #[test]
    fn an_all_in_is_the_rest_or_all_of_the_street() {
        for printed in [99, 100] {
            let found = amounts(&[(0, ActionKind::Raise, printed, true)]);
            assert_eq!(found, [(ActionKind::Raise, Amount::Added(99))]);
        }
        let found = amounts(&[(0, ActionKind::Raise, 100, true), (1, ActionKind::Raise, 98, true)]);
        assert_eq!(found[1], (ActionKind::Call, Amount::Added(98)));
    }
}
