//! Money from columns: invalid input is rejected, and the rest agrees with pots, rake and awards.

use handlab_cards::seat::{MAX_SEATS, SeatSet};
use handlab_core::audit::Verdict;
use handlab_core::award::{OddPolicy, RunoutOdd, Showdown, awards};
use handlab_core::pipeline::Pipeline;
use handlab_core::pot::{Pot, Stake, pots, take_uncalled};
use handlab_core::rake::attribute;
use handlab_core::settle::{Money, Odd, SettleError, Settlement, Terms};
use handlab_dialects::ALL;
use proptest::collection::vec;
use proptest::prelude::*;

const LEFT: Odd<'_> = Odd::Button(None, OddPolicy::LeftOfButton);

fn terms<'a>(highs: &'a [Option<u32>], odd: Odd<'a>) -> Terms<'a> {
    let runout_odd = RunoutOdd::OneEach;
    Terms { highs, lows: None, runouts: 1, rake: 0, fee: 0, unit: 1, odd, runout_odd }
}

fn settled(money: &Money<'_>, terms: &Terms<'_>) -> Result<Vec<i64>, SettleError> {
    let mut hand = Settlement::default();
    hand.stake(money)?;
    hand.layer();
    hand.pay(terms).map(<[i64]>::to_vec)
}

#[test]
fn impossible_values_are_rejected_and_not_clamped() {
    let money = Money { live: &[5, 5], ..Money::default() };
    let highs = [Some(1), Some(2)];
    let terms = terms(&highs, LEFT);
    assert_eq!(settled(&money, &terms), Ok(vec![0, 10]));
    let stake = |money: Money<'_>| Settlement::default().stake(&money);
    assert_eq!(
        stake(Money { live: &[5, -1], ..money }),
        Err(SettleError::Negative { of: "contributed", got: -1 })
    );
    assert_eq!(
        stake(Money { added: -2, ..money }),
        Err(SettleError::Negative { of: "added", got: -2 })
    );
    assert_eq!(stake(Money { added: i64::MAX, ..money }), Err(SettleError::Sum));
    assert_eq!(
        stake(Money { ante: Some(&[1]), ..money }),
        Err(SettleError::Values { of: "ante", wanted: 2, got: 1 })
    );
    let crowd = [1; MAX_SEATS + 1];
    assert_eq!(stake(Money { live: &crowd, ..money }), Err(SettleError::Seats(MAX_SEATS + 1)));
    assert_eq!(stake(Money { live: &crowd[1..], ..money }), Ok(()));
    let pay = |terms: Terms<'_>| settled(&money, &terms);
    assert_eq!(pay(Terms { unit: 0, ..terms }), Err(SettleError::Unit(0)));
    assert_eq!(pay(Terms { runouts: 0, ..terms }), Err(SettleError::Runouts(0)));
    assert_eq!(
        pay(Terms { runouts: 2, ..terms }),
        Err(SettleError::Values { of: "strength", wanted: 4, got: 2 })
    );
    assert_eq!(
        pay(Terms { rake: 10, fee: 1, ..terms }),
        Err(SettleError::Deductions { held: 10, rake: 10, fee: 1 })
    );
    assert_eq!(
        pay(Terms { odd: Odd::Places(&[1, 1]), ..terms }),
        Err(SettleError::Place { of: "odd_order", seats: 2, got: 1 })
    );
    assert_eq!(pay(Terms { highs: &[None, None], ..terms }), Err(SettleError::NotAwarded));
}

#[test]
fn a_rejected_hand_leaves_nothing_for_the_next() {
    let mut hand = Settlement::default();
    let highs = [Some(1), Some(1), Some(1)];
    let money = Money { live: &[7, 7, 7], dead: Some(&[2, 0, 0]), added: 3, ..Money::default() };
    hand.stake(&money).expect("a hand");
    hand.layer();
    assert_eq!(
        hand.pay(&terms(&highs, Odd::Places(&[9]))),
        Err(SettleError::Place { of: "odd_order", seats: 3, got: 9 })
    );
    hand.stake(&Money { live: &[1, -1, 1], ..money }).expect_err("an amount below 0");
    hand.stake(&Money { live: &[7, 7, 7], ..Money::default() }).expect("a hand");
    hand.layer();
    assert_eq!(hand.pay(&terms(&highs, LEFT)), Ok(&[7, 7, 7][..]));
}

#[test]
fn the_uncalled_bet_is_in_no_pot_and_not_in_the_total() {
    let mut hand = Settlement::default();
    hand.stake(&Money { live: &[25, 50, 100], ..Money::default() }).expect("a hand");
    assert_eq!(hand.take_uncalled(), Some((2, 50)));
    hand.layer();
    let gross: Vec<i64> = hand.pots.iter().map(|pot| pot.gross).collect();
    assert_eq!(gross, [75, 50]);
    let highs = [Some(1), Some(3), Some(2)];
    assert_eq!(hand.pay(&terms(&highs, LEFT)), Ok(&[0, 125, 0][..]));
    // Blind 100 and ante 25 against an ante of 1: the bet comes back, then of the ante what is beyond the other's.
    let mut stakes =
        [Stake { live: 100, ante: 25, ..Stake::default() }, Stake { ante: 1, ..Stake::default() }];
    assert_eq!(take_uncalled(&mut stakes), Some((0, 124)));
    assert_eq!(stakes[0], Stake { ante: 1, ..Stake::default() });
}

#[test]
fn places_count_from_the_button() {
    let highs = [Some(1), Some(1), Some(1), None];
    let money =
        Money { live: &[8, 8, 8, 7], folded: SeatSet::from_bits(0b1000), ..Money::default() };
    let paid = |odd| settled(&money, &terms(&highs, odd)).expect("a hand");
    let button = |at, policy| Odd::Button(Some(at), policy);
    // 31 is 11 and twice 10.
    assert_eq!(paid(LEFT), [11, 10, 10, 0]);
    assert_eq!(paid(button(0, OddPolicy::LeftOfButton)), [10, 11, 10, 0]);
    assert_eq!(paid(button(2, OddPolicy::LeftOfButton)), [11, 10, 10, 0]);
    assert_eq!(paid(button(0, OddPolicy::RightOfButton)), [11, 10, 10, 0]);
    assert_eq!(paid(Odd::Button(None, OddPolicy::RightOfButton)), [10, 10, 11, 0]);
    assert_eq!(paid(Odd::Places(&[2])), [10, 10, 11, 0]);
}

proptest! {
    #[test]
    fn columns_are_settled_as_stakes_are(
        seats in vec((0..12_i64, 0..3_i64, 0..3_i64, any::<bool>(), proptest::option::of(1..4_u32)), 1..=MAX_SEATS),
        added in 0..4_i64, rake in 0..9_i64,
    ) {
        let stakes: Vec<Stake> =
            seats.iter().map(|(live, ante, dead, is_folded, _)| Stake { live: *live, ante: *ante, dead: *dead, is_folded: *is_folded }).collect();
        let highs: Vec<Option<u32>> = seats.iter().map(|seat| seat.4).collect();
        let column = |of: fn(&Stake) -> i64| -> Vec<i64> { stakes.iter().map(of).collect() };
        let (live, ante, dead) = (column(|s| s.live), column(|s| s.ante), column(|s| s.dead));
        let folded = (0..stakes.len()).filter(|seat| stakes[*seat].is_folded).collect();
        let money = Money { live: &live, ante: Some(&ante), dead: Some(&dead), folded, added };
        let found = settled(&money, &Terms { rake, ..terms(&highs, LEFT) });

        let mut built = Vec::new();
        pots(&stakes, added, &mut built);
        let gross: i64 = built.iter().map(|pot| pot.gross).sum();
        attribute(rake, &mut built);
        let showdown = Showdown {
            highs: &highs, lows: &[], seats: stakes.len(), n_runouts: 1, is_split: false, odd_order: &[], unit: 1,
            runout_odd: RunoutOdd::OneEach,
        };
        let (mut out, mut paid) = (Vec::new(), vec![0; stakes.len()]);
        awards(&built, &showdown, &mut out);
        for award in &out {
            paid[usize::from(award.seat)] += award.amount;
        }
        if rake > gross {
            prop_assert_eq!(found, Err(SettleError::Deductions { held: gross, rake, fee: 0 }));
        } else if paid.iter().sum::<i64>() < gross - rake {
            prop_assert_eq!(found, Err(SettleError::NotAwarded));
        } else {
            prop_assert_eq!(found, Ok(paid));
        }
    }

    #[test]
    fn a_lone_pot_is_raked_like_one_next_to_an_empty_pot(gross in 0..5000_i64, rake in -9..6000_i64) {
        let pot = Pot { gross, ..Pot::default() };
        let (mut lone, mut two) = ([pot], [pot, Pot::default()]);
        attribute(rake, &mut lone);
        attribute(rake, &mut two);
        prop_assert_eq!(lone[0].rake, two[0].rake + two[1].rake);
    }

    #[test]
    fn a_set_of_seats_holds_what_was_inserted(bits: u32) {
        let set = SeatSet::from_bits(bits);
        let seats: Vec<usize> = set.iter().collect();
        prop_assert_eq!(seats.iter().copied().collect::<SeatSet>(), set);
        prop_assert_eq!(seats.len() as u32, set.len());
        prop_assert_eq!(set.bits(), bits & ((1 << MAX_SEATS) - 1));
        prop_assert!((0..40).all(|seat| set.contains(seat) == seats.contains(&seat)));
    }
}

/// A table of `seats` players who are all-in for 10 each and share the straight on the board.
fn crowded(seats: usize) -> String {
    let cards = |ranks: &'static str| {
        ranks.chars().flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
    };
    let board = "Ah Kh Qd Jc Ts";
    let left: Vec<String> = cards("23456789TJQKA").filter(|card| !board.contains(card)).collect();
    let hole = |chair: usize| left.chunks(2).cycle().nth(chair - 1).expect("cards").join(" ");
    let lines = |from: usize, line: &dyn Fn(usize) -> String| -> String {
        (from..=seats).map(|chair| line(chair) + "\n").collect()
    };
    let chairs = lines(1, &|chair| format!("Seat {chair}: p{chair} ($10 in chips)"));
    // The fourth seat acts first, after the blinds.
    let calls = lines(4, &|chair| format!("p{chair}: calls $10 and is all-in"));
    let shows =
        lines(1, &|chair| format!("p{chair}: shows [{}] (a straight, Ten to Ace)", hole(chair)));
    let collects = lines(1, &|chair| format!("p{chair} collected $10 from pot"));
    let summary = lines(1, &|chair| {
        let hole = hole(chair);
        format!("Seat {chair}: p{chair} showed [{hole}] and won ($10) with a straight, Ten to Ace")
    });
    format!(
        "PokerStars Hand #240000031676:  Hold'em No Limit ($5/$10 USD) - 2024/03/05 4:28:52 ET\n\
        Table 'Fornax V' {seats}-max Seat #1 is the button\n{chairs}\
        p2: posts small blind $5\np3: posts big blind $10 and is all-in\n*** HOLE CARDS ***\n{calls}\
        p1: calls $10 and is all-in\np2: calls $5 and is all-in\n*** FLOP *** [Ah Kh Qd]\n\
        *** TURN *** [Ah Kh Qd] [Jc]\n*** RIVER *** [Ah Kh Qd Jc] [Ts]\n*** SHOW DOWN ***\n\
        {shows}{collects}*** SUMMARY ***\nTotal pot ${} | Rake $0\nBoard [{board}]\n{summary}\n",
        10 * seats,
    )
}

#[test]
fn twenty_three_seats_are_audited_and_one_more_is_rejected() {
    let mut pipeline = Pipeline::default();
    pipeline.read_text(&ALL, &crowded(MAX_SEATS)).expect("a hand");
    let Pipeline { hand, audit, .. } = &pipeline;
    assert_eq!(hand.seats.len(), MAX_SEATS);
    assert_eq!(audit.pots.len(), 1);
    assert_eq!(audit.pots[0].eligible, (0..MAX_SEATS).collect());
    assert_eq!(audit.verdict, Verdict::Exact);
    let crowd = pipeline.read_text(&ALL, &crowded(MAX_SEATS + 1));
    assert_eq!(crowd.err().map(|error| error.code()), Some("seats"));
}
