//! Everest: the XML that its clients saved, one element per hand.
//!
//! Written from documents of 2011 and 2012. A session comes before its hands:
//! ```xml
//! <SESSION time="1335014137" tableName="Kitwe-5" id="1548.205.168" type="ring" money="$" screenName="Hero" game="hold-em" gametype="fixed-limit"/>
//! <HAND time="1335014414" id="7526266449" index="7" blinds="$0.01/$0.02" stakes="$0.02/$0.04">
//!   <SEAT position="0" name="N" balance="197"/>
//!   <ANTE position="0" amount="3000"/>
//!   <DEALER position="0"/>
//!   <BLIND position="2" amount="2" penalty="0"/><XBLIND position="3"/>
//!   <HOLE position="2">Jh</HOLE><HOLE position="3">--</HOLE>
//!   <FOLD position="3"/><BET position="0" amount="2"/>
//!   <SWEEP rake="0" tax="0">8</SWEEP>
//!   <COMMUNITY>10d, 10s, Kd</COMMUNITY>
//!   <PUSH position="2" amount="2"/>
//!   <SHOW position="2">Jh, Jd</SHOW>
//!   <WIN position="2" amount="8" pot="0" potAmount="8"/>
//! </HAND>
//! ```
//!
//! Liberties:
//! * Amounts are cents, even of tournament chips, while `blinds` and `stakes` are whole units.
//! * `BET` is any chips put in, none for a check: the earlier bets show which action it is.
//! * `PUSH` returns an uncalled bet. `SWEEP` repeats what the pots hold.
//! * `blinds` of a tournament hand may be the previous level's: the posted ones are taken.
//! * `penalty` is dead money with a blind. `XBLIND` and `XSHOW` mark a blind or show that did not happen.
//! * A seat that can bet but does nothing until the next street or the end of the hand is not assumed to have folded.
//! * The time is seconds since 1970.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::syntax::xml::{follows_markup, has_attributes};

mod hand;
mod session;

/// See the module.
pub struct Everest;

const SITE: &str = "everest";

impl Dialect for Everest {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["<HAND "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</HAND>", "/>"])
            && has_attributes(head, &["time", "id", "index", "blinds"])
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &["<SESSION "]
    }

    fn claims_preamble(&self, before: &[u8], head: &[u8]) -> bool {
        follows_markup(before, &["</HAND>", "/>", "?>"])
            && has_attributes(head, &["time", "tableName", "game", "gametype"])
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        hand::read(span, hand)
    }
}

/// `SWEEP` prints what was taken; the rest is won.
const RULES: SiteRules =
    SiteRules { raises: RaisePrinting::Added, is_total_printed: false, ..SiteRules::PLAIN };
