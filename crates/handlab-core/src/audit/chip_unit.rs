//! The smallest chip in which a table splits its pots.

use super::winners;
use crate::hand::{ActionKind, Amount, Collected, Hand, Kind};

/// Old cash tables had no smaller chip.
pub(super) const CHIP_OF_FIVE: i64 = 5;

/// 2012 in microseconds since 1970: the last five-cent chips that were seen are of 2008.
const AFTER_CHIPS_OF_FIVE: i64 = 1_325_376_000_000_000;

/// Whether every payment is in five-cent chips at a table that may have had them.
pub(super) fn may_have_chips_of_five(hand: &Hand, collected: &[Collected]) -> bool {
    hand.kind == Kind::Cash
        && hand.started_at.is_some_and(|start| start < AFTER_CHIPS_OF_FIVE)
        && winners::are_multiples(collected, CHIP_OF_FIVE)
}

/// The smallest chip that splits a pot: a minor unit of money, and the finest amount that a game for chips prints.
pub(super) fn smallest_chip(hand: &Hand) -> i64 {
    if !matches!(hand.kind, Kind::Play | Kind::Club) || hand.scale == 0 {
        return 1;
    }
    let stakes = &hand.stakes;
    let of_actions = hand.actions.iter().filter_map(|action| match (action.kind, action.amount) {
        (ActionKind::Discard, _) => None,
        (_, Amount::Added(amount) | Amount::To(amount)) => Some(amount),
    });
    let amounts = of_actions
        .chain(hand.seats.iter().map(|seat| seat.starting_stack))
        .chain(hand.collected.iter().map(|line| line.amount))
        .chain(hand.printed.rake)
        .chain([stakes.small_blind, stakes.big_blind, stakes.ante].into_iter().flatten());
    let mut unit = 10_i64.pow(u32::from(hand.scale.min(8)));
    for amount in amounts {
        while amount % unit != 0 {
            unit /= 10;
        }
    }
    unit
}
