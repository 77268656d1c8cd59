//! The values that a predicate reads, and tests of them.

use super::truth::Truth;
use super::{Comparison, Operand, Value};
use crate::bits::{bits, pairs, passing};
use crate::{Names, Numbers, Words};

/// An operand together with the column that it reads.
pub(super) enum Source<'a> {
    Numbers(&'a Numbers<i8>),
    Words(&'a Words),
    Names(&'a [u32], &'a Names),
    Amounts(&'a Numbers<i64>),
    Literal(Value<'a>),
    Coalesced(Box<Source<'a>>, Box<Source<'a>>),
    /// One value per hand, and where each hand's rows end.
    OfHand(Box<Source<'a>>, &'a [u32]),
}

/// A test of one value.
#[derive(Clone, Copy)]
pub(super) enum Test<'a> {
    IsNull,
    Among(&'a [Value<'a>]),
    Compare(Comparison, Value<'a>),
    /// The same test, of another value where the first is null.
    Coalesced(&'a Test<'a>, Value<'a>),
}

impl Test<'_> {
    fn of(self, value: Option<Value<'_>>) -> Option<bool> {
        match self {
            Test::IsNull => Some(value.is_none()),
            Test::Among(values) => value.map(|value| values.contains(&value)),
            Test::Compare(comparison, with) => comparison.of(value, Some(with)),
            Test::Coalesced(test, or) => test.of(value.or(Some(or))),
        }
    }

    fn passes(self, value: Value<'_>) -> bool {
        self.of(Some(value)) == Some(true)
    }

    /// One bit per amount that passes. Comparisons with a number are resolved once, not for each amount.
    fn passing(self, amounts: &[i64]) -> Vec<u64> {
        match self {
            Test::Coalesced(test, _) => test.passing(amounts),
            Test::Compare(comparison, Value::Number(with)) => match comparison {
                Comparison::Equal => passing(amounts, |amount| amount == with),
                Comparison::Unequal | Comparison::Distinct => {
                    passing(amounts, |amount| amount != with)
                }
                Comparison::Less => passing(amounts, |amount| amount < with),
                Comparison::AtMost => passing(amounts, |amount| amount <= with),
                Comparison::More => passing(amounts, |amount| amount > with),
                Comparison::AtLeast => passing(amounts, |amount| amount >= with),
            },
            _ => passing(amounts, |amount| self.passes(Value::Number(amount))),
        }
    }
}

impl Source<'_> {
    /// Tests the values of some rows.
    pub(super) fn tested(&self, rows: usize, test: Test<'_>) -> Truth {
        let of_null = test.of(None);
        match self {
            Source::OfHand(source, ends) => source.tested(ends.len(), test).spread(ends, rows),
            Source::Numbers(numbers) => {
                let passes = (i8::MIN..=i8::MAX)
                    .filter(|number| test.passes(Value::Number(i64::from(*number))));
                let holds = among(numbers.values(), &passes.collect::<Vec<_>>(), |number| {
                    usize::from(number as u8)
                });
                Truth::of_known(&holds, numbers.nulls().words(), rows, of_null)
            }
            Source::Words(words) => {
                let codes = (0..Words::NULL).zip(words.words());
                let passes = codes.filter(|(_, word)| test.passes(Value::Text(word)));
                let passes: Vec<u8> = passes.map(|(code, _)| code).collect();
                let holds = among(words.codes(), &passes, usize::from);
                let nulls = among(words.codes(), &[Words::NULL], usize::from);
                Truth::of_known(&holds, &nulls, rows, of_null)
            }
            Source::Names(codes, names) => {
                let passes: Vec<bool> = names
                    .names()
                    .iter()
                    .map(|name| test.of(name.map(Value::Text)) == Some(true))
                    .collect();
                let holds = passing(codes, |code| passes.get(code as usize) == Some(&true));
                let nulls = passing(codes, |code| code == Names::NULL);
                Truth::of_known(&holds, &nulls, rows, of_null)
            }
            Source::Amounts(amounts) => {
                let holds = test.passing(amounts.values());
                Truth::of_known(&holds, amounts.nulls().words(), rows, of_null)
            }
            Source::Coalesced(source, or) if let Source::Literal(or) = **or => {
                source.tested(rows, Test::Coalesced(&test, or))
            }
            Source::Literal(_) | Source::Coalesced(..) => {
                let holds = bits(rows, |row| test.of(self.get(row)) == Some(true));
                let nulls = bits(rows, |row| self.get(row).is_none());
                Truth::of_known(&holds, &nulls, rows, of_null)
            }
        }
    }

    /// Compares two columns of small numbers, 64 rows at a time; `None` for other operands.
    pub(super) fn paired(
        &self,
        comparison: Comparison,
        other: &Self,
        rows: usize,
    ) -> Option<Truth> {
        let (Source::Numbers(one), Source::Numbers(other)) = (self, other) else { return None };
        let (values, others) = (one.values(), other.values());
        let (nulls, of_other) = (one.nulls().words(), other.nulls().words());
        let known = |bits: &[u64]| {
            let nulls = joined(nulls, of_other, |one, other| one | other);
            Truth::of_known(bits, &nulls, rows, None)
        };
        let equal = || known(&pairs(values, others, |one, other| one == other));
        let less = || known(&pairs(values, others, |one, other| one < other));
        let at_most = || known(&pairs(values, others, |one, other| one <= other));
        Some(match comparison {
            Comparison::Equal => equal(),
            Comparison::Unequal => equal().negated(),
            Comparison::Less => less(),
            Comparison::AtMost => at_most(),
            Comparison::More => at_most().negated(),
            Comparison::AtLeast => less().negated(),
            // Two nulls are stored as two zeros, which do not differ.
            Comparison::Distinct => {
                let differ = pairs(values, others, |one, other| one != other);
                let either = joined(nulls, of_other, |one, other| one ^ other);
                Truth::of_known(&differ, &either, rows, Some(true))
            }
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<Value<'_>> {
        match self {
            Source::Numbers(numbers) => numbers.get(row).map(|number| Value::Number(number.into())),
            Source::Words(words) => words.get(row).map(Value::Text),
            Source::Names(codes, names) => names.name(*codes.get(row)?).map(Value::Text),
            Source::Amounts(amounts) => amounts.get(row).map(Value::Number),
            Source::Literal(value) => Some(*value),
            Source::Coalesced(value, or) => value.get(row).or_else(|| or.get(row)),
            Source::OfHand(source, ends) => {
                source.get(ends.partition_point(|end| *end as usize <= row))
            }
        }
    }

    pub(super) fn is_text(&self) -> bool {
        match self {
            Source::Words(_) | Source::Names(..) => true,
            Source::Numbers(_) | Source::Amounts(_) => false,
            Source::Literal(value) => matches!(value, Value::Text(_)),
            Source::Coalesced(value, _) | Source::OfHand(value, _) => value.is_text(),
        }
    }

    pub(super) fn check(&self, value: Value<'_>, of: &Operand) -> Result<(), String> {
        let is_text = matches!(value, Value::Text(_));
        let wanted = if is_text { "words" } else { "numbers" };
        if self.is_text() == is_text { Ok(()) } else { Err(format!("expected {wanted} in {of:?}")) }
    }
}

/// One bit per value that is in a list; `byte` maps it to an index below 256.
fn among<T: Copy + PartialEq>(values: &[T], some: &[T], byte: impl Fn(T) -> usize) -> Vec<u64> {
    // Comparing with a few values is faster than looking them up.
    match *some {
        [] => vec![0; values.len().div_ceil(64)],
        [one] => passing(values, |value| value == one),
        [one, other] => passing(values, |value| value == one || value == other),
        [one, other, third] => {
            passing(values, |value| value == one || value == other || value == third)
        }
        _ => {
            let mut is_there = [false; 256];
            for value in some {
                is_there[byte(*value)] = true;
            }
            passing(values, |value| is_there[byte(value)])
        }
    }
}

/// Combines words of bits; the shorter side is padded with zeros.
fn joined(one: &[u64], other: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    let word = |words: &[u64], place| words.get(place).copied().unwrap_or(0);
    let places = 0..one.len().max(other.len());
    places.map(|place| of(word(one, place), word(other, place))).collect()
}
