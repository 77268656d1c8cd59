//! The game's name in a summary's header.

use handlab_cards::game::{Betting, Game};

use crate::syntax::text::{strip_prefix_ignore_case, strip_suffix_ignore_case};

/// A game as the header names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SummaryGame {
    /// `None` for a mix of games (`8-Game`, `HORSE`), and for a game that handlab does not support.
    pub game: Option<Game>,
    pub is_hi_lo: bool,
    /// `None` if the limit is not printed, as for most mixes.
    pub betting: Option<Betting>,
}

/// Longer names come before their prefixes.
const BETTINGS: [(&str, Betting); 9] = [
    ("Pot Limit Pre-Flop, No Limit Post-Flop", Betting::PotLimitPreflop),
    ("Cap No Limit", Betting::Cap),
    ("No Limit", Betting::NoLimit),
    ("NL", Betting::NoLimit),
    ("PNL", Betting::PotLimitPreflop),
    ("Pot Limit", Betting::PotLimit),
    ("PL", Betting::PotLimit),
    ("Fixed Limit", Betting::FixedLimit),
    ("Limit", Betting::FixedLimit),
];

const GAMES: [(&str, Game); 16] = [
    ("Hold'em", Game::Holdem),
    ("Hold 'Em", Game::Holdem),
    ("6+ Hold'em", Game::ShortDeck),
    ("Omaha", Game::Omaha),
    ("5 Card Omaha", Game::Omaha5),
    ("6 Card Omaha", Game::Omaha6),
    ("Courchevel", Game::Courchevel),
    ("5 Card Courchevel", Game::Courchevel),
    ("7 Card Stud", Game::Stud),
    ("Razz", Game::Razz),
    ("5 Card Draw", Game::FiveCardDraw),
    ("Single Draw 2-7 Lowball", Game::SingleDraw27),
    ("Triple Draw 2-7 Lowball", Game::TripleDraw27),
    // As printed on the page.
    ("Single Draw 2-7", Game::SingleDraw27),
    ("Triple Draw 2-7", Game::TripleDraw27),
    ("Badugi", Game::Badugi),
];

/// Reads a game with its limit before it (`Pot Limit Omaha Hi/Lo`) or after it. Some years print `NO LIMIT`.
pub(crate) fn read_game(text: &str) -> SummaryGame {
    let text = text.trim();
    let before = BETTINGS.iter().find_map(|(name, betting)| {
        let rest = strip_prefix_ignore_case(text, name)?.strip_prefix(' ')?;
        Some((Some(*betting), rest))
    });
    // `Hold'em No Limit` is the word order of hands.
    let after = || {
        BETTINGS.iter().find_map(|(name, betting)| {
            let rest = strip_suffix_ignore_case(text, name)?.strip_suffix(' ')?;
            Some((Some(*betting), rest))
        })
    };
    let (betting, text) = before.or_else(after).unwrap_or((None, text));
    let text = text.trim();
    let high = [" Hi/Lo", " H/L"].iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
    let is_named = |name: &str| name.eq_ignore_ascii_case(high);
    let game = GAMES.iter().find(|(name, _)| is_named(name)).map(|(_, game)| *game);
    SummaryGame { game, is_hi_lo: game.is_some() && high.len() < text.len(), betting }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_with_their_limits() {
        let cases = [
            ("No Limit Hold'em", Some(Game::Holdem), false, Some(Betting::NoLimit)),
            ("NO LIMIT Hold'em", Some(Game::Holdem), false, Some(Betting::NoLimit)),
            ("No Limit 6+ Hold'em", Some(Game::ShortDeck), false, Some(Betting::NoLimit)),
            ("Pot Limit 5 Card Omaha Hi/Lo", Some(Game::Omaha5), true, Some(Betting::PotLimit)),
            ("Limit 7 Card Stud Hi/Lo", Some(Game::Stud), true, Some(Betting::FixedLimit)),
            ("Hold'em No Limit", Some(Game::Holdem), false, Some(Betting::NoLimit)),
            ("PL Omaha H/L", Some(Game::Omaha), true, Some(Betting::PotLimit)),
            ("Limit Razz", Some(Game::Razz), false, Some(Betting::FixedLimit)),
            (
                "Limit Triple Draw 2-7 Lowball",
                Some(Game::TripleDraw27),
                false,
                Some(Betting::FixedLimit),
            ),
            (
                "Pot Limit Pre-Flop, No Limit Post-Flop Omaha",
                Some(Game::Omaha),
                false,
                Some(Betting::PotLimitPreflop),
            ),
            ("NL Single Draw 2-7", Some(Game::SingleDraw27), false, Some(Betting::NoLimit)),
            ("8-Game", None, false, None),
            ("Limit HORSE", None, false, Some(Betting::FixedLimit)),
            ("", None, false, None),
        ];
        for (text, game, is_hi_lo, betting) in cases {
            assert_eq!(read_game(text), SummaryGame { game, is_hi_lo, betting }, "{text}");
        }
    }
}
