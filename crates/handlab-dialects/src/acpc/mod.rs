//! ACPC: the dealer logs of the Annual Computer Poker Competition, in which researchers keep the hands of programs.
//!
//! Written from the dealer's log format, how public parsers read it, and what the authors of programs say about the
//! hands that they published from 2008 to 2019:
//! ```text
//! # name/game/hands/seed match1 holdem.limit.2p.reverse_blinds.game 3000 42
//! #--t_response 10000
//! STATE:0:rc/crc/cc/rrc:Th9c|8sJd/2cTd5h/Ks/4d:-50|50:Ann|Bob
//! STATE:1:r200c/cr400c/cr850f:9hQc|5dQd/4h4c6c/4s:-400|400:Bob|Ann # 1479132064.35509
//! SCORE:50|-50:Ann|Bob
//! ```
//! These are the number, the betting, all hole cards and the board, what each seat won or lost, and the players.
//! Some lines add the start of the hand, in seconds since 1970. Those of `DeepStack`'s freezeouts have the stacks and
//! the blinds of both players between the number and the betting: `STATE:7:20150|19850:300|150:r750f:...`. Those of
//! the matches against the local best response have another form: see [`lbr`].
//!
//! Liberties:
//! * The first player has the small blind, the last the button. Heads-up, the first has the big blind.
//! * `r850`, the size of a raise in a no-limit game, is the player's total in the pot after it, over all streets. If
//!   the results fit only a total for the street, it is read as that.
//! * No other line names the stakes. Those of [`game::GAMES`] are tried; what a player loses shows which one it was.
//!   Where several fit, as after a hand without a raise whose pot is split, the file's first line must name the game, or
//!   the hand is refused.
//! * Stacks that no line names are those of the game: 20,000 for two and three players, 10,000 for six, 200 where the big
//!   blind is 2. In limit games they are unknown.
//! * The log shows all cards. They count as shown; only those who are in the hand at the end show them there.
//! * Each match numbers its hands from 0, so a digest of the line is appended to the number.
//! * A last line without its line end is refused: a name may break off there, or the start.
//! * Only hold'em is read: a hand with a different number of cards is refused.

use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::text::{is_digits, is_line_start, split_at_mark};

mod fill;
pub mod game;
pub mod lbr;
mod line;
mod play;

use line::Line;

/// See the module.
pub struct Acpc;

const SITE: &str = "acpc";
const OPENING: &str = "STATE:";
const MATCH: &str = "# name/game/hands/seed ";

impl Dialect for Acpc {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 500);
        let fields = line.strip_prefix(OPENING).and_then(|rest| split_at_mark(rest, b':'));
        fields.is_some_and(|(number, rest)| {
            let (_, rest) = line::Stakes::split(rest);
            let (betting, _) = split_at_mark(rest, b':').unwrap_or((rest, ""));
            let is_betting = |byte: u8| byte.is_ascii_digit() || b"frc/".contains(&byte);
            is_digits(number)
                && betting.starts_with(['f', 'r', 'c'])
                && betting.bytes().all(is_betting)
                && is_line_start(before)
        })
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[MATCH]
    }

    fn claims_preamble(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start(before)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let text = Cursor::new(span.text, span.at).next_line().unwrap_or_default();
        let named = || {
            let first = Cursor::new(span.preamble, span.at).next_line()?;
            first.strip_prefix(MATCH).and_then(game::named)
        };
        fill::read(text, span.at, &RULES, &Line::read, &named, hand)?;
        // Without the rest of a name it would be a hand with another number.
        if span.may_break_off() {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        Ok(())
    }
}

/// The dealer takes no rake and splits pots into fractions. A seat is paid its result plus what it had put in,
/// including any uncalled bet.
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
    fn a_hand_starts_with_its_number_and_its_betting() {
        assert!(Acpc.claims(b"", b"STATE:0:rc/cf:AsKd|2c2d/3c4c5c:10|-10:a|b"));
        assert!(Acpc.claims(b"\xEF\xBB\xBF", b"STATE:12:r250f:AsKd|2c2d:100|-100:a|b"));
        for other in ["STATE:0:SETPOINT:1", "STATE::f:AsKd", "STATE:1::AsKd", "STATE:0:on"] {
            assert!(!Acpc.claims(b"", other.as_bytes()), "{other}");
        }
        assert!(!Acpc.claims(b"MATCH", b"STATE:0:1:rc/cf:AsKd|"));
    }
}
