//! Dense classes 1..=7462 of 5..=7 cards: two small tables over the shape of a hand.
//!
//! Within a category the classes run through the groups (the pair, the trips, both pairs) and, for each, through the
//! kickers in the order of their highest ranks. So a class is the start of its group plus the index of its kickers
//! among all kickers, with the group's ranks removed from the thirteen. Straights and flushes are five kickers without
//! a group.

use std::sync::LazyLock;

use super::high::{STANDARD, Shapes, shape};
use super::lanes::{ROWS, drop_lowest, lowest, unplaced};
use super::{Block, Kernel};
use crate::score::class::CLASSES;

/// Any five of the cards.
pub(super) struct Standard;

impl Kernel for Standard {
    type Scratch = Shapes;
    type Score = u16;

    #[inline(always)]
    fn score(block: &Block<'_>, shapes: &mut Shapes, out: &mut [u16; ROWS]) {
        // Taken out of their boxes here: in the loop, the compiler must assume that a score may overwrite the pointers.
        let Tables { starts: of_start, kickers: of_kickers } = &*TABLES;
        let (of_start, of_kickers) = (&**of_start, &**of_kickers);
        shape(block.suits, STANDARD, shapes);
        let (mut starts, mut kickers) = ([0; ROWS], [0; ROWS]);
        places(shapes, &mut starts, &mut kickers);
        for (row, out) in out.iter_mut().enumerate() {
            let start = of_start[usize::from(starts[row]) % STARTS];
            *out = start.wrapping_add(of_kickers[usize::from(kickers[row]) % KICKERS]);
        }
    }
}

/// Slots for the groups of each category; [`slot`] assigns one.
const SLOTS: usize = 256;
const STARTS: usize = SLOTS * 16;

/// The number of sets of ranks, for each number of kickers.
const SETS: usize = 1 << 13;
const KICKERS: usize = SETS * 4;

struct Tables {
    /// By category and slot of the group: the class of the hand with the lowest kickers.
    starts: Box<[u16; STARTS]>,
    /// By the number of kickers that play and the set of which they are the highest: their index among all sets of that
    /// size.
    kickers: Box<[u16; KICKERS]>,
}

/// The indexes of the two parts of each row's class in the tables.
#[inline(always)]
fn places(shapes: &Shapes, starts: &mut [u16; ROWS], kickers: &mut [u16; ROWS]) {
    for row in 0..ROWS {
        let (category, groups) = (shapes.category[row], unplaced(shapes.groups[row]));
        starts[row] = category << 8 | slot(groups);
        let rest = unplaced(shapes.rest[row]);
        let rest = without(without(rest, drop_lowest(groups)), lowest(groups));
        kickers[row] = kinds(category) << 13 | rest;
    }
}

/// Which part of the kicker table to use: 5, 3, 2 or 1 kickers.
#[inline(always)]
const fn kinds(category: u16) -> u16 {
    let is_pair = (category == 1) as u16;
    let is_trips = (category == 3) as u16;
    let is_one = (category == 2 || category == 6 || category == 7) as u16;
    is_pair | is_trips << 1 | (is_one * 3)
}

/// The ranks, with those above `gone` moved down by one; unchanged if `gone` is 0.
#[inline(always)]
fn without(ranks: u16, gone: u16) -> u16 {
    let below = gone.wrapping_sub(1);
    ranks & below | ranks >> 1 & !below
}

/// A separate slot for each rank and each pair of ranks: no two of the same kind share one, as a test verifies. Of all
/// 16-bit multipliers 20 achieve that in eight bits; this is the smallest.
#[inline(always)]
fn slot(group: u16) -> u16 {
    group.wrapping_mul(0x0313) >> 8
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables { starts: Box::new([0; STARTS]), kickers: Box::new([0; KICKERS]) };
    for (class, strength) in (1..).zip(&CLASSES) {
        let (category, group) = group_of(*strength);
        let start = &mut tables.starts[usize::from(category << 8 | slot(group))];
        if *start == 0 {
            *start = class;
        }
    }
    for (count, kinds) in [5, 3, 2, 1].into_iter().zip(0..) {
        for set in 0..SETS {
            tables.kickers[kinds * SETS + set] = place(set as u16, count);
        }
    }
    tables
});

/// The category of a strength, and its group's ranks.
fn group_of(strength: u32) -> (u16, u16) {
    let rank = |digit: u32| 1_u16 << ((strength >> digit & 15) - 2);
    let category = (strength >> 20) as u16;
    let group = match category {
        0 | 4 | 5 | 8 => 0,
        2 => rank(16) | rank(8),
        _ => rank(16),
    };
    (category, group)
}

/// The number of sets of `count` ranks below the highest `count` of this set; for five, straights are counted
/// separately. The lowest straight comes without its ace, which is not a rank in the set: nothing is below that either.
fn place(set: u16, count: u32) -> u16 {
    if set.count_ones() < count {
        return 0;
    }
    let mut highest = set;
    while highest.count_ones() > count {
        highest &= highest - 1;
    }
    let below = |set: u16| -> u16 {
        let ranks = (0..13).filter(|rank| set >> rank & 1 == 1);
        ranks.zip(1..).map(|(rank, nth)| choose(rank, nth)).sum()
    };
    if count != 5 {
        return below(highest);
    }
    let straights = [0b1_0000_0000_1111].into_iter().chain((0..9).map(|low| 0b1_1111 << low));
    if let Some(nth) = straights.clone().position(|straight| straight == highest) {
        return nth as u16;
    }
    below(highest) - straights.filter(|straight| below(*straight) < below(highest)).count() as u16
}

/// The binomial coefficient.
fn choose(of: u16, count: u16) -> u16 {
    (0..count).fold(1, |sets, taken| sets * of.saturating_sub(taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_groups_of_a_category_share_a_slot() {
        let groups: HashSet<_> = CLASSES.iter().map(|strength| group_of(*strength)).collect();
        let slots: HashSet<_> =
            groups.iter().map(|(category, group)| (category, slot(*group))).collect();
        assert_eq!(groups.len(), 4 + 4 * 13 + 78);
        assert_eq!(slots.len(), groups.len());
    }
}
