//! `BetOnline`, its skins `PayNoRake`, `SportsBetting.ag` and `TigerGaming`, and `GearPoker` with its skin
//! `ActionPoker`: cash tables and tournaments.
//!
//! Written from logs of 2011 to 2016; no log of `SportsBetting.ag` and `TigerGaming` was found. What differs from
//! `lines`' common form:
//! ```text
//! BetOnline Poker Game #1027919331: Hold'em No Limit ($0.25/0.50) - 2012/06/07 08:58 GMT Standard Time
//! BetOnline Poker Game #1078353699: Tournament #4157956: Hold'em $10.00/$20.00 - 2012/10/13 20:13:28 Eastern Daylight Time
//! Gear Poker Game #1014850512: Hold'em - 2012-04-09 12:14:36
//! ActionPoker.com Game #1012408051: Hold'em - 2012-04-03 02:10:06
//! Table The Green Mile (Real Money) Seat #2 is the button
//! Table '4157956-06' 10-Max, Seat #3 is the button
//! Seat 0: NAME (13700.00 in chips) - Big Blind        in any order, numbered from 0
//! NAME: ante processed 10.00 | NAME: post now 0.50 | NAME: post dead 0.50
//! NAME: raises 1.48 to 1.48 and is all in | NAME: Raises 1000.00 and is All In.
//! NAME shows 7s 10h
//! NAME said "nh" | NAME has left the table | NAME joins the table at seat #4
//! Total pot 1.26 | Rake 0.22                          a side pot, if before the showdown
//! *** SUMMARY ***
//! Total pot 2.49 | Rake 0.22                          net of rake, without the pots above
//! Seat 2: NAME showed [5s 4s] and won (2.49)          the only line about payments
//! ```
//!
//! Liberties:
//! * Of `raises A to B` only B counts. A lone amount (`GearPoker`) is read in the way that makes the hand add up.
//! * A tournament's header gives the stakes of another level: the posted blinds count.
//! * `post dead 0.50` is a big blind, and the missed small blind as dead money, which is not printed: the total of the one
//!   log that has it (14.83 and 0.78) holds 0.25 more than its actions.
//! * After an all-in the summary alone may have the board. The street on which a seat folded is often wrong there and
//!   is not read.
//! * A payment of nothing (`collected (0.00)`) is ignored.
//! * Whoever leaves the table after a blind, and is not named again, folded.
//! * What is said of `GearPoker` holds for `ActionPoker`. It numbers its ten seats anticlockwise: seat `n` is read as
//!   `9 - n`.
//! * Only the payments of the last pot are printed. Its only winner also wins the side pots, if they are in all of
//!   them. Otherwise the winner of a side pot is not printed, and the hand does not add up.
//! * Amounts without a sign at a table of real money are dollars, the only money of the network.
//! * `GearPoker` prints no board after an all-in before the flop; only the showdown shows that there was one.
//! * `GearPoker` shows the five cards of a hand, not the two that were dealt: these are not read.

use handlab_cards::game::{Betting, Street};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Amount, Hand, Kind};
use handlab_core::rules::{PaidUncalled, RaisePrinting, SiteRules, TotalKind};

use crate::inferred::all_in;
use crate::inferred::short_blinds;
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::common_form::read_header;
use crate::lines::stakes::take_for_blinds;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::is_line_start;

mod translate;

use translate::Lines;

/// See the module.
pub struct BetOnline;

const SITE: &str = "betonline";
const OPENINGS: &[&str] = &[
    "BetOnline Poker Game #",
    "PayNoRake Game #",
    "SportsBetting.ag Poker Game #",
    "Tiger Gaming Game #",
    GEAR_OPENINGS[0],
    GEAR_OPENINGS[1],
];
const GEAR_OPENINGS: [&str; 2] = ["Gear Poker Game #", "ActionPoker.com Game #"];

impl Dialect for BetOnline {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        OPENINGS
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        const LONGEST: usize = 400;
        is_line_start(before) && is_header(head, LONGEST, is_whole)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, is_whole);
        let span = Span { text: &text, ..span };
        let is_gear = is_gear(span.text);
        let grammar = if is_gear { &GEAR } else { &GRAMMAR };
        let lines = read_translated(grammar, span, hand, scratch, Lines::new)?;
        hand.summary_collected.retain(|line| line.amount > 0);
        push_side_pots(&lines.side_pots(), hand);
        let folds = hand.actions.iter().filter(|action| action.kind == ActionKind::Fold).count();
        if is_gear && hand.boards.is_empty() && hand.seats.len() > folds + 1 {
            // After an all-in before the flop no board is printed, but there was one.
            hand.last_street = RIVER;
        }
        if hand.collected.is_empty() {
            hand.collected.clone_from(&hand.summary_collected);
        }
        if hand.printed.rake.is_none() {
            // Tournaments print no rake.
            hand.printed.rake = Some(0);
        }
        if hand.kind == Kind::Tournament {
            if hand.betting == Betting::FixedLimit {
                // The stakes are the posted blinds, not the bets.
                take_for_blinds(&mut hand.stakes);
            }
            short_blinds::resolve(hand);
        }
        all_in::resolve_kinds(hand);
        Ok(())
    }
}

/// Whether a hand is of `GearPoker` or its skin.
fn is_gear(text: &str) -> bool {
    GEAR_OPENINGS.iter().any(|opening| text.starts_with(opening))
}

/// Whether a line includes the number and the time.
fn is_whole(line: &str) -> bool {
    let rest = OPENINGS.iter().find_map(|opening| line.strip_prefix(opening));
    rest.is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_ascii_digit()) && find_date(rest).is_some()
    })
}

/// Adds the side pots to the payment of the only paid player, if they are in all of them.
fn push_side_pots(side_pots: &str, hand: &mut Hand) {
    let total = hand.printed.total_pot;
    let [line] = hand.summary_collected.as_slice() else { return };
    let (seat, main) = (line.seat, line.amount);
    if let Some(side_pots) = chips::read(side_pots.as_bytes(), hand.scale)
        && total == main.checked_add(side_pots)
        && is_in_all_pots(hand, seat)
    {
        hand.summary_collected[0].amount += side_pots;
    }
}

/// Whether at most one other player still in put in more than the seat did.
fn is_in_all_pots(hand: &Hand, seat: u8) -> bool {
    let (mut street, mut on_street) = (Street::FIRST, [0_i64; MAX_SEATS]);
    let (mut put_in, mut is_out) = ([0_i64; MAX_SEATS], [false; MAX_SEATS]);
    for action in &hand.actions {
        if action.street != street {
            (street, on_street) = (action.street, [0; MAX_SEATS]);
        }
        let index = usize::from(action.seat);
        let added = match action.amount {
            Amount::To(to) => to.saturating_sub(on_street[index]),
            amount => amount.printed(),
        };
        on_street[index] = on_street[index].saturating_add(added);
        put_in[index] = put_in[index].saturating_add(added);
        is_out[index] |= action.kind == ActionKind::Fold;
    }
    let is_above = |index: &usize| !is_out[*index] && put_in[*index] > put_in[usize::from(seat)];
    (0..hand.seats.len().min(MAX_SEATS)).filter(is_above).count() < 2
}

const RIVER: Street = Street(3);

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

const GEAR: Grammar = Grammar { rules: &GEAR_RULES, ..GRAMMAR };

/// `Total pot 0.95 | Rake 0.05` when 1.00 was in the pot.
const RULES: SiteRules = SiteRules {
    total: TotalKind::Net,
    raises: RaisePrinting::To,
    paid_uncalled: PaidUncalled::Either,
    ..SiteRules::PLAIN
};

const GEAR_RULES: SiteRules = SiteRules { raises: RaisePrinting::Ambiguous, ..RULES };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| BetOnline.claims(before, head.as_bytes());
        for room in ["Gear Poker", "ActionPoker.com", "SportsBetting.ag Poker", "Tiger Gaming"] {
            let header = format!("{room} Game #1014850512: Hold'em - 2012-04-09 12:14:36");
            assert!(claims(b"", &header), "{header}");
        }
        assert!(!claims(b"Bob: ", "Gear Poker Game #1014850512: Hold'em - 2012-04-09 12:14:36"));
        assert!(!claims(b"", "Gear Poker Game #1014850512 is over"));
    }
}
