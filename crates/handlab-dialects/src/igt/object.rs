//! The JSON object of a hand: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::syntax::json::Number;

#[derive(Deserialize)]
pub(super) struct Object<'a> {
    #[serde(borrow, rename = "player")]
    pub(super) players: Vec<Player<'a>>,
    #[serde(borrow, rename = "action")]
    pub(super) actions: Vec<Act<'a>>,
    #[serde(borrow, rename = "showDown")]
    pub(super) showdown: Showdown<'a>,
    #[serde(borrow, default, rename = "handId")]
    pub(super) hand_id: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) table: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) game: Cow<'a, str>,
    #[serde(borrow, rename = "gameKind")]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow, default, rename = "tableCurrency")]
    pub(super) currency: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) limit: Cow<'a, str>,
    /// Both blinds.
    #[serde(borrow, default)]
    pub(super) stake: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) small: Number<'a>,
    #[serde(borrow)]
    pub(super) large: Number<'a>,
    #[serde(borrow)]
    pub(super) ante: Number<'a>,
    #[serde(borrow)]
    pub(super) date: Number<'a>,
    #[serde(borrow, default, rename = "tableTourneyId")]
    pub(super) tournament_id: Cow<'a, str>,
    #[serde(default)]
    pub(super) anonymous: bool,
    /// A jackpot was won.
    #[serde(rename = "bbj")]
    pub(super) jackpot: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct Player<'a> {
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) seat: Number<'a>,
    #[serde(borrow)]
    pub(super) state: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) dealer: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
}

#[derive(Deserialize)]
pub(super) struct Act<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) word: Cow<'a, str>,
    /// The kind of a blind.
    #[serde(borrow, default)]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) player: Cow<'a, str>,
    /// An amount; for a board, its name.
    #[serde(borrow)]
    pub(super) value: Number<'a>,
    /// The player's remaining stack.
    #[serde(borrow, rename = "bankRoll")]
    pub(super) left: Number<'a>,
    /// The number of cards exchanged.
    #[serde(borrow)]
    pub(super) count: Number<'a>,
    #[serde(borrow, default, rename = "card")]
    pub(super) cards: Vec<Card<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Card<'a> {
    #[serde(borrow)]
    pub(super) link: Cow<'a, str>,
}

#[derive(Deserialize)]
pub(super) struct Showdown<'a> {
    #[serde(borrow)]
    pub(super) pot: Number<'a>,
    #[serde(borrow)]
    pub(super) rake: Number<'a>,
    #[serde(borrow, rename = "result")]
    pub(super) results: Vec<Outcome<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Outcome<'a> {
    #[serde(borrow)]
    pub(super) player: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) win: Number<'a>,
    #[serde(borrow, rename = "bankRoll")]
    pub(super) left: Number<'a>,
    #[serde(borrow, default, rename = "card")]
    pub(super) cards: Vec<Card<'a>>,
}
