//! The rules of pots, rake and awards, one by one, beyond the shared vectors.

use handlab_cards::card::{Card, CardList};
use handlab_cards::seat::{MAX_SEATS, SeatSet};
use handlab_core::award::{
    Award, Half, OddPolicy, RunoutOdd, Showdown, awards, odd_order, odd_order_by_card,
};
use handlab_core::pot::{Pot, Stake, pots, uncalled};
use handlab_core::rake::{
    RakeRule, Rounding, attribute, attribute_by, attribute_fee, attribute_printed,
    attribute_printed_after_fee,
};

fn live(live: i64) -> Stake {
    Stake { live, ..Stake::default() }
}

fn folded(live: i64) -> Stake {
    Stake { live, is_folded: true, ..Stake::default() }
}

fn seats(seats: &[usize]) -> SeatSet {
    seats.iter().copied().collect()
}

/// The pots as (gross, eligible).
fn layers(stakes: &[Stake], added: i64) -> Vec<(i64, SeatSet)> {
    let mut out = Vec::new();
    pots(stakes, added, &mut out);
    out.iter().map(|pot| (pot.gross, pot.eligible)).collect()
}

fn pots_of(gross: &[i64]) -> Vec<Pot> {
    gross.iter().map(|gross| Pot { gross: *gross, ..Pot::default() }).collect()
}

fn rakes(pots: &[Pot]) -> Vec<i64> {
    pots.iter().map(|pot| pot.rake).collect()
}

#[test]
fn an_uncalled_bet_of_a_folded_seat_stays_in() {
    assert_eq!(uncalled(&[folded(10), live(4)]), None);
    assert_eq!(uncalled(&[live(10), live(10), live(4)]), None);
    assert_eq!(uncalled(&[live(10), folded(7), live(3)]), Some((0, 3)));
    assert_eq!(uncalled(&[live(0), live(0)]), None);
    assert_eq!(uncalled(&[]), None);
}

#[test]
fn dead_and_added_money_is_open_to_a_seat_that_has_nothing_else_at_stake() {
    // The big blind is all-in with the ante that it posts for the table.
    let big_blind = Stake { dead: 60, ..Stake::default() };
    let expected = vec![(60 + 5, seats(&[0, 1, 2])), (200, seats(&[1, 2]))];
    assert_eq!(layers(&[big_blind, live(100), live(100)], 5), expected);
    assert_eq!(layers(&[live(0), live(100), live(100)], 0), vec![(200, seats(&[1, 2]))]);
}

#[test]
fn a_hand_in_which_everyone_folded_has_a_pot_without_contenders() {
    assert_eq!(layers(&[folded(10), folded(20)], 5), vec![(35, SeatSet::EMPTY)]);
    assert_eq!(layers(&[folded(10), live(0)], 0), vec![(10, seats(&[1]))]);
    assert_eq!(layers(&[live(0), live(0)], 0), vec![]);
}

#[test]
fn amounts_at_the_edge_of_i64_neither_wrap_nor_panic() {
    let huge = Stake { live: i64::MAX, ante: i64::MAX, dead: i64::MAX, is_folded: false };
    assert_eq!(layers(&[huge, huge], i64::MAX), vec![(i64::MAX, seats(&[0, 1]))]);
    let negative = Stake { live: i64::MIN, ante: -1, dead: -5, is_folded: false };
    assert_eq!(layers(&[negative, live(5)], -9), vec![(5, seats(&[1]))]);
    assert_eq!(uncalled(&[huge, negative]), Some((0, i64::MAX)));
    for total in [i64::MIN, -1, 0, 1, i64::MAX] {
        let mut pots = pots_of(&[i64::MAX, i64::MAX, 1]);
        attribute(total, &mut pots);
        attribute_fee(total, &mut pots);
        let sum = |amount: fn(&Pot) -> i64| pots.iter().map(amount).map(i128::from).sum::<i128>();
        assert_eq!([sum(|pot| pot.rake), sum(|pot| pot.fee)], [i128::from(total); 2]);
    }
}

#[test]
fn seats_beyond_the_limit_pay_but_cannot_win() {
    let expected = vec![(10 * (MAX_SEATS as i64 + 1), (0..MAX_SEATS).collect())];
    assert_eq!(layers(&[live(10); MAX_SEATS + 1], 0), expected);
}

#[test]
fn half_a_unit_of_rake_goes_to_the_even_one() {
    let rule = RakeRule { rate_per_million: 50_000, ..RakeRule::default() };
    assert_eq!([10, 11, 30, 50, 51].map(|gross| rule.rake(gross)), [0, 1, 2, 2, 3]);
    let floor = RakeRule { rounding: Rounding::Floor, ..rule };
    assert_eq!([10, 11, 30, 50, 59].map(|gross| floor.rake(gross)), [0, 0, 1, 2, 2]);
}

#[test]
fn a_printed_rake_is_taken_from_the_main_pot_first() {
    let mut pots = pots_of(&[247, 93, 30]);
    attribute(18, &mut pots);
    assert_eq!(rakes(&pots), [12, 5, 1]);
    let mut pots = pots_of(&[58_137, 1242]);
    attribute(275, &mut pots);
    assert_eq!(rakes(&pots), [275, 0]);
    // More than 5 %: by that larger share.
    let mut pots = pots_of(&[100, 100]);
    attribute(20, &mut pots);
    assert_eq!(rakes(&pots), [10, 10]);
}

#[test]
fn a_rake_of_another_rate_reaches_its_cap_later() {
    let at = |rate_per_million| RakeRule { rate_per_million, ..RakeRule::default() };
    let mut pots = pots_of(&[6000, 8000]);
    assert!(attribute_by(at(45_000), 300, &mut pots));
    assert_eq!(rakes(&pots), [270, 30]);
    assert!(attribute_by(at(100_000), 300, &mut pots));
    assert_eq!(rakes(&pots), [300, 0]);
    assert!(!attribute_by(at(20_000), 300, &mut pots), "2 % of both is less");
    let in_steps = RakeRule { step: 2000, rounding: Rounding::Floor, ..at(50_000) };
    let mut pots = pots_of(&[1999, 8000]);
    assert!(attribute_by(in_steps, 300, &mut pots));
    assert_eq!(rakes(&pots), [0, 300]);
}

#[test]
fn a_misprinted_rake_still_sums_and_stays_with_the_main_pot() {
    let mut pots = pots_of(&[100, 50]);
    attribute(170, &mut pots);
    assert_eq!(rakes(&pots), [120, 50]);
    attribute(-27, &mut pots);
    assert_eq!(rakes(&pots), [-27, 0]);
    attribute(5, &mut []);
}

#[test]
fn printed_pots_are_used_only_if_they_fit() {
    let gross = pots_of(&[2337, 8134]);
    for (nets, total) in [
        (vec![2337, 8134], 100),
        (vec![2238], 100),
        (vec![2338, 8033], 100),
        (vec![-1, 8133], 100),
        (vec![i64::MIN, i64::MAX], 0),
    ] {
        let mut pots = gross.clone();
        assert!(!attribute_printed(&nets, total, &mut pots), "{nets:?}");
        assert_eq!(pots, gross);
    }
}

#[test]
fn no_pot_pays_more_than_it_holds() {
    // 5 for each whole 100: the side pot's single unit completes the second hundred.
    let rule = RakeRule { rate_per_million: 50_000, step: 100, ..RakeRule::default() };
    let mut pots = pots_of(&[199, 1]);
    rule.apply(true, &mut pots);
    assert_eq!(rakes(&pots), [9, 1]);
    // The cap used up the main pot, so the side pot pays the fee.
    let mut pots = pots_of(&[10, 90]);
    pots[0].rake = 10;
    attribute_fee(30, &mut pots);
    assert_eq!(pots.iter().map(|pot| pot.fee).collect::<Vec<_>>(), [0, 30]);
}

/// One pot for seats 0 and up, divided by these strengths.
fn paid(net: i64, showdown: &Showdown<'_>) -> Vec<Award> {
    let eligible = (0..showdown.seats).collect();
    let mut out = Vec::new();
    awards(&[Pot { gross: net, eligible, ..Pot::default() }], showdown, &mut out);
    out
}

fn showdown(highs: &[Option<u32>], seats: usize, n_runouts: u8) -> Showdown<'_> {
    Showdown {
        highs,
        lows: &[],
        seats,
        n_runouts,
        is_split: false,
        odd_order: &[],
        unit: 1,
        runout_odd: RunoutOdd::OneEach,
    }
}

#[test]
fn odd_units_of_runouts_go_one_each_or_all_to_the_first() {
    let highs = [Some(1), None].repeat(3);
    let amounts = |runout_odd| -> Vec<(u8, i64)> {
        let showdown = Showdown { runout_odd, ..showdown(&highs, 2, 3) };
        paid(20, &showdown).iter().map(|award| (award.run_no, award.amount)).collect()
    };
    assert_eq!(amounts(RunoutOdd::OneEach), [(1, 7), (2, 7), (3, 6)]);
    assert_eq!(amounts(RunoutOdd::AllFirst), [(1, 8), (2, 6), (3, 6)]);
}

#[test]
fn less_than_a_unit_goes_to_the_first_share() {
    let highs = [Some(1); 4];
    let showdown = Showdown { unit: 5, odd_order: &[2, 3, 0, 1], ..showdown(&highs, 4, 1) };
    let amounts: Vec<(u8, i64)> = paid(192, &showdown).iter().map(|a| (a.seat, a.amount)).collect();
    assert_eq!(amounts, [(2, 52), (3, 50), (0, 45), (1, 45)]);
    let amounts: Vec<(u8, i64)> = paid(3, &showdown).iter().map(|a| (a.seat, a.amount)).collect();
    assert_eq!(amounts, [(2, 3)]);
}

#[test]
fn a_pot_whose_contenders_are_all_unknown_is_not_awarded() {
    assert_eq!(paid(100, &showdown(&[None, None], 2, 1)), []);
    assert_eq!(paid(100, &showdown(&[], 2, 1)), []);
    // A player who showed wins against those who did not.
    let award = Award { pot_no: 0, run_no: 0, half: Half::High, seat: 1, amount: 100 };
    assert_eq!(paid(100, &showdown(&[None, Some(7)], 2, 1)), [award]);
}

#[test]
fn odd_units_start_left_of_the_button_and_end_on_it() {
    let mut order = Vec::new();
    odd_order(&[2, 7, 8, 9], Some(7), OddPolicy::LeftOfButton, &mut order);
    assert_eq!(order, [2, 3, 0, 1]);
    odd_order(&[2, 7, 8, 9], Some(7), OddPolicy::RightOfButton, &mut order);
    assert_eq!(order, [1, 0, 3, 2]);
    // An empty seat has the button.
    odd_order(&[1, 3, 5], Some(4), OddPolicy::LeftOfButton, &mut order);
    assert_eq!(order, [2, 0, 1]);
    odd_order(&[5, 3, 0], None, OddPolicy::LeftOfButton, &mut order);
    assert_eq!(order, [2, 1, 0]);
}

#[test]
fn in_stud_the_highest_card_by_suit_gets_the_odd_unit() {
    let cards = |text: &str| -> CardList {
        let pairs = text.as_bytes().chunks(2);
        pairs.map(|pair| Card::read(pair).expect("a card").0).collect()
    };
    let hands = ["AhKdQc2c3c4c5d", "", "AsKh", "KsKc", "AcAd"].map(cards);
    let mut order = Vec::new();
    odd_order_by_card(hands, &mut order);
    assert_eq!(order, [2, 0, 4, 3, 1]);
}

#[test]
fn pots_printed_after_the_fee_are_paid_like_those_before_it() {
    let of = |gross: [i64; 2]| gross.map(|gross| Pot { gross, ..Pot::default() });
    let mut pots = of([28_152, 83_886]);
    assert!(attribute_printed_after_fee(&[28_076, 83_662], 276, 24, &mut pots));
    assert_eq!(pots.map(|pot| (pot.rake, pot.fee)), [(70, 6), (206, 18)]);
    // A pot that pays nothing pays no fee either.
    let mut pots = of([100, 900]);
    assert!(attribute_printed_after_fee(&[100, 850], 40, 10, &mut pots));
    assert_eq!(pots.map(|pot| (pot.rake, pot.fee)), [(0, 0), (40, 10)]);
    for (nets, rake, fee) in [([100, 850], 50, 0), ([100, 850], 60, -10), ([100, 850], 41, 10)] {
        assert!(!attribute_printed_after_fee(&nets, rake, fee, &mut of([100, 900])));
    }
    assert!(!attribute_printed_after_fee(&[100, 950], -60, 10, &mut of([100, 900])));
    assert!(!attribute_printed_after_fee(&[0, 0], i64::MAX, 1, &mut of([100, 900])));
}
