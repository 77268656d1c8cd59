//! The shape of a hand's object: the fields that are read. Others are skipped.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A number as it is printed.
pub(super) type Number<'a> = Option<&'a RawValue>;

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow)]
    pub(super) site_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) game_number: Number<'a>,
    #[serde(borrow)]
    pub(super) start_date_utc: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) table_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) game_type: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) bet_limit: Option<BetLimit<'a>>,
    pub(super) table_size: Option<u8>,
    #[serde(borrow)]
    pub(super) currency: Option<Cow<'a, str>>,
    pub(super) dealer_seat: Option<u8>,
    #[serde(borrow)]
    pub(super) small_blind_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) big_blind_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) ante_amount: Number<'a>,
    pub(super) hero_player_id: Option<i64>,
    #[serde(borrow)]
    pub(super) flags: Option<Vec<Cow<'a, str>>>,
    pub(super) tournament: Option<bool>,
    #[serde(borrow)]
    pub(super) tournament_info: Option<TournamentInfo<'a>>,
    #[serde(borrow)]
    pub(super) players: Vec<Player<'a>>,
    #[serde(borrow)]
    pub(super) rounds: Vec<Round<'a>>,
    #[serde(borrow)]
    pub(super) pots: Option<Vec<Pot<'a>>>,
}

#[derive(Deserialize)]
pub(super) struct BetLimit<'a> {
    #[serde(borrow)]
    pub(super) bet_type: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) bet_cap: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct TournamentInfo<'a> {
    #[serde(borrow)]
    pub(super) tournament_number: Number<'a>,
    #[serde(borrow)]
    pub(super) currency: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) buyin_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) fee_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) bounty_fee_amount: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct Player<'a> {
    pub(super) id: i64,
    pub(super) seat: u8,
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) starting_stack: Number<'a>,
    pub(super) is_sitting_out: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct Round<'a> {
    #[serde(borrow)]
    pub(super) street: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) cards: Option<Cards<'a>>,
    #[serde(borrow)]
    pub(super) actions: Vec<Act<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Act<'a> {
    pub(super) player_id: Option<i64>,
    #[serde(borrow)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
    pub(super) is_allin: Option<bool>,
    #[serde(borrow)]
    pub(super) cards: Option<Cards<'a>>,
}

/// A list of cards; some writers print them in one text.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Cards<'a> {
    List(#[serde(borrow)] Vec<Cow<'a, str>>),
    Text(#[serde(borrow)] Cow<'a, str>),
}

impl<'a> Cards<'a> {
    pub(super) fn texts(&self) -> &[Cow<'a, str>] {
        match self {
            Cards::List(list) => list,
            Cards::Text(text) => std::slice::from_ref(text),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts().iter().all(|text| text.trim().is_empty())
    }
}

#[derive(Deserialize)]
pub(super) struct Pot<'a> {
    pub(super) number: Option<u8>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
    #[serde(borrow)]
    pub(super) rake: Number<'a>,
    #[serde(borrow)]
    pub(super) jackpot: Number<'a>,
    #[serde(borrow)]
    pub(super) player_wins: Vec<Win<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Win<'a> {
    pub(super) player_id: i64,
    #[serde(borrow, rename = "win_amount")]
    pub(super) amount: Number<'a>,
    #[serde(borrow, rename = "cashout_amount")]
    pub(super) cash_out: Number<'a>,
    #[serde(borrow, rename = "cashout_fee")]
    pub(super) cash_out_fee: Number<'a>,
}
