//! `PokerNow`'s hand replayer: the JSON that a player downloads, one object per hand.
//!
//! Written from an export of 2026 (`handVersion` 2) and a public description of its events:
//! ```json
//! {"generatedAt": "2026-06-19T18:58:52.179Z", "playerId": "gKkb", "gameId": "pglX", "hands": [
//!   {"id": "ukbg34a0qdik", "handVersion": 2, "number": "1", "gameType": "th", "cents": true, "smallBlind": 10,
//!    "bigBlind": 25, "ante": null, "straddleSeat": null, "dealerSeat": 10, "startedAt": 1781830617652, "bombPot": false,
//!    "sevenDeuceBounty": null, "doubleBoard": null,
//!    "players": [{"id": "gKkb", "seat": 3, "name": "Ann", "stack": 2500, "hand": ["Ah", "3c"]}],
//!    "events": [{"at": 1781830617652, "payload": {"type": 3, "seat": 2, "value": 10}}]}]}
//! ```
//!
//! Types of events: 0 check, 1 bet, 2 big blind, 3 small blind, 4 missed big blind, 5 missed small blind (dead), 6 straddle,
//! 7 call, 8 bet or raise, 9 board (`turn` 1 to 3, `run`), 10 payment, 11 fold, 12 cards shown, 14 agreement to run it
//! twice, 15 end of betting, 16 uncalled bet, 19 rake.
//!
//! Liberties:
//! * `value` of a call, a bet or a raise is the total on the street. A bet of one big blind is called a call.
//! * With `cents`, amounts are hundredths.
//! * A seat in the small blind that missed blinds posts both as in the CSV, where the stacks show what it pays.
//! * No event posts the ante: each player pays `ante`, or the rest of the stack.
//! * In a bomb pot, calls and bets before the flop are antes.
//! * The owner is the player whose `id` is the file's `playerId`; all other known hands were shown.
//! * A card that stays hidden is `null`; it may be shown later, at its place.
//! * Cards of a street shared by both runs may be listed for each.
//! * The only other games are Omaha, recognised by the start of `gameType` (`o`, `plo`), with as many hole cards as are
//!   known.
//! * Events of other types are refused if they move chips.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::json;

mod events;
mod fill;
mod object;

/// See the module.
pub struct PokerNowJson;

const SITE: &str = "pokernow";

/// The first key of a hand, and of each player.
const FIRST_KEY: &str = "\"id\"";

/// The key after it.
const SECOND_KEY: &str = "\"handVersion\"";

/// The first key of the file.
const FILE_KEY: &str = "\"generatedAt\"";

impl Dialect for PokerNowJson {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "pokernow_json"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[FIRST_KEY]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        json::after_text(head, FIRST_KEY)
            .is_some_and(|rest| rest.starts_with(SECOND_KEY.as_bytes()))
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[FILE_KEY]
    }

    fn claims_preamble(&self, _: &[u8], head: &[u8]) -> bool {
        json::after_text(head, FILE_KEY).is_some_and(|rest| rest.starts_with(b"\"playerId\""))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        fill::read(span, hand, scratch)
    }
}

/// As in the CSV: payments are whole pots, and an uncalled bet has its own event.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};
