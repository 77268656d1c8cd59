//! `hand_name`: the name of a hand.

use handlab_arrow::{Column, DataType, Result, Series, bail};
use handlab_cards::card::CardSet;
use handlab_cards::game::Game;
use handlab_cards::score;
use serde::Deserialize;

use crate::holdings::Holdings;
use crate::inputs;
use crate::plugin::expression;

#[derive(Deserialize)]
struct NameKwargs {
    game: String,
    half: String,
}

expression!(hand_name, NameKwargs, |_| Ok(DataType::String));

fn hand_name(inputs: &[Series], kwargs: &NameKwargs) -> Result<Column> {
    let game = inputs::game(&kwargs.game)?;
    let name = match kwargs.half.as_str() {
        "high" => high,
        "low" => low,
        other => bail!("expected half as `high` or `low`, got `{other}`"),
    };
    let (hole, board) = (Holdings::of(&inputs[0])?, Holdings::of(&inputs[1])?);
    let len = inputs::common_len([("hole_cards", hole.len()), ("board", board.len())])?;
    let cards = hole.masks(len).into_iter().zip(board.masks(len));
    let names = cards
        .map(|(hole, board)| name(game, CardSet::from_mask(hole)?, CardSet::from_mask(board)?));
    Ok(Column::texts(names))
}

fn high(game: Game, hole: CardSet, board: CardSet) -> Option<String> {
    let is_joined = matches!(game, Game::Holdem | Game::ShortDeck) && board.is_empty();
    // It does not matter which cards belong to whom.
    let own = if is_joined { hole.iter().take(game.hole_cards()).collect() } else { hole };
    let strength = score::strength(game, own, board.union(hole.minus(own)))?;
    Some(score::hand_name(game, strength))
}

fn low(game: Game, hole: CardSet, board: CardSet) -> Option<String> {
    score::low(game, hole, board).map(|low| score::low_name(game, low))
}
