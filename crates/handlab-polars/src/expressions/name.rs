//! `hand_name`: what a hand is called.

use handlab_core::card::CardSet;
use handlab_core::score;
use polars::prelude::*;
use pyo3_polars::derive::polars_expr;
use serde::Deserialize;

use crate::inputs::{self, Cards};

#[derive(Deserialize)]
struct NameKwargs {
    game: String,
    half: String,
}

fn name_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::String)
}

#[polars_expr(output_type_func=name_output)]
fn hand_name(inputs: &[Series], kwargs: NameKwargs) -> PolarsResult<Series> {
    let game = inputs::game(&kwargs.game)?;
    let name = |hole: CardSet, board: CardSet| match kwargs.half.as_str() {
        "low" => score::low(game, hole, board).map(score::low_name),
        _ => score::strength(game, hole, board).map(|strength| score::hand_name(game, strength)),
    };
    if !matches!(kwargs.half.as_str(), "high" | "low") {
        polars_bail!(InvalidOperation: "expected half as `high` or `low`, got `{}`", kwargs.half);
    }
    let (hole, board) = (Cards::of(&inputs[0])?, Cards::of(&inputs[1])?);
    let len = inputs::common_len([hole.len(), board.len()])?;
    let names = (0..len).map(|row| name(hole.get(row)?, board.get(row)?));
    Ok(names.collect::<StringChunked>().with_name(inputs[0].name().clone()).into_series())
}
