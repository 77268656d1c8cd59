//! What each player wins from each pot, added up over runouts.

use super::{Answer, MAX_PLAYERS, UNITS};

/// The players' hands on a board: the higher number wins. A low of 0 does not qualify.
#[derive(Clone, Copy)]
pub(super) struct Hands<const N: usize> {
    pub(super) highs: [u16; N],
    pub(super) lows: [u16; N],
}

impl<const N: usize> Hands<N> {
    /// Hands in a game without a low.
    #[inline]
    pub(super) fn high(highs: [u16; N]) -> Self {
        Hands { highs, lows: [0; N] }
    }

    /// The same hands, except for players whose flush is better.
    #[inline]
    fn or(mut self, flushes: &[u16; N]) -> Self {
        for (high, flush) in self.highs.iter_mut().zip(flushes) {
            *high = (*high).max(*flush);
        }
        self
    }
}

/// Accumulates comparisons.
pub(super) trait Tally<const N: usize> {
    /// Adds `times` boards with these hands; subtracts them if negative.
    fn add(&mut self, hands: &Hands<N>, times: i64);

    /// Subtracts `times` boards with these hands and adds them with the flushes.
    #[inline]
    fn add_flushes(&mut self, hands: &Hands<N>, flushes: &[u16; N], times: i64) {
        self.add(hands, -times);
        self.add(&hands.or(flushes), times);
    }
}

/// Two players: how often the first is ahead, and how often they are even.
#[derive(Default)]
pub(super) struct HeadsUp {
    ahead: i64,
    even: i64,
}

impl Tally<2> for HeadsUp {
    #[inline]
    fn add(&mut self, hands: &Hands<2>, times: i64) {
        let [a, b] = hands.highs;
        self.ahead += i64::from(a > b) * times;
        self.even += i64::from(a == b) * times;
    }
}

impl HeadsUp {
    /// A tally counted elsewhere.
    pub(super) fn new(ahead: i64, even: i64) -> Self {
        HeadsUp { ahead, even }
    }

    /// Writes the answer for `runouts` boards.
    pub(super) fn finish(&self, runouts: u64, pots: &[u16], answer: &mut Answer) {
        let (ahead, even) = (self.ahead as u64, self.even as u64);
        let behind = runouts - ahead - even;
        answer.runouts = runouts;
        for (units, pot) in answer.units.chunks_exact_mut(2).zip(pots) {
            let shared = even * (UNITS / 2);
            let both = [ahead * UNITS + shared, behind * UNITS + shared];
            units.copy_from_slice(&match pot {
                1 => [runouts * UNITS, 0],
                2 => [0, runouts * UNITS],
                _ => both,
            });
        }
        let (wins, ties) = match pots.first() {
            Some(1) => ([runouts, 0], 0),
            Some(2) => ([0, runouts], 0),
            _ => ([ahead, behind], even),
        };
        answer.wins.copy_from_slice(&wins);
        answer.ties.fill(ties);
    }
}

/// Any number of players, high only: how often each set of players wins each pot.
pub(super) struct Winners<'a> {
    pots: &'a [u16],
    /// `[pot << players | winners]`
    times: Vec<i64>,
    players: usize,
}

impl<'a> Winners<'a> {
    pub(super) fn new(players: usize, pots: &'a [u16]) -> Self {
        Winners { pots, times: vec![0; pots.len() << players], players }
    }

    pub(super) fn finish(&self, runouts: u64, answer: &mut Answer) {
        answer.runouts = runouts;
        for (pot, times) in self.times.chunks_exact(1 << self.players).enumerate() {
            for (winners, times) in times.iter().enumerate().filter(|(_, times)| **times != 0) {
                answer.pay(pot, shares(winners as u16, 0), *times as u64, &mut |_, _| ());
            }
        }
    }
}

impl<const N: usize> Tally<N> for Winners<'_> {
    #[inline]
    fn add(&mut self, hands: &Hands<N>, times: i64) {
        for (pot, contenders) in self.pots.iter().enumerate() {
            let winners = usize::from(winners(&hands.highs, *contenders));
            self.times[pot << self.players | winners] += times;
        }
    }
}

/// Any number of players, high and low.
pub(super) struct HiLo<'a> {
    pots: &'a [u16],
    /// `[pot * players + player]`
    units: Vec<i64>,
    whole: [i64; MAX_PLAYERS],
    part: [i64; MAX_PLAYERS],
    players: usize,
}

impl<'a> HiLo<'a> {
    pub(super) fn new(players: usize, pots: &'a [u16]) -> Self {
        let none = [0; MAX_PLAYERS];
        HiLo { pots, units: vec![0; pots.len() * players], whole: none, part: none, players }
    }

    pub(super) fn finish(&self, runouts: u64, answer: &mut Answer) {
        answer.runouts = runouts;
        for (column, sums) in [
            (&mut answer.units, &self.units[..]),
            (&mut answer.wins, &self.whole),
            (&mut answer.ties, &self.part),
        ] {
            for (total, sum) in column.iter_mut().zip(sums) {
                *total = *sum as u64;
            }
        }
    }
}

impl<const N: usize> Tally<N> for HiLo<'_> {
    #[inline]
    fn add(&mut self, hands: &Hands<N>, times: i64) {
        for (pot, contenders) in self.pots.iter().enumerate() {
            let highs = winners(&hands.highs, *contenders);
            let share = shares(highs, low_winners(&hands.lows, *contenders));
            for player in 0..self.players {
                let units = share(player);
                self.units[pot * self.players + player] += units as i64 * times;
                if pot == 0 {
                    self.whole[player] += i64::from(units == UNITS) * times;
                    self.part[player] += i64::from(units != UNITS && units != 0) * times;
                }
            }
        }
    }
}

/// Which of `contenders` (bit `i` for player `i`) have the highest of `strengths`.
#[inline]
fn winners<S: Ord + Copy + Default>(strengths: &[S], contenders: u16) -> u16 {
    let is_in = |player: usize| contenders >> player & 1 == 1;
    let mut best = S::default();
    for (player, strength) in strengths.iter().enumerate() {
        best = if is_in(player) { best.max(*strength) } else { best };
    }
    let mut winners = 0;
    for (player, strength) in strengths.iter().enumerate() {
        winners |= u16::from(*strength == best) << player;
    }
    winners & contenders
}

/// Which of `contenders` have the best low; none if there is no low.
#[inline]
fn low_winners<S: Ord + Copy + Default>(lows: &[S], contenders: u16) -> u16 {
    let winners = winners(lows, contenders);
    let best = lows.get(winners.trailing_zeros() as usize).copied().unwrap_or_default();
    if best == S::default() { 0 } else { winners }
}

/// Each player's share of a pot won by `highs` and `lows`; without a low the highs win it all.
#[inline]
fn shares(highs: u16, lows: u16) -> impl Fn(usize) -> u64 {
    let half = if lows == 0 { UNITS } else { UNITS / 2 };
    let high = half / u64::from(highs.count_ones().max(1));
    let low = half / u64::from(lows.count_ones().max(1));
    move |player| u64::from(highs >> player & 1) * high + u64::from(lows >> player & 1) * low
}

impl Answer {
    /// Adds one runout with these highs and lows (0: no low). Calls `each` with each index in `units` and the amount
    /// added.
    pub(super) fn add(
        &mut self,
        pots: &[u16],
        highs: &[u32],
        lows: &[u32],
        mut each: impl FnMut(usize, u64),
    ) {
        self.runouts += 1;
        for (pot, contenders) in pots.iter().enumerate() {
            let share = shares(winners(highs, *contenders), low_winners(lows, *contenders));
            self.pay(pot, share, 1, &mut each);
        }
    }

    /// Adds how often each set of winners won a pot: the high half in the lower bits, the low half above.
    pub(super) fn add_won(&mut self, pot: usize, won: &[u32]) {
        let players = self.wins.len();
        for (winners, times) in won.iter().enumerate().filter(|(_, times)| **times != 0) {
            let highs = (winners & !(usize::MAX << players)) as u16;
            let lows = (winners >> players) as u16;
            self.pay(pot, shares(highs, lows), u64::from(*times), &mut |_, _| ());
        }
    }

    fn pay(
        &mut self,
        pot: usize,
        share: impl Fn(usize) -> u64,
        times: u64,
        each: &mut impl FnMut(usize, u64),
    ) {
        let players = self.wins.len();
        for player in 0..players {
            let units = share(player);
            each(pot * players + player, units);
            self.units[pot * players + player] += units * times;
            if pot == 0 && units != 0 {
                let whole = if units == UNITS { &mut self.wins } else { &mut self.ties };
                whole[player] += times;
            }
        }
    }
}
