//! `CPokers`: the log of its play-money tables, at which many players are programs.
//!
//! Written from what two public parsers accept, and the header of one hand of 2025:
//! ```text
//! CPokers Hand #23594389
//! Button is in Seat 3
//! Played at 2025-08-15T07:10:06.360Z
//! Log Version js2
//! Seat 0: [B] NAME (Chips: 267)                   a program; its actions are marked as well
//! Seat 1: NAME (Chips: 200) (Sitting In)
//! Seat 7: empty
//! [B] NAME: posts 1
//! Dealt A♥5♣                                      without the player
//! Preflop
//! NAME: raises to 6
//! Flop:9♦2♠6♦
//! NAME:shows A♥5♣ (a pair)
//! Uncalled bet of 5 returned to NAME
//! NAME: collects 12 from the Main pot             or `Side pot 1`
//! Summary
//! Total pot 12 | Rake 0
//! Board 9♦2♠6♦
//! ```
//!
//! Liberties:
//! * The first post is the small blind, the next the big one: stakes are not printed.
//! * A call is printed as what the seat adds or as its total, whichever is possible.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::inferred::readings::{self, Reading};
use crate::lines::Grammar;
use crate::lines::acts::Acts;
use crate::lines::common_form::{Header, Names, lines, read_header};
use crate::lines::translate::{Translator, read_translated};
use crate::syntax::text::{
    is_digits, is_line_start, rsplit_once, split_once, trim, trim_start, write_line,
};

/// See the module.
pub struct CPokers;

const SITE: &str = "cpokers";
const OPENING: &str = "CPokers Hand #";

/// Precedes the name of a program.
const PROGRAM: &str = "[B] ";

impl Dialect for CPokers {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && hand_id(&first_line(head, 60)).is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !lines.has_total;
        readings::resolve(hand, &[Reading::To]);
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    lists_all_seats: false,
    ..Grammar::COMMON
};

const RULES: SiteRules = SiteRules { raises: RaisePrinting::To, ..SiteRules::PLAIN };

fn hand_id(line: &str) -> Option<&str> {
    let id = line.strip_prefix(OPENING)?.trim();
    is_digits(id).then_some(id)
}

/// State carried from earlier lines to later ones.
#[derive(Default)]
struct Lines<'a> {
    header: Header<'a>,
    names: Names<'a>,
    acts: Acts<'a>,
    /// The number of blinds posted so far.
    posts: usize,
    /// The cards of the board.
    board: String,
    has_shown: bool,
    has_total: bool,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let lines = || lines(text);
        let after = |words| lines().find_map(|line| line.strip_prefix(words));
        let posted = |line| rsplit_once(line, ": posts ").map(|(_, amount)| amount);
        let mut posts = lines().filter_map(posted);
        let (Some(small), Some(big)) = (posts.next(), posts.next()) else {
            return Lines::default();
        };
        let played = after("Played at ").unwrap_or_default();
        let (date, clock) = played.split_once('T').unwrap_or_default();
        let clock = clock.split(['.', 'Z']).next().unwrap_or_default();
        let header = Header {
            id: lines().next().and_then(hand_id).unwrap_or_default().into(),
            game: ["Hold'em No Limit (", small, "/", big, ")"].concat().into(),
            time: [&date.replace('-', "/"), " ", clock, " UTC"].concat().into(),
            button: after("Button is in Seat ").unwrap_or_default().into(),
            is_play_money: true,
            ..Header::default()
        };
        Lines { header, ..Lines::default() }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let line = trim(line);
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && self.posts == 0
            && let Some((name, rest)) = split_once(rest, " (Chips: ")
        {
            let name = without_mark(name);
            self.names.push(name);
            let stack = rest.split(')').next().unwrap_or_default();
            let is_out = rest.ends_with("(Sitting Out)");
            let mark = if is_out { " is sitting out" } else { "" };
            let parts = ["Seat ", number, ": ", name, " (", stack, " in chips)", mark];
            return write_line(out, parts);
        }
        let act = without_mark(line);
        // `Turn:6♥` is not an action of a player called `Turn`.
        if let Some((name, act)) = self.names.split(act, ":")
            && trim_start(act).starts_with(char::is_lowercase)
        {
            return self.act(name, trim_start(act), out);
        }
        if let Some(rest) = line.strip_prefix("Uncalled bet of ")
            && let Some((amount, name)) = split_once(rest, " returned to ")
        {
            return write_line(
                out,
                ["Uncalled bet (", amount, ") returned to ", without_mark(name)],
            );
        }
        if line == "Preflop" {
            return write_line(out, ["*** HOLE CARDS ***"]);
        }
        for (title, street) in [("Flop:", "FLOP"), ("Turn:", "TURN"), ("River:", "RIVER")] {
            if let Some(dealt) = line.strip_prefix(title) {
                let dealt = dealt.trim_start();
                let shown = if self.board.is_empty() { "" } else { "] [" };
                let parts = ["*** ", street, " *** [", &self.board, shown, dealt, "]"];
                write_line(out, parts)?;
                self.board.push_str(dealt);
                return Ok(());
            }
        }
        if line == "Summary" {
            return write_line(out, ["*** SUMMARY ***"]);
        }
        if line.starts_with("Total pot ") {
            self.has_total = true;
            return write_line(out, [line]);
        }
        if let Some(board) = line.strip_prefix("Board ") {
            return write_line(out, ["Board [", board, "]"]);
        }
        let is_empty_seat = line.starts_with("Seat ") && line.ends_with(": empty");
        let is_known = ["Button is in Seat ", "Played at ", "Log Version ", "Dealt "];
        if line.is_empty() || is_empty_seat || is_known.iter().any(|words| line.starts_with(words))
        {
            return Ok(());
        }
        write_line(out, [line])
    }
}

impl<'a> Lines<'a> {
    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(amount) = act.strip_prefix("posts ") {
            self.posts += 1;
            let blind = if self.posts == 1 { "small" } else { "big" };
            return write_line(out, [name, ": posts ", blind, " blind ", amount]);
        }
        if let Some(won) = act.strip_prefix("collects ") {
            let won = won.replace("the ", "").replace("Main pot", "main pot");
            let won = won.replace("Side pot ", "side pot-");
            return write_line(out, [name, " collected ", &won]);
        }
        if let Some(cards) = act.strip_prefix("shows ") {
            if !std::mem::replace(&mut self.has_shown, true) {
                write_line(out, ["*** SHOW DOWN ***"])?;
            }
            let (cards, kind) = cards.split_once(' ').unwrap_or((cards, ""));
            return write_line(out, [name, ": shows [", cards, "] ", kind]);
        }
        if self.acts.push_plain(name, act, out) {
            return Ok(());
        }
        write_line(out, [name, ": ", act])
    }
}

fn without_mark(name: &str) -> &str {
    name.strip_prefix(PROGRAM).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_alone_starts_a_hand() {
        assert!(CPokers.claims(b"", b"CPokers Hand #23594389\r\nButton is in Seat 3"));
        assert!(!CPokers.claims(b"", b"CPokers Hand #2359 of 3\n"));
        assert!(!CPokers.claims(b"Bob: ", b"CPokers Hand #23594389\n"));
    }
}
