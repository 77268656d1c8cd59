//! The logs of the engine of 2012 to 2017.
//!
//! Written from logs of 2012, 2013, 2015, 2016 and 2017 in public repositories, some of a thousand hands:
//! ```text
//! 6.176 MIT Pokerbots - Abe vs Bea vs Cy (stack=200, bb=2)
//! Hand #6, Abe (196), Bea (75), Cy (329)        stacks in 2015, else each one's winnings so far; the button first
//! Bea posts the blind of 1
//! Cy posts the blind of 2
//! Dealt to Abe [7h Tc]
//! Abe calls 2                                   the total of the street in 2015; other years print no amount
//! Bea raises to 6
//! ### ILLEGAL ACTION: Check [player=Cy]         the next line shows what is done instead
//! Cy folds
//! Uncalled bet of 4 returned to Bea
//! *** FLOP *** (161) [8h 3d Qh]                 2012 prints no pot
//! *** TURN *** (161) [8h 3d Qh] [Ks]
//! Bea shows [Qc 9c]                             `shows Qc 9c (Pair)` in 2012
//! Bea wins the pot (9)
//! Abe ties for the pot (2)
//! ```
//! In 2012 the first line names no stack, and a hand starts otherwise:
//! ```text
//! Hand #1
//! Seat 1 (Button): Abe3006 0                    winnings, before the hand or after it
//! Seat 2 (SB): Bea3007 0
//! Seat 3 (BB): Cy3008 0
//! ```
//!
//! Liberties:
//! * Numbers in a header are winnings if one is negative or all are zero: each player then starts with the stack of the
//!   match's first line, without which the hand is refused.
//! * In 2012 stacks are unknown, but all players start a hand with the same: if streets are dealt on which no one acts,
//!   all who are still in are all-in.
//! * A blind that is a player's whole stack may be short: the big blind is then that of the match's first line.
//! * In 2015, when stacks are printed, the game is pot-limit hold'em, as a team's converter names it; no bet of the logs
//!   exceeds the pot. With four cards it is pot-limit Omaha, otherwise no-limit hold'em.
//! * A player without chips is listed and dealt cards, but does not play: the cards are ignored.
//! * In 2015 a bet that all others fold to is paid with the pot, and each side pot has a line like that of the main pot,
//!   unless it arises on the river.
//! * The log shows all cards. They count as shown; only those who are in the hand at the end show them there.
//! * Each match numbers its hands from 1, so a digest of the hand is appended to the number.
//! * The games of 2013 and 2017, in which cards are discarded, are refused. A player of 2017 who keeps the cards
//!   checks, so hands with more checks than the betting has are refused, too. Hands of 2017 that ended before the flop
//!   cannot be distinguished from hold'em.

use handlab_cards::game::{self, Game};
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line, line_end};
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;
use handlab_core::rules::{OddPolicy, SiteRules};

use super::SITE;
use super::betting::read_lines;
use crate::phh::fill::digest;
use crate::syntax::text::is_line_start;

mod header;
mod round;

use header::{Match, bare_number, header, seat_line};
use round::Round;

/// See the module.
pub struct Engine2012;

const OPENING: &str = "Hand #";
/// How a match starts: the number of the course, which changes over the years.
const MATCHES: [&str; 2] = ["6.176 MIT Pokerbots - ", "6.S912 MIT Pokerbots - "];
const ILLEGAL: &str = "### ILLEGAL ACTION: ";
/// The longest first line, in bytes.
const LONGEST: usize = 400;

impl Dialect for Engine2012 {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "pokerbots_2012"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        if !self.may_start(before, head) {
            return false;
        }
        let head = &head[..head.len().min(2 * LONGEST)];
        let line = first_line(head, LONGEST);
        let is_of_2012 = || {
            let (_, next) = line_end(head).unwrap_or_default();
            // Empty lines and quotes, as mail programs add them.
            let is_added = |byte: &u8| byte.is_ascii_whitespace() || b">|".contains(byte);
            let added = head[next..].iter().take_while(|byte| is_added(byte)).count();
            bare_number(&line).is_some()
                && seat_line(&first_line(&head[next + added..], LONGEST)).is_some()
        };
        header(&line).is_some() || is_of_2012()
    }

    fn may_start(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start(before)
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &MATCHES
    }

    fn claims_preamble(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && Match::read(&first_line(head, LONGEST)).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        read(span, hand)
    }
}

/// As the later engine, but no one is asked after an all-in. Where the button tied with the big blind for an odd pot, in
/// one hand of 2012 and one of 2015, the button got the odd chip.
const RULES: SiteRules =
    SiteRules { has_idle_checks: false, odd_policy: OddPolicy::RightOfButton, ..super::RULES };

fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    (hand.game, hand.betting) = (Game::Holdem, game::Betting::NoLimit);
    // The payment of a side pot may follow.
    hand.is_open = span.is_last;
    let preamble = first_line(span.preamble.as_bytes(), LONGEST);
    let mut cursor = Cursor::new(span.text, span.at);
    let first = cursor.next_line().unwrap_or_default();
    let mut kept = first.trim_end().to_owned();
    let mut round = Round::new(hand, Match::read(&preamble));
    let (number, players) = match header(first) {
        Some((number, players)) => (number, players),
        None => (bare_number(first).unwrap_or_default(), Vec::new()),
    };
    round.seat_all(&players).map_err(|kind| cursor.error(kind(first.to_owned())))?;
    read_lines(&mut cursor, &mut kept, |line| round.line(line))?;
    if !round.is_paid() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    round.mark_all_ins();
    hand.max_seats = Some(hand.seats.len() as u8);
    hand.hand_id = hand.push_text(&format!("{number}-{:016x}", digest(&kept)));
    hand.printed.rake = Some(0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_starts_with_its_players_and_their_chips() {
        let claims = |head: &str| Engine2012.claims(b"", head.as_bytes());
        for head in [
            "Hand #6, Abe (196), Bea (75), Cy (329)\r\nBea posts",
            "Hand #1, Abe (B) (-4), x (4)\n",
            "Hand #1\nSeat 1 (Button): Abe3006 0\nSeat 2 (SB): Bea3007 0",
            "Hand #12\r\nSeat 1 (Button): Abe 3006 -12\r\n",
            "Hand #12\n\n> Seat 1 (Button): Abe3006 12\n",
        ] {
            assert!(claims(head), "{head}");
        }
        for head in [
            "Hand #6",
            "Hand #6, Abe (196)",
            "Hand #6, Abe (196), Bea",
            "Hand #6a, Abe (196), Bea (4)",
            "Hand #1\nSeat 1: Abe ($200 in chips)",
            "Hand #1\nSeat 1 (Button): Abe ($200 in chips)",
            "Hand #11376400-955 - 2013-10-30 01:24:27\nSeat 1 (Button): Abe 3",
            "Hand #7 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC",
        ] {
            assert!(!claims(head), "{head}");
        }
        assert!(!Engine2012.claims(b"PokerStars ", b"Hand #6, Abe (196), Bea (75)\n"));
    }

    #[test]
    fn a_match_starts_a_line() {
        let line = b"6.176 MIT Pokerbots - Abe vs Bea (stack=400, bb=2)";
        assert!(Engine2012.claims_preamble(b"", line));
        assert!(!Engine2012.claims_preamble(b"see ", line));
    }
}
