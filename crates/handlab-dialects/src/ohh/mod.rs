//! Open Hand History (hh-specs.handhistory.org): one JSON object per hand, written by trackers and converters.
//!
//! Written from the specification, versions 1.2.2 to 1.4.7, and from logs of 2021 and 2022. Objects follow one another,
//! with or without empty lines between them:
//! ```json
//! {"ohh": {"spec_version": "1.4.7", "site_name": "PokerStars", "game_number": "77", "start_date_utc": "2022-01-16T01:47:19Z",
//!  "game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "currency": "USD", "dealer_seat": 1, "small_blind_amount": 0.1,
//!  "players": [{"id": 0, "seat": 1, "name": "Ann", "starting_stack": 25.0}],
//!  "rounds": [{"id": 0, "street": "Preflop", "cards": [], "actions": [
//!    {"action_number": 0, "player_id": 0, "action": "Post SB", "amount": 0.1, "is_allin": false}]}],
//!  "pots": [{"number": 0, "amount": 0.5, "rake": 0.0, "player_wins": [{"player_id": 0, "win_amount": 0.5}]}]}}
//! ```
//!
//! Liberties:
//! * Some writers leave out the object around the hand, alone or in a list: such a hand starts with `spec_version`.
//! * A number printed from a binary float (`0.30000000000000004`) is read as the amount that it stands for.
//! * A hand without `game_number` is identified by a digest of its object.
//! * A pot's `rake` may be missing: it is then what the payments are short of the pot, if that is plausible.
//! * The blinds may be `small_blind` and `big_blind`, as in the first versions. A player without a name is identified
//!   by `display` or `id`. Some writers list `cards` with the players, without an action that shows them.
//! * The site is the one that `site_name` names; a room that handlab does not know has that name in lower case, without
//!   what is neither letter nor digit.
//! * The files of `PokerNow` itself are of that site, whatever they say: module `pokernow`.
//! * No field has the fixed-limit bets: they are the big blind and twice that.
//! * The amount of `Call` and `Raise` is what is added. Some writers (Ten-Four, 2026) print the seat's total on the
//!   street, which is assumed if only that matches the pots. They also call an all-in that opens a street a raise, and
//!   their pots include the uncalled bet.
//! * A pot's amount is before rake and excludes the uncalled bet, which no field gives.
//! * A street that occurs twice with different cards is a second runout. `Omaha` with five or six hole cards is that
//!   variant.
//! * `Post Extra Blind` is "any other type of blind", and live: a newcomer's, as large as the big blind or a straddle. No
//!   action of the specification is an ante that the big blind pays for all: some writers call it `Post BB Ante`.
//! * A `bonus_amount` is paid beside the pot, to whoever gets it.
//! * The words of games, betting and streets may be those of other sites (`Omaha Hi/Lo`, `Pot Limit`, `Show Down`). A hand
//!   whose betting is another word is refused; without any it is no limit.
//! * A `Player Adjustment`, paid beside the pot to or by a player, is not read.
//! * `Draw` does not say which game it is, and is refused. Unknown actions are refused if they move chips.
//! * Numbers are read as text, so that no amount is ever a float.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::syntax::json;

mod fill;
mod head;
mod object;
mod pokernow;
mod pots;
mod rounds;
mod totals;

pub(crate) use head::split_zone;

/// See the module.
pub struct OpenHandHistory;

pub(crate) const NAME: &str = "ohh";

/// The key of the object around a hand.
const WRAPPER: &str = "\"ohh\"";

/// The key of the object around the summary of a tournament, [`crate::ohh_summary`].
const WRAPPER_OF_SUMMARY: &str = "\"ots\"";

/// The first key of a hand without an object around it; summaries start like that too.
pub(crate) const FIRST_KEY: &str = "\"spec_version\"";

/// A key of every summary; in a hand it is within a nested object.
const NUMBER_KEY: &[u8] = b"\"tournament_number\"";

impl Dialect for OpenHandHistory {
    fn site(&self) -> &'static str {
        NAME
    }

    fn needles(&self) -> &'static [&'static str] {
        &[WRAPPER, FIRST_KEY]
    }

    /// Only the key counts, not a value.
    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let key = if head.starts_with(WRAPPER.as_bytes()) { WRAPPER } else { FIRST_KEY };
        let value = head[key.len()..].trim_ascii_start().strip_prefix(b":");
        // A list of hands without their own objects is not a hand.
        value.is_some_and(|value| !value.trim_ascii_start().starts_with(b"["))
            && !(key == FIRST_KEY && is_summary(head))
    }

    /// A hand without an object around it starts with its first key; within that object the hand has already started.
    fn may_follow(&self, earlier: &[u8], head: &[u8]) -> bool {
        let earlier = earlier.trim_ascii_end();
        if head.starts_with(WRAPPER.as_bytes()) || earlier.is_empty() {
            return true;
        }
        let Some(rest) = earlier.strip_suffix(b"{") else { return false };
        let name = rest.trim_ascii_end().strip_suffix(b":").map(<[u8]>::trim_ascii_end);
        let wrappers = [WRAPPER, WRAPPER_OF_SUMMARY];
        !name.is_some_and(|name| wrappers.iter().any(|key| name.ends_with(key.as_bytes())))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        if !span.text.starts_with(FIRST_KEY) {
            return fill::read(span, hand);
        }
        fill::read(json::with_opening(span, ":{", scratch), hand)
    }
}

/// `amount` and `rake` come with each pot; raises follow the specification.
const RULES: SiteRules = SiteRules { raises: RaisePrinting::Added, ..SiteRules::PLAIN };

/// Programs that do not know the rake omit it or write `null`.
const RULES_WITHOUT_RAKE: SiteRules = SiteRules { rake: RakePrinting::Never, ..RULES };

/// Whether a tournament number follows `spec_version` in the same object.
pub(crate) fn is_summary(head: &[u8]) -> bool {
    memchr::memmem::find(head, NUMBER_KEY)
        .is_some_and(|at| memchr::memchr2(b'{', b'[', &head[..at]).is_none())
}
