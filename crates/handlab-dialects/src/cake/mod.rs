//! The Cake network (Cake, Horizon, Lock): cash tables and tournaments.
//!
//! Written from logs of 2010 to 2018. What differs from `lines`' common form:
//! ```text
//! Hand#2999013495000096 - Odesa (6-Max) 13495 -- 0,04/0,08 PL Omaha -- 2012-06-21 - 05:30:58
//! Hand#2990AB91EA000229 - $5 Bounty T11244010 -- CASH -- $5 + $0.5 -- 9 Max -- Table 7 -- 0/100/200 NL Hold'em -- 2012/06/12 - 13:31:20
//! Dealer: Seat 3                                    or `DEALER` after a seat
//! Seat 1: NAME ($21,89 in chips)  (EUR 17,29)       if the owner's account is in euros; the header's stakes are then in euros too
//! NAME:posts dead blind $0.02 and big blind $0.04   also with a space after the colon
//! NAME:posts dead blind $-0,10 and big blind $0,10  where the small blind of $0,05 is dead
//! NAME: posts ante of 25 | NAME: raises to $1.50 | NAME: is all in $0.07 | NAME: returns uncalled bet $10
//! ***SHOW DOWN***
//! NAME: mucks [ Td, Ac ] (Pair)
//! NAME_WITH_A_SPACE: mucks [Ah,Jh] (Pair) .         after the payments; the seat has a space for each `_`
//! NAME wins $50,50 with Pair of Fives | NAME wins high pot 327 with .. | NAME: wins $76 with ..
//! NAME finished 12 out of 90 players. | Tournament: NAME wins $5 bounty. (2)
//! ```
//!
//! Liberties:
//! * Amounts in euros are rounded: a small blind of EUR 0.20 and a call of EUR 0.20 make a big blind of EUR 0.41. The
//!   dollar amounts count, and the posted blinds are the stakes.
//! * There is no summary: neither total nor rake is printed, and the audit infers them. A hand without any payment is
//!   truncated. Nothing marks the end of a hand, so the last one of a file may go on.
//! * Thousands may be separated by an ordinary space (`wins 2 534 with`, `is all in 1 480`). After `side pot` the first
//!   number is that of the pot.
//! * A negative dead blind is the small blind: so the rake is a fifteenth of the pot, as in all other hands.
//! * An all-in is a call, bet or raise depending on the earlier bets.
//! * The level of a tournament is printed as ante, small and big blind. -1 is an unknown amount: if it is one of the
//!   blinds (`-1/-1/0`), the posts are the stakes. A post of -1 is what the calls and all-ins before the flop show; the
//!   hand is refused if they do not.
//! * Stakes without a sign are money if a stack has one, and play money if none has.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Finish, Hand, SidePayment, SidePaymentKind};
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::all_in;
use crate::inferred::dropped;
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::common_form::read_header;
use crate::lines::price::money;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::syntax::text::{find, is_line_start, split_once};

mod blinds;
mod parts;
mod translate;

use translate::Lines;

/// See the module.
pub struct Cake;

const SITE: &str = "cake";
const OPENING: &str = "Hand#";

impl Dialect for Cake {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        // Exports begin with a byte-order mark that was encoded twice, or follow a sentence without a line end.
        let is_start = is_line_start(before) || before.ends_with("ï»¿".as_bytes());
        is_start && is_header(head, 400, is_whole)
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
        if lines.are_stakes_unknown() {
            blinds::infer_stakes(span, hand)?;
        }
        // A later line may name the cards.
        dropped::keep_first(hand, ActionKind::Muck);
        hand.is_open = span.is_last && (!span.is_terminated || hand.collected.is_empty());
        // Nothing marks the end of a hand.
        hand.may_go_on = span.is_last;
        all_in::resolve_kinds(hand);
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    event: read_event,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// `wins $50,50` from 52.50. Uncalled bets are returned, but uncalled blinds are not: `wins $0.15` from 0.05 and 0.10.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::To,
    skips_seat_numbers: true,
    ..SiteRules::PLAIN
};

fn is_whole(line: &str) -> bool {
    let id = line.strip_prefix(OPENING).and_then(|rest| split_once(rest, " - "));
    id.is_some_and(|(id, rest)| {
        !id.is_empty()
            && id.bytes().all(|byte| byte.is_ascii_hexdigit())
            && find(rest, " -- ").is_some()
            && find_date(rest).is_some()
    })
}

/// Records `NAME finished 12 out of 90 players.` and `Tournament: NAME wins $5 bounty. (2)`.
fn read_event(line: &str, hand: &mut Hand) -> bool {
    if let Some((name, rest)) = split_once(line, " finished ") {
        let place = rest.split(' ').next().and_then(|place| place.parse().ok());
        let player = match find_player(hand, name) {
            Some(seat) => hand.seats[usize::from(seat)].player,
            None => hand.push_text(name),
        };
        hand.finishes.push(Finish { player, place, ..Finish::default() });
        return place.is_some();
    }
    let bounty = line.strip_prefix("Tournament: ").and_then(|rest| split_once(rest, " wins "));
    let Some((name, rest)) = bounty else { return false };
    let amount = rest.split(" bounty").next().and_then(|text| money(hand, text));
    let Some((seat, amount)) = find_player(hand, name).zip(amount) else { return false };
    let kind = SidePaymentKind::Bounty;
    hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Cake.claims(before, head.as_bytes());
        let head = "Hand#29AB - A (6-max) 1 -- $5/$10 FL Hold'em -- 2012-06-20 - 23:10:52";
        assert!(claims(b"", head));
        assert!(claims("\u{feff}ï»¿".as_bytes(), head));
        assert!(!claims(b"Bob: ", head));
        assert!(!claims(b"", "Hand#1-2 - 2012-06-20"));
    }
}
