//! `strength`, `category`, `rank_class`, `low`, `best_five`, `best_low`, `card_fault`, `cards`.

use handlab_arrow::{Bits, Column, DataType, Error, Number, Result, Series, TextBuilder, bail};
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::Game;
use handlab_cards::score;
use handlab_cards::score::block::{self, Deal, Rules};
use serde::Deserialize;

use crate::inputs;
use crate::masks::{Hands, Scores};
use crate::plugin::{NoKwargs, expression};

/// The keyword arguments of all scoring expressions.
#[derive(Deserialize)]
struct ScoreKwargs {
    game: String,
    rules: String,
    strict: bool,
}

/// The game, and how it is scored.
struct Scoring<'a> {
    hands: Hands<'a>,
    deal: Deal,
    game: Game,
    is_strict: bool,
}

impl<'a> Scoring<'a> {
    fn of(inputs: &'a [Series], kwargs: &ScoreKwargs) -> Result<Self> {
        let game = inputs::game(&kwargs.game)?;
        let rules = Rules::from_name(game, &kwargs.rules).ok_or_else(|| {
            let known = Rules::names(game).collect::<Vec<_>>().join("`, `");
            let (game, got) = (game.name(), &kwargs.rules);
            Error::new(format!("expected rules of `{game}` of `{known}`, got `{got}`"))
        })?;
        let hands = Hands::of(inputs)?;
        let deal = Deal::of(game, hands.has_board()).with_rules(rules);
        Ok(Scoring { hands, deal, game, is_strict: kwargs.strict })
    }

    /// The strengths; 0 for an incomplete hand, or an error with `strict`.
    fn strengths(&self) -> Result<Scores<u32>> {
        let strengths =
            self.hands.scores(|hole, board, out| block::strengths(self.deal, hole, board, out));
        self.complete(strengths.are_complete)?;
        Ok(strengths)
    }

    fn complete(&self, are_complete: bool) -> Result<()> {
        if self.is_strict && !are_complete { self.hands.check(&self.deal) } else { Ok(()) }
    }

    /// Texts made from the cards of each row.
    fn texts(&self, of: impl Fn(CardSet, CardSet) -> Option<CardList>) -> Column {
        let mut texts = TextBuilder::with_capacity(self.hands.len());
        let mut text = String::new();
        for row in 0..self.hands.len() {
            let cards = self.hands.get(row).and_then(|(hole, board)| {
                of(CardSet::from_mask(hole)?, CardSet::from_mask(board)?)
            });
            match cards {
                None => texts.push(None),
                Some(cards) => {
                    text.clear();
                    cards.append_to(&mut text);
                    texts.push(Some(&text));
                }
            }
        }
        texts.finish()
    }
}

/// The scores as a column, null for rows without one; if `are_scored`, every row has one.
fn column<T: Number + Default + PartialEq>(values: Vec<T>, are_scored: bool) -> Column {
    let known = (!are_scored).then(|| Bits::of(&values, |score| *score != T::default()));
    Column::numbers(values, known.and_then(Bits::unless_all))
}

expression!(strength, ScoreKwargs, |_| Ok(DataType::UInt32));

fn strength(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let strengths = Scoring::of(inputs, kwargs)?.strengths()?;
    Ok(column(strengths.values, strengths.are_complete))
}

expression!(rank_class, ScoreKwargs, |_| Ok(DataType::UInt16));

fn rank_class(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    if !scoring.deal.has_classes() {
        let got = scoring.game.name();
        bail!("expected a game whose high hands have the 7462 standard classes, got `{got}`");
    }
    let classes =
        scoring.hands.scores(|hole, board, out| block::classes(scoring.deal, hole, board, out));
    scoring.complete(classes.are_complete)?;
    Ok(column(classes.values, classes.are_complete))
}

expression!(low, ScoreKwargs, |_| Ok(DataType::UInt32));

fn low(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    let lows = scoring.hands.scores(|hole, board, out| block::lows(scoring.deal, hole, board, out));
    scoring.complete(lows.are_complete)?;
    // A complete hand may have no low.
    Ok(column(lows.values, false))
}

expression!(category, ScoreKwargs, |_| Ok(DataType::Int8));

fn category(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    let Scores { values, are_complete } = scoring.strengths()?;
    let known = (!are_complete).then(|| Bits::of(&values, |strength| *strength != 0));
    let categories = values.iter().map(|strength| score::category(scoring.game, *strength) as i8);
    Ok(Column::numbers::<i8>(categories.collect(), known.and_then(Bits::unless_all)))
}

expression!(best_five, ScoreKwargs, |_| Ok(DataType::String));

fn best_five(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    let texts = scoring.texts(|hole, board| scoring.deal.best_five(hole, board));
    scoring.complete(texts.null_count() == 0)?;
    Ok(texts)
}

expression!(best_low, ScoreKwargs, |_| Ok(DataType::String));

fn best_low(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    let texts = scoring.texts(|hole, board| score::best_low(scoring.game, hole, board));
    scoring.complete(texts.null_count() == 0)?;
    Ok(texts)
}

expression!(card_fault, ScoreKwargs, |_| Ok(DataType::String));

/// Null for a complete hand, and for null.
fn card_fault(inputs: &[Series], kwargs: &ScoreKwargs) -> Result<Column> {
    let scoring = Scoring::of(inputs, kwargs)?;
    let fault = |row| Some(scoring.hands.fault(row, &scoring.deal)?.name());
    Ok(Column::texts((0..scoring.hands.len()).map(fault)))
}

expression!(cards, NoKwargs, |_| Ok(DataType::UInt64));

fn cards(inputs: &[Series], _: &NoKwargs) -> Result<Column> {
    let hands = Hands::of(inputs)?;
    let masks = hands.scores(|hole, _, out: &mut Vec<u64>| {
        out.extend_from_slice(hole);
        true
    });
    let deck = CardSet::FULL.mask();
    let known = Bits::of(&masks.values, |mask| mask & !deck == 0);
    Ok(Column::numbers(masks.values, known.unless_all()))
}
