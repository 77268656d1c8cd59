//! The JSON object of a hand: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::syntax::json::Number;

/// A player's ID: a number in the specification, a string with some writers.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct Id<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> Id<'a> {
    /// The ID as text: `7` and `"7"` are the same.
    pub(super) fn text(self) -> &'a str {
        self.0.get().trim_matches('"')
    }
}

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
    #[serde(borrow)]
    pub(super) table_size: Number<'a>,
    #[serde(borrow)]
    pub(super) currency: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) dealer_seat: Number<'a>,
    #[serde(borrow)]
    pub(super) small_blind_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) big_blind_amount: Number<'a>,
    /// The names of the blinds in the first versions of the specification.
    #[serde(borrow)]
    pub(super) small_blind: Number<'a>,
    #[serde(borrow)]
    pub(super) big_blind: Number<'a>,
    #[serde(borrow)]
    pub(super) ante_amount: Number<'a>,
    #[serde(borrow)]
    pub(super) hero_player_id: Option<Id<'a>>,
    #[serde(borrow)]
    pub(super) flags: Option<Texts<'a>>,
    pub(super) tournament: Option<bool>,
    #[serde(borrow)]
    pub(super) tournament_info: Option<TournamentInfo<'a>>,
    #[serde(borrow)]
    pub(super) players: Vec<Player<'a>>,
    #[serde(borrow)]
    pub(super) rounds: Vec<Round<'a>>,
    #[serde(borrow)]
    pub(super) pots: Option<Vec<Pot<'a>>>,
    #[serde(borrow)]
    pub(super) tournament_bounties: Option<Vec<BountyWon<'a>>>,
    #[serde(borrow)]
    pub(super) tournament_rebuys: Option<Vec<Bought<'a>>>,
}

impl Player<'_> {
    /// The name or its substitute: the displayed text, or else the ID.
    pub(super) fn name(&self) -> &str {
        // An empty name is valid: some sites have such players.
        self.name.as_deref().or(self.display.as_deref()).unwrap_or(self.id.text())
    }
}

impl Object<'_> {
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().flat_map(Texts::texts).any(|found| found.eq_ignore_ascii_case(flag))
    }
}

/// A rebuy or an add-on.
#[derive(Deserialize)]
pub(super) struct Bought<'a> {
    #[serde(borrow)]
    pub(super) player_id: Id<'a>,
    #[serde(borrow, rename = "rebuy_action", default)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
}

/// What a player wins for knocking out another.
#[derive(Deserialize)]
pub(super) struct BountyWon<'a> {
    #[serde(borrow)]
    pub(super) player_id: Id<'a>,
    #[serde(borrow)]
    pub(super) bounty_won: Number<'a>,
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
    pub(super) name: Option<Cow<'a, str>>,
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
    #[serde(borrow)]
    pub(super) id: Id<'a>,
    #[serde(borrow)]
    pub(super) seat: Number<'a>,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) display: Option<Cow<'a, str>>,
    /// Not in the specification: the player's cards.
    #[serde(borrow)]
    pub(super) cards: Option<Texts<'a>>,
    #[serde(borrow)]
    pub(super) starting_stack: Number<'a>,
    /// The bounty on the player.
    #[serde(borrow, rename = "player_bounty")]
    pub(super) bounty: Number<'a>,
    pub(super) is_sitting_out: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct Round<'a> {
    #[serde(borrow)]
    pub(super) street: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) cards: Option<Texts<'a>>,
    #[serde(borrow, default)]
    pub(super) actions: Vec<Act<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Act<'a> {
    #[serde(borrow)]
    pub(super) player_id: Option<Id<'a>>,
    #[serde(borrow)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
    pub(super) is_allin: Option<bool>,
    #[serde(borrow)]
    pub(super) cards: Option<Texts<'a>>,
}

/// A list of strings; some writers print a single string, empty if there are none.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Texts<'a> {
    /// An unknown card is a string or null.
    List(#[serde(borrow)] Vec<Option<Cow<'a, str>>>),
    Text(#[serde(borrow)] Cow<'a, str>),
}

impl<'a> Texts<'a> {
    pub(super) fn texts(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        let (list, text) = match self {
            Texts::List(list) => (&list[..], None),
            Texts::Text(text) => (&[][..], Some(text)),
        };
        list.iter().flatten().chain(text)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts().all(|text| text.trim().is_empty())
    }
}

#[derive(Deserialize)]
pub(super) struct Pot<'a> {
    #[serde(borrow)]
    pub(super) number: Number<'a>,
    #[serde(borrow)]
    pub(super) amount: Number<'a>,
    #[serde(borrow)]
    pub(super) rake: Number<'a>,
    #[serde(borrow)]
    pub(super) jackpot: Number<'a>,
    #[serde(borrow, default)]
    pub(super) player_wins: Vec<Win<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Win<'a> {
    #[serde(borrow)]
    pub(super) player_id: Id<'a>,
    #[serde(borrow, rename = "win_amount")]
    pub(super) amount: Number<'a>,
    #[serde(borrow, rename = "cashout_amount")]
    pub(super) cash_out: Number<'a>,
    #[serde(borrow, rename = "cashout_fee")]
    pub(super) cash_out_fee: Number<'a>,
    /// Paid beside the pot.
    #[serde(borrow, rename = "bonus_amount")]
    pub(super) bonus: Number<'a>,
}
