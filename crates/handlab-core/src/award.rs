//! From pots, strengths and runouts to payouts, down to the odd chip.
//!
//! # Flow
//! Each pot is paid separately: net of rake and fee, then a share for each runout, then high and low, then the
//! winners who tie. Every step divides whole units and places the odd ones by rule; the order matters for cents.
//!
//! # Rules
//! * A pot that only one seat may win is paid to it whole, once, whatever the runouts: [`Half::All`], `run_no` 0.
//! * Odd units go one each to the earliest runouts ([`RunoutOdd`]), to the high half, and one each to the winners in
//!   [`Showdown::odd_order`].
//! * Without a qualifying low the high half takes all. Only seats that may win that pot compete for its low half.
//! * Less than a unit (a 5-cent table with a net pot of 1.92) goes with the first share of each division.
//!
//! # Unknown cards
//! A seat without a strength cannot win. If no seat that may win a pot has a high on some runout, the share of that
//! runout is **not awarded**: the sum of the awards then falls short of the net pots, which the caller must check. If
//! some have one and others do not, the best of the known takes it: the audit reports which was unknown.

use std::cmp::Reverse;

pub use crate::rules::OddPolicy;

use crate::pot::Pot;
use handlab_cards::card::CardList;
use handlab_cards::game::Game;
use handlab_cards::seat::{MAX_SEATS, SeatSet};

/// Which half of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// The whole pot, which only one seat could win.
    All,
    /// For the best high hand: the whole contested pot if no low qualifies. In games that are always split, the first
    /// half: with the board in Drawmaha, the badugi in Badacey and Badeucy.
    High,
    /// For the best low hand, or the second half: in Drawmaha, the cards in hand.
    Low,
}

impl Half {
    /// The name in the `half` column.
    pub const fn name(self, game: Game) -> &'static str {
        match self {
            Half::All => "all",
            Half::High if game.is_drawmaha() => "board",
            Half::Low if game.is_drawmaha() => "hand",
            Half::High if game.is_always_split() => "badugi",
            Half::High => "high",
            Half::Low => "low",
        }
    }
}

/// What a seat gets from one pot, one runout, one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// 0 is the main pot.
    pub pot_no: u8,
    /// 1, 2, ... if the hand was run more than once and the pot was contested, else 0.
    pub run_no: u8,
    pub half: Half,
    /// Index of the seat.
    pub seat: u8,
    /// Minor units, above 0.
    pub amount: i64,
}

/// Who gets the odd units when a pot is divided by runouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunoutOdd {
    /// One each to the earliest: 20 over three is 7, 7, 6.
    #[default]
    OneEach,
    /// All to the first: 8, 6, 6 (pokerkit; no log shows which).
    AllFirst,
}

/// What decides a showdown.
#[derive(Clone, Copy, Debug)]
pub struct Showdown<'a> {
    /// High strengths at `[runout * seats + seat]`, larger is better; `None` if folded, unknown or missing.
    pub highs: &'a [Option<u32>],
    /// Strengths for the low or any other second half at the same places, larger is better; `None` where it does not
    /// qualify. Empty if the pots are not split.
    pub lows: &'a [Option<u32>],
    /// Seats for each runout in `highs` and `lows`.
    pub seats: usize,
    /// 1 for most hands.
    pub n_runouts: u8,
    /// Whether the pots have two halves: hi-lo, or a game that always splits them.
    pub is_split: bool,
    /// Indexes of seats in the order in which odd units are given; seats not listed follow by index. See [`odd_order`].
    pub odd_order: &'a [u8],
    /// The smallest chip in minor units: 5 on an old 0.25/0.50 table. Below 1 counts as 1.
    pub unit: i64,
    pub runout_odd: RunoutOdd,
}

impl Showdown<'_> {
    /// The seats with the best strength on a runout (from 0), among `eligible`.
    fn best(&self, strengths: &[Option<u32>], runout: u8, eligible: SeatSet) -> SeatSet {
        let start = usize::from(runout) * self.seats;
        let strengths = strengths.get(start..).unwrap_or_default();
        let seats = strengths.len().min(self.seats).min(MAX_SEATS);
        // Two branchless passes: who is best is nearly random, and a misprediction costs more than a pass.
        let key = |seat: usize| {
            let strength = strengths[seat].map_or(0, |strength| u64::from(strength) + 1);
            strength * u64::from(eligible.bits() >> seat & 1)
        };
        let best = (0..seats).map(key).max().unwrap_or(0);
        if best == 0 {
            return SeatSet::EMPTY;
        }
        let is_best = |seat: usize| u32::from(key(seat) == best);
        SeatSet::from_bits((0..seats).fold(0, |set, seat| set | is_best(seat) << seat))
    }

    /// A runout's (from 0) share of a net pot.
    fn runout_share(&self, net: i64, runout: u8) -> i64 {
        let count = u32::from(self.n_runouts.max(1));
        if count == 1 {
            return net;
        }
        // The last part has no odd units.
        let last = part(net, self.unit, count, count - 1);
        match (self.runout_odd, runout) {
            (RunoutOdd::OneEach, _) => part(net, self.unit, count, runout.into()),
            (RunoutOdd::AllFirst, 0) => net - last * i64::from(count - 1),
            (RunoutOdd::AllFirst, _) => last,
        }
    }
}

/// Fills `out` with who gets what: pots in their order, runouts, high before low, tied winners in the odd order.
///
/// `out` is cleared first. Shares of 0 are omitted.
pub fn awards(pots: &[Pot], showdown: &Showdown<'_>, out: &mut Vec<Award>) {
    out.clear();
    for (pot_no, pot) in pots.iter().enumerate() {
        let award = Award { pot_no: pot_no as u8, run_no: 0, half: Half::All, seat: 0, amount: 0 };
        if pot.eligible.len() == 1 {
            share(pot.net(), pot.eligible, award, showdown, out);
        } else {
            contest(pot, award, showdown, out);
        }
    }
}

/// Divides a pot that several seats may win, by runouts and halves.
fn contest(pot: &Pot, award: Award, showdown: &Showdown<'_>, out: &mut Vec<Award>) {
    let n_runouts = showdown.n_runouts.max(1);
    for runout in 0..n_runouts {
        let amount = showdown.runout_share(pot.net(), runout);
        let run_no = if n_runouts > 1 { runout.saturating_add(1) } else { 0 };
        let high = Award { run_no, half: Half::High, ..award };
        let highs = showdown.best(showdown.highs, runout, pot.eligible);
        let lows = if showdown.is_split { showdown.lows } else { &[] };
        let lows = showdown.best(lows, runout, pot.eligible);
        if lows.is_empty() {
            share(amount, highs, high, showdown, out);
        } else {
            let halves = [0, 1].map(|half| part(amount, showdown.unit, 2, half));
            share(halves[0], highs, high, showdown, out);
            share(halves[1], lows, Award { half: Half::Low, ..high }, showdown, out);
        }
    }
}

/// Divides an amount among winners who tie.
fn share(
    amount: i64,
    winners: SeatSet,
    award: Award,
    showdown: &Showdown<'_>,
    out: &mut Vec<Award>,
) {
    let count = winners.len();
    if count == 1 {
        // The common case: no odd unit, so the order does not matter.
        let seat = winners.first().unwrap_or_default() as u8;
        out.extend((amount > 0).then_some(Award { seat, amount, ..award }));
        return;
    }
    let mut left = winners;
    let order = showdown.odd_order.iter().map(|seat| usize::from(*seat)).chain(0..MAX_SEATS);
    let order = order.filter(|seat| left.remove(*seat)).take(count as usize);
    for (nth, seat) in order.enumerate() {
        let amount = part(amount, showdown.unit, count, nth as u32);
        if amount > 0 {
            out.push(Award { seat: seat as u8, amount, ..award });
        }
    }
}

/// The `nth` of `count` parts of an amount: whole units, the first parts one unit larger, the very first with any
/// fraction of a unit. Zero for a negative amount.
fn part(amount: i64, unit: i64, count: u32, nth: u32) -> i64 {
    let (amount, unit, count, nth) = (amount.max(0), unit.max(1), i64::from(count), i64::from(nth));
    let (units, dust) = (amount / unit, amount % unit);
    let whole = units / count + i64::from(nth < units % count);
    whole * unit + if nth == 0 { dust } else { 0 }
}

/// Fills `out`, which is cleared first, with the indexes of the seats in the order in which odd units are given.
///
/// `seat_numbers` are the seat numbers by index, `button` the seat number of the button, which may be empty. Without a
/// button the
/// lowest seat counts as the first one left of it.
pub fn odd_order(seat_numbers: &[u8], button: Option<u8>, policy: OddPolicy, out: &mut Vec<u8>) {
    out.clear();
    out.extend(0..seat_numbers.len().min(MAX_SEATS) as u8);
    let first = button.map_or(0, |button| button.wrapping_add(1));
    // Seats below `first` wrap round to large numbers.
    out.sort_unstable_by_key(|seat| (seat_numbers[usize::from(*seat)].wrapping_sub(first), *seat));
    if policy == OddPolicy::RightOfButton {
        out.reverse();
    }
}

/// Fills `out` with the seats by their highest card, suits ranked spades, hearts, diamonds, clubs: the order for stud.
///
/// All of a seat's cards count, up and down. Seats without known cards come last, by index.
pub fn odd_order_by_card(hole_cards: impl IntoIterator<Item = CardList>, out: &mut Vec<u8>) {
    out.clear();
    let mut highest = [None; MAX_SEATS];
    for (seat, (cards, slot)) in hole_cards.into_iter().zip(&mut highest).enumerate() {
        *slot = cards.as_slice().iter().map(|card| (card.rank(), card.suit())).max();
        out.push(seat as u8);
    }
    out.sort_unstable_by_key(|seat| (Reverse(highest[usize::from(*seat)]), *seat));
}
