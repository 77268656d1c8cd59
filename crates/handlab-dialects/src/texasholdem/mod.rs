//! The Python package `texasholdem`: the text (`.pgn`) in which it keeps each hand that programs play in it.
//!
//! Written from the package's own writer and its examples of 2021 to 2024:
//! ```text
//! # Four players, 2/5 blinds                            anywhere
//! PREHAND
//! Big Blind: 5
//! Small Blind: 2
//! Starting Pot: 0                                       some versions
//! Player Chips: 500,500,480,520                         the button first
//! Player Cards: [Qs 8c],[6d As],[Kc Tc],[9h 9s]
//!
//! PREFLOP
//! New Cards: []
//! 1. (3,RAISE,12);(0,CALL);(1,FOLD);(2,CALL)            players are numbered from the button, 0
//!
//! FLOP
//! New Cards: [7s,8d,5d]
//! 1. (2,RAISE,13);(3,CALL);(0,RAISE,40)                 a bet is a raise, too
//! 2. (2,FOLD);(3,FOLD)
//!
//! SETTLE
//! New Cards: []                                         the streets that were only dealt
//! Winners: (Pot 0,105,-1,[0])                           pot, amount, rank of the best cards, winners
//! ```
//!
//! Liberties:
//! * Players have no names: their numbers change from hand to hand, as the button is always 0. So they are anonymous.
//! * No line is about the blinds. Player 1 has the small blind and player 2 the big blind; heads-up, player 0 has the small
//!   one.
//! * The amount of a raise is the player's total on the street.
//! * The amounts of pots include uncalled bets. Winners share a pot in whole chips; the first of them after the button
//!   gets what is left over, as in the package.
//! * The text shows all cards. They count as shown; only those who are in the hand at the end show them there.
//! * There is no number or time. A digest of the text without its comments is the number.
//! * A pot that starts with chips left over from the hand before is refused: nobody put them in.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::text::{is_line_start, split_at_mark, trim};

mod fill;

/// See the module.
pub struct TexasHoldem;

const SITE: &str = "texasholdem";
const OPENING: &str = "PREHAND";
const BIG_BLIND: &str = "Big Blind: ";

impl Dialect for TexasHoldem {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
        let mut next = || {
            let line = lines.by_ref().map(|line| first_line(line, 200));
            line.map(|line| without_comment(&line).to_owned()).find(|line| !line.is_empty())
        };
        is_line_start(before)
            && next().is_some_and(|line| line == OPENING)
            && next().is_some_and(|line| line.starts_with(BIG_BLIND))
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

/// A line without its comment, and without quotation marks before it.
fn without_comment(line: &str) -> &str {
    let line = split_at_mark(line, b'#').map_or(line, |(line, _)| line);
    trim(line.trim_start_matches(['>', '|', ' ', '\t']))
}

/// The package takes no rake.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_big_blind_follows_the_opening() {
        for head in [
            "PREHAND\nBig Blind: 5\n",
            "PREHAND # the start\r\n# stakes\r\n\r\nBig Blind: 5 # chips",
            "PREHAND\n> Big Blind: 5",
        ] {
            assert!(TexasHoldem.claims(b"> ", head.as_bytes()), "{head}");
        }
        for other in ["PREHAND", "PREHANDS\nBig Blind: 5", "PREHAND\nSmall Blind: 2", "PREHAND\n#"]
        {
            assert!(!TexasHoldem.claims(b"", other.as_bytes()), "{other}");
        }
        assert!(!TexasHoldem.claims(b"a ", b"PREHAND\nBig Blind: 5\n"));
    }
}
