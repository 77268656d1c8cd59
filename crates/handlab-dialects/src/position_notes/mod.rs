//! Hands noted by position, written by a tool from what a player remembers: no site, table, time or currency.
//!
//! Written from what a public parser of 2026 accepts, whose author worked out the amounts from hands of such a tool:
//! ```text
//! *** COMMUNITY CARDS ***
//! 8h7h6dKc3h                                    all of them, including streets that were not dealt
//! *** SEAT DRAW ***
//! SB: Hero c/AhJd s/2000                        in the order of the table, the button last
//! BB: Unknown
//! : Unknown                                     a seat that is not in the hand
//! BU: Villain c/7dXx s/2000                     `c/` or `h/`: known cards; `s/`: the stack
//! *** PREFLOP ***
//! SB: post SB 2
//! UTG1: post TB 8                               a straddle
//! BU: raise 30
//! SB: call 30
//! *** FLOP ***
//! SB: check
//! *** SHOW DOWN ***
//! SB: shows AhJd
//! BU: mucked
//! SB: won 65
//! ```
//!
//! Liberties:
//! * All amounts are totals for the street. Winnings include the uncalled bet, and no rake is taken: a last hand of a
//!   file whose money does not add up is truncated.
//! * A hand is identified by a digest of its text. It counts as a club hand: nothing says whether it is a tournament,
//!   or for money.
//! * A player who is `Unknown`, or shares a name, is named by position. Most stacks are unknown.
//! * Only hold'em was seen: a player with more than two cards is refused, as are other posts.
//! * `c/` may list more than was shown: cards of anyone but `Hero` count as shown only if a line shows them.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::text::is_line_start;

mod fill;

/// See the module.
pub struct PositionNotes;

const SITE: &str = "position_notes";

const BOARD: &str = "*** COMMUNITY CARDS ***";
const SEATS: &str = "*** SEAT DRAW ***";

/// No list of cards is longer.
const MOST_BEFORE_SEATS: usize = 80;

impl Dialect for PositionNotes {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[BOARD, SEATS]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let is_seats = |head: &[u8]| head.starts_with(SEATS.as_bytes());
        let board = head.strip_prefix(BOARD.as_bytes());
        let reach = board.map(|rest| &rest[..rest.len().min(MOST_BEFORE_SEATS)]);
        is_line_start(before)
            && (is_seats(head)
                || reach.is_some_and(|rest| memchr::memmem::find(rest, SEATS.as_bytes()).is_some()))
    }

    /// Below the cards of the board the hand has already started.
    fn may_follow(&self, earlier: &[u8], head: &[u8]) -> bool {
        head.starts_with(BOARD.as_bytes())
            || memchr::memmem::rfind(earlier, b"*** COMMUNITY CARDS").is_none()
                && memchr::memmem::rfind(earlier, b"** COMMUNITY CARDS ***").is_none()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};
