//! A tournament as its summary reports it: the list of places and prizes that a site sends afterwards.

use crate::hand::Speed;
use crate::money::Currency;
use handlab_cards::game::{Betting, Game};

/// One tournament as its summary reports it; `None` always means unknown, never 0.
///
/// Money is in minor units of `currency` at `scale`. Times are microseconds since 1970 in UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentSummary {
    /// The name in the `site` column.
    pub site: &'static str,
    pub tournament_id: String,
    /// The site's name for it beyond its game, such as `Super Satellite`.
    pub name: Option<String>,
    /// `None` for a mix of games, and for a game that handlab does not support.
    pub game: Option<Game>,
    pub is_hi_lo: bool,
    pub betting: Option<Betting>,
    pub speed: Option<Speed>,
    /// The currency of every amount. `PLAY` if numbers have no sign; empty if no amount is printed.
    pub currency: Currency,
    /// Decimals of the amounts: 2.
    pub scale: u8,
    /// The part of the price that goes into the prize pool.
    pub buy_in: Option<i64>,
    pub fee: Option<i64>,
    /// The part of the price that becomes the player's bounty.
    pub bounty: Option<i64>,
    /// The printed number of players, or the number of lines if that is larger: with re-entries the former counts
    /// people.
    pub entries: Option<u32>,
    pub prize_pool: Option<i64>,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    /// Whether no one is still playing; unknown for a list of one player's tournaments.
    pub is_finished: Option<bool>,
    /// The place of the player who asked for the summary.
    pub owner_place: Option<u32>,
    /// One row per player, in the order of the text.
    pub players: Vec<TournamentPlayer>,
    /// A hash of the lines that carry information: the same for a file and a mail.
    pub digest: u64,
}

/// A player in a tournament. All entries of a player are one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentPlayer {
    pub player: String,
    /// The best place of the player's entries; `None` while they play: the number before the name is then not a place.
    pub finish_place: Option<u32>,
    /// For all of the player's entries, without bounties. 0 if the player is out and their line prints nothing (a prize
    /// is fixed when its winner goes out, even while others play), but unknown if a finished list prints no prize for
    /// anyone, or if what they won is not an amount in the tournament's currency.
    pub prize: Option<i64>,
    /// A prize that is not an amount in the tournament's currency, as printed: a ticket, a seat in the target
    /// tournament.
    pub prize_text: Option<String>,
    pub is_still_playing: bool,
    /// The number of the player's entries that the list shows; 0 if the summary is about a single, unspecified entry.
    pub entries: u32,
    /// Reported only to the owner, and not always.
    pub bounties_won: Option<i64>,
    /// Reported only to the owner.
    pub rebuys: Option<u32>,
    /// Reported only to the owner.
    pub add_ons: Option<u32>,
    /// The total cost of the owner's rebuys and add-ons.
    pub rebuys_paid: Option<i64>,
    /// Whether this player asked for the summary.
    pub is_owner: bool,
}

impl TournamentSummary {
    /// Empties the summary and keeps its buffers.
    pub fn clear(&mut self) {
        let mut players = std::mem::take(&mut self.players);
        players.clear();
        let mut tournament_id = std::mem::take(&mut self.tournament_id);
        tournament_id.clear();
        *self = TournamentSummary { tournament_id, players, ..TournamentSummary::default() };
    }

    /// The player who asked for the summary, if they can be identified.
    pub fn owner(&self) -> Option<&TournamentPlayer> {
        self.players.iter().find(|player| player.is_owner)
    }
}
