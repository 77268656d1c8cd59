//! The first line: id, tournament, game, stakes, time.

use crate::error::ParseErrorKind;
use crate::hand::{Hand, Kind};
use crate::time;
use handlab_cards::game::{Betting, Game};

use super::super::text::{find_ignore_case, strip_prefix_ignore_case};
use super::super::words::Phrase;
use super::{stakes, tournament};

/// Whether a hand starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = &head[..head.len().min(300)];
    let end = memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
    // Letters of other alphabets may be cut in two at the end: what is left is enough.
    let line = String::from_utf8_lossy(&line[..end]);
    let Some((_, rest)) = split_id(&line) else { return false };
    // In the middle of a line only a whole header counts, and never within chat.
    is_line_start(before)
        || (find_date(rest).is_some() && memchr::memmem::find(before, b" said, \"").is_none())
}

/// Whether what stands before a header on its line is only what indents or quotes it.
fn is_line_start(before: &[u8]) -> bool {
    before.ends_with(&[0xEF, 0xBB, 0xBF])
        || before.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'|'))
}

/// Fills the hand from its first line.
///
/// Amounts are read with `least_scale` decimals at least.
pub(super) fn read(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let (opening, rest) = split_id(line).ok_or_else(fault)?;
    hand.hand_id = hand.keep(opening.hand_id);
    hand.is_fast_fold = opening.is_fast_fold;
    // The time is the only part with a form of its own: what stands before it is the game.
    let date = find_date(rest).ok_or_else(fault)?;
    read_time(&rest[date..], hand).ok_or_else(fault)?;
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    // Italian licences: `[ADM ID: M1B2...]`, `[AAMS ID: ...]`.
    if let Some((front, _)) = game.split_once(" [A") {
        game = front.trim_end_matches([' ', '-']);
    }
    if opening.is_home_game {
        hand.kind = Kind::Club;
        // The club's name may hold braces itself; the game's never does.
        game = game.rsplit_once('}').map_or(game, |(_, game)| game).trim_start();
    }
    if let Some(after) = strip_prefix_ignore_case(game, "Zoom ") {
        hand.is_fast_fold = true;
        game = after.trim_start();
    }
    if let Some(after) = strip_prefix_ignore_case(game, "Tournament #") {
        game = tournament::read_entry(after, hand).ok_or_else(fault)?;
    }
    read_game(game, least_scale, hand).map_err(|kind| kind(line.to_owned()))
}

struct Opening<'a> {
    hand_id: &'a str,
    is_fast_fold: bool,
    is_home_game: bool,
}

/// Reads `PokerStars Zoom Hand #123: ` with any spaces; a country may follow the site: `PokerStars.it`.
fn split_id(line: &str) -> Option<(Opening<'_>, &str)> {
    let mut rest = strip_prefix_ignore_case(line, "PokerStars")?;
    if let Some(country) = rest.strip_prefix('.') {
        rest = country.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    }
    let (mut is_fast_fold, mut is_home_game, mut is_hand) = (false, false, false);
    rest = rest.strip_prefix(' ')?.trim_start();
    while let Some(end) = rest.find([' ', '#']).filter(|end| *end > 0) {
        let (word, after) = rest.split_at(end);
        match word {
            _ if word.eq_ignore_ascii_case("hand") || word.eq_ignore_ascii_case("game") => {
                is_hand = true;
            }
            _ if word.eq_ignore_ascii_case("zoom") => is_fast_fold = true,
            _ if word.eq_ignore_ascii_case("home") => is_home_game = true,
            _ => return None,
        }
        rest = after.trim_start();
    }
    let rest = rest.strip_prefix('#').filter(|_| is_hand)?.trim_start();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let (hand_id, rest) = rest.split_at(rest.bytes().take_while(|byte| is_part(byte)).count());
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let is_number = hand_id.bytes().any(|byte| byte.is_ascii_digit());
    is_number.then_some((Opening { hand_id, is_fast_fold, is_home_game }, rest))
}

/// Where `2010/05/07` starts, whatever parts year, month and day.
fn find_date(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |at: usize| {
        bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    memchr::memchr2_iter(b'/', b'-', bytes).chain(memchr::memchr_iter(b'.', bytes)).find_map(|at| {
        let start = at.checked_sub(4)?;
        let is_year = matches!(&bytes[start..at], [b'1', b'9', ..] | [b'2', b'0', ..])
            && digits(start) == 4
            && !bytes[..start].last().is_some_and(u8::is_ascii_digit);
        let month = digits(at + 1);
        let second = at + 1 + month;
        let is_date = is_year
            && matches!(month, 1 | 2)
            && bytes.get(second) == Some(&bytes[at])
            && matches!(digits(second + 1), 1 | 2);
        is_date.then_some(start)
    })
}

/// Reads `2018/12/29 0:01:25 CET [2018/12/28 18:01:25 ET]`, `2007/11/11 - 13:27:23 (ET)` or a time without a zone.
///
/// The bracketed time wins: the one before it may be of a zone that the player made up, or ignore summer time.
fn read_time(text: &str, hand: &mut Hand) -> Option<()> {
    let (local, bracket) = match text.split_once('[') {
        Some((local, bracket)) => (local, bracket.split_once(']').map(|(inside, _)| inside)),
        None => (text, None),
    };
    let (raw, zone) = split_zone(local)?;
    let bracketed =
        bracket.and_then(split_zone).and_then(|(raw, zone)| time::utc_passes(raw, zone));
    let passes = match bracketed {
        // The other clock may pass its time only once, and so show which pass it was.
        Some((first, Some(later))) => match time::utc_passes(raw, zone) {
            Some((once, None)) if once == first || once == later => Some((once, None)),
            _ => Some((first, Some(later))),
        },
        Some(passes) => Some(passes),
        // A made-up zone within the brackets too leaves the printed one.
        None => time::utc_passes(raw, zone),
    };
    hand.started_at = passes.map(|(first, _)| first);
    hand.started_at_later = passes.and_then(|(_, later)| later);
    hand.started_raw = hand.keep(raw);
    hand.zone = hand.keep(zone);
    Some(())
}

fn split_zone(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let last_digit = text.rfind(|letter: char| letter.is_ascii_digit())?;
    let (raw, zone) = text.split_at(last_digit + 1);
    Some((raw, zone.trim().trim_matches(['(', ')'])))
}

/// Reads `Hold'em No Limit ($1/$2 USD)`, `HORSE (Razz Limit) - Level I (10/20)` and the like.
///
/// The error is of the line that holds the text.
fn read_game(
    text: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), fn(String) -> ParseErrorKind> {
    let (front, level) = match [" Level", " Match Round "]
        .iter()
        .filter_map(|mark| find_ignore_case(text, mark))
        .min()
    {
        Some(at) => (text[..at].trim_end_matches([' ', '-', ',']), &text[at + 1..]),
        None => (text, ""),
    };
    let (game, stakes) = if level.is_empty() {
        stakes::split(front)
    } else {
        let (name, stakes) = stakes::split(level);
        let name = strip_prefix_ignore_case(name, "Level").unwrap_or(name);
        let level = hand.keep(name.trim());
        if let Some(tournament) = hand.tournament.as_mut() {
            tournament.level = level;
        }
        (stakes::split(front).0, stakes)
    };
    let rules =
        rules_of(game).ok_or(ParseErrorKind::UnknownGame as fn(String) -> ParseErrorKind)?;
    (hand.game, hand.is_hi_lo, hand.betting) = (rules.game, rules.is_hi_lo, rules.betting);
    hand.is_split_board = rules.is_split_board;
    stakes::read(stakes, least_scale, hand).ok_or(ParseErrorKind::Header)
}

/// What the header says of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    game: Game,
    is_hi_lo: bool,
    betting: Betting,
    is_split_board: bool,
}

/// The rules of `Omaha Hi/Lo Pot Limit`, `NL Hold'em`; of a mixed game those of the part in brackets.
fn rules_of(text: &str) -> Option<Rules> {
    if let Some((_, inside)) = text.rsplit_once('(') {
        return rules_of(inside.trim_end_matches([')', ',', ' ']).trim());
    }
    let phrase = Phrase::of(text);
    let (name, betting) = BETTINGS.iter().find_map(|(words, betting)| {
        let phrase = phrase.as_str();
        let name = phrase.strip_suffix(words).or_else(|| phrase.strip_prefix(words))?;
        Some((name, *betting))
    })?;
    let (name, is_hi_lo) = match HI_LO.iter().find_map(|words| name.strip_suffix(words)) {
        Some(name) => (name, true),
        None => (name, false),
    };
    let (name, is_split_board) = match name.strip_prefix("split") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let game = GAMES.iter().find(|(known, _)| *known == name)?.1;
    let is_dealt = !is_split_board || (game == Game::Holdem && !is_hi_lo);
    is_dealt.then_some(Rules { game, is_hi_lo, betting, is_split_board })
}

/// Phrases, a longer one before its own ending.
const BETTINGS: [(&str, Betting); 8] = [
    ("potlimitpreflopnolimitpostflop", Betting::PotLimitPreflop),
    ("nolimit", Betting::NoLimit),
    ("potlimit", Betting::PotLimit),
    ("fixedlimit", Betting::FixedLimit),
    ("limit", Betting::FixedLimit),
    ("nl", Betting::NoLimit),
    ("pl", Betting::PotLimit),
    ("fl", Betting::FixedLimit),
];

const HI_LO: [&str; 4] = ["hilo", "hl", "hilo8orbetter", "8orbetter"];

/// Phrases. Games whose rules handlab does not support have no line: Fusion, Swap, Unfold, Showtime.
const GAMES: [(&str, Game); 43] = [
    ("holdem", Game::Holdem),
    // `NLH`, `NLHE`, `PLO`, `PLO-5`, `PLO6` without their betting.
    ("h", Game::Holdem),
    ("he", Game::Holdem),
    ("o", Game::Omaha),
    ("o5", Game::Omaha5),
    ("o6", Game::Omaha6),
    ("texaholdem", Game::Holdem),
    ("6+holdem", Game::ShortDeck),
    ("shortdeck", Game::ShortDeck),
    ("shortdeckholdem", Game::ShortDeck),
    ("omaha", Game::Omaha),
    ("omahahigh", Game::Omaha),
    ("omahahi", Game::Omaha),
    ("4cardomaha", Game::Omaha),
    ("5cardomaha", Game::Omaha5),
    ("5cardomahahigh", Game::Omaha5),
    ("5cardomahahi", Game::Omaha5),
    ("omaha5card", Game::Omaha5),
    ("6cardomaha", Game::Omaha6),
    ("6cardomahahigh", Game::Omaha6),
    ("6cardomahahi", Game::Omaha6),
    ("omaha6card", Game::Omaha6),
    ("courchevel", Game::Courchevel),
    ("courchevelhigh", Game::Courchevel),
    ("courchevelhi", Game::Courchevel),
    ("stud", Game::Stud),
    ("7cardstud", Game::Stud),
    ("7cardstudhigh", Game::Stud),
    ("sevencardstud", Game::Stud),
    ("razz", Game::Razz),
    ("7cardrazz", Game::Razz),
    ("5carddraw", Game::FiveCardDraw),
    ("5carddrawhigh", Game::FiveCardDraw),
    ("fivecarddraw", Game::FiveCardDraw),
    ("singledraw27lowball", Game::SingleDraw27),
    ("singledraw27", Game::SingleDraw27),
    ("27singledraw", Game::SingleDraw27),
    ("27lowballsingledraw", Game::SingleDraw27),
    ("tripledraw27lowball", Game::TripleDraw27),
    ("tripledraw27", Game::TripleDraw27),
    ("27tripledraw", Game::TripleDraw27),
    ("27lowballtripledraw", Game::TripleDraw27),
    ("badugi", Game::Badugi),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_separated_from_their_betting() {
        let cases = [
            ("Hold'em No Limit", Game::Holdem, false, Betting::NoLimit),
            ("HOLD’EM NO-LIMIT", Game::Holdem, false, Betting::NoLimit),
            ("No Limit Texas Holdem", Game::Holdem, false, Betting::NoLimit),
            ("OMAHA HI/LO POT LIMIT", Game::Omaha, true, Betting::PotLimit),
            ("5 Card Omaha H/L Pot Limit", Game::Omaha5, true, Betting::PotLimit),
            ("NLHE", Game::Holdem, false, Betting::NoLimit),
            ("PLO-5", Game::Omaha5, false, Betting::PotLimit),
            ("HORSE (7 Card Stud Hi/Lo Limit)", Game::Stud, true, Betting::FixedLimit),
            ("HORSE (7 Card Stud Hi/Lo Limit,", Game::Stud, true, Betting::FixedLimit),
            ("Single Draw 2-7 Lowball No Limit", Game::SingleDraw27, false, Betting::NoLimit),
            (
                "Hold'em Pot Limit Pre-Flop, No Limit Post-Flop",
                Game::Holdem,
                false,
                Betting::PotLimitPreflop,
            ),
        ];
        for (text, game, is_hi_lo, betting) in cases {
            let rules = Rules { game, is_hi_lo, betting, is_split_board: false };
            assert_eq!(rules_of(text), Some(rules), "{text}");
        }
        let split = rules_of("Split Hold'em No Limit").map(|rules| rules.is_split_board);
        assert_eq!(split, Some(true));
        for text in ["Fusion Pot Limit", "Swap Hold'em No Limit", "Split Omaha Pot Limit", ""] {
            assert_eq!(rules_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_found_in_every_form() {
        for (text, wanted) in [
            ("x (1/2) - 2020/01/01 1:00:00 ET", Some(10)),
            ("x - 2020-1-1 1:00", Some(4)),
            ("Level 2 (2000/4000) - 2020.01.01", Some(22)),
            ("(1000/20/30)", None),
            ("12020/01/01", None),
            ("2020/", None),
        ] {
            assert_eq!(find_date(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_header_within_chat_is_none() {
        let head = b"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 1:00:00 ET";
        assert!(claims(b"", head));
        assert!(claims(b"> ", b"PokerStars Zoom Hand # 1 : x"));
        assert!(claims(b"", b"PokerStars.it Game #AB12-3: x"));
        assert!(claims(b"*** RIVER *** [4d Kh J", head));
        assert!(!claims(b"Bob said, \"", head));
        assert!(!claims(b"Bob: ", b"PokerStars Hand #1: is rigged"));
        assert!(!claims(b"", b"PokerStars Tournament #1, No Limit Hold'em"));
    }
}
