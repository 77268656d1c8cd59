//! `pots` and `awards`: a row is a hand, its lists run over the seats.

use handlab_core::award::{self, RunoutOdd, Showdown};
use handlab_core::hand::MAX_SEATS;
use handlab_core::pot::{self, Pot, Stake};
use handlab_core::rake;
use polars::prelude::*;
use pyo3_polars::derive::polars_expr;

use crate::frames::{lists, nullable_lists};
use crate::inputs::{common_len, output, place, wrong_dtype};

/// The rows of a list column of `inner`.
fn list_column<'a>(series: &'a Series, inner: &DataType) -> PolarsResult<&'a ListChunked> {
    match series.dtype() {
        DataType::List(got) if got.as_ref() == inner => series.list(),
        got => Err(wrong_dtype(series.name(), &format!("`List({inner:?})`"), got)),
    }
}

/// The list of a row; a lone list stands for all.
fn list(column: &ListChunked, row: usize) -> Option<Series> {
    column.get_as_series(place(column.len(), row))
}

/// The stakes of a row; `None` if a list is null or holds a null, if lengths differ, if there are too many seats, if
/// an amount is below 0, or if their sum is none of an `Int64`.
fn stakes(contributed: &ListChunked, folded: &ListChunked, row: usize) -> Option<Vec<Stake>> {
    let (contributed, folded) = (list(contributed, row)?, list(folded, row)?);
    let (contributed, folded) = (contributed.i64().ok()?.clone(), folded.bool().ok()?.clone());
    if contributed.len() != folded.len() || contributed.len() > MAX_SEATS {
        return None;
    }
    contributed
        .iter()
        .try_fold(0_i64, |sum, live| sum.checked_add(live.filter(|live| *live >= 0)?))?;
    let seats = contributed.iter().zip(folded.iter());
    seats
        .map(|(live, is_folded)| {
            Some(Stake { live: live?, is_folded: is_folded?, ..Stake::default() })
        })
        .collect()
}

fn pots_output(fields: &[Field]) -> PolarsResult<Field> {
    let eligible = DataType::List(Box::new(DataType::Int8));
    let pot = DataType::Struct(vec![
        Field::new("gross".into(), DataType::Int64),
        Field::new("eligible".into(), eligible),
    ]);
    output(fields, DataType::List(Box::new(pot)))
}

#[polars_expr(output_type_func=pots_output)]
fn pots(inputs: &[Series]) -> PolarsResult<Series> {
    let contributed = list_column(&inputs[0], &DataType::Int64)?;
    let folded = list_column(&inputs[1], &DataType::Boolean)?;
    let (mut counts, mut gross, mut eligible) = (Vec::new(), Vec::new(), Vec::new());
    let mut of_row = Vec::new();
    for row in 0..common_len([contributed.len(), folded.len()])? {
        let stakes = stakes(contributed, folded, row);
        counts.push(stakes.as_ref().map(|stakes| {
            pot::pots(stakes, 0, &mut of_row);
            gross.extend(of_row.iter().map(|pot| pot.gross));
            eligible.extend(of_row.iter().map(|pot| pot.eligible));
            of_row.len()
        }));
    }
    let seats = eligible.iter().flat_map(|seats| seats.iter()).map(|seat| seat as i8);
    let seats = Int8Chunked::from_iter_values("".into(), seats).into_series();
    let eligible =
        lists("eligible".into(), eligible.iter().map(|seats| seats.len() as usize), &seats);
    let gross = Int64Chunked::from_vec("gross".into(), gross).into_series();
    let fields = [gross, eligible];
    let pots = StructChunked::from_series("".into(), fields[0].len(), fields.iter())?.into_series();
    nullable_lists(inputs[0].name(), &counts, &pots)
}

#[polars_expr(output_type_func=awards_output)]
fn awards(inputs: &[Series]) -> PolarsResult<Series> {
    let contributed = list_column(&inputs[0], &DataType::Int64)?;
    let folded = list_column(&inputs[1], &DataType::Boolean)?;
    let highs = list_column(&inputs[2], &DataType::UInt32)?;
    let lows = list_column(&inputs[3], &DataType::UInt32)?;
    let rakes =
        inputs[4].i64().map_err(|_| wrong_dtype(inputs[4].name(), "`Int64`", inputs[4].dtype()))?;
    let (mut counts, mut amounts) = (Vec::new(), Vec::new());
    let lens = [contributed.len(), folded.len(), highs.len(), lows.len(), rakes.len()];
    for row in 0..common_len(lens)? {
        let strengths = |column: &ListChunked| strengths(column, row);
        let rake = rakes.get(place(rakes.len(), row)).filter(|rake| *rake >= 0);
        let paid = stakes(contributed, folded, row)
            .and_then(|stakes| pay(&stakes, &strengths(highs)?, strengths(lows).as_deref(), rake?));
        counts.push(paid.as_ref().map(Vec::len));
        amounts.extend(paid.unwrap_or_default());
    }
    let amounts = Int64Chunked::from_vec("".into(), amounts).into_series();
    nullable_lists(inputs[0].name(), &counts, &amounts)
}

fn awards_output(fields: &[Field]) -> PolarsResult<Field> {
    output(fields, DataType::List(Box::new(DataType::Int64)))
}

fn strengths(column: &ListChunked, row: usize) -> Option<Vec<Option<u32>>> {
    Some(list(column, row)?.u32().ok()?.iter().collect())
}

/// What each seat gets; `None` where the strengths are not one for each seat, nobody known may win a pot, or the rake
/// is more than the pots hold.
fn pay(
    stakes: &[Stake],
    highs: &[Option<u32>],
    lows: Option<&[Option<u32>]>,
    rake: i64,
) -> Option<Vec<i64>> {
    let is_hi_lo = lows.is_some();
    let lows = lows.unwrap_or_default();
    if highs.len() != stakes.len() || (is_hi_lo && lows.len() != stakes.len()) {
        return None;
    }
    let mut pots: Vec<Pot> = Vec::new();
    pot::pots(stakes, 0, &mut pots);
    rake::attribute(rake, &mut pots);
    let in_play = |strengths: &[Option<u32>]| -> Vec<Option<u32>> {
        let seats = strengths.iter().zip(stakes);
        seats.map(|(strength, stake)| strength.filter(|_| !stake.is_folded)).collect()
    };
    let (highs, lows) = (in_play(highs), in_play(lows));
    let showdown = Showdown {
        highs: &highs,
        lows: &lows,
        seats: stakes.len(),
        n_runouts: 1,
        is_hi_lo,
        odd_order: &[],
        unit: 1,
        runout_odd: RunoutOdd::OneEach,
    };
    let mut awards = Vec::new();
    award::awards(&pots, &showdown, &mut awards);
    let mut paid = vec![0_i64; stakes.len()];
    for award in &awards {
        let seat = paid.get_mut(usize::from(award.seat))?;
        *seat = seat.saturating_add(award.amount);
    }
    // All but the rake: neither a pot is left over, nor is the rake more than the pots hold.
    let gross: i64 = pots.iter().map(|pot| pot.gross).sum();
    (gross.checked_sub(paid.iter().sum()) == Some(rake)).then_some(paid)
}
