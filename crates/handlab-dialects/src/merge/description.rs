//! What is played: the description before the games, and the game code in a mixed game.

use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_core::chips;
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;

use crate::syntax::xml::{Element, first_element};

/// Why a description cannot be used.
pub(super) enum Fault {
    /// There is no description.
    Missing,
    UnknownGame(String),
}

/// Fills game, limit, kind and stakes from the description and the game's header, which has its own stakes since 2014:
/// levels go up.
pub(super) fn read(
    preamble: &str,
    header: Option<&Element<'_>>,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), Fault> {
    let element = first_element(preamble).ok_or(Fault::Missing)?;
    let game = element.attribute("type").ok_or(Fault::Missing)?;
    let field = |name: &str| header.and_then(|header| header.attribute(name));
    let own = field("stakes").filter(|stakes| !stakes.is_empty());
    let stakes = own.or(element.attribute("stakes")).ok_or(Fault::Missing)?;
    let unknown = || Fault::UnknownGame(format!("{game} {stakes}"));
    let (game_name, is_tournament) = match game.trim().strip_suffix(" Tournament") {
        Some(name) => (name, true),
        None => (game.trim(), false),
    };
    let of_name = || GAMES.iter().find(|(name, ..)| *name == game_name);
    let found = match field("multigametype") {
        Some(number) => MULTI_GAMES.iter().find(|(known, ..)| *known == number),
        None => of_name(),
    };
    (_, hand.game, hand.is_hi_lo) = *found.ok_or_else(unknown)?;
    let (betting, amounts) = BETTINGS
        .iter()
        .find_map(|(name, betting)| Some((*betting, stakes.trim().strip_prefix(name)?)))
        .ok_or_else(unknown)?;
    hand.betting = betting;
    (hand.kind, hand.currency) = if is_tournament {
        (Kind::Tournament, Currency::CHIPS)
    } else {
        // Lists of bets may have no sign.
        let mut parts = amounts.split([' ', '(', '/', ')']);
        let currency = parts.find_map(|part| chips::read_money(part, None)?.currency);
        (Kind::Cash, currency.unwrap_or(Currency::USD))
    };
    hand.scale = chips::scale_of(hand.currency).max(least_scale);
    // `Level 4 Blinds 40/80`, `($1/$2)`, `$0.02/$0.04`; in stud, ante, bring-in and bet may be listed.
    let amounts = amounts.rsplit(' ').next().unwrap_or_default().trim_matches(['(', ')']);
    let scale = hand.scale;
    let read = |text: &str| chips::read(text.trim().as_bytes(), scale);
    let stakes = &mut hand.stakes;
    let is_stud = hand.game.family() == GameFamily::Stud;
    let parts: Vec<Option<i64>> = amounts.split('/').map(read).collect();
    match (&parts[..], betting) {
        ([Some(small), Some(big)], Betting::FixedLimit) => {
            (stakes.small_bet, stakes.big_bet) = (Some(*small), Some(*big));
            stakes.big_blind = (!is_stud).then_some(*small);
        }
        ([Some(small), Some(big)], _) => {
            (stakes.small_blind, stakes.big_blind) = (Some(*small), Some(*big));
        }
        ([Some(ante), Some(bring_in), Some(_)], _) if is_stud => {
            (stakes.ante, stakes.bring_in) = (Some(*ante), Some(*bring_in));
        }
        _ => {}
    }
    Ok(())
}

const BETTINGS: [(&str, Betting); 3] = [
    ("No Limit", Betting::NoLimit),
    ("Pot Limit", Betting::PotLimit),
    ("Limit", Betting::FixedLimit),
];

const GAMES: [(&str, Game, bool); 10] = [
    ("Holdem", Game::Holdem, false),
    ("Omaha", Game::Omaha, false),
    ("Omaha H/L8", Game::Omaha, true),
    ("2-7 Lowball", Game::TripleDraw27, false),
    ("A-5 Lowball", Game::TripleDrawA5, false),
    ("Badugi", Game::Badugi, false),
    ("5-Draw", Game::FiveCardDraw, false),
    ("Razz", Game::Razz, false),
    ("7-Stud", Game::Stud, false),
    ("7-Stud H/L8", Game::Stud, true),
];

/// The games of HORSE and other mixed games, by `multigametype`.
const MULTI_GAMES: [(&str, Game, bool); 17] = [
    ("1", Game::Holdem, false),
    ("2", Game::Holdem, false),
    ("4", Game::Omaha, false),
    ("9", Game::Holdem, false),
    ("23", Game::Holdem, false),
    ("34", Game::Omaha, true),
    ("35", Game::Omaha, true),
    ("37", Game::Omaha, true),
    ("38", Game::Stud, false),
    ("39", Game::Stud, false),
    ("41", Game::Stud, false),
    ("42", Game::Stud, false),
    ("43", Game::Stud, true),
    ("45", Game::Stud, true),
    ("46", Game::Razz, false),
    ("47", Game::Razz, false),
    ("49", Game::Razz, false),
];
