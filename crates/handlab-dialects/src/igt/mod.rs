//! IGT, the former Boss Media: the JSON of its clients from 2017 on, which says what the XML of [`crate::boss`]
//! said.
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
//! * Words of actions, cards as numbers, pots without the rake, and blinds are those of [`crate::boss`].
//! * Calls and raises are totals of the street. `ACTION_ADJUSTEMENT` is the uncalled bet: what remains in of it.
//! * The stakes are the blinds, also of fixed limit: `stake`, or `small` and `large` since 2019.
//! * `bankRoll` is what a player then has; the last one is compared with what the hand gives. A dead blind or an ante that
//!   does not change it was paid before the stacks were printed, and is added to its stack. A stack of 0 is the one that
//!   the `bankRoll` of the player's first bet shows.
//! * A hand without `rake` paid none: it is printed wherever some was taken.
//! * `id` counts the hands of a table, `handId` is the only number of its own. Times are milliseconds since 1970; where one
//!   is not later than 2000, the hand has no time.
//! * Five-card draw is read as in the XML; no such text was seen. Other games, a jackpot that is won, and unknown words
//!   that move chips are refused.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;

use crate::{boss, json};

mod fill;
mod object;

/// See the module.
pub struct Igt;

/// No first player of a list is longer.
const MAX_PLAYER: usize = 400;

impl Dialect for Igt {
    fn site(&self) -> &'static str {
        boss::SITE
    }

    fn name(&self) -> &'static str {
        "igt"
    }

    /// The first key of a hand: within actions and results it has a text, not a list.
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
