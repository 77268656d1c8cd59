//! Rewrites each sentence of Microgaming's exports into the common form.

use crate::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::text::{
    drop_all, push_joined, rsplit_once, skip_all, split, split_once, trim_end, write_line,
};

/// What later lines need of earlier ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    has_header: bool,
    has_end: bool,
    names: Names<'a>,
    stacks: Vec<(String, String)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let first = lines.next().unwrap_or_default();
        let mut header = header(lines.next().unwrap_or_default());
        let (front, time) = split_once(first, " starting - ").unwrap_or((first, ""));
        let id = front.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        header.id = id.unwrap_or_default().into();
        header.time = time.into();
        let dealer = lines.find(|line| line.ends_with("[Dealer]") && seat(line).is_some());
        if let Some(seat) = dealer.and_then(seat) {
            header.button = seat.number.into();
        }
        Lines {
            header,
            has_header: false,
            has_end: false,
            names: Names::default(),
            stacks: Vec::new(),
        }
    }

    /// What each player has at the end, as printed.
    pub(super) fn stacks(&self) -> &[(String, String)] {
        &self.stacks
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) {
        let line = line.trim();
        if !std::mem::replace(&mut self.has_header, true) {
            return self.header.write(out);
        }
        // Writing to a string cannot fail.
        let _ = self.body(line, out);
    }

    fn end(&mut self, out: &mut String) {
        if self.has_end {
            out.push_str("*** SUMMARY ***\n");
        }
    }
}

impl<'a> Lines<'a> {
    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(Seat { name, number, stack, end }) = seat(line) {
            self.names.push(name);
            if let Some(end) = end {
                self.stacks.push((name.to_owned(), end.to_owned()));
            }
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if let Some(dealing) = line.strip_prefix("** Dealing ") {
            let (what, cards) = rsplit_once(dealing, ": ").unwrap_or((dealing, ""));
            let cards = cards_of(cards);
            let owner = split_once(what, " to ").map(|(_, name)| name);
            if let Some(name) = owner {
                return write_line(out, ["*** HOLE CARDS ***\nDealt to ", name, " [", &cards, "]"]);
            }
            let street = skip_all(what, "the ").to_ascii_uppercase();
            return write_line(out, ["*** ", &street, " *** [", &cards, "]"]);
        }
        if line.starts_with("End of game ") || line.starts_with("End of hand ") {
            self.has_end = true;
            return Ok(());
        }
        if let Some((name, cards)) = self.names.split(line, " shows: ") {
            return write_line(out, [name, ": shows [", &cards_of(cards), "]"]);
        }
        let Some((name, act)) = self.names.split(line, " ") else { return stranger(line, out) };
        self.act(name, act, out)
    }

    fn act(&mut self, name: &str, act: &str, out: &mut String) -> std::fmt::Result {
        let (verb, amount) = match split_once(act, " - ") {
            Some((verb, amount)) => (verb, amount.trim()),
            None => (act, ""),
        };
        if let Some(post) = verb.strip_prefix("posted ") {
            let post = skip_all(post, "the ").trim_start_matches("a ");
            return write_line(out, [name, ": posts ", post, " ", amount]);
        }
        if let Some(to) = verb.strip_prefix("raised to ") {
            return write_line(out, [name, ": raises to ", to]);
        }
        if let Some(won) = verb.strip_prefix("wins ") {
            self.has_end = true;
            return write_line(out, [name, " collected ", won]);
        }
        match verb {
            "folded" => write_line(out, [name, ": folds"]),
            "checked" => write_line(out, [name, ": checks"]),
            "called" => write_line(out, [name, ": calls ", amount]),
            "bet" => write_line(out, [name, ": bets ", amount]),
            "raised" => write_line(out, [name, ": raises to ", amount]),
            "went all-in" => write_line(out, [name, ": calls ", amount, " and is all-in"]),
            _ if verb.starts_with("mucks") => Ok(()),
            _ => write_line(out, [name, ": ", act]),
        }
    }
}

/// A seat's line.
struct Seat<'a> {
    name: &'a str,
    number: &'a str,
    stack: &'a str,
    end: Option<&'a str>,
}

/// Reads `- NAME sitting in seat 1 with 14785.00 at end 14585.00 [Dealer]`, of 2016 without the hyphen.
fn seat(line: &str) -> Option<Seat<'_>> {
    let line = trim_end(drop_all(line, "[Dealer]"));
    let line = line.strip_prefix("- ").unwrap_or(line);
    let (name, rest) = rsplit_once(line, " sitting in seat ")?;
    let (number, stack) = split_once(rest, " with ")?;
    number.parse::<u8>().ok()?;
    let (stack, end) = match split_once(stack, " at end ") {
        Some((stack, end)) => (stack, Some(end)),
        None => (stack, None),
    };
    Some(Seat { name, number, stack, end })
}

/// `A of c, 10 of d` as `Ac 10d`.
fn cards_of(text: &str) -> String {
    let mut cards = String::with_capacity(text.len());
    let parts = split(text.trim(), " of ").flat_map(|part| part.split(','));
    push_joined(&mut cards, parts, "");
    cards
}

/// Reads `** Anonymous (Heads Up) - 5K Max [Hold'em] (25|50 NL -  Cash Game seats:2 badbeat ) Real Money`.
fn header(line: &str) -> Header<'_> {
    let mut header = Header::default();
    let text = line.trim_start_matches(['*', ' ']);
    let Some((table, rest)) = text.rsplit_once('[') else { return header };
    let Some((game, rest)) = rest.split_once(']') else { return header };
    let inside = between(rest, "(", ")").unwrap_or_default();
    let mut words = inside.split_whitespace();
    let stakes = words.next().unwrap_or_default().replace('|', "/");
    let betting = match words.next() {
        Some("NL") => "No Limit",
        Some("PL") => "Pot Limit",
        _ => "Limit",
    };
    header.table = table.trim().into();
    header.is_play_money = rest.contains("Play Money");
    header.is_tournament = inside.contains("Tournament");
    let seats = words.find_map(|word| word.strip_prefix("seats:"));
    header.max_seats = seats.unwrap_or_default().into();
    let code = if header.is_tournament || header.is_play_money { "" } else { " XXX" };
    header.game = format!("{game} {betting} ({stakes}{code})").into();
    header
}

/// A sentence about no one at the table: what moves chips goes to the engine, which refuses it.
fn stranger(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 6] =
        [" posted ", " called - ", " bet - ", " raised ", " went all-in", " wins "];
    let found = ACTS.iter().find_map(|act| split_once(line, act));
    match found {
        Some((name, _)) if !line.starts_with('*') => write_line(out, [name, ": raises 0"]),
        _ => Ok(()),
    }
}
