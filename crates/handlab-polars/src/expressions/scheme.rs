//! `encode`, `compare_hands`, `show_cards`: hands as published schemes write them, and as people do.

use std::fmt;

use handlab_cards::card::{Card, CardError, CardList, CardSet};
use handlab_cards::scheme::{Code, HandError, Reading, Scheme, Variant};
use polars::prelude::*;
use serde::Deserialize;

use super::pyo3_polars::{self, derive::polars_expr};
use crate::frames::nullable_lists;
use crate::inputs::{self, Cards, place};

/// The keyword arguments of `encode` and `compare_hands`.
#[derive(Deserialize)]
struct SchemeKwargs {
    scheme: String,
    variant: String,
    strict: bool,
}

impl SchemeKwargs {
    fn reading(&self) -> PolarsResult<Reading> {
        let scheme = Scheme::from_name(&self.scheme).ok_or_else(|| {
            let known = Scheme::ALL.map(Scheme::name).join("`, `");
            polars_err!(InvalidOperation: "expected a scheme of `{known}`, got `{}`", self.scheme)
        })?;
        let reading = Variant::from_name(&self.variant).and_then(|it| Reading::new(scheme, it));
        reading.ok_or_else(|| {
            let known: Vec<&str> = scheme.variants().iter().map(|it| it.name()).collect();
            polars_err!(
                InvalidOperation: "expected a variant of `{}` of `{}`, got `{}`",
                scheme.name(), known.join("`, `"), self.variant
            )
        })
    }
}

/// The keyword arguments of `show_cards`.
#[derive(Deserialize)]
struct ShowKwargs {
    suits: String,
    strict: bool,
}

impl ShowKwargs {
    fn has_symbols(&self) -> PolarsResult<bool> {
        match self.suits.as_str() {
            "symbols" => Ok(true),
            "letters" => Ok(false),
            other => {
                polars_bail!(InvalidOperation: "expected suits as `symbols` or `letters`, got `{other}`")
            }
        }
    }
}

/// Why a row has no hand.
enum CardsError {
    Hand(HandError),
    /// A mask has a bit that is not a card.
    Mask,
}

impl fmt::Display for CardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardsError::Hand(error) => error.fmt(f),
            CardsError::Mask => f.write_str("expected bits of cards only"),
        }
    }
}

impl From<HandError> for CardsError {
    fn from(error: HandError) -> Self {
        CardsError::Hand(error)
    }
}

impl From<CardError> for CardsError {
    fn from(error: CardError) -> Self {
        CardsError::Hand(error.into())
    }
}

/// A column of cards that keep their order; those of a mask are ordered by suit, then by rank, clubs and deuces first.
struct Hands<'a> {
    name: &'a PlSmallStr,
    cards: Cards<'a>,
    is_strict: bool,
}

impl<'a> Hands<'a> {
    fn of(series: &'a Series, is_strict: bool) -> PolarsResult<Self> {
        Ok(Hands { name: series.name(), cards: Cards::of(series)?, is_strict })
    }

    fn len(&self) -> usize {
        self.cards.len()
    }

    /// Applies `of` to the cards of a row; `None` if there are none, an error under `strict`.
    fn map<T>(
        &self,
        row: usize,
        of: impl FnOnce(&[Card]) -> Result<T, HandError>,
    ) -> PolarsResult<Option<T>> {
        let mapped = self.cards(row).map(|cards| Ok(of(&cards?)?));
        match mapped.transpose() {
            Err(fault) if self.is_strict => Err(self.error(row, &fault)),
            mapped => Ok(mapped.unwrap_or(None)),
        }
    }

    fn cards(&self, row: usize) -> Option<Result<Vec<Card>, CardsError>> {
        let row = place(self.len(), row);
        Some(match &self.cards {
            Cards::Text(rows) => {
                let cards: Result<_, CardError> = Card::read_all(rows.get(row)?).collect();
                cards.map_err(CardsError::from)
            }
            Cards::Masks(rows) => {
                let cards = CardSet::from_mask(rows.get(row)?).ok_or(CardsError::Mask);
                cards.map(|cards| cards.iter().collect())
            }
        })
    }

    fn error(&self, row: usize, fault: &CardsError) -> PolarsError {
        let at = place(self.len(), row);
        let value = match &self.cards {
            Cards::Text(rows) => rows.get(at).unwrap_or_default().to_owned(),
            Cards::Masks(rows) => rows.get(at).unwrap_or_default().to_string(),
        };
        polars_err!(InvalidOperation: "{fault}, in row {row} of column `{}`: `{value}`", self.name)
    }
}

fn encode_output(fields: &[Field], kwargs: SchemeKwargs) -> PolarsResult<Field> {
    let empty = columns(kwargs.reading()?.scheme(), &[])?;
    let fields_of = empty.iter().map(|column| column.field().into_owned()).collect();
    inputs::output(fields, DataType::Struct(fields_of))
}

#[polars_expr(output_type_func_with_kwargs=encode_output)]
fn encode(inputs: &[Series], kwargs: SchemeKwargs) -> PolarsResult<Series> {
    let reading = kwargs.reading()?;
    let hands = Hands::of(&inputs[0], kwargs.strict)?;
    let rows = (0..hands.len()).map(|row| hands.map(row, |cards| reading.encode(cards)));
    let codes: Vec<Option<Code>> = rows.collect::<PolarsResult<_>>()?;
    let columns = columns(reading.scheme(), &codes)?;
    let name = inputs[0].name();
    let rows = StructChunked::from_series(name.clone(), codes.len(), columns.iter())?.into_series();
    let known = codes.iter().map(|code| Some(code.is_some()));
    let known = BooleanChunked::from_iter_options("".into(), known);
    rows.zip_with(&known, &Series::full_null(name.clone(), rows.len(), rows.dtype()))
}

/// The fields of a scheme's codes.
fn columns(scheme: Scheme, codes: &[Option<Code>]) -> PolarsResult<Vec<Series>> {
    match scheme {
        Scheme::Frequency => frequency(codes),
        Scheme::Pattern => pattern(codes),
        Scheme::Apl => apl(codes),
        Scheme::Base14 => Ok(base14(codes)),
        Scheme::Band100 => Ok(band100(codes)),
    }
}

fn frequency(codes: &[Option<Code>]) -> PolarsResult<Vec<Series>> {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Frequency(code)) => Some(code),
            _ => None,
        })
    };
    Ok(vec![
        numbers("rank_freqs", each().map(|code| code.map(|code| code.rank_freqs.to_vec())))?,
        texts("sorted", each().map(|code| code.map(|code| joined(code.sorted)))),
        numbers("ranks", each().map(|code| code.map(|code| code.ranks().to_vec())))?,
        texts("category", each().map(|code| code.map(|code| code.category_name().to_owned()))),
        keys(codes),
    ])
}

fn pattern(codes: &[Option<Code>]) -> PolarsResult<Vec<Series>> {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Pattern(code)) => Some(code),
            _ => None,
        })
    };
    let bits = each().map(|code| code.map(|code| code.pattern as i8));
    Ok(vec![
        Int8Chunked::from_iter_options("pattern".into(), bits).into_series(),
        texts("category", each().map(|code| code.map(|code| code.category_name().to_owned()))),
        texts("ordered", each().map(|code| code.map(|code| joined(code.ordered)))),
        numbers("ranks", each().map(|code| code.map(|code| code.ranks().to_vec())))?,
        keys(codes),
    ])
}

fn apl(codes: &[Option<Code>]) -> PolarsResult<Vec<Series>> {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Apl(code)) => Some(code),
            _ => None,
        })
    };
    let rows = each().flatten().flat_map(|code| code.rows().map(|row| Some(row.collect())));
    let rows = numbers("", rows)?;
    let counts: Vec<_> = each().map(|code| code.map(|code| code.rows().count())).collect();
    Ok(vec![
        numbers("flags", each().map(|code| code.map(|code| code.flags.to_vec())))?,
        nullable_lists(&"rows".into(), &counts, &rows)?,
        texts("text", each().map(|code| code.map(ToString::to_string))),
        keys(codes),
    ])
}

fn base14(codes: &[Option<Code>]) -> Vec<Series> {
    let of = codes.iter().map(|code| match code {
        Some(Code::Base14(code)) => [code.value(), code.inter, code.intra].map(Some),
        _ => [None; 3],
    });
    let of: Vec<[Option<u32>; 3]> = of.collect();
    let column = |name: &str, place: usize| {
        let values = of.iter().map(|values| values[place].map(|value| value as i32));
        Int32Chunked::from_iter_options(name.into(), values).into_series()
    };
    vec![column("value", 0), column("inter", 1), column("intra", 2)]
}

fn band100(codes: &[Option<Code>]) -> Vec<Series> {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Band100(code)) => Some(code),
            _ => None,
        })
    };
    let ranks = each().map(|code| code.map(|code| code.rank));
    vec![
        Float64Chunked::from_iter_options("rank".into(), ranks).into_series(),
        texts("rank_name", each().map(|code| code.map(|code| code.name.to_owned()))),
    ]
}

fn keys(codes: &[Option<Code>]) -> Series {
    let keys = codes.iter().map(|code| code.map(|code| code.key()));
    UInt64Chunked::from_iter_options("key".into(), keys).into_series()
}

fn texts(name: &str, rows: impl Iterator<Item = Option<String>>) -> Series {
    rows.collect::<StringChunked>().with_name(name.into()).into_series()
}

fn numbers(name: &str, rows: impl Iterator<Item = Option<Vec<u8>>>) -> PolarsResult<Series> {
    let rows: Vec<_> = rows.collect();
    let counts: Vec<_> = rows.iter().map(|row| row.as_ref().map(Vec::len)).collect();
    let values = rows.iter().flatten().flatten().map(|value| *value as i8);
    let values = Int8Chunked::from_iter_values("".into(), values).into_series();
    nullable_lists(&name.into(), &counts, &values)
}

fn joined(cards: [Card; 5]) -> String {
    CardList::from_iter(cards).to_string()
}

fn compare_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::Int8)
}

#[polars_expr(output_type_func=compare_output)]
fn compare_hands(inputs: &[Series], kwargs: SchemeKwargs) -> PolarsResult<Series> {
    let reading = kwargs.reading()?;
    let (a, b) = (Hands::of(&inputs[0], kwargs.strict)?, Hands::of(&inputs[1], kwargs.strict)?);
    let len = inputs::common_len([a.len(), b.len()])?;
    let code = |hands: &Hands<'_>, row| hands.map(row, |cards| reading.encode(cards));
    let rows = (0..len).map(|row| {
        let (a, b) = (code(&a, row)?, code(&b, row)?);
        Ok(a.zip(b).and_then(|(a, b)| a.compare(&b)).map(|order| order as i8))
    });
    let rows: Vec<Option<i8>> = rows.collect::<PolarsResult<_>>()?;
    Ok(Int8Chunked::from_slice_options(inputs[0].name().clone(), &rows).into_series())
}

fn show_output(fields: &[Field]) -> PolarsResult<Field> {
    inputs::output(fields, DataType::String)
}

#[polars_expr(output_type_func=show_output)]
fn show_cards(inputs: &[Series], kwargs: ShowKwargs) -> PolarsResult<Series> {
    let has_symbols = kwargs.has_symbols()?;
    let hands = Hands::of(&inputs[0], kwargs.strict)?;
    let rows = (0..hands.len()).map(|row| hands.map(row, |cards| shown(cards, has_symbols)));
    let rows: Vec<Option<String>> = rows.collect::<PolarsResult<_>>()?;
    let rows = rows.iter().map(Option::as_deref);
    Ok(StringChunked::from_iter_options(inputs[0].name().clone(), rows).into_series())
}

fn shown(cards: &[Card], has_symbols: bool) -> Result<String, HandError> {
    let mut text = String::new();
    let mut seen = CardSet::EMPTY;
    for card in cards {
        if seen.contains(*card) {
            return Err(CardError::Twice { card: *card }.into());
        }
        seen = seen.with(*card);
        let [rank, suit] = card.ascii();
        text.push(rank as char);
        text.push(if has_symbols { card.symbol() } else { suit as char });
    }
    Ok(text)
}
