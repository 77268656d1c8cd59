//! Rewrites each line into the common form.

use crate::common_form::{Header, Names, between, is_amount, lines};
use crate::lines::translate::Translator;
use crate::text::{rsplit_once, skip_all, split_once, write_line};

/// What later lines need of earlier ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines {
    header: Header,
    has_header: bool,
    is_stud: bool,
    is_short_deck: bool,
    is_over: bool,
    is_dealt: bool,
    has_decision: bool,
    early_flop: String,
    small_blind: String,
    names: Names,
    antes: Vec<String>,
    /// The known cards of each player.
    cards: Vec<(String, Vec<String>)>,
    /// The cards of the first and the second board until now.
    boards: [Vec<String>; 2],
    rake: Option<String>,
    stacks: Vec<(String, String)>,
}

impl Lines {
    pub(super) fn new(text: &str) -> Lines {
        let mut lines = lines(text);
        let mut header = header(lines.next().unwrap_or_default()).unwrap_or_default();
        lines.next().unwrap_or_default().clone_into(&mut header.time);
        let table = lines.next().unwrap_or_default();
        // A table without blinds has the antes as stakes.
        let ante = || lines.clone().find_map(|line| split_once(line, ": posts ante "));
        if let Some((_, ante)) = ante().filter(|_| header.game.contains(" (0/0 ")) {
            header.game = header.game.replace(" (0/0 ", &format!(" (Button Blind {ante} "));
        }
        between(table, "'", "'").unwrap_or_default().clone_into(&mut header.table);
        let button = rsplit_once(table, " Seat ").and_then(|(_, rest)| rest.split(' ').next());
        button.unwrap_or_default().clone_into(&mut header.button);
        Lines {
            is_stud: header.game.contains("Stud") || header.game.contains("Razz"),
            is_short_deck: header.game.contains("Short Deck"),
            header,
            has_header: false,
            is_over: false,
            is_dealt: false,
            has_decision: false,
            early_flop: String::new(),
            small_blind: String::new(),
            names: Names::default(),
            antes: Vec::new(),
            cards: Vec::new(),
            boards: [Vec::new(), Vec::new()],
            rake: None,
            stacks: Vec::new(),
        }
    }

    pub(super) fn rake(&self) -> Option<&str> {
        self.rake.as_deref()
    }

    /// What each player has at the end, as printed.
    pub(super) fn stacks(&self) -> &[(String, String)] {
        &self.stacks
    }
}

impl Translator for Lines {
    fn line(&mut self, line: &str, out: &mut String) {
        let line = line.trim_end();
        if !std::mem::replace(&mut self.has_header, true) {
            return self.header.write(out);
        }
        // Writing to a string cannot fail.
        let _ = self.body(line, out);
    }

    fn end(&mut self, out: &mut String) {
        if self.is_over {
            out.push_str("*** SUMMARY ***\n");
        }
    }
}

impl Lines {
    fn body(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        let is_decision = self.names.split(line, " ").is_some_and(|(_, act)| {
            ["folds", "checks", "calls", "bets", "raises"].iter().any(|verb| act.starts_with(verb))
        });
        self.has_decision |= is_decision;
        // At a table of all-in or fold the flop is printed before its betting.
        if line.starts_with("*** FLOP") && !self.has_decision && !self.is_stud {
            line.clone_into(&mut self.early_flop);
            return Ok(());
        }
        if !self.early_flop.is_empty() && self.has_decision && !is_decision {
            let flop = std::mem::take(&mut self.early_flop);
            self.street(skip_all(&flop, "*** "), out)?;
        }
        // Also `*** SUMMARY * **`.
        if line.starts_with("*** SUMMARY ") {
            self.is_over = true;
            return Ok(());
        }
        // A player may be called as a title.
        if let Some(title) = line.strip_prefix("*** ")
            && !self.names.has_act(line)
        {
            return self.street(title, out);
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && let Some((front, tail)) = rest.rsplit_once(')')
            && let Some((name, stack)) = rsplit_once(front, " (")
            && !self.names.has_act(line)
        {
            if self.is_over {
                self.stacks.push((name.to_owned(), stack.to_owned()));
                return Ok(());
            }
            self.names.push(name);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)", tail]);
        }
        if let Some(rake) = line.strip_prefix("Rake ").filter(|rake| is_amount(rake)) {
            self.rake = Some(rake.to_owned());
            return Ok(());
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ")
            && let Some((name, cards)) = self.names.split(dealt, ": [")
        {
            return self.dealt(name, cards, out);
        }
        if let Some((name, post)) = self.names.split(line, ": posts ") {
            return self.post(name, post, out);
        }
        match self.names.split(line, " ") {
            Some((name, act)) => self.act(name, act, out),
            // `Run 1: NAME shows [..]`
            None if line.starts_with("Run ") || line.starts_with("Table ") => Ok(()),
            None => stranger(line, out),
        }
    }

    fn post(&mut self, name: &str, post: &str, out: &mut String) -> std::fmt::Result {
        let (post, all_in) = split_all_in(post);
        let (kind, amount) = post.rsplit_once(' ').unwrap_or((post, ""));
        let kind = skip_all(kind, "the ");
        match kind {
            "ante" if self.is_short_deck && self.antes.iter().any(|known| known == name) => {
                return write_line(out, [name, ": posts button blind ", amount, all_in]);
            }
            "ante" => self.antes.push(name.to_owned()),
            "small blind" => amount.clone_into(&mut self.small_blind),
            "blind" => {
                let small = &self.small_blind;
                if !small.is_empty() {
                    write_line(out, [name, ": posts dead ", small])?;
                }
                return write_line(out, [name, ": posts big blind ", amount, all_in]);
            }
            _ => {}
        }
        write_line(out, [name, ": posts ", kind, " ", amount, all_in])
    }

    fn dealt(&mut self, name: &str, cards: &str, out: &mut String) -> std::fmt::Result {
        let new = cards.trim_end_matches(']').split(' ').map(str::to_owned);
        let cards = cards_of(&mut self.cards, name);
        cards.extend(new);
        let known: Vec<&str> =
            cards.iter().map(String::as_str).filter(|card| *card != "X").collect();
        if !std::mem::replace(&mut self.is_dealt, true) && !self.is_stud {
            out.push_str("*** HOLE CARDS ***\n");
        }
        if known.is_empty() {
            Ok(())
        } else {
            write_line(out, ["Dealt to ", name, " [", &known.join(" "), "]"])
        }
    }

    fn act(&mut self, name: &str, act: &str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = split_all_in(act);
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        match verb {
            "discards" => {
                let (old, new) = split_once(rest, " draws ").unwrap_or((rest, ""));
                let old = between(old, "[", "]").unwrap_or_default();
                let count = old.split_whitespace().count();
                write_line(out, [name, ": discards ", &count.to_string(), " cards [", old, "]"])?;
                let new = between(new, "[", "]").unwrap_or_default();
                let cards = cards_of(&mut self.cards, name);
                cards.retain(|card| !old.split(' ').any(|gone| gone == card));
                cards.extend(new.split_whitespace().map(str::to_owned));
                write_line(out, ["Dealt to ", name, " [", &cards.join(" "), "]"])
            }
            "draws" => write_line(out, [name, ": discards ", rest, " cards"]),
            "wins" => {
                let Some(amount) = between(rest, "(", ")") else { return Ok(()) };
                write_line(out, [name, " collected ", amount, " from pot"])
            }
            "shows" | "mucks" => write_line(out, [name, ": ", act]),
            _ => write_line(out, [name, ": ", act, all_in]),
        }
    }

    /// Rewrites `TURN *** [3c 5c 7s] [Kc]`, `BOARD 2 - RIVER *** [- - - Qd] [Jd]`, `3RD STREET ***`, `1ST DRAW ***`.
    fn street(&mut self, title: &str, out: &mut String) -> std::fmt::Result {
        let (name, cards) = split_once(title, " ***").unwrap_or((title, ""));
        if name.ends_with("BETTING ROUND") || name == "HOLE CARDS" {
            return Ok(());
        }
        if let Some(number) = name.strip_suffix(" STREET") {
            // The cards of third street are dealt without a title, and its name is that of the next one.
            let number =
                number.bytes().next().filter(u8::is_ascii_digit).map_or(0, |digit| digit - b'0');
            return write_line(out, ["*** Street ", &number.saturating_add(1).to_string(), " ***"]);
        }
        let (run, street) = match split_once(name, " - ") {
            Some((board, street)) => (usize::from(board.ends_with('2')) + 1, street),
            None => (0, name),
        };
        if cards.is_empty() || !matches!(street, "FLOP" | "TURN" | "RIVER") {
            return write_line(out, ["*** ", name, " ***"]);
        }
        let cards: Vec<&str> =
            cards.split([' ', '[', ']']).filter(|card| !card.is_empty()).collect();
        self.board(run, &cards, out)
    }

    /// Deals all streets of a board that were not dealt before.
    fn board(&mut self, run: usize, cards: &[&str], out: &mut String) -> std::fmt::Result {
        let first = self.boards[0].clone();
        let card = |place: usize| {
            let card = cards.get(place).copied().unwrap_or_default();
            if card == "-" { first.get(place).map_or("", String::as_str) } else { card }
        };
        let shared = cards.iter().take_while(|card| **card == "-").count();
        let place = usize::from(run == 2);
        let known =
            if place == 1 { self.boards[1].len().max(shared) } else { self.boards[0].len() };
        let run = ["", "FIRST ", "SECOND "].get(run).copied().unwrap_or_default();
        for (name, range) in [("FLOP", 0..3), ("TURN", 3..4), ("RIVER", 4..5)] {
            if range.start < known || range.end > cards.len() {
                continue;
            }
            let of = |range: std::ops::Range<usize>| range.map(card).collect::<Vec<_>>().join(" ");
            let before = of(0..range.start);
            let before = if before.is_empty() { before } else { format!("[{before}] ") };
            write_line(out, ["*** ", run, name, " *** ", &before, "[", &of(range), "]"])?;
        }
        self.boards[place] = (0..cards.len()).map(|place| card(place).to_owned()).collect();
        Ok(())
    }
}

/// The cards of a player.
fn cards_of<'a>(all: &'a mut Vec<(String, Vec<String>)>, name: &str) -> &'a mut Vec<String> {
    let place = all.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        all.push((name.to_owned(), Vec::new()));
        all.len() - 1
    });
    &mut all[place].1
}

/// Cuts `calls 120, and is all in`.
fn split_all_in(act: &str) -> (&str, &str) {
    act.strip_suffix(", and is all in").map_or((act, ""), |act| (act, " and is all-in"))
}

/// A line of no one at the table: what moves chips goes to the engine, which refuses it.
fn stranger(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [": posts ", " calls ", " bets ", " raises to ", " wins "];
    let found = ACTS.iter().find_map(|act| split_once(line, act));
    match found {
        Some((name, rest)) if rest.contains(|letter: char| letter.is_ascii_digit()) => {
            write_line(out, [name, ": raises 0"])
        }
        _ => Ok(()),
    }
}

/// Reads `#37580510: Pot Limit Big O - 11/22`.
pub(super) fn header(line: &str) -> Option<Header> {
    const LIMITS: [&str; 3] = ["No Limit", "Pot Limit", "Limit"];
    let (id, rest) = split_once(line.trim_end().strip_prefix('#')?, ": ")?;
    let (game, stakes) = rsplit_once(rest, " - ")?;
    let is_number = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
    };
    let (small, big) = stakes.split_once('/')?;
    let betting = LIMITS.iter().find(|limit| game.starts_with(**limit))?;
    if !(is_number(id) && is_number(small) && is_number(big)) {
        return None;
    }
    let name = game[betting.len()..].trim().replace("Big O", "5 Card Omaha Hi/Lo");
    let id = id.to_owned();
    Some(Header { id, game: format!("{name} {betting} ({stakes} USD)"), ..Header::default() })
}
