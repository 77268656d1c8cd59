//! Whose name a line starts with.

use handlab_core::hand::Hand;

use super::Reader;
use crate::names::{self, is_object};
use crate::text::is_at;

/// The seats by the start of their player's name, so that a line is compared with one or two names and not with all.
pub(super) struct Names {
    /// The number of seats that are listed: the first ones.
    listed: usize,
    /// The bits of the seats whose player's name starts with a byte that ends in these six bits. They differ between all
    /// letters of one case.
    seats: [u32; 64],
    /// Whether a name may look like the start of another line.
    pub(super) are_ambiguous: bool,
}

impl Names {
    pub(super) const NONE: Names = Names { listed: 0, seats: [0; 64], are_ambiguous: false };

    /// Lists the next seat of the hand.
    pub(super) fn list(&mut self, name: &[u8]) {
        let bit = 1 << self.listed;
        match name.first() {
            Some(first) => self.seats[slot(*first)] |= bit,
            // Every line starts with an empty name.
            None => self.seats.iter_mut().for_each(|seats| *seats |= bit),
        }
        self.listed += 1;
        self.are_ambiguous |= name.iter().any(|byte| is_mark(*byte))
            || name.starts_with(b"Dealt")
            || name.starts_with(b"Uncalled");
    }

    /// Lists the seats that are not among the lines of seats.
    pub(super) fn list_others(&mut self, hand: &Hand) {
        for seat in hand.seats.iter().skip(self.listed) {
            self.list(hand.bytes(seat.player));
        }
    }
}

/// Whether a byte is a colon or a star: they differ in one bit.
#[inline]
fn is_mark(byte: u8) -> bool {
    byte | 0x10 == b':'
}

#[inline]
fn slot(first: u8) -> usize {
    usize::from(first & 63)
}

impl Reader<'_, '_> {
    /// As [`names::split_player`].
    #[inline]
    pub(super) fn split_player<'t>(&self, line: &'t str, after: &str) -> Option<(u8, &'t str)> {
        let hand = &*self.hand;
        let bytes = line.as_bytes();
        let Some(first) = bytes.first().filter(|_| self.names.listed == hand.seats.len()) else {
            return names::split_player(hand, line, after);
        };
        let is_followed = |len: usize| match after.as_bytes() {
            [mark] => bytes.get(len) == Some(mark),
            after => is_at(bytes, len, after),
        };
        let mut left = self.names.seats[slot(*first)];
        let mut longest: Option<(usize, usize)> = None;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let name = hand.bytes(hand.seats.get(number)?.player);
            let len = name.len();
            // Where players are numbered (`Player1`), only the last letter differs.
            if name.last() == bytes.get(len.wrapping_sub(1))
                && longest.is_none_or(|(_, longest)| len > longest)
                && is_followed(len)
                && is_at(bytes, 0, name)
            {
                longest = Some((number, len));
            }
        }
        let (number, len) = longest?;
        let rest = &line[len + after.len()..];
        if after == " " && is_object(rest) {
            return names::split_player(hand, line, after);
        }
        Some((number as u8, rest))
    }
}
