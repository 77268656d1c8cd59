//! PKR: cash tables and tournaments.
//!
//! Written from logs of 2009 to 2015:
//! ```text
//! Table #44976150 - Tournament #25826986 Table #6     before each hand; `STT # 25738091`, or the table's name
//! Starting Hand #2147619083
//! Start time of hand: 15 Aug 2012 00:33:59
//! Game Type: HOLD'EM                                  then `Limit Type: NO LIMIT`, `Table Type: RING`, `Money Type: ..`
//! Blinds are now $0.02 / $0.04                        even in fixed limit
//! Seat 3: NAME - $3.78 (away from table)
//! Seat 3: NAME (bounty value $4.50, bounty won $0) - 1,500
//! Moving Button to seat 9
//! NAME posts small blind ($0.02) | NAME posts $10 | NAME posts $0.02 dead | NAME posts ante of 10 (all-in)
//! Dealing [K c][Q d] to NAME | Dealing Flop [7 h][9 c][2 c]
//! NAME calls $0.08 | NAME raises to $0.08             totals for the street, including a blind
//! Returning 17,769 to NAME uncalled                   not always
//! Pot sizes: $0.15                                    one line for each pot
//! Taking Rake of $0.02 from pot 1
//! NAME shows [A d][8 s] | NAME has Two Pairs: Aces, 8s
//! NAME wins $0.06 from side pot #1 with: Two Pairs: Aces, 8s
//! NAME ties, and wins $0.06 | NAME ties side pot #1, and ties $0.06 | NAME ties $0.06
//! Seat 3: NAME - $9.79                                the ending stacks
//! End of Hand #2080628024
//! ```
//!
//! Liberties:
//! * The table's line comes before the hand's: it is read as a preamble, and a hand without one is refused.
//! * A hand without a rake line was not raked.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.
//! * Gestures (`NAME claps.`) and chat (`NAME: text`) are ignored.
//! * A player who loses the connection is all-in for what they have put in (`has been granted disconnection
//!   protection`), as the opponent's bet shows, which is returned down to that amount. They win no more than that
//!   either: the rest of the pot goes to the others (`wins $0.04, disconnection protection limited from $0.17`, one
//!   hand of 2012).

use handlab_cards::game::Betting;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::totals;
use crate::lines::Grammar;
use crate::lines::common_form::{amount, push_ending_stacks, read_header};
use crate::lines::stakes::take_for_blinds;
use crate::lines::translate::read_translated;
use crate::syntax::text::{is_digits, is_line_start};

mod translate;

use translate::Lines;

/// See the module.
pub struct Pkr;

const SITE: &str = "pkr";
const OPENING: &str = "Starting Hand #";
const TABLE: &str = "Table #";

impl Dialect for Pkr {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 100);
        let id = line.strip_prefix(OPENING).map(str::trim_end);
        is_line_start(before) && id.is_some_and(is_digits)
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[TABLE]
    }

    fn claims_preamble(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 200);
        is_line_start(before) && table(&line).is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let Some(table) = span.preamble.lines().find_map(table) else {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        };
        let lines = read_translated(&GRAMMAR, span, hand, scratch, |text| Lines::new(text, table))?;
        hand.is_open = span.is_last && !lines.is_ended();
        totals::resolve_calls(hand);
        let sum_of = |texts: &[&str]| -> Result<i64, ParseError> {
            texts
                .iter()
                .try_fold(0_i64, |sum, text| Ok(sum.saturating_add(amount(text, span, hand)?)))
        };
        let (total, rake) = (sum_of(lines.pots())?, sum_of(lines.rakes())?);
        // The last street's pots may be printed again at the end.
        let (half, again) = lines.pots().split_at(lines.pots().len() / 2);
        let paid = hand.collected.iter().fold(rake, |sum, line| sum.saturating_add(line.amount));
        let total = if half == again && paid != total { total / 2 } else { total };
        hand.printed.total_pot = (!lines.pots().is_empty()).then_some(total);
        hand.printed.rake = Some(rake);
        push_ending_stacks(lines.stacks(), hand);
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: |line, least_scale, hand| {
        read_header(line, least_scale, hand)?;
        if hand.betting == Betting::FixedLimit {
            take_for_blinds(&mut hand.stakes);
        }
        Ok(())
    },
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `Pot sizes: €16.57`, of which 1.27 is taken and 15.30 won; an uncalled bet of 7,000 is neither in the pots nor won.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    is_total_printed: false,
    raises: RaisePrinting::To,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};

/// The name in `Table #44913344 - Eumelus`.
fn table(line: &str) -> Option<&str> {
    let (number, name) = line.strip_prefix(TABLE)?.split_once(" - ")?;
    is_digits(number).then(|| name.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        assert!(Pkr.claims(b"", b"Starting Hand #2147619083\r\nStart time"));
        assert!(!Pkr.claims(b"Bob: ", b"Starting Hand #2147619083"));
        assert!(!Pkr.claims(b"", b"Starting Hand #1 now"));
        assert!(Pkr.claims_preamble(b"", b"Table #44913344 - Eumelus\n"));
        assert!(!Pkr.claims_preamble(b"", b"Table #44913344 is closed\n"));
    }
}
