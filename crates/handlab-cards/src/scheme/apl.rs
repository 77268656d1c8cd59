//! Rank array: four flags and a matrix of counts and ranks, compared by the total array ordering of APL.
//!
//! Source: "Ranking poker hands" of the APL Wiki, Dyalog APL; reconstructed from its text, whose stored copy lost most
//! of the code's symbols, and verified against the ten arrays that it prints. Ranks are 1 (deuce) to 13 (ace).
//!
//! The array is `straight flush, two different ranks, flush, straight` and rows of `count rank`, the largest first; in
//! a straight the first row goes last, so that the ace of a wheel does not count. The order is that of Dyalog's draft:
//! matrices are padded to the same shape with an item lower than any number, then compared item by item. The source's
//! `cmphand` gives `¯1` if the **left** hand is better: the opposite sign of [`RankArray::compare`].
//!
//! # Errors of the source, kept in `literal`
//! 1. The second row's count comes after the first row's rank: a pair beats every two pair whose higher pair is lower.
//! 2. A wheel, rotated to 5-4-3-2-A, beats 6-5-4-3-2 rotated to 5-4-3-2-6, plain and of one suit.
//!
//! `talk` is the function shown before the article: straight and flush are swapped, so that straights beat flushes, and
//! nothing is rotated, so that a wheel is ace-high. `repaired` writes counts and ranks as two rows and rotates only the
//! wheel.

use std::cmp::{Ordering, Reverse};
use std::fmt;

use super::{Variant, is_flush, is_straight, is_wheel, nibbles};
use crate::card::Card;

/// A hand in this scheme's encoding.
///
/// It prints as one line: `0 0 0 0 (2 12) (1 6) (1 4) (1 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankArray {
    /// Straight flush, two different ranks, flush, straight (`talk`: straight, flush), each 0 or 1.
    pub flags: [u8; 4],
    /// Count and rank of each group; zeros beyond `len`.
    groups: [[u8; 2]; 5],
    len: usize,
    is_transposed: bool,
}

impl RankArray {
    /// The rows of the matrix: a count and a rank each, or (`repaired`) one row of counts and one of ranks.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = u8>> {
        let (rows, columns) = self.shape();
        (0..rows).map(move |row| (0..columns).filter_map(move |column| self.cell(row, column)))
    }

    /// Total array ordering. Both must be of the same variant.
    pub fn compare(&self, other: &RankArray) -> Ordering {
        let (shape, others) = (self.shape(), other.shape());
        let (rows, columns) = (shape.0.max(others.0), shape.1.max(others.1));
        let places = (0..rows * columns).map(|place| (place / columns, place % columns));
        let mut cells = places.map(|(row, column)| {
            let cell = self.cell(row, column);
            cell.cmp(&other.cell(row, column))
        });
        let of_cells = || cells.find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        self.flags.cmp(&other.flags).then_with(of_cells)
    }

    /// The flags as bits and the cells as four-bit digits, ordered like [`RankArray::compare`].
    pub fn key(&self) -> u64 {
        let columns = if self.is_transposed { 5 } else { 2 };
        let cells = (0..10).map(|place| self.cell(place / columns, place % columns).unwrap_or(0));
        let flags = self.flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        flags << 40 | nibbles(cells)
    }

    fn shape(&self) -> (usize, usize) {
        if self.is_transposed { (2, self.len) } else { (self.len, 2) }
    }

    /// `None`, which is lower than any number, outside the matrix.
    fn cell(&self, row: usize, column: usize) -> Option<u8> {
        let (group, part) = if self.is_transposed { (column, row) } else { (row, column) };
        (group < self.len).then(|| self.groups[group].get(part).copied())?
    }
}

impl fmt::Display for RankArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.flags;
        write!(f, "{first} {second} {third} {fourth}")?;
        for row in self.rows() {
            for (column, cell) in row.enumerate() {
                write!(f, "{}{cell}", if column == 0 { " (" } else { " " })?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// Encodes five distinct cards; every variant but `Talk` and `Repaired` is the complete function of the article.
pub(super) fn encode(mut hand: [Card; 5], variant: Variant) -> RankArray {
    hand.sort_by_key(|card| (card.rank(), card.suit()));
    let ranks = hand.map(Card::rank);
    let (straight, flush) = (is_straight(ranks), is_flush(hand));
    let (mut groups, len) = groups(ranks);
    let is_rotated = match variant {
        Variant::Talk => false,
        Variant::Repaired => is_wheel(ranks),
        _ => straight,
    };
    if is_rotated {
        groups.rotate_left(1);
    }
    let (third, fourth) =
        if variant == Variant::Talk { (straight, flush) } else { (flush, straight) };
    RankArray {
        flags: [straight && flush, len == 2, third, fourth].map(u8::from),
        groups,
        len,
        is_transposed: variant == Variant::Repaired,
    }
}

/// Counts and ranks, the largest first, and how many there are.
fn groups(ranks: [u8; 5]) -> ([[u8; 2]; 5], usize) {
    let mut groups = [[0; 2]; 5];
    let mut len = 0;
    for run in ranks.chunk_by(|a, b| a == b) {
        groups[len] = [run.len() as u8, run[0] - 1];
        len += 1;
    }
    groups.sort_by_key(|group| Reverse(*group));
    (groups, len)
}
