//! The Winning network before its format of 2019: cash tables and tournaments.
//!
//! Written from logs of 2014 to 2019:
//! ```text
//! Game started at: 2016/9/13 21:59:15                         possibly with what `winning::drivehud` describes
//! Game ID: 727152195 20/40 (PRR) Urayuli (Omaha HiLow)        in tournaments `.. $10 Freeroll, Table 18 (Hold'em)`
//! Seat 6 is the button
//! Seat 1: NAME (1347.87).
//! Player NAME ante (0.15) | Player NAME has small blind (10) | Player NAME posts (20) | Player NAME straddle (40)
//! Player NAME allin (5)                                       before the first card: a post that takes all chips
//! Player NAME posts (10) as a dead bet                        the missed small blind; the big blind has its own line
//! Player NAME received a card. | Player NAME received card: [2d]
//! Player NAME raises (40) | allin (1480) | caps (253.88)      what the seat adds
//! *** TURN ***: [6d 7h 3h] [2c] | *** Third street ***        in stud the street after third street
//! Uncalled bet (20) returned to NAME
//! ------ Summary ------
//! Pot: 79.25. Rake 0.51. JP fee 0.24
//! *Player NAME shows: Flush, 7 high [4h 4s Ks 6h]. Bets: 80. Collects: 198.50. Wins: 118.50.
//! Player NAME mucks (does not show: [8d 4s 10c 6c]). Bets: 300. Collects: 0. Loses: 300.
//! Game ended at: 2016/9/13 22:0:53
//! ```
//!
//! Liberties:
//! * No line gives the limit: stud, and tables whose big blind is the smaller of the stakes, are fixed-limit; `CAP` in
//!   the name is a cap. Otherwise it is given by `NLO8` or `PLO8` in the name, or by `DriveHUD`'s additions; failing
//!   that, hold'em is no-limit and Omaha pot-limit.
//! * No currency is printed: it is USD, unless the table is `PM` (play money), `PMS_` (a club) or a tournament's, which
//!   has `, Table` and a number.
//! * Tables called `(JP)`, `(Short, JP)` or `( Beast )` took 0.25 for a jackpot until April 2014 without printing it.
//!   It is read as the fee if exactly that is missing between the bets, the rake and the pot.
//! * An all-in before the first card is an ante if others post one and its player does not; else the small blind if
//!   another blind follows; else the big blind, after which newcomers post.
//! * A hand without cards, decisions or a pot, whose blind is returned, was cancelled.
//! * Payments are only in the summary, as one sum for all pots.
//! * A seat that is `disconnected and ALL IN` keeps its chips and has no more turns, as at the cap of a capped hand.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Hand, Kind, SeatTotal};
use handlab_core::money::Currency;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules, TotalKind};
use handlab_core::time;

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::read_header;
use crate::lines::translate::read_translated;
use crate::syntax::text::is_line_start;
use crate::winning::drivehud;

mod header;
mod posts;
mod translate;
mod unprinted;

use translate::Lines;

/// See the module.
pub struct WinningOld;

const SITE: &str = "winning";
const OPENING: &str = "Game started at: ";

impl Dialect for WinningOld {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "winning_old"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 100);
        let start = line.strip_prefix(OPENING).map(|start| drivehud::split(start).0.trim());
        // A time and nothing else.
        is_line_start(before) && start.is_some_and(|start| time::utc_micros(start, "UTC").is_some())
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !lines.is_ended();
        if lines.is_club() {
            (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
        }
        all_in::resolve_kinds(hand);
        for result in lines.results() {
            let Some(seat) = find_player(hand, &result.name) else { continue };
            let amount = |text: &str| chips::read(text.as_bytes(), hand.scale);
            let (contributed, won) = (amount(&result.put_in), amount(&result.collected));
            let ending_stack = None;
            hand.printed.seat_totals.push(SeatTotal { seat, contributed, won, ending_stack });
        }
        hand.printed.fees = unprinted::jackpot_fee(hand).or(hand.printed.fees);
        hand.is_cancelled |= unprinted::is_unplayed(hand, lines.has_cards());
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

/// `Pot: 79.25. Rake 0.51. JP fee 0.24` when 80 was in the pot; tournaments print no rake. Every uncalled bet has its
/// `Uncalled bet` line. A big blind of 1.44 instead of 2 was called with the small blind and another 1, and 0.56 was
/// returned.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Era,
    total: TotalKind::Net,
    raises: RaisePrinting::Added,
    paid_uncalled: PaidUncalled::Apart,
    may_call_whole_blind: true,
    ..SiteRules::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_time_alone_starts_a_hand() {
        let claims = |before, head: &str| WinningOld.claims(before, head.as_bytes());
        assert!(claims(b"", "Game started at: 2016/9/13 21:59:15\r\nGame ID: 7"));
        assert!(claims(b"", "Game started at: 2019/2/16 8:37:2\n"));
        assert!(!claims(b"Bob: ", "Game started at: 2016/9/13 21:59:15"));
        assert!(!claims(b"", "Game started at: noon"));
        let line =
            "Game started at: 2018/11/28 9:59:59 *** Summary: GameType: NL, TournamentId: 9230580";
        assert!(claims(b"", line));
        assert!(!claims(b"", "Game started at: 2018/11/28 9:59:59 *** Summary: 5"));
    }
}
