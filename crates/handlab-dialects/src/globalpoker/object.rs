//! The JSON object of a hand: the fields that are read; others are skipped.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::syntax::json::Number;

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) table: Table<'a>,
    #[serde(borrow, rename = "startTime")]
    pub(super) started_at: Number<'a>,
    #[serde(borrow)]
    pub(super) results: Results<'a>,
    #[serde(borrow)]
    pub(super) events: Vec<Event<'a>>,
    #[serde(borrow)]
    pub(super) seats: Vec<Player<'a>>,
    #[serde(borrow)]
    pub(super) settings: Settings<'a>,
}

#[derive(Deserialize)]
pub(super) struct Table<'a> {
    #[serde(borrow, default, rename = "tableIntegrationId")]
    pub(super) long_id: Cow<'a, str>,
    #[serde(borrow, default, rename = "tableName")]
    pub(super) name: Cow<'a, str>,
}

#[derive(Deserialize)]
pub(super) struct Settings<'a> {
    #[serde(borrow)]
    pub(super) variant: Cow<'a, str>,
    #[serde(borrow, rename = "currencyCode")]
    pub(super) currency: Cow<'a, str>,
    #[serde(borrow, rename = "betStrategyType")]
    pub(super) betting: Cow<'a, str>,
    pub(super) capacity: Option<u8>,
    #[serde(borrow, rename = "smallBlind")]
    pub(super) small_blind: Number<'a>,
    #[serde(borrow, rename = "bigBlind")]
    pub(super) big_blind: Number<'a>,
    #[serde(borrow)]
    pub(super) ante: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct Player<'a> {
    #[serde(borrow, rename = "playerId")]
    pub(super) id: Number<'a>,
    #[serde(borrow, rename = "initialBalance")]
    pub(super) stack: Number<'a>,
    #[serde(rename = "seatId")]
    pub(super) seat: u8,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
pub(super) struct Event<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow, rename = "playerId")]
    pub(super) player: Number<'a>,
    #[serde(borrow, default)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) amount: Option<Sum<'a>>,
    #[serde(borrow, default)]
    pub(super) cards: Vec<Card<'a>>,
    /// Set for cards that are dealt face up.
    #[serde(default, rename = "exposed")]
    pub(super) is_exposed: bool,
    #[serde(borrow, rename = "stackId")]
    pub(super) run: Number<'a>,
    #[serde(borrow, default)]
    pub(super) pots: Vec<Pot<'a>>,
    #[serde(borrow, default, rename = "potTransitions")]
    pub(super) transfers: Vec<Transfer<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Sum<'a> {
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
}

/// An unknown card has only a number.
#[derive(Deserialize)]
pub(super) struct Card<'a> {
    #[serde(borrow)]
    pub(super) suit: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) rank: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
pub(super) struct Results<'a> {
    #[serde(borrow, rename = "totalRake")]
    pub(super) rake: Number<'a>,
    #[serde(borrow, default, rename = "results")]
    pub(super) totals: BTreeMap<Cow<'a, str>, Total<'a>>,
    #[serde(borrow)]
    pub(super) transfers: Vec<Transfer<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Total<'a> {
    #[serde(borrow, rename = "totalBet")]
    pub(super) bet: Number<'a>,
    #[serde(borrow, rename = "totalWin")]
    pub(super) win: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct Transfer<'a> {
    #[serde(borrow, rename = "playerId")]
    pub(super) player: Number<'a>,
    #[serde(borrow)]
    pub(super) pot: Option<Pot<'a>>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
    #[serde(default, rename = "fromChipStackToPlayer")]
    pub(super) is_return: bool,
}

#[derive(Deserialize)]
pub(super) struct Pot<'a> {
    #[serde(rename = "potId")]
    pub(super) number: u8,
    #[serde(borrow, rename = "potSize")]
    pub(super) size: Number<'a>,
}
