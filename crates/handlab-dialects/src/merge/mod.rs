//! The Merge network (Carbon, RPM, Lock, ...): the XML that its clients save, one element per hand.
//!
//! Written from documents of 2010 to 2015. A description precedes the games that it applies to:
//! ```xml
//! <description type="Holdem" stakes="No Limit ($1/$2)" version="2"/>      `Omaha H/L8`, `7-Stud`, `HORSE Tournament`, ...
//! <game id="33423082-1" starttime="20110419085211" numholecards="5" gametype="67" realmoney="true"
//!       data="20110419|Minnehaha (33423082)|33423082|33423082-1|false">         in mixed games also multigametype="49"
//!   <players dealer="3"><player seat="1" nickname="N" balance="$30.00" dealtin="true"/></players>
//!   <round id="BLINDS" sequence="1"><event sequence="1" type="SMALL_BLIND" timestamp="1303221132531" player="3" amount="0.50"/></round>
//!   <round id="PREFLOP" sequence="2"><event .. type="RAISE" player="3" amount="2.00"/><cards type="HOLE" cards="Jh,6c" player="3"/></round>
//!   <round id="POSTFLOP" sequence="3"><cards type="COMMUNITY" cards="Td,8h,Ac" player="-1"/></round>
//!   <round id="SHOWDOWN" sequence="6"><cards type="SHOWN" cards="Qc,Qd" player="4"/></round>
//!   <round id="END_OF_GAME" sequence="7"><winner amount="0.91" uncalled="false" potnumber="1" player="4" pottype="n"/></round>
//! </game>
//! ```
//!
//! Liberties:
//! * Raises are totals since 8 September 2010; before that, what is added. For calls and all-ins only one amount is
//!   possible.
//! * Balances of tournaments without a version exclude the posts: two players with 1,000 chips have 990 and 980 before
//!   they post 10 and 20. Posts are added to their stacks.
//! * The rake is not printed; winners are paid the uncalled bet with the pot, unless a separate line returns it.
//! * `RETURN_BLIND` is a big blind, with any excess dead; `INITIAL_BLIND` is a newcomer's big blind.
//! * If no stakes are printed, as in most tournaments, they are the posted blinds, from which fixed-limit bets follow.
//!   A blind of last chips is below the stake if a call shows so.
//! * An all-in among the blinds is the blind that is missing, or the ante of a seat that has not paid it. All-ins without
//!   an amount, and checks of seats without cards, repeat what is known.
//! * In stud `DRAW_DRAWN_CARDS` lists the up cards of each seat after `null` or nothing for its down cards.
//! * Events have a time in milliseconds since 1970, from which the hand's is taken; `starttime` has no zone.
//! * After `RABBIT`, and once all but one have folded, board cards are those that would have come. They were not dealt
//!   and are dropped.
//! * A joker, half-pot limit and A-5 draw are refused, since their hands cannot be audited.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::xml::{follows_markup, has_attributes};

mod description;
mod events;
mod game;

/// See the module.
pub struct Merge;

const SITE: &str = "merge";

impl Dialect for Merge {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<game "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</game>", "/>"])
            && has_attributes(head, &["id", "starttime", "numholecards", "gametype"])
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &["<description "]
    }

    fn claims_preamble(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</game>", "/>", "?>"])
            && has_attributes(head, &["type", "stakes"])
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        game::read(span, hand)
    }
}

/// With 1 + 5 + 2 chips in the pot the raiser is paid 8: the uncalled bet is included. No document prints a total.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    paid_uncalled: PaidUncalled::WithPot,
    is_total_printed: false,
    ..SiteRules::PLAIN
};
