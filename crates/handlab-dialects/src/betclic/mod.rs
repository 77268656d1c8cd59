//! Betclic.fr: cash tables, tournaments with and without bounties, Spin & Rush.
//!
//! Written from texts of 2025 and 2026, all of hold'em:
//! ```text
//! *** HEADER ***
//! Site: Betclic.fr
//! Game Mode: Cash Game                              or `Tournament`, `Spin`
//! Game Type: NL Texas Hold'em
//! Tournament Type: SKO                              where players have bounties
//! Game Name: NLHE 1/2 6 max Deep
//! Game ID: 01M38BCG009AAW8VEBJKXQEY9X               the tournament
//! Prize pool: 6.00€ | Multiplier: x3                for a Spin, on two lines
//! Buy In: 10.00€
//! Hand ID: 01M3APH4WFNX239YDNGMCB4HY4
//! Date & Time: 2026-09-24 21:53:15 (UTC)
//! Table ID: 01M3ANY6SAMDRVSHH0V83HNHNA
//! Ante: 80
//! Blinds: 400/800                                   for money `€1.00/€2.00`
//! Total Pot: 12144
//! Rake: 0
//! *** PLAYERS ***
//! Seat 1: NAME (40960, €5.00 bounty) [BTN Hero]     also `[BTN SB]`, `[Hero]` or no bracket
//! *** HOLE CARDS ***
//! NAME: [Ad 9s]                                     for the owner, and whoever shows these cards at the end
//! *** PRE-FLOP *** | *** TURN *** [3h 8h 8d As]     the whole board
//! 21:53:15 - NAME: Posts Ante 80 | Posts SB 400 | Sits out | Disconnected
//! 21:53:32 - NAME: Raises to 2400 | Calls 916 and is all-in
//! *** SHOWDOWN ***
//! NAME shows [Kd 7s] (Pair) [8h 8d As Kd Ts]
//! *** SUMMARY ***
//! NAME wins main pot of 5744 | NAME wins 1st side pot of 6400
//! NAME finished 119th | NAME finished 1st and wins 6.00 EUR
//! NAME wins €2.50 for eliminating NAME (x1), NAME own bounty increases from €5.00 to €7.50
//! NAME won Bounty 2.50 EUR                          according to public parsers
//! ------------
//! ```
//!
//! Liberties:
//! * A small blind posted by a seat that is not marked `SB` is dead: a newcomer's.
//! * A pot that only its winner paid into is not printed. Any other uncalled bet is included in the winnings and in the
//!   total.
//! * The price of a tournament includes its fee, which no line prints.
//! * Only the part of a bounty that is paid out counts.
//! * A Spin's multiplier, the times of actions, and who sits out or is disconnected are ignored.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::lines::Grammar;
use crate::lines::common_form::{mark_shown, read_header};
use crate::lines::translate::read_translated;
use crate::pokerstars::tournament;
use crate::syntax::text::{find, is_line_start};

mod header;
mod translate;

use translate::Lines;

/// See the module.
pub struct Betclic;

const SITE: &str = "betclic";

impl Dialect for Betclic {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[header::OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && header::claims(head)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        if find(span.text, header::PLAYERS).is_none() {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        if let Some(line) = header::other_site(span.text) {
            return Err(ParseError::new(ParseErrorKind::Header(line.to_owned()), span.at));
        }
        read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && (!span.is_terminated || hand.collected.is_empty());
        // The summary's lines about bounties and places come last; nothing marks the end of a hand.
        hand.may_go_on = span.is_last;
        mark_shown(hand);
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_first_line,
    event: tournament::read_line,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `Calls €10.00` by a player with 4.50 in who faced a raise to 14.50, in a pot of 401.00: calls are printed as what
/// they add, in all texts. `Rake: €4.00` from that pot, of which 397.00 was won: the total includes it.
const RULES: SiteRules = SiteRules { raises: RaisePrinting::To, ..SiteRules::PLAIN };

/// Reads the header; bounties are in euros even where no price is printed.
fn read_first_line(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    read_header(line, least_scale, hand)?;
    if let Some(tournament) = hand.tournament.as_mut().filter(|entry| entry.buy_in.is_none()) {
        (tournament.currency, tournament.scale) = (Currency::EUR, 2);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use handlab_core::error::Position;

    use super::*;

    #[test]
    fn the_title_alone_is_claimed() {
        let claims = |before, head: &str| Betclic.claims(before, head.as_bytes());
        assert!(claims(b"", "*** HEADER ***\r\nSite: Betclic.fr\r\n"));
        assert!(claims(b"", "*** HEADER ***\nSite: Bet"), "a growing file");
        assert!(!claims(b"Bob: ", "*** HEADER ***\nSite: Betclic.fr"));
        assert!(!claims(b"", "*** HEADER *** no\nSite: Betclic.fr"));
    }

    #[test]
    fn hands_of_other_sites_are_rejected() {
        let text = "*** HEADER ***\nSite: Other\n*** PLAYERS ***\nSeat 1: Ann (500)\n";
        let at = Position { byte: 0, line: 1 };
        let span = Span { text, at, is_last: true, is_terminated: true, preamble: "" };
        let error = Betclic
            .parse(span, &mut Hand::default(), &mut String::new())
            .expect_err("a hand of another site");
        assert_eq!(*error.kind(), ParseErrorKind::Header("Site: Other".to_owned()));
    }
}
