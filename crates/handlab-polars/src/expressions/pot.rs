//! `pots`, `side_pots`, `uncalled`: each row is a hand; its lists run over the seats.

use handlab_arrow::{Bits, Column, DataType, Error, Field, Result, Series, bail};
use handlab_cards::seat::SeatSet;
use handlab_core::pot::layered;
use handlab_core::settle::{CONTRIBUTED, Money, SettleError, Settlement};
use serde::Deserialize;

use crate::inputs::{common_len, in_argument};
use crate::lists::{FlagLists, Integers, NumberLists};
use crate::plugin::expression;

/// The keyword arguments of all three expressions.
#[derive(Deserialize)]
struct PotKwargs {
    /// The names of the inputs, in order.
    columns: Vec<String>,
    strict: bool,
}

/// Why a row has no result.
pub(super) enum Gap {
    /// One of the inputs is null.
    Null,
    Invalid(SettleError),
}

impl From<SettleError> for Gap {
    fn from(error: SettleError) -> Self {
        Gap::Invalid(error)
    }
}

/// The inputs by name.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) inputs: &'a [Series],
    pub(super) columns: &'a [String],
}

impl<'a> Given<'a> {
    /// The input with a name, if given.
    pub(super) fn get<T>(
        self,
        column: &str,
        of: impl Fn(&'a Series) -> Result<T>,
    ) -> Result<Option<T>> {
        let named = self.columns.iter().zip(self.inputs).find(|(name, _)| *name == column);
        let read = |series| of(series).map_err(|error| in_argument(&error, column));
        named.map(|(_, series)| read(series)).transpose()
    }

    pub(super) fn amounts(self, column: &str) -> Result<Option<NumberLists<'a, i64>>> {
        self.get(column, NumberLists::of)
    }

    pub(super) fn integers(self, column: &str) -> Result<Option<Integers<'a>>> {
        self.get(column, Integers::of)
    }

    /// The number of rows of the result.
    pub(super) fn len(self) -> Result<usize> {
        let names = self.columns.iter().map(String::as_str);
        common_len(names.zip(self.inputs.iter().map(Series::len)))
    }
}

/// The columns of contributions.
pub(super) struct Stakes<'a> {
    /// What the function calls the contributions.
    name: &'a str,
    live: NumberLists<'a, i64>,
    folded: Option<FlagLists<'a>>,
    ante: Option<NumberLists<'a, i64>>,
    dead: Option<NumberLists<'a, i64>>,
    added: Option<Integers<'a>>,
}

impl<'a> Stakes<'a> {
    pub(super) fn of(given: Given<'a>) -> Result<Self> {
        let name = given.columns.first().map_or(CONTRIBUTED, String::as_str);
        let live = given.amounts(name)?;
        Ok(Stakes {
            name,
            live: live.ok_or_else(|| Error::new("expected contributions"))?,
            folded: given.get("folded", FlagLists::of)?,
            ante: given.amounts("ante")?,
            dead: given.amounts("dead")?,
            added: given.integers("added")?,
        })
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    /// Roughly the number of seats in that many rows.
    pub(super) fn n_seats(&self, rows: usize) -> usize {
        if self.live.len() == rows { self.live.n_values() } else { rows }
    }

    /// Enters a row's money.
    pub(super) fn stake(&self, row: usize, hand: &mut Settlement) -> std::result::Result<(), Gap> {
        let live = amounts(CONTRIBUTED, &self.live, row)?;
        let folded = match &self.folded {
            None => SeatSet::EMPTY,
            Some(folded) => {
                let (got, flags) = folded.get(row).ok_or(Gap::Null)?;
                if got != live.len() {
                    let of = "folded";
                    return Err(SettleError::Values { of, wanted: live.len(), got }.into());
                }
                SeatSet::from_bits(flags.ok_or(SettleError::Missing { of: "folded" })?)
            }
        };
        let ante = self.ante.as_ref().map(|ante| amounts("ante", ante, row)).transpose()?;
        let dead = self.dead.as_ref().map(|dead| amounts("dead", dead, row)).transpose()?;
        let added = integer(self.added.as_ref(), row, 0)?;
        Ok(hand.stake(&Money { live, ante, dead, folded, added })?)
    }
}

/// The amounts of a row.
pub(super) fn amounts<'a>(
    of: &'static str,
    lists: &'a NumberLists<'_, i64>,
    row: usize,
) -> std::result::Result<&'a [i64], Gap> {
    let amounts = lists.get(row).ok_or(Gap::Null)?;
    Ok(amounts.all().ok_or(SettleError::Missing { of })?)
}

/// A row's number, or the default if there is no such column.
pub(super) fn integer(
    column: Option<&Integers<'_>>,
    row: usize,
    default: i64,
) -> std::result::Result<i64, Gap> {
    column.map_or(Ok(default), |column| column.get(row).ok_or(Gap::Null))
}

/// Calls `of` for each row; reports which rows have a result, unless all do. A strict call stops at the first error.
///
/// `contributed` is what the function calls the contributions.
pub(super) fn each_row(
    rows: usize,
    contributed: &str,
    is_strict: bool,
    mut of: impl FnMut(usize) -> std::result::Result<(), Gap>,
) -> Result<Option<Bits>> {
    let mut known = Bits::with_capacity(rows);
    for row in 0..rows {
        let found = of(row);
        if let (true, Err(Gap::Invalid(error))) = (is_strict, &found) {
            bail!("row {row}: {}", error.with_name(contributed));
        }
        known.push(found.is_ok());
    }
    Ok(known.unless_all())
}

/// Pots of all rows, end to end.
struct PotRows {
    /// Where each row's pots end.
    offsets: Vec<i64>,
    gross: Vec<i64>,
    /// What each player eligible for a pot contributed to it.
    each: Option<Vec<i64>>,
    /// Where each pot's seats end.
    ends: Vec<i64>,
    eligible: Vec<i8>,
}

impl PotRows {
    /// For `rows` rows with `n_seats` seats: more capacity than most rows need, but untouched unless used.
    fn new(rows: usize, n_seats: usize, has_each: bool) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        let mut ends = Vec::with_capacity(n_seats + 1);
        ends.push(0);
        PotRows {
            offsets,
            gross: Vec::with_capacity(n_seats),
            each: has_each.then(|| Vec::with_capacity(n_seats)),
            ends,
            eligible: Vec::with_capacity(2 * n_seats),
        }
    }

    fn push(&mut self, hand: &Settlement) {
        let mut floor = 0;
        for pot in &hand.pots {
            self.gross.push(pot.gross);
            self.eligible.extend(pot.eligible.iter().map(|seat| seat as i8));
            self.ends.push(self.eligible.len() as i64);
            if let Some(each) = &mut self.each {
                let level = pot.eligible.iter().map(|seat| layered(&hand.stakes[seat])).min();
                let level = level.unwrap_or(floor);
                each.push(level - floor);
                floor = level;
            }
        }
    }

    /// Ends a row.
    fn end(&mut self) {
        self.offsets.push(self.gross.len() as i64);
    }

    fn into_column(mut self, known: Option<Bits>) -> Column {
        self.gross.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.eligible.shrink_to_fit();
        let len = self.gross.len();
        let mut fields = vec![("gross", Column::numbers(self.gross, None))];
        fields.extend(self.each.map(|each| ("each", Column::numbers(each, None))));
        let eligible = Column::lists(self.ends, Column::numbers(self.eligible, None), None);
        fields.push(("eligible", eligible));
        Column::lists(self.offsets, Column::structs(len, fields, None), known)
    }
}

/// The type of a list of pots.
fn pots_dtype(has_each: bool) -> DataType {
    let mut fields = vec![Field::new("gross", DataType::Int64)];
    fields.extend(has_each.then(|| Field::new("each", DataType::Int64)));
    fields.push(Field::new("eligible", DataType::list(DataType::Int8)));
    DataType::list(DataType::Struct(fields))
}

expression!(pots, PotKwargs, |_| Ok(pots_dtype(false)));

fn pots(inputs: &[Series], kwargs: &PotKwargs) -> Result<Column> {
    let given = Given { inputs, columns: &kwargs.columns };
    let (stakes, rows) = (Stakes::of(given)?, given.len()?);
    let (mut hand, mut pots) =
        (Settlement::default(), PotRows::new(rows, stakes.n_seats(rows), false));
    let known = each_row(rows, stakes.name(), kwargs.strict, |row| {
        let staked = stakes.stake(row, &mut hand);
        if staked.is_ok() {
            hand.layer();
            pots.push(&hand);
        }
        pots.end();
        staked
    })?;
    Ok(pots.into_column(known))
}

expression!(side_pots, PotKwargs, |_| {
    Ok(DataType::Struct(vec![
        Field::new("pots", pots_dtype(true)),
        Field::new("uncalled", DataType::Int64),
        Field::new("uncalled_seat", DataType::Int8),
    ]))
});

fn side_pots(inputs: &[Series], kwargs: &PotKwargs) -> Result<Column> {
    let given = Given { inputs, columns: &kwargs.columns };
    let (stakes, rows) = (Stakes::of(given)?, given.len()?);
    let (mut hand, mut pots) =
        (Settlement::default(), PotRows::new(rows, stakes.n_seats(rows), true));
    let mut uncalled = Uncalled::default();
    let known = each_row(rows, stakes.name(), kwargs.strict, |row| {
        let staked = stakes.stake(row, &mut hand);
        if staked.is_ok() {
            uncalled.push(hand.take_uncalled());
            hand.layer();
            pots.push(&hand);
        } else {
            uncalled.push_null();
        }
        pots.end();
        staked
    })?;
    let (seat, amount) = uncalled.into_columns();
    let pots = pots.into_column(known.clone());
    let fields = vec![("pots", pots), ("uncalled", amount), ("uncalled_seat", seat)];
    Ok(Column::structs(rows, fields, known))
}

expression!(uncalled, PotKwargs, |_| {
    Ok(DataType::Struct(vec![
        Field::new("seat", DataType::Int8),
        Field::new("amount", DataType::Int64),
        Field::new("called", DataType::list(DataType::Int64)),
    ]))
});

fn uncalled(inputs: &[Series], kwargs: &PotKwargs) -> Result<Column> {
    let given = Given { inputs, columns: &kwargs.columns };
    let (stakes, rows) = (Stakes::of(given)?, given.len()?);
    let (mut hand, mut uncalled) = (Settlement::default(), Uncalled::default());
    let (mut offsets, mut called) = (vec![0], Vec::with_capacity(stakes.n_seats(rows)));
    let known = each_row(rows, stakes.name(), kwargs.strict, |row| {
        let staked = stakes.stake(row, &mut hand);
        if staked.is_ok() {
            uncalled.push(hand.take_uncalled());
            called.extend(hand.stakes.iter().map(layered));
        } else {
            uncalled.push_null();
        }
        offsets.push(called.len() as i64);
        staked
    })?;
    let called = Column::lists(offsets, Column::numbers(called, None), known.clone());
    let (seat, amount) = uncalled.into_columns();
    let fields = vec![("seat", seat), ("amount", amount), ("called", called)];
    Ok(Column::structs(rows, fields, known))
}

/// The uncalled bet of each row, and its owner.
#[derive(Default)]
struct Uncalled {
    seats: Vec<Option<i8>>,
    amounts: Vec<Option<i64>>,
}

impl Uncalled {
    fn push(&mut self, uncalled: Option<(usize, i64)>) {
        self.seats.push(uncalled.map(|(seat, _)| seat as i8));
        self.amounts.push(Some(uncalled.map_or(0, |(_, amount)| amount)));
    }

    fn push_null(&mut self) {
        self.seats.push(None);
        self.amounts.push(None);
    }

    /// The owner and amount of each.
    fn into_columns(self) -> (Column, Column) {
        (Column::options(self.seats), Column::options(self.amounts))
    }
}
