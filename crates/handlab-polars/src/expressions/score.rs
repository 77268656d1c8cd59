//! `strength`, `category`, `rank_class`, `low`, `best_five`, `best_low`, `card_fault`, `cards`.

use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::Game;
use handlab_cards::score;
use handlab_cards::score::block::{self, Deal, Rules};
use polars::prelude::*;
use polars_arrow::bitmap::Bitmap;
use serde::Deserialize;

use super::pyo3_polars::{self, derive::polars_expr};
use crate::inputs;
use crate::masks::{Hands, Scores};

/// The keyword arguments of all that score.
#[derive(Deserialize)]
struct ScoreKwargs {
    game: String,
    rules: String,
    strict: bool,
}

/// The game, and how it is scored.
struct Scoring {
    hands: Hands,
    deal: Deal,
    game: Game,
    is_strict: bool,
}

impl Scoring {
    fn of(inputs: &[Series], kwargs: &ScoreKwargs) -> PolarsResult<Self> {
        let game = inputs::game(&kwargs.game)?;
        let rules = Rules::from_name(game, &kwargs.rules).ok_or_else(|| {
            let known = Rules::names(game).collect::<Vec<_>>().join("`, `");
            polars_err!(
                InvalidOperation: "expected rules of `{}` of `{known}`, got `{}`",
                game.name(), kwargs.rules
            )
        })?;
        let hands = Hands::of(inputs)?;
        let deal = Deal::of(game, hands.has_board()).with_rules(rules);
        Ok(Scoring { hands, deal, game, is_strict: kwargs.strict })
    }

    /// The strengths; 0 for what is not a complete hand, or an error under `strict`.
    fn strengths(&self) -> PolarsResult<Scores<u32>> {
        let strengths =
            self.hands.scores(|hole, board, out| block::strengths(self.deal, hole, board, out));
        self.complete(strengths.are_complete)?;
        Ok(strengths)
    }

    fn complete(&self, are_complete: bool) -> PolarsResult<()> {
        if self.is_strict && !are_complete { self.hands.check(&self.deal) } else { Ok(()) }
    }

    /// Texts made of the cards of each row.
    fn texts(
        &self,
        name: &PlSmallStr,
        of: impl Fn(CardSet, CardSet) -> Option<CardList>,
    ) -> StringChunked {
        let mut builder = StringChunkedBuilder::new(name.clone(), self.hands.len());
        let mut text = String::new();
        for row in 0..self.hands.len() {
            let cards = self.hands.get(row).and_then(|(hole, board)| {
                of(CardSet::from_mask(hole)?, CardSet::from_mask(board)?)
            });
            match cards {
                None => builder.append_null(),
                Some(cards) => {
                    text.clear();
                    cards.append_to(&mut text);
                    builder.append_value(&text);
                }
            }
        }
        builder.finish()
    }
}

/// The scores as a column that is null where there is none; with `are_scored` every row has one.
fn column<T: PolarsNumericType>(
    name: &PlSmallStr,
    values: Vec<T::Native>,
    are_scored: bool,
) -> Series
where
    T::Native: Default,
    ChunkedArray<T>: IntoSeries,
{
    let none = T::Native::default();
    let is_some = || -> Bitmap { values.iter().map(|score| *score != none).collect() };
    let validity = (!are_scored).then(is_some);
    ChunkedArray::<T>::from_vec_validity(name.clone(), values, validity).into_series()
}

fn strength_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::UInt32)
}

fn class_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::UInt16)
}

fn category_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::Int8)
}

fn text_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::String)
}

fn mask_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::UInt64)
}

#[polars_expr(output_type_func=strength_output)]
fn strength(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let strengths = Scoring::of(inputs, &kwargs)?.strengths()?;
    Ok(column::<UInt32Type>(inputs[0].name(), strengths.values, strengths.are_complete))
}

#[polars_expr(output_type_func=class_output)]
fn rank_class(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    if !scoring.deal.has_classes() {
        polars_bail!(
            InvalidOperation: "expected a game whose high hands have the 7462 standard classes, got `{}`",
            scoring.game.name()
        );
    }
    let classes =
        scoring.hands.scores(|hole, board, out| block::classes(scoring.deal, hole, board, out));
    scoring.complete(classes.are_complete)?;
    Ok(column::<UInt16Type>(inputs[0].name(), classes.values, classes.are_complete))
}

#[polars_expr(output_type_func=strength_output)]
fn low(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    let lows = scoring.hands.scores(|hole, board, out| block::lows(scoring.deal, hole, board, out));
    scoring.complete(lows.are_complete)?;
    // A complete hand may have no low.
    Ok(column::<UInt32Type>(inputs[0].name(), lows.values, false))
}

#[polars_expr(output_type_func=category_output)]
fn category(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    let strengths = scoring.strengths()?;
    let is_known: Bitmap = strengths.values.iter().map(|strength| *strength != 0).collect();
    let categories: Vec<i8> = strengths
        .values
        .iter()
        .map(|strength| score::category(scoring.game, *strength) as i8)
        .collect();
    let categories =
        Int8Chunked::from_vec_validity(inputs[0].name().clone(), categories, Some(is_known));
    Ok(categories.into_series())
}

#[polars_expr(output_type_func=text_output)]
fn best_five(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    let texts = scoring.texts(inputs[0].name(), |hole, board| scoring.deal.best_five(hole, board));
    scoring.complete(texts.null_count() == 0)?;
    Ok(texts.into_series())
}

#[polars_expr(output_type_func=text_output)]
fn best_low(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    let texts =
        scoring.texts(inputs[0].name(), |hole, board| score::best_low(scoring.game, hole, board));
    scoring.complete(texts.null_count() == 0)?;
    Ok(texts.into_series())
}

/// Null for a complete hand, and for null.
#[polars_expr(output_type_func=text_output)]
fn card_fault(inputs: &[Series], kwargs: ScoreKwargs) -> PolarsResult<Series> {
    let scoring = Scoring::of(inputs, &kwargs)?;
    let faults =
        (0..scoring.hands.len()).map(|row| Some(scoring.hands.fault(row, &scoring.deal)?.name()));
    Ok(StringChunked::from_iter_options(inputs[0].name().clone(), faults).into_series())
}

#[polars_expr(output_type_func=mask_output)]
fn cards(inputs: &[Series]) -> PolarsResult<Series> {
    let hands = Hands::of(inputs)?;
    let masks = hands.scores(|hole, _, out: &mut Vec<u64>| {
        out.extend_from_slice(hole);
        true
    });
    let deck = CardSet::FULL.mask();
    let is_known: Bitmap = masks.values.iter().map(|mask| mask & !deck == 0).collect();
    let masks =
        UInt64Chunked::from_vec_validity(inputs[0].name().clone(), masks.values, Some(is_known));
    Ok(masks.into_series())
}
