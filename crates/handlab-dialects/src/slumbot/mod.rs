//! Slumbot (slumbot.com): the answers of its public interface, which researchers log for each hand that their program
//! plays against it.
//!
//! Written from the sample client that its author publishes, answers that public programs quote (2019 to 2026), and how
//! they log them:
//! ```json
//! {"old_action": "b200c/kb400", "action": "b200c/kb400f", "client_pos": 1, "hole_cards": ["Ac", "9d"],
//!  "board": ["Th", "9c", "4s"], "bot_hole_cards": ["Qc", "Tc"], "winnings": 200, "won_pot": 800, "session_num_hands": 2,
//!  "baseline_winnings": -750, "session_total": 100, "session_baseline_total": -750}
//! ```
//! `k` is a check, `c` a call, `f` a fold, `b400` a bet or a raise to 400 on the street, and `/` ends a street. Heads-up
//! no-limit hold'em, blinds of 50 and 100, 20,000 chips each at the start of every hand.
//!
//! Liberties:
//! * Only the last answer of a hand has `winnings`, and it has the whole hand. The answers before it are not read: a hand
//!   that was abandoned is no hand.
//! * The keys may be in another order, and others among them: a hand starts with `action`, `client_pos` or `hole_cards`,
//!   whichever is first, if the rest of the object has the others and `board` and `winnings`. Keys before that and other
//!   keys (`old_action`, `token`, `session_total`) are not read.
//! * The sample client prints answers as Python does (`{'action': 'b200f', ...}`): its output is read, too.
//! * `client_pos` is 0 in the big blind and 1 on the button. The client has seat 1 in all hands, and no name.
//! * After an all-in, the streets that are only dealt may be left out (`b20000c`) or not (`b20000c///`).
//! * `winnings` is what the client won or lost. A seat is paid its result plus what it had put in, including any uncalled
//!   bet. `won_pot` is all that was put in, negative if the client lost; what it is of a split pot no answer shows.
//! * The answer shows the bot's cards after a fold, too. They count as shown; only those who are in the hand at the end
//!   show them there.
//! * There is no number or time. A digest of the answer is the number: its counters tell hands with the same cards apart.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules};

mod fill;
mod keys;
mod object;
mod play;

use keys::Keys;

/// See the module.
pub struct Slumbot;

const SITE: &str = "slumbot";

/// The keys of which the first starts a hand, as JSON and Python write them. Answers as they come start with `action`.
const STARTS: [&str; 4] = ["\"action\"", "\"client_pos\"", "\"hole_cards\"", "'action'"];

/// The keys of every hand's last answer.
const ALL: [&str; 5] = ["action", "client_pos", "hole_cards", "board", "winnings"];

impl Dialect for Slumbot {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &STARTS
    }

    fn claims(&self, _: &[u8], head: &[u8]) -> bool {
        /// An answer is half as long, indented too.
        const LONGEST: usize = 1000;
        let near = &head[..head.len().min(LONGEST)];
        // Other sites' objects have an action, too, but not all of the words.
        if ALL.iter().any(|key| memchr::memmem::find(near, key.as_bytes()).is_none()) {
            return false;
        }
        let mut missing = ALL.map(str::as_bytes).to_vec();
        for key in Keys::of(near) {
            missing.retain(|other| *other != key);
            if missing.is_empty() {
                return true;
            }
        }
        false
    }

    /// Low cards have no letter but that of the suit.
    fn writes_both_cases(&self) -> bool {
        false
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

/// No rake is taken.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    raises: RaisePrinting::To,
    is_total_printed: false,
    paid_uncalled: PaidUncalled::WithPot,
    ..SiteRules::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    fn is_header(head: &str) -> bool {
        Slumbot.claims(b"", head.as_bytes())
    }

    #[test]
    fn a_hand_has_all_keys_in_one_object() {
        let cards = "\"hole_cards\": [\"Ac\", \"9d\"], \"board\": []";
        let hand = format!("\"action\": \"f\", \"client_pos\": 0, {cards}, \"winnings\": 50");
        assert!(is_header(&format!("{hand}}}")));
        assert!(is_header(&hand.replace('"', "'")));
        assert!(is_header(&hand.replace(": ", "\r\n:").replace(", ", "\n, ")));
        assert!(is_header(&format!("{cards}, \"x\": {{\"a\": \"}}\\\"\"}}, {hand}")));
        for (from, to) in [
            ("winnings", "session_total"),
            ("board", "boards"),
            ("\"winnings\"", "winnings"),
            (", \"winnings", "}, {\"winnings"),
            (", \"winnings", ", \"x\": {\"winnings"),
            ("client_pos\":", "client_pos\","),
        ] {
            assert!(!is_header(&hand.replace(from, to)), "{from} to {to}");
        }
        assert!(!is_header(&hand["\"action\": \"f\", ".len()..]), "the second key");
        assert!(!is_header(&format!("\"action\": \"{}{}", "k".repeat(1000), &hand[10..])));
    }
}
