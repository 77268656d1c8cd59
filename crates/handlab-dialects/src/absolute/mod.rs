//! The Cereus network (Absolute Poker and `UltimateBet`, whose texts do not say which): cash tables and tournaments.
//!
//! Written from logs of 2009 to 2011. What differs from `lines`' common form:
//! ```text
//! Stage #C379012708: Holdem  No Limit $0.10 Turbo - 2011-02-21 05:08:53.010 (ET) [ 2011-02-21 05:08:53 ]
//! Stage #1773383021: Holdem  No Limit $1, $0.25 ante - 2009-11-30 15:50:12 (ET)      one amount: the big blind
//! Stage #C282012441: Holdem  Normal $0.25/$0.50 - 2010-12-07 22:18:14 (ET)           fixed limit: the bets
//! Stage #3063937412: Holdem (1 on 1)  No Limit $10 - 2009-07-14 08:40:28 (ET)        two seats
//! Stage #1546002988: Tourney ID 99 Holdem Single Tournament No Limit 30 - ..         no sign: chips
//! Stage #1546002989: HORSE $1/$2 - ..                then `Game Type: Limit Holdem`
//! Table: QUAIL AVE (Real Money) Seat #5 is the dealer
//! Seat 5 - NAME ($98 in chips)
//! NAME - Posts $1 dead $0.50 | NAME - Posts $0.02 | NAME - Ante $0.25 | NAME - Bring-In $0.01
//! NAME - Pocket [H H Js 10d]                         stud, on each street
//! NAME - Ante returned $0.25 | NAME - sitout (wait for bb)
//! NAME - Raises $3.50 to $4 | NAME - All-In $1.47 | NAME - Calls $0.10 (Preselection)
//! NAME - returned ($1) : not called
//! NAME Collects $0.19 from main pot | NAME Collects Bounty Prize of $5.00
//! Total Pot($26) | Rake ($1.30) | Jackpot Rake ($0.50) | 72 Proposition Pot ($40)
//! Seat 3: NAME HI: [Mucked] [Kd 6c]
//! ```
//!
//! Liberties:
//! * Of `raises A to B` only B counts. An all-in is a call, bet or raise depending on the earlier bets, and a blind
//!   before the cards are dealt.
//! * A total without a rake was not raked.
//! * A returned ante was never in the pot.
//! * A `72 proposition pot` is paid by the players outside the pot and is not read: it counts as an unread line.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Kind};
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::common_form::read_header;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::pokerstars::tournament;
use crate::syntax::text::is_line_start_or_joined;

mod header;
mod translate;

use translate::Lines;

/// See the module.
pub struct Absolute;

const SITE: &str = "absolute";
const OPENING: &str = "Stage #";

impl Dialect for Absolute {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start_or_joined(before) && is_header(head, 400, is_whole)
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
        hand.is_open = span.is_last && !(lines.is_ended() && span.is_terminated);
        hand.unread_lines = hand.unread_lines.saturating_add(lines.propositions());
        all_in::resolve_kinds(hand);
        let stakes = &mut hand.stakes;
        if lines.lacks_small_blind() && stakes.small_blind == stakes.big_blind {
            // A player with fewer chips, or no one, posted it.
            let is_tournament = hand.kind == Kind::Tournament;
            stakes.small_blind = stakes.big_blind.filter(|_| is_tournament).map(|big| big / 2);
        }
        Ok(())
    }
}

fn is_whole(line: &str) -> bool {
    let Some(rest) = line.strip_prefix(OPENING) else { return false };
    let rest = rest.strip_prefix('C').unwrap_or(rest);
    rest.starts_with(|first: char| first.is_ascii_digit()) && find_date(rest).is_some()
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    event: tournament::read_line,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `Total Pot($482.54) | Rake ($4)` with 478.54 collected. A lone amount, for an all-in, is what is added.
const RULES: SiteRules = SiteRules { raises: RaisePrinting::To, ..SiteRules::PLAIN };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Absolute.claims(before, head.as_bytes());
        let head = "Stage #C284520999: Holdem No Limit $4  - 2010-12-09 22:49:17 (ET)";
        assert!(claims(b"", head));
        assert!(!claims(b"Bob: ", head));
        assert!(!claims(b"", "Stage #5 of the tour"));
    }
}
