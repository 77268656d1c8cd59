//! Expected values of the real logs, where they are available: the sums of every hand, and luck that is zero on
//! average. See `support/logs.rs` for their folder; `--nocapture` prints the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

use handlab_core::ev::{Expectation, Method};
use handlab_core::pot::Pot;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;
use handlab_core::pipeline::Pipeline;

/// Luck of one seat per hand, in big blinds.
#[derive(Default)]
struct Luck {
    hands: u32,
    sum: f64,
    squares: f64,
}

impl Luck {
    fn add(&mut self, luck: f64) {
        self.hands += 1;
        self.sum += luck;
        self.squares += luck * luck;
    }

    /// The distance of the sum from zero in standard deviations.
    fn deviations(&self) -> f64 {
        self.sum / self.squares.sqrt()
    }
}

/// The error in the expected values of a hand, if there is one.
fn broken_law(followed: &Pipeline) -> Option<String> {
    let Pipeline { hand, replay, audit, expectation, .. } = followed;
    let is_known = matches!(expectation.method, Some(Method::Exact | Method::Sampled));
    if expectation.street.is_some() != expectation.method.is_some()
        || expectation.seats.len() != if is_known { hand.seats.len() } else { 0 }
    {
        return Some(format!("{:?} but {:?}", expectation.street, expectation.seats));
    }
    let sums = (
        audit.pots.iter().map(Pot::net).sum::<i64>() as f64,
        expectation.seats.iter().map(|seat| seat.payout).sum::<f64>(),
        expectation.seats.iter().map(|seat| seat.equity).sum::<f64>(),
    );
    if is_known && ((sums.0 - sums.1).abs() > 1e-6 || (sums.2 - 1.0).abs() > 1e-9) {
        return Some(format!("net pots, payouts, equities are {sums:?}"));
    }
    let seats = expectation.seats.iter().zip(&audit.seats).zip(&replay.seats);
    let mut broken = seats.filter(|((expected, result), state)| {
        let is_sure = expected.equity <= 0.0 || expected.equity >= 1.0;
        let is_exact = expectation.method == Some(Method::Exact);
        !(0.0..=1.0).contains(&expected.equity)
            || (!state.is_in() && expected.payout != 0.0)
            || (is_sure && is_exact && (expected.payout - result.won as f64).abs() > 1e-6)
    });
    broken.next().map(|seat| format!("{seat:?}"))
}

#[test]
fn luck_is_zero_over_each_hand_and_on_average() {
    let Some(folder) = corpus_of("pokerstars") else { return };
    let mut again = Expectation::default();
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<(&str, String, u8, &str), (u32, Duration)> = BTreeMap::new();
    let mut lucks: BTreeMap<String, Luck> = BTreeMap::new();
    let (mut broken, mut hands, mut time) = (Vec::new(), 0_u32, Duration::ZERO);
    each_file(&folder, |file, data| {
        each_hand(data, |read| {
            let Ok(followed) = read.outcome else { return };
            let Pipeline { hand, replay, audit, expectation, .. } = followed;
            // The first hand also builds the tables of the engine.
            let start = Instant::now();
            again.run(hand, replay, audit);
            let took = start.elapsed();
            (hands, time) = (hands + 1, time + took);
            if let Some(law) = broken_law(followed) {
                broken.push(format!("{file}:{} ({} bytes) {law}", read.at.line, read.length));
            }
            let (Some(street), Some(method)) = (expectation.street, expectation.method) else {
                return;
            };
            let street = street.name(hand.game);
            let low = if hand.is_hi_lo { " hi-lo" } else { "" };
            let game = format!("{}{low}", hand.game.name());
            let count = counts.entry((street, game, audit.contenders, method.name())).or_default();
            *count = (count.0 + 1, count.1 + took);
            let is_new = seen.insert(hand.str(hand.hand_id).to_owned());
            let unit = hand.stakes.big_blind.or(hand.stakes.small_bet).filter(|_| is_new);
            let Some(unit) = unit.filter(|unit| *unit > 0) else { return };
            let luck = |seat: usize| {
                let payout = expectation.seats[seat].payout;
                (audit.seats[seat].won as f64 - payout) / unit as f64
            };
            // Over all seats of a hand luck sums to zero, so only one seat per hand is informative.
            let favourite = (0..expectation.seats.len()).max_by(|a, b| {
                expectation.seats[*a].equity.total_cmp(&expectation.seats[*b].equity)
            });
            if let Some(favourite) = favourite {
                lucks.entry(format!("favourites, {street}")).or_default().add(luck(favourite));
            }
            let hero = hand.hero.map(usize::from).filter(|hero| replay.seats[*hero].is_in());
            if let Some(hero) = hero.filter(|hero| *hero < expectation.seats.len()) {
                lucks.entry("heroes".to_owned()).or_default().add(luck(hero));
            }
        });
    });
    let mut report = String::new();
    let mut print_line =
        |line: std::fmt::Arguments<'_>| writeln!(report, "{line}").expect("a string");
    for ((street, game, players, method), (count, time)) in &counts {
        let mean = time.as_secs_f64() * 1e6 / f64::from(*count);
        print_line(format_args!(
            "{count:6} {street:8} {game:14} {players} in {method:13} {mean:9.1} us"
        ));
    }
    for (who, luck) in &lucks {
        let error = luck.squares.sqrt();
        print_line(format_args!(
            "{who}: {} hands, luck {:+.1} ± {error:.1} bb",
            luck.hands, luck.sum
        ));
    }
    let mean = time.as_secs_f64() * 1e6 / f64::from(hands);
    print_line(format_args!("{hands} hands, {mean:.2} us each"));
    eprintln!("{report}");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let far: Vec<_> = lucks.iter().filter(|(_, luck)| luck.deviations().abs() > 4.0).collect();
    assert!(
        far.is_empty(),
        "beyond chance: {:?}",
        far.iter().map(|(who, _)| who).collect::<Vec<_>>()
    );
    let known = |count: &(&(&str, String, u8, &str), _)| matches!(count.0.3, "exact" | "sampled");
    let known: u32 = counts.iter().filter(known).map(|(_, (count, _))| count).sum();
    assert!(known >= 1_400, "only {known} all-ins are known");
}
