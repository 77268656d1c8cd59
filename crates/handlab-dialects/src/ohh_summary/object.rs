//! The JSON object of a summary: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;

use crate::syntax::json::Number;

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow, rename = "site_name")]
    pub(super) site: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "network_name")]
    pub(super) network: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "tournament_number")]
    pub(super) number: Number<'a>,
    #[serde(borrow, rename = "tournament_name")]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "start_date_utc")]
    pub(super) start: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "end_date_utc")]
    pub(super) end: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) currency: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "buyin_amount")]
    pub(super) buy_in: Number<'a>,
    #[serde(borrow, rename = "fee_amount")]
    pub(super) fee: Number<'a>,
    #[serde(borrow, rename = "bounty_fee_amount")]
    pub(super) bounty: Number<'a>,
    #[serde(borrow, rename = "prize_pool")]
    pub(super) pool: Number<'a>,
    #[serde(borrow, rename = "hero_player_name")]
    pub(super) owner: Option<Cow<'a, str>>,
    #[serde(rename = "player_count")]
    pub(super) entries: Option<u32>,
    #[serde(borrow, rename = "tournament_finishes_and_winnings")]
    pub(super) finishes: Vec<Finish<'a>>,
    #[serde(borrow, rename = "rebuy_cost")]
    pub(super) rebuy_cost: Number<'a>,
    #[serde(borrow, rename = "addon_cost")]
    pub(super) add_on_cost: Number<'a>,
    #[serde(borrow, rename = "tournament_rebuys")]
    pub(super) bought: Option<Vec<Bought<'a>>>,
}

#[derive(Deserialize)]
pub(super) struct Finish<'a> {
    #[serde(borrow, rename = "player_name")]
    pub(super) player: Cow<'a, str>,
    #[serde(rename = "finish_position")]
    pub(super) place: Option<u32>,
    #[serde(rename = "still_playing")]
    pub(super) is_playing: Option<bool>,
    #[serde(borrow)]
    pub(super) prize: Number<'a>,
    #[serde(borrow, rename = "ticket_value")]
    pub(super) ticket: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct Bought<'a> {
    #[serde(borrow, rename = "player_name")]
    pub(super) player: Cow<'a, str>,
    pub(super) rebuys: Option<u32>,
    #[serde(rename = "addons")]
    pub(super) add_ons: Option<u32>,
}
