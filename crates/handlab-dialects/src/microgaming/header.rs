//! The attributes of a game: what is played, for what, where and when.

use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Hand, Kind, Tournament};
use handlab_core::money::Currency;

use crate::syntax::xml::{Element, Nodes};

/// Fills the hand from the game's attributes.
pub(super) fn read(
    element: &Element<'_>,
    nodes: &Nodes<'_>,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    let field = |name: &str| element.attribute(name).unwrap_or_default();
    hand.hand_id = hand.push_text(&field("id"));
    hand.started_raw = hand.push_text(&field("date"));
    let table = field("tablename");
    hand.max_seats = field("tablesize").parse().ok().filter(|seats| *seats > 0);
    let unknown = || nodes.error(ParseErrorKind::UnknownGame);
    (hand.game, hand.is_hi_lo) = game_of(&field("gametype")).ok_or_else(unknown)?;
    hand.betting = match &*field("betlimit") {
        "NL" => Betting::NoLimit,
        "PL" => Betting::PotLimit,
        "FL" | "L" => Betting::FixedLimit,
        _ => return Err(unknown()),
    };
    let is_tournament = field("istournament") == "1" || field("istournament") == "true";
    let symbol = text_of_base64(&field("currencysymbol"));
    (hand.kind, hand.currency) = match chips::currency_of_symbol(symbol.trim()) {
        _ if is_tournament => (Kind::Tournament, Currency::CHIPS),
        _ if field("realmoney") == "false" => (Kind::Play, Currency::PLAY),
        Some((currency, _)) => (Kind::Cash, currency),
        None => (Kind::Cash, Currency::from_code(symbol.trim())),
    };
    // `VIP Freeroll [4685921]:Table 1`
    let number = table.rsplit_once('[').and_then(|(_, rest)| rest.split_once(']'));
    if let Some((number, _)) = number.filter(|_| is_tournament) {
        let tournament_id = hand.push_text(number);
        let name = table.rsplit_once('[').map_or("", |(name, _)| name.trim());
        let name = hand.push_text(name);
        hand.tournament = Some(Tournament { tournament_id, name, ..Tournament::default() });
    } else if is_tournament {
        hand.tournament = Some(Tournament::default());
    }
    hand.table_name = hand.push_text(&table);
    hand.scale = chips::scale_of(hand.currency).max(least_scale);
    let stakes = field("stakes");
    let read = |text: &str| chips::read(text.trim().as_bytes(), hand.scale);
    let pair = stakes.split_once('|').and_then(|(small, big)| Some((read(small)?, read(big)?)));
    let (small, big) = pair.ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
    let is_stud = hand.game.family() == GameFamily::Stud;
    let stakes = &mut hand.stakes;
    if hand.betting == Betting::FixedLimit {
        (stakes.small_bet, stakes.big_bet) = (Some(small), Some(big));
        stakes.big_blind = (!is_stud).then_some(small);
    } else {
        (stakes.small_blind, stakes.big_blind) = (Some(small), Some(big));
    }
    Ok(())
}

/// `Hold'em`, `Multi Table Hold'em`, `Omaha Hi-Lo`.
fn game_of(text: &str) -> Option<(Game, bool)> {
    let is_hi_lo =
        ["Hi-Lo", "Hi/Lo", "Hi Lo", "HiLo", "H/L"].iter().any(|word| text.contains(word));
    let last = |word: &str| text.ends_with(word) || text.contains(&format!("{word} "));
    if last("Hold'em") && !is_hi_lo {
        Some((Game::Holdem, false))
    } else if last("Omaha") && !text.contains("5 Card") {
        Some((Game::Omaha, is_hi_lo))
    } else if last("5 Card Draw") {
        Some((Game::FiveCardDraw, false))
    } else {
        None
    }
}

/// The UTF-16 text encoded in base64; empty if it is something else.
fn text_of_base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // Symbols are short.
    let text = text.trim_end_matches('=').as_bytes();
    let text = &text[..text.len().min(32)];
    let mut bytes = Vec::with_capacity(text.len());
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text {
        let Some(digit) = DIGITS.iter().position(|digit| digit == byte) else {
            return String::new();
        };
        bits = (bits << 6 | digit as u32) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).filter_map(Result::ok).filter(|letter| *letter != '\0').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_is_base64_of_utf16() {
        assert_eq!(text_of_base64("rCA="), "€");
        assert_eq!(text_of_base64("IAAkAA=="), " $");
        assert_eq!(text_of_base64("not base64"), "");
        assert_eq!(text_of_base64(""), "");
    }

    #[test]
    fn a_game_is_known_by_its_last_words() {
        assert_eq!(game_of("Multi Table Hold'em"), Some((Game::Holdem, false)));
        assert_eq!(game_of("Omaha Hi-Lo"), Some((Game::Omaha, true)));
        assert_eq!(game_of("7 Card Stud"), None);
    }
}
