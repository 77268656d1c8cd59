//! The fields of an Open Hand History object, version 1.4.7, that are written.

use serde::Serialize;
use serde_json::value::RawValue;

/// A number, as text: money is never a float.
pub(super) type Number = Box<RawValue>;

#[derive(Serialize)]
pub(super) struct Document<'a> {
    pub(super) ohh: Object<'a>,
}

#[derive(Serialize)]
pub(super) struct Object<'a> {
    pub(super) spec_version: &'static str,
    pub(super) site_name: &'a str,
    pub(super) network_name: &'a str,
    pub(super) internal_version: &'static str,
    pub(super) tournament: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tournament_info: Option<TournamentInfo<'a>>,
    pub(super) game_number: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_date_utc: Option<String>,
    pub(super) table_name: &'a str,
    pub(super) game_type: &'static str,
    pub(super) bet_limit: BetLimit,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table_size: Option<u8>,
    pub(super) currency: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealer_seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) small_blind_amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) big_blind_amount: Option<Number>,
    pub(super) ante_amount: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hero_player_id: Option<u8>,
    pub(super) flags: Vec<&'static str>,
    pub(super) players: Vec<Player<'a>>,
    pub(super) rounds: Vec<Round>,
    pub(super) pots: Vec<Pot>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tournament_bounties: Vec<BountyWon>,
}

#[derive(Serialize)]
pub(super) struct BountyWon {
    pub(super) player_id: u8,
    pub(super) bounty_won: Number,
}

#[derive(Serialize)]
pub(super) struct TournamentInfo<'a> {
    pub(super) tournament_number: &'a str,
    pub(super) name: &'a str,
    pub(super) currency: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) buyin_amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fee_amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bounty_fee_amount: Option<Number>,
}

#[derive(Serialize)]
pub(super) struct BetLimit {
    pub(super) bet_type: &'static str,
    pub(super) bet_cap: Number,
}

#[derive(Serialize)]
pub(super) struct Player<'a> {
    pub(super) id: u8,
    pub(super) seat: u8,
    pub(super) name: &'a str,
    pub(super) starting_stack: Number,
    #[serde(rename = "player_bounty", skip_serializing_if = "Option::is_none")]
    pub(super) bounty: Option<Number>,
    pub(super) is_sitting_out: bool,
}

#[derive(Serialize)]
pub(super) struct Round {
    pub(super) id: usize,
    pub(super) street: &'static str,
    pub(super) cards: Vec<String>,
    pub(super) actions: Vec<Act>,
}

#[derive(Serialize)]
pub(super) struct Act {
    pub(super) action_number: usize,
    /// `None` if the house adds to the pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player_id: Option<u8>,
    pub(super) action: &'static str,
    pub(super) amount: Number,
    pub(super) is_allin: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) cards: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Pot {
    pub(super) number: usize,
    pub(super) amount: Number,
    pub(super) rake: Number,
    pub(super) jackpot: Number,
    pub(super) player_wins: Vec<Win>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the names of the format")]
pub(super) struct Win {
    pub(super) player_id: u8,
    pub(super) win_amount: Number,
    pub(super) cashout_amount: Number,
    pub(super) cashout_fee: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bonus_amount: Option<Number>,
}
