//! Unibet: cash tables.
//!
//! Written from a log of 2021:
//! ```text
//! Game #1463192545: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04
//! *** Seated players ***
//! Seat 1: NAME (€5.15)
//! NAME has the button
//! NAME posts small blind €0.05
//! Dealt in NAME | Dealt to NAME [Ac 7c]
//! *** Preflop *** | *** Flop *** [5h 5d Kh]
//! NAME raises €0.95 to €0.95, and is all-in
//! NAME wins €1.10
//! *** Summary ***
//! Total pot €1.10 Rake €0
//! Seat 1: NAME: bet €0.05 and won €0, net result: €-0.05
//! ```
//!
//! Liberties:
//! * Of `raises A to B` only B counts.
//! * An uncalled bet is in the total, in what was bet and in what was won, as in the one log that has one.
//! * The currency is that of the stacks, and `XXX`, the code for none, where they have no sign.
//! * No zone is printed, so the start is not known in UTC unless the caller names the zone.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Hand, SeatTotal};
use handlab_core::rules::{RaisePrinting, SiteRules, TotalKind};

use crate::all_in;
use crate::common_form::{Header, Names, between, lines, read_header};
use crate::lines::Grammar;
use crate::lines::translate::{Translator, read_translated};
use crate::text::{
    before, drop_all, is_line_start, replace_first, rsplit_once, skip_all, split_once, write_line,
};

/// See the module.
pub struct Unibet;

const SITE: &str = "unibet";
const OPENING: &str = "Game #";

impl Dialect for Unibet {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && header(&first_line(head, 200), "").is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        hand.is_open = span.is_last && !(span.is_terminated && hand.printed.total_pot.is_some());
        all_in::resolve_kinds(hand);
        for (name, bet, won) in &lines.totals {
            let Some(seat) = find_player(hand, name) else { continue };
            let amount = |text: &str| chips::read(text.as_bytes(), hand.scale);
            let (contributed, won) = (amount(bet), amount(won));
            let ending_stack = None;
            hand.printed.seat_totals.push(SeatTotal { seat, contributed, won, ending_stack });
        }
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

/// No raked hand is known: that the total is without its rake is what `won` of all seats suggests.
const RULES: SiteRules =
    SiteRules { total: TotalKind::Net, raises: RaisePrinting::To, ..SiteRules::PLAIN };

/// What later lines need of earlier ones.
struct Lines<'a> {
    header: Header<'a>,
    has_header: bool,
    is_over: bool,
    names: Names<'a>,
    sums: String,
    totals: Vec<(&'a str, &'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let lines = lines(text);
        let stack = lines.clone().find_map(seat).map_or("", |seat| seat.2);
        let sign =
            stack.trim_end_matches(|letter: char| letter.is_ascii_digit() || ".,".contains(letter));
        let first = lines.clone().next().unwrap_or_default();
        let mut header = header(first, sign).unwrap_or_default();
        let button = lines.clone().find_map(|line| line.strip_suffix(" has the button"));
        let chair = button.and_then(|button| lines.filter_map(seat).find(|seat| seat.1 == button));
        header.button = chair.map_or("", |seat| seat.0).into();
        Lines {
            header,
            has_header: false,
            is_over: false,
            names: Names::default(),
            sums: String::new(),
            totals: Vec::with_capacity(MAX_SEATS),
        }
    }

    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line == "*** Summary ***" {
            self.is_over = true;
            return Ok(());
        }
        if self.is_over {
            self.summary(line);
            return Ok(());
        }
        if line.starts_with("*** ") {
            const PARTS: [&str; 2] = ["*** Seated", "*** Blinds"];
            let is_part = PARTS.iter().any(|part| line.starts_with(part));
            return if is_part { Ok(()) } else { write_line(out, [line]) };
        }
        if let Some((number, name, stack)) = seat(line) {
            self.names.push(name);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if line.starts_with("Dealt in ") {
            return Ok(());
        }
        let Some((name, act)) = self.names.split(line, " ") else { return write_line(out, [line]) };
        if let Some(won) = act.strip_prefix("wins ") {
            let (amount, pot) = won.split_once(' ').unwrap_or((won, ""));
            let pot = skip_all(pot, "from ");
            let pot = if pot.starts_with("side pot") || pot.starts_with("main pot") {
                pot
            } else {
                "pot"
            };
            return write_line(out, [name, " collected ", amount, " from ", pot]);
        }
        if let Some((_, to)) =
            act.strip_prefix("raises ").and_then(|raise| split_once(raise, " to "))
        {
            return write_line(out, [name, ": raises to ", &replace_first(to, ", and", " and")]);
        }
        match act {
            "has the button" => Ok(()),
            _ => write_line(out, [name, ": ", &replace_first(act, ", and", " and")]),
        }
    }

    fn summary(&mut self, line: &'a str) {
        if let Some(totals) = line.strip_prefix("Total pot ") {
            self.sums = ["Total pot ", &replace_first(totals, " Rake ", " | Rake "), "\n"].concat();
        } else if let Some((_, rest)) = split_once(line, ": ")
            && let Some((name, sums)) = self.names.split(rest, ": bet ")
            && let Some((bet, won)) = split_once(sums, " and won ")
        {
            let won = before(won, ", net");
            self.totals.push((name, bet, won));
        }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) {
        if !std::mem::replace(&mut self.has_header, true) {
            return self.header.write(out);
        }
        // Writing to a string cannot fail.
        let _ = self.body(line, out);
    }

    fn end(&mut self, out: &mut String) {
        if self.is_over {
            out.push_str("*** SUMMARY ***\n");
            out.push_str(&self.sums);
        }
    }
}

/// Reads `Seat 1: NAME (€5.15)`.
fn seat(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    let (name, stack) = rsplit_once(rest.strip_suffix(')')?, " (")?;
    Some((number, name, stack))
}

/// Reads `Game #1463192545: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04`; `sign` is that of the
/// currency.
fn header<'a>(line: &'a str, sign: &str) -> Option<Header<'a>> {
    let (id, rest) = split_once(line.strip_prefix(OPENING)?, ": Table ")?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let (rest, clock) = rest.trim_end().rsplit_once(" - ")?;
    let (clock, date) = clock.split_once(' ').filter(|(clock, _)| clock.contains(':'))?;
    let (rest, game) = rsplit_once(rest, " - ").filter(|_| is_id)?;
    let (table, stakes) = rsplit_once(rest, " - ")?;
    let (small, big) = stakes.split_once('/')?;
    let stakes = match sign {
        "" => [small, "/", big, " XXX"].concat(),
        _ => [sign, small, "/", sign, big].concat(),
    };
    Some(Header {
        id: id.into(),
        game: [drop_all(game, " Banzai"), " (", &stakes, ")"].concat().into(),
        time: [date, " ", clock].concat().into(),
        table: between(table, "'", "'").unwrap_or(table).into(),
        ..Header::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_sites_are_not_claimed() {
        let claims = |before, head: &str| Unibet.claims(before, head.as_bytes());
        let head = "Game #1463192545: Table 1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04";
        assert!(claims(b"", head));
        assert!(!claims(b"Bob: ", head));
        assert!(!claims(b"", "Game #6404139: Omaha (€0,10/€0,25) - 16:40:41 23.7.2012 - %6"));
    }
}
