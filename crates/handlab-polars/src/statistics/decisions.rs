//! Which seat took each action, and flags of actions combined into flags of seats.

use handlab_columns::{Column, Flags, Numbers, TableColumn};

use super::predicates::HandRows;

/// The value in `deciders` for an action without a seat.
const NOBODY: u32 = u32::MAX;

/// The seats of the actions of some hands.
pub(super) struct Decisions {
    /// For each action, the row of its seat in `seats`.
    deciders: Vec<u32>,
    /// Rows of `seats` with the same seat number as an earlier row of the hand: the actions belong to both.
    doubled: Vec<(u32, u32)>,
    seats: usize,
}

impl Decisions {
    /// Returns `None` if a table lacks the columns.
    pub(super) fn of(seats: HandRows<'_>, actions: HandRows<'_>) -> Option<Self> {
        let (chairs, actors) = (chairs_of(seats.columns)?, chairs_of(actions.columns)?);
        let mut deciders = Vec::with_capacity(actors.len());
        let mut doubled = Vec::new();
        let (mut start, mut first_seat) = (0, 0);
        for (end, last_seat) in actions.ends.iter().zip(seats.ends) {
            let of_hand = &chairs.values()[first_seat..*last_seat as usize];
            let row_of = |chair: i8| {
                let place = of_hand.iter().position(|of| *of == chair)?;
                Some((first_seat + place) as u32)
            };
            for (row, chair) in (first_seat as u32..).zip(of_hand) {
                doubled
                    .extend(row_of(*chair).filter(|first| *first < row).map(|first| (row, first)));
            }
            let of_row = |row| actors.get(row).and_then(row_of).unwrap_or(NOBODY);
            deciders.extend((start..*end as usize).map(of_row));
            (start, first_seat) = (*end as usize, *last_seat as usize);
        }
        Some(Self { deciders, doubled, seats: first_seat })
    }

    /// The number of actions.
    pub(super) fn len(&self) -> usize {
        self.deciders.len()
    }

    /// The flags of the seats, combined from their actions, with one bit per row each.
    pub(super) fn fold(&self, columns: &[&[u64]]) -> Vec<Vec<u64>> {
        let names = vec![String::new(); columns.len()];
        let of_actions = Flags::of_columns(names.clone(), columns, self.len());
        let mut folded = Flags::new(names, self.seats);
        for (action, seat) in self.deciders.iter().enumerate() {
            if *seat != NOBODY {
                folded.join(*seat as usize, &of_actions, action);
            }
        }
        for (seat, first) in &self.doubled {
            let first = folded.row(*first as usize).to_vec();
            folded.row_mut(*seat as usize).copy_from_slice(&first);
        }
        let mut found = folded.columns(&(0..self.seats));
        found.truncate(columns.len());
        found
    }

    /// The number of each seat's actions that have a flag.
    pub(super) fn count(&self, column: &[u64]) -> Vec<i16> {
        let mut counts = vec![0_i16; self.seats];
        for (place, word) in column.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let action = place * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(count) = counts.get_mut(self.deciders[action] as usize) {
                    *count = count.saturating_add(1);
                }
            }
        }
        for (seat, first) in &self.doubled {
            counts[*seat as usize] = counts[*first as usize];
        }
        counts
    }
}

/// The seat numbers in the rows of a table.
fn chairs_of<'a>(columns: &[TableColumn<'a>]) -> Option<&'a Numbers<i8>> {
    match columns.iter().find(|column| column.name == "seat")?.values {
        Column::Int8(chairs) => Some(chairs),
        _ => None,
    }
}
