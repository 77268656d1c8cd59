//! Microgaming (Prima, `MPN`): the XML that its clients save, one element per hand.
//!
//! Written from documents of 2010 to 2016. A line `----PRIMA.DAT----` or the table's name may surround a game:
//! ```xml
//! <Game hhversion="5" id="5905016440" date="2016-02-10 17:37:42" tablename="Kelsi - €1K Max" stakes="5|10" betlimit="PL"
//!       tabletype="Cash Game" gametypeid="50" gametype="Omaha" realmoney="true" currencysymbol="rCA=" playerseat="3" rake="300">
//!   <Seats><Seat num="1" alias="N" balance="1265.00" endbalance="1280.00" dealer="true"/></Seats>
//!   <Gameplay>
//!     <Action seq="1" type="SmallBlind" seat="3" value="5.00"/>       BigBlind, PostedToPlay, Ante
//!     <Action seq="3" type="DealCards" seat="3"><Card value="10" suit="c" id="22"/></Action>
//!     <Action seq="4" type="Raise" seat="3" value="35.00"/>           Fold, Check, Call, Bet, AllIn, ShowCards, MuckCards
//!     <Action seq="9" type="DealFlop"><Card value="K" suit="d" id="38"/></Action>
//!     <Action type="Win"><Seat num="1" amount="50.00" pot="0" type="" lowhandwin="0"/></Action>
//!   </Gameplay>
//! </Game>
//! ```
//!
//! Liberties:
//! * The stakes of a fixed-limit game are its bets; its small blind is the posted one.
//! * Raises are what is added, in documents without `hhversion` totals (2010, 2011), unless only the other reading fits
//!   the calls or, if no call follows, the payments.
//! * `PostedToPlay` counts towards the call, even if it is a small blind: after 5 and a raise of 30 a call costs 35.
//!   Any excess over a big blind is dead. So is a small blind posted with it that is not printed, if the poster's
//!   `endbalance` is short by exactly that: 9.85 of 10.00 are left after posting 0.10 to play at 0.05/0.10.
//! * `rake` is in cents and excludes what a jackpot takes, which the balances show: 128 left the table with a rake of
//!   78.
//! * Currencies are symbols as base64 of UTF-16.
//! * `endbalance` is compared with the actions and payments.
//! * If everyone else folds, the winner is paid the uncalled bet too, otherwise not; with `MoneyReturned` it is not
//!   included.
//! * `BadBeatContribution` leaves the stack but does not enter the pot: a side payment. The value of `Disconnect` is a
//!   time.
//! * `AllIn` among the posts is the post that is due, and so is one that opens the hand while no one has posted the big
//!   blind: no one can act voluntarily before that.
//! * A hand in which no one puts anything in and no balance changes was cancelled.
//! * No zone is printed.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::xml::{follows_markup, has_attributes};

mod game;
mod header;
mod posts;

/// See the module.
pub struct Microgaming;

const SITE: &str = "microgaming";

impl Dialect for Microgaming {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<Game "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</Game>", "----PRIMA.DAT----", "?>"])
            && has_attributes(head, &["id", "date", "stakes", "betlimit", "gametypeid"])
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        game::read(span, hand)
    }
}

/// No document prints a total; some omit the rake.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Era,
    raises: RaisePrinting::Added,
    is_second_small_blind_live: true,
    is_total_printed: false,
    ..SiteRules::PLAIN
};
