//! All boards of five cards, before any is dealt: each player's hand on each board is computed once.
//!
//! # How
//! 1. By rank there are 6175 boards. Each player's hands on all of them, ignoring flushes, are adjacent in memory, and
//!    the winners are found for many boards at a time.
//! 2. For each suit and each three to five ranks of it, the best flush is found once. It wins all boards with these
//!    cards of the suit, except where someone has more than a flush: there nothing changes. At most one suit can have
//!    three cards on a board, so no board is awarded twice.
//!
//! A flush does not affect the low: whoever wins the low half of a board keeps it.

use std::cell::Cell;

use super::Answer;
use super::boards::{Left, Players, left, ways};
use super::rank_index::{BOARDS, FIVES, TRIPLE_INDEX};
use super::spot::Spot;
use crate::score::rank_multisets::{PAIRS, RANKS, pair_index};

/// The number of hands written at once; some are past the last one.
pub(super) const LANES: usize = 16;
const PLACES: usize = (FIVES + LANES).next_multiple_of(LANES);

/// The most players who may split a high and a low: every two sets of winners are counted separately.
pub(super) const MOST_HI_LO: usize = 6;

/// Ace-king-queen-jack-nine.
const BEST_FLUSH: u16 = 0x1E80;

/// Adds every board to `answer`; with `LOW` for up to [`MOST_HI_LO`] players.
pub(super) fn count<const N: usize, const LOW: bool>(
    spot: &Spot<'_>,
    players: &impl Players<N>,
    answer: &mut Answer,
) {
    let in_all = spot.asked.holes.len();
    let deck = left(spot);
    let suits = [0, 1, 2, 3].map(|suit| Suited::new(spot, deck, suit, players.flush_needs()));
    let best_flush = players.flush(BEST_FLUSH);
    let mut scratch = SCRATCH.take();
    fall(deck, &mut scratch.times);
    scratch.highs.resize(in_all * PLACES, 0);
    for (player, highs) in scratch.highs.chunks_exact_mut(PLACES).enumerate() {
        players.highs(player, highs);
    }
    if LOW {
        scratch.lows.resize(in_all * PLACES, 0);
        for (player, lows) in scratch.lows.chunks_exact_mut(PLACES).enumerate() {
            players.lows(player, lows);
        }
    }
    answer.runouts = spot.runouts();
    for (place, contenders) in spot.asked.pots.iter().enumerate() {
        let pot = Pot::<N>::new(in_all, *contenders, best_flush);
        scratch.win(&pot, LOW);
        for suit in &suits {
            suit.each(|ranks, boards, times| {
                let flushes = players.flushes(suit.suit, ranks);
                scratch.give::<N, LOW>(&pot, &flushes, boards, times);
            });
        }
        answer.add_won(place, scratch.add_up());
    }
    SCRATCH.set(scratch);
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

/// Scratch columns with one value per board, reused for the next question.
#[derive(Default)]
struct Scratch {
    /// In how many ways the board can occur.
    times: Vec<u16>,
    /// Each player's hands, one player after the other.
    highs: Vec<u16>,
    lows: Vec<u16>,
    /// The best hand for a pot.
    best: Vec<u16>,
    /// Who has it.
    half: Vec<u16>,
    /// Who wins the pot: the high half, above it the low half.
    winners: Vec<u16>,
    /// All ones if a flush wins the pot, 0 if someone has more than that: a branch would often be mispredicted.
    open: Vec<u16>,
    /// In how many ways the board can occur without a flush that wins the pot.
    unflushed: Vec<u16>,
    /// How often each set of winners wins the pot.
    won: Vec<u32>,
}

impl Scratch {
    /// Finds who wins the pot on each board, ignoring flushes.
    fn win<const N: usize>(&mut self, pot: &Pot<N>, has_low: bool) {
        self.best(pot, false);
        self.winners.clone_from(&self.half);
        self.open.clear();
        let is_open = |best: &u16| if *best > pot.best_flush { 0 } else { u16::MAX };
        self.open.extend(self.best.iter().map(is_open));
        if has_low {
            self.best(pot, true);
            for (winners, (lows, best)) in
                self.winners.iter_mut().zip(self.half.iter().zip(&self.best))
            {
                *winners |= if *best == 0 { 0 } else { *lows << pot.in_all };
            }
        }
        self.won.clear();
        self.won.resize(1 << (pot.in_all * (1 + usize::from(has_low))), 0);
        self.unflushed.clone_from(&self.times);
    }

    /// Finds the best hands for the pot, and who has them.
    fn best<const N: usize>(&mut self, pot: &Pot<N>, is_low: bool) {
        let hands = if is_low { &self.lows } else { &self.highs };
        let all = hands.chunks_exact(PLACES).zip(pot.may_win).enumerate();
        let ours = all.filter(|(_, (_, may_win))| *may_win != 0);
        let ours = ours.map(|(player, (hands, _))| (player, hands));
        for column in [&mut self.best, &mut self.half] {
            column.clear();
            column.resize(FIVES, 0);
        }
        for (_, hands) in ours.clone() {
            for (best, hand) in self.best.iter_mut().zip(hands) {
                *best = (*best).max(*hand);
            }
        }
        for (player, hands) in ours {
            for ((winners, best), hand) in self.half.iter_mut().zip(&self.best).zip(hands) {
                *winners |= u16::from(hand == best) << player;
            }
        }
    }

    /// Awards boards, each with the number of ways in which it can occur, to the best of `flushes`.
    #[inline]
    fn give<const N: usize, const LOW: bool>(
        &mut self,
        pot: &Pot<N>,
        flushes: &[u16; N],
        boards: &[u16],
        times: &[u16],
    ) {
        let (best, flushed) = pot.winners(*flushes);
        if best == 0 {
            return;
        }
        let (winners, unflushed) = (&self.winners[..FIVES], &mut self.unflushed[..FIVES]);
        let boards = boards.iter().map(|board| usize::from(*board)).zip(times);
        let open = &self.open[..FIVES];
        let lows = u16::MAX << pot.in_all;
        let sets = self.won.len() - 1;
        if best > pot.best_flush {
            // Someone has a straight flush, which may or may not beat quads.
            for (board, times) in boards {
                let mut hands = *flushes;
                for (hand, highs) in hands.iter_mut().zip(self.highs.chunks_exact(PLACES)) {
                    *hand = highs[board].max(*hand);
                }
                let won = winners[board] & lows | pot.winners(hands).1;
                unflushed[board] -= times;
                self.won[usize::from(won) & sets] += u32::from(*times);
            }
        } else if LOW {
            for (board, times) in boards {
                let times = times & open[board];
                unflushed[board] -= times;
                self.won[usize::from(winners[board] & lows | flushed) & sets] += u32::from(times);
            }
        } else {
            let mut won = 0;
            for (board, times) in boards {
                let times = times & open[board];
                unflushed[board] -= times;
                won += u32::from(times);
            }
            self.won[usize::from(flushed) & sets] += won;
        }
    }

    /// How often each set of players wins the pot.
    fn add_up(&mut self) -> &[u32] {
        let sets = self.won.len();
        // Adjacent boards often have the same winners: with four sums, no addition waits for the previous one.
        self.won.resize(sets * 4, 0);
        let (winners, rest) = self.winners.as_chunks::<4>();
        let (times, last) = self.unflushed.as_chunks::<4>();
        let mut add = |lane: usize, winners: u16, times: u16| {
            self.won[lane * sets + (usize::from(winners) & (sets - 1))] += u32::from(times);
        };
        for (winners, times) in winners.iter().zip(times) {
            for lane in 0..4 {
                add(lane, winners[lane], times[lane]);
            }
        }
        for (lane, (winners, times)) in rest.iter().zip(last).enumerate() {
            add(lane, *winners, *times);
        }
        let (won, lanes) = self.won.split_at_mut(sets);
        for lane in lanes.chunks_exact(sets) {
            for (won, more) in won.iter_mut().zip(lane) {
                *won += more;
            }
        }
        won
    }
}

struct Pot<const N: usize> {
    in_all: usize,
    /// All ones for each player who is eligible for it.
    may_win: [u16; N],
    /// The class of the best flush that is not a straight flush.
    best_flush: u16,
}

impl<const N: usize> Pot<N> {
    fn new(in_all: usize, contenders: u16, best_flush: u16) -> Self {
        let mut may_win = [0; N];
        for (player, may_win) in may_win.iter_mut().enumerate() {
            *may_win = (contenders >> player & 1).wrapping_neg();
        }
        Pot { in_all, may_win, best_flush }
    }

    /// The best hand, and who has it.
    #[inline]
    fn winners(&self, mut hands: [u16; N]) -> (u16, u16) {
        let mut best = 0;
        for (hand, may_win) in hands.iter_mut().zip(&self.may_win) {
            *hand &= may_win;
            best = best.max(*hand);
        }
        let mut winners = 0;
        for (player, hand) in hands.iter().enumerate() {
            winners |= u16::from(*hand == best) << player;
        }
        (best, winners)
    }
}

/// A suit that may make flushes.
struct Suited {
    suit: u8,
    /// The number of its cards that a flush needs.
    needs: usize,
    can_come: u16,
    /// In how many ways one and two cards of other suits can come.
    one: [u16; RANKS],
    two: [u16; PAIRS],
}

impl Suited {
    fn new(spot: &Spot<'_>, deck: Left, suit: u8, needs: [usize; 4]) -> Suited {
        let can_come = spot.deck.ranks_of(suit);
        let others = deck.without(can_come);
        let (mut one, mut two) = ([0; RANKS], [0; PAIRS]);
        for low in 0..RANKS {
            one[low] = u16::from(others.of(low));
            two[pair_index(low, low)] = ways(others.of(low), 2) as u16;
            for high in low + 1..RANKS {
                two[pair_index(low, high)] = one[low] * u16::from(others.of(high));
            }
        }
        Suited { suit, needs: needs[usize::from(suit)], can_come, one, two }
    }

    /// Calls `visit` with every set of ranks of the suit that suffices for a flush, with the boards that have no other
    /// cards of it, and with the number of ways for the rest of each board.
    #[inline]
    fn each(&self, mut visit: impl FnMut(u16, &[u16], &[u16])) {
        let boards = &*BOARDS;
        each_above(self.can_come, |first, rest| {
            each_above(rest, |second, rest| {
                each_above(rest, |third, rest| {
                    let three = 1 << first | 1 << second | 1 << third;
                    let with = &boards.with[usize::from(TRIPLE_INDEX[first][second][third])];
                    if self.needs <= 3 {
                        visit(three, with, &self.two);
                    }
                    each_above(rest, |fourth, rest| {
                        let with =
                            |rank: usize| with[pair_index(rank.min(fourth), rank.max(fourth))];
                        let four = three | 1 << fourth;
                        if self.needs <= 4 {
                            let mut boards = [0; RANKS];
                            for (rank, board) in boards.iter_mut().enumerate() {
                                *board = with(rank);
                            }
                            visit(four, &boards, &self.one);
                        }
                        each_above(rest, |fifth, _| visit(four | 1 << fifth, &[with(fifth)], &[1]));
                    });
                });
            });
        });
    }
}

/// Calls `visit` with each of the `ranks` and the ranks above it.
#[inline]
fn each_above(ranks: u16, mut visit: impl FnMut(usize, u16)) {
    let mut rest = ranks;
    while rest != 0 {
        let rank = rest.trailing_zeros() as usize % RANKS;
        rest &= rest - 1;
        visit(rank, rest);
    }
}

/// In how many ways each board can occur.
fn fall(deck: Left, times: &mut Vec<u16>) {
    fn more(deck: Left, lacks: usize, last: usize, copies: u8, below: u16, times: &mut Vec<u16>) {
        let again = |copies: u8| below * ways(deck.of(last), copies) as u16;
        if lacks == 1 {
            times.push(again(copies + 1));
            let one = again(copies);
            times.extend((last + 1..RANKS).map(|rank| one * u16::from(deck.of(rank))));
            return;
        }
        more(deck, lacks - 1, last, copies + 1, below, times);
        let below = again(copies);
        for rank in last + 1..RANKS {
            more(deck, lacks - 1, rank, 1, below, times);
        }
    }
    times.clear();
    more(deck, 5, 0, 0, 1, times);
}
