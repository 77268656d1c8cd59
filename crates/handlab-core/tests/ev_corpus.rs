//! Expected values of the real logs, where they lie beside the project: the law of sums for every hand, and luck that
//! is nothing on average. See `corpus_real.rs` for where the logs are; `--nocapture` prints the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

use handlab_core::ev::{Expectation, Method};

#[path = "support/logs.rs"]
mod logs;
#[path = "support/read.rs"]
mod read;

use logs::{corpus, each_file};
use read::{Followed, each_hand};

/// A seat's luck at an all-in, in big blinds.
#[derive(Default)]
struct Luck {
    hands: u32,
    sum: f64,
    squares: f64,
}

#[test]
fn luck_is_nothing_over_each_hand_and_on_average() {
    let Some(folder) = corpus() else { return };
    let mut expectation = Expectation::default();
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<(&str, String, &str, &str), (u32, Duration)> = BTreeMap::new();
    let mut lucks: BTreeMap<&str, Luck> = BTreeMap::new();
    let (mut hands, mut time) = (0_u32, Duration::ZERO);
    each_file(&folder, |_, data| {
        each_hand(data, |read| {
            let Ok(Followed { hand, replay, audit }) = read.outcome else { return };
            let start = Instant::now();
            expectation.run(hand, replay, audit);
            let took = start.elapsed();
            (hands, time) = (hands + 1, time + took);
            let Some(street) = expectation.street else {
                assert_eq!((expectation.method, expectation.seats.len()), (None, 0));
                return;
            };
            let method = expectation.method.map_or("none", Method::name);
            let low = if hand.is_hi_lo { " hi-lo" } else { "" };
            let game = format!("{}{low}", hand.game.name());
            let players = if audit.contenders == 2 { "heads-up" } else { "more" };
            let of = (street.name(hand.game.family()), game, players, method);
            let count = counts.entry(of).or_default();
            *count = (count.0 + 1, count.1 + took);
            if expectation.seats.is_empty() || !seen.insert(hand.str(hand.hand_id).to_owned()) {
                return;
            }
            let net: i64 = audit.pots.iter().map(handlab_core::pot::Pot::net).sum();
            let payouts: i64 = expectation.seats.iter().map(|seat| seat.payout).sum();
            assert_eq!(payouts, net, "{}", hand.str(hand.hand_id));
            let unit = hand.stakes.big_blind.or(hand.stakes.small_bet).unwrap_or(1) as f64;
            let shares: f64 = expectation.seats.iter().map(|seat| seat.equity).sum();
            assert!((shares - 1.0).abs() < 1e-9);
            for (index, (seat, result)) in expectation.seats.iter().zip(&audit.seats).enumerate() {
                let luck = result.won - seat.payout;
                if expectation.method == Some(Method::Exact) {
                    let is_sure = seat.equity == 0.0 || seat.equity == 1.0;
                    assert!(!is_sure || luck == 0, "{}", hand.str(hand.hand_id));
                }
                // One seat a hand, by the chair: the others' luck is its opposite.
                if replay.seats[index].is_in() {
                    let luck = luck as f64 / unit;
                    for who in ["everybody", if hand.hero == Some(index as u8) { "hero" } else { "others" }] {
                        let sums = lucks.entry(who).or_default();
                        sums.hands += 1;
                        sums.sum += luck;
                        sums.squares += luck * luck;
                    }
                }
            }
        });
    });
    let mut report = String::new();
    for ((street, game, players, method), (count, time)) in &counts {
        let mean = time.as_secs_f64() * 1e6 / f64::from(*count);
        writeln!(report, "{count:6} {street:8} {game:12} {players:8} {method:13} {mean:9.1} us").expect("a string");
    }
    for (who, luck) in &lucks {
        writeln!(report, "{who}: {} seats, luck {:.1} ± {:.1} bb", luck.hands, luck.sum, luck.squares.sqrt()).expect("a string");
    }
    let mean = time.as_secs_f64() * 1e6 / f64::from(hands);
    eprintln!("{report}{hands} hands, {mean:.2} us each");
}
