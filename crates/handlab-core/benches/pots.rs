//! Hands per second whose pots are filled, and paid: `cargo bench -p handlab-core --bench pots`.
//!
//! `bench/pots.py` measures the same in Polars, where lists are read and written as well.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use handlab_cards::deal::Generator;
use handlab_cards::seat::SeatSet;
use handlab_core::award::{OddPolicy, RunoutOdd};
use handlab_core::settle::{Money, Odd, Settlement, Terms};

const HANDS: usize = 1 << 14;

/// How hands end.
#[derive(Clone, Copy)]
enum Mix {
    /// Seven of ten without a showdown, one of ten with a short stack.
    Played,
    /// All-in, all stacks different, four of ten seats folded.
    Showdown,
}

/// A mix of hands, and their number of seats.
struct Case(Mix, usize);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mix = match self.0 {
            Mix::Played => "as played",
            Mix::Showdown => "all-in",
        };
        write!(f, "{mix}, {} seats", self.1)
    }
}

const CASES: [Case; 4] =
    [Case(Mix::Played, 6), Case(Mix::Played, 9), Case(Mix::Showdown, 6), Case(Mix::Showdown, 9)];

/// What each seat paid, who folded, and the strengths of the others.
struct Dealt {
    live: Vec<i64>,
    folded: SeatSet,
    highs: Vec<Option<u32>>,
}

fn main() {
    divan::main();
}

fn dealt(case: &Case) -> Vec<Dealt> {
    let mut source = Generator::new(1);
    (0..HANDS).map(|_| hand(case, &mut source)).collect()
}

fn hand(Case(mix, seats): &Case, source: &mut Generator) -> Dealt {
    let seats = *seats as u32;
    let price = source.between(2, 400);
    let first = source.between(0, seats - 1);
    // The seats that stay are next to each other, starting at `first`.
    let stay = match mix {
        Mix::Played if source.chance(700) => 1,
        Mix::Played if source.chance(800) => 2,
        Mix::Played => 3,
        Mix::Showdown => 2,
    };
    let (mut live, mut is_folded, mut highs) = (Vec::new(), Vec::new(), Vec::new());
    for seat in 0..seats {
        let stays = (seat + seats - first) % seats < stay;
        let is_out = !stays && (matches!(mix, Mix::Played) || source.chance(400));
        live.push(i64::from(match mix {
            Mix::Showdown => source.between(1, 1000),
            Mix::Played if stays && !(stay > 1 && seat == first && source.chance(330)) => price,
            Mix::Played if stays => source.between(1, price),
            Mix::Played => source.between(0, 3).saturating_sub(1),
        }));
        is_folded.push(is_out);
        highs.push((!is_out).then(|| source.between(1, 7462)));
    }
    let bits = is_folded.iter().enumerate().map(|(seat, out)| u32::from(*out) << seat).sum();
    Dealt { live, folded: SeatSet::from_bits(bits), highs }
}

fn stake(hand: &Dealt, settlement: &mut Settlement) {
    let money = Money { live: &hand.live, folded: hand.folded, ..Money::default() };
    settlement.stake(&money).expect("money");
    settlement.layer();
}

#[divan::bench(args = CASES)]
fn pots(bencher: Bencher, case: &Case) {
    let hands = dealt(case);
    let mut settlement = Settlement::default();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        for hand in &hands {
            stake(hand, &mut settlement);
            divan::black_box(&settlement.pots);
        }
    });
}

#[divan::bench(args = CASES)]
fn pots_and_awards(bencher: Bencher, case: &Case) {
    let hands = dealt(case);
    let mut settlement = Settlement::default();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        for hand in &hands {
            stake(hand, &mut settlement);
            let terms = Terms {
                highs: &hand.highs,
                lows: None,
                runouts: 1,
                rake: (hand.live.iter().sum::<i64>() / 20).min(300),
                fee: 0,
                unit: 1,
                odd: Odd::Button(None, OddPolicy::LeftOfButton),
                runout_odd: RunoutOdd::OneEach,
            };
            divan::black_box(settlement.pay(&terms).expect("awards"));
        }
    });
}
