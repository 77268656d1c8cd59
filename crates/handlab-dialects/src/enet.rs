//! Enet: cash tables.
//!
//! Written from logs of 2012. What differs from `lines`' common form:
//! ```text
//! Game #12036770: Omaha (€0,10/€0,25) - 20:22:42 23.8.2012 - %6
//! Table 'Reunion 1 - Pot Limit' 9-max Seat #0 is the button
//! NAME: posts big blind | NAME: raises €4,05 | NAME: goes all-in €4,75        what the seat adds
//! Rake: €0,52                                       after a street, and again with the excess
//! *** TURN *** [4d2h8sQs]                           the whole board
//! NAME: collected (€7,88) from pot
//! Total pot €0 | Rake €0,27                         not the total, whatever it says
//! ```
//!
//! Liberties:
//! * A post without an amount is the header's blind, or the player's stack if it is smaller.
//! * The limit is in the name of the table; without it Omaha is pot-limit and Hold'em no-limit.
//! * Totals and payments of the summary are not read: they are often wrong. The rake of the summary counts.
//! * Payments in the body are often wrong too, for instance with several pots or an uncalled bet: such a hand does not
//!   add up.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::{RaisePrinting, SiteRules};

use crate::inferred::all_in;
use crate::lines::Grammar;
use crate::lines::common_form::{Header, Names, amount, between, lines, read_header};
use crate::lines::translate::{Translator, read_translated};
use crate::syntax::text::{
    before, is_digits, is_line_start_or_joined, rsplit_once, split_once, trim_start, write_line,
};

/// See the module.
pub struct Enet;

const SITE: &str = "enet";
const OPENING: &str = "Game #";

impl Dialect for Enet {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start_or_joined(before) && header(&first_line(head, 200), "").is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        if let Some(rake) = &lines.rake {
            hand.printed.rake = Some(amount(rake, span, hand)?);
        }
        hand.is_open = span.is_last && !(span.is_terminated && lines.rake.is_some());
        all_in::resolve_kinds(hand);
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

/// Over a big blind of 0.50, `raises €11,75` is called with 12.25.
const RULES: SiteRules =
    SiteRules { is_total_printed: false, raises: RaisePrinting::Added, ..SiteRules::PLAIN };

/// State carried from earlier lines to later ones.
struct Lines<'a> {
    header: Header<'a>,
    is_over: bool,
    blinds: (String, String),
    names: Names<'a>,
    /// Each player's printed stack.
    stacks: Vec<(&'a str, &'a str)>,
    rake: Option<String>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let first = lines.next().unwrap_or_default();
        let table = lines.next().and_then(|line| line.strip_prefix("Table '")).unwrap_or_default();
        let (name, rest) = table.rsplit_once('\'').unwrap_or((table, ""));
        let mut header = header(first, name).unwrap_or_default();
        header.table = name.into();
        header.max_seats = between(rest, " ", "-max").unwrap_or_default().into();
        header.button = between(rest, "Seat #", " ").unwrap_or_default().into();
        let stakes = between(&header.game, "(", ")").and_then(|stakes| stakes.split_once('/'));
        let (small, big) = stakes.unwrap_or_default();
        let blinds = (small.to_owned(), big.to_owned());
        Lines {
            header,
            is_over: false,
            blinds,
            names: Names::default(),
            stacks: Vec::new(),
            rake: None,
        }
    }

    /// The blind, or the stack of a player who has less.
    fn blind<'t>(&'t self, name: &str, blind: &'t str) -> &'t str {
        let stack = self.stacks.iter().find(|(of, _)| *of == name).map_or(blind, |(_, of)| *of);
        let read = |text: &str| chips::read(text.as_bytes(), 2);
        let is_short = read(stack).zip(read(blind)).is_some_and(|(stack, blind)| stack < blind);
        if is_short { stack } else { blind }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if self.is_over {
            if let Some((_, rake)) = split_once(line, " | Rake ") {
                self.rake = Some(rake.to_owned());
            }
            return Ok(());
        }
        if line.starts_with("*** SUMMARY ***") {
            self.is_over = true;
            return write_line(out, [line]);
        }
        if line.starts_with("Seat ")
            && let Some((_, rest)) = split_once(line, ": ")
            && let Some((name, stack)) = rsplit_once(rest, " (")
        {
            self.names.push(name);
            self.stacks.push((trim_start(name), before(stack, " in chips")));
            return write_line(out, [line]);
        }
        // `Rake: €0,15` is not an action of a player called `Rake`.
        let own = self.names.split(line, ": ");
        let Some((name, act)) = own.filter(|(_, act)| act.starts_with(char::is_lowercase)) else {
            let is_known = line.starts_with("Table '") || line.starts_with("Rake: ");
            return if is_known { Ok(()) } else { write_line(out, [line]) };
        };
        if let Some(amount) = act.strip_prefix("goes all-in ") {
            return write_line(out, [name, ": raises ", amount, " and is all-in"]);
        }
        if let Some(won) = act.strip_prefix("collected (") {
            return write_line(out, [name, " collected ", &won.replacen(')', "", 1)]);
        }
        match act {
            "posts small blind" => {
                write_line(out, [name, ": ", act, " ", self.blind(name, &self.blinds.0)])
            }
            "posts big blind" => {
                write_line(out, [name, ": ", act, " ", self.blind(name, &self.blinds.1)])
            }
            "mucked" => write_line(out, [name, ": mucks"]),
            _ => write_line(out, [name, ": ", act]),
        }
    }
}

/// Reads `Game #12036770: Omaha (€0,10/€0,25) - 20:22:42 23.8.2012 - %6`.
fn header<'a>(line: &'a str, table: &str) -> Option<Header<'a>> {
    let (id, rest) = split_once(line.strip_prefix(OPENING)?, ": ")?;
    let (game, clock) = rest.trim_end().rsplit_once(" - %")?.0.rsplit_once(" - ")?;
    let (clock, date) = clock.split_once(' ')?;
    let mut date = date.split('.');
    let (day, month, year) = (date.next()?, date.next()?, date.next()?);
    let (name, stakes) = split_once(game, " (").filter(|_| is_digits(id))?;
    let betting =
        ["No Limit", "Pot Limit", "Fixed Limit"].into_iter().find(|words| table.contains(words));
    let betting = betting.unwrap_or(if name.contains("Omaha") { "Pot Limit" } else { "No Limit" });
    Some(Header {
        id: id.into(),
        game: [name, " ", betting, " (", stakes].concat().into(),
        time: [year, "/", month, "/", day, " ", clock].concat().into(),
        ..Header::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Enet.claims(before, head.as_bytes());
        let head = "Game #6404139: Omaha (€0,10/€0,25) - 16:40:41 23.7.2012 - %6 \r\n";
        assert!(claims(b"", head));
        assert!(!claims(b"Bob: ", head));
        assert!(!claims(
            b"",
            "Game #1463192545: Table 1 NL - 0.05/0.10 - No Limit Hold'Em - 13:22:50 2021/04/04"
        ));
    }
}
