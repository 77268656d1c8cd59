//! The boards of five ranks, with repetition, and the indexes of those with given three and two ranks.
//!
//! Three and five ranks are numbered in ascending order, with the last one varying fastest: those that differ only in
//! the highest rank are adjacent, and can be compared many at a time. In
//! [`multiset_index`](crate::score::rank_multisets::multiset_index) those that differ in the lowest are adjacent.

use std::sync::LazyLock;

use crate::score::keys::RANK_KEYS;
use crate::score::rank_multisets::{PAIRS, RANKS, pair_index};

pub(super) const TRIPLES: usize = PAIRS * (RANKS + 2) / 3;
pub(super) const FIVES: usize = TRIPLES * (RANKS + 3) * (RANKS + 4) / 20;

/// The boards by their ranks in ascending order, the last one varying fastest.
pub(super) struct Boards {
    /// The sum of each board's keys.
    pub(super) keys: Vec<u32>,
    /// The index of each three ranks with each two more.
    pub(super) with: Vec<[u16; PAIRS]>,
}

pub(super) static BOARDS: LazyLock<Boards> = LazyLock::new(|| {
    /// Each choice of three out of five places, followed by the other two.
    const SPLITS: [[usize; 5]; 10] = [
        [0, 1, 2, 3, 4],
        [0, 1, 3, 2, 4],
        [0, 1, 4, 2, 3],
        [0, 2, 3, 1, 4],
        [0, 2, 4, 1, 3],
        [0, 3, 4, 1, 2],
        [1, 2, 3, 0, 4],
        [1, 2, 4, 0, 3],
        [1, 3, 4, 0, 2],
        [2, 3, 4, 0, 1],
    ];
    let mut boards = Boards { keys: Vec::with_capacity(FIVES), with: vec![[0; PAIRS]; TRIPLES] };
    let mut each = |ranks: [usize; 5]| {
        let board = boards.keys.len() as u16;
        for split in SPLITS {
            let [a, b, c, low, high] = split.map(|place| ranks[place]);
            boards.with[usize::from(TRIPLE_INDEX[a][b][c])][pair_index(low, high)] = board;
        }
        let key = ranks.iter().fold(0_u32, |key, rank| key.wrapping_add(RANK_KEYS[*rank]));
        boards.keys.push(key);
    };
    for a in 0..RANKS {
        for b in a..RANKS {
            for c in b..RANKS {
                for d in c..RANKS {
                    (d..RANKS).for_each(|e| each([a, b, c, d, e]));
                }
            }
        }
    }
    boards
});

/// The index of three ranks in any order among the [`TRIPLES`]: ascending, the last one varying fastest.
pub(super) static TRIPLE_INDEX: [[[u16; RANKS]; RANKS]; RANKS] = {
    let mut places = [[[0; RANKS]; RANKS]; RANKS];
    let (mut low, mut place) = (0, 0);
    while low < RANKS {
        let mut middle = low;
        while middle < RANKS {
            let mut high = middle;
            while high < RANKS {
                places[low][middle][high] = place;
                places[low][high][middle] = place;
                places[middle][low][high] = place;
                places[middle][high][low] = place;
                places[high][low][middle] = place;
                places[high][middle][low] = place;
                place += 1;
                high += 1;
            }
            middle += 1;
        }
        low += 1;
    }
    places
};
