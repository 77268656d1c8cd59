//! The actions of batches by their state: what predicates of statistics may ask of an action.
//!
//! A flush has hundreds of thousands of actions and a few thousand states, so that predicates are evaluated once for each
//! state. A state does not hold what no predicate can ask: seats are only compared with each other, and amounts with zero.

use handlab_arrow::{Column as Arrow, Frame};
use handlab_columns::{Column, Flags, Words};
use handlab_core::table::Tables;
use hashbrown::HashMap;

/// What a state holds of a null.
const NULL: i8 = i8::MIN;

/// The columns of a state, in which words are places in a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    street_no: i8,
    kind: i8,
    /// The sign of the amount.
    amount: i8,
    raises_before: i8,
    limpers_before: i8,
    callers_before: i8,
    /// 1 for the seat itself, 2 for another.
    aggressor_seat: i8,
    can_raise: i8,
    position: i8,
    /// As `aggressor_seat`.
    previous_aggressor_seat: i8,
    aggressor_to_act: i8,
    in_position: i8,
    line: i8,
    faces: i8,
}

/// Collects the actions of batches.
#[derive(Default)]
pub(super) struct Decisions {
    words: Vec<&'static str>,
    states: HashMap<State, i32>,
    /// For each action the row of its seat in `seats`, and its state.
    actions: Vec<(u32, u32)>,
    /// Rows of `seats` with the chair of an earlier row of their hand: the actions are those of both.
    doubled: Vec<(u32, u32)>,
    seats: usize,
}

impl Decisions {
    /// Adds the actions of a batch, whose seats come after those of the batches before.
    ///
    /// Returns `None` if a table has not the columns.
    pub(super) fn push(&mut self, tables: &Tables) -> Option<()> {
        let columns = tables.columns();
        let (_, actions) = columns.iter().find(|(name, _)| *name == "actions")?;
        let named = |name: &str| {
            actions.iter().find(|column| column.name == name).map(|column| column.values)
        };
        let int8 = |name: &str| match named(name)? {
            Column::Int8(rows) => Some(rows),
            _ => None,
        };
        let (seats, aggressors) = (int8("seat")?, int8("aggressor_seat")?);
        let (streets, raises) = (int8("street_no")?, int8("raises_before")?);
        let (limpers, callers) = (int8("limpers_before")?, int8("callers_before")?);
        let Column::Int64(amounts) = named("amount")? else { return None };
        let flags = |name: &str| match named(name)? {
            Column::Bool(rows) => Some(rows),
            _ => None,
        };
        let words = |name: &str| match named(name)? {
            Column::Words(rows) => Some(rows),
            _ => None,
        };
        let (can_raise, in_position) = (flags("can_raise")?, flags("in_position")?);
        let (previous, to_act) = (int8("previous_aggressor_seat")?, flags("aggressor_to_act")?);
        let (kinds, positions, lines) = (words("kind")?, words("position")?, words("line")?);
        let (kind_places, position_places) = (self.places(kinds), self.places(positions));
        let faces = words("faces")?;
        let (line_places, faces_places) = (self.places(lines), self.places(faces));
        // 1 for the seat itself, 2 for another.
        let whose = |other: Option<i8>, seat: Option<i8>| {
            other.zip(seat).map_or(NULL, |(other, seat)| 1 + i8::from(other != seat))
        };
        let place = |words: &Words, places: &[i8], row: usize| {
            places.get(usize::from(words.codes()[row])).copied().unwrap_or(NULL)
        };
        let (_, of_seats) = columns.iter().find(|(name, _)| *name == "seats")?;
        let chairs = of_seats.iter().find(|column| column.name == "seat")?;
        let Column::Int8(chairs) = chairs.values else { return None };
        let ends_of = |table: &str| {
            tables.row_ends().into_iter().find(|(name, _)| *name == table).map(|(_, ends)| ends)
        };
        let (mut start, mut first_seat) = (0, 0);
        for (end, last_seat) in ends_of("actions")?.iter().zip(ends_of("seats")?) {
            let chairs = &chairs.values()[first_seat..*last_seat as usize];
            let row_of = |chair: i8| {
                let place = chairs.iter().position(|of| *of == chair)?;
                Some((self.seats + first_seat + place) as u32)
            };
            for (place, chair) in chairs.iter().enumerate() {
                let row = (self.seats + first_seat + place) as u32;
                self.doubled
                    .extend(row_of(*chair).filter(|first| *first < row).map(|first| (row, first)));
            }
            for row in start..*end as usize {
                let seat = seats.get(row);
                let state = State {
                    street_no: streets.get(row).unwrap_or(NULL),
                    kind: place(kinds, &kind_places, row),
                    amount: amounts.get(row).map_or(NULL, |amount| amount.signum() as i8),
                    raises_before: raises.get(row).unwrap_or(NULL),
                    limpers_before: limpers.get(row).unwrap_or(NULL),
                    callers_before: callers.get(row).unwrap_or(NULL),
                    aggressor_seat: whose(aggressors.get(row), seat),
                    can_raise: can_raise.get(row).map_or(NULL, i8::from),
                    position: place(positions, &position_places, row),
                    previous_aggressor_seat: whose(previous.get(row), seat),
                    aggressor_to_act: to_act.get(row).map_or(NULL, i8::from),
                    in_position: in_position.get(row).map_or(NULL, i8::from),
                    line: place(lines, &line_places, row),
                    faces: place(faces, &faces_places, row),
                };
                let next = self.states.len() as i32;
                let state_no = *self.states.entry(state).or_insert(next);
                self.actions.extend(seat.and_then(row_of).map(|seat| (seat, state_no as u32)));
            }
            (start, first_seat) = (*end as usize, *last_seat as usize);
        }
        self.seats += first_seat;
        Some(())
    }

    /// The number of seats.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The flags of the seats: those of the states of their actions together.
    pub(super) fn fold(&self, of_states: &Flags) -> Flags {
        let mut folded = Flags::new(of_states.names().to_vec(), self.seats);
        for (seat, state) in &self.actions {
            folded.join(*seat as usize, of_states, *state as usize);
        }
        for (seat, first) in &self.doubled {
            let first = folded.row(*first as usize).to_vec();
            folded.row_mut(*seat as usize).copy_from_slice(&first);
        }
        folded
    }

    /// How many actions of each seat have a flag.
    pub(super) fn count(&self, of_states: &Flags, flag: usize) -> Vec<i16> {
        let mut counts = vec![0_i16; self.seats];
        for (seat, state) in &self.actions {
            let count = &mut counts[*seat as usize];
            *count = count.saturating_add(i16::from(of_states.get(*state as usize, flag)));
        }
        for (seat, first) in &self.doubled {
            counts[*seat as usize] = counts[*first as usize];
        }
        counts
    }

    /// The states, in the order of their numbers.
    pub(super) fn states(&self) -> Frame {
        let mut states: Vec<(&State, &i32)> = self.states.iter().collect();
        states.sort_unstable_by_key(|(_, number)| *number);
        let known = |value: i8| (value != NULL).then_some(value);
        let small = |of: fn(&State) -> i8| {
            Arrow::options(states.iter().map(|(state, _)| known(of(state))).collect::<Vec<_>>())
        };
        let text = |of: fn(&State) -> i8| {
            let word = |state: &State| Some(self.words[known(of(state))? as usize]);
            Arrow::texts(states.iter().map(|(state, _)| word(state)).collect::<Vec<_>>())
        };
        let amounts = states.iter().map(|(state, _)| known(state.amount).map(i64::from));
        let flags = |of: fn(&State) -> i8| {
            let flag = |(state, _): &(&State, &i32)| known(of(state)).map(|flag| flag == 1);
            Arrow::flags(states.iter().map(flag).collect::<Vec<_>>())
        };
        Frame::new(vec![
            ("state_no", Arrow::numbers(states.iter().map(|(_, number)| **number).collect(), None)),
            ("seat", Arrow::numbers(vec![1_i8; states.len()], None)),
            ("street_no", small(|state| state.street_no)),
            ("kind", text(|state| state.kind)),
            ("amount", Arrow::options(amounts.collect::<Vec<_>>())),
            ("raises_before", small(|state| state.raises_before)),
            ("limpers_before", small(|state| state.limpers_before)),
            ("callers_before", small(|state| state.callers_before)),
            ("aggressor_seat", small(|state| state.aggressor_seat)),
            ("can_raise", flags(|state| state.can_raise)),
            ("position", text(|state| state.position)),
            ("previous_aggressor_seat", small(|state| state.previous_aggressor_seat)),
            ("aggressor_to_act", flags(|state| state.aggressor_to_act)),
            ("in_position", flags(|state| state.in_position)),
            ("line", text(|state| state.line)),
            ("faces", text(|state| state.faces)),
        ])
    }

    /// The place of each word of a column among all words.
    fn places(&mut self, column: &Words) -> Vec<i8> {
        let mut place = |word: &&'static str| {
            let known = self.words.iter().position(|known| known == word);
            known.unwrap_or_else(|| {
                self.words.push(word);
                self.words.len() - 1
            }) as i8
        };
        column.words().iter().map(&mut place).collect()
    }
}
