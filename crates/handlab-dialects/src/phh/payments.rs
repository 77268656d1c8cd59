//! What the seats win.

use handlab_core::error::ParseError;
use handlab_core::hand::{ActionKind, Collected, Hand, PotName, SeatTotal};

use super::fields::Fields;
use super::notation::{Notation, Number};

/// Computes what the seats win from their finishing stacks, or reads it.
pub(super) fn read(
    notation: &Notation<'_>,
    fields: &Fields<'_>,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    let ends = match &notation.finishing_stacks {
        Some(ends) => Some(fields.stacks(ends)?),
        None => None,
    };
    let won = match &notation.winnings {
        Some(won) => Some(fields.amounts(Some(won))?),
        None => None,
    };
    let won = won.filter(|won| !are_nets(won, ends.as_deref(), hand));
    let mut are_ends_other = false;
    let one = |number: &Option<Number>| number.as_ref().map(|number| fields.amount(number));
    hand.printed.rake = one(&notation.rake).transpose()?;
    hand.printed.fees = one(&notation.fees).transpose()?.filter(|fees| *fees > 0);
    for index in 0..hand.seats.len() {
        let seat = index as u8;
        let put_in = put_in(hand, seat);
        let end = ends.as_ref().and_then(|ends| ends.get(index)).copied().flatten();
        let end = end.filter(|_| !hand.seats[index].has_unknown_stack);
        let left = hand.seats[index].starting_stack.saturating_sub(put_in);
        let by_end = end.map(|end| end.saturating_sub(left));
        let won = won.as_ref().and_then(|won| won.get(index)).copied();
        let Some(amount) = won.or(by_end) else { continue };
        are_ends_other |= by_end.is_some_and(|end| end != amount);
        if amount > 0 {
            let (pot, run_no) = (PotName::Pot, 0);
            hand.collected.push(Collected { seat, amount, pot, run_no });
        }
        let total = SeatTotal { seat, ending_stack: end, ..SeatTotal::default() };
        hand.printed.seat_totals.push(total);
    }
    if are_ends_other {
        hand.rules = super::rules(hand.rules.matches_short_blind, true);
    }
    Ok(())
}

/// Whether each seat that folded has at the end what it did not put in, if the stacks at the end are known, and else
/// whether no more and no less was paid than was put in.
pub(super) fn agree(hand: &Hand) -> bool {
    let totals = &hand.printed.seat_totals;
    if totals.iter().all(|total| total.ending_stack.is_none()) {
        let seats = 0..hand.seats.len() as u8;
        let put_in: i64 = seats.map(|seat| put_in(hand, seat)).fold(0, i64::saturating_add);
        let paid = hand.collected.iter().map(|paid| paid.amount).fold(0, i64::saturating_add);
        return paid.saturating_add(hand.printed.rake.unwrap_or(0)) == put_in;
    }
    let folds = hand.actions.iter().filter(|act| act.kind == ActionKind::Fold);
    let mut folded = folds.filter_map(|act| totals.iter().find(|total| total.seat == act.seat));
    folded.all(|total| {
        let start = hand.seats[usize::from(total.seat)].starting_stack;
        total.ending_stack.is_none_or(|end| end == start.saturating_sub(put_in(hand, total.seat)))
    })
}

/// All chips that a seat puts in.
fn put_in(hand: &Hand, seat: u8) -> i64 {
    let acts = hand.actions.iter().filter(|act| act.seat == seat);
    let acts = acts.filter(|act| act.kind != ActionKind::Discard);
    acts.fold(0, |sum, act| sum.saturating_add(act.amount.printed()))
}

/// Whether `winnings` are what the stacks grew by, as `pokerforbots` (2025) prints them, and not what was paid.
fn are_nets(won: &[i64], ends: Option<&[Option<i64>]>, hand: &Hand) -> bool {
    let grown = |(end, index): (&Option<i64>, usize)| {
        let start = hand.seats.get(index)?.starting_stack;
        end.map(|end| end.saturating_sub(start).max(0))
    };
    ends.is_some_and(|ends| {
        let grown = ends.iter().zip(0..).map(grown);
        ends.len() == won.len() && grown.eq(won.iter().copied().map(Some))
    })
}
