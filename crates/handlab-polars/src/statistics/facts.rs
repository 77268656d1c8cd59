//! What predicates of statistics may ask of a seat, as small numbers.
//!
//! Words are places in a list. Amounts are only compared with each other and with zero: each is a rank, so that seats that
//! no predicate distinguishes are equal.

use handlab_arrow::Column as Arrow;
use handlab_columns::{Column, TableColumn, Words};

/// What a null is among them.
const NULL: i8 = i8::MIN;

/// The columns of the seats of batches.
pub(super) struct Facts {
    columns: Vec<Fact>,
}

struct Fact {
    name: String,
    kind: Kind,
    values: Vec<i8>,
}

enum Kind {
    Flag,
    Number,
    Amount,
    Word(Vec<&'static str>),
}

impl Facts {
    pub(super) fn new(names: Vec<String>) -> Self {
        let column = |name| Fact { name, kind: Kind::Number, values: Vec::new() };
        Self { columns: names.into_iter().map(column).collect() }
    }

    /// Adds the seats of a batch; an error names the column that is missing or of another type.
    pub(super) fn push(&mut self, seats: &[TableColumn<'_>]) -> Result<(), String> {
        let mut amounts = Vec::new();
        for (place, fact) in self.columns.iter_mut().enumerate() {
            let found = seats.iter().find(|column| column.name == fact.name);
            let column =
                found.ok_or_else(|| format!("expected a column `{}` of `seats`", fact.name))?;
            match column.values {
                Column::Bool(flags) => {
                    fact.kind = Kind::Flag;
                    fact.extend(column, |row| flags.get(row).map(i8::from));
                }
                Column::Int8(numbers) => fact.extend(column, |row| numbers.get(row)),
                Column::Words(words) => {
                    let places = fact.places(words);
                    fact.extend(column, |row| places.get(usize::from(words.codes()[row])).copied());
                }
                Column::Int64(numbers) if column.ends.is_none() => amounts.push((place, numbers)),
                _ => {
                    return Err(format!(
                        "expected flags, words, small numbers or amounts in `{}`",
                        fact.name
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

    /// How many whole numbers hold the facts of a seat.
    pub(super) fn width(&self) -> usize {
        self.columns.len().div_ceil(size_of::<i64>())
    }

    /// Appends the facts of a seat.
    pub(super) fn pack(&self, row: usize, into: &mut Vec<i64>) {
        for columns in self.columns.chunks(size_of::<i64>()) {
            let byte = |number: i64, fact: &Fact| number << 8 | i64::from(fact.values[row] as u8);
            into.push(columns.iter().fold(0, byte));
        }
    }

    /// The columns of packed facts, given the column of each of the numbers that hold them.
    pub(super) fn unpacked<I: Iterator<Item = i64>>(
        &self,
        packed: impl Fn(usize) -> I,
    ) -> Vec<(String, Arrow)> {
        let mut found = Vec::new();
        for (number, columns) in self.columns.chunks(size_of::<i64>()).enumerate() {
            for (place, fact) in columns.iter().enumerate() {
                let shift = 8 * (columns.len() - 1 - place);
                let values = packed(number).map(|number| (number >> shift) as i8);
                let known = values.map(|value| (value != NULL).then_some(value));
                found.push((fact.name.clone(), fact.column(known.collect())));
            }
        }
        found
    }
}

impl Fact {
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

    fn column(&self, values: Vec<Option<i8>>) -> Arrow {
        match &self.kind {
            Kind::Flag => Arrow::flags(values.into_iter().map(|value| value.map(|flag| flag == 1))),
            Kind::Number => Arrow::options(values),
            Kind::Amount => Arrow::options(values.into_iter().map(|rank| rank.map(i64::from))),
            Kind::Word(words) => {
                Arrow::texts(values.into_iter().map(|value| words.get(value? as usize).copied()))
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
