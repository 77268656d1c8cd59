//! Columns as small numbers, so that rows with the same state are equal and few are different.
//!
//! Words are places in a list. Amounts are only compared with each other and with zero: each is a rank, so that rows are
//! equal if no such comparison distinguishes them.

use crate::{Bools, Column, Numbers, TableColumn, Words};

/// What a null is among them.
const NULL: i8 = i8::MIN;

/// The states of the rows of some tables.
pub struct States {
    columns: Vec<StateColumn>,
}

struct StateColumn {
    name: String,
    kind: Kind,
    values: Vec<i8>,
}

/// A column of states.
pub enum Unpacked {
    Flags(Bools),
    Numbers(Numbers<i8>),
    /// Of amounts: they compare with each other and with zero as the amounts of a row do.
    Ranks(Numbers<i64>),
    Words(Box<Words>),
}

impl Unpacked {
    pub fn as_column(&self) -> Column<'_> {
        match self {
            Unpacked::Flags(flags) => Column::Bool(flags),
            Unpacked::Numbers(numbers) => Column::Int8(numbers),
            Unpacked::Ranks(ranks) => Column::Int64(ranks),
            Unpacked::Words(words) => Column::Words(words),
        }
    }
}

enum Kind {
    Flag,
    Number,
    Amount,
    Word(Vec<&'static str>),
}

impl States {
    /// `names` are the columns that are part of the state.
    pub fn new(names: Vec<String>) -> Self {
        let column = |name| StateColumn { name, kind: Kind::Number, values: Vec::new() };
        Self { columns: names.into_iter().map(column).collect() }
    }

    /// Adds the rows of a table; an error names the column that is missing or of another type.
    pub fn push(&mut self, table: &[TableColumn<'_>]) -> Result<(), String> {
        let mut amounts = Vec::new();
        for (place, state) in self.columns.iter_mut().enumerate() {
            let found = table.iter().find(|column| column.name == state.name);
            let column = found.ok_or_else(|| format!("expected a column `{}`", state.name))?;
            match column.values {
                Column::Bool(flags) => {
                    state.kind = Kind::Flag;
                    state.extend(column, |row| flags.get(row).map(i8::from));
                }
                Column::Int8(numbers) => state.extend(column, |row| numbers.get(row)),
                Column::Words(words) => {
                    let places = state.places(words);
                    state
                        .extend(column, |row| places.get(usize::from(words.codes()[row])).copied());
                }
                Column::Int64(numbers) if column.ends.is_none() => amounts.push((place, numbers)),
                _ => {
                    return Err(format!(
                        "expected flags, words, small numbers or amounts in `{}`",
                        state.name
                    ));
                }
            }
        }
        for (place, numbers) in &amounts {
            let rank = |row| {
                let others = amounts.iter().map(|(_, numbers)| numbers.get(row));
                numbers.get(row).map_or(NULL, |amount| rank(amount, others))
            };
            self.columns[*place].kind = Kind::Amount;
            self.columns[*place].values.extend((0..numbers.len()).map(rank));
        }
        Ok(())
    }

    /// The number of whole numbers that hold the state of a row.
    pub fn width(&self) -> usize {
        self.columns.len().div_ceil(size_of::<u64>())
    }

    /// Appends the state of a row.
    pub fn pack(&self, row: usize, into: &mut Vec<u64>) {
        for columns in self.columns.chunks(size_of::<u64>()) {
            let byte = |number: u64, column: &StateColumn| {
                number << 8 | u64::from(column.values[row] as u8)
            };
            into.push(columns.iter().fold(0, byte));
        }
    }

    /// The columns of some states, given the column of each of the numbers that hold them.
    pub fn unpacked<I: Iterator<Item = u64>>(
        &self,
        packed: impl Fn(usize) -> I,
    ) -> Vec<(String, Unpacked)> {
        let mut found = Vec::new();
        for (number, columns) in self.columns.chunks(size_of::<u64>()).enumerate() {
            for (place, state) in columns.iter().enumerate() {
                let shift = 8 * (columns.len() - 1 - place);
                let values = packed(number).map(|number| (number >> shift) as i8);
                let known = values.map(|value| (value != NULL).then_some(value));
                found.push((state.name.clone(), state.column(known.collect())));
            }
        }
        found
    }
}

impl StateColumn {
    /// Appends the value of each row; a value of the hand holds for all its rows.
    fn extend(&mut self, column: &TableColumn<'_>, value: impl Fn(usize) -> Option<i8>) {
        let value = |row| value(row).unwrap_or(NULL);
        match column.ends {
            None => self.values.extend((0..column.values.len()).map(value)),
            Some(ends) => {
                let first = self.values.len();
                for (hand, end) in ends.iter().enumerate() {
                    self.values.resize(first + *end as usize, value(hand));
                }
            }
        }
    }

    /// The place of each word of a column among all words.
    fn places(&mut self, column: &Words) -> Vec<i8> {
        if !matches!(self.kind, Kind::Word(_)) {
            self.kind = Kind::Word(Vec::new());
        }
        let Kind::Word(words) = &mut self.kind else { return Vec::new() };
        let place = |word: &&'static str| {
            let known = words.iter().position(|known| known == word);
            known.unwrap_or_else(|| {
                words.push(word);
                words.len() - 1
            }) as i8
        };
        column.words().iter().map(place).collect()
    }

    fn column(&self, values: Vec<Option<i8>>) -> Unpacked {
        match &self.kind {
            Kind::Flag => {
                let mut flags = Bools::default();
                for value in values {
                    flags.push(value.map(|flag| flag == 1));
                }
                Unpacked::Flags(flags)
            }
            Kind::Number => {
                let mut numbers = Numbers::default();
                numbers.extend_some(values.into_iter());
                Unpacked::Numbers(numbers)
            }
            Kind::Amount => {
                let mut ranks = Numbers::default();
                ranks.extend_some(values.into_iter().map(|rank| rank.map(i64::from)));
                Unpacked::Ranks(ranks)
            }
            Kind::Word(words) => {
                let mut texts = Words::default();
                texts.extend(values.into_iter().map(|value| words.get(value? as usize).copied()));
                Unpacked::Words(Box::new(texts))
            }
        }
    }
}

/// A small number that compares with zero and with the ranks of the other amounts as the amount does with theirs.
fn rank(amount: i64, amounts: impl Iterator<Item = Option<i64>>) -> i8 {
    let between = amounts.flatten().filter(|other| match amount.signum() {
        1 => (1..amount).contains(other),
        -1 => (amount + 1..0).contains(other),
        _ => false,
    });
    amount.signum() as i8 * (1 + between.count() as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_come_back_as_columns() {
        let mut verdicts = Words::default();
        verdicts.extend([Some("exact"), Some("mismatch")].into_iter());
        let mut flags = Bools::default();
        for flag in [Some(true), None, Some(false)] {
            flags.push(flag);
        }
        let mut amounts = Numbers::default();
        amounts.extend_some([Some(500_i64), Some(-20), None].into_iter());
        // The first hand has two rows, the second one.
        let column = |name, values, ends| TableColumn { name, values, ends };
        let table = [
            column("is_all_in", Column::Bool(&flags), None),
            column("verdict", Column::Words(&verdicts), Some(&[2, 3][..])),
            column("won", Column::Int64(&amounts), None),
        ];
        let mut states = States::new(["verdict", "won", "is_all_in"].map(str::to_owned).to_vec());
        states.push(&table).expect("its columns");
        let mut packed = Vec::new();
        (0..3).for_each(|row| states.pack(row, &mut packed));
        assert_eq!((states.width(), packed.len()), (1, 3));

        let columns = states.unpacked(|_| packed.iter().copied());

        let [
            (_, Unpacked::Words(words)),
            (_, Unpacked::Ranks(ranks)),
            (_, Unpacked::Flags(all_in)),
        ] = &columns[..]
        else {
            panic!("other kinds of columns");
        };
        let words: Vec<_> = (0..3).map(|row| words.get(row)).collect();
        assert_eq!(words, [Some("exact"), Some("exact"), Some("mismatch")]);
        assert_eq!(ranks.iter().collect::<Vec<_>>(), [Some(1), Some(-1), None]);
        assert_eq!(all_in.iter().collect::<Vec<_>>(), [Some(true), None, Some(false)]);
        let missing = States::new(vec!["chips".to_owned()]).push(&table);
        assert_eq!(missing, Err("expected a column `chips`".to_owned()));
    }

    #[test]
    fn ranks_compare_as_the_amounts_do() {
        let amounts = [0, 5, -3, 5, 700, i64::MAX, i64::MIN, -2, 1];
        let rank = |amount: &i64| rank(*amount, amounts.iter().copied().map(Some));
        for one in &amounts {
            assert_eq!(rank(one).signum(), one.signum() as i8);
            for other in &amounts {
                assert_eq!(rank(one).cmp(&rank(other)), one.cmp(other), "{one} {other}");
            }
        }
    }
}
