//! Rewrites each line into the common form.

use std::fmt::Write;

use handlab_cards::seat::MAX_SEATS;

use super::header::{self, is_amount};
use crate::lines::acts::Acts;
use crate::lines::common_form::{
    Header, Names, between, has_digit, lines, lines_with, refuse_if_chips_move,
};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, drop_all, find, replace_first, rfind, split, split_at_mark, split_once, trim,
    trim_start, without_marks, write_line,
};

/// Mark seats in the summary.
const SMALL_BLIND: &str = " (small blind)";
const DEALER: &str = " (dealer)";
const SMALL_POST: &str = " - Posts small blind ";
const RETURNED_ANTE: &str = " - Ante returned ";

/// Before what a player gets for eliminating another, whom the line does not name.
const BOUNTY: &str = "Bounty Prize of ";

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_dealt: bool,
    is_over: bool,
    has_antes: bool,
    lacks_small_blind: bool,
    has_big_blind: bool,
    /// The summary's text about the small blind's seat, from its name on.
    small_blind: Option<&'a str>,
    /// Players who have posted an ante.
    antes: Vec<&'a str>,
    names: Names<'a>,
    acts: Acts<'a>,
    /// Players whose ante was returned.
    returned: Vec<&'a str>,
    totals: String,
    propositions: u16,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let post = lines_with(text, SMALL_POST).find_map(|line| split_once(line, SMALL_POST));
        let small = post.and_then(|(_, amount)| amount.split_whitespace().next());
        let played = lines(text).take(3).find_map(|line| line.strip_prefix("Game Type: "));
        let first = lines(text).next().unwrap_or_default();
        let mut header = header::read(first, small.unwrap_or_default(), played);
        let table = lines_with(text, "Table: ").find_map(|line| line.strip_prefix("Table: "));
        if let Some(table) = table {
            let (name, rest) = split_once(table, " (").unwrap_or((table, ""));
            header.table = name.into();
            header.is_play_money = rest.starts_with("Play Money");
            header.is_tournament &= !header.is_play_money;
            header.button = between(rest, "Seat #", " ").unwrap_or_default().into();
        }
        let small_blind = lines_with(text, SMALL_BLIND).filter_map(|line| {
            let (seat, rest) = split_once(line, ": ")?;
            (seat.starts_with("Seat ") && find(rest, SMALL_BLIND).is_some()).then_some(rest)
        });
        let small_blind = small_blind.last();
        // `Seat 4 - Ante ($50 in chips)` is a player called `Ante`.
        let has = |post| lines_with(text, post).any(|line| !line.starts_with("Seat "));
        let (has_antes, has_big_blind) = (has(" - Ante "), has(" - Posts big blind "));
        // A player who sits out after all gets the ante back.
        let returned = lines_with(text, RETURNED_ANTE);
        let returned = returned.filter_map(|line| split_once(line, RETURNED_ANTE));
        let returned = returned.map(|(name, _)| name).take(MAX_SEATS).collect();
        Lines {
            header,
            returned,
            is_dealt: false,
            is_over: false,
            has_antes,
            lacks_small_blind: small.is_none(),
            has_big_blind,
            small_blind,
            antes: Vec::new(),
            names: Names::default(),
            acts: Acts::default(),
            totals: String::new(),
            propositions: 0,
        }
    }

    /// Whether the text has a summary.
    pub(super) fn is_ended(&self) -> bool {
        !self.totals.is_empty()
    }

    /// Whether no line posts the whole small blind.
    pub(super) fn lacks_small_blind(&self) -> bool {
        self.lacks_small_blind
    }

    /// The number of payments from proposition pots.
    pub(super) fn propositions(&self) -> u16 {
        self.propositions
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
        if self.is_over { self.summary(line, out) } else { self.body(line, out) }
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_over {
            out.push_str("*** SUMMARY ***\n");
            out.push_str(&self.totals);
        }
        Ok(())
    }
}

impl<'a> Lines<'a> {
    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line.starts_with("*** SUMMARY ***") {
            self.is_over = true;
            return Ok(());
        }
        // A player may have a title as name.
        let is_act =
            || [" - ", " Collects "].iter().any(|after| self.names.split(line, after).is_some());
        if line.starts_with("*** ") && !is_act() {
            self.is_dealt = true;
            return write_line(out, [&replace_first(line, "POCKET CARDS", "HOLE CARDS")]);
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, " - "))
            && let Some(end) = rfind(rest, " in chips)")
            && let Some(open) = rfind(&rest[..end], " (")
        {
            self.names.push(&rest[..open]);
            return write_line(out, ["Seat ", number, ": ", rest]);
        }
        if let Some((name, act)) = self.names.split(line, " - ") {
            return self.act(name, trim(act), out);
        }
        if let Some((name, won)) = self.names.split(line, " Collects ") {
            if find(won, " proposition pot").is_some() {
                self.propositions = self.propositions.saturating_add(1);
                return Ok(());
            }
            if let Some(bounty) = won.strip_prefix(BOUNTY) {
                return write_line(
                    out,
                    [name, " wins the ", bounty, " bounty for eliminating a player"],
                );
            }
            return write_line(out, [name, " collected ", won]);
        }
        let is_kept = line.starts_with("Dealt to ");
        if is_kept { write_line(out, [line]) } else { refuse_unknown_player(line, out) }
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let act = drop_all(act, " (Preselection)");
        let (verb, rest) = split_at_mark(act, b' ').unwrap_or((act, ""));
        match verb {
            "Posts" => {
                let rest = trim_start(rest);
                if !is_amount(rest) {
                    return write_line(out, [name, ": posts ", rest]);
                }
                let (live, dead) = split_once(rest, " dead ").unwrap_or((rest, ""));
                if !dead.is_empty() {
                    write_line(out, [name, ": posts dead ", dead])?;
                }
                write_line(out, [name, ": posts big blind ", live])
            }
            "Ante" if self.returned.contains(&name) => Ok(()),
            "Ante" => {
                self.antes.push(name);
                write_line(out, [name, ": posts ante ", rest])
            }
            "Bring-In" => write_line(out, [name, ": brings in for ", rest]),
            "Pocket" => {
                let cards = between(rest, "[", "]").unwrap_or_default();
                let known: Vec<&str> =
                    cards.split_whitespace().filter(|card| *card != "H").collect();
                if known.is_empty() {
                    Ok(())
                } else {
                    write_line(out, ["Dealt to ", name, " [", &known.join(" "), "]"])
                }
            }
            "All-In" if !self.is_dealt => {
                let post = self.short_post(name);
                write_line(out, [name, ": posts ", post, " ", rest, " and is all-in"])
            }
            // The added amount; the sign marks it as such for the engine.
            "All-In" => write_line(out, [name, ": raises -1 to ", rest, " and is all-in"]),
            "All-In(Raise)" => {
                let to = split_once(rest, " to ").map_or(rest, |(_, to)| to);
                write_line(out, [name, ": raises to ", to, " and is all-in"])
            }
            "Raises" => {
                let to = split_once(rest, " to ").map_or(rest, |(_, to)| to);
                write_line(out, [name, ": raises to ", to])
            }
            "returned" => {
                let amount = between(rest, "(", ")").unwrap_or_default();
                write_line(out, ["Uncalled bet (", amount, ") returned to ", name])
            }
            "sitout" => Ok(()),
            "Does" => write_line(out, [name, ": doesn't show hand"]),
            _ if self.acts.push_plain(name, act, out) => Ok(()),
            _ => write_line(out, [name, ": ", act]),
        }
    }

    /// What an all-in before the cards is: the short ante or blind of its player.
    fn short_post(&self, name: &str) -> &'static str {
        let rest = self.small_blind.and_then(|line| trim_start(line).strip_prefix(name));
        let is_small = match self.small_blind {
            Some(_) => rest.is_some_and(|rest| {
                // Heads-up: `NAME (dealer) (small blind)`.
                rest.strip_prefix(DEALER).unwrap_or(rest).starts_with(SMALL_BLIND)
            }),
            None => self.has_big_blind,
        };
        match is_small {
            _ if self.has_antes && !self.antes.contains(&name) => "ante",
            true => "small blind",
            false => "big blind",
        }
    }

    fn summary(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        if let Some(totals) = line.strip_prefix("Total Pot(") {
            let mut fields = split(totals, " | ").map(|field| without_marks(field, *b"()"));
            self.totals = ["Total pot ", &fields.next().unwrap_or_default()].concat();
            let mut has_rake = false;
            for field in fields.filter(|field| find(field, "Proposition").is_none()) {
                has_rake |= field.starts_with("Rake ");
                write!(self.totals, " | {field}")?;
            }
            self.totals.push_str(if has_rake { "\n" } else { " | Rake 0\n" });
            return Ok(());
        }
        // `Seat 3: NAME HI: [Mucked] [Kd 6c]`
        if let Some((seat, mucked)) = split_once(line, " [Mucked] [")
            && let Some((_, rest)) = split_once(seat, ": ")
            && let Some((name, _)) = self.names.split(rest, " ")
        {
            let cards = before(mucked, " - ").trim_end_matches([']', ' ']);
            return write_line(out, [name, ": mucks [", cards, "]"]);
        }
        Ok(())
    }
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 6] =
        [" - Posts ", " - Calls ", " - Bets ", " - Raises ", " - All-In ", " Collects "];
    refuse_if_chips_move(line, &ACTS, |_, rest| has_digit(rest), out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::translate::translated;

    #[test]
    fn who_sits_out_has_no_line_of_an_act() {
        let text = "Stage #1: Holdem  No Limit $1 - 2009-07-14 08:40:28 (ET)\n\
            Seat 4 - Ann ($5 in chips)\nAnn - sitout (wait for bb)\n";
        let out = translated(&mut Lines::new(text), text);
        assert!(out.ends_with("Seat 4: Ann ($5 in chips)\n"), "{out}");
    }
}
