//! The JSON object of a hand: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;

use crate::syntax::json::Number;

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(borrow, rename = "gameType")]
    pub(super) game: Cow<'a, str>,
    /// Whether amounts are hundredths.
    #[serde(rename = "cents")]
    pub(super) has_cents: Option<bool>,
    #[serde(borrow, rename = "smallBlind")]
    pub(super) small_blind: Number<'a>,
    #[serde(borrow, rename = "bigBlind")]
    pub(super) big_blind: Number<'a>,
    #[serde(borrow)]
    pub(super) ante: Number<'a>,
    #[serde(borrow, rename = "dealerSeat")]
    pub(super) button: Number<'a>,
    #[serde(borrow, rename = "startedAt")]
    pub(super) started_at: Number<'a>,
    #[serde(rename = "bombPot")]
    pub(super) is_bomb_pot: Option<bool>,
    #[serde(borrow)]
    pub(super) players: Vec<Player<'a>>,
    #[serde(borrow)]
    pub(super) events: Vec<Event<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Player<'a> {
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) seat: Number<'a>,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) stack: Number<'a>,
    #[serde(borrow)]
    pub(super) hand: Option<Vec<Option<Cow<'a, str>>>>,
}

#[derive(Deserialize)]
pub(super) struct Event<'a> {
    #[serde(borrow)]
    pub(super) payload: Payload<'a>,
}

#[derive(Deserialize)]
pub(super) struct Payload<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Number<'a>,
    #[serde(borrow)]
    pub(super) seat: Number<'a>,
    #[serde(borrow)]
    pub(super) value: Number<'a>,
    #[serde(rename = "allIn")]
    pub(super) is_all_in: Option<bool>,
    /// 1 is the flop.
    #[serde(borrow)]
    pub(super) turn: Number<'a>,
    #[serde(borrow)]
    pub(super) run: Number<'a>,
    #[serde(borrow)]
    pub(super) cards: Option<Vec<Option<Cow<'a, str>>>>,
    #[serde(borrow, rename = "runNumber")]
    pub(super) run_number: Number<'a>,
}
