//! Exports of `PokerTracker` 3 and 4 for sites whose own logs are not text: iPoker, Merge and Microgaming.
//!
//! Written from exports of 2011 to 2026. iPoker and Merge have actions after a colon (`colon`):
//! ```text
//! GAME #4402349920 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL 0.05/0.10 2019-01-03 11:56:34/GMT
//! GAME #3616765274: Texas Hold'em  NL  Tournament 2011-06-15 21:58:37
//! GAME #4999408769: Omaha 50/100 - 2013-08-01 22:16:18
//! MERGE_GAME #53094604-134: Holdem NL $0.10/$0.25 04/11/2012 19:28:19
//! Merge Game #80256693-236 | Holdem NL ($0.02/$0.04) | 12/05/2014 17:08:49 EST | Version:2
//! Table Size 6 | Table Info: Size: 3, Blinds: 15/30, Ante: 5     iPoker since 2024, a separate line before the next
//! Table NAME, 595699511, 4730275101 (Tournament: NAME Buy-In: $2+$0.20)
//! Seat 3: NAME ($10,000.00 in chips) DEALER
//! NAME: Post SB $0.50 | Post BB $1.50 | Post DB $0.35 | Post Ante $25.00 | SB $50.00
//! Dealt to NAME [HA C10]                                 iPoker has the suit first
//! NAME: Raise (NF) $0.25 | Raise to $250.00 | Allin $1,275.00 | Call (AI) $31.00
//! *** SUMMARY ***
//! Total pot $398.00 Rake $4.00                           iPoker only, net of rake (a converter: gross)
//! NAME: Shows [S6 D7] One Pair, Sixes
//! NAME: wins $0.10 | NAME: wins $0.04 (uncalled) | NAME: wins first board $0.10
//! ```
//! Microgaming describes the hand in sentences (`story`):
//! ```text
//! ** Game ID 4908778359 Version:3 starting - 2013-05-28 16:44:14 | ** Hand # 5870377181 starting - 2016-01-12 23:00:07
//! ** Anonymous (Heads Up) - 5K Max [Hold'em] (25|50 NL -  Cash Game seats:2 badbeat ) Real Money
//! - NAME sitting in seat 1 with 14785.00 at end 14585.00 [Dealer]
//! NAME posted the small blind - 25.00
//! ** Dealing card to NAME: A of c, 6 of d                 in the site's own logs of 2005 `Ace of Clubs, 6 of Diamonds`
//! NAME raised - 75.00 | NAME raised to 1.75 | NAME went all-in - 21.26
//! NAME wins 649.00 from the main pot
//! Rake: 1.50                                              in 2016
//! End of game 4908778359                                  not in 2016
//! ```
//!
//! Its tournament summaries are in `summary`.
//!
//! Liberties:
//! * If no line gives a tournament's stakes, they are the posted blinds, even in fixed limit.
//! * A raise is read in the way that makes the hand add up, and so is a Microgaming call: exports of the same site
//!   differ. If both ways fit, the ending stacks decide.
//! * At iPoker's anonymous tables players are named after their seat (`Player 5`).
//! * If no currency is printed it is `XXX`, the code for no currency.
//! * In Microgaming's fixed-limit games the numbers are the bets, unless the second is posted as the big blind.
//! * A post above the big blind is a big blind plus dead money; whether a small blind is dead depends on its poster's call.
//! * Stacks in Merge's tournaments are after antes and blinds, which are added back: in three consecutive hands each
//!   stack is the previous one, less what the hand cost.
//! * The order of the lines is the export's, even if that was not the order of the actions.

use handlab_cards::game::Betting;
use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand, Kind, SeatTotal};
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules, TotalKind};

use crate::inferred::readings;
use crate::inferred::short_blinds;
use crate::ipoker::session::is_fast_fold;
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::common_form::read_header;
use crate::lines::stakes::take_for_blinds;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::names::assigned_names;
use crate::syntax::text::{find, is_line_start};

mod colon;
mod header;
mod story;
mod story_head;
mod summary;

pub use summary::Summaries;

/// See the module: one of the forms, and its site.
pub struct PokerTracker {
    site: &'static str,
    name: &'static str,
    openings: &'static [&'static str],
    grammar: &'static Grammar,
    is_story: bool,
}

pub static IPOKER: PokerTracker = PokerTracker {
    site: "ipoker",
    name: "pokertracker_ipoker",
    openings: &["GAME #"],
    grammar: &Grammar {
        site: "ipoker",
        network: "ipoker",
        rules: &IPOKER_RULES,
        complete: |hand| {
            hand.is_fast_fold = is_fast_fold(hand.str(hand.table_name));
            assigned_names::mark(hand, |name, seat| assigned_names::is_seat(name, "Player ", seat));
        },
        ..GRAMMAR
    },
    is_story: false,
};

pub static MERGE: PokerTracker = PokerTracker {
    site: "merge",
    name: "pokertracker_merge",
    openings: &["MERGE_GAME #", "Merge Game #"],
    grammar: &Grammar { site: "merge", network: "merge", rules: &MERGE_RULES, ..GRAMMAR },
    is_story: false,
};

pub static MICROGAMING: PokerTracker = PokerTracker {
    site: "microgaming",
    name: "pokertracker_microgaming",
    openings: &["** Game ID ", "** Hand # "],
    grammar: &Grammar { site: "microgaming", network: "microgaming", rules: &RULES, ..GRAMMAR },
    is_story: true,
};

impl PokerTracker {
    fn is_whole(&self, line: &str) -> bool {
        let Some(rest) = self.openings.iter().find_map(|opening| line.strip_prefix(opening)) else {
            return false;
        };
        let has_id = rest.starts_with(|first: char| first.is_ascii_digit());
        let is_start = rest.contains(" starting - ") == self.is_story;
        has_id && is_start && (find_date(rest).is_some() || header::has_us_date(rest))
    }
}

impl Dialect for PokerTracker {
    fn site(&self) -> &'static str {
        self.site
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn needles(&self) -> &'static [&'static str] {
        self.openings
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && is_header(head, 400, |line| self.is_whole(line))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, |line| self.is_whole(line));
        let span = Span { text: &text, ..span };
        if self.is_story {
            let lines = read_translated(self.grammar, span, hand, scratch, story::Lines::new)?;
            for (name, stack) in lines.stacks() {
                if let Some(seat) = find_player(hand, name) {
                    let ending_stack = chips::read(stack.as_bytes(), hand.scale);
                    let total = SeatTotal { seat, ending_stack, ..SeatTotal::default() };
                    hand.printed.seat_totals.push(total);
                }
            }
            let rake = lines.rake().and_then(|rake| chips::read(rake.as_bytes(), hand.scale));
            hand.printed.rake = rake;
            readings::resolve_by_money(hand);
        } else {
            let lines = read_translated(self.grammar, span, hand, scratch, colon::Lines::new)?;
            let stakes = lines.stakes;
            if stakes != colon::StakesFrom::Header && hand.betting == Betting::FixedLimit {
                // These are blinds, while other headers have bets.
                take_for_blinds(&mut hand.stakes);
            }
            if hand.kind == Kind::Tournament && stakes != colon::StakesFrom::Level {
                short_blinds::resolve(hand);
            }
        }
        let paid = hand.collected.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount));
        count_rake_in_total(hand, paid);
        let is_whole = (span.is_terminated && !hand.collected.is_empty())
            || hand.rules.total == TotalKind::Gross
            || (hand.printed.total_pot.is_some() && hand.printed.total_pot == paid);
        hand.is_open = span.is_last && !is_whole;
        if hand.is_open && hand.printed.total_pot.is_none() && breaks_off(span) {
            return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
        }
        // An all-in is printed as what the seat adds, whatever the bet.
        let all_ins = hand.actions.iter_mut().filter(|action| action.is_all_in);
        for action in all_ins.filter(|action| action.kind == ActionKind::Call) {
            action.kind = ActionKind::Raise;
        }
        readings::resolve_all_ins_by_payments(hand);
        Ok(())
    }
}

/// A converter of Unibet's hands prints a gross total, as that site does: then it equals the payments plus the rake.
fn count_rake_in_total(hand: &mut Hand, paid: Option<i64>) {
    let printed = hand.printed.rake.filter(|rake| *rake > 0).zip(hand.printed.total_pot);
    let is_gross =
        |(rake, total): (i64, i64)| paid.and_then(|paid| paid.checked_add(rake)) == Some(total);
    if hand.rules.rake == IPOKER_RULES.rake && printed.is_some_and(is_gross) {
        hand.rules = &UNIBET_RULES;
    }
}

/// Whether the text ends within an amount, which has hundredths: the missing part must not pass for the rake, which
/// Merge's exports do not print.
fn breaks_off(span: Span<'_>) -> bool {
    let last = span.text.lines().last().unwrap_or_default();
    let is_payment = find(last, ": wins ").is_some();
    let end = last.trim_end().as_bytes().last_chunk::<3>();
    let is_whole = end.is_some_and(|[mark, tens, ones]| {
        *mark == b'.' && tens.is_ascii_digit() && ones.is_ascii_digit()
    });
    !span.is_terminated && is_payment && !is_whole && !last.trim_end().ends_with(')')
}

const GRAMMAR: Grammar = Grammar { header: read_header, lists_all_seats: false, ..Grammar::COMMON };

/// Merge: `wins $0.67` from 0.70. Microgaming: `wins 649.00` from 650.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    total: TotalKind::Net,
    is_total_printed: false,
    raises: RaisePrinting::Ambiguous,
    ..SiteRules::PLAIN
};

/// Without a line of its own an uncalled bet is paid with the pot: `wins $1.45` from 1.00 and 0.50, and 17 more.
const MERGE_RULES: SiteRules = SiteRules { paid_uncalled: PaidUncalled::WithPot, ..RULES };

/// `Total pot $398.00 Rake $4.00` when 402 was in the pot.
const IPOKER_RULES: SiteRules = SiteRules { rake: RakePrinting::Era, ..RULES };

/// `Total pot $402.00 Rake $4.00`.
const UNIBET_RULES: SiteRules = SiteRules { total: TotalKind::Gross, ..IPOKER_RULES };

#[cfg(test)]
mod tests {
    use handlab_core::error::Position;

    use super::*;

    #[test]
    fn a_truncated_payment_of_merge_is_not_rake() {
        let text = "Merge Game #7-2 | Holdem NL ($0.05/$0.10) | 12/05/2014 17:08:49 EST | Version:2\n\
            Table Luna (80256693), Seats 6\nSeat 1: Ann ($10.00 in chips) DEALER\nSeat 2: Bea ($10.00 in chips)\n\
            Ann: Post SB $0.05\nBea: Post BB $0.10\n*** HOLE CARDS ***\nAnn: Call $0.05\nBea: Check\n\
            *** FLOP *** [Ac Qs 3c]\nBea: Bet $5.00\nAnn: Call $5.00\n*** TURN *** [Ad]\n*** RIVER *** [As]\n\
            *** SUMMARY ***\nBea: wins $9.70";
        let at = Position { byte: 0, line: 1 };
        let read = |text: &str| {
            let span = Span { text, at, is_last: true, is_terminated: false, preamble: "" };
            MERGE.parse(span, &mut Hand::default(), &mut String::new())
        };
        assert!(read(text).is_ok(), "the amount is whole");
        let error = read(&text[..text.len() - 1]).expect_err("of 9.70");
        assert_eq!(*error.kind(), ParseErrorKind::Truncated);
    }

    #[test]
    fn each_form_is_claimed_by_its_site_alone() {
        let all = [&IPOKER, &MERGE, &MICROGAMING];
        for (line, wanted) in [
            ("GAME #1: Omaha 50/100 - 2013-08-01 22:16:18", Some("ipoker")),
            ("MERGE_GAME #1-2: Holdem NL $0.10/$0.25 04/11/2012 19:28:19", Some("merge")),
            ("Merge Game #1-2 | Holdem NL ($1/$2) | 12/05/2014 17:08:49 EST", Some("merge")),
            ("** Game ID 1 Version:3 starting - 2013-05-28 16:44:14", Some("microgaming")),
            ("** Hand # 1 starting - 2016-01-12 23:00:07", Some("microgaming")),
            ("GAME #1 is over", None),
            ("** Game ID 1 is over since 2013-05-28 16:44:14", None),
        ] {
            let found = all.iter().find(|dialect| {
                dialect.openings.iter().any(|opening| line.starts_with(opening))
                    && dialect.claims(b"", line.as_bytes())
            });
            assert_eq!(found.map(|dialect| dialect.site), wanted, "{line}");
        }
        assert!(!IPOKER.claims(b"MERGE_", b"GAME #1: Omaha 50/100 - 2013-08-01 22:16:18"));
    }
}
