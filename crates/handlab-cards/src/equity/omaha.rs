//! Omaha: two of the player's cards and three of the board, by rank.
//!
//! The two cards that a player uses depend only on the three from the board: the best hand is kept for each three
//! ranks, and a board is worth the best of its threes.

use std::sync::LazyLock;

use super::boards::{Pinned, Players, by_suit};
use super::preflop_boards::LANES;
use super::rank_index::{TRIPLE_INDEX, TRIPLES};
use super::spot::Spot;
use super::tally::Hands;
use crate::card::CardSet;
use crate::score::keys::{Classes, RANK_KEYS};
use crate::score::rank_multisets::{PAIRS, RANKS, pair_index};

/// The players' best hands by three ranks of the board; with `LOW`, for a low half too.
pub(super) struct Omaha<const N: usize, const LOW: bool> {
    highs: [Best; N],
    lows: [Best; N],
    suits: [[u16; 4]; N],
    flush_needs: [usize; 4],
}

impl<const N: usize, const LOW: bool> Omaha<N, LOW> {
    /// The players of `spot`; places beyond them hold nothing.
    pub(super) fn new(spot: &Spot<'_>) -> Self {
        let mut omaha = Omaha {
            highs: [Best::NOTHING; N],
            lows: [Best::NOTHING; N],
            suits: [[0; 4]; N],
            flush_needs: flush_needs(spot.asked.holes),
        };
        for (player, hole) in spot.asked.holes.iter().enumerate().take(N) {
            omaha.highs[player].high(*hole);
            if LOW {
                omaha.lows[player].low(*hole);
            }
            omaha.suits[player] = [0, 1, 2, 3].map(|suit| hole.ranks_of(suit));
        }
        omaha
    }

    #[inline]
    fn hands(&self, of: impl Fn(&Best) -> u16) -> Hands<N> {
        let (mut highs, mut lows) = ([0; N], [0; N]);
        for (high, best) in highs.iter_mut().zip(&self.highs) {
            *high = of(best);
        }
        if LOW {
            for (low, best) in lows.iter_mut().zip(&self.lows) {
                *low = of(best);
            }
        }
        Hands { highs, lows }
    }
}

impl<const N: usize, const LOW: bool> Players<N> for Omaha<N, LOW> {
    #[inline]
    fn pin(&mut self, board: Pinned, lowest: usize) {
        for best in &mut self.highs {
            best.pin(board, lowest);
        }
        if LOW {
            for best in &mut self.lows {
                best.pin(board, lowest);
            }
        }
    }

    #[inline]
    fn with_none(&self) -> Hands<N> {
        self.hands(|best| best.none)
    }

    #[inline]
    fn with_one(&self, rank: usize) -> Hands<N> {
        self.hands(|best| best.one[rank])
    }

    #[inline]
    fn with_two(&self, low: usize, high: usize) -> Hands<N> {
        let place = pair_index(low, high);
        self.hands(|best| best.one[low].max(best.one[high]).max(best.two[place]))
    }

    fn flush_needs(&self) -> [usize; 4] {
        self.flush_needs
    }

    fn flushes(&self, suit: u8, ranks: u16) -> [u16; N] {
        let classes = Classes::standard();
        let mut flushes = [0; N];
        let held = self.suits.map(|suits| suits[usize::from(suit % 4)]);
        each_three(ranks, |three| {
            for (flush, held) in flushes.iter_mut().zip(held) {
                each_two(held, |two| *flush = classes.suited(two | three).max(*flush));
            }
        });
        flushes
    }

    fn flush(&self, ranks: u16) -> u16 {
        Classes::standard().suited(ranks)
    }

    fn highs(&self, player: usize, boards: &mut [u16]) {
        self.highs[player % N].on_each(boards);
    }

    fn lows(&self, player: usize, boards: &mut [u16]) {
        self.lows[player % N].on_each(boards);
    }
}

/// A player's best class numbers: for each three ranks of a board, and after pinned ranks.
struct Best {
    of: [u16; TRIPLES + LANES],
    /// With only the pinned ranks.
    none: u16,
    /// With one more.
    one: [u16; RANKS],
    /// With two more and one pinned rank.
    two: [u16; PAIRS],
}

impl Best {
    const NOTHING: Best =
        Best { of: [0; TRIPLES + LANES], none: 0, one: [0; RANKS], two: [0; PAIRS] };

    fn high(&mut self, hole: CardSet) {
        let by_pair = &*HIGHS;
        each_pair(hole, |low, high| {
            for (best, class) in self.of.iter_mut().zip(&by_pair[pair_index(low, high)]) {
                *best = (*best).max(*class);
            }
        });
    }

    fn low(&mut self, hole: CardSet) {
        let by_pair = &*LOWS;
        each_pair(hole, |low, high| {
            for (best, number) in self.of.iter_mut().zip(&by_pair[pair_index(low, high)]) {
                *best = (*best).max(*number);
            }
        });
    }

    /// The best on every board of five ranks.
    fn on_each(&self, mut boards: &mut [u16]) {
        for low in 0..RANKS {
            for middle in low..RANKS {
                for high in middle..RANKS {
                    boards = self.with_two_after([low, middle, high], boards);
                }
            }
        }
    }

    /// The best with every two ranks after `three`; returns the remaining boards.
    #[inline]
    fn with_two_after<'a>(&self, three: [usize; 3], mut boards: &'a mut [u16]) -> &'a mut [u16] {
        let [a, b, c] = three;
        // With a fourth rank, from the third one up.
        let all = self.from(a, b, c)[0];
        let mut with_fourth = self.from(a, b, c).map(|best| best.max(all));
        for two in [self.from(a, c, c), self.from(b, c, c)] {
            with_fourth = each_max(with_fourth, two);
        }
        let mut four = [0; RANKS + LANES];
        four[..LANES].copy_from_slice(&with_fourth);
        for d in c..RANKS {
            // With a fifth as well: either of the last two may be left out, or two of the first three.
            let without_fourth = lanes(&four, d - c);
            let without_fifth = without_fourth[0];
            let one = [self.from(a, d, d), self.from(b, d, d), self.from(c, d, d)];
            let mut best = *without_fourth;
            for one in one {
                best = each_max(best, one);
            }
            if let Some(boards) = boards.first_chunk_mut() {
                *boards = best.map(|best| best.max(without_fifth));
            }
            boards = boards.get_mut(RANKS - d..).unwrap_or_default();
        }
        boards
    }

    /// With two ranks and a third one from `lowest` up; values after the highest rank are unrelated.
    #[inline]
    fn from(&self, low: usize, middle: usize, lowest: usize) -> &[u16; LANES] {
        lanes(&self.of, usize::from(TRIPLE_INDEX[low][middle][lowest]))
    }

    /// Fixes three to five ranks of the board, and computes the results with further ranks from `lowest` up.
    #[inline]
    fn pin(&mut self, board: Pinned, lowest: usize) {
        self.none = 0;
        self.one = [0; RANKS];
        let mut five = [0; 5];
        for (place, rank) in five.iter_mut().zip(board.iter()) {
            *place = rank;
        }
        let ranks = &five[..board.len().min(5)];
        for (at, first) in ranks.iter().enumerate() {
            for (next, second) in ranks.iter().enumerate().skip(at + 1) {
                let places = &TRIPLE_INDEX[*first][*second];
                for third in &ranks[next + 1..] {
                    self.none = self.none.max(self.of(places[*third]));
                }
                if ranks.len() < 5 {
                    for (third, place) in places.iter().enumerate().skip(lowest) {
                        self.one[third] = self.one[third].max(self.of(*place));
                    }
                }
            }
        }
        for one in &mut self.one {
            *one = self.none.max(*one);
        }
        let [first, second, third] = *ranks else { return };
        let [first, second, third] =
            [&TRIPLE_INDEX[first], &TRIPLE_INDEX[second], &TRIPLE_INDEX[third]];
        for low in lowest..RANKS {
            for high in low..RANKS {
                let best = self.of(first[low][high]).max(self.of(second[low][high]));
                self.two[pair_index(low, high)] = best.max(self.of(third[low][high]));
            }
        }
    }

    #[inline]
    fn of(&self, place: u16) -> u16 {
        self.of[usize::from(place) % 512 % TRIPLES]
    }
}

/// The larger of each two numbers, all at once.
#[inline]
fn each_max(mut numbers: [u16; LANES], others: &[u16; LANES]) -> [u16; LANES] {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number = (*number).max(*other);
    }
    numbers
}

/// `LANES` numbers from `start` on.
#[inline]
fn lanes(numbers: &[u16], start: usize) -> &[u16; LANES] {
    match numbers.get(start..).and_then(<[u16]>::first_chunk) {
        Some(lanes) => lanes,
        None => &[0; LANES],
    }
}

/// For two ranks of the hand, the class with every three of the board, ignoring flushes: 81 KB.
static HIGHS: LazyLock<Vec<[u16; TRIPLES]>> = LazyLock::new(|| {
    let mut classes = vec![[0; TRIPLES]; PAIRS];
    each_triple(|[a, b, c], place| {
        for high in 0..RANKS {
            for low in 0..=high {
                let is_in_deck = (0..RANKS).all(|rank| {
                    [a, b, c, low, high].into_iter().filter(|other| *other == rank).count() <= 4
                });
                if is_in_deck {
                    let key = [a, b, c, low, high]
                        .into_iter()
                        .fold(0_u32, |key, rank| key.wrapping_add(RANK_KEYS[rank]));
                    classes[pair_index(low, high)][place] = Classes::standard().unsuited(key);
                }
            }
        }
    });
    classes
});

/// Like [`HIGHS`], for lows: the higher number is better, 0 is no low.
static LOWS: LazyLock<Vec<[u16; TRIPLES]>> = LazyLock::new(|| {
    let mut lows = vec![[0; TRIPLES]; PAIRS];
    each_triple(|[a, b, c], place| {
        for high in 0..RANKS {
            for low in 0..=high {
                let ranks = low_ranks(&[a, b, c, low, high]);
                // Lows compare by their highest rank first, like the bits of a number.
                let is_low = ranks.count_ones() == 5 && ranks <= EIGHT_OR_LOWER;
                lows[pair_index(low, high)][place] =
                    if is_low { EIGHT_OR_LOWER + 1 - ranks } else { 0 };
            }
        }
    });
    lows
});

/// Ace to eight.
const EIGHT_OR_LOWER: u16 = 0xFF;

/// A set of ranks, with the ace below the deuce.
fn low_ranks(ranks: &[usize]) -> u16 {
    ranks.iter().fold(0, |set, rank| set | 1 << ((rank + 1) % RANKS))
}

fn each_triple(mut visit: impl FnMut([usize; 3], usize)) {
    for (low, by_low) in TRIPLE_INDEX.iter().enumerate() {
        for (middle, by_middle) in by_low.iter().enumerate().skip(low) {
            for (high, place) in by_middle.iter().enumerate().skip(middle) {
                visit([low, middle, high], usize::from(*place));
            }
        }
    }
}

/// Calls `visit` with the ranks of each two cards, the lower first; once for equal ranks.
fn each_pair(hole: CardSet, mut visit: impl FnMut(usize, usize)) {
    let mut seen = 0_u128;
    for (at, first) in hole.iter().enumerate() {
        for second in hole.iter().skip(at + 1) {
            let (low, high) = (first.rank().min(second.rank()), first.rank().max(second.rank()));
            let (low, high) = (usize::from(low - 2), usize::from(high - 2));
            if seen >> pair_index(low, high) & 1 == 0 {
                seen |= 1 << pair_index(low, high);
                visit(low, high);
            }
        }
    }
}

/// Calls `visit` with each pair of the `ranks`.
#[inline]
fn each_two(ranks: u16, mut visit: impl FnMut(u16)) {
    let mut rest = ranks;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest ^= first;
        let mut others = rest;
        while others != 0 {
            let second = others & others.wrapping_neg();
            others ^= second;
            visit(first | second);
        }
    }
}

/// Calls `visit` with each triple of the `ranks`.
#[inline]
fn each_three(ranks: u16, mut visit: impl FnMut(u16)) {
    let mut rest = ranks;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest ^= first;
        each_two(rest, |two| visit(first | two));
    }
}

/// The number of cards of each suit that a flush needs from the board.
pub(super) fn flush_needs(holes: &[CardSet]) -> [usize; 4] {
    const NEVER: usize = 6;
    let mut needs = [NEVER; 4];
    for hole in holes {
        for (needs, own) in needs.iter_mut().zip(by_suit(*hole)) {
            *needs = if own >= 2 { 3 } else { *needs };
        }
    }
    needs
}
