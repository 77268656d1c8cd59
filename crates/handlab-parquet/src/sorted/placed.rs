//! The values of a column, arriving in any order, each put at its position in a range of rows of the new file.

use std::collections::HashMap;
use std::ops::Range;

use handlab_columns::{Bools, Column, Lists, Names, Numbers, OwnedColumn, Strings};
use hashbrown::DefaultHashBuilder;
use parquet::errors::{ParquetError, Result};

use crate::stored::{Coded, Portion};

/// Values of the rows from `first` on.
pub(crate) struct Placed {
    first: usize,
    len: usize,
    values: Values,
    /// One bit per null number or flag; empty while there is none.
    nulls: Vec<u64>,
}

enum Values {
    Int64(Vec<i64>),
    Int32(Vec<i32>),
    Int16(Vec<i16>),
    Int8(Vec<i8>),
    Float64(Vec<f64>),
    Timestamp(Vec<i64>),
    /// 64 rows per word.
    Bool(Vec<u64>),
    /// Codes, since most texts occur in many rows.
    Text(Names, Vec<u32>),
    Int8Lists(ListCodes, Vec<u32>),
}

/// Lists, and the code of each.
#[derive(Default)]
struct ListCodes {
    lists: Vec<Box<[i8]>>,
    codes: HashMap<Box<[i8]>, u32, DefaultHashBuilder>,
}

/// From this average number of repetitions in a range of rows, texts have codes. Cards do: the rows of one player's
/// seats contain all pairs of cards.
const REPEATED: usize = 3;

impl Placed {
    /// No values yet, for a column of the given kind.
    pub(crate) fn new(kind: Column<'_>, rows: Range<usize>) -> Self {
        let len = rows.len();
        let values = match kind {
            Column::Int64(_) => Values::Int64(vec![0; len]),
            Column::Int32(_) => Values::Int32(vec![0; len]),
            Column::Int16(_) => Values::Int16(vec![0; len]),
            Column::Int8(_) => Values::Int8(vec![0; len]),
            Column::Float64(_) => Values::Float64(vec![0.0; len]),
            Column::Timestamp(_) => Values::Timestamp(vec![0; len]),
            Column::Bool(_) => Values::Bool(vec![0; len.div_ceil(64)]),
            Column::Int8Lists(_) => Values::Int8Lists(ListCodes::default(), vec![Names::NULL; len]),
            Column::Text(_)
            | Column::Words(_)
            | Column::Names(..)
            | Column::OfHand
            | Column::OfSeat(_) => Values::Text(Names::default(), vec![Names::NULL; len]),
        };
        Placed { first: rows.start, len, values, nulls: Vec::new() }
    }

    /// Puts a portion's values at the positions of its rows; positions outside the range are skipped.
    pub(crate) fn put(&mut self, portion: &Portion, places: &[u32]) -> Result<()> {
        match portion {
            Portion::Values(values) => self.put_values(values.as_column(), places),
            Portion::Coded(coded) => self.put_coded(coded, places),
        }
    }

    fn put_coded(&mut self, coded: &Coded, places: &[u32]) -> Result<()> {
        let Values::Text(names, codes) = &mut self.values else { return Err(other_type()) };
        // Most texts of a dictionary may belong to other rows.
        let mut there = vec![Names::NULL; coded.texts.len()];
        for (code, place) in coded.codes.iter().zip(places) {
            let at = (*place as usize).wrapping_sub(self.first);
            if at >= self.len || *code == Names::NULL {
                continue;
            }
            let there = &mut there[*code as usize];
            if *there == Names::NULL {
                *there = names.code(coded.texts.get(*code as usize).unwrap_or_default());
            }
            codes[at] = *there;
        }
        Ok(())
    }

    fn put_values(&mut self, column: Column<'_>, places: &[u32]) -> Result<()> {
        let (first, len, nulls) = (self.first, self.len, &mut self.nulls);
        let at = |place: &u32| Some((*place as usize).wrapping_sub(first)).filter(|at| *at < len);
        match (&mut self.values, column) {
            (Values::Int64(values), Column::Int64(rows))
            | (Values::Timestamp(values), Column::Timestamp(rows)) => {
                numbers(values, nulls, rows, places, at);
            }
            (Values::Int32(values), Column::Int32(rows)) => {
                numbers(values, nulls, rows, places, at);
            }
            (Values::Int16(values), Column::Int16(rows)) => {
                numbers(values, nulls, rows, places, at);
            }
            (Values::Int8(values), Column::Int8(rows)) => numbers(values, nulls, rows, places, at),
            (Values::Float64(values), Column::Float64(rows)) => {
                numbers(values, nulls, rows, places, at);
            }
            (Values::Bool(values), Column::Bool(rows)) => {
                for (row, place) in places.iter().enumerate() {
                    let Some(at) = at(place) else { continue };
                    values[at / 64] |= (rows.words()[row / 64] >> (row % 64) & 1) << (at % 64);
                }
                let is_null = |row| rows.nulls().contains(row);
                set_nulls(nulls, len, rows.nulls().count(), places, at, is_null);
            }
            (Values::Text(names, codes), Column::Text(rows)) => {
                for (row, place) in places.iter().enumerate() {
                    if let (Some(at), Some(text)) = (at(place), rows.get(row)) {
                        codes[at] = names.code(text);
                    }
                }
            }
            (Values::Int8Lists(lists, codes), Column::Int8Lists(rows)) => {
                for (row, place) in places.iter().enumerate() {
                    if let Some(at) = at(place).filter(|_| !rows.nulls().contains(row)) {
                        codes[at] = lists.code(rows.get(row));
                    }
                }
            }
            _ => return Err(other_type()),
        }
        Ok(())
    }

    /// The values of some rows of the new file, which must be within the range.
    pub(crate) fn rows(&self, rows: &Range<usize>) -> OwnedColumn {
        let rows = rows.start - self.first..rows.end - self.first;
        match &self.values {
            Values::Int64(values) => OwnedColumn::Int64(self.numbers(values, rows)),
            Values::Timestamp(values) => OwnedColumn::Timestamp(self.numbers(values, rows)),
            Values::Int32(values) => OwnedColumn::Int32(self.numbers(values, rows)),
            Values::Int16(values) => OwnedColumn::Int16(self.numbers(values, rows)),
            Values::Int8(values) => OwnedColumn::Int8(self.numbers(values, rows)),
            Values::Float64(values) => OwnedColumn::Float64(self.numbers(values, rows)),
            Values::Bool(words) => OwnedColumn::Bool(self.flags(words, rows)),
            Values::Text(names, codes) => texts(names, &codes[rows]),
            Values::Int8Lists(lists, codes) => {
                let mut found = Lists::default();
                for code in &codes[rows] {
                    match lists.lists.get(*code as usize) {
                        Some(list) => found.push(list.iter().copied()),
                        None => found.push_null(),
                    }
                }
                OwnedColumn::Int8Lists(found)
            }
        }
    }

    fn numbers<T: Copy + Default>(&self, values: &[T], rows: Range<usize>) -> Numbers<T> {
        if self.nulls.is_empty() {
            return Numbers::of(values[rows].to_vec());
        }
        let mut found = Numbers::default();
        found.extend_some(rows.map(|at| (!self.is_null(at)).then_some(values[at])));
        found
    }

    fn flags(&self, words: &[u64], rows: Range<usize>) -> Bools {
        // Whole words, except for the very last rows.
        if self.nulls.is_empty() && rows.start.is_multiple_of(64) {
            let len = rows.len();
            return Bools::of(words[rows.start / 64..rows.end.div_ceil(64)].to_vec(), len);
        }
        let mut found = Bools::default();
        for at in rows {
            let flag = words[at / 64] >> (at % 64) & 1 == 1;
            found.push((!self.is_null(at)).then_some(flag));
        }
        found
    }

    fn is_null(&self, at: usize) -> bool {
        self.nulls[at / 64] >> (at % 64) & 1 == 1
    }
}

fn other_type() -> ParquetError {
    ParquetError::General("a column has another type".into())
}

impl ListCodes {
    fn code(&mut self, list: &[i8]) -> u32 {
        if let Some(code) = self.codes.get(list) {
            return *code;
        }
        let code = self.lists.len() as u32;
        self.lists.push(list.into());
        self.codes.insert(list.into(), code);
        code
    }
}

fn numbers<T: Copy + Default>(
    values: &mut [T],
    nulls: &mut Vec<u64>,
    rows: &Numbers<T>,
    places: &[u32],
    at: impl Fn(&u32) -> Option<usize>,
) {
    for (place, value) in places.iter().zip(rows.values()) {
        if let Some(at) = at(place) {
            values[at] = *value;
        }
    }
    let is_null = |row| rows.nulls().contains(row);
    set_nulls(nulls, values.len(), rows.nulls().count(), places, at, is_null);
}

fn set_nulls(
    nulls: &mut Vec<u64>,
    len: usize,
    count: usize,
    places: &[u32],
    at: impl Fn(&u32) -> Option<usize>,
    is_null: impl Fn(usize) -> bool,
) {
    if count == 0 {
        return;
    }
    nulls.resize(len.div_ceil(64), 0);
    for (row, place) in places.iter().enumerate() {
        if let Some(at) = at(place).filter(|_| is_null(row)) {
            nulls[at / 64] |= 1 << (at % 64);
        }
    }
}

/// Plain texts if most are distinct: dictionary codes would only take up space.
fn texts(names: &Names, codes: &[u32]) -> OwnedColumn {
    let mut there: HashMap<u32, u32, DefaultHashBuilder> = HashMap::default();
    let mut found = Names::default();
    let (mut known, mut recent) = (0, (Names::NULL, Names::NULL));
    for code in codes {
        if *code != recent.0 {
            let new = || found.code(names.name(*code).unwrap_or_default());
            let code_there =
                if *code == Names::NULL { *code } else { *there.entry(*code).or_insert_with(new) };
            recent = (*code, code_there);
        }
        known += usize::from(*code != Names::NULL);
        found.push_code(recent.1);
    }
    if there.len() * REPEATED <= known {
        return OwnedColumn::Names(found);
    }
    let mut found = Strings::default();
    for code in codes {
        found.push(names.name(*code));
    }
    OwnedColumn::Text(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_texts_have_codes_however_few_rows_have_one() {
        let (mut cards, mut ids) = (Names::default(), Names::default());
        for row in 0..40_000 {
            // One seat in four shows one of the 2,652 pairs of cards; a thousand neighbours have as many different
            // ones.
            cards.push(Some(format!("{}", row / 4 % 2652)).filter(|_| row % 4 == 0).as_deref());
            ids.push(Some(row.to_string()).as_deref());
        }
        assert!(matches!(texts(&cards, cards.codes()), OwnedColumn::Names(_)));
        assert!(matches!(texts(&ids, ids.codes()), OwnedColumn::Text(_)));
        assert!(matches!(texts(&ids, &[Names::NULL; 9]), OwnedColumn::Names(_)));
    }
}
