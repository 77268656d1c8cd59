//! PHH, the Poker Hand History format (`.phh`, `.phhs`): TOML, used by researchers and for broadcast hands.
//!
//! Written from the specification, from hands of 2019 and 2023, and from pokerkit, which implements it:
//! ```toml
//! variant = 'F7S'
//! ante_trimming_status = true
//! antes = [50000, 50000, 50000]
//! bring_in = 50000                                     # blinds_or_straddles = [200, 400, 0] in games with blinds
//! small_bet = 200000                                   # min_bet in games without fixed bets
//! big_bet = 400000
//! starting_stacks = [2600000, 11250000, 4475000]
//! actions = ['d dh p1 5d2sAd', 'd dh p2 ????4h', 'p2 pb', 'p3 f', 'p1 cbr 200000', 'p2 cc', 'd db Jc3d5c', 'p1 sm 5d2sAd']
//! day = 22
//! month = 6
//! year = 2023
//! hand = 10
//! players = ['Ann', 'Bob', 'Cy']
//! finishing_stacks = [2550000, 11150000, 4625000]
//! ```
//! A `.phhs` file has several hands, each in its own table: `[1]`, `[2]`.
//!
//! Liberties:
//! * `variant` comes first in a hand, as in all files. A number at the end of a hand is the next one's table header.
//! * Player 1 sits left of the button. Heads-up, player 1 has the big blind, and antes and blinds are listed in
//!   reverse. Some writers list the button first, with its blind: there player 1 acts first before the flop.
//! * `cc` checks or calls; `cbr` is the seat's total on the street. A check where all opponents are all-in, which pokerkit
//!   demands of the big blind, is not an action.
//! * A call of a short big blind costs what was posted in pokerkit, and the whole blind at real tables: the results show
//!   which.
//! * There are no payments: what a seat wins follows from `finishing_stacks` or `winnings`. Without them the hand is
//!   incomplete. Winnings that are what the stacks grew by are not what was paid.
//! * What is missing from the finishing stacks is the rake; in hands that handlab wrote, `_handlab_rake` and
//!   `_handlab_fees` say how much that is, `_handlab_site` and `_handlab_hand_id` name the
//!   hand, and `_handlab_hero` is the player who owns the file. Others write `_apm_hero = 2` (`AnkiPokerMaster`) or
//!   `_hero = 'Bob'` (fpdb).
//! * A negative blind is a newcomer's post to play at once: a big blind, with the excess dead.
//! * A stack of `inf` is unknown.
//! * The site is that of `venue`, if handlab knows it. A time without a zone is left without one: many writers copy it
//!   from a log that prints none, though the specification says UTC.
//! * A hand without `hand` is identified by a digest of its text; with `event` its number is unique within the event.
//! * Amounts are read as text, so that none is ever a float.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

mod actions;
mod fields;
pub(crate) mod fill;
mod notation;
mod order;
mod payments;
mod plain;

pub use notation::code_of;

/// See the module.
pub struct Phh;

const SITE: &str = "phh";

impl Dialect for Phh {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["variant"]
    }

    /// The key at the start of its line, with one of the format's values.
    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let is_start = before.trim_ascii().is_empty() || before == b"\xEF\xBB\xBF";
        is_start && notation::variant_of(head).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

/// The rules of a hand.
fn rules(matches_short_blind: bool, has_winnings: bool) -> &'static SiteRules {
    match (matches_short_blind, has_winnings) {
        (true, false) => &RULES,
        (true, true) => &RULES_OF_WINNINGS,
        (false, false) => const { &SiteRules { matches_short_blind: false, ..RULES } },
        (false, true) => const { &SiteRules { matches_short_blind: false, ..RULES_OF_WINNINGS } },
    }
}

/// The payments are finishing stacks, which include an uncalled bet.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    matches_short_blind: true,
    ..SiteRules::PLAIN
};

/// The format does not say whether `winnings` include returned bets.
const RULES_OF_WINNINGS: SiteRules = SiteRules { paid_uncalled: PaidUncalled::Either, ..RULES };
