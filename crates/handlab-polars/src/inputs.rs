//! Converts Series to the core's types: dtypes are checked in one place, with one wording, and columns of length 1 are
//! broadcast.

use handlab_arrow::{Chunks, DataType, Error, Numbers, Result, Series, Texts, bail};
use handlab_cards::game::Game;

/// A column of cards: text, or bit masks.
pub(crate) enum Cards<'a> {
    Text(Texts<'a>),
    Masks(Numbers<'a, u64>),
}

impl<'a> Cards<'a> {
    /// The cards of a Series, which must be `String` or `UInt64`.
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        Cards::read(&series.chunks())
            .unwrap_or_else(|| Err(wrong_dtype(series, "`String` or `UInt64`")))
    }

    /// The cards of arrays; `None` if they have another type.
    pub(crate) fn read(chunks: &Chunks<'a>) -> Option<Result<Self>> {
        match chunks.dtype() {
            DataType::String => Some(chunks.texts().map(Cards::Text)),
            DataType::UInt64 => Some(chunks.numbers().map(Cards::Masks)),
            _ => None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Cards::Text(rows) => rows.len(),
            Cards::Masks(rows) => rows.len(),
        }
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        let row = place(self.len(), row);
        match self {
            Cards::Text(rows) => rows.get(row).is_none(),
            Cards::Masks(rows) => rows.get(row).is_none(),
        }
    }

    /// The value of a row, for a message. A single row is repeated for all rows.
    pub(crate) fn shown(&self, row: usize) -> String {
        let row = place(self.len(), row);
        match self {
            Cards::Text(rows) => rows.get(row).unwrap_or_default().to_owned(),
            Cards::Masks(rows) => rows.get(row).unwrap_or_default().to_string(),
        }
    }
}

/// The error for a column of an unexpected type, with a cast that preserves its values, if there is one.
pub(crate) fn wrong_dtype(series: &Series, wanted: &str) -> Error {
    let (name, got) = (series.name(), series.dtype().to_string());
    let message = format!("expected {wanted} in column `{name}`, got `{got}`");
    let cast = cast(wanted.split('`').nth(1).unwrap_or_default(), &got);
    Error::new(cast.map_or(message.clone(), |cast| format!("{message}\nhint: cast it: `{cast}`")))
}

/// The call that casts a column to the wanted type if that preserves the values: integers of another width, categories
/// as strings, all-null columns, arrays as lists.
fn cast(wanted: &str, got: &str) -> Option<String> {
    let inner = |dtype: &'_ str| {
        let items = dtype.strip_suffix(')')?;
        let list = items.strip_prefix("List(").map(str::to_owned);
        list.or_else(|| Some(items.strip_prefix("Array(")?.rsplit_once(", ")?.0.to_owned()))
    };
    let (list, from) = (inner(wanted), inner(got));
    let to = list.as_deref().unwrap_or(wanted);
    let is_like = match from.as_deref().unwrap_or(got) {
        _ if got == "Null" => true,
        _ if list.is_some() != from.is_some() => false,
        "Null" => true,
        from if from == to => true,
        from if from.starts_with("Int") || from.starts_with("UInt") => {
            ["Int8", "Int64", "UInt32", "Boolean"].contains(&to)
        }
        from => to == "String" && (from == "Categorical" || from.starts_with("Enum(")),
    };
    let dtype = if list.is_some() { format!("pl.List(pl.{to})") } else { format!("pl.{to}") };
    (is_like && !to.contains('(')).then(|| format!(".cast({dtype})"))
}

/// The index of a row's value in a column of that length: a single value is repeated for all rows.
pub(crate) fn place(len: usize, row: usize) -> usize {
    if len == 1 { 0 } else { row }
}

/// An error with the name of the argument that it is about.
pub(crate) fn in_argument(error: &Error, name: &str) -> Error {
    let message = error.to_string();
    let (fault, hint) = message.split_at(message.find('\n').unwrap_or(message.len()));
    Error::new(format!("{fault}, for `{name}`{hint}"))
}

/// The common length of arguments, each with its name, and of that length or a single row.
pub(crate) fn common_len<'n>(lens: impl IntoIterator<Item = (&'n str, usize)>) -> Result<usize> {
    let mut common: Option<(&str, usize)> = None;
    for (name, len) in lens {
        match common {
            _ if len == 1 => {}
            None => common = Some((name, len)),
            Some((_, wanted)) if len == wanted => {}
            Some((first, wanted)) => bail!(
                "lengths don't match: expected columns of one length, got {wanted} for `{first}` and {len} for `{name}`"
            ),
        }
    }
    Ok(common.map_or(1, |(_, len)| len))
}

/// The game with that name.
pub(crate) fn game(name: &str) -> Result<Game> {
    Game::from_name(name).ok_or_else(|| {
        let known = Game::ALL.map(Game::name).join("`, `");
        Error::new(format!("expected a game of `{known}`, got `{name}`"))
    })
}
