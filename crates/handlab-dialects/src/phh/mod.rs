//! PHH, the Poker Hand History format (`.phh`, `.phhs`): TOML, by researchers and for broadcast hands.
//!
//! Written from the specification, from hands of 2019 and 2023, and from pokerkit, which reads it:
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
//! A `.phhs` file has several hands, each under a table of its own: `[1]`, `[2]`.
//!
//! Liberties:
//! * `variant` comes first in a hand, as in all files. A number that ends a hand is the table of the next one.
//! * Player 1 sits left of the button. Heads-up player 1 has the big blind, and antes and blinds are listed the other
//!   way round.
//! * `cc` checks or calls; `cbr` is what the seat then has in on the street.
//! * No line pays anything: what a seat wins is what `finishing_stacks` or `winnings` say. Without them the
//!   hand is incomplete.
//! * What is missing from the finishing stacks is the rake; in hands that handlab wrote, `_handlab_rake` and
//!   `_handlab_fees` say how much that is, `_handlab_site` and `_handlab_hand_id` name the
//!   hand, and `_handlab_hero` is the player who owns the file.
//! * A blind below 0 is what a newcomer posts to play at once: a big blind, and what exceeds it is dead.
//! * A stack that is `inf` is not known.
//! * The site is that of `venue`, if handlab knows it. A time without a zone stays without: many writers copy the clock
//!   of a log that prints none, though the specification takes it for UTC.
//! * A hand without `hand` is known by a digest of its text; with `event` its number is one of the event.
//! * Amounts are read as text, so that none is ever a float.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

mod actions;
pub(crate) mod fill;
mod notation;
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

    /// A key at the start of its line, with one of the values that the format has.
    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let is_start = before.trim_ascii().is_empty() || before == b"\xEF\xBB\xBF";
        is_start && notation::variant_of(head).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

/// What is paid are stacks at the end, in which an uncalled bet is.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};

/// Whether `winnings` hold what came back uncalled, the format does not say.
const RULES_OF_WINNINGS: SiteRules = SiteRules { paid_uncalled: PaidUncalled::Either, ..RULES };
