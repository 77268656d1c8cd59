//! Omaha: two of the own cards and three of the board, by their ranks.
//!
//! Which two of his cards a player takes depends only on the three of the board: for each three ranks his best hand
//! is kept, and a board is worth the best of its threes.

use std::sync::LazyLock;

use super::boards::{Pinned, Players, RANKS, by_suit};
use super::spot::Spot;
use super::tally::Hands;
use crate::card::CardSet;
use crate::score::keys::{Classes, RANK_KEYS};

/// Sets of two and three ranks that may be equal.
const PAIRS: usize = RANKS * (RANKS + 1) / 2;
const TRIPLES: usize = RANKS * (RANKS + 1) * (RANKS + 2) / 6;

/// The players' best hands by three ranks of the board. `LOW` tells whether there is a low half.
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
        let place = pair(low, high);
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
}

/// A player's best numbers: for each three ranks of a board, and behind pinned ranks.
struct Best {
    of: [u16; TRIPLES],
    /// With the pinned ranks alone.
    none: u16,
    /// With one more.
    one: [u16; RANKS],
    /// With two more and one that is pinned.
    two: [u16; PAIRS],
}

impl Best {
    const NOTHING: Best = Best { of: [0; TRIPLES], none: 0, one: [0; RANKS], two: [0; PAIRS] };

    fn high(&mut self, hole: CardSet) {
        let by_pair = &*HIGHS;
        each_pair(hole, |low, high| {
            for (best, class) in self.of.iter_mut().zip(&by_pair[pair(low, high)]) {
                *best = (*best).max(*class);
            }
        });
    }

    fn low(&mut self, hole: CardSet) {
        each_pair(hole, |low, high| {
            let own = low_ranks(&[low, high]);
            for (best, common) in self.of.iter_mut().zip(&*LOWS) {
                let ranks = own | common;
                // The higher its highest rank, the worse the low, as with the bits of a number.
                let is_low = ranks.count_ones() == 5 && ranks <= EIGHT_OR_LOWER;
                *best = (*best).max(if is_low { EIGHT_OR_LOWER + 1 - ranks } else { 0 });
            }
        });
    }

    /// Fixes three to five ranks of the board, and finds what `lowest` or higher ones make of them.
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
            for (behind, second) in ranks.iter().enumerate().skip(at + 1) {
                let places = &PLACES[*first][*second];
                for third in &ranks[behind + 1..] {
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
        let [first, second, third] = [&PLACES[first], &PLACES[second], &PLACES[third]];
        for low in lowest..RANKS {
            for high in low..RANKS {
                let best = self.of(first[low][high]).max(self.of(second[low][high]));
                self.two[pair(low, high)] = best.max(self.of(third[low][high]));
            }
        }
    }

    #[inline]
    fn of(&self, place: u16) -> u16 {
        self.of[usize::from(place) % 512 % TRIPLES]
    }
}

/// The place of two ranks, the lower first, among the [`PAIRS`].
const fn pair(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// The place of three ranks in any order among the [`TRIPLES`].
static PLACES: [[[u16; RANKS]; RANKS]; RANKS] = {
    let mut places = [[[0; RANKS]; RANKS]; RANKS];
    let (mut high, mut place) = (0, 0);
    while high < RANKS {
        let mut middle = 0;
        while middle <= high {
            let mut low = 0;
            while low <= middle {
                places[low][middle][high] = place;
                places[low][high][middle] = place;
                places[middle][low][high] = place;
                places[middle][high][low] = place;
                places[high][low][middle] = place;
                places[high][middle][low] = place;
                place += 1;
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    places
};

/// For two ranks of the hand the class with each three of the board, flushes apart: 81 KB.
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
                    classes[pair(low, high)][place] = Classes::standard().unsuited(key);
                }
            }
        }
    });
    classes
});

/// Each three ranks of a board as a set of low ranks.
static LOWS: LazyLock<[u16; TRIPLES]> = LazyLock::new(|| {
    let mut lows = [0; TRIPLES];
    each_triple(|ranks, place| lows[place] = low_ranks(&ranks));
    lows
});

/// Ace to eight.
const EIGHT_OR_LOWER: u16 = 0xFF;

/// A set of ranks with the ace below the deuce.
fn low_ranks(ranks: &[usize]) -> u16 {
    ranks.iter().fold(0, |set, rank| set | 1 << ((rank + 1) % RANKS))
}

fn each_triple(mut visit: impl FnMut([usize; 3], usize)) {
    for (high, by_high) in PLACES.iter().enumerate() {
        for (middle, by_middle) in by_high.iter().enumerate().take(high + 1) {
            for (low, place) in by_middle.iter().enumerate().take(middle + 1) {
                visit([low, middle, high], usize::from(*place));
            }
        }
    }
}

/// Calls `visit` with the ranks of each two cards, the lower first; once if several have the same.
fn each_pair(hole: CardSet, mut visit: impl FnMut(usize, usize)) {
    let mut seen = 0_u128;
    for (at, first) in hole.iter().enumerate() {
        for second in hole.iter().skip(at + 1) {
            let (low, high) = (first.rank().min(second.rank()), first.rank().max(second.rank()));
            let (low, high) = (usize::from(low - 2), usize::from(high - 2));
            if seen >> pair(low, high) & 1 == 0 {
                seen |= 1 << pair(low, high);
                visit(low, high);
            }
        }
    }
}

/// Calls `visit` with each set of two of the `ranks`.
#[inline]
fn each_two(ranks: u16, mut visit: impl FnMut(u16)) {
    let mut rest = ranks;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest ^= first;
        let mut behind = rest;
        while behind != 0 {
            let second = behind & behind.wrapping_neg();
            behind ^= second;
            visit(first | second);
        }
    }
}

/// Calls `visit` with each set of three of the `ranks`.
#[inline]
fn each_three(ranks: u16, mut visit: impl FnMut(u16)) {
    let mut rest = ranks;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest ^= first;
        each_two(rest, |two| visit(first | two));
    }
}

/// How many cards of each suit a flush needs from the board.
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
