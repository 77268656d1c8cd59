//! `hand_name`: the name of a hand.

use handlab_cards::card::CardSet;
use handlab_cards::game::Game;
use handlab_cards::score;
use polars::prelude::*;
use serde::Deserialize;

use super::pyo3_polars::{self, derive::polars_expr};
use crate::holdings::Holdings;
use crate::inputs;

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
    let name = match kwargs.half.as_str() {
        "high" => high,
        "low" => low,
        other => polars_bail!(InvalidOperation: "expected half as `high` or `low`, got `{other}`"),
    };
    let (hole, board) = (Holdings::of(&inputs[0])?, Holdings::of(&inputs[1])?);
    let len = inputs::common_len([hole.len(), board.len()])?;
    let cards = hole.masks(len).into_iter().zip(board.masks(len));
    let names = cards
        .map(|(hole, board)| name(game, CardSet::from_mask(hole)?, CardSet::from_mask(board)?));
    Ok(names.collect::<StringChunked>().with_name(inputs[0].name().clone()).into_series())
}

fn high(game: Game, hole: CardSet, board: CardSet) -> Option<String> {
    let is_joined = matches!(game, Game::Holdem | Game::ShortDeck) && board.is_empty();
    // Which two are whose makes no difference.
    let own = if is_joined { hole.iter().take(game.hole_cards()).collect() } else { hole };
    let strength = score::strength(game, own, board.union(hole.minus(own)))?;
    Some(score::hand_name(game, strength))
}

fn low(game: Game, hole: CardSet, board: CardSet) -> Option<String> {
    score::low(game, hole, board).map(score::low_name)
}
