//! `awards`: each row is a hand; its lists run over the seats, and those of strengths over the seats of each runout.

use handlab_arrow::{Column, DataType, Error, Result, Series};
use handlab_core::award::{OddPolicy, RunoutOdd};
use handlab_core::settle::{Odd, Settlement, Terms};
use serde::Deserialize;

use super::pot::{Gap, Given, Stakes, amounts, each_row, integer};
use crate::lists::{Integers, NumberLists, Numbers};
use crate::plugin::expression;

#[derive(Deserialize)]
struct AwardKwargs {
    /// The names of the inputs, in order.
    columns: Vec<String>,
    strict: bool,
    odd: String,
    runout_odd: String,
}

/// The columns that decide how pots are paid.
struct Payment<'a> {
    highs: NumberLists<'a, u32>,
    lows: Option<NumberLists<'a, u32>>,
    odd_order: Option<NumberLists<'a, i64>>,
    button: Option<Integers<'a>>,
    runouts: Option<Integers<'a>>,
    rake: Option<Integers<'a>>,
    fee: Option<Integers<'a>>,
    unit: Option<Integers<'a>>,
    odd: OddPolicy,
    runout_odd: RunoutOdd,
    /// The strengths of a row, high and low.
    strengths: [Vec<Option<u32>>; 2],
}

impl<'a> Payment<'a> {
    fn of(given: Given<'a>, kwargs: &AwardKwargs) -> Result<Self> {
        let strengths = |column| given.get(column, NumberLists::of);
        let highs = strengths("strength")?;
        let runout_odd = [("one_each", RunoutOdd::OneEach), ("all_first", RunoutOdd::AllFirst)];
        let odd = [
            ("left_of_button", OddPolicy::LeftOfButton),
            ("right_of_button", OddPolicy::RightOfButton),
        ];
        Ok(Payment {
            highs: highs.ok_or_else(|| Error::new("expected strengths"))?,
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
    fn pay<'h>(
        &mut self,
        row: usize,
        hand: &'h mut Settlement,
    ) -> std::result::Result<&'h [i64], Gap> {
        let [highs, lows] = &mut self.strengths;
        highs.clear();
        highs.extend(self.highs.get(row).ok_or(Gap::Null)?.each());
        // A hand without lows is not split.
        let of_row = self.lows.as_ref().and_then(|lows| lows.get(row));
        lows.clear();
        lows.extend(of_row.iter().flat_map(Numbers::each));
        let number =
            |column: &Option<Integers<'_>>, default| integer(column.as_ref(), row, default);
        let places = self.odd_order.as_ref().map(|order| amounts("odd_order", order, row));
        let button = self.button.as_ref().map(|button| button.get(row).ok_or(Gap::Null));
        let odd = match places.transpose()? {
            Some(places) => Odd::Places(places),
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

/// The value for a name.
fn choice<T, const N: usize>(of: &str, choices: [(&str, T); N], got: &str) -> Result<T> {
    let names = choices.each_ref().map(|(name, _)| *name).join("` or `");
    let found = choices.into_iter().find(|(name, _)| *name == got);
    let found = found.map(|(_, value)| value);
    found.ok_or_else(|| Error::new(format!("expected `{names}` for `{of}`, got `{got}`")))
}

expression!(awards, AwardKwargs, |_| Ok(DataType::list(DataType::Int64)));

fn awards(inputs: &[Series], kwargs: &AwardKwargs) -> Result<Column> {
    let given = Given { inputs, columns: &kwargs.columns };
    let (stakes, rows) = (Stakes::of(given)?, given.len()?);
    let (mut payment, mut hand) = (Payment::of(given, kwargs)?, Settlement::default());
    let mut amounts = Vec::with_capacity(stakes.n_seats(rows));
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(0);
    let known = each_row(rows, stakes.name(), kwargs.strict, |row| {
        let paid = stakes.stake(row, &mut hand).and_then(|()| {
            hand.layer();
            payment.pay(row, &mut hand)
        });
        let paid = paid.map(|paid| amounts.extend_from_slice(paid));
        offsets.push(amounts.len() as i64);
        paid
    })?;
    Ok(Column::lists(offsets, Column::numbers(amounts, None), known))
}
