//! Open Hand History (hh-specs.handhistory.org): one JSON object per hand, by trackers and converters.
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
//! * The site is the one that `site_name` names, if handlab knows it.
//! * The amount of `Raise` is what is added. A pot's amount is before rake and without the uncalled bet, which no field
//!   holds.
//! * A street that occurs twice with cards is a second runout. `Omaha` with five or six hole cards is that game.
//! * `Draw` does not say which game it is, and is refused. Unknown actions are refused if they move chips.
//! * Numbers are read as text, so that no amount is ever a float.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

mod fill;
mod object;

/// See the module.
pub struct OpenHandHistory;

const NAME: &str = "ohh";

impl Dialect for OpenHandHistory {
    fn site(&self) -> &'static str {
        NAME
    }

    fn needles(&self) -> &'static [&'static str] {
        &["\"ohh\""]
    }

    /// The key, not a value.
    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        let rest = &head["\"ohh\"".len()..];
        rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        fill::read(span, hand)
    }
}

/// `amount` and `rake` stand with each pot; raises as the specification says.
const RULES: SiteRules = SiteRules { raises: RaisePrinting::Added, ..SiteRules::PLAIN };
