//! The JSON object of a hand: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;

use crate::syntax::json::Number;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Object<'a> {
    #[serde(borrow, rename = "AnteAmt")]
    pub(super) ante: Number<'a>,
    #[serde(borrow)]
    pub(super) bet_structure: Cow<'a, str>,
    #[serde(borrow, rename = "BombPotAmt")]
    pub(super) bomb_pot: Number<'a>,
    #[serde(borrow)]
    pub(super) events: Vec<Event<'a>>,
    #[serde(borrow, rename = "FlopDrawBlinds")]
    pub(super) blinds: Blinds<'a>,
    #[serde(borrow)]
    pub(super) game_variant: Cow<'a, str>,
    #[serde(borrow, rename = "HandNum")]
    pub(super) number: Number<'a>,
    #[serde(borrow)]
    pub(super) players: Vec<Player<'a>>,
    #[serde(borrow, rename = "StartDateTimeUTC")]
    pub(super) start: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Event<'a> {
    #[serde(borrow, rename = "EventType")]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow, rename = "PlayerNum")]
    pub(super) player: Number<'a>,
    #[serde(borrow, rename = "BetAmt")]
    pub(super) amount: Number<'a>,
    #[serde(borrow)]
    pub(super) board_cards: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) board_num: Number<'a>,
}

/// Seat numbers are 0 if no one has the blind.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Blinds<'a> {
    #[serde(borrow)]
    pub(super) ante_type: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "ButtonPlayerNum")]
    pub(super) button: Number<'a>,
    #[serde(borrow, rename = "SmallBlindAmt")]
    pub(super) small: Number<'a>,
    #[serde(borrow, rename = "SmallBlindPlayerNum")]
    pub(super) small_seat: Number<'a>,
    #[serde(borrow, rename = "BigBlindAmt")]
    pub(super) big: Number<'a>,
    #[serde(borrow, rename = "BigBlindPlayerNum")]
    pub(super) big_seat: Number<'a>,
    #[serde(borrow, rename = "ThirdBlindAmt")]
    pub(super) third: Number<'a>,
    #[serde(borrow, rename = "ThirdBlindPlayerNum")]
    pub(super) third_seat: Number<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Player<'a> {
    #[serde(borrow, rename = "PlayerNum")]
    pub(super) number: Number<'a>,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) long_name: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "StartStackAmt")]
    pub(super) start: Number<'a>,
    #[serde(borrow, rename = "EndStackAmt")]
    pub(super) end: Number<'a>,
    /// One string with all of them, or one string each.
    #[serde(borrow)]
    pub(super) hole_cards: Option<Vec<Cow<'a, str>>>,
    #[serde(rename = "SittingOut")]
    pub(super) is_sitting_out: Option<bool>,
    #[serde(borrow, rename = "BlindBetStraddleAmt")]
    pub(super) straddle: Number<'a>,
}
