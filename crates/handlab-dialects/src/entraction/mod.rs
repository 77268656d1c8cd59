//! Entraction (`NoIQ`, `24hPoker`): cash tables and tournaments.
//!
//! Written from logs of 2011 and 2012, which are laid out in columns:
//! ```text
//! Game # 2322970601 - Omaha High Pot Limit EUR 0.50/1 - Table "Covington Min 50BB"
//! Game # 2667452662 - Texas Hold'em No Limit 200/400 and 20 ante - Table "Double Chance €3,000 #1 12717727 2"
//! Players(max 6):
//! NAME                        (EUR 778.14 in seat 2)     for play money `Fun 778.14`, in tournaments without a currency
//! Dealer:                     NAME
//! NAME                        Ante        (20.00)
//! Small Blind:                NAME        (0.50)
//! Blind out of turn:          NAME        (1.00)
//! NAME was dealt:             2h - 2s - Ah - As
//! NAME                        Raise       (2.50)                        what the seat adds
//! NAME                        All-In      (38.50) | Payback (10.00)
//! Turn                        6s - Js - 3s - 2c                         the whole board
//! NAME shows:                 2h - 2s - Ah - As (a flush, Ace high)
//! NAME didn't show hand (2c - 8c - 2d - 5c)
//! NAME wins:                  EUR 1.84 split pot (with ..)              or `main pot`, `side pot`
//! Rake:                       EUR 3.00                                  not in tournaments
//! Game ended 2011-08-06 18:53:35 CEST
//! ```
//!
//! Liberties:
//! * The time of a hand is its end: no line gives its start.
//! * No total is printed: what was put in must equal payments plus rake.
//! * A tournament's number is the last but one in the name of its table, and its price the name's first word.
//! * An all-in is a call, bet or raise depending on the earlier bets.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Kind};
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::{amount, read_header};
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::{is_digits, is_line_start};

mod translate;

use translate::Lines;

/// See the module.
pub struct Entraction;

const SITE: &str = "entraction";
const OPENING: &str = "Game # ";
const TABLE: &str = " - Table \"";

impl Dialect for Entraction {
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
        let may_grow = span.may_break_off();
        let lines =
            read_translated(&GRAMMAR, span, hand, scratch, |text| Lines::new(text, may_grow))?;
        hand.is_open = span.is_last && !lines.is_ended();
        // The missing part of a payment that breaks off must not pass for the rake, whose line comes later.
        if hand.is_open && !span.is_terminated && hand.kind == Kind::Cash && lines.rake().is_none()
        {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        if let Some(rake) = lines.rake() {
            hand.printed.rake = Some(amount(rake, span, hand)?);
        }
        all_in::resolve_kinds(hand);
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

/// `Rake: EUR 3.00` is in all cash logs, and every uncalled bet has its `Payback`.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Era,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::Apart,
    raises: RaisePrinting::Added,
    ..SiteRules::PLAIN
};

/// The number in `Game # 2322970601 - Omaha High Pot Limit EUR 0.50/1 - Table "..."`.
fn is_whole(line: &str) -> bool {
    hand_id(line).is_some() && line.trim_end().ends_with('"')
}

fn hand_id(line: &str) -> Option<&str> {
    let (id, rest) = line.strip_prefix(OPENING)?.split_once(" - ")?;
    (is_digits(id) && rest.contains(TABLE)).then_some(id)
}

#[cfg(test)]
mod tests {
    use handlab_core::error::Position;

    use super::*;

    #[test]
    fn a_truncated_payment_is_not_rake() {
        let text = "Game # 7 - Texas Hold'em No Limit EUR 0.50/1 - Table \"Vega\"\n\nPlayers(max 2):\n\
            Ann                         (EUR 50.00 in seat 1)\nBea                         (EUR 50.00 in seat 2)\n\n\
            Dealer:                     Ann\nSmall Blind:                Ann         (0.50)\n\
            Big Blind:                  Bea         (1.00)\n\nAnn                         Call        (0.50)\n\
            Bea                         Check\n\nFlop                        6s - Js - 3s\n\n\
            Bea                         Bet         (9.00)\nAnn                         Call        (9.00)\n\n\
            Turn                        6s - Js - 3s - 2c\n\nRiver                       6s - Js - 3s - 2c - 2d\n\n\
            Bea wins:                   EUR 19";
        let at = Position { byte: 0, line: 1 };
        let read = |is_terminated| {
            let span = Span { text, at, is_last: true, is_terminated, preamble: "" };
            Entraction.parse(span, &mut Hand::default(), &mut String::new())
        };
        let error = read(false).expect_err("of 19.50");
        assert_eq!(*error.kind(), ParseErrorKind::Truncated);
        assert!(read(true).is_ok(), "the line is whole");
    }

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Entraction.claims(before, head.as_bytes());
        assert!(claims(b"", "Game # 7 - Texas Hold'em No Limit 25/50 - Table \"A 1 2\"\r\n"));
        assert!(!claims(b"Bob: ", "Game # 7 - Texas Hold'em No Limit 25/50 - Table \"A 1 2\""));
        assert!(!claims(b"", "Game # 7 starts."));
        assert!(!claims(b"", "Game # 7 - Texas Hold'em No Limit 25/50"));
    }
}
