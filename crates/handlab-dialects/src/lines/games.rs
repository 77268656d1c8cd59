//! The names of games, and what the header prints with them: betting, level, stakes.

use handlab_cards::game::{Betting, Game};
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::Hand;

use super::last_game::{self, Context, fill_level};
use super::stakes;
use crate::syntax::text::{find_ignore_case, strip_prefix_ignore_case};
use crate::syntax::words::Phrase;

/// Reads `Hold'em No Limit ($1/$2 USD)`, `HORSE (Razz Limit) - Level I (10/20)` and the like.
///
/// The caller completes the error with the line that contains the text.
pub(crate) fn read_game(
    text: &str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), fn(String) -> ParseErrorKind> {
    let context = Context::of(hand, least_scale);
    if !last_game::fill(text, context, hand) {
        let level = read_anew(text, least_scale, hand)?;
        last_game::keep(text, context, level, hand);
    }
    Ok(())
}

/// As [`read_game`]; returns the level that the text names.
fn read_anew<'t>(
    text: &'t str,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<Option<&'t str>, fn(String) -> ParseErrorKind> {
    let (front, level) = match [" Level", " Match Round "]
        .iter()
        .filter_map(|mark| find_ignore_case(text, mark))
        .min()
    {
        Some(at) => (text[..at].trim_end_matches([' ', '-', ',']), &text[at + 1..]),
        None => (text, ""),
    };
    let mut level_name = None;
    let (game, stakes) = if level.is_empty() {
        stakes::split(front)
    } else {
        let (name, stakes) = stakes::split(level);
        let name = strip_prefix_ignore_case(name, "Level").unwrap_or(name).trim();
        fill_level(name, hand);
        level_name = Some(name);
        (stakes::split(front).0, stakes)
    };
    let rules =
        rules_of(game).ok_or(ParseErrorKind::UnknownGame as fn(String) -> ParseErrorKind)?;
    (hand.game, hand.is_hi_lo, hand.betting) = (rules.game, rules.is_hi_lo, rules.betting);
    hand.is_split_board = rules.is_split_board;
    stakes::read(stakes, least_scale, hand).ok_or(ParseErrorKind::Header as fn(_) -> _)?;
    Ok(level_name)
}

/// Whether a text is a game, with its betting.
pub(crate) fn is_game(text: &str) -> bool {
    rules_of(text).is_some()
}

/// Where the game begins in a text that ends with it: `Sunday Special 5 Card Omaha Pot Limit`. The longest ending that
/// is a game counts. A letter alone is a part of another game: `Big O Pot Limit`.
pub(crate) fn find_game(text: &str) -> Option<usize> {
    // The search tries each word; no name with its game is longer.
    const LONGEST: usize = 500;
    if text.len() > LONGEST {
        return None;
    }
    let after_spaces = memchr::memchr_iter(b' ', text.as_bytes()).map(|space| space + 1);
    let is_letter = |text: &str| matches!(text.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z', b' ', ..]);
    let is_game = |text: &str| !is_letter(text) && rules_of(text).is_some();
    std::iter::once(0).chain(after_spaces).find(|start| is_game(&text[*start..]))
}

/// The rules that the header names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    game: Game,
    is_hi_lo: bool,
    betting: Betting,
    is_split_board: bool,
}

/// The rules of nearly all hands.
const HOLDEM_NO_LIMIT: Rules =
    Rules { game: Game::Holdem, is_hi_lo: false, betting: Betting::NoLimit, is_split_board: false };

/// The rules of `Omaha Hi/Lo Pot Limit`, `NL Hold'em`; of a mixed game those of the part in brackets.
fn rules_of(text: &str) -> Option<Rules> {
    if matches!(
        text,
        "Hold'em No Limit" | "NL Hold'em" | "Holdem No Limit" | "Texas Hold'em No Limit"
    ) {
        return Some(HOLDEM_NO_LIMIT);
    }
    let Some((front, inside)) = text.rsplit_once('(') else { return rules_of_words(text) };
    let inside = inside.trim_end_matches([')', ',', ' ']).trim();
    let phrase = Phrase::of(inside);
    if BETTINGS.iter().all(|(words, _)| phrase.as_str() != *words) {
        return rules_of_words(inside);
    }
    // `Holdem (No Limit)`, `HORSE (Holdem (No Limit))`.
    let front = front.trim_end_matches(['(', ')', ' ']);
    let name = front.rsplit_once('(').map_or(front, |(_, name)| name);
    rules_of_words(&[name, " ", inside].concat())
}

/// The rules that words name, whatever the brackets among them.
fn rules_of_words(text: &str) -> Option<Rules> {
    let phrase = Phrase::of(text);
    let phrase = phrase.as_str();
    let (name, betting) = BETTINGS.iter().find_map(|(words, betting)| {
        let name = phrase.strip_suffix(words).or_else(|| phrase.strip_prefix(words))?;
        // A converter adds what its source prints to what it writes itself: `Hold'em No Limit NoLimit`.
        Some((name.strip_suffix(words).unwrap_or(name), *betting))
    })?;
    let (name, is_hi_lo) = without_hi_lo(name);
    let (name, is_split_board) = match name.strip_prefix("split") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let game = game_of(name)?;
    let is_dealt = (!is_split_board || (game == Game::Holdem && !is_hi_lo))
        && !(is_hi_lo && game.is_always_split());
    is_dealt.then_some(Rules { game, is_hi_lo, betting, is_split_board })
}

/// The name without the words for high and low, and whether it had them.
fn without_hi_lo(name: &str) -> (&str, bool) {
    match HI_LO.iter().find_map(|words| name.strip_suffix(words)) {
        Some(name) => (name, true),
        None => (name, false),
    }
}

/// The game that words name without its betting, and whether it is played for high and low.
pub(crate) fn game_named(text: &str) -> Option<(Game, bool)> {
    let phrase = Phrase::of(text);
    let (name, is_hi_lo) = without_hi_lo(phrase.as_str());
    let game = game_of(name)?;
    (!(is_hi_lo && game.is_always_split())).then_some((game, is_hi_lo))
}

/// The betting that words name: `PL`, `Pot-Limit`, `PotLimit`.
pub(crate) fn betting_named(text: &str) -> Option<Betting> {
    Phrase::of(text).find(&BETTINGS)
}

/// Phrases; each comes before any that is its suffix.
const BETTINGS: [(&str, Betting); 11] = [
    // A form of no limit: all chips or none.
    ("allinorfoldlimit", Betting::NoLimit),
    ("allinorfold", Betting::NoLimit),
    ("potlimitpreflopnolimitpostflop", Betting::PotLimitPreflop),
    ("nolimit", Betting::NoLimit),
    ("potlimit", Betting::PotLimit),
    ("fixedlimit", Betting::FixedLimit),
    ("fixlimit", Betting::FixedLimit),
    ("limit", Betting::FixedLimit),
    ("nl", Betting::NoLimit),
    ("pl", Betting::PotLimit),
    ("fl", Betting::FixedLimit),
];

const HI_LO: [&str; 11] = [
    "hilo8orbetter",
    "hiloeightorbetter",
    "8orbetter",
    "eightorbetter",
    "highlow",
    "highlo",
    "hilow",
    "hilo",
    "hil",
    "hl",
    "8",
];

/// Phrases. Games whose rules handlab does not support have no line: Fusion, Swap, Unfold, Showtime.
const GAMES: [(&str, Game); 90] = [
    ("holdem", Game::Holdem),
    // `NLH No Limit`.
    ("nlh", Game::Holdem),
    ("nlhe", Game::Holdem),
    // `NLH`, `NLHE`, `PLO`, `PLO-5`, `PLO6` without their betting.
    ("h", Game::Holdem),
    ("he", Game::Holdem),
    ("o", Game::Omaha),
    ("o4", Game::Omaha),
    ("o5", Game::Omaha5),
    ("o6", Game::Omaha6),
    // `PLO-5 Pot Limit`.
    ("plo", Game::Omaha),
    ("plo4", Game::Omaha),
    ("plo5", Game::Omaha5),
    ("plo6", Game::Omaha6),
    ("texaholdem", Game::Holdem),
    ("6+holdem", Game::ShortDeck),
    ("shortdeck", Game::ShortDeck),
    ("shortdeckholdem", Game::ShortDeck),
    ("holdemshortdeck", Game::ShortDeck),
    ("omaha", Game::Omaha),
    ("omahahigh", Game::Omaha),
    ("omahahi", Game::Omaha),
    ("4cardomaha", Game::Omaha),
    ("omaha5", Game::Omaha5),
    ("omaha5hi", Game::Omaha5),
    ("omaha6hi", Game::Omaha6),
    ("omaha6", Game::Omaha6),
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
    ("7stud", Game::Stud),
    // `Six Plus Hold'em`: as written by itself it loses its plural.
    ("sixplusholdem", Game::ShortDeck),
    ("sixpluholdem", Game::ShortDeck),
    ("studhi", Game::Stud),
    ("studhigh", Game::Stud),
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
    ("lowball27", Game::TripleDraw27),
    ("badugi", Game::Badugi),
    ("irish", Game::Irish),
    ("irishholdem", Game::Irish),
    ("irishpoker", Game::Irish),
    ("27razz", Game::Razz27),
    ("razz27", Game::Razz27),
    ("27lowballrazz", Game::Razz27),
    ("deucetosevenrazz", Game::Razz27),
    ("5cardstud", Game::FiveCardStud),
    ("5stud", Game::FiveCardStud),
    ("5cardstudhigh", Game::FiveCardStud),
    ("5cardstudhi", Game::FiveCardStud),
    ("fivecardstud", Game::FiveCardStud),
    ("a5singledraw", Game::SingleDrawA5),
    ("a5lowballsingledraw", Game::SingleDrawA5),
    ("singledrawa5", Game::SingleDrawA5),
    ("singledrawa5lowball", Game::SingleDrawA5),
    ("a5tripledraw", Game::TripleDrawA5),
    ("a5lowballtripledraw", Game::TripleDrawA5),
    ("tripledrawa5", Game::TripleDrawA5),
    ("tripledrawa5lowball", Game::TripleDrawA5),
    ("lowballa5", Game::TripleDrawA5),
    ("a5lowball", Game::TripleDrawA5),
    ("badacey", Game::Badacey),
    ("badacy", Game::Badacey),
    ("badeucy", Game::Badeucy),
    ("badeucey", Game::Badeucy),
    ("baduci", Game::Badeucy),
    ("drawmadugi", Game::DrawmahaBadugi),
    ("dramadugi", Game::DrawmahaBadugi),
];

/// The names of Drawmaha; the words before or after them give the rules of the half without the board.
const DRAWMAHA: [&str; 3] = ["drawmaha", "dramaha", "svitenspecial"];

const DRAWMAHA_HALVES: [(&str, Game); 13] = [
    ("", Game::Drawmaha),
    ("hi", Game::Drawmaha),
    ("high", Game::Drawmaha),
    ("27", Game::Drawmaha27),
    ("27lowball", Game::Drawmaha27),
    ("deucetoseven", Game::Drawmaha27),
    ("a5", Game::DrawmahaA5),
    ("a5lowball", Game::DrawmahaA5),
    ("acetofive", Game::DrawmahaA5),
    ("49", Game::Drawmaha49),
    ("0", Game::Drawmaha0),
    ("zero", Game::Drawmaha0),
    ("badugi", Game::DrawmahaBadugi),
];

/// The game of a phrase.
fn game_of(name: &str) -> Option<Game> {
    let known = GAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, game)| *game).or_else(|| {
        let half = DRAWMAHA
            .iter()
            .find_map(|word| name.strip_prefix(word).or_else(|| name.strip_suffix(word)))?;
        DRAWMAHA_HALVES.iter().find(|(known, _)| *known == half).map(|(_, game)| *game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_at_the_end_of_a_text_but_not_within_the_name_of_another() {
        assert_eq!(find_game("Sunday 5 Card Omaha Pot Limit"), Some(7));
        assert_eq!(find_game("Big O Pot Limit"), None);
    }

    #[test]
    fn games_are_separated_from_their_betting() {
        let cases = [
            ("Hold'em No Limit", Game::Holdem, false, Betting::NoLimit),
            ("HOLD’EM NO-LIMIT", Game::Holdem, false, Betting::NoLimit),
            ("No Limit Texas Holdem", Game::Holdem, false, Betting::NoLimit),
            ("OMAHA HI/LO POT LIMIT", Game::Omaha, true, Betting::PotLimit),
            ("5 Card Omaha H/L Pot Limit", Game::Omaha5, true, Betting::PotLimit),
            ("NLHE", Game::Holdem, false, Betting::NoLimit),
            ("Omaha HiLow Limit", Game::Omaha, true, Betting::FixedLimit),
            ("Seven Card Stud High/Low Fixed Limit", Game::Stud, true, Betting::FixedLimit),
            ("HORSE (Stud Eight or Better Limit)", Game::Stud, true, Betting::FixedLimit),
            ("PLO-5", Game::Omaha5, false, Betting::PotLimit),
            ("HORSE (7 Card Stud Hi/Lo Limit)", Game::Stud, true, Betting::FixedLimit),
            ("HORSE (7 Card Stud Hi/Lo Limit,", Game::Stud, true, Betting::FixedLimit),
            ("Single Draw 2-7 Lowball No Limit", Game::SingleDraw27, false, Betting::NoLimit),
            ("No Limit Irish", Game::Irish, false, Betting::NoLimit),
            ("Holdem (No Limit)", Game::Holdem, false, Betting::NoLimit),
            ("HORSE (Omaha H/L (Limit))", Game::Omaha, true, Betting::FixedLimit),
            ("HORSE (Omaha H/L) (Limit)", Game::Omaha, true, Betting::FixedLimit),
            ("Limit 5 Card Stud", Game::FiveCardStud, false, Betting::FixedLimit),
            ("2-7 Razz Limit", Game::Razz27, false, Betting::FixedLimit),
            ("A-5 Single Draw Limit", Game::SingleDrawA5, false, Betting::FixedLimit),
            ("Triple Draw A-5 Lowball Limit", Game::TripleDrawA5, false, Betting::FixedLimit),
            ("Badacey Limit", Game::Badacey, false, Betting::FixedLimit),
            ("Badeucey Limit", Game::Badeucy, false, Betting::FixedLimit),
            ("Drawmaha Pot Limit", Game::Drawmaha, false, Betting::PotLimit),
            ("Drawmaha Hi Pot Limit", Game::Drawmaha, false, Betting::PotLimit),
            ("2-7 Drawmaha Limit", Game::Drawmaha27, false, Betting::FixedLimit),
            ("Dramaha A-5 Pot Limit", Game::DrawmahaA5, false, Betting::PotLimit),
            ("Drawmaha 49 Limit", Game::Drawmaha49, false, Betting::FixedLimit),
            ("Drawmaha Zero Limit", Game::Drawmaha0, false, Betting::FixedLimit),
            ("Badugi Drawmaha Limit", Game::DrawmahaBadugi, false, Betting::FixedLimit),
            ("Dramadugi Limit", Game::DrawmahaBadugi, false, Betting::FixedLimit),
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
        for text in [
            "Drawmaha Hi/Lo Pot Limit",
            "Drawmaha 50 Limit",
            "Fusion Pot Limit",
            "Swap Hold'em No Limit",
            "Split Omaha Pot Limit",
            "",
        ] {
            assert_eq!(rules_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_game_that_is_known_fills_the_hand_as_one_that_is_new() {
        let read = |text: &str| {
            let mut hand = Hand::default();
            hand.clear();
            read_game(text, 0, &mut hand).expect("a game");
            hand
        };
        let texts = [
            "Hold'em No Limit ($1/$2 USD)",
            "Hold'em No Limit ($1/$2 - $40 Cap - USD)",
            "HORSE (Razz Limit) - Level I (10/20)",
        ];
        let new = texts.map(read);
        for (text, new) in texts.iter().zip(new) {
            assert_eq!((read(text), read(text)), (new.clone(), new), "{text}");
        }
    }
}
