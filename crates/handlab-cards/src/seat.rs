//! Seats at a table, and sets of them.

/// The most seats in a hand: with two cards each and a board of five, a deck of 52 cards serves no more.
pub const MAX_SEATS: usize = 23;

/// A set of seats, given by index below [`MAX_SEATS`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The seats whose bits are set; bits at [`MAX_SEATS`] and beyond are ignored.
    pub const fn from_bits(bits: u32) -> SeatSet {
        SeatSet(bits & ((1 << MAX_SEATS) - 1))
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: usize) -> bool {
        seat < MAX_SEATS && self.0 >> seat & 1 == 1
    }

    /// Adds a seat; one at [`MAX_SEATS`] or beyond is ignored.
    pub const fn insert(&mut self, seat: usize) {
        if seat < MAX_SEATS {
            self.0 |= 1 << seat;
        }
    }

    /// Removes a seat, and returns whether it was in the set.
    pub const fn remove(&mut self, seat: usize) -> bool {
        let was_in = self.contains(seat);
        if was_in {
            self.0 &= !(1 << seat);
        }
        was_in
    }

    /// Adds or removes a seat; one at [`MAX_SEATS`] or beyond is ignored.
    pub const fn set(&mut self, seat: usize, is_in: bool) {
        if seat < MAX_SEATS {
            self.0 = self.0 & !(1 << seat) | (is_in as u32) << seat;
        }
    }

    /// The number of seats.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every seat of this set is in `other`.
    pub const fn is_subset(self, other: SeatSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Bit `n` is the seat with index `n`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether there is more than one seat.
    pub const fn has_several(self) -> bool {
        // Without the lowest bit.
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest index.
    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// The indexes, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (seat < MAX_SEATS).then_some(seat)
        })
    }
}

impl FromIterator<usize> for SeatSet {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl std::fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_are_more_than_one() {
        for seats in [&[][..], &[0], &[9], &[0, 9], &[3, 4, 5]] {
            let set: SeatSet = seats.iter().copied().collect();
            assert_eq!(set.has_several(), seats.len() > 1, "{seats:?}");
        }
    }
}
