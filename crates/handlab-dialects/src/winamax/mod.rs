//! Winamax: cash tables, Go Fast, tournaments, Expresso, and the summary of each tournament.
//!
//! Written from logs of 2010 to 2026, including hands shared from the client, see `shared`. What differs from `lines`'
//! common form:
//! ```text
//! Winamax Poker - CashGame - HandId: #A-B-C - Holdem no limit (0.50€/1€) - 2017/03/18 08:51:13 UTC       header
//! Winamax Poker - Go Fast "NAME" - HandId: ... | HOLD-UP "NAME" | ESCAPE "NAME"     all of them Go Fast
//! Winamax Poker - Tournament "NAME" buyIn: 18€ + 2€ level: 11 - HandId: #A-B-C - Holdem no limit (140/600/1200) - ...
//! Table: 'NAME(ID)#0037' 6-max (real money) Seat #3 is the button
//! Seat 3: NAME (177705, 45€ bounty)
//! NAME posts big blind 2€ out of position            no colon after a name
//! Hold-up to Pot: total 2.50€ | Escape to Pot: total 2€     the house adds it to the pot
//! NAME collected 24.46€ from pot                     including the uncalled bet
//! Total pot 24.46€ | Rake 1.04€                      net of rake; for large amounts `Total pot 3.37k`
//! Seat 2: NAME (big blind) showed [8h 9s] and won 24.46€ with One pair : 9
//! Player Info: Seat1: P1-0123456789abcdef0123456789abcdef    the player behind `Incognito 1`: not read
//! Winamax Poker - Tournament summary : NAME(ID)                                                           summary
//! Winamax Poker - Tournament summary : Ticket 10\u20ac(ID)             a title whose letters the client has escaped
//! ```
//!
//! Liberties:
//! * Three stakes are the ante and the blinds, in stud the ante and the two bets.
//! * `deny BB 2€` and `denies big blind` post nothing.
//! * A sign that was lost in a conversion (`18\u{fffd} + 2\u{fffd}`, `0.92-0.08`) is the euro's: the site uses no other
//!   currency. A price in whole numbers without any sign is play money.
//! * A hand's number ends with its start, in seconds since 1970. If that differs from the printed time by whole hours,
//!   as in 2010, the number is right.
//! * `raises -6.10€ to 18.90€`, an all-in for less than the completed bring-in, adds 18.90 (one hand).
//! * Incognito players are only counted (`Incognito 2`): they are anonymous.
//! * A tournament's number is the upper half of the first number of its hands.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{OddPolicy, SiteRules, TotalKind};
use handlab_core::summary::TournamentSummary;

use crate::lines::translate::read_translated;
use crate::lines::{self, Grammar};
use crate::names::assigned_names;
use crate::syntax::text::is_line_start;

mod header;
mod shared;
mod summary;

/// See the module.
pub struct Winamax;

const SITE: &str = "winamax";

impl Dialect for Winamax {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Winamax Poker - "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        if shared::is_shared(span.text) {
            return read_translated(&GRAMMAR, span, hand, scratch, shared::new).map(|_| ());
        }
        lines::read(&GRAMMAR, span, hand)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[summary::HEADER]
    }

    fn claims_summary(&self, before: &[u8], _head: &[u8]) -> bool {
        is_line_start(before)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        summary::read(span.text, span.at, summary)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    event: read_added,
    complete: |hand| assigned_names::mark(hand, |name, _| assigned_names::is_incognito(name)),
    after_name: " ",
    has_bare_payments: true,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `Total pot 4.48€ | Rake 0.22€` when 4.70 was in the pot, as in all logs. 260 chips were split three ways as 87, 87
/// and, left of the button, 86 (one hand).
const RULES: SiteRules =
    SiteRules { total: TotalKind::Net, odd_policy: OddPolicy::RightOfButton, ..SiteRules::PLAIN };

/// Records what the house adds to the pot; false if the line is about something else.
fn read_added(line: &str, hand: &mut Hand) -> bool {
    let added = ["Hold-up to Pot: total ", "Escape to Pot: total "]
        .iter()
        .find_map(|words| line.strip_prefix(words))
        .and_then(|added| chips::read(added.as_bytes(), hand.scale));
    hand.printed.added = hand.printed.added.saturating_add(added.unwrap_or(0));
    added.is_some()
}
