//! Open Tournament Summary (ts-specs.handhistory.org): one JSON object per tournament, as the clients of the Winning
//! network write it to `.ots` files.
//!
//! Written from the specification, versions 1.0.0 to 1.1.5, and from public files of that network of 2021 and 2026,
//! which omit the object around the summary and most of its fields:
//! ```json
//! {"ots": {"spec_version": "1.1.4", "site_name": "S", "network_name": "N", "tournament_number": "1000001",
//!  "tournament_name": "$20 SNG", "start_date_utc": "2021-01-22T18:30:05Z", "end_date_utc": "2021-01-22T18:47:57Z",
//!  "currency": "USD", "buyin_amount": 18.00, "fee_amount": 2.00, "bounty_fee_amount": null, "prize_pool": 108,
//!  "hero_player_name": "Ann", "player_count": 6, "rebuy_cost": 20, "addon_cost": null,
//!  "tournament_finishes_and_winnings": [{"player_name": "Ann", "finish_position": 1, "prize": 70.00, "ticket_value": 0}],
//!  "tournament_rebuys": [{"player_name": "Ann", "rebuys": 2, "addons": 0}]}}
//! ```
//!
//! Liberties:
//! * A summary starts with `spec_version`. Over several lines it needs the object around it, or it looks like a hand of
//!   [`crate::ohh`] without one.
//! * `T#23889488` is the number 23889488, as in the hands of the Winning network.
//! * A prize is `prize` plus the value of a ticket, both in the tournament's currency. If neither is printed for anyone
//!   in a tournament with a prize pool, as in most files of the Winning network, prizes are unknown.
//! * The Winning network gives place 1 to a player who was still playing when the owner went out (one file, with 5 of
//!   308 entries). It is not a place if it has no prize, second place is missing, and so are other entries.
//! * A player who is listed more than once entered as many times; `rebuys` may be re-entries and are taken as printed.
//! * No field gives the game.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::summary::TournamentSummary;

use crate::ohh;

mod fill;
mod object;

/// See the module: it has summaries but no hands.
pub struct OpenTournamentSummary;

impl Dialect for OpenTournamentSummary {
    fn site(&self) -> &'static str {
        ohh::NAME
    }

    fn name(&self) -> &'static str {
        "ots"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[]
    }

    fn claims(&self, _: &[u8], _: &[u8]) -> bool {
        false
    }

    fn parse(&self, span: Span<'_>, _: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        Err(ParseError::new(ParseErrorKind::UnknownDialect, span.at))
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[ohh::FIRST_KEY]
    }

    fn claims_summary(&self, _: &[u8], head: &[u8]) -> bool {
        ohh::is_summary(head)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        fill::read(span, summary)
    }
}
