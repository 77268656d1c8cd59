//! Predicates in SQL over columns, without a database.
//!
//! The supported subset of SQL is small: comparisons, `in`, `is null`, `is true`, `is distinct from`, `and`, `or`,
//! `not`, `coalesce`, `case` and macros, over flags, words and whole numbers. Nulls behave as in SQL. Each distinct
//! subexpression is evaluated once, for all rows of a table at a time.

mod source;
mod sql;
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
            Column::Int64(numbers) => Source::Amounts(numbers),
            _ => {
                return Err(format!(
                    "expected words, small numbers or amounts in `{name}`, got another type"
                ));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bools, Numbers, Words};

    const MACROS: [&str; 2] = [
        "-- Whether it pays.\ncreate or replace macro pays(act) as\n    act in ('call', 'bet');",
        "create macro is_good(verdict) as coalesce(verdict not in ('bad', 'worse'), true);",
    ];

    /// What a predicate is for six rows of three hands; the first hand has three rows, the second two.
    fn found(sql: &str) -> Result<Vec<Option<bool>>, String> {
        let mut kinds = Words::default();
        let words = [Some("call"), Some("fold"), Some("bet"), None, Some("call"), Some("check")];
        kinds.extend(words.into_iter());
        let mut verdicts = Words::default();
        verdicts.extend([Some("fine"), Some("worse"), None].into_iter());
        let mut seats = Numbers::default();
        seats.extend_some([Some(1_i8), Some(2), Some(3), Some(1), None, Some(-2)].into_iter());
        let mut others = Numbers::default();
        others.extend_some([Some(1_i8), Some(3), None, None, Some(2), Some(-2)].into_iter());
        let mut amounts = Numbers::default();
        amounts.extend_some([Some(0), Some(i64::MAX), None, Some(-5), Some(7), None].into_iter());
        let (mut flags, mut bomb_pots) = (Bools::default(), Bools::default());
        for flag in [Some(true), Some(false), None, Some(true), None, Some(false)] {
            flags.push(flag);
        }
        for flag in [None, Some(true), Some(false)] {
            bomb_pots.push(flag);
        }
        let column = |name, values| TableColumn { name, values, ends: None };
        let of_hand = |name, values| TableColumn { name, values, ends: Some(&[3, 5, 6][..]) };
        let columns = [
            column("kind", Column::Words(&kinds)),
            of_hand("verdict", Column::Words(&verdicts)),
            column("seat", Column::Int8(&seats)),
            column("other", Column::Int8(&others)),
            column("amount", Column::Int64(&amounts)),
            column("is_in", Column::Bool(&flags)),
            of_hand("is_bomb_pot", Column::Bool(&bomb_pots)),
        ];
        let made = HashMap::from([("made".to_owned(), vec![0b10_1001])]);
        let rows = Rows { len: 6, columns: &columns, flags: &made };
        let mut predicates = Predicates::default();
        for sql in MACROS {
            predicates.create_macro(sql)?;
        }
        predicates.define("paid", "pays(kind) and amount is distinct from 0")?;
        let place = predicates.add(sql)?;
        let truth = predicates.evaluate(&rows)?.swap_remove(place);
        Ok((0..6).map(|row| truth.get(row)).collect())
    }

    fn holds(sql: &str, expected: &str) {
        let sign = |truth: &Option<bool>| truth.map_or('?', |holds| if holds { '1' } else { '0' });
        let found = found(sql).map(|truth| truth.iter().map(sign).collect::<String>());
        assert_eq!(found.as_deref(), Ok(expected), "{sql}");
    }

    #[test]
    fn predicates_are_what_sql_makes_of_them() {
        for (sql, expected) in [
            ("true", "111111"),
            ("kind = 'call'", "100?10"),
            ("kind <> 'call'", "011?01"),
            ("kind in ('call', 'bet', 'check')", "101?11"),
            ("kind not in ('call', 'bet')", "010?01"),
            ("kind = 'never'", "000?00"),
            ("kind is null", "000100"),
            ("kind is not null", "111011"),
            ("seat = 1", "1001?0"),
            ("seat > 1", "0110?0"),
            ("seat >= -2", "1111?1"),
            ("seat = other", "10???1"),
            ("seat <> other", "01???0"),
            ("seat < other", "01???0"),
            ("seat <= other", "11???1"),
            ("seat > other", "00???0"),
            ("seat >= other", "10???1"),
            ("seat is distinct from other", "011110"),
            ("seat is not distinct from other", "100001"),
            ("amount > 0", "01?01?"),
            ("amount is distinct from 0", "011111"),
            ("coalesce(amount, 0) > 0", "010010"),
            ("coalesce(amount, 0) = 0 and seat > 0", "101000"),
            ("coalesce(amount, 7) = 7", "001011"),
            ("coalesce(seat, other) = 2", "010010"),
            ("is_in", "10?1?0"),
            ("not is_in", "01?0?1"),
            ("is_in is not true", "011011"),
            ("is_in is false", "010001"),
            ("is_in is null", "001010"),
            ("is_bomb_pot", "???110"),
            ("is_bomb_pot is not true", "111001"),
            ("verdict = 'worse'", "00011?"),
            ("is_good(verdict)", "111001"),
            ("pays(kind)", "101?10"),
            ("paid", "001?10"),
            ("made", "100101"),
            ("made is null", "000000"),
            ("not made and is_in", "00?0?0"),
            ("is_in or made", "10?1?1"),
            ("not (is_in or seat = 3)", "0100?1"),
            ("is_in and seat > 5 or made", "1001?1"),
            ("case when is_in then made else coalesce(amount, 0) > 0 end", "110110"),
            ("case when seat = 1 then is_in when seat = 2 then true else made end", "110101"),
            ("coalesce(is_in, true)", "101110"),
        ] {
            holds(sql, expected);
        }
    }

    #[test]
    fn an_invalid_predicate_is_an_error() {
        for sql in [
            "",
            "seat =",
            "seat = 1 and",
            "(is_in",
            "seat between 1 and 2",
            "unknown(seat)",
            "is_in = true",
            "seat",
            "chips > 1",
            "kind = 1",
            "seat = 'x'",
            "kind = seat",
            "amount",
            "pays(kind, 1)",
            "seat # 1",
            "case when is_in then true end",
            "'open",
        ] {
            assert!(found(sql).is_err(), "{sql}");
        }
        assert!(Predicates::default().create_macro("create view pays as select 1").is_err());
    }
}
