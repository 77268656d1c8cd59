//! Badugi: the most cards of different ranks and suits, then the lowest such cards.
//!
//! With four cards the choice is small. A suit with one card plays it, unless its rank already plays. In addition, at
//! most one suit has several cards and plays its lowest of another rank; or two suits have two cards each and play
//! their lowest or, if these have the same rank, one of them and the lower of the others.

use super::lanes::{ROWS, Row, Suits, all_if, drop_lowest, five_digits, lowest, placed};
use super::low::ace_low;
use super::{Block, Kernel};

/// The ace is below the deuce.
pub(super) struct AceLow;

/// The ace is above the king (2-7).
pub(super) struct AceHigh;

impl Kernel for AceLow {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        // An ace at bit 0 reads as 2, a king as 14: one more than their ranks.
        best(block.suits, ace_low, 16, out);
    }
}

impl Kernel for AceHigh {
    type Scratch = ();
    type Score = u32;

    #[inline(always)]
    fn score(block: &Block<'_>, (): &mut (), out: &mut [u32; ROWS]) {
        best(block.suits, |ranks| ranks, 15, out);
    }
}

/// The scores; a rank that reads as `digit` counts `complement - digit`.
#[inline(always)]
fn best(suits: &Suits, ranks_of: impl Fn(u16) -> u16, complement: u32, out: &mut [u32; ROWS]) {
    for (row, out) in out.iter_mut().enumerate() {
        let (clubs, diamonds, hearts, spades) = suits.row(row);
        let row = (ranks_of(clubs), ranks_of(diamonds), ranks_of(hearts), ranks_of(spades));
        let playing = playing(row);
        let second = drop_lowest(playing);
        let third = drop_lowest(second);
        let fourth = drop_lowest(third);
        let step = |rest: u16, digit: u32| {
            let count_and_digit = (1 << 20) + (complement << digit);
            if rest == 0 { 0 } else { count_and_digit }
        };
        let base = step(playing, 16) + step(second, 12) + step(third, 8) + step(fourth, 4);
        *out = base.wrapping_sub(five_digits(placed(playing)));
    }
}

/// The ranks that play, out of four cards.
#[inline(always)]
fn playing((a, b, c, d): Row) -> u16 {
    let several = |suit: u16| suit & all_if(drop_lowest(suit) != 0);
    let (many_a, many_b, many_c, many_d) = (several(a), several(b), several(c), several(d));
    let spare = many_a | many_b | many_c | many_d;
    let single = (a & !many_a) | (b & !many_b) | (c & !many_c) | (d & !many_d);
    let lows = lowest(many_a) | lowest(many_b) | lowest(many_c) | lowest(many_d);
    // Two suits of two cards: their lowest cards have different ranks, or the same.
    let crowded = |suit: u16| all_if(suit != 0) & 1;
    let crowds = crowded(many_a) + crowded(many_b) + crowded(many_c) + crowded(many_d);
    let is_two_and_two = all_if(crowds == 2);
    let is_settled = is_two_and_two & all_if(drop_lowest(lows) != 0);
    let first = single | lows & is_two_and_two;
    first | lowest(spare & !first) & !is_settled
}
