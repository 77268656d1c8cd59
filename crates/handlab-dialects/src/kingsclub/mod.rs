//! `KingsClub`: cash tables of mixed games.
//!
//! Written from logs of 2020 to 2023:
//! ```text
//! #37580510: Pot Limit Big O - 11/22
//! 2020-10-26 18:33:39
//! Table 'Real Deal Mix 3' Seat 7 is the button          in stud without a button
//! Seat 1: NAME (1,060.38)
//! *** 1ST BETTING ROUND ***
//! NAME: posts ante 5 | NAME: posts the small blind 30 | NAME: posts blind 44
//! Dealt to NAME: [X X Tc]
//! NAME raises to 120 | NAME calls 120, and is all in    totals for the street
//! NAME discards [Ts Jh] draws [3c 6c] | NAME draws 2 | NAME stands pat
//! *** 3RD STREET ***                                    in stud the street after third street
//! *** TURN *** [3c 5c 7s] [Kc]
//! *** BOARD 2 - RIVER *** [- - - Qd] [Jd]               a hyphen stands for a card of the first board
//! NAME shows [4c Ac 8c Qc 2h] | Run 1: NAME shows [5h 9c Jd 8d 4s]
//! *** SUMMARY ***
//! Seat 1: NAME (3,533) -0.50                            the ending stack, and the difference
//! Rake 1
//! NAME wins pot (799) | NAME wins (484.50) from pot
//! ```
//!
//! Liberties:
//! * Amounts are in US dollars, as the site's tables are: no line names a currency.
//! * After an all-in only the last street is printed, with the whole board, from which the earlier streets are read.
//! * `posts blind 44` is a big blind plus the missed small blind as dead money, which is not printed: the ending stack
//!   is 22 less.
//! * In short deck, a second ante of the button is its blind.
//! * At an all-in-or-fold table the flop is printed before the only betting, and is read after it.
//! * With several pots only the main pot's payment is printed. Who won the others follows from the differences. If the
//!   site prints the others too, as other parsers of its logs expect (`NAME wins side pot 1 (60)`, and a `Rake` line
//!   for each pot), they are read, and the rakes are added up.
//! * A table `T4711 [3]` belongs to a tournament, according to those parsers.
//! * Ending stacks are compared with the hand.
//! * Cards shown for one run of a draw are not read: a hand has one set of cards.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.
//! * The draw of Drawmaha has no title of its own: it follows the betting on the flop.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::totals;
use crate::lines::Grammar;
use crate::lines::common_form::{amount, push_ending_stacks, read_header};
use crate::lines::translate::read_translated;
use crate::lines::wrapped::unwrap_deals;
use crate::syntax::text::is_line_start;

mod translate;

use translate::Lines;

/// See the module.
pub struct KingsClub;

const SITE: &str = "kingsclub";

impl Dialect for KingsClub {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["#"]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        self.may_start(before, head) && translate::split_header(&first_line(head, 100)).is_some()
    }

    fn may_start(&self, before: &[u8], head: &[u8]) -> bool {
        if !is_line_start(before) {
            return false;
        }
        // Nearly all numbers of other sites end differently, which is seen at once.
        let is_of_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',');
        let number = head.iter().skip(1).take_while(|byte| is_of_number(byte)).count();
        head.get(1 + number..).is_some_and(|rest| rest.starts_with(b": "))
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
        hand.is_open = span.is_last && lines.stacks().len() < hand.seats.len();
        totals::resolve_calls(hand);
        let rakes = lines.rakes().iter().map(|rake| amount(rake, span, hand));
        let mut rake = 0_i64;
        for one in rakes {
            rake = rake.saturating_add(one?);
        }
        hand.printed.rake = Some(rake);
        if lines.rakes().len() > 1 {
            push_net_pots(hand);
        }
        if hand.actions.iter().any(|action| action.is_all_in) {
            let differences = lines.differences().iter().filter_map(|(name, printed)| {
                Some((find_player(hand, name)?, difference(printed, hand.scale)?))
            });
            totals::add_unnamed_payments(&differences.collect::<Vec<_>>(), hand);
        }
        push_ending_stacks(lines.stacks(), hand);
        Ok(())
    }
}

/// Computes each pot after its own rake from its payments, if these name their pots.
fn push_net_pots(hand: &mut Hand) {
    let last = hand.collected.iter().map(|line| line.pot.number()).max().unwrap_or(0);
    for pot in 0..=last {
        let lines = hand.collected.iter().filter(|line| line.pot.number() == pot);
        let paid = lines.fold(0_i64, |sum, line| sum.saturating_add(line.amount));
        hand.printed.pots.push(paid);
    }
}

/// Reads `+2,925`, `-675`, or nothing.
fn difference(printed: &str, scale: u8) -> Option<i64> {
    match printed.as_bytes() {
        [] => Some(0),
        [b'-', amount @ ..] => chips::read(amount, scale).map(|amount| -amount),
        [b'+', amount @ ..] => chips::read(amount, scale),
        _ => None,
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

/// `Rake 1` and `wins pot (799)` from 800, excluding the uncalled bet.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    is_total_printed: false,
    raises: RaisePrinting::To,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| KingsClub.claims(before, head.as_bytes());
        assert!(claims(b"", "#37580510: Pot Limit Big O - 11/22\n2020-10-26 18:33:39"));
        assert!(claims(b"", "#3969308: Limit Omaha Hi-Lo - 500/1,000"));
        assert!(!claims(b"Hand ", "#37580510: Pot Limit Big O - 11/22"));
        assert!(!claims(b"", "#37580510: Hold'em No Limit ($1/$2) - 2020/10/26"));
        assert!(!claims(b"", "#Game No : 7"));
    }
}
