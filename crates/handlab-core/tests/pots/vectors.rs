//! Every case of `pots.json`: stakes to uncalled bet, pots, rake, fees, awards and nets; printed pots to rake.

use std::collections::BTreeMap;

use handlab_core::award::{Award, Half, OddPolicy, RunoutOdd, Showdown, awards, odd_order};
use handlab_core::pot::{Pot, Stake, pots, uncalled};
use handlab_core::rake::{RakeRule, Rounding, attribute_printed};
use serde_json::Value;

fn cases(kind: char) -> Vec<Value> {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../handlab-cards/tests/data/pots.json"))
            .expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases").clone();
    cases
        .into_iter()
        .filter(|case| case["id"].as_str().is_some_and(|id| id.starts_with(kind)))
        .collect()
}

fn units(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn rake_rule(case: &Value) -> Option<RakeRule> {
    let rule = case.get("rake")?;
    // "0.0425" without floats: the digits after the point, filled up to six.
    let decimals = rule["pct"].as_str().expect("pct").strip_prefix("0.").expect("below 1");
    let rounding = match rule["rounding"].as_str() {
        Some("floor") => Rounding::Floor,
        _ => Rounding::HalfEven,
    };
    Some(RakeRule {
        rate_per_million: format!("{decimals:0<6}").parse().expect("millionths"),
        cap: rule["cap"].as_i64(),
        rounding,
        step: units(&rule["step"]),
        no_flop_no_drop: rule["no_flop_no_drop"].as_bool().unwrap_or(false),
        jackpot_fee: units(&rule["jackpot"]),
    })
}

/// A case's `hi` or `lo` of all players, as `awards` wants them; a single number is the only runout.
fn strengths(players: &[Value], key: &str, runouts: usize) -> Vec<Option<u32>> {
    let of = |player: &Value, runout: usize| match &player[key] {
        Value::Array(runs) => runs[runout].as_u64(),
        one => one.as_u64(),
    };
    let each_runout = |runout| {
        players.iter().map(move |player| of(player, runout).map(|strength| strength as u32))
    };
    (0..runouts).flat_map(each_runout).collect()
}

struct Table {
    seats: Vec<u8>,
    stakes: Vec<Stake>,
    uncalled: BTreeMap<u8, i64>,
    pots: Vec<Pot>,
    awards: Vec<Award>,
}

fn play(case: &Value) -> Table {
    let players = list(&case["players"]);
    let seats: Vec<u8> = players.iter().map(|player| units(&player["seat"]) as u8).collect();
    let mut stakes: Vec<Stake> = players
        .iter()
        .map(|player| Stake {
            live: units(&player["live"]),
            ante: units(&player["ante"]),
            dead: units(&player["dead"]),
            is_folded: player["folded"].as_bool().unwrap_or(false),
        })
        .collect();
    let returned = if case.get("uncalled_override").is_some() { None } else { uncalled(&stakes) };
    if let Some((seat, amount)) = returned {
        stakes[seat].live -= amount;
    }
    let mut built = Vec::new();
    pots(&stakes, units(&case["added"]), &mut built);
    if let Some(rule) = rake_rule(case) {
        rule.apply(case["rake"]["flop_seen"].as_bool().unwrap_or(true), &mut built);
    }
    let runouts = case["runouts"].as_u64().unwrap_or(1) as usize;
    let mut order = Vec::new();
    if let Some("explicit") = case["odd"].as_str() {
        let seat_index =
            |number: &Value| seats.iter().position(|seat| i64::from(*seat) == units(number));
        order.extend(list(&case["odd_order"]).iter().filter_map(seat_index).map(|seat| seat as u8));
    } else {
        let policy = match case["odd"].as_str() {
            Some("right_of_button") => OddPolicy::RightOfButton,
            _ => OddPolicy::LeftOfButton,
        };
        odd_order(&seats, case["button"].as_u64().map(|button| button as u8), policy, &mut order);
    }
    let showdown = Showdown {
        highs: &strengths(players, "hi", runouts),
        lows: &strengths(players, "lo", runouts),
        seats: seats.len(),
        n_runouts: runouts as u8,
        is_split: case["hilo"].as_bool().unwrap_or(false),
        odd_order: &order,
        unit: case["unit"].as_i64().unwrap_or(1),
        runout_odd: RunoutOdd::OneEach,
    };
    let mut paid = Vec::new();
    awards(&built, &showdown, &mut paid);
    let uncalled = returned.into_iter().map(|(seat, amount)| (seats[seat], amount)).collect();
    Table { seats, stakes, uncalled, pots: built, awards: paid }
}

fn expected_half(award: &Value) -> Half {
    match award["half"].as_str() {
        Some("all") => Half::All,
        Some("lo") => Half::Low,
        _ => Half::High,
    }
}

#[test]
fn every_hand_of_the_shared_vectors_is_paid_as_given() {
    let cases = cases('P');
    assert_eq!(cases.len(), 45);
    for case in cases {
        let (id, expected) = (&case["id"], &case["expected"]);
        let table = play(&case);
        let by_seat = |value: &Value| -> BTreeMap<u8, i64> {
            let entries = value.as_object().expect("by seat").iter();
            entries.map(|(seat, amount)| (seat.parse().expect("seat"), units(amount))).collect()
        };
        assert_eq!(table.uncalled, by_seat(&expected["uncalled"]), "{id}: uncalled");

        let pots = list(&expected["pots"]);
        assert_eq!(table.pots.len(), pots.len(), "{id}: number of pots");
        for (pot_no, (pot, expected)) in table.pots.iter().zip(pots).enumerate() {
            let eligible = pot.eligible.iter().map(|seat| table.seats[seat]);
            let mut eligible: Vec<u64> = eligible.map(u64::from).collect();
            eligible.sort_unstable();
            assert_eq!(Value::from(eligible), expected["eligible"], "{id} pot {pot_no}: eligible");
            let amounts = [pot.gross, pot.rake, pot.fee, pot.net()];
            let keys = ["gross", "rake", "fee", "net"];
            assert_eq!(
                amounts,
                keys.map(|key| units(&expected[key])),
                "{id} pot {pot_no}: {keys:?}"
            );

            let paid = table.awards.iter().filter(|award| usize::from(award.pot_no) == pot_no);
            let paid: Vec<_> = paid
                .map(|award| {
                    (award.run_no, award.half, table.seats[usize::from(award.seat)], award.amount)
                })
                .collect();
            let wanted: Vec<_> = list(&expected["awards"])
                .iter()
                .map(|award| {
                    let run_no = units(&award["runout"]) as u8;
                    (
                        run_no,
                        expected_half(award),
                        units(&award["seat"]) as u8,
                        units(&award["amount"]),
                    )
                })
                .collect();
            assert_eq!(paid, wanted, "{id} pot {pot_no}: awards");
        }

        let total = |amount: fn(&Pot) -> i64| table.pots.iter().map(amount).sum::<i64>();
        assert_eq!(total(|pot| pot.gross), units(&expected["total_pot"]), "{id}: total pot");
        assert_eq!(total(|pot| pot.rake), units(&expected["rake"]), "{id}: rake");
        assert_eq!(total(|pot| pot.fee), units(&expected["fee"]), "{id}: fee");

        let (mut payouts, mut nets) = (BTreeMap::new(), BTreeMap::new());
        for (index, (seat, stake)) in table.seats.iter().zip(&table.stakes).enumerate() {
            let won = table.awards.iter().filter(|award| usize::from(award.seat) == index);
            let won: i64 = won.map(|award| award.amount).sum();
            payouts.insert(*seat, won);
            nets.insert(*seat, won - stake.live - stake.ante - stake.dead);
        }
        assert_eq!(payouts, by_seat(&expected["payouts"]), "{id}: payouts");
        assert_eq!(nets, by_seat(&expected["net"]), "{id}: net");
    }
}

#[test]
fn every_raked_hand_of_the_shared_vectors_is_raked_as_printed() {
    let cases = cases('R');
    assert_eq!(cases.len(), 15);
    for case in cases {
        let (id, expected) = (&case["id"], &case["expected"]);
        let gross: Vec<i64> = list(&case["pots_in"]).iter().map(units).collect();
        let mut raked: Vec<Pot> =
            gross.iter().map(|gross| Pot { gross: *gross, ..Pot::default() }).collect();
        let mut printed = raked.clone();
        let rule = rake_rule(&case).expect("a rule");
        rule.apply(true, &mut raked);
        let rakes: Vec<i64> = raked.iter().map(|pot| pot.rake).collect();
        let nets: Vec<i64> = raked.iter().map(Pot::net).collect();
        assert_eq!(Value::from(rakes), expected["rake_per_pot"], "{id}: rake");
        assert_eq!(Value::from(nets.clone()), expected["net"], "{id}: net");
        assert_eq!(rule.rake(gross.iter().sum()), units(&expected["rake"]), "{id}: total");

        assert!(
            attribute_printed(&nets, units(&expected["rake"]), &mut printed),
            "{id}: printed pots fit"
        );
        assert_eq!(printed, raked, "{id}: from the printed pots");
    }
}
