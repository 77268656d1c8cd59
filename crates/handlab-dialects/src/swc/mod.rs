//! `SwC` (Seals With Clubs) until about 2020, and other sites that run `Poker Mavens`: cash tables and tournaments.
//!
//! What `SwC` writes since is one of the `skins`. Written from logs of 2013, and what public parsers of later ones accept (to 2020):
//! ```text
//! Hand #11376400-955 - 2013-10-30 01:24:27
//! Game: NL Hold'em (20 - 100) - Blinds 0.50/1       in fixed limit `Stakes 2/4`; `- Ante 0.10` may follow
//! Site: Seals With Clubs
//! Table: NLHE 6max .5/1 #3
//! Seat 3: NAME (139.08) - sitting out
//! NAME has the dealer button
//! ** Flop ** [Qc 7d Jh]
//! NAME raises to 3 | NAME calls 1 (All-in) | NAME refunded 4 | NAME adds 3 chips
//! ** Main Pot Show Down ** [5h 5d Kh 6s 8h]
//! NAME shows [Td Tc] (Two Pair, Tens and Fives +K)
//! NAME wins Side Pot 1 (2) | NAME wins Pot (6.34) with Two Pair
//! NAME splits Pot (3.17) with Two Pair              for one of several winners
//! Rake (0.16)                                       one line for each pot
//! Rake (0) Pot (60) Players (NAME: 30, NAME: 30)    in later versions
//! ** Summary **                                     and the log of the room itself goes on
//! Seat 3: NAME (+30) [Td Tc] Won without Showdown   with the cards of all
//! Game: NL Hold'em (0.95+0.05) - Blinds 10/20       tournament: its price, at other sites perhaps `($10+$1)`
//! Table: Every Hour Three Prizes - Table 6
//! NAME finishes tournament in place #3              `#1 and wins $20`
//! ```
//!
//! Liberties:
//! * Amounts are thousandths of a bitcoin (`MBTC`), as at all of the site's tables at the time. Those of another site
//!   are its chips, whatever they are worth: such hands get the site `pokermavens` and count as club hands.
//! * A tournament has no number.
//! * No total is printed: what was put in must equal payments plus rake.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{CardsSource, Hand, Kind};
use handlab_core::money::Currency;
use handlab_core::rules::{PaidUncalled, RaisePrinting, SiteRules};
use handlab_core::time;

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::{amount, read_header};
use crate::lines::translate::read_translated;
use crate::lines::wrapped::unwrap_deals;
use crate::pokerstars::tournament;
use crate::syntax::text::{is_digits, is_line_start, split_at_mark, split_once};

mod translate;

use translate::Lines;

/// See the module.
pub struct Swc;

const SITE: &str = "swc";
/// Sites other than `SwC` with the same software.
const OTHERS: &str = "pokermavens";
const OPENING: &str = "Hand #";

impl Dialect for Swc {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "swc_old"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        self.may_start(before, head) && split_header(&first_line(head, 100)).is_some()
    }

    fn may_start(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start(before)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap_deals(span.text);
        let span = Span { text: &text, ..span };
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        let mut rake = 0_i64;
        for text in lines.rakes() {
            rake = rake.saturating_add(amount(text, span, hand)?);
        }
        hand.printed.rake = (!lines.rakes().is_empty()).then_some(rake);
        hand.is_open = span.is_last && hand.printed.rake.is_none();
        all_in::resolve_kinds(hand);
        for (name, text) in lines.held() {
            record_held(hand, name, text);
        }
        if !lines.is_swc() {
            (hand.site, hand.network) = (OTHERS, Some(OTHERS));
            if hand.kind == Kind::Play {
                (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
            }
            let entry = hand.tournament.as_mut();
            if let Some(entry) = entry.filter(|entry| entry.currency == Currency::PLAY) {
                entry.currency = Currency::CLUB;
            }
        }
        Ok(())
    }
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

/// `wins Pot (6.34)`, `Rake (0.16)` from 6.50. Uncalled bets are refunded.
const RULES: SiteRules = SiteRules {
    is_total_printed: false,
    raises: RaisePrinting::To,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};

/// Records the cards that the summary says a seat held, if nothing else shows them.
fn record_held(hand: &mut Hand, name: &str, text: &str) {
    let Some(held) = cards(text) else { return };
    let seat = (0..hand.seats.len() as u8).find(|seat| hand.player(*seat) == name);
    let Some(seat) = seat.filter(|seat| hand.seats[usize::from(*seat)].hole_cards.is_empty())
    else {
        return;
    };
    hand.record_hole_cards(seat, held, CardsSource::Mucked);
}

/// Number and time of `Hand #11376400-955 - 2013-10-30 01:24:27`.
fn split_header(line: &str) -> Option<(&str, &str)> {
    let (id, start) = split_once(line.strip_prefix(OPENING)?, " - ")?;
    let (table, number) = split_at_mark(id, b'-')?;
    let is_time = time::utc_micros(start.trim(), "UTC").is_some();
    (is_digits(table) && is_digits(number) && is_time).then(|| (id, start.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Swc.claims(before, head.as_bytes());
        assert!(claims(b"", "Hand #11376400-955 - 2013-10-30 01:24:27\r\nGame: NL Hold'em"));
        assert!(!claims(b"Bob: ", "Hand #11376400-955 - 2013-10-30 01:24:27"));
        assert!(!claims(b"", "Hand #7 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC"));
    }
}
