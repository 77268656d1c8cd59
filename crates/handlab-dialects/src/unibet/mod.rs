//! Unibet: cash tables and tournaments, and tournament summaries.
//!
//! Written from a log of 2021, which had only cash tables:
//! ```text
//! Game #1463192545: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04
//! *** Seated players ***
//! Seat 1: NAME (€5.15)
//! NAME has the button
//! NAME posts small blind €0.05
//! Dealt in NAME | Dealt to NAME [Ac 7c]
//! *** Preflop *** | *** Flop *** [5h 5d Kh]
//! NAME raises €0.95 to €0.95, and is all-in
//! NAME wins €1.10
//! *** Summary ***
//! Total pot €1.10 Rake €0
//! Seat 1: NAME: bet €0.05 and won €0, net result: €-0.05
//! ```
//! And from texts of the client of 2026, which differ in:
//! ```text
//! Unibet Hand #1558006027 - 0.03/0.05 - Pot Limit Omaha - UTC 21:59:40 2026/06/05
//! Unibet Hand #1558006464, Tournament #85614762, €0.93 + €0.07 - 25.00/50.00 - No Limit Hold'Em - Total prize €4 - UTC ..
//! Table "86113818" 6-max                                   on the second line
//! Seat 1: NAME (€0) (sitting out)
//! Seat 4: NAME[Unibet_28204e083c0fb55a] (€3.84)            the owner, whose name is followed by this token in every line
//! Dealt to NAME [Ts Kd 4c Td]                              for the owner, and whoever shows these cards at the end
//! NAME posts missed small blind €1                         dead
//! NAME posts new player's blind €2                         live
//! Uncalled bet returned to NAME: €10.50
//! NAME finished the tournament                             and more words, which no known text shows
//! Total pot €8.08 Rake €0.51                               in tournaments without a sign and a rake
//! ```
//!
//! Liberties:
//! * The token is not part of the name: it is removed and marks the file's owner.
//! * In `raises A to B` only B counts.
//! * An uncalled bet is included in what was bet and won; if no line returns it, in the total too.
//! * The total includes the rake in 2026; in 2021 it does if all bets add up to it.
//! * The currency is that of the stacks, or `XXX`, the code for no currency, if they have no sign.
//! * In 2021 no zone is printed, so the start in UTC is unknown unless the caller names the zone.
//! * A hand that the owner folds breaks off there: no one is paid, and the rake is not known.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{ActionKind, Hand, SeatTotal};
use handlab_core::rules::{RaisePrinting, SiteRules, TotalKind};
use handlab_core::summary::TournamentSummary;

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::{mark_shown, read_header};
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::is_line_start;

mod header;
mod summary;
mod translate;

use translate::Lines;

/// See the module.
pub struct Unibet;

const SITE: &str = "unibet";

/// Whether a line contains all parts of a header.
fn is_whole(line: &str) -> bool {
    header::read(line, "").is_some()
}

impl Dialect for Unibet {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[header::OLD, header::NEW]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        const LONGEST: usize = 300;
        self.may_start(before, head) && is_header(head, LONGEST, is_whole)
    }

    fn may_start(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && header::may_start(head)
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
        hand.is_open = span.is_last && !(span.is_terminated && hand.printed.total_pot.is_some());
        if span.text.starts_with(header::NEW) {
            hand.rules = &NEW_RULES;
        }
        if hand.tournament.is_some() && hand.printed.total_pot.is_some() {
            hand.printed.rake = hand.printed.rake.or(Some(0));
        }
        if hand.hero.is_some() {
            // Since 2026 `Dealt to` lists the cards of everyone who shows them at the end.
            mark_shown(hand);
        }
        all_in::resolve_kinds(hand);
        for (name, bet, won) in lines.totals() {
            let Some(seat) = find_player(hand, name) else { continue };
            let amount = |text: &str| chips::read(text.as_bytes(), hand.scale);
            let (contributed, won) = (amount(bet), amount(won));
            let ending_stack = None;
            hand.printed.seat_totals.push(SeatTotal { seat, contributed, won, ending_stack });
        }
        hand.breaks_off = breaks_off(hand);
        let mut bets = hand.printed.seat_totals.iter().map(|total| total.contributed);
        let bets = bets.try_fold(0_i64, |sum, bet| sum.checked_add(bet?));
        if bets.is_some() && bets == hand.printed.total_pot {
            hand.rules = &NEW_RULES;
        }
        Ok(())
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[summary::HEADER]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && summary::id_and_game(&first_line(head, 300)).is_some()
    }

    fn parse_summary(&self, span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
        summary::read(span, out)
    }
}

/// Whether the last act is the owner's fold: the client writes no more, and pays no one.
fn breaks_off(hand: &Hand) -> bool {
    let last = hand.actions.last().filter(|act| act.kind == ActionKind::Fold);
    last.is_some_and(|fold| hand.hero == Some(fold.seat)) && hand.collected.is_empty()
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// No raked hand of 2021 is known: a total below the bets is net of rake.
const RULES: SiteRules =
    SiteRules { total: TotalKind::Net, raises: RaisePrinting::To, ..SiteRules::PLAIN };

/// `Total pot €8.08 Rake €0.51` when €7.57 was won.
const NEW_RULES: SiteRules = SiteRules { total: TotalKind::Gross, ..RULES };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Unibet.claims(before, head.as_bytes());
        let head = "Game #1463192545: Table 1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04";
        assert!(claims(b"", head));
        assert!(!claims(b"Bob: ", head));
        let head = "Unibet Hand #7 - 0.03/0.05 - Pot Limit Omaha - UTC 21:59:40 2026/06/05";
        assert!(claims(b"", head));
        assert!(!claims(b"Bob: ", head));
        assert!(!claims(b"", "Unibet Hand #7 was fun - he said - UTC"));
        assert!(!claims(b"", "Game #6404139: Omaha (€0,10/€0,25) - 16:40:41 23.7.2012 - %6"));
    }
}
