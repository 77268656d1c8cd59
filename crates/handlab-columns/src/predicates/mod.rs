//! Predicates in SQL over columns, without a database.
//!
//! The supported subset of SQL is small: comparisons, `in`, `is null`, `is true`, `is distinct from`, `and`, `or`,
//! `not`, `coalesce`, `case` and macros, over flags, words and whole numbers. Nulls behave as in SQL. Each distinct
//! subexpression is evaluated once, for all rows of a table at a time.

mod source;
mod sql;
#[cfg(test)]
mod tests;
mod truth;

use std::collections::HashMap;

use crate::bits::bits;
use crate::{Column, TableColumn};
use source::{Source, Test};
use sql::Macro;
pub use truth::{Truth, shared_with_hand};

/// Predicates that share their subexpressions.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// Nodes come after the ones that they read.
    nodes: Vec<Node>,
    places: HashMap<Node, usize>,
    definitions: HashMap<String, usize>,
    macros: HashMap<String, Macro>,
}

/// A table over which predicates are evaluated.
pub struct Rows<'a> {
    pub len: usize,
    pub columns: &'a [TableColumn<'a>],
    /// Further flags without nulls, by name.
    pub flags: &'a HashMap<String, Vec<u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Constant(bool),
    Flag(String),
    IsNull(Operand),
    Compare(Comparison, Operand, Operand),
    Among(Operand, Vec<Operand>),
    /// Whether another node is true, false or null.
    Is(usize, Option<bool>),
    And(usize, usize),
    Or(usize, usize),
    Not(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Operand {
    Column(String),
    Number(i64),
    Text(String),
    Coalesced(Box<Operand>, Box<Operand>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    /// Null counts as an ordinary value.
    Distinct,
}

/// A value of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value<'a> {
    Number(i64),
    Text(&'a str),
}

impl Predicates {
    /// Defines a macro, from the statement that creates it.
    ///
    /// # Errors
    /// If the statement does not create a macro.
    pub fn create_macro(&mut self, sql: &str) -> Result<(), String> {
        let (name, found) = sql::macro_of(sql)?;
        self.macros.insert(name, found);
        Ok(())
    }

    /// Adds a predicate, and returns its index in the result of [`Predicates::evaluate`].
    ///
    /// # Errors
    /// If it is not in the supported subset of SQL.
    pub fn add(&mut self, sql: &str) -> Result<usize, String> {
        sql::parse(sql, self)
    }

    /// Adds a predicate that later ones may refer to by name.
    ///
    /// # Errors
    /// As for [`Predicates::add`].
    pub fn define(&mut self, name: &str, sql: &str) -> Result<usize, String> {
        let node = self.add(sql)?;
        self.definitions.insert(name.to_owned(), node);
        Ok(node)
    }

    /// The value of every subexpression for the rows of a table.
    ///
    /// # Errors
    /// If a column is missing, or is compared with a value of another type.
    pub fn evaluate(&self, rows: &Rows<'_>) -> Result<Vec<Truth>, String> {
        let mut found: Vec<Truth> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let truth = match node {
                Node::Constant(holds) => Truth::constant(*holds, rows.len),
                Node::Flag(name) => rows.flag(name)?,
                Node::IsNull(operand) => rows.is_null(operand)?,
                Node::Compare(comparison, one, other) => rows.compared(*comparison, one, other)?,
                Node::Among(of, values) => rows.among(of, values)?,
                Node::Is(of, asked) => found[*of].is(*asked, rows.len),
                Node::And(one, other) => found[*one].and(&found[*other]),
                Node::Or(one, other) => found[*one].or(&found[*other]),
                Node::Not(of) => found[*of].negated(),
            };
            found.push(truth);
        }
        Ok(found)
    }

    fn node(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(node.clone()).or_insert(next);
        if place == next {
            self.nodes.push(node);
        }
        place
    }
}

impl<'a> Rows<'a> {
    fn column(&self, name: &str) -> Result<&'a TableColumn<'a>, String> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.ok_or_else(|| format!("expected a column `{name}`, got none"))
    }

    fn flag(&self, name: &str) -> Result<Truth, String> {
        if let Some(bits) = self.flags.get(name) {
            return Ok(Truth::of_bits(bits, self.len));
        }
        let column = self.column(name)?;
        let Column::Bool(flags) = column.values else {
            return Err(format!("expected flags in `{name}`, got another type"));
        };
        let of = |rows| Truth::of_known(flags.words(), flags.nulls().words(), rows, None);
        Ok(match column.ends {
            None => of(self.len),
            Some(ends) => of(ends.len()).spread(ends, self.len),
        })
    }

    fn is_null(&self, operand: &Operand) -> Result<Truth, String> {
        if let Operand::Column(name) = operand {
            if self.flags.contains_key(name) {
                return Ok(Truth::constant(false, self.len));
            }
            if matches!(self.column(name)?.values, Column::Bool(_)) {
                return Ok(self.flag(name)?.is(None, self.len));
            }
        }
        let source = self.source(operand)?;
        Ok(source.tested(self.len, Test::IsNull))
    }

    fn among(&self, of: &Operand, values: &[Operand]) -> Result<Truth, String> {
        let source = self.source(of)?;
        let values: Vec<_> = values.iter().filter_map(literal).collect();
        for value in &values {
            source.check(*value, of)?;
        }
        Ok(source.tested(self.len, Test::Among(&values)))
    }

    fn compared(
        &self,
        comparison: Comparison,
        one: &Operand,
        other: &Operand,
    ) -> Result<Truth, String> {
        let (left, right) = (self.source(one)?, self.source(other)?);
        if let Some(value) = literal(other) {
            left.check(value, one)?;
            return Ok(left.tested(self.len, Test::Compare(comparison, value)));
        }
        if left.is_text() != right.is_text() {
            return Err(format!("expected {one:?} and {other:?} of one type, got two"));
        }
        if let Some(truth) = left.paired(comparison, &right, self.len) {
            return Ok(truth);
        }
        let holds = |row, asked| comparison.of(left.get(row), right.get(row)) == Some(asked);
        let (yes, no) =
            (bits(self.len, |row| holds(row, true)), bits(self.len, |row| holds(row, false)));
        let known: Vec<u64> = yes.iter().zip(&no).map(|(yes, no)| !(yes | no)).collect();
        Ok(Truth::of_known(&yes, &known, self.len, None))
    }

    fn source<'b>(&'b self, operand: &'b Operand) -> Result<Source<'b>, String> {
        let name = match operand {
            Operand::Column(name) => name,
            Operand::Coalesced(value, or) => {
                let (value, or) = (self.source(value)?, self.source(or)?);
                return Ok(Source::Coalesced(Box::new(value), Box::new(or)));
            }
            Operand::Number(number) => return Ok(Source::Literal(Value::Number(*number))),
            Operand::Text(_) => {
                let value = literal(operand).ok_or("expected a text")?;
                return Ok(Source::Literal(value));
            }
        };
        let column = self.column(name)?;
        let source = match column.values {
            Column::Int8(numbers) => Source::Numbers(numbers),
            Column::Words(words) => Source::Words(words),
            Column::Names(codes, names) => Source::Names(codes, names),
            Column::Int64(numbers) => Source::Amounts(numbers),
            _ => {
                return Err(format!("expected texts, small numbers or amounts in `{name}`"));
            }
        };
        Ok(match column.ends {
            None => source,
            Some(ends) => Source::OfHand(Box::new(source), ends),
        })
    }
}

impl Comparison {
    fn of(self, one: Option<Value<'_>>, other: Option<Value<'_>>) -> Option<bool> {
        if self == Self::Distinct {
            return Some(one != other);
        }
        let (one, other) = (one?, other?);
        Some(match self {
            Self::Equal => one == other,
            Self::Unequal | Self::Distinct => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::More => one > other,
            Self::AtLeast => one >= other,
        })
    }
}

fn literal(operand: &Operand) -> Option<Value<'_>> {
    match operand {
        Operand::Number(number) => Some(Value::Number(*number)),
        Operand::Text(text) => Some(Value::Text(text)),
        Operand::Column(_) | Operand::Coalesced(..) => None,
    }
}
