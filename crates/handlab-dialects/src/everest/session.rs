//! What the session says for all of its hands: game, limit, table, money.

use handlab_cards::game::{Betting, Game};
use handlab_core::chips;
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use crate::syntax::xml::first_element;

/// Why a session cannot be used.
pub(super) enum Fault {
    /// There is no session.
    Missing,
    UnknownGame(String),
}

/// Fills the hand from its session; returns the name of the file's owner.
pub(super) fn read(preamble: &str, hand: &mut Hand) -> Result<String, Fault> {
    let element = first_element(preamble).ok_or(Fault::Missing)?;
    let field = |name: &str| element.attribute(name).unwrap_or_default();
    let unknown = || Fault::UnknownGame(format!("{} {}", field("game"), field("gametype")));
    (hand.game, hand.is_hi_lo) = match &*field("game") {
        "" => return Err(Fault::Missing),
        "hold-em" => (Game::Holdem, false),
        "omaha" | "omaha-hi" => (Game::Omaha, false),
        "omaha-hi-lo" | "omaha-hilo" | "omaha-8" => (Game::Omaha, true),
        _ => return Err(unknown()),
    };
    hand.betting = match &*field("gametype") {
        "no-limit" => Betting::NoLimit,
        "pot-limit" => Betting::PotLimit,
        "fixed-limit" | "limit" => Betting::FixedLimit,
        _ => return Err(unknown()),
    };
    hand.table_name = hand.push_text(&field("tableName"));
    let money = field("money");
    (hand.kind, hand.currency) = match chips::currency_of_symbol(money.trim()) {
        _ if field("type") == "tournament" => (Kind::Tournament, Currency::CHIPS),
        Some((currency, _)) => (Kind::Cash, currency),
        None => (Kind::Play, Currency::PLAY),
    };
    if hand.kind == Kind::Tournament {
        let tournament_id = hand.push_text(&field("id"));
        hand.tournament = Some(Tournament { tournament_id, ..Tournament::default() });
    }
    Ok(field("screenName").into_owned())
}
