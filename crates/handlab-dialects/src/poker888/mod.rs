//! 888poker, formerly Pacific Poker, and its skins (Cassava, `LuckyAcePoker`, `888.ro`): cash tables, Snap, BLAST,
//! tournaments, and the summary of each tournament.
//!
//! Written from logs of 2011 to 2023 in English, Swedish, Dutch, Romanian, Italian and Russian. What differs from
//! `lines`' common form:
//! ```text
//! #Game No : 526119469
//! ***** 888poker Snap Poker Hand History for Game 526119469 *****
//! $0.02/$0.05 Blinds No Limit Holdem - *** 27 06 2023 12:02:42             blinds, even in fixed limit
//! Table Kazan 6 Max (Real Money) | Tournament #38340077 $0.90 + $0.09 - Table #73 9 Max (Real Money)
//! Seat 4 is the button
//! Seat 2: NAME ( 15 788,50 $ )                       in the number format of the client's country
//! NAME posts dead blind [$0.01 + $0.02]              a dead part and a live part
//! NAME folds                                         before the cards are dealt: sits out
//! NAME raises [$0.16]                                what the seat adds
//! ** Dealing flop ** [ 2d, Kns, 7d ]                 ranks in the client's language
//! ** Summary **                                      begins the showdown
//! NAME shows [ Ah, Ac ] | NAME mucks [ .. ] | NAME did not show his hand
//! NAME collected [ $5.70 ]                           once for each pot, largest last or not
//! First runout NAME collected [ $5.70 ]              after an all-in since 2025, see `runouts`
//! ***** Cassava Tournament Summary *****             summary
//! ```
//!
//! Liberties:
//! * The line with the number may be missing: the title has the number too.
//! * No total, rake or uncalled bet is printed: the audit infers them. A hand without any payment is incomplete.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.
//! * The language of the ranks is determined from all cards of a hand; see `ranks`.
//! * Spaces within amounts may have been encoded twice: `3Â 023,50 $`.
//! * At tournament tables a currency sign means chips. Where the level rises while the hand begins, the header has the next
//!   one: smaller posts of players with chips left, in the same ratio, are the blinds.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{ActionKind, Hand, Kind};
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};
use handlab_core::summary::TournamentSummary;

use self::runouts::Runouts;
use crate::inferred::short_blinds;
use crate::lines::translate::read_translated;
use crate::lines::{self, Grammar};

mod header;
mod ranks;
mod runouts;
mod summary;

/// See the module.
pub struct Poker888;

const SITE: &str = "888poker";

impl Dialect for Poker888 {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &header::NEEDLES
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn may_follow(&self, earlier: &[u8], head: &[u8]) -> bool {
        header::may_follow(earlier, head)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let is_translated = ranks::translate(span.text, scratch);
        let span = if is_translated { Span { text: scratch, ..span } } else { span };
        if runouts::are_numbered(span.text) {
            let new = |_| Runouts::default();
            return read_translated(&GRAMMAR, span, hand, &mut String::new(), new).map(|_| ());
        }
        lines::read(&GRAMMAR, span, hand)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[summary::TITLE]
    }

    fn summary_lead(&self, before: &[u8]) -> usize {
        summary::lead(before)
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        summary::claims(before, head)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        summary::read(span.text, span.at, summary)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: "888",
    rules: &RULES,
    header: header::read,
    header_lines: 4,
    after_name: " ",
    lists_all_seats: false,
    is_summary_showdown: true,
    has_absent_folds: true,
    complete: read_level,
    ..Grammar::COMMON
};

/// Takes the blinds of a tournament from the posts if both are whole and smaller than the header's by the same ratio: its
/// level rose while the hand began (a hand of 2016).
fn read_level(hand: &mut Hand) {
    let broke = short_blinds::without_chips(hand);
    let posted = |kind: ActionKind| {
        let post = hand.actions.iter().find(|post| post.kind == kind)?;
        Some(post.amount.printed()).filter(|_| !broke.contains(usize::from(post.seat)))
    };
    let posts = posted(ActionKind::PostSmallBlind).zip(posted(ActionKind::PostBigBlind));
    let stakes = &mut hand.stakes;
    let (Kind::Tournament, Some((small, big)), Some((next_small, next_big))) =
        (hand.kind, posts, stakes.small_blind.zip(stakes.big_blind))
    else {
        return;
    };
    let product = |one: i64, other: i64| i128::from(one) * i128::from(other);
    if big < next_big && product(small, next_big) == product(next_small, big) {
        (stakes.small_blind, stakes.big_blind) = (Some(small), Some(big));
    }
}

/// `raises [$1,092,698]` with all chips, `raises [$250]` of 250 over nothing: in all logs what the seat adds. None
/// prints a rake or total.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::Added,
    skips_seat_numbers: true,
    ..SiteRules::PLAIN
};
