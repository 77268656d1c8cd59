//! Rewrites each line into the common form.

use handlab_cards::seat::MAX_SEATS;

use super::header;
use crate::lines::common_form::{Header, Names, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, replace_first, rsplit_once, skip_all, split_once, trim_start, write_line,
};

/// Precedes the token of the owner's session, after their name.
const TOKEN: &str = "[Unibet_";

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_over: bool,
    names: Names<'a>,
    /// Posts of newcomers, which are printed before the blinds.
    late: String,
    sums: String,
    /// What each seat bet and won.
    totals: Vec<(&'a str, &'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let lines = lines(text);
        let stack = lines.clone().find_map(seat).map_or("", |seat| seat.stack);
        let sign =
            stack.trim_end_matches(|letter: char| letter.is_ascii_digit() || ".,".contains(letter));
        let first = lines.clone().next().unwrap_or_default();
        let mut header = header::read(first, sign).unwrap_or_default();
        if let Some((table, seats)) = lines.clone().nth(1).and_then(header::table) {
            (header.table, header.max_seats) = (table.into(), seats.into());
        }
        let button = lines.clone().find_map(|line| line.strip_suffix(" has the button"));
        let chair =
            button.and_then(|button| lines.filter_map(seat).find(|seat| seat.name == button));
        header.button = chair.map_or("", |seat| seat.number).into();
        Lines {
            header,
            is_over: false,
            names: Names::default(),
            late: String::new(),
            sums: String::new(),
            totals: Vec::with_capacity(MAX_SEATS),
        }
    }

    /// The name, bet and winnings of each summary line.
    pub(super) fn totals(&self) -> &[(&'a str, &'a str, &'a str)] {
        &self.totals
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line == "*** Summary ***" {
            self.is_over = true;
            return Ok(());
        }
        if self.is_over {
            self.summary(line);
            return Ok(());
        }
        if line.starts_with("*** ") && !self.names.has_act(line) {
            const PARTS: [&str; 2] = ["*** Seated", "*** Blinds"];
            let is_part = PARTS.iter().any(|part| line.starts_with(part));
            if is_part {
                return Ok(());
            }
            out.push_str(&std::mem::take(&mut self.late));
            return write_line(out, [line]);
        }
        if let Some(Seat { number, name, stack, note }) = seat(line) {
            self.names.push(name);
            let (name, mark) = bare(name);
            return write_line(
                out,
                ["Seat ", number, ": ", name, " (", stack, " in chips)", note, mark],
            );
        }
        if line.starts_with("Dealt in ") {
            return Ok(());
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ")
            && let Some((name, cards)) = self.names.split(dealt, " [")
        {
            return write_line(out, ["Dealt to ", bare(name).0, " [", cards]);
        }
        // A player may be called `Uncalled`.
        if let Some((name, amount)) = self.returned(line) {
            return write_line(out, ["Uncalled bet (", amount, ") returned to ", bare(name).0]);
        }
        let Some((name, act)) = self.names.split(line, " ") else {
            // The engine refuses a line that moves chips of no one at the table.
            return write_line(out, [line]);
        };
        let (name, _) = bare(name);
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
        if let Some(live) = act.strip_prefix("posts new player's blind ") {
            return write_line(&mut self.late, [name, ": posts big blind ", live]);
        }
        if act.starts_with("posts missed ") {
            return write_line(&mut self.late, [name, ": ", act]);
        }
        match act {
            "has the button" => Ok(()),
            // Before the summary of the hand; places and prizes come from the tournament's summary.
            _ if act.starts_with("finished the tournament") => Ok(()),
            _ => write_line(out, [name, ": ", &replace_first(act, ", and", " and")]),
        }
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_over {
            out.push_str(&self.late);
            out.push_str("*** SUMMARY ***\n");
            out.push_str(&self.sums);
        }
        Ok(())
    }
}

impl<'a> Lines<'a> {
    /// The player and amount of `Uncalled bet returned to NAME: €10.50`.
    fn returned<'t>(&self, line: &'t str) -> Option<(&'t str, &'t str)> {
        self.names.split(line.strip_prefix("Uncalled bet returned to ")?, ": ")
    }

    fn summary(&mut self, line: &'a str) {
        if let Some(totals) = line.strip_prefix("Total pot ") {
            self.sums = ["Total pot ", &replace_first(totals, " Rake ", " | Rake "), "\n"].concat();
        } else if let Some((_, rest)) = split_once(line, ": ")
            && let Some((name, sums)) = self.names.split(rest, ": bet ")
            && let Some((bet, won)) = split_once(sums, " and won ")
        {
            let won = before(won, ", net");
            self.totals.push((bare(name).0, bet, won));
        }
    }
}

/// A line of the seat list.
struct Seat<'a> {
    number: &'a str,
    name: &'a str,
    stack: &'a str,
    note: &'static str,
}

/// Reads `Seat 1: NAME (€5.15)`, possibly followed by ` (sitting out)`.
fn seat(line: &str) -> Option<Seat<'_>> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    let (rest, note) = match rest.strip_suffix(" (sitting out)") {
        Some(rest) => (rest, " is sitting out"),
        None => (rest, ""),
    };
    let (name, stack) = rsplit_once(rest.strip_suffix(')')?, " (")?;
    Some(Seat { number, name: trim_start(name), stack, note })
}

/// A name without the token, and the engine's owner mark if there was one.
fn bare(name: &str) -> (&str, &'static str) {
    let is_token =
        |token: &str| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let cut = name.strip_suffix(']').and_then(|name| rsplit_once(name, TOKEN));
    match cut.filter(|(name, token)| !name.is_empty() && is_token(token)) {
        Some((name, _)) => (name, " [hero]"),
        None => (name, ""),
    }
}
