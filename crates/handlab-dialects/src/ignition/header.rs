//! The first line, to which the translation has added the stakes: number, table, game, level, time.

use handlab_cards::game::{Betting, GameFamily};
use handlab_core::chips;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{Hand, Kind, Speed, Tournament};
use handlab_core::money::Currency;

use crate::lines::clock::{find_date, read_time};
use crate::lines::games::read_game;
use crate::lines::stakes::take_for_blinds;
use crate::syntax::text::{find, replace_first, split_at_mark, split_once, trim};

/// Separates the printed header from the stakes that the blinds show.
pub(super) const STAKES: &str = " {stakes} ";

/// In place of unknown stakes: the table plays for dollars.
pub(super) const SIGN: &str = "$";

const SKINS: [(&str, &str); 3] =
    [("Bovada", "bovada"), ("Bodog", "bodog"), ("Ignition", "ignition")];

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (printed, stakes) = split_once(line, STAKES).unwrap_or((line, ""));
    let (brand, rest) = split_once(printed, " Hand #").ok_or_else(fault)?;
    hand.skin = SKINS.iter().find(|(start, _)| brand.starts_with(start)).map(|(_, skin)| *skin);
    // `#C3598529372`
    let letter = usize::from(rest.starts_with('C'));
    let digits = letter + rest.bytes().skip(letter).take_while(u8::is_ascii_digit).count();
    hand.hand_id = hand.push_text(&rest[..digits]);
    let date = find_date(rest).ok_or_else(fault)?;
    read_time(&rest[date..], hand).ok_or_else(fault)?;
    // The number may be cut off, and the date stand in its place.
    let middle = rest.get(digits..date).ok_or_else(fault)?.trim_matches([' ', '-', ':']);
    let middle = middle.strip_suffix("[MVS]").map_or(middle, str::trim_end);
    let (game, level) = match split_once(middle, " Tournament #") {
        Some((game, rest)) => (game, read_tournament(rest, hand).ok_or_else(fault)?),
        None => (read_table(middle, hand).ok_or_else(fault)?, ""),
    };
    let game = replace_first(game, " 1 on 1", "");
    let (kind, level) =
        split_once(level, " Level ").map_or((level, ""), |(kind, level)| (kind, level));
    let kind = kind.trim_matches([' ', '-', ',']);
    if let Some(tournament) = &mut hand.tournament {
        tournament.speed = Speed::of_word(kind);
    }
    let game = replace_first(&game, " Zone Poker", "");
    let game = replace_first(&game, "ZonePoker", "");
    let game = replace_first(&game, "7CARD", "7 Card Stud");
    let betting = match kind {
        _ if has_betting(&game) => "",
        _ if has_betting(kind) => kind,
        // `Turbo`, `Normal`: each game has one usual limit.
        _ if game.starts_with("OMAHA") => "Pot Limit",
        _ if game.starts_with('7') => "Fixed Limit",
        _ => "No Limit",
    };
    let is_money = stakes == SIGN && level.is_empty();
    let (open, stakes, close) = match split_once(level, " (0/0)") {
        // The stakes of some stud levels are not printed.
        Some((level, _)) => (" - Level ", level, ""),
        None if !level.is_empty() => (" - Level ", level, ""),
        None if is_money || stakes.is_empty() => ("", "", ""),
        None => (" (", stakes, ")"),
    };
    let text = [trim(&game), " ", betting, open, stakes, close].concat();
    read_game(text.trim_end(), least_scale, hand).map_err(|kind| kind(line.to_owned()))?;
    if is_money {
        let scale = chips::scale_of(Currency::USD).max(least_scale);
        (hand.kind, hand.currency, hand.scale) = (Kind::Cash, Currency::USD, scale);
    }
    if hand.betting == Betting::FixedLimit && hand.game.family() == GameFamily::Flop {
        take_for_blinds(&mut hand.stakes);
    }
    Ok(())
}

/// Whether a line contains the number and the time.
pub(super) fn is_whole(line: &str) -> bool {
    split_once(line, " Hand #").is_some_and(|(_, rest)| find_date(rest).is_some())
}

fn has_betting(text: &str) -> bool {
    ["No Limit", "Pot Limit", "Fixed Limit"].iter().any(|betting| find(text, betting).is_some())
}

/// Reads `51169700 TBL#1, Turbo- Level 3 (25/50)`; returns what follows the table.
fn read_tournament<'a>(text: &'a str, hand: &mut Hand) -> Option<&'a str> {
    let (id, rest) = split_once(text, " TBL#")?;
    let (table, rest) = rest.split_once(',').or_else(|| rest.split_once(' '))?;
    let tournament_id = hand.push_text(id.trim());
    hand.table_name = hand.push_text(table);
    hand.tournament = Some(Tournament { tournament_id, ..Tournament::default() });
    Some(rest)
}

/// Reads `TBL#26953916 OMAHA HiLo Pot Limit`, `Zone Poker ID#1382 HOLDEMZonePoker No Limit` or, without a table,
/// `HOLDEM No Limit`; returns the game.
fn read_table<'a>(text: &'a str, hand: &mut Hand) -> Option<&'a str> {
    let is_zone = text.starts_with("Zone Poker ID#");
    let number = text.strip_prefix("Zone Poker ID#").or_else(|| text.strip_prefix("TBL#"));
    let Some(number) = number else { return Some(text) };
    let (number, game) = split_at_mark(number, b' ')?;
    hand.is_fast_fold = is_zone;
    hand.table_name = hand.push_text(number);
    Some(game.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_in_place_of_the_number_is_refused() {
        let line = "Ignition Hand #2026-09-30 18:22:07";
        let refused = ParseErrorKind::Header(line.to_owned());
        assert_eq!(read(line, 2, &mut Hand::default()), Err(refused));
    }
}
