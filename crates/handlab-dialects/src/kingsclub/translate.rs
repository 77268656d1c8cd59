//! Rewrites each line into the common form.

use handlab_cards::seat::MAX_SEATS;

use crate::lines::acts::Acts;
use crate::lines::common_form::{
    Header, Names, between, has_digit, is_amount, lines, quoted, refuse_if_chips_move,
};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    find, is_digits, push_joined, replace, rsplit_once, skip_all, split_at_mark, split_once,
    trim_start, write_line,
};

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_stud: bool,
    is_short_deck: bool,
    is_over: bool,
    is_dealt: bool,
    has_decision: bool,
    early_flop: &'a str,
    small_blind: &'a str,
    names: Names<'a>,
    acts: Acts<'a>,
    antes: Vec<&'a str>,
    /// The known cards of each player, one by one.
    cards: Vec<(&'a str, &'a str)>,
    /// The cards of the first and the second board so far.
    boards: [Vec<&'a str>; 2],
    rakes: Vec<&'a str>,
    stacks: Vec<(&'a str, &'a str)>,
    differences: Vec<(&'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut lines = lines(text);
        let mut header = header(lines.next().unwrap_or_default()).unwrap_or_default();
        header.time = lines.next().unwrap_or_default().into();
        let table = lines.next().unwrap_or_default();
        // `T4711 [3]` is a tournament table.
        if let Some((tournament, _)) = tournament_table(table) {
            header.is_tournament = true;
            header.tournament = tournament.into();
        }
        // A table without blinds has the antes as stakes.
        if find(&header.game, " (0/0 ").is_some()
            && let Some((_, ante)) = lines.find_map(|line| split_once(line, ": posts ante "))
        {
            let antes = [" (Button Blind ", ante, " "].concat();
            header.game = header.game.replace(" (0/0 ", &antes).into();
        }
        header.table = quoted(table).unwrap_or_default().into();
        let button = rsplit_once(table, " Seat ").and_then(|(_, rest)| rest.split(' ').next());
        header.button = button.unwrap_or_default().into();
        Lines {
            is_stud: find(&header.game, "Stud").or_else(|| find(&header.game, "Razz")).is_some(),
            is_short_deck: find(&header.game, "Short Deck").is_some(),
            header,
            is_over: false,
            is_dealt: false,
            has_decision: false,
            early_flop: "",
            small_blind: "",
            names: Names::default(),
            acts: Acts::default(),
            antes: Vec::with_capacity(MAX_SEATS),
            cards: Vec::with_capacity(4 * MAX_SEATS),
            boards: [Vec::new(), Vec::new()],
            rakes: Vec::new(),
            stacks: Vec::with_capacity(MAX_SEATS),
            differences: Vec::with_capacity(MAX_SEATS),
        }
    }

    /// The rake taken from each pot, as printed.
    pub(super) fn rakes(&self) -> &[&'a str] {
        &self.rakes
    }

    /// Each player's ending stack, as printed.
    pub(super) fn stacks(&self) -> &[(&'a str, &'a str)] {
        &self.stacks
    }

    /// What each player won or lost, with its sign; empty for zero.
    pub(super) fn differences(&self) -> &[(&'a str, &'a str)] {
        &self.differences
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_over {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let own = self.names.split(line, " ");
        let is_decision = own.is_some_and(|(_, act)| {
            ["folds", "checks", "calls", "bets", "raises"].iter().any(|verb| act.starts_with(verb))
        });
        // A player may have a title as name.
        let has_act = own.is_some_and(|(_, act)| act.starts_with(char::is_lowercase));
        self.has_decision |= is_decision;
        // At an all-in-or-fold table the flop is printed before its betting.
        if line.starts_with("*** FLOP") && !self.has_decision && !self.is_stud {
            self.early_flop = line;
            return Ok(());
        }
        if !self.early_flop.is_empty() && self.has_decision && !is_decision {
            let flop = std::mem::take(&mut self.early_flop);
            self.street(skip_all(flop, "*** "), out)?;
        }
        // `*** SUMMARY * **` also occurs.
        if line.starts_with("*** SUMMARY ") {
            self.is_over = true;
            return Ok(());
        }
        if let Some(title) = line.strip_prefix("*** ").filter(|_| !has_act) {
            return self.street(title, out);
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && let Some((front, tail)) = rsplit_once(rest, ")")
            && let Some((name, stack)) = rsplit_once(front, " (")
            && !has_act
        {
            let name = trim_start(name);
            if self.is_over {
                self.stacks.push((name, stack));
                self.differences.push((name, tail.trim()));
                return Ok(());
            }
            self.names.push(name);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)", tail]);
        }
        if let Some(rake) = line.strip_prefix("Rake ").filter(|rake| is_amount(rake)) {
            self.rakes.push(rake);
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
        match own {
            Some((name, act)) => self.act(name, act, out),
            // `Run 1: NAME shows [..]`
            None if line.starts_with("Run ") || line.starts_with("Table ") => Ok(()),
            None => refuse_unknown_player(line, out),
        }
    }
}

impl<'a> Lines<'a> {
    fn post(&mut self, name: &'a str, post: &'a str, out: &mut String) -> std::fmt::Result {
        let (post, all_in) = split_all_in(post);
        let (kind, amount) = post.rsplit_once(' ').unwrap_or((post, ""));
        let kind = skip_all(kind, "the ");
        match kind {
            "ante" if self.is_short_deck && self.antes.contains(&name) => {
                return write_line(out, [name, ": posts button blind ", amount, all_in]);
            }
            "ante" => self.antes.push(name),
            "small blind" => self.small_blind = amount,
            "blind" => {
                let small = self.small_blind;
                if !small.is_empty() {
                    write_line(out, [name, ": posts dead ", small])?;
                }
                return write_line(out, [name, ": posts big blind ", amount, all_in]);
            }
            _ => {}
        }
        write_line(out, [name, ": posts ", kind, " ", amount, all_in])
    }

    fn dealt(&mut self, name: &'a str, cards: &'a str, out: &mut String) -> std::fmt::Result {
        let known = cards.trim_end_matches(']').split(' ').filter(|card| *card != "X");
        self.cards.extend(known.map(|card| (name, card)));
        if !std::mem::replace(&mut self.is_dealt, true) && !self.is_stud {
            out.push_str("*** HOLE CARDS ***\n");
        }
        let mut known = cards_of(&self.cards, name).peekable();
        if known.peek().is_none() { Ok(()) } else { write_dealt(name, known, out) }
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = split_all_in(act);
        let (verb, rest) = split_at_mark(act, b' ').unwrap_or((act, ""));
        match verb {
            "discards" => {
                let (old, new) = split_once(rest, " draws ").unwrap_or((rest, ""));
                let old = between(old, "[", "]").unwrap_or_default();
                let count = old.split_whitespace().count();
                write_line(out, [name, ": discards ", &count.to_string(), " cards [", old, "]"])?;
                let new = between(new, "[", "]").unwrap_or_default();
                self.cards
                    .retain(|(of, card)| *of != name || !old.split(' ').any(|gone| gone == *card));
                self.cards.extend(new.split_whitespace().map(|card| (name, card)));
                write_dealt(name, cards_of(&self.cards, name), out)
            }
            "draws" => write_line(out, [name, ": discards ", rest, " cards"]),
            "wins" => {
                let Some(amount) = between(rest, "(", ")") else { return Ok(()) };
                let side = between(rest, "side pot ", " (").unwrap_or_default();
                let pot = if side.is_empty() { " from pot" } else { " from side pot-" };
                write_line(out, [name, " collected ", amount, pot, side])
            }
            "shows" | "mucks" => write_line(out, [name, ": ", act]),
            _ if all_in.is_empty() && self.acts.push_plain(name, act, out) => Ok(()),
            _ => write_line(out, [name, ": ", act, all_in]),
        }
    }

    /// Rewrites `TURN *** [3c 5c 7s] [Kc]`, `BOARD 2 - RIVER *** [- - - Qd] [Jd]`, `3RD STREET ***`, `1ST DRAW ***`.
    fn street(&mut self, title: &'a str, out: &mut String) -> std::fmt::Result {
        let (name, cards) = split_once(title, " ***").unwrap_or((title, ""));
        if name.ends_with("BETTING ROUND") || name == "HOLE CARDS" {
            return Ok(());
        }
        if let Some(number) = name.strip_suffix(" STREET") {
            // The cards of third street are dealt without a title, and the title with its number belongs to the next
            // street.
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
        let cards = cards.split([' ', '[', ']']).filter(|card| !card.is_empty());
        self.board(run, cards.collect(), out)
    }

    /// Deals all streets of a board that have not been dealt yet.
    fn board(&mut self, run: usize, cards: Vec<&'a str>, out: &mut String) -> std::fmt::Result {
        let place = usize::from(run == 2);
        let shared = cards.iter().take_while(|card| **card == "-").count();
        let known =
            if place == 1 { self.boards[1].len().max(shared) } else { self.boards[0].len() };
        let run = ["", "FIRST ", "SECOND "].get(run).copied().unwrap_or_default();
        let mut board = cards;
        for (place, card) in board.iter_mut().enumerate().filter(|(_, card)| **card == "-") {
            *card = self.boards[0].get(place).copied().unwrap_or_default();
        }
        for (name, range) in [("FLOP", 0..3), ("TURN", 3..4), ("RIVER", 4..5)] {
            let Some(new) = board.get(range.clone()).filter(|_| range.start >= known) else {
                continue;
            };
            out.extend(["*** ", run, name, " *** "]);
            if range.start > 0 {
                out.push('[');
                push_joined(out, board[..range.start].iter().copied(), " ");
                out.push_str("] ");
            }
            out.push('[');
            push_joined(out, new.iter().copied(), " ");
            write_line(out, ["]"])?;
        }
        self.boards[place] = board;
        Ok(())
    }
}

/// The cards of a player.
fn cards_of<'a>(all: &[(&'a str, &'a str)], name: &str) -> impl Iterator<Item = &'a str> {
    all.iter().filter(move |(of, _)| *of == name).map(|(_, card)| *card)
}

fn write_dealt<'a>(
    name: &str,
    cards: impl Iterator<Item = &'a str>,
    out: &mut String,
) -> std::fmt::Result {
    out.push_str("Dealt to ");
    out.push_str(name);
    out.push_str(" [");
    push_joined(out, cards, " ");
    write_line(out, ["]"])
}

/// Splits `calls 120, and is all in`.
fn split_all_in(act: &str) -> (&str, &str) {
    act.strip_suffix(", and is all in").map_or((act, ""), |act| (act, " and is all-in"))
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [": posts ", " calls ", " bets ", " raises to ", " wins "];
    refuse_if_chips_move(line, &ACTS, |_, rest| has_digit(rest), out)
}

/// Reads `#37580510: Pot Limit Big O - 11/22`.
fn header(line: &str) -> Option<Header<'_>> {
    let (id, name, betting, stakes) = split_header(line)?;
    let mut game = replace(name, "Big O", "5 Card Omaha Hi/Lo");
    game.extend([" ", betting, " (", stakes, " USD)"]);
    Some(Header { id: id.into(), game: game.into(), ..Header::default() })
}

/// The numbers of tournament and table in `Table 'T4711 [3]' Seat 7 is the button`.
fn tournament_table(line: &str) -> Option<(&str, &str)> {
    let (tournament, table) = split_once(between(line, "'T", "]'")?, " [")?;
    (is_digits(tournament) && is_digits(table)).then_some((tournament, table))
}

/// Number, game, betting and stakes of a header.
pub(super) fn split_header(line: &str) -> Option<(&str, &str, &'static str, &str)> {
    const LIMITS: [&str; 3] = ["No Limit", "Pot Limit", "Limit"];
    let (id, rest) = split_once(line.trim_end().strip_prefix('#')?, ": ")?;
    let (game, stakes) = rsplit_once(rest, " - ")?;
    let is_number = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
    };
    let (small, big) = stakes.split_once('/')?;
    let betting = LIMITS.iter().find(|limit| game.starts_with(**limit))?;
    let are_numbers = is_number(id) && is_number(small) && is_number(big);
    are_numbers.then(|| (id, game[betting.len()..].trim(), *betting, stakes))
}
