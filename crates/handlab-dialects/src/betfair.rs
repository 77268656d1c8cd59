//! Betfair: cash tables.
//!
//! Written from a log of 2009, which resembles Party's:
//! ```text
//! ***** Betfair Poker Hand History for Game 100000000 *****
//! PL $0.05/$0.10 Omaha - Sunday, October 18, 20:00:00 GMT 2009
//! Table Death 1 6-max (Real Money)
//! Seat 2 is the button
//! Seat 1: NAME ( $9.38 )
//! NAME posts big blind [$0.10]
//! ** Dealing Flop ** [ 4d, 5d, 6d ]
//! NAME goes all-in
//! NAME raises to [$1]
//! NAME shows [ 7d, 8c, 3d, 6h ] a straight flush, Seven to Three
//! NAME wins $6.26 from side pot #1 with a straight flush, Seven to Three
//! ************  Game 100000000 ends  ************
//! ```
//!
//! Liberties:
//! * Neither total nor rake is printed, and the audit infers them.
//! * `goes all-in` announces the next action, whose amount shows it.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};
use handlab_core::time;

use crate::lines::Grammar;
use crate::lines::acts::Acts;
use crate::lines::common_form::{
    Header, Names, between, has_digit, lines, read_header, refuse_if_chips_move,
};
use crate::lines::translate::{Translator, read_translated};
use crate::syntax::text::{
    before, is_digits, is_line_start, replace, rsplit_once, skip_all, split_once, without_marks,
    write_line,
};

/// See the module.
pub struct Betfair;

const SITE: &str = "betfair";
const OPENING: &str = "***** Betfair Poker Hand History for Game ";

impl Dialect for Betfair {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && hand_id(&first_line(head, 120)).is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !lines.is_ended;
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

/// `wins $6.26` and `wins $4.44` from 11.26.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::To,
    ..SiteRules::PLAIN
};

fn hand_id(line: &str) -> Option<&str> {
    let id = line.strip_prefix(OPENING)?.split(' ').next()?;
    is_digits(id).then_some(id)
}

/// State carried from earlier lines to later ones.
struct Lines<'a> {
    header: Header<'a>,
    is_all_in: bool,
    is_ended: bool,
    names: Names<'a>,
    acts: Acts<'a>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let id = lines.next().and_then(hand_id).unwrap_or_default();
        let mut header = header(lines.next().unwrap_or_default()).unwrap_or_default();
        header.id = id.into();
        let table = lines.next().and_then(|line| line.strip_prefix("Table ")).unwrap_or_default();
        let (name, rest) = split_once(table, " (").unwrap_or((table, ""));
        let (name, seats) = name.rsplit_once(' ').unwrap_or((name, ""));
        header.table = name.into();
        header.max_seats = seats.trim_end_matches("-max").into();
        header.is_play_money = rest.starts_with("Play Money");
        let button = lines.next().and_then(|line| between(line, "Seat ", " is the button"));
        header.button = button.unwrap_or_default().into();
        Lines {
            header,
            is_all_in: false,
            is_ended: false,
            names: Names::default(),
            acts: Acts::default(),
        }
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
        if line.starts_with("*****") {
            self.is_ended = line.contains(" ends ");
            return Ok(());
        }
        // A player's name may look like the start of any of these lines.
        if (line.starts_with("** ") || line.starts_with("Seat ") || line.starts_with("Dealt to "))
            && let Some((name, act)) = self.names.split_act(line)
        {
            return self.act(name, act, out);
        }
        if let Some(title) = line.strip_prefix("** ") {
            let title = skip_all(title, "Dealing ");
            let (name, cards) = split_once(title, " **").unwrap_or((title, ""));
            return match name {
                "Hand Conclusion" => Ok(()),
                "down cards" => write_line(out, ["*** HOLE CARDS ***"]),
                _ => write_line(out, ["*** ", &name.to_ascii_uppercase(), " *** ", cards.trim()]),
            };
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && let Some((name, stack)) = rsplit_once(rest, " (")
        {
            self.names.push(name);
            let stack = stack.trim_matches([' ', ')']);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if line.starts_with("Dealt to ") {
            return write_line(out, [line]);
        }
        match self.names.split(line, " ") {
            Some((name, act)) => self.act(name, act, out),
            None => refuse_unknown_player(line, out),
        }
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_ended {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }
}

impl<'a> Lines<'a> {
    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if act == "goes all-in" {
            self.is_all_in = true;
            return Ok(());
        }
        if let Some(won) = act.strip_prefix("wins ") {
            let won = before(won, " with ");
            return write_line(out, [name, " collected ", &replace(won, " #", "-")]);
        }
        if let Some(cards) = act.strip_prefix("shows ") {
            return write_line(out, [name, ": shows ", cards]);
        }
        let all_in = if std::mem::take(&mut self.is_all_in) { " and is all-in" } else { "" };
        if all_in.is_empty() && self.acts.push_plain(name, act, out) {
            return Ok(());
        }
        write_line(out, [name, ": ", &without_marks(act, *b"[]"), all_in])
    }
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [" posts ", " calls [", " bets [", " raises to [", " wins "];
    refuse_if_chips_move(line, &ACTS, |name, rest| !name.contains(':') && has_digit(rest), out)
}

/// Reads `PL $0.05/$0.10 Omaha - Sunday, October 18, 20:00:00 GMT 2009`.
fn header(line: &str) -> Option<Header<'_>> {
    let (game, clock) = rsplit_once(line, " - ")?;
    let mut words = clock.split([' ', ',']).filter(|word| !word.is_empty()).skip(1);
    let (month_name, day, time) = (words.next()?, words.next()?, words.next()?);
    let (zone, year) = (words.next()?, words.next()?);
    let (betting, rest) = game.split_once(' ')?;
    let (stakes, name) = rest.split_once(' ')?;
    let betting = match betting {
        "NL" => "No Limit",
        "PL" => "Pot Limit",
        _ => "Limit",
    };
    Some(Header {
        game: [name, " ", betting, " (", stakes, ")"].concat().into(),
        time: format!("{year}/{}/{day} {time} {zone}", time::month(month_name)?).into(),
        ..Header::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let head = b"***** Betfair Poker Hand History for Game 100000000 *****\r\n";
        assert!(Betfair.claims(b"", head));
        assert!(!Betfair.claims(b"Bob: ", head));
        assert!(!Betfair.claims(b"", b"***** Betfair Poker Hand History for Game *****"));
    }
}
