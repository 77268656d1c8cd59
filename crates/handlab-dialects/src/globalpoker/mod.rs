//! Global Poker: the JSON that the site sends to its page of past hands, as saved by browser extensions.
//!
//! Written from 13 public hands of 2017 and 2018, and from the source that the maker of the software, Cubeia, has published:
//! ```json
//! {"lastHandStartTime":1518629217433,"hands":[
//!  {"id":"de9b0000-a65b-4800-9b02-f17a09206a4a","table":{"tableId":795,"tableIntegrationId":"TABLE::422","tableName":"T"},
//!   "startTime":1518629217433,
//!   "results":{"totalRake":5.50,"results":{"459":{"playerId":459,"netWin":-10.0,"totalWin":0.0,"totalBet":10.0}},
//!    "transfers":[{"playerId":37,"pot":{"potId":0,"type":"MAIN","potSize":3458.00},"amount":3452.50}]},
//!   "events":[
//!    {"type":"PlayerAction","action":"SMALL_BLIND","amount":{"type":"BET","amount":10.00},"playerId":459},
//!    {"type":"PlayerCardsDealt","playerId":37,"cards":[{"id":4,"suit":"CLUBS","rank":"TEN"}],"exposed":false},
//!    {"type":"PotUpdate","pots":[{"potId":0,"potSize":20.00}],
//!     "potTransitions":[{"playerId":37,"amount":1462.50,"fromChipStackToPlayer":true}]},
//!    {"type":"TableCardsDealt","cards":[{"id":24,"suit":"DIAMONDS","rank":"QUEEN"}],"stackId":0},
//!    {"type":"PlayerCardsExposed","playerId":37,"cards":[]}],
//!   "seats":[{"playerId":459,"initialBalance":7035.10,"seatId":0,"name":"N"}],
//!   "settings":{"variant":"TEXAS_HOLDEM","currencyCode":"XSD","betStrategyType":"NO_LIMIT","capacity":6,"bigBlind":20.00}}]}
//! ```
//!
//! Liberties:
//! * A raise prints the total on the street; calls and bets print what they add.
//! * `BIG_BLIND_PLUS_DEAD_SMALL_BLIND` is one amount: a full big blind, with the rest dead. `ENTRY_BET` is live.
//! * `fromChipStackToPlayer` is the uncalled bet. The amount of `TIME_BANK` is in seconds.
//! * `pots` include the rake; the `amount` of a transfer excludes it.
//! * The text does not say who has the button: positions follow from the blinds.
//! * `XSD` are sweeps coins, `XGC` are gold coins, which are play money.
//! * Seats are counted from 0 in the text, from 1 at the table.
//! * The number of cards in Omaha is what each player is dealt.
//! * No tournament was seen: a table that is not a `TABLE::` is refused, as are other games, a board from a second
//!   deck, and unknown events of players that move chips.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, SiteRules};

use crate::syntax::json;

mod events;
mod fill;
mod object;

/// See the module.
pub struct GlobalPoker;

const SITE: &str = "globalpoker";

/// The first key of a hand.
const FIRST_KEY: &str = "\"id\"";

/// The keys after it.
const TABLE_KEY: &[u8] = b"\"table\"";
const TABLE_ID_KEY: &[u8] = b"\"tableId\"";

impl Dialect for GlobalPoker {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[FIRST_KEY]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let table = json::after_text(head, FIRST_KEY)
            .and_then(|rest| rest.strip_prefix(TABLE_KEY))
            .and_then(|rest| rest.trim_ascii_start().strip_prefix(b":"))
            .and_then(|rest| rest.trim_ascii_start().strip_prefix(b"{"));
        table.is_some_and(|table| table.trim_ascii_start().starts_with(TABLE_ID_KEY))
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

/// From the hands seen: a rake of 5.50 from a main pot of 3458 and none from the side pot; seat totals exclude returned
/// bets.
const RULES: SiteRules = SiteRules {
    raises: RaisePrinting::To,
    are_pots_gross: true,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::Apart,
    ..SiteRules::PLAIN
};
