//! Boss Media: the XML that its clients keep, one element per hand.
//!
//! Written from documents of 2011 to 2017:
//! ```xml
//! <HISTORY ID="1978259345" SESSION="session338684371.xml" TABLE="Cleopatra 1" GAME="GAME_THM" GAMETYPE="GAMETYPE_REAL"
//!   GAMEKIND="GAMEKIND_CASH" TABLECURRENCY="SEK" LIMIT="NL" STAKES="2.00/4.00" DATE="1374166750" WIN="0.00" LOSS="0.00">
//! <PLAYER NAME="N" SEAT="1" AMOUNT="1351.12" STATE="STATE_PLAYING" DEALER="Y"></PLAYER>     STATE and DEALER since 2011
//! <ACTION TYPE="HAND_BLINDS" PLAYER="N" KIND="HAND_SB" VALUE="2.00"></ACTION>    HAND_BB, HAND_DSB, HAND_AB; HAND_ANTE
//! <ACTION TYPE="HAND_DEAL" PLAYER="N"><CARD LINK="b"></CARD><CARD LINK="11"></CARD></ACTION>
//! <ACTION TYPE="ACTION_RAISE" PLAYER="N" VALUE="9.00"></ACTION>          FOLD, CHECK, CALL, BET, ALLIN
//! <ACTION TYPE="HAND_BOARD" VALUE="BOARD_FLOP" POT="22.00"><CARD LINK="10"></CARD>...</ACTION>
//! <ACTION TYPE="CHANGECARD" PLAYER="N" COUNT="2"><CARD LINK="b"></CARD>...</ACTION>       in draw games
//! <SHOWDOWN NAME="HAND_SHOWDOWN" POT="74.11" RAKE="1.89">
//! <RESULT PLAYER="N" WIN="74.11" HAND="$(STR_BY_DEFAULT)"><CARD LINK="b"></CARD></RESULT></SHOWDOWN></HISTORY>
//! ```
//!
//! Liberties:
//! * Cards are numbers: ace to king of diamonds are 0 to 12, then clubs, hearts and spades. `b` is a back.
//! * `POT` excludes the rake, and neither `POT` nor `WIN` includes the uncalled bet.
//! * Calls and all-ins are printed as what they add or as the seat's total: only one amount is possible for each.
//!   Raises are totals, unless only the other reading fits the calls.
//! * The stakes of a fixed-limit game are its bets; its small blind is the one that was posted.
//! * `HAND_DSB` is a dead small blind, as is the part of `HAND_AB` beyond the big blind.
//! * A blind is printed in full even if its poster has less: the pots show it.
//! * Tournaments before 2012 have no lines for antes. The pots include them, and stacks are printed without them: an
//!   excess of the first pot that divides equally among all who got cards is their antes; each is also added to its
//!   stack. 374 of 387 stacks of the next hand then agree. One seat with nothing left may have paid less, if chips of 5
//!   leave only one way: of 245 from ten seats, nine paid 25 and the last its 20.
//! * A board repeats the cards of the streets before it.
//! * Seats that are empty or reserved are not players. Without `DEALER` the button is the last seat that was dealt
//!   cards; heads-up, the small blind.
//! * The time is seconds since 1970. No document of the corpus has the number of its tournament.
//! * A text that ends among the results counts if its money adds up.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules, TotalKind};

use crate::syntax::xml::{follows_markup, has_attributes};

mod antes;
mod history;
pub(crate) mod play;

/// See the module.
pub struct Boss;

pub(crate) const SITE: &str = "boss";

impl Dialect for Boss {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<HISTORY "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</HISTORY>", "<ROOT>", "?>"])
            && has_attributes(head, &["ID", "GAME", "GAMEKIND", "LIMIT", "STAKES", "DATE"])
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        history::read(span, hand)
    }
}

/// `POT="87.00" RAKE="3.00"` when 90.00 went in.
pub(crate) const RULES: SiteRules =
    SiteRules { total: TotalKind::Net, raises: RaisePrinting::To, ..SiteRules::PLAIN };
