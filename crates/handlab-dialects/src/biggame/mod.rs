//! The Big Game: the hands of a television show as scripts of its site, one call per hand.
//!
//! Written from the seven episodes of the first season whose hands are kept, after the address of each:
//! ```js
//! LoadHand({Hand:{Title:"d1h1",NumberOfSeats:6,PotSize:0,BigBlind:400,SmallBlind: 200,Ante:600,CurrentBet:0,Dealer:4,
//!   CardsOut:[],Players: [{Name:"N",Seat:1,Stack:100000,Cards:["da","dj"],CurrentBet:0}]},
//!   Plays:[{Seat:1,Action:"Calls"},{Seat:2,Action:"Raises To",value:1200},{Seat:0,Action:"Deal",value:["sq","d2","s3"]},
//!   {Seat:4,Action:"Bets",value:800},{Seat:5,Action:"Takes Back",value:100},{Seat:4,Action:"Wins",value:3000}]})
//! ```
//!
//! Liberties:
//! * Keys have no quotation marks; these are added before the text is read as JSON.
//! * Amounts are whole dollars. Calls and all-ins have none: they follow from the bet and the stack.
//! * The dealer pays the ante for the table: with that 1,033 of 1,049 hands conserve chips, and the next stacks agree.
//! * No line posts the blinds: they are the seats after the dealer that have cards or act. If the second of these acts
//!   first, there is no small blind.
//! * `Straddles` and `Raises To` are totals. `Bets` before the flop is what a blind adds: after 1400 each has 1800 in
//!   the pot.
//! * Cards that follow the award of the pot were not played. A second or later run comes in one piece, the first run
//!   card by card, and an unknown run as an empty list. Up to four runs were agreed on.
//! * An uncalled bet is paid with the pot, unless `Takes Back` returns it. There is no rake.
//! * No time is printed.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::syntax::text::is_line_start;

mod fill;
mod plays;
mod script;

/// See the module.
pub struct BigGame;

const SITE: &str = "biggame";

impl Dialect for BigGame {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["LoadHand("]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let rest = head["LoadHand(".len()..].trim_ascii_start().strip_prefix(b"{");
        let rest = rest.and_then(|rest| rest.trim_ascii_start().strip_prefix(b"Hand"));
        is_line_start(before) && rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
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

/// A game without rake and without a printed total.
const RULES: SiteRules =
    SiteRules { raises: RaisePrinting::To, is_total_printed: false, ..SiteRules::PLAIN };
