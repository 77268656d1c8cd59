//! The first line: number, tournament, game, stakes, time.

use std::borrow::Cow;

use handlab_cards::game::Game;
use handlab_core::error::ParseErrorKind;
use handlab_core::framing::first_line;
use handlab_core::hand::{Hand, Tournament};

use crate::lines::clock::{find_date, read_time};
use crate::lines::common_form::lines;
use crate::lines::games::{find_game, read_game};
use crate::syntax::text::{is_line_start, split_once};

const OPENING: &str = "Poker Hand #";
const TOURNAMENT: &str = "Tournament #";

/// Whether a hand starts with `head`; within a line only if the header is complete, and never where the words before it
/// may belong to another site's title.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 400);
    let Some((_, rest)) = split_id(&line) else { return false };
    // Some programs write `GGPoker Hand #`; any other words make it another site's title.
    let before = before.strip_suffix(b"GG").unwrap_or(before);
    let is_word =
        |of_title: &[u8]| !of_title.is_empty() && of_title.iter().all(u8::is_ascii_alphanumeric);
    // `1WinPoker Hand #`
    let is_title = before.ends_with(b"9stacks ")
        || is_word(before)
        || before.iter().all(|byte| byte.is_ascii_alphabetic() || b" >|\t".contains(byte));
    is_line_start(before) || (!is_title && !before.ends_with(b": ") && find_date(rest).is_some())
}

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (hand_id, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(hand_id);
    hand.is_fast_fold = hand_id.starts_with("RC");
    let text = match last_date(rest) {
        Some(date) => {
            read_time(&rest[date..], hand).ok_or_else(fault)?;
            &rest[..date]
        }
        None => rest,
    };
    let text = text.trim_end_matches([' ', '-']);
    // Some converters print no time: then the line ends with the stakes.
    if hand.started_raw.is_empty() && !text.ends_with(')') {
        return Err(fault());
    }
    let entry = text.strip_prefix(TOURNAMENT);
    let (game, level) = match entry {
        Some(entry) => {
            let (id, rest) = split_once(entry, ", ").ok_or_else(fault)?;
            let tournament_id = hand.push_text(id.trim());
            hand.tournament = Some(Tournament { tournament_id, ..Tournament::default() });
            let level = rest.rfind(" - Level").ok_or_else(fault)?;
            (&rest[..level], &rest[level..])
        }
        None => (text, ""),
    };
    // In a tournament the stakes follow the level, at a cash table the game.
    let (before, stakes) = split_stakes(if level.is_empty() { game } else { level });
    let stakes = name_baht(&stakes);
    let game = if level.is_empty() { before } else { game };
    let (name, game) = split_game(game, hand.tournament.is_some())
        .ok_or_else(|| ParseErrorKind::UnknownGame(line.to_owned()))?;
    let name = hand.push_text(name);
    if let Some(tournament) = &mut hand.tournament {
        tournament.name = name;
    }
    let level = if level.is_empty() { "" } else { before };
    read_game(&format!("{game}{level} ({stakes})"), least_scale, hand)
        .map_err(|kind| kind(line.to_owned()))?;
    if hand.game == Game::ShortDeck {
        // The single amount in the header is both the ante and the button's blind.
        hand.stakes.ante = hand.stakes.ante.or(hand.stakes.big_blind);
    }
    Ok(())
}

/// An amount with the code of the baht for its sign: the site has tables in baht and none in bitcoin, for which other
/// sites print the same sign with eight decimals.
pub(super) fn name_baht(text: &str) -> Cow<'_, str> {
    if text.contains('฿') { text.replace('฿', "THB").into() } else { text.into() }
}

/// The position of the last date: a tournament may be named after one.
fn last_date(text: &str) -> Option<usize> {
    let from = text.rfind(" - ")?;
    find_date(&text[from..]).map(|date| from + date)
}

/// The hand number that a text starts with.
pub(super) fn id_of(text: &str) -> Option<&str> {
    lines(text).next().and_then(split_id).map(|(hand_id, _)| hand_id)
}

/// Reads `Poker Hand #RC123: `, also `#ring_123`. The colon may be missing before a tournament.
fn split_id(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(OPENING)?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let end = rest.bytes().position(|byte| !is_part(byte))?;
    let (hand_id, rest) = rest.split_at(end);
    let is_tournament = || rest.trim_start().starts_with(TOURNAMENT);
    let rest = rest.strip_prefix(':').or_else(|| is_tournament().then_some(rest))?;
    hand_id.bytes().any(|byte| byte.is_ascii_digit()).then(|| (hand_id, rest.trim_start()))
}

/// Whether the number of a hand is one of `UPpoker`, which is hexadecimal: `TM0ED72A1B4C9`.
pub(super) fn is_hexadecimal(hand_id: &str) -> bool {
    /// A shorter number may be a prefix and digits.
    const LEAST: usize = 8;
    let digits = hand_id.strip_prefix("TM").unwrap_or_default().as_bytes();
    digits.len() >= LEAST
        && digits.iter().all(u8::is_ascii_hexdigit)
        && digits.iter().any(u8::is_ascii_alphabetic)
}

/// Cuts `Level10(250/500(60))` into the text before the brackets and the stakes as `lines` reads them: `250/500 - Ante 60`.
fn split_stakes(text: &str) -> (&str, String) {
    // The inner brackets contain the ante.
    let ante = text.strip_suffix("))").and_then(|text| text.rsplit_once('('));
    let (text, ante) = ante.unwrap_or((text.strip_suffix(')').unwrap_or(text), ""));
    let (before, blinds) = text.rsplit_once('(').unwrap_or((text, ""));
    let mut stakes = match blinds.trim() {
        "" => String::new(),
        lone if !lone.contains('/') => format!("Button Blind {lone}"),
        pair => pair.to_owned(),
    };
    if !ante.is_empty() {
        stakes.push_str(" - Ante ");
        stakes.push_str(ante.trim());
    }
    (before.trim_end(), stakes)
}

/// The tournament's name, and the game at the end of a text as `lines` reads it. At a cash table another word before the
/// game makes it another one (`5 Card PLO`, `Squid Hold'em`).
fn split_game(text: &str, is_tournament: bool) -> Option<(&str, String)> {
    // All-in or fold.
    const ALL_IN_OR_FOLD: &str = "AoF";
    let text = text.trim_end();
    let pot_limit = text.strip_suffix("(NL postflop)").map(str::trim_end);
    let full = match pot_limit {
        Some(game) => format!("{game} Pot Limit Pre-Flop, No Limit Post-Flop"),
        None => text.to_owned(),
    };
    let start = find_game(&full)?;
    let name = text[..start].trim_end();
    let name = name.strip_suffix(ALL_IN_OR_FOLD).unwrap_or(name).trim();
    (is_tournament || name.is_empty()).then(|| (name, full[start..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_cards::game::Betting;

    fn header(text: &str) -> Hand {
        let mut hand = Hand::default();
        hand.clear();
        let line = format!("{OPENING}TM1: {text} - 2026/04/30 22:25:46");
        assert_eq!(read(&line, 0, &mut hand), Ok(()), "{line}");
        hand
    }

    #[test]
    fn a_game_is_found_after_any_name_of_a_tournament() {
        for (name, text, game, betting) in [
            ("Mini Omaha Main", "Hold'em No Limit", Game::Holdem, Betting::NoLimit),
            ("Daily $3 (PLO), 9-max", "Omaha Pot Limit", Game::Omaha, Betting::PotLimit),
            ("Omaholic $8.40", "Omaha (NL postflop)", Game::Omaha, Betting::PotLimitPreflop),
            ("Big [5 Card] - 2020/01/01", "PLO-5", Game::Omaha5, Betting::PotLimit),
            ("6+ Special", "ShortDeck No Limit", Game::ShortDeck, Betting::NoLimit),
            ("", "Hold'em No Limit", Game::Holdem, Betting::NoLimit),
            ("AoF Sit & Go", "AoF Hold'em No Limit", Game::Holdem, Betting::NoLimit),
        ] {
            let text = format!("{name} {text}");
            let hand = header(&format!("Tournament #7, {text} - Level10(250/500(60))"));
            assert_eq!((hand.game, hand.betting), (game, betting), "{text}");
            let tournament = hand.tournament.expect("a tournament");
            assert_eq!(hand.str(tournament.tournament_id), "7");
            assert_eq!(hand.str(tournament.name), name);
            assert_eq!(hand.str(tournament.level), "10", "{text}");
            assert_eq!(hand.stakes.ante, Some(60), "{text}");
        }
    }

    #[test]
    fn an_unknown_word_before_the_game_of_a_cash_table_is_rejected() {
        for game in ["5 Card PLO", "Big O Pot Limit", "Squid Hold'em No Limit", "Double Board PLO"]
        {
            let line = format!("{OPENING}HD1: {game} ($1/$2) - 2026/04/30 22:25:46");
            let found = read(&line, 0, &mut Hand::default());
            assert_eq!(found, Err(ParseErrorKind::UnknownGame(line)), "{game}");
        }
    }

    #[test]
    fn stakes_are_blinds_with_or_without_ante_or_one_button_blind() {
        let stakes = |text: &str| {
            let stakes = header(text).stakes;
            [stakes.small_blind, stakes.big_blind, stakes.ante]
        };
        assert_eq!(stakes("PLO ($5/$10)"), [Some(500), Some(1000), None]);
        assert_eq!(stakes("PLO-6 ($5/$10($2))"), [Some(500), Some(1000), Some(200)]);
        assert_eq!(stakes("ShortDeck No Limit ($0.02)"), [None, Some(2), Some(2)]);
        let level = "Tournament #7, X Hold'em No Limit - Level18(1,250/2,500)";
        assert_eq!(stakes(level), [Some(1250), Some(2500), None]);
    }

    #[test]
    fn the_sign_of_the_baht_is_not_bitcoin() {
        for (text, code) in [
            ("Hold'em No Limit (฿25/฿50)", "THB"),
            ("Hold'em No Limit (¥25/¥50)", "CNY"),
            ("Hold'em No Limit (₫25/₫50)", "VND"),
            ("Hold'em No Limit (₱25/₱50)", "PHP"),
            ("Hold'em No Limit (₩25/₩50)", "KRW"),
        ] {
            let hand = header(text);
            assert_eq!((hand.currency.code(), hand.scale), (code, 2), "{text}");
            assert_eq!(hand.stakes.big_blind, Some(5000), "{text}");
        }
    }

    #[test]
    fn the_end_of_another_sites_header_is_not_claimed() {
        let head = b"Poker Hand #HD1: Hold'em No Limit ($1/$2) - 2025/01/01 1:00:00";
        assert!(claims(b"", head));
        assert!(claims(b"Seat 6: Hero (big blind) folded", head));
        assert!(!claims(b"Run It Once ", head));
        assert!(!claims(b"MPL", head));
        assert!(!claims(b"1Win", head));
        assert!(!claims(b"9stacks ", head));
        assert!(!claims(b"lost its end9stacks ", head));
        assert!(!claims(b"1a2b3c4d: ", head));
        assert!(!claims(b"", b"Poker Hand #: x"));
    }
}
