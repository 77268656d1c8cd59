//! Whose name a line starts with.

use handlab_cards::seat::SeatSet;
use handlab_core::hand::Hand;

use super::Reader;
use crate::names;

/// The seats by the start of their player's name, so that a line is compared with one or two names and not with all.
pub(super) struct Names {
    /// The number of seats that are listed: the first ones.
    listed: usize,
    /// The seats whose player's name starts with a byte that ends in these six bits. They differ between all letters of one
    /// case.
    seats: [SeatSet; 64],
    /// Whether a name may look like the start of another line.
    pub(super) are_ambiguous: bool,
}

impl Names {
    pub(super) const NONE: Names =
        Names { listed: 0, seats: [SeatSet::EMPTY; 64], are_ambiguous: false };

    /// Lists the next seat of the hand.
    pub(super) fn list(&mut self, name: &[u8]) {
        let seat = self.listed;
        match name.first() {
            Some(first) => self.seats[slot(*first)].insert(seat),
            // Every line starts with an empty name.
            None => self.seats.iter_mut().for_each(|seats| seats.insert(seat)),
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
        match line.as_bytes().first() {
            Some(first) if self.names.listed == hand.seats.len() => {
                names::split_among(hand, self.names.seats[slot(*first)].iter(), line, after)
            }
            _ => names::split_player(hand, line, after),
        }
    }
}
