//! `awards`: a row is a hand, its lists run over the seats, those of strengths over the seats of each runout.

use handlab_core::award::{OddPolicy, RunoutOdd};
use handlab_core::settle::{Odd, SettleError, Settlement, Terms};
use polars::prelude::*;
use serde::Deserialize;

use super::pot::{Gap, Given, Stakes, each_row, integer};
use super::pyo3_polars::{self, derive::polars_expr};
use crate::frames::lists_between;
use crate::inputs::output;
use crate::lists::{Integers, NumberLists, Numbers};

#[derive(Deserialize)]
struct AwardKwargs {
    /// The names of the inputs, in their order.
    columns: Vec<String>,
    strict: bool,
    odd: String,
    runout_odd: String,
}

/// The columns that decide how pots are paid.
struct Payment {
    highs: NumberLists<u32>,
    lows: Option<NumberLists<u32>>,
    odd_order: Option<NumberLists<i64>>,
    button: Option<Integers>,
    runouts: Option<Integers>,
    rake: Option<Integers>,
    fee: Option<Integers>,
    unit: Option<Integers>,
    odd: OddPolicy,
    runout_odd: RunoutOdd,
    /// The strengths of a row, high and low.
    strengths: [Vec<Option<u32>>; 2],
}

impl Payment {
    fn of(given: Given<'_>, kwargs: &AwardKwargs) -> PolarsResult<Self> {
        let strengths =
            |column| given.get(column, |series| NumberLists::of(series, &DataType::UInt32));
        let highs = strengths("strength")?;
        let runout_odd = [("one_each", RunoutOdd::OneEach), ("all_first", RunoutOdd::AllFirst)];
        let odd = [
            ("left_of_button", OddPolicy::LeftOfButton),
            ("right_of_button", OddPolicy::RightOfButton),
        ];
        Ok(Payment {
            highs: highs.ok_or_else(|| polars_err!(InvalidOperation: "expected strengths"))?,
            lows: strengths("low")?,
            odd_order: given.amounts("odd_order")?,
            button: given.integers("button")?,
            runouts: given.integers("runouts")?,
            rake: given.integers("rake")?,
            fee: given.integers("fee")?,
            unit: given.integers("unit")?,
            odd: choice("odd", odd, &kwargs.odd)?,
            runout_odd: choice("runout_odd", runout_odd, &kwargs.runout_odd)?,
            strengths: Default::default(),
        })
    }

    /// Pays a row's pots.
    fn pay<'a>(&mut self, row: usize, hand: &'a mut Settlement) -> Result<&'a [i64], Gap> {
        let [highs, lows] = &mut self.strengths;
        highs.clear();
        highs.extend(self.highs.get(row).ok_or(Gap::Null)?.each());
        // A hand without lows is not split.
        let of_row = self.lows.as_ref().and_then(|lows| lows.get(row));
        lows.clear();
        lows.extend(of_row.iter().flat_map(Numbers::each));
        let number = |column: &Option<Integers>, default| integer(column.as_ref(), row, default);
        let places = self.odd_order.as_ref().map(|order| order.get(row).ok_or(Gap::Null));
        let button = self.button.as_ref().map(|button| button.get(row).ok_or(Gap::Null));
        let odd = match places.transpose()? {
            Some(places) => Odd::Places(places.all().ok_or(SettleError::Missing)?),
            None => Odd::Button(button.transpose()?, self.odd),
        };
        let terms = Terms {
            highs,
            lows: of_row.is_some().then_some(lows),
            runouts: number(&self.runouts, 1)?,
            rake: number(&self.rake, 0)?,
            fee: number(&self.fee, 0)?,
            unit: number(&self.unit, 1)?,
            odd,
            runout_odd: self.runout_odd,
        };
        Ok(hand.pay(&terms)?)
    }
}

/// The value of that name.
fn choice<T, const N: usize>(of: &str, choices: [(&str, T); N], got: &str) -> PolarsResult<T> {
    let names = choices.each_ref().map(|(name, _)| *name).join("` or `");
    let found = choices.into_iter().find(|(name, _)| *name == got);
    let found = found.map(|(_, value)| value);
    found.ok_or_else(|| polars_err!(InvalidOperation: "expected {of} `{names}`, got `{got}`"))
}

fn awards_output(fields: &[Field]) -> PolarsResult<Field> {
    output(fields, DataType::List(Box::new(DataType::Int64)))
}

#[polars_expr(output_type_func=awards_output)]
fn awards(inputs: &[Series], kwargs: AwardKwargs) -> PolarsResult<Series> {
    let given = Given { inputs, columns: &kwargs.columns };
    let (stakes, rows) = (Stakes::of(given)?, given.len()?);
    let (mut payment, mut hand) = (Payment::of(given, &kwargs)?, Settlement::default());
    let mut amounts = Vec::with_capacity(stakes.n_seats(rows));
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(0);
    let known = each_row(rows, kwargs.strict, |row| {
        let paid = stakes.stake(row, &mut hand).and_then(|()| {
            hand.layer();
            payment.pay(row, &mut hand)
        });
        let paid = paid.map(|paid| amounts.extend_from_slice(paid));
        offsets.push(amounts.len() as i64);
        paid
    })?;
    let amounts = Int64Chunked::from_vec("".into(), amounts).into_series();
    lists_between(inputs[0].name().clone(), offsets, &amounts, known)
}
