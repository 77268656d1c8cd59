//! Sites that print a total where others print the added amount.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{ActionKind, Amount, Collected, Hand, PotName};
use handlab_core::replay::{Replay, SeatState};

/// Converts the amount of each call to what it adds, for a site that prints the seat's total on the street.
pub(crate) fn resolve_calls(hand: &mut Hand) {
    let (mut street, mut committed) = (0, [0_i64; MAX_SEATS]);
    for action in &mut hand.actions {
        if action.street.0 != street {
            (street, committed) = (action.street.0, [0; MAX_SEATS]);
        }
        let Some(committed) = committed.get_mut(usize::from(action.seat)) else { continue };
        let is_live = action.kind.is_post()
            && !matches!(action.kind, ActionKind::PostAnte | ActionKind::PostDead);
        match (action.kind, action.amount) {
            (ActionKind::Call, Amount::Added(to)) => {
                action.amount = Amount::Added(to.saturating_sub(*committed).max(0));
                *committed = to.max(*committed);
            }
            (_, Amount::Added(added)) if is_live || action.kind == ActionKind::Bet => {
                *committed = committed.saturating_add(added);
            }
            (_, Amount::To(to)) => *committed = to,
            _ => {}
        }
    }
}

/// Adds payments that are not printed, from what each seat (by index) won or lost in the hand.
///
/// Nothing is added unless these differences, the printed payments and the rake account for every chip of the pots.
pub(crate) fn add_unnamed_payments(differences: &[(u8, i64)], hand: &mut Hand) {
    let mut replay = Replay::default();
    replay.run(hand);
    let mut unnamed: Vec<i64> = replay.seats.iter().map(SeatState::contributed).collect();
    let difference = differences.iter().fold(0_i64, |sum, (_, one)| sum.saturating_add(*one));
    let is_whole = differences.len() == unnamed.len()
        && hand.printed.rake == Some(hand.printed.added.saturating_sub(difference));
    let printed = hand.collected.iter().map(|printed| (printed.seat, -printed.amount));
    for (seat, amount) in differences.iter().copied().chain(printed) {
        let Some(unnamed) = unnamed.get_mut(usize::from(seat)) else { return };
        *unnamed = unnamed.saturating_add(amount);
    }
    if !is_whole || unnamed.iter().any(|amount| *amount < 0) {
        return;
    }
    for (seat, amount) in (0_u8..).zip(unnamed).filter(|(_, amount)| *amount > 0) {
        hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
    }
}
