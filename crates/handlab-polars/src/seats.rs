//! The players who contest each pot of a row.

use handlab_arrow::{Chunks, DataType, Error, Field, ListRows, Number, Result, Series};
use handlab_cards::card::CardSet;

use crate::holdings::Holding;
use crate::inputs::{place, wrong_dtype};

/// The contenders: with pots, the players who are in any of them; the known cards of the others are dead.
pub(crate) struct Seats {
    /// The index of each contender among all players, and what they hold.
    pub(crate) held: Vec<(usize, Holding)>,
    pub(crate) pots: Vec<u16>,
    /// The known cards of players who do not contend.
    pub(crate) folded: CardSet,
    pub(crate) players: usize,
}

impl Seats {
    /// `None` if a contender or a pot is null.
    pub(crate) fn of(held: Vec<Holding>, pots: Option<&Pots<'_>>, row: usize) -> Option<Seats> {
        let players = held.len();
        let mut seats =
            Seats { held: Vec::new(), pots: Vec::new(), folded: CardSet::EMPTY, players };
        let eligible = match pots {
            Some(pots) => pots.masks(row)?,
            None => vec![u64::MAX],
        };
        let contenders = eligible.iter().fold(0, |all, pot| all | pot);
        for (player, holding) in held.into_iter().enumerate() {
            if player < 64 && contenders >> player & 1 == 1 {
                seats.held.push((player, holding));
            } else if let Holding::Cards(cards) = holding {
                seats.folded = seats.folded.union(cards);
            }
        }
        if seats.held.iter().any(|(_, holding)| *holding == Holding::Null) {
            return None;
        }
        if pots.is_some() {
            seats.pots = eligible.iter().map(|pot| seats.among_contenders(*pot)).collect();
        }
        Some(seats)
    }

    /// The pot as bits of contenders; a bit beyond them, which the core rejects, if it names anyone else.
    fn among_contenders(&self, pot: u64) -> u16 {
        let places = self.held.iter().take(15).enumerate();
        let mask = places.map(|(at, (player, _))| ((pot >> player & 1) as u16) << at).sum::<u16>();
        let is_named = |player: u32| self.held.iter().any(|(other, _)| *other == player as usize);
        let is_known = (0..64).filter(|player| pot >> player & 1 == 1).all(is_named);
        if is_known { mask } else { 1 << 15 }
    }

    /// Expands the contenders' values to all players, with `none` for the others.
    pub(crate) fn spread<T: Copy>(&self, values: &[T], none: T) -> Vec<T> {
        let mut all = vec![none; self.players];
        for ((player, _), value) in self.held.iter().zip(values) {
            all[*player] = *value;
        }
        all
    }
}

/// A column of pots: lists of lists of players, or the result of `pots`.
pub(crate) struct Pots<'a> {
    rows: ListRows<'a>,
    /// The players of each pot of all rows.
    players: ListRows<'a>,
    /// Each player's number; null if it is too large to be one.
    numbers: Vec<Option<i64>>,
}

impl<'a> Pots<'a> {
    pub(crate) fn of(series: &'a Series) -> Result<Self> {
        let is_players = |dtype: &DataType| matches!(dtype, DataType::List(of) if of.is_integer());
        let DataType::List(of) = series.dtype() else { return Err(not_pots(series)) };
        let rows = series.chunks().lists()?;
        let eligible = match of.as_ref() {
            DataType::Struct(fields) => {
                let has = |field: &Field| field.name == "eligible" && is_players(&field.dtype);
                if !fields.iter().any(has) {
                    return Err(not_pots(series));
                }
                rows.values().field("eligible")?
            }
            of if is_players(of) => rows.values().clone(),
            _ => return Err(not_pots(series)),
        };
        let players = eligible.lists()?;
        let numbers = integers(players.values())?;
        Ok(Pots { rows, players, numbers })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The players of each of a row's pots as bits; `None` if a pot or one of its players is null.
    fn masks(&self, row: usize) -> Option<Vec<u64>> {
        let pots = self.rows.get(place(self.len(), row))?;
        let mask = |pot: usize| {
            let mut players = self.numbers[self.players.get(pot)?].iter();
            // A player who does not exist is not among the contenders either.
            let bit = |player: i64| 1_u64 << player.clamp(-1, 62).rem_euclid(64);
            players.try_fold(0, |mask, player| Some(mask | bit((*player)?)))
        };
        pots.map(mask).collect()
    }
}

fn not_pots(series: &Series) -> Error {
    wrong_dtype(series, "`List(List(Int8))` or the result of `pots`")
}

/// Integers of any type; null for those that do not fit.
fn integers(chunks: &Chunks<'_>) -> Result<Vec<Option<i64>>> {
    fn of<T: Number + TryInto<i64>>(chunks: &Chunks<'_>) -> Result<Vec<Option<i64>>> {
        Ok(chunks.numbers::<T>()?.iter().map(|number| number?.try_into().ok()).collect())
    }
    match chunks.dtype() {
        DataType::Int8 => of::<i8>(chunks),
        DataType::Int16 => of::<i16>(chunks),
        DataType::Int32 => of::<i32>(chunks),
        DataType::Int128 => of::<i128>(chunks),
        DataType::UInt8 => of::<u8>(chunks),
        DataType::UInt16 => of::<u16>(chunks),
        DataType::UInt32 => of::<u32>(chunks),
        DataType::UInt64 => of::<u64>(chunks),
        DataType::UInt128 => of::<u128>(chunks),
        _ => of::<i64>(chunks),
    }
}
