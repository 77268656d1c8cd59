//! The players who contend for each pot of a row.

use handlab_cards::card::CardSet;
use polars::prelude::*;

use crate::holdings::Holding;
use crate::inputs::{place, wrong_dtype};

/// The contenders: with pots, the players who are in one; the cards of the others are dead, if they are known.
pub(crate) struct Seats {
    /// The place of each contender among all players, and what they hold.
    pub(crate) held: Vec<(usize, Holding)>,
    pub(crate) pots: Vec<u16>,
    /// The known cards of those who do not contend.
    pub(crate) folded: CardSet,
    pub(crate) players: usize,
}

impl Seats {
    /// `None` if a contender or a pot is null.
    pub(crate) fn of(held: Vec<Holding>, pots: Option<&ListChunked>, row: usize) -> Option<Seats> {
        let players = held.len();
        let mut seats =
            Seats { held: Vec::new(), pots: Vec::new(), folded: CardSet::EMPTY, players };
        let eligible = match pots {
            Some(pots) => pot_masks(&pots.get_as_series(place(pots.len(), row))?)?,
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

    /// The pot by places among the contenders; a place beyond them, which the core rejects, if it names someone else.
    fn among_contenders(&self, pot: u64) -> u16 {
        let places = self.held.iter().take(15).enumerate();
        let mask = places.map(|(at, (player, _))| ((pot >> player & 1) as u16) << at).sum::<u16>();
        let is_named = |player: u32| self.held.iter().any(|(other, _)| *other == player as usize);
        let is_known = (0..64).filter(|player| pot >> player & 1 == 1).all(is_named);
        if is_known { mask } else { 1 << 15 }
    }

    /// The values of the contenders among those of all players, who have `none`.
    pub(crate) fn spread<T: Copy>(&self, values: &[T], none: T) -> Vec<T> {
        let mut all = vec![none; self.players];
        for ((player, _), value) in self.held.iter().zip(values) {
            all[*player] = *value;
        }
        all
    }
}

/// A column of pots: lists of players, or the result of `pots`.
pub(crate) fn pots_column(series: &Series) -> PolarsResult<&ListChunked> {
    let is_players = |dtype: &DataType| matches!(dtype, DataType::List(of) if of.is_integer());
    let is_fitting = match series.dtype() {
        DataType::List(of) => match of.as_ref() {
            DataType::Struct(fields) => {
                fields.iter().any(|field| field.name() == "eligible" && is_players(field.dtype()))
            }
            of => is_players(of),
        },
        _ => false,
    };
    if is_fitting {
        return series.list();
    }
    let wanted = "`List(List(Int8))` or what `pots` gives";
    Err(wrong_dtype(series.name(), wanted, series.dtype()))
}

/// The players of each pot of a row as bits.
fn pot_masks(pots: &Series) -> Option<Vec<u64>> {
    let pots = match pots.dtype() {
        DataType::Struct(_) => pots.struct_().ok()?.field_by_name("eligible").ok()?,
        _ => pots.clone(),
    };
    let pots = pots.list().ok()?;
    let mask = |pot: usize| {
        let players = pots.get_as_series(pot)?.cast(&DataType::Int64).ok()?;
        let bits = players.i64().ok()?.iter().map(|player| {
            // Whoever is not there is not among the contenders either.
            player.map(|player| 1_u64 << player.clamp(-1, 62).rem_euclid(64))
        });
        bits.into_iter().try_fold(0, |mask, bit| Some(mask | bit?))
    };
    (0..pots.len()).map(mask).collect()
}
