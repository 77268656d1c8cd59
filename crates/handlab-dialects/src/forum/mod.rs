//! Hands as converters write them for forums: no name, number or time, only positions.
//!
//! Written from a hand that a player published and from what public programs of 2016 to 2026 read and write. No published
//! hand of Holdem Manager 2 was found: its form is the one that a reader of it expects.
//! `PokerTracker 4` and `HoldemTools`:
//! ```text
//! PokerStars - $0.10 NL FAST (6 max) - Holdem - 6 players         the big blind alone
//! PokerStars - $5+$0.50|30/60 Ante 5 NL (9 max) - Holdem - 9 players
//! Hand converted by PokerTracker 4: http://www.pokertracker.com
//! BTN: $10.00 (VPIP: 24.00, PFR: 18.00, Hands: 50) | BTN: 104.46 BB
//! Hero (BB): $10.15 | Ann (Hero): $10.15
//! 9 players post ante of 5, SB posts SB $0.05, Hero posts BB $0.10, UTG posts straddle $0.20
//! Pre Flop: (pot: $0.15) Hero has 9:heart: 9:diamond:
//! fold, 2 folds, BTN raises to $0.25, fold, Hero calls $0.15      whoever is next, if there is no name
//! Flop : ($0.55, 2 players) 5:club: 9:spade: K:club:
//! Hero checks, BTN bets $10.00 and is all-in, Hero calls $9.75 (all-in)
//! Hero shows 9h 9d (Three of a Kind, Nines) (Pre 20%, Flop 95%)
//! Hero wins $20.30                                                net of rake, which no line has
//! ```
//! Holdem Manager 2 has no line for the posts, and some leave it out of the first form:
//! ```text
//! Poker Stars, $0.05/$0.10 No Limit Hold'em Cash, 6 Players
//! Poker Stars, $10 Buy-in (25/50 blinds, 5 ante) No Limit Hold'em Tournament, 9 Players
//! BB: $10 (100 bb)
//! Preflop: Hero is MP with K♠ Q♦
//! Flop: ($0.75) 2♦ T♦ 4♠ (2 players)
//! Results: $20.15 pot ($0.91 rake)
//! Final Board: 2♦ T♦ 4♠ J♠ 3♣
//! BTN showed A♥ A♦ (a pair of Aces) and won $19.24 ($9.24 net)
//! Hero mucked K♠ Q♦ and lost (-$10 net)
//! ```
//!
//! Liberties:
//! * Everyone but the hero is anonymous, and seats are numbered in the order of the list. A hand is identified by a
//!   digest of what precedes the results, and its site is `forum`: the room may have the same hand under its number.
//! * Amounts in big blinds become money again. With a big blind above 100 cents or chips their two decimals do not
//!   say which: such a hand counts in big blinds, with the currency `BB`.
//! * The pot that a street's title prints must be what was put in, with or without an uncalled bet: otherwise
//!   something was left out, and the hand is refused.
//! * Calls are what is added, raises totals for the street.
//! * Only no-limit and pot-limit games were seen. Two boards, and antes of which only the total is given, are refused.
//! * What a player writes between the lines is passed over if it does not start like an action.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RakePrinting, SiteRules};

use crate::lines::wrapped::is_header;
use crate::syntax::text::is_line_start;

mod actions;
mod clean;
mod hand;
mod results;
mod seats;
mod title;

/// See the module.
pub struct Forum;

const SITE: &str = "forum";

/// No title is longer.
const LONGEST_TITLE: usize = 200;

impl Dialect for Forum {
    fn site(&self) -> &'static str {
        SITE
    }

    /// How rooms are called: a needle must be where the hand starts.
    fn needles(&self) -> &'static [&'static str] {
        &[
            "PokerStars - ",
            "Full Tilt Poker - ",
            "PartyPoker - ",
            "GGPoker - ",
            "888Poker - ",
            "Winamax - ",
            "iPoker - ",
            "Ignition - ",
            "Bovada - ",
            "Yatahay Network - ",
            "Poker Stars, ",
            "Full Tilt Poker, ",
            "Party Poker, ",
            "iPoker, ",
        ]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let before = before.strip_suffix(b"[b]").unwrap_or(before);
        is_line_start(before) && is_header(head, LONGEST_TITLE, is_title)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        hand::read(span, hand)
    }
}

fn is_title(line: &str) -> bool {
    title::is_title(&clean::line(line))
}

const RULES: SiteRules =
    SiteRules { rake: RakePrinting::Era, is_total_printed: false, ..SiteRules::PLAIN };
