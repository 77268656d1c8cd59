//! `DriveHUD`: the XML in which the program keeps and exports hands of sites that write no text of their own.
//!
//! Written from what two public parsers of its exports of 2026 accept, one of which was checked on 3,401 hands of
//! `CoinPoker`, and from hands that the program's first version, whose source is public, kept in 2017 to 2019, with the
//! players after their actions. One document per hand:
//! ```xml
//! <?xml version="1.0" encoding="utf-8"?>
//! <HandHistory>
//!   <DateOfHandUtc>2026-05-30T02:27:25.124Z</DateOfHandUtc><HandId>9900001</HandId>
//!   <DealerButtonPosition>1</DealerButtonPosition><TableName>T</TableName><HeroName>N</HeroName>
//!   <GameDescription><PokerFormat>CashGame</PokerFormat><Site>CoinPoker</Site><GameType>NoLimitHoldem</GameType>
//!     <Limit><Currency>Chips</Currency><SmallBlind>400</SmallBlind><BigBlind>800</BigBlind><Ante>100</Ante></Limit>
//!     <SeatType MaxPlayers="6" /><TableType>Regular</TableType>
//!     <Tournament><TournamentId>991</TournamentId><BuyIn><PrizePoolValue>10</PrizePoolValue><Rake>1</Rake></BuyIn></Tournament>
//!   </GameDescription>
//!   <Players><Player PlayerName="N" StartingStack="20000" SeatNumber="1" Cards="AhKd" /></Players>
//!   <CommunityCards>7s3c2dKh9s</CommunityCards><TotalPot>2200</TotalPot>
//!   <Actions><HandAction PlayerName="N" HandActionType="RAISE" Amount="-2000" Street="Preflop" IsAllIn="false" /></Actions>
//! </HandHistory>
//! ```
//!
//! Liberties:
//! * Players have the name that their actions have, at some sites a number: `PlayerNick` is not read.
//! * The sign of an amount means nothing. Raises are totals for the street, or what is added where calls show that;
//!   `ALL_IN` is a raise, a bet or a call.
//! * In a fixed-limit game the two numbers are the bets if the first is posted as the big blind, else the blinds.
//! * `POSTS` is a big blind or, if it is at least the table's straddle, a straddle; the excess is dead, and so is less
//!   than a big blind.
//! * `TotalPot` is computed by the program, sometimes from bets and sometimes from payments: it is not read. Nor is a
//!   rake of 0.
//! * All cards of the board are in one place: the streets are its first three, the fourth and the fifth card.
//! * Cards of the player in `HeroName` were dealt, those of others were shown.
//! * A hand with a `Tournament` belongs to one, whatever its `PokerFormat`. The currencies `Chips` and `All` of a cash
//!   table are club chips.
//! * Games are those of the program's list. Short deck is not on it: hold'em at a table with that name is short deck.
//!   The big blind that its button posts is the button blind.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::xml::follows_markup;

mod actions;
mod fill;

/// See the module.
pub struct DriveHud;

/// The name in the `site` column if handlab does not know the site.
const NAME: &str = "drivehud";

const OPENING: &str = "<HandHistory";

const CLOSING: &str = "</HandHistory>";

impl Dialect for DriveHud {
    fn site(&self) -> &'static str {
        NAME
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let has = |name: &str| memchr::memmem::find(head, name.as_bytes()).is_some();
        follows_markup(before, &[CLOSING, "?>", "<ArrayOfHandHistory>"])
            && matches!(head.get(OPENING.len()), Some(b'>' | b' '))
            && has("<HandId>")
            && has("<DateOfHandUtc>")
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

/// Bets are all that the program knows of the pot.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::Added,
    is_total_printed: false,
    ..SiteRules::PLAIN
};
