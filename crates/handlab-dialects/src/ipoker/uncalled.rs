//! Whether `win` includes an uncalled bet, where neither the version nor the rake decides.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{ActionKind, Hand};
use handlab_core::rules::PaidUncalled;

use super::{RULES, RULES_WITH_POT};
use crate::inferred::all_in::Level;

/// Corrects the rules of a hand by the sums of all `bet` and `win`: a newer document may have an uncalled bet in both
/// after all. One since 2018 that has lost its version, and was read like an older one, may not.
///
/// `missing` is what `win` is short of `bet`.
pub(super) fn correct_rules(hand: &mut Hand, preamble: &str, bets: i64, missing: i64) {
    match hand.rules.paid_uncalled {
        // If an uncalled bet does not exceed the rake, `win` alone cannot show whether it is included.
        PaidUncalled::Either
            if preamble.contains("<uncalled_bet_enabled>false<")
                && is_in_win(hand, bets, missing) =>
        {
            hand.rules = &RULES_WITH_POT;
        }
        PaidUncalled::WithPot
            if year(hand.str(hand.started_raw)).is_some_and(|year| year >= FIRST_WITHOUT)
                && !is_in_win(hand, bets, missing) =>
        {
            hand.rules = &RULES;
            hand.printed.seat_totals.iter_mut().for_each(|total| total.contributed = None);
        }
        _ => {}
    }
}

/// The first year of documents whose `win` excludes an uncalled bet.
const FIRST_WITHOUT: u16 = 2018;

/// The year in a date: the only group of four digits.
fn year(date: &str) -> Option<u16> {
    let groups = date.split(|letter: char| !letter.is_ascii_digit());
    groups.filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok())
}

/// Whether the sums of all `bet` and `win` fit a hand whose uncalled bet is in both: the sum of `bet` is what the
/// actions put in, and `win` is short of it by no more than a rake.
fn is_in_win(hand: &Hand, bets: i64, missing: i64) -> bool {
    let put_in = put_in(hand).into_iter().fold(0, i64::saturating_add);
    bets == put_in && (0..=bets / 10).contains(&missing)
}

/// What each seat puts in, including an uncalled bet.
pub(super) fn put_in(hand: &Hand) -> [i64; MAX_SEATS] {
    let mut level = Level::default();
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    let mut sums = [0_i64; MAX_SEATS];
    for action in &hand.actions {
        level.enter(action, big_blind);
        let before = level.committed(action.seat);
        level.take(action);
        let added = match action.kind {
            ActionKind::PostAnte | ActionKind::PostDead => action.amount.printed(),
            _ => level.committed(action.seat).saturating_sub(before),
        };
        if let Some(sum) = sums.get_mut(usize::from(action.seat)) {
            *sum = sum.saturating_add(added);
        }
    }
    sums
}
