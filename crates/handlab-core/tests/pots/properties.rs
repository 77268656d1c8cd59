//! What holds for all pots: no chip appears or vanishes, and a slow naive pot builder agrees.

use std::collections::BTreeMap;

use handlab_core::award::{Half, RunoutOdd, Showdown, awards};
use handlab_core::pot::{Pot, Stake, pots, uncalled};
use handlab_core::rake::{RakeRule, Rounding, attribute, attribute_fee, attribute_printed};
use proptest::collection::vec;
use proptest::prelude::*;

prop_compose! {
    /// Small amounts, so that ties, empty stakes and layers all happen.
    fn stake()(live in 0..12_i64, ante in 0..3_i64, dead in 0..3_i64, has_dead in 0..4, is_folded: bool) -> Stake {
        Stake { live, ante, dead: if has_dead == 0 { dead } else { 0 }, is_folded }
    }
}

prop_compose! {
    fn any_stake()(live: i64, ante: i64, dead: i64, is_folded: bool) -> Stake {
        Stake { live, ante, dead, is_folded }
    }
}

fn built(stakes: &[Stake], added: i64) -> Vec<Pot> {
    let mut out = Vec::new();
    pots(stakes, added, &mut out);
    out
}

/// Unit by unit: every unit has a height, and belongs to those still in who reach that height.
fn obvious(stakes: &[Stake], added: i64) -> Vec<(i64, Vec<usize>)> {
    let reach = |height: i64| -> Vec<usize> {
        let seats = stakes.iter().enumerate();
        seats
            .filter(|(_, s)| !s.is_folded && s.ante + s.live >= height)
            .map(|(seat, _)| seat)
            .collect()
    };
    // Fewer seats reach a greater height, so the length orders the pots; no one reaches the folded money on top.
    let mut by_reach: BTreeMap<std::cmp::Reverse<usize>, (i64, Vec<usize>)> = BTreeMap::new();
    let mut drop_at = |mut height: i64, amount: i64| {
        while height > 0 && reach(height).is_empty() {
            height -= 1;
        }
        let seats = reach(height);
        by_reach.entry(std::cmp::Reverse(seats.len())).or_insert((0, seats)).0 += amount;
    };
    for stake in stakes {
        (1..=stake.ante + stake.live).for_each(|height| drop_at(height, 1));
    }
    let free = added + stakes.iter().map(|stake| stake.dead).sum::<i64>();
    if free > 0 {
        drop_at(0, free);
    }
    by_reach.into_values().collect()
}

proptest! {
    #[test]
    fn pots_hold_exactly_the_contributions(stakes in vec(stake(), 0..10), added in 0..5_i64) {
        let put_in: i64 = added + stakes.iter().map(|s| s.live + s.ante + s.dead).sum::<i64>();
        let held: i64 = built(&stakes, added).iter().map(|pot| pot.gross).sum();
        prop_assert_eq!(held, put_in);
    }

    #[test]
    fn pots_are_those_of_the_naive_builder(stakes in vec(stake(), 0..8), added in 0..3_i64) {
        let fast: Vec<(i64, Vec<usize>)> =
            built(&stakes, added).iter().map(|pot| (pot.gross, pot.eligible.iter().collect())).collect();
        prop_assert_eq!(fast, obvious(&stakes, added));
    }

    #[test]
    fn each_pot_is_open_to_fewer_seats_than_the_one_before(stakes in vec(stake(), 0..17)) {
        for pair in built(&stakes, 0).windows(2) {
            prop_assert!(pair[1].eligible.is_subset(pair[0].eligible));
            prop_assert!(pair[1].eligible.len() < pair[0].eligible.len());
        }
    }

    #[test]
    fn the_order_of_the_seats_does_not_matter(stakes in vec(stake(), 1..10), turn in 0..10_usize) {
        let turn = turn % stakes.len();
        let mut turned = stakes.clone();
        turned.rotate_left(turn);
        let back = |pot: &Pot| pot.eligible.iter().map(|seat| (seat + turn) % stakes.len()).collect();
        let turned: Vec<Pot> =
            built(&turned, 1).iter().map(|pot| Pot { eligible: back(pot), ..*pot }).collect();
        prop_assert_eq!(turned, built(&stakes, 1));
        let mut reversed = stakes.clone();
        reversed.reverse();
        let amount = |stakes: &[Stake]| uncalled(stakes).map(|(_, amount)| amount);
        prop_assert_eq!(amount(&reversed), amount(&stakes));
    }

    #[test]
    fn after_an_uncalled_bet_is_returned_nothing_is_uncalled(mut stakes in vec(stake(), 2..10)) {
        if let Some((seat, amount)) = uncalled(&stakes) {
            // The bet comes back first; of the ante only what is beyond everyone else's.
            let live = amount.min(stakes[seat].live);
            stakes[seat].live -= live;
            stakes[seat].ante -= amount - live;
            prop_assert!(!stakes[seat].is_folded && amount > 0 && stakes[seat].ante >= 0);
            prop_assert_eq!(uncalled(&stakes), None);
        }
    }

    #[test]
    fn awards_are_the_net_pots_to_the_last_unit(
        stakes in vec(stake(), 2..10),
        highs in vec(1..4_u32, 30),
        lows in vec(proptest::option::of(1..4_u32), 30),
        n_runouts in 1..4_u8,
        is_split: bool,
        unit in 1..7_i64,
        is_all_first: bool,
        (rate, cap, fee) in (0..120_000_u32, 0..40_i64, 0..4_i64),
    ) {
        let mut pots = built(&stakes, 3);
        let rule = RakeRule { rate_per_million: rate, cap: Some(cap), jackpot_fee: fee, ..RakeRule::default() };
        rule.apply(true, &mut pots);
        let highs: Vec<Option<u32>> = highs.into_iter().map(Some).collect();
        let runout_odd = if is_all_first { RunoutOdd::AllFirst } else { RunoutOdd::OneEach };
        let seats = stakes.len();
        let odd_order = &[3, 1, 1, 200, 4];
        let showdown =
            Showdown { highs: &highs, lows: &lows, seats, n_runouts, is_split, odd_order, unit, runout_odd };
        let mut paid = Vec::new();
        awards(&pots, &showdown, &mut paid);
        for (pot_no, pot) in pots.iter().enumerate() {
            prop_assert!(pot.net() >= 0);
            let mine = || paid.iter().filter(|award| usize::from(award.pot_no) == pot_no);
            let sum: i64 = mine().map(|award| award.amount).sum();
            prop_assert_eq!(sum, if pot.eligible.is_empty() { 0 } else { pot.net() });
            prop_assert!(mine().all(|award| award.amount > 0 && pot.eligible.contains(award.seat.into())));
            prop_assert!(mine().all(|award| (award.half == Half::All) == (pot.eligible.len() == 1)));
            prop_assert!(mine().all(|award| award.run_no <= n_runouts));
        }
    }

    #[test]
    fn attributed_totals_sum_exactly_and_fit_the_pots(
        gross in vec(1..500_i64, 1..6), rake in 0..400_i64, fee in 0..400_i64,
    ) {
        let all: i64 = gross.iter().sum();
        let (rake, fee) = (rake.min(all), fee.min(all - rake.min(all)));
        let mut pots: Vec<Pot> = gross.iter().map(|gross| Pot { gross: *gross, ..Pot::default() }).collect();
        attribute(rake, &mut pots);
        attribute_fee(fee, &mut pots);
        prop_assert_eq!(pots.iter().map(|pot| pot.rake).sum::<i64>(), rake);
        prop_assert_eq!(pots.iter().map(|pot| pot.fee).sum::<i64>(), fee);
        prop_assert!(pots.iter().all(|pot| pot.rake >= 0 && pot.fee >= 0 && pot.net() >= 0));
        let printed: Vec<i64> = pots.iter().map(|pot| pot.gross - pot.rake).collect();
        let mut again = pots.clone();
        prop_assert!(attribute_printed(&printed, rake, &mut again));
        prop_assert_eq!(again, pots);
    }

    #[test]
    fn a_rule_never_takes_more_than_its_cap_or_the_pots(
        gross in vec(1..5000_i64, 1..6), rate_per_million: u32, cap in proptest::option::of(0..300_i64),
        step in 0..200_i64, jackpot_fee in 0..100_i64, is_floor: bool,
    ) {
        let rounding = if is_floor { Rounding::Floor } else { Rounding::HalfEven };
        let rule = RakeRule { rate_per_million, cap, rounding, step, no_flop_no_drop: true, jackpot_fee };
        let mut pots: Vec<Pot> = gross.iter().map(|gross| Pot { gross: *gross, ..Pot::default() }).collect();
        rule.apply(true, &mut pots);
        let rake: i64 = pots.iter().map(|pot| pot.rake).sum();
        prop_assert_eq!(rake, rule.rake(gross.iter().sum()));
        prop_assert!(cap.is_none_or(|cap| rake <= cap));
        prop_assert!(pots.iter().all(|pot| pot.rake >= 0 && pot.fee >= 0 && pot.net() >= 0));
        rule.apply(false, &mut pots);
        prop_assert!(pots.iter().all(|pot| pot.rake == 0 && pot.fee == 0));
    }

    #[test]
    fn nothing_panics_on_any_amounts(
        stakes in vec(any_stake(), 0..20), added: i64, total: i64, unit: i64,
        rule in (any::<u32>(), any::<Option<i64>>(), any::<i64>(), any::<i64>()),
        highs in vec(any::<Option<u32>>(), 0..40), seats in 0..20_usize, n_runouts: u8, is_split: bool,
    ) {
        let _ = uncalled(&stakes);
        let mut pots = built(&stakes, added);
        let (rate_per_million, cap, step, jackpot_fee) = rule;
        RakeRule { rate_per_million, cap, step, jackpot_fee, ..RakeRule::default() }.apply(true, &mut pots);
        let mut paid = Vec::new();
        let (lows, odd_order, runout_odd) = (&highs, &[7, 7, 255], RunoutOdd::AllFirst);
        let showdown =
            Showdown { highs: &highs, lows, seats, n_runouts, is_split, odd_order, unit, runout_odd };
        awards(&pots, &showdown, &mut paid);
        attribute(total, &mut pots);
        attribute_fee(total, &mut pots);
        awards(&pots, &showdown, &mut paid);
        attribute_printed(&[added, total], total, &mut pots);
    }
}
