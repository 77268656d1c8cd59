//! `wild_strength`, `wild_category`, `wild_best_five`: separate from the other expressions, whose cards include no
//! jokers.

use handlab_arrow::{Column, DataType, Error, Result, Series, bail};
use handlab_cards::game::Game;
use handlab_cards::score::category as category_of;
use handlab_cards::score::wild::{self, RuleError, WildCards, WildRules};
use serde::Deserialize;

use crate::inputs::{self, Cards, place};
use crate::plugin::expression;

/// The keyword arguments of all three expressions.
#[derive(Deserialize)]
struct WildKwargs {
    game: String,
    wild: Option<String>,
    joker: String,
    strict: bool,
}

impl WildKwargs {
    fn read(&self) -> Result<(WildRules, Game)> {
        let game = inputs::game(&self.game)?;
        let rules = WildRules::parse(self.wild.as_deref(), &self.joker).map_err(rule_error)?;
        rules.check(game).map_err(rule_error)?;
        Ok((rules, game))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is called by `map_err`")]
fn rule_error(error: RuleError) -> Error {
    Error::new(error.to_string())
}

/// The cards of a row, which may include jokers; `None` if null or not a set of cards.
fn cards(column: &Cards<'_>, row: usize) -> Option<WildCards> {
    let row = place(column.len(), row);
    match column {
        Cards::Text(rows) => WildCards::parse(rows.get(row)?).ok(),
        Cards::Masks(rows) => WildCards::from_mask(rows.get(row)?),
    }
}

/// Calls `of` for each row of hole cards and board; null if either is null or the hand is incomplete, which raises with
/// `strict`.
fn rows<T>(
    inputs: &[Series],
    kwargs: &WildKwargs,
    of: impl Fn(WildRules, Game, WildCards, WildCards) -> Option<T>,
) -> Result<Vec<Option<T>>> {
    let (rules, game) = kwargs.read()?;
    let (hole, board) = (Cards::of(&inputs[0])?, Cards::of(&inputs[1])?);
    let len = inputs::common_len([("hole_cards", hole.len()), ("board", board.len())])?;
    let row = |row| of(rules, game, cards(&hole, row)?, cards(&board, row)?);
    let rows: Vec<Option<T>> = (0..len).map(row).collect();
    if kwargs.strict {
        let is_null = |row: usize| hole.is_null(row) || board.is_null(row);
        let unread = (0..len).find(|row| rows[*row].is_none() && !is_null(*row));
        if let Some(row) = unread {
            bail!(
                "expected a complete hand of `{}`, got `{}` with board `{}` in row {row}",
                game.name(),
                hole.shown(row),
                board.shown(row)
            );
        }
    }
    Ok(rows)
}

expression!(wild_strength, WildKwargs, |_| Ok(DataType::UInt32));

fn wild_strength(inputs: &[Series], kwargs: &WildKwargs) -> Result<Column> {
    let rows = rows(inputs, kwargs, wild::strength)?;
    Ok(Column::options(rows))
}

expression!(wild_category, WildKwargs, |_| Ok(DataType::Int8));

fn wild_category(inputs: &[Series], kwargs: &WildKwargs) -> Result<Column> {
    let rows = rows(inputs, kwargs, |rules, game, hole, board| {
        let strength = wild::strength(rules, game, hole, board)?;
        i8::try_from(category_of(game, strength)).ok()
    })?;
    Ok(Column::options(rows))
}

expression!(wild_best_five, WildKwargs, |_| Ok(DataType::String));

fn wild_best_five(inputs: &[Series], kwargs: &WildKwargs) -> Result<Column> {
    let rows = rows(inputs, kwargs, |rules, game, hole, board| {
        wild::best_five(rules, game, hole, board).map(|five| five.to_string())
    })?;
    Ok(Column::texts(rows))
}
