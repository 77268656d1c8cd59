//! `strength`, `category`, `low`, `best_five`.

use handlab_core::card::CardSet;
use handlab_core::game::Game;
use handlab_core::score;
use polars::prelude::*;
use pyo3_polars::derive::polars_expr;
use serde::Deserialize;

use crate::inputs::{self, Cards};

/// The keyword arguments of all four.
#[derive(Deserialize)]
struct GameKwargs {
    game: String,
}

fn strength_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::UInt32)
}

fn category_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::Int8)
}

fn best_five_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::String)
}

/// Calls `of` for each row of hole cards and board; null where either is null or no set of cards.
fn rows<T>(
    inputs: &[Series],
    kwargs: &GameKwargs,
    of: impl Fn(Game, CardSet, CardSet) -> Option<T>,
) -> PolarsResult<Vec<Option<T>>> {
    let game = inputs::game(&kwargs.game)?;
    let (hole, board) = (Cards::of(&inputs[0])?, Cards::of(&inputs[1])?);
    let len = inputs::common_len([hole.len(), board.len()])?;
    Ok((0..len).map(|row| of(game, hole.get(row)?, board.get(row)?)).collect())
}

#[polars_expr(output_type_func=strength_output)]
fn strength(inputs: &[Series], kwargs: GameKwargs) -> PolarsResult<Series> {
    let rows = rows(inputs, &kwargs, score::strength)?;
    Ok(UInt32Chunked::from_slice_options(inputs[0].name().clone(), &rows).into_series())
}

#[polars_expr(output_type_func=strength_output)]
fn low(inputs: &[Series], kwargs: GameKwargs) -> PolarsResult<Series> {
    let rows = rows(inputs, &kwargs, score::low)?;
    Ok(UInt32Chunked::from_slice_options(inputs[0].name().clone(), &rows).into_series())
}

#[polars_expr(output_type_func=category_output)]
fn category(inputs: &[Series], kwargs: GameKwargs) -> PolarsResult<Series> {
    let rows = rows(inputs, &kwargs, |game, hole, board| {
        let strength = score::strength(game, hole, board)?;
        i8::try_from(score::category(game, strength)).ok()
    })?;
    Ok(Int8Chunked::from_slice_options(inputs[0].name().clone(), &rows).into_series())
}

#[polars_expr(output_type_func=best_five_output)]
fn best_five(inputs: &[Series], kwargs: GameKwargs) -> PolarsResult<Series> {
    let rows = rows(inputs, &kwargs, |game, hole, board| {
        score::best_five(game, hole, board).map(|cards| cards.to_string())
    })?;
    let rows = rows.iter().map(Option::as_deref);
    Ok(StringChunked::from_iter_options(inputs[0].name().clone(), rows).into_series())
}
