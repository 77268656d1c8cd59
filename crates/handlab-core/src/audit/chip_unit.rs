//! The smallest chip in which a table splits its pots, by the site's rules.

use super::winners;
use crate::hand::{ActionKind, Collected, Hand, Kind};

/// The larger chip that the site's tables once used, if this table may have used it and every payment is a multiple of
/// it.
pub(super) fn former_chip(hand: &Hand, collected: &[Collected]) -> Option<i64> {
    let chip = hand.rules.former_chip.filter(|_| hand.kind == Kind::Cash)?;
    let unit = minor_units(chip.hundredths, hand.scale);
    let is_before = hand.started_at.is_some_and(|start| start < chip.until);
    (is_before && winners::are_multiples(collected, unit)).then_some(unit)
}

/// Converts hundredths of a currency to minor units; at least one.
fn minor_units(hundredths: i64, scale: u8) -> i64 {
    let power = |digits: u8| 10_i64.pow(u32::from(digits.min(8)));
    match scale.checked_sub(2) {
        Some(finer) => hundredths.saturating_mul(power(finer)).max(1),
        None => (hundredths / power(2 - scale)).max(1),
    }
}

/// The smallest chip that splits a pot. For money it is the site's, else the minor unit; for play chips it is the
/// finest amount that the text prints.
pub(super) fn smallest_chip(hand: &Hand) -> i64 {
    if hand.kind == Kind::Cash
        && let Some(hundredths) = hand.rules.smallest_chip
    {
        return minor_units(hundredths, hand.scale);
    }
    if hand.kind == Kind::Cash || hand.scale == 0 {
        return 1;
    }
    let stakes = &hand.stakes;
    let of_actions = hand.actions.iter().filter(|action| action.kind != ActionKind::Discard);
    let of_actions = of_actions.map(|action| action.amount.printed());
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
