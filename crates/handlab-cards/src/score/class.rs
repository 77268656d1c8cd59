//! The 7462 standard high strengths in order, and the index of one among them.

use super::high::{FLUSH, FULL_HOUSE, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR};

const COUNT: usize = 7462;

/// Every strength, ascending: class 1 is 7-5-4-3-2, class 7462 the royal flush.
pub(super) static CLASSES: [u32; COUNT] = classes();

/// The dense class 1..=7462 of a standard high strength, 1 being the worst; `None` for other numbers.
///
/// Not for short deck, lows or badugi, whose numbers have another meaning.
pub fn rank_class(strength: u32) -> Option<u16> {
    CLASSES.binary_search(&strength).ok().map(|place| place as u16 + 1)
}

/// The strength of class 1..=7462: the inverse of [`rank_class`].
pub fn strength_of_class(class: u16) -> Option<u32> {
    CLASSES.get(usize::from(class).checked_sub(1)?).copied()
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler only")]
const fn classes() -> [u32; COUNT] {
    let mut list = List { strengths: [0; COUNT], len: 0 };
    list.unpaired(0);
    list.grouped(PAIR, 0x1_1000, 3);
    list.two_pair();
    list.grouped(TRIPS, 0x1_1100, 2);
    list.straights(STRAIGHT);
    list.unpaired(FLUSH);
    list.full_houses();
    list.grouped(QUADS, 0x1_1110, 1);
    list.straights(STRAIGHT_FLUSH);
    assert!(list.len == COUNT, "a category is missing");
    list.strengths
}

struct List {
    strengths: [u32; COUNT],
    len: usize,
}

/// `for` does not work in a `const fn`: ranks are counted with `while`.
const LOWEST: u32 = 2;
const ACE: u32 = 14;

/// All ranks: a larger number is not a set of ranks.
const HIGHEST: u32 = (1 << (ACE + 1)) - 1;

impl List {
    const fn push(&mut self, strength: u32) {
        self.strengths[self.len] = strength;
        self.len += 1;
    }

    /// Five different ranks that are not a straight.
    const fn unpaired(&mut self, category: u32) {
        let mut ranks = first_subset(5);
        while ranks <= HIGHEST {
            if !is_straight(ranks) {
                self.push(category | digits(ranks));
            }
            ranks = next_subset(ranks);
        }
    }

    /// One rank several times (`copies` has a 1 for each of its digits), then kickers.
    const fn grouped(&mut self, category: u32, copies: u32, kickers: u32) {
        let mut rank = LOWEST;
        while rank <= ACE {
            let mut ranks = first_subset(kickers);
            while ranks <= HIGHEST {
                if ranks >> rank & 1 == 0 {
                    self.push(category | (rank * copies) | digits(ranks));
                }
                ranks = next_subset(ranks);
            }
            rank += 1;
        }
    }

    const fn two_pair(&mut self) {
        let mut pairs = first_subset(2);
        while pairs <= HIGHEST {
            let high = pairs.ilog2();
            let low = (pairs ^ 1 << high).ilog2();
            let mut kicker = LOWEST;
            while kicker <= ACE {
                if pairs >> kicker & 1 == 0 {
                    self.push(TWO_PAIR | (high * 0x1_1000) | (low * 0x110) | kicker);
                }
                kicker += 1;
            }
            pairs = next_subset(pairs);
        }
    }

    const fn full_houses(&mut self) {
        let mut trips = LOWEST;
        while trips <= ACE {
            let mut pair = LOWEST;
            while pair <= ACE {
                if pair != trips {
                    self.push(FULL_HOUSE | (trips * 0x1_1100) | (pair * 0x11));
                }
                pair += 1;
            }
            trips += 1;
        }
    }

    const fn straights(&mut self, category: u32) {
        let mut top = 5;
        while top <= ACE {
            self.push(category | (top * 0x1_1111 - 0x0_1234));
            top += 1;
        }
    }
}

/// The lowest `count` ranks as a set: bit r is rank r.
const fn first_subset(count: u32) -> u32 {
    ((1 << count) - 1) << LOWEST
}

/// The next larger set of the same size. Sets of one size are ordered by their highest ranks.
const fn next_subset(ranks: u32) -> u32 {
    let lowest = ranks & ranks.wrapping_neg();
    // The top rank of the lowest run moves up by one; the others go back to the deuce.
    let carried = ranks + lowest;
    let fallen = (carried & carried.wrapping_neg()) / lowest / 2 - 1;
    carried | (fallen << LOWEST)
}

const fn is_straight(ranks: u32) -> bool {
    let wheel = 1 << ACE | 0b1111 << LOWEST;
    ranks == wheel || ranks >> ranks.trailing_zeros() == 0b1_1111
}

/// The ranks as four-bit digits, the highest first.
const fn digits(mut ranks: u32) -> u32 {
    let mut digits = 0;
    while ranks != 0 {
        let top = ranks.ilog2();
        ranks ^= 1 << top;
        digits = digits << 4 | top;
    }
    digits
}
