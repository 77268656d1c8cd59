//! The money walk of `band100`'s author: its README's examples, and where it differs from the pots that are paid.

use handlab_cards::card::Card;
use handlab_cards::scheme::band100_pots::{SidePot, side_pots, spread_money};
use handlab_cards::scheme::{Code, Reading, Scheme, Variant};
use handlab_cards::seat::SeatSet;
use handlab_core::award::{OddPolicy, RunoutOdd, Showdown, awards, odd_order};
use handlab_core::pot::{self, Stake, uncalled};
use serde_json::Value;

const BOARD: &str = "AcKcJc5cTh";

fn rank(hole: &str) -> f64 {
    let hand = [hole, BOARD].concat();
    let cards: Vec<Card> = Card::read_all(&hand).map(|card| card.expect("a card")).collect();
    let reading = Reading::new(Scheme::Band100, Variant::Literal).expect("a variant");
    match reading.encode(&cards) {
        Ok(Code::Band100(code)) => code.rank,
        other => panic!("{other:?}"),
    }
}

fn seats(seats: &[usize]) -> SeatSet {
    seats.iter().copied().collect()
}

fn pot(amount: i64, contested_by: &[usize], winners: &[usize], share: i64, left: i64) -> SidePot {
    SidePot { amount, contested_by: seats(contested_by), winners: seats(winners), share, left }
}

#[test]
fn three_all_ins_make_two_pots_and_the_rest_goes_back() {
    let (pots, back) = side_pots(&[25, 50, 100]);
    assert_eq!(pots, [pot(75, &[0, 1, 2], &[], 0, 75), pot(50, &[1, 2], &[], 0, 50)]);
    assert_eq!(back, Some((2, 50)));
    assert_eq!([SidePot::name(0), SidePot::name(1)], ["Main Pot", "Side Pot 1"]);
}

/// The README prints 37.5 for each winner of the 75: its code deals in whole chips, and keeps one.
#[test]
fn the_full_example_gives_100_and_75_and_100_and_loses_a_chip() {
    let ranks = ["8c7h", "9h5h", "Ad4s", "As3h"].map(|hole| Some(rank(hole)));
    let (pots, paid) = spread_money(&[25, 50, 100, 100], &ranks);
    assert_eq!(
        pots,
        [
            pot(100, &[0, 1, 2, 3], &[0], 100, 0),
            pot(75, &[1, 2, 3], &[2, 3], 37, 1),
            pot(100, &[2, 3], &[2, 3], 50, 0),
        ]
    );
    assert_eq!(paid, [100, 0, 87, 87]);
}

#[test]
fn folded_money_has_its_own_level() {
    let (pots, paid) = spread_money(&[30, 100, 100], &[None, Some(2.0), Some(1.0)]);
    assert_eq!(pots, [pot(90, &[0, 1, 2], &[1], 30 * 3, 0), pot(140, &[1, 2], &[1], 140, 0)]);
    assert_eq!(paid, [0, 230, 0]);
}

#[test]
fn a_pot_of_folded_players_has_no_winner_and_a_last_one_is_returned() {
    let (pots, paid) = spread_money(&[10, 40, 60], &[Some(1.0), None, None]);
    assert_eq!(pots, [pot(30, &[0, 1, 2], &[0], 30, 0), pot(60, &[1, 2], &[], 0, 60)]);
    assert_eq!(paid, [30, 0, 20]);
}

#[test]
fn money_of_at_most_one_player_makes_no_pot() {
    assert_eq!(side_pots(&[]), (vec![], None));
    assert_eq!(side_pots(&[0, -5]), (vec![], None));
    assert_eq!(side_pots(&[0, 7]), (vec![], Some((1, 7))));
    assert_eq!(spread_money(&[0, 7], &[None, None]).1, [0, 7]);
}

/// What is paid in the end, by the walk and by the rules, for each of the cases of the source's README.
#[test]
fn the_rules_pay_what_the_walk_leaves_over() {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../handlab-cards/tests/data/pots.json"))
            .expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases");
    let of = |id: &str| cases.iter().find(|case| case["id"] == id).expect("a case");
    for (id, by_walk) in [
        ("P01", vec![75, 50, 50]),
        ("P02", vec![100, 0, 87, 87]),
        ("P02c", vec![10_000, 0, 8750, 8750]),
        ("P03", vec![0, 230, 0]),
    ] {
        let (put_in, strengths, by_rules) = played(of(id));
        let ranks: Vec<Option<f64>> = strengths.iter().map(|hi| hi.map(f64::from)).collect();
        let (pots, paid) = spread_money(&put_in, &ranks);
        assert_eq!(paid, by_walk, "{id}");
        let lost: i64 = pots.iter().map(|pot| pot.left).sum();
        assert_eq!(paid.iter().sum::<i64>() + lost, by_rules.iter().sum::<i64>(), "{id}");
        assert_eq!(lost, i64::from(id == "P02"), "{id}");
        assert_eq!(paid == by_rules, lost == 0, "{id}");
    }
}

/// A case's money and strengths, and what `pot` and `award` pay, the uncalled bet included.
fn played(case: &Value) -> (Vec<i64>, Vec<Option<u32>>, Vec<i64>) {
    let players = case["players"].as_array().expect("players");
    let put_in: Vec<i64> = players.iter().filter_map(|player| player["live"].as_i64()).collect();
    let strengths: Vec<Option<u32>> =
        players.iter().map(|player| player["hi"].as_u64().map(|hi| hi as u32)).collect();
    let is_folded = |player: &Value| player["folded"].as_bool().unwrap_or(false);
    let stake = |(player, live)| Stake { live, is_folded: is_folded(player), ..Stake::default() };
    let mut stakes: Vec<Stake> = players.iter().zip(put_in.iter().copied()).map(stake).collect();
    let mut paid = vec![0; players.len()];
    if let Some((seat, amount)) = uncalled(&stakes) {
        stakes[seat].live -= amount;
        paid[seat] += amount;
    }
    let (mut pots, mut order, mut won) = (Vec::new(), Vec::new(), Vec::new());
    pot::pots(&stakes, 0, &mut pots);
    let numbers: Vec<u8> = players
        .iter()
        .filter_map(|player| player["seat"].as_u64())
        .map(|seat| seat as u8)
        .collect();
    let button = case["button"].as_u64().map(|button| button as u8);
    odd_order(&numbers, button, OddPolicy::LeftOfButton, &mut order);
    let showdown = Showdown {
        highs: &strengths,
        lows: &[],
        seats: players.len(),
        n_runouts: 1,
        is_split: false,
        odd_order: &order,
        unit: 1,
        runout_odd: RunoutOdd::OneEach,
    };
    awards(&pots, &showdown, &mut won);
    for award in &won {
        paid[usize::from(award.seat)] += award.amount;
    }
    let expected = numbers.iter().map(|seat| {
        let seat = seat.to_string();
        let back = case["expected"]["uncalled"][&seat].as_i64().unwrap_or(0);
        case["expected"]["payouts"][&seat].as_i64().expect("a payout") + back
    });
    assert_eq!(paid, expected.collect::<Vec<_>>(), "{case}");
    (put_in, strengths, paid)
}
