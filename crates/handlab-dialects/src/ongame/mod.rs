//! `OnGame` (Betsafe, bwin, `PokerRoom`): cash tables and tournaments.
//!
//! Written from logs of 2009 to 2013:
//! ```text
//! ***** History for hand R5-79836934-72 *****
//! ***** History for hand T5-27172613-1 (TOURNAMENT: "NL Holdem", S-755-6811, buy-in: €20) *****
//! Start hand: Sat Sep 4 05:34:19 GMT+0100 2010
//! Table: Strobe Lyon [22678801] (..)               in fast-fold games
//! Table: [SPEED] Dijon [22678800] (NO_LIMIT TEXAS_HOLDEM €0.02/€0.04, ante: €0.01, Real money | Play money | TC | Chips)
//! User: NAME                                      the owner of the file
//! Button: seat 10
//! Players in round: 4 (6)                         the second number, since 2011, is the number of seats
//! Seat 1: NAME ($6.86)
//! NAME posts big blind ($0.10) | NAME posts dead blind ($0.05) | NAME posts ante $0.05 | NAME small bring in $0.12
//! ---
//! Dealing pocket cards
//! Dealing to NAME: [-, -, Kd]
//! NAME raises $0.20 to $0.30 [all in] | NAME changed 2 cards
//! --- Dealing flop [6c, Qs, 7h]                   in stud `Dealing 4th street`, each card dealt separately
//! Summary:
//! Main pot: $0.65 won by NAME ($0.27), NAME ($0.26)            in hi-lo `NAME (125 High), NAME (125 Low)`
//! Side pot 1: $5 won by NAME ($5)
//! Rake taken: $0.03                               not in tournaments of 2009
//! Seat 1: NAME ($6.56), net: -$0.30, [Qh, 4h] (PAIR QUEEN)
//! ***** End of hand R5-79836934-72 *****
//! ```
//!
//! Liberties:
//! * In `raises A to B` only A counts, which is what the seat adds: in stud B includes its bets on earlier streets.
//! * At a `$1/$1` table the small blind may be half of that, or both blinds may be printed as `posts big blind`: the
//!   posts count, and the first of two is the small blind. A player who also posts a dead blind is not in the blinds.
//! * No line returns an uncalled bet, and the pots exclude it.
//! * A single draw has no line between its betting rounds: the first exchange of cards separates them.
//! * Money stakes without a sign (`0.50/1`) have that of the first stack, or `XXX`, the code for no currency.
//! * Ending stacks are compared with the hand; `net` follows from them.

use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::lines::Grammar;
use crate::lines::common_form::{push_ending_stacks, read_header};
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::is_line_start;

mod posts;
mod translate;

use translate::Lines;

/// See the module.
pub struct OnGame;

const SITE: &str = "ongame";
const OPENING: &str = "***** History for hand ";

impl Dialect for OnGame {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && is_header(head, 400, is_whole)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, is_whole);
        let span = Span { text: &text, ..span };
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !lines.is_ended();
        hand.is_fast_fold = lines.is_fast_fold();
        push_ending_stacks(lines.stacks(), hand);
        posts::resolve(hand);
        hand.hero = find_player(hand, lines.owner()).or(hand.hero);
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `Main pot: $0.65 won by A ($0.62)`, `Rake taken: $0.03`: pots are gross and exclude an uncalled bet of 0.45.
/// Tournaments of 2009 print no rake.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Era,
    are_pots_gross: true,
    raises: RaisePrinting::Added,
    paid_uncalled: PaidUncalled::Apart,
    skips_seat_numbers: true,
    ..SiteRules::PLAIN
};

fn is_whole(line: &str) -> bool {
    hand_id(line).is_some()
}

/// The number of a hand: letters, digits and hyphens.
fn hand_id(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(OPENING)?;
    let id = rest.split(' ').next()?;
    let is_id = id.contains('-')
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && rest.trim_end().ends_with(" *****");
    is_id.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| OnGame.claims(before, head.as_bytes());
        assert!(claims(b"", "***** History for hand R5-1-2 *****\r\n"));
        assert!(claims(
            b"",
            "***** History for hand T5-1-2 (TOURNAMENT: \"A\", S-1-2, buy-in: €20) *****"
        ));
        assert!(!claims(b"Bob: ", "***** History for hand R5-1-2 *****"));
        assert!(!claims(b"", "***** History for hand of Bob *****"));
        assert!(!claims(b"", "***** History for hand R5-1-2"));
    }
}
