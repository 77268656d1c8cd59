//! `encode`, `compare_hands`, `show_cards`: hands in published encodings, and as people write them.

use std::fmt;

use handlab_arrow::{Bits, Column, DataType, Error, Field, Result, Series, bail};
use handlab_cards::card::{Card, CardError, CardList, CardSet};
use handlab_cards::scheme::frequency::Frequency;
use handlab_cards::scheme::pattern::Pattern;
use handlab_cards::scheme::{Code, HandError, Reading, Scheme, Variant};
use serde::Deserialize;

use crate::inputs::{self, Cards, place};
use crate::plugin::expression;

/// The keyword arguments of `encode` and `compare_hands`.
#[derive(Deserialize)]
struct SchemeKwargs {
    scheme: String,
    variant: String,
    strict: bool,
}

impl SchemeKwargs {
    fn reading(&self) -> Result<Reading> {
        let scheme = Scheme::from_name(&self.scheme).ok_or_else(|| {
            let known = Scheme::ALL.map(Scheme::name).join("`, `");
            Error::new(format!("expected a scheme of `{known}`, got `{}`", self.scheme))
        })?;
        let reading = Variant::from_name(&self.variant).and_then(|it| Reading::new(scheme, it));
        reading.ok_or_else(|| {
            let known: Vec<&str> = scheme.variants().iter().map(|it| it.name()).collect();
            let (scheme, known, got) = (scheme.name(), known.join("`, `"), &self.variant);
            Error::new(format!("expected a variant of `{scheme}` of `{known}`, got `{got}`"))
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
    fn has_symbols(&self) -> Result<bool> {
        match self.suits.as_str() {
            "symbols" => Ok(true),
            "letters" => Ok(false),
            other => {
                bail!("expected suits as `symbols` or `letters`, got `{other}`")
            }
        }
    }
}

/// Why a row has no hand.
enum CardsError {
    Hand(HandError),
    /// A mask has a bit that is not a card's.
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

/// A column of cards that keep their order; cards from a mask are ordered by suit, then rank, clubs and deuces first.
struct Hands<'a> {
    name: &'a str,
    cards: Cards<'a>,
    is_strict: bool,
}

impl<'a> Hands<'a> {
    fn of(series: &'a Series, is_strict: bool) -> Result<Self> {
        Ok(Hands { name: series.name(), cards: Cards::of(series)?, is_strict })
    }

    fn len(&self) -> usize {
        self.cards.len()
    }

    /// Applies `of` to the cards of a row; `None` if there are none; with `strict`, an error.
    fn map<T>(
        &self,
        row: usize,
        of: impl FnOnce(&[Card]) -> std::result::Result<T, HandError>,
    ) -> Result<Option<T>> {
        let mapped = self.cards(row).map(|cards| Ok(of(&cards?)?));
        match mapped.transpose() {
            Err(fault) if self.is_strict => Err(self.error(row, &fault)),
            mapped => Ok(mapped.unwrap_or(None)),
        }
    }

    fn cards(&self, row: usize) -> Option<std::result::Result<Vec<Card>, CardsError>> {
        let row = place(self.len(), row);
        Some(match &self.cards {
            Cards::Text(rows) => {
                let cards: std::result::Result<_, CardError> =
                    Card::read_all(rows.get(row)?).collect();
                cards.map_err(CardsError::from)
            }
            Cards::Masks(rows) => {
                let cards = CardSet::from_mask(rows.get(row)?).ok_or(CardsError::Mask);
                cards.map(|cards| cards.iter().collect())
            }
        })
    }

    fn error(&self, row: usize, fault: &CardsError) -> Error {
        let (name, value) = (self.name, self.cards.shown(row));
        Error::new(format!("{fault}, in row {row} of column `{name}`: `{value}`"))
    }
}

/// A scheme's named fields.
type Fields = Vec<(&'static str, Column)>;

expression!(encode, SchemeKwargs, |kwargs| {
    let empty = columns(kwargs.reading()?.scheme(), &[]);
    let field = |(name, column): &(&str, Column)| Field::new(name, column.dtype());
    Ok(DataType::Struct(empty.iter().map(field).collect()))
});

fn encode(inputs: &[Series], kwargs: &SchemeKwargs) -> Result<Column> {
    let reading = kwargs.reading()?;
    let hands = Hands::of(&inputs[0], kwargs.strict)?;
    let rows = (0..hands.len()).map(|row| hands.map(row, |cards| reading.encode(cards)));
    let codes: Vec<Option<Code>> = rows.collect::<Result<_>>()?;
    let known: Bits = codes.iter().map(Option::is_some).collect();
    let fields = columns(reading.scheme(), &codes);
    Ok(Column::structs(codes.len(), fields, known.unless_all()))
}

/// The fields of a scheme's codes.
fn columns(scheme: Scheme, codes: &[Option<Code>]) -> Fields {
    match scheme {
        Scheme::Frequency => frequency(codes),
        Scheme::Pattern => pattern(codes),
        Scheme::Apl => apl(codes),
        Scheme::Base14 => base14(codes),
        Scheme::Band100 => band100(codes),
    }
}

fn frequency(codes: &[Option<Code>]) -> Fields {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Frequency(code)) => Some(code),
            _ => None,
        })
    };
    vec![
        ("rank_freqs", numbers(each().map(|code| code.map(|code| code.rank_freqs.to_vec())))),
        ("sorted", Column::texts(each().map(|code| code.map(|code| joined(code.sorted))))),
        ("ranks", numbers(each().map(|code| code.map(|code| code.ranks().to_vec())))),
        ("category", Column::texts(each().map(|code| code.map(Frequency::category_name)))),
        ("key", keys(codes)),
    ]
}

fn pattern(codes: &[Option<Code>]) -> Fields {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Pattern(code)) => Some(code),
            _ => None,
        })
    };
    vec![
        ("pattern", Column::options(each().map(|code| code.map(|code| code.pattern as i8)))),
        ("category", Column::texts(each().map(|code| code.map(Pattern::category_name)))),
        ("ordered", Column::texts(each().map(|code| code.map(|code| joined(code.ordered))))),
        ("ranks", numbers(each().map(|code| code.map(|code| code.ranks().to_vec())))),
        ("key", keys(codes)),
    ]
}

fn apl(codes: &[Option<Code>]) -> Fields {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Apl(code)) => Some(code),
            _ => None,
        })
    };
    let rows = each().flatten().flat_map(|code| code.rows().map(|row| Some(row.collect())));
    let counts = each().map(|code| code.map(|code| code.rows().count()));
    vec![
        ("flags", numbers(each().map(|code| code.map(|code| code.flags.to_vec())))),
        ("rows", Column::counted_lists(counts, numbers(rows))),
        ("text", Column::texts(each().map(|code| code.map(ToString::to_string)))),
        ("key", keys(codes)),
    ]
}

fn base14(codes: &[Option<Code>]) -> Fields {
    let of = codes.iter().map(|code| match code {
        Some(Code::Base14(code)) => [code.value(), code.inter, code.intra].map(Some),
        _ => [None; 3],
    });
    let of: Vec<[Option<u32>; 3]> = of.collect();
    let column =
        |at: usize| Column::options(of.iter().map(|values| values[at].map(|value| value as i32)));
    vec![("value", column(0)), ("inter", column(1)), ("intra", column(2))]
}

fn band100(codes: &[Option<Code>]) -> Fields {
    let each = || {
        codes.iter().map(|code| match code {
            Some(Code::Band100(code)) => Some(code),
            _ => None,
        })
    };
    vec![
        ("rank", Column::options(each().map(|code| code.map(|code| code.rank)))),
        ("rank_name", Column::texts(each().map(|code| code.map(|code| code.name)))),
    ]
}

fn keys(codes: &[Option<Code>]) -> Column {
    Column::options(codes.iter().map(|code| code.map(|code| code.key())))
}

/// Lists of small numbers.
fn numbers(rows: impl Iterator<Item = Option<Vec<u8>>>) -> Column {
    let rows: Vec<_> = rows.collect();
    let counts = rows.iter().map(|row| row.as_ref().map(Vec::len));
    let values = rows.iter().flatten().flatten().map(|value| *value as i8).collect();
    Column::counted_lists(counts, Column::numbers::<i8>(values, None))
}

fn joined(cards: [Card; 5]) -> String {
    CardList::from_iter(cards).to_string()
}

expression!(compare_hands, SchemeKwargs, |_| Ok(DataType::Int8));

fn compare_hands(inputs: &[Series], kwargs: &SchemeKwargs) -> Result<Column> {
    let reading = kwargs.reading()?;
    let (a, b) = (Hands::of(&inputs[0], kwargs.strict)?, Hands::of(&inputs[1], kwargs.strict)?);
    let len = inputs::common_len([("a", a.len()), ("b", b.len())])?;
    let code = |hands: &Hands<'_>, row| hands.map(row, |cards| reading.encode(cards));
    let rows = (0..len).map(|row| {
        let (a, b) = (code(&a, row)?, code(&b, row)?);
        Ok(a.zip(b).and_then(|(a, b)| a.compare(&b)).map(|order| order as i8))
    });
    let rows: Vec<Option<i8>> = rows.collect::<Result<_>>()?;
    Ok(Column::options(rows))
}

expression!(show_cards, ShowKwargs, |_| Ok(DataType::String));

fn show_cards(inputs: &[Series], kwargs: &ShowKwargs) -> Result<Column> {
    let has_symbols = kwargs.has_symbols()?;
    let hands = Hands::of(&inputs[0], kwargs.strict)?;
    let rows = (0..hands.len()).map(|row| hands.map(row, |cards| shown(cards, has_symbols)));
    let rows: Vec<Option<String>> = rows.collect::<Result<_>>()?;
    Ok(Column::texts(rows))
}

fn shown(cards: &[Card], has_symbols: bool) -> std::result::Result<String, HandError> {
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
