//! `PokerGFX`: the JSON in which the software for televised tables saves the hands of a stream.
//!
//! Written from public exports of version 3.2 of 2025 (`PGFX_live_data_export GameID=...json`, a tournament series),
//! how public parsers read them, and a public description of the program's types:
//! ```json
//! {"CreatedDateTimeUTC":"2025-03-02T10:58:07.5783819Z","EventTitle":"","Hands":[
//!  {"AnteAmt":500,"BetStructure":"NOLIMIT","BombPotAmt":0,"Description":"","Duration":"PT3M18.0255475S","Events":[
//!    {"BetAmt":1000,"BoardCards":null,"BoardNum":0,"DateTimeUTC":null,"EventType":"BET","NumCardsDrawn":0,"PlayerNum":2,
//!     "Pot":1300},
//!    {"BetAmt":0,"BoardCards":"10d","BoardNum":1,"DateTimeUTC":null,"EventType":"BOARD CARD","NumCardsDrawn":0,
//!     "PlayerNum":0,"Pot":0}],
//!   "FlopDrawBlinds":{"AnteType":"BB_ANTE_BB1ST","BigBlindAmt":500,"BigBlindPlayerNum":8,"BlindLevel":0,"ButtonPlayerNum":6,
//!    "SmallBlindAmt":300,"SmallBlindPlayerNum":7,"ThirdBlindAmt":0,"ThirdBlindPlayerNum":0},
//!   "GameClass":"FLOP","GameVariant":"HOLDEM","HandNum":1,"NumBoards":1,"Players":[
//!    {"BlindBetStraddleAmt":0,"EliminationRank":-1,"EndStackAmt":23000,"HoleCards":["ah kd"],"LongName":"Ann Low","Name":"LOW",
//!     "PlayerNum":2,"SittingOut":false,"StartStackAmt":42000}],
//!   "RunItNumTimes":1,"StartDateTimeUTC":"2025-03-02T11:37:27.4134621Z"}],
//!  "ID":638765098875783819,"Payouts":[0],"SoftwareVersion":"PokerGFX 3.2","Type":"FEATURE_TABLE"}
//! ```
//! Events: `FOLD`, `CHECK`, `CALL`, `BET`, `ALL IN`, `BOARD CARD`.
//!
//! Liberties:
//! * `BetAmt` is the total on the street, even for a call. A raise is called a bet. `Pot`, the pot before the event, is
//!   not read.
//! * No event posts blinds and antes: `FlopDrawBlinds` says who posts them. A short stack posts what it has; with a
//!   big-blind ante the blind comes first if `AnteType` says so (`BB1ST`).
//! * Neither payments nor rake are given: a seat is paid the difference between its ending stack and what is left of
//!   its starting stack. Chips that no event moved, for instance after a stack was corrected, are a contradiction.
//! * Card readers in the table see all cards. They count as shown; only those who are in the hand at the end show them
//!   there.
//! * A hand has no number of its own: its time and its number in the file serve as one.
//! * The hand does not say whether it belongs to a tournament, nor what its chips are worth: they count as club chips.
//! * Players are identified by `Name`, as shown on screen; those who sit out without chips are not dealt in.
//! * Not seen in public files, and read as their names suggest: Omaha, bomb pots, a third blind and straddles, a second
//!   board. Their ending stacks must fit. Other games are refused, as are other antes and events.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

mod boards;
mod events;
mod fill;
mod object;
mod posts;

/// See the module.
pub struct PokerGfx;

const SITE: &str = "pokergfx";

/// The first key of a hand: the program sorts them.
const FIRST_KEY: &str = "\"AnteAmt\"";

/// The key after it.
const SECOND_KEY: &[u8] = b"\"BetStructure\"";

impl Dialect for PokerGfx {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[FIRST_KEY]
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let value = head.strip_prefix(FIRST_KEY.as_bytes());
        let value = value.and_then(|rest| rest.trim_ascii_start().strip_prefix(b":"));
        value.is_some_and(|value| {
            let value = value.trim_ascii_start();
            let digits = value.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.')).count();
            let rest = value[digits..].trim_ascii_start().strip_prefix(b",");
            rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(SECOND_KEY))
        })
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

/// A seat's payment follows from its ending stack, which includes an uncalled bet and excludes the rake.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_starts_with_its_ante_and_its_betting() {
        assert!(PokerGfx.claims(b"{", b"\"AnteAmt\":500,\"BetStructure\":\"NOLIMIT\""));
        assert!(PokerGfx.claims(b"", b"\"AnteAmt\" : 0,\n   \"BetStructure\" : 1"));
        for other in ["\"AnteAmt\":\"5\",\"BetStructure\":", "\"AnteAmt\":5,\"Blinds\":1"] {
            assert!(!PokerGfx.claims(b"", other.as_bytes()), "{other}");
        }
    }
}
