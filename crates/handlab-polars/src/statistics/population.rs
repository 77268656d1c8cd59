//! The text by which player statistics group seats: the parts of a hand that make up its game and stakes.

use handlab_columns::{Bools, Column, Names, TableColumn};

const SEPARATOR: char = '|';
const ANONYMOUS: &str = "is_anonymous";

/// The text of each seat, as the code of a name; null for a seat whose name identifies nobody.
#[derive(Default)]
pub(super) struct Population {
    parts: Vec<String>,
    of_hands: Names,
    of_seats: Vec<u32>,
}

impl Population {
    pub(super) fn new(parts: Vec<String>) -> Self {
        Self { parts, ..Self::default() }
    }

    /// Adds the seats of a batch; the parts are columns of `seats` that are the same for all seats of a hand.
    pub(super) fn push(&mut self, seats: &[TableColumn<'_>]) -> Result<(), String> {
        let find = |name: &str| {
            let found = seats.iter().find(|column| column.name == name);
            found.ok_or_else(|| format!("expected a column `{name}`"))
        };
        let parts: Vec<_> = self.parts.iter().map(|name| find(name)).collect::<Result<_, _>>()?;
        let Column::Bool(is_anonymous) = find(ANONYMOUS)?.values else {
            return Err(format!("expected flags `{ANONYMOUS}`"));
        };
        let Some(ends) = parts.first().and_then(|part| part.ends) else { return Ok(()) };
        let (mut text, mut start, mut code) = (String::new(), 0, Names::NULL);
        let (mut keys, mut last) = (Vec::new(), Vec::new());
        for (hand, end) in ends.iter().enumerate() {
            // Most hands have the same game and stakes as the previous one: comparing is faster than writing.
            keys.clear();
            for part in &parts {
                keys.push(key(part, hand)?);
            }
            if keys != last {
                text.clear();
                for (number, part) in parts.iter().enumerate() {
                    if number > 0 {
                        text.push(SEPARATOR);
                    }
                    append(&mut text, part, hand)?;
                }
                self.of_hands.push(Some(&text));
                code = self.of_hands.codes().last().copied().unwrap_or(Names::NULL);
                std::mem::swap(&mut keys, &mut last);
            }
            let rows = std::mem::replace(&mut start, *end as usize)..*end as usize;
            let is_unnamed = |row| is_anonymous.get(row) == Some(true);
            let code_of = |row| if is_unnamed(row) { Names::NULL } else { code };
            self.of_seats.extend(rows.map(code_of));
        }
        Ok(())
    }

    /// The codes of some seats; null where their flag is not set.
    pub(super) fn codes(&self, first: usize, holds: &Bools) -> Vec<u32> {
        let codes = self.of_seats[first..first + holds.len()].iter().enumerate();
        let code_of = |(row, code): (usize, &u32)| {
            if holds.get(row) == Some(true) { *code } else { Names::NULL }
        };
        codes.map(code_of).collect()
    }

    /// The texts of the codes.
    pub(super) fn names(&self) -> &Names {
        &self.of_hands
    }
}

/// A number that is equal for equal values of a batch, and different for different ones.
fn key(part: &TableColumn<'_>, hand: usize) -> Result<Option<i64>, String> {
    match part.values {
        Column::Words(words) => Ok(words.codes().get(hand).map(|code| i64::from(*code))),
        Column::Names(codes, _) => Ok(codes.get(hand).map(|code| i64::from(*code))),
        Column::Bool(flags) => Ok(flags.get(hand).map(i64::from)),
        Column::Int8(numbers) => Ok(numbers.get(hand).map(i64::from)),
        Column::Int64(numbers) => Ok(numbers.get(hand)),
        _ => Err(format!("expected words, numbers or flags `{}`", part.name)),
    }
}

/// Writes the value of a hand as SQL casts it to text; null becomes the empty text.
fn append(text: &mut String, part: &TableColumn<'_>, hand: usize) -> Result<(), String> {
    use std::fmt::Write;
    let number = match part.values {
        Column::Words(words) => {
            text.push_str(words.get(hand).unwrap_or_default());
            return Ok(());
        }
        Column::Names(codes, names) => {
            text.push_str(codes.get(hand).and_then(|code| names.name(*code)).unwrap_or_default());
            return Ok(());
        }
        Column::Bool(flags) => {
            text.push_str(flags.get(hand).map_or("", |flag| if flag { "true" } else { "false" }));
            return Ok(());
        }
        Column::Int8(numbers) => numbers.get(hand).map(i64::from),
        Column::Int64(numbers) => numbers.get(hand),
        _ => return Err(format!("expected words, numbers or flags `{}`", part.name)),
    };
    if let Some(number) = number {
        write!(text, "{number}").map_err(|error| error.to_string())?;
    }
    Ok(())
}
