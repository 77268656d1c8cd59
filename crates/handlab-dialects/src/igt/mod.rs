//! IGT, the former Boss Media: the JSON of its clients from 2017 on, with the contents of the XML of [`crate::boss`].
//!
//! Written from documents of 2017 and 2019, all of cash games, and from what the client's own replayer looks for:
//! ```json
//! {"history":[{"player":[{"name":"N","seat":"1","state":"STATE_PLAYING","dealer":"Y","bounty":"0.00","amount":"173.76"}],
//!  "action":[
//!   {"kind":"HAND_SB","date":"1549298496511","type":"HAND_BLINDS","player":"N","value":"0.25","bankRoll":"173.51"},
//!   {"type":"HAND_DEAL","player":"N","card":[{"link":"b"},{"link":"b"}]},
//!   {"type":"ACTION_RAISE","player":"N","value":"2.50","bankRoll":"134.08"},
//!   {"type":"ACTION_ADJUSTEMENT","player":"N","value":"0.50","bankRoll":"136.08"},
//!   {"type":"HAND_BOARD","value":"BOARD_FLOP","card":[{"link":"12"}],"mainpot":"22.38","rake":"0.62","pot":"22.38"}],
//!  "showDown":{"name":"HAND_SHOWDOWN","result":[{"player":"N","card":[],"folded":false,"bankRoll":"138.08","win":"2.0"}],
//!   "mainpot":"2.00","rake":"0.05","pot":"2.00"},
//!  "table":"T","game":"GAME_OMA","gameType":"OMAHA","gameKind":"GAMEKIND_CASH","tableCurrency":"SEK","limit":"Pot Limit",
//!  "date":"1549298496000","stake":"0.25/0.5","handId":"55950000.hand.20"}]}
//! ```
//!
//! Liberties:
//! * Action words, card numbers, pots net of rake, and blinds are as in [`crate::boss`].
//! * Calls and raises are totals for the street. `ACTION_ADJUSTEMENT` is for the uncalled bet: the part that remains in.
//! * The stakes are the blinds, even in fixed limit: `stake`, or `small` and `large` since 2019.
//! * `bankRoll` is the player's stack afterwards; the last one is compared with the hand's result. A dead blind or an
//!   ante that does not change it was paid before the stacks were printed, and is added to the stack. A stack of 0 is
//!   computed from the `bankRoll` of the player's first bet.
//! * A hand without `rake` paid none: it is printed whenever some was taken.
//! * `id` counts the hands of a table, only `handId` identifies the hand. Times are milliseconds since 1970; up to the
//!   year 2000 they count as missing.
//! * Five-card draw is read as in the XML; no such text was seen. Other games, a won jackpot, and unknown words that
//!   move chips are refused.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;

use crate::boss;
use crate::syntax::json;

mod fill;
mod object;

/// See the module.
pub struct Igt;

/// No first player in a list is longer.
const MAX_PLAYER: usize = 400;

impl Dialect for Igt {
    fn site(&self) -> &'static str {
        boss::SITE
    }

    fn name(&self) -> &'static str {
        "igt"
    }

    /// The first key of a hand: within actions and results its value is a text, not a list.
    fn needles(&self) -> &'static [&'static str] {
        &["\"player\":[", "\"player\": ["]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let head = &head[..head.len().min(MAX_PLAYER)];
        let is_key = |key: &[u8]| memchr::memmem::find(head, key).is_some();
        is_key(b"\"name\"") && is_key(b"\"seat\"") && is_key(b"\"STATE_")
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        fill::read(json::with_opening(span, "{", scratch), hand)
    }
}
