//! Rewrites each line into the common form.

use super::OPENING;
use handlab_core::time;

use crate::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::text::{before, rsplit_once, skip_all, split_once, write_line};

/// What later lines need of earlier ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines {
    header: Header,
    has_header: bool,
    is_ended: bool,
    is_paid: bool,
    is_dealt: bool,
    is_stud: bool,
    was_pot: bool,
    names: Names,
    pots: Vec<String>,
    rakes: Vec<String>,
    stacks: Vec<(String, String)>,
}

impl Lines {
    pub(super) fn new(text: &str, table: &str) -> Lines {
        let lines = lines(text);
        let field = |name: &str| lines.clone().find_map(|line| line.strip_prefix(name));
        let text = |name: &str| field(name).unwrap_or_default().to_owned();
        let money = text("Money Type: ").to_ascii_uppercase();
        let blinds = text("Blinds are now ");
        let game = format!("{} {}", text("Game Type: "), text("Limit Type: "));
        let has_blinds = !matches!(blinds.as_str(), "" | "0 / 0");
        let mut header = Header {
            id: text(OPENING),
            game: if has_blinds { format!("{game} ({blinds})") } else { game },
            time: time(field("Start time of hand: ").unwrap_or_default()).unwrap_or_default(),
            button: button(lines.clone()).to_owned(),
            is_tournament: money.contains("TOURNAMENT") || text("Table Type: ") == "TOURNAMENT",
            is_play_money: money == "PLAY MONEY",
            ..Header::default()
        };
        read_table(table, &mut header);
        Lines {
            is_stud: header.game.contains("STUD"),
            header,
            has_header: false,
            is_ended: false,
            is_paid: false,
            is_dealt: false,
            was_pot: false,
            names: Names::default(),
            pots: Vec::new(),
            rakes: Vec::new(),
            stacks: Vec::new(),
        }
    }

    /// Whether the text says that the hand ends.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The pots when they were last printed.
    pub(super) fn pots(&self) -> &[String] {
        &self.pots
    }

    pub(super) fn rakes(&self) -> &[String] {
        &self.rakes
    }

    /// What each player has at the end, as printed.
    pub(super) fn stacks(&self) -> &[(String, String)] {
        &self.stacks
    }
}

impl Translator<'_> for Lines {
    fn line(&mut self, line: &str, out: &mut String) {
        let line = line.trim_end();
        if !std::mem::replace(&mut self.has_header, true) {
            return self.header.write(out);
        }
        // Writing to a string cannot fail.
        let _ = self.body(line, out);
    }

    fn end(&mut self, out: &mut String) {
        if self.is_paid {
            out.push_str("*** SUMMARY ***\n");
        }
    }
}

impl Lines {
    fn body(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        if let Some(pot) = line.strip_prefix("Pot sizes: ") {
            if !std::mem::replace(&mut self.was_pot, true) {
                self.pots.clear();
            }
            self.pots.extend(pot.split_whitespace().map(str::to_owned));
            return Ok(());
        }
        self.was_pot = false;
        if let Some((number, name, stack)) = seat(line) {
            let (stack, note) = split_once(stack, " (").unwrap_or((stack, ""));
            if self.is_paid {
                self.stacks.push((name.to_owned(), stack.to_owned()));
                return Ok(());
            }
            self.names.push(name);
            let away = if note.starts_with("away") { " is sitting out" } else { "" };
            return write_line(
                out,
                ["Seat ", &number.to_string(), ": ", name, " (", stack, " in chips)", away],
            );
        }
        if let Some(rest) = line.strip_prefix("Taking Rake of ") {
            let rake = before(rest, " from ");
            self.rakes.push(rake.to_owned());
            return Ok(());
        }
        if let Some(rest) = line.strip_prefix("Returning ")
            && let Some((amount, name)) = split_once(rest, " to ")
            && let Some(name) = name.strip_suffix(" uncalled")
        {
            return write_line(out, ["Uncalled bet (", amount, ") returned to ", name]);
        }
        if line.starts_with("End of Hand #") {
            self.is_ended = true;
            return Ok(());
        }
        if let Some((name, act)) = self.names.split(line, " ") {
            return self.act(name, act, out);
        }
        if let Some(dealing) = line.strip_prefix("Dealing ") {
            return self.dealing(dealing, out);
        }
        stranger(line, out)
    }

    /// Rewrites `[K c][Q d] to NAME`, `Flop [7 h][9 c][2 c]`, `Cards`.
    fn dealing(&mut self, text: &str, out: &mut String) -> std::fmt::Result {
        if text.starts_with('[') {
            let Some((cards, name)) = split_once(text, "] to ") else { return Ok(()) };
            return write_line(out, ["Dealt to ", name, " [", &cards_of(cards), "]"]);
        }
        let (title, cards) = text.split_at(text.find('[').unwrap_or(text.len()));
        let title = title.trim();
        match title {
            "Cards" if std::mem::replace(&mut self.is_dealt, true) => Ok(()),
            "Cards" => write_line(out, ["*** HOLE CARDS ***"]),
            _ if self.is_stud || cards.is_empty() => write_line(out, ["*** ", title, " ***"]),
            _ => write_line(
                out,
                ["*** ", &title.to_ascii_uppercase(), " *** [", &cards_of(cards), "]"],
            ),
        }
    }

    fn act(&mut self, name: &str, act: &str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = match act.strip_suffix(" (all-in)") {
            Some(act) => (act, " and is all-in"),
            None => (act, ""),
        };
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        match verb {
            "posts" => post(name, rest, all_in, out),
            "folds" | "checks" if rest.is_empty() => write_line(out, [name, ": ", verb]),
            "folds" => write_line(out, [name, ": folds [", &cards_of(rest), "]"]),
            "calls" | "bets" if is_amount(rest) => {
                write_line(out, [name, ": ", verb, " ", rest, all_in])
            }
            "raises" => write_line(out, [name, ": raises ", rest, all_in]),
            "brings" => write_line(out, [name, ": ", act, all_in]),
            "shows" if rest.starts_with('[') => {
                write_line(out, ["*** SHOW DOWN ***\n", name, ": shows [", &cards_of(rest), "]"])
            }
            "mucks" => write_line(out, [name, ": mucks"]),
            "discards" | "draws" | "stands" => write_line(out, [name, ": ", act]),
            "wins" if is_amount(rest) => {
                self.is_paid = true;
                let won = before(rest, " with: ");
                let (amount, pot) = split_once(won, " from ").unwrap_or((won, "pot"));
                // `$0.04, disconnection protection limited from $0.17`
                let (amount, pot) = match split_once(amount, ", ") {
                    Some((amount, _)) => (amount, "pot"),
                    None => (amount, pot),
                };
                write_line(out, [name, " collected ", amount, " from ", &pot.replace(" #", "-")])
            }
            _ => Ok(()),
        }
    }
}

/// Rewrites `small blind ($0.02)`, `$10`, `$0.02 dead`, `ante of 10`.
fn post(name: &str, text: &str, all_in: &str, out: &mut String) -> std::fmt::Result {
    let text = text.replace(['(', ')'], "");
    if let Some(dead) = text.strip_suffix(" dead") {
        return write_line(out, [name, ": posts dead ", dead, all_in]);
    }
    match text.trim_start_matches(['$', '€', '£']) {
        "0" => Ok(()),
        bare if bare.starts_with(|first: char| first.is_ascii_digit()) => {
            write_line(out, [name, ": posts big blind ", &text, all_in])
        }
        _ => write_line(out, [name, ": posts ", &text, all_in]),
    }
}

fn is_amount(text: &str) -> bool {
    text.trim_start_matches(['$', '€', '£']).starts_with(|first: char| first.is_ascii_digit())
}

/// `[7 h][9 c][2 c]` as `7h 9c 2c`, without hidden ones.
fn cards_of(text: &str) -> String {
    let mut out = String::new();
    for card in text.split(['[', ']']) {
        let card: String = card.chars().filter(|letter| *letter != ' ').collect();
        if card.len() == 2 && card != "XX" {
            out.push_str(&card);
            out.push(' ');
        }
    }
    out.trim_end().to_owned()
}

/// Reads `Seat 3: NAME - $3.78 (away from table)`: a name may hold a hyphen.
fn seat(line: &str) -> Option<(u8, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    let (name, stack) = rsplit_once(rest, " - ")?;
    Some((number.parse().ok()?, name, stack))
}

/// The chair to which the button moves last.
fn button<'a>(lines: impl Iterator<Item = &'a str>) -> &'a str {
    let seat = |line: &'a str| {
        line.strip_prefix("Moving Button to seat ").or(line.strip_prefix("Button is at seat "))
    };
    lines.filter_map(seat).last().unwrap_or_default()
}

/// Reads `Tournament #25826986 Table #6`, `STT # 25738091` or the name of a table.
fn read_table(name: &str, header: &mut Header) {
    let number = |text: &str| text.trim_start_matches(['#', ' ']).to_owned();
    if let Some((tournament, table)) =
        between(name, "Tournament ", " Table ").zip(rsplit_once(name, " Table "))
    {
        (header.tournament, header.table) = (number(tournament), number(table.1));
    } else if let Some(tournament) = name.strip_prefix("STT ") {
        header.tournament = number(tournament);
    } else {
        name.clone_into(&mut header.table);
    }
}

/// Reads `15 Aug 2012 00:33:59`.
fn time(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (day, name, year, clock) = (words.next()?, words.next()?, words.next()?, words.next()?);
    Some(format!("{year}/{}/{day} {clock}", time::month(name)?))
}

/// A line of no one at the table: what moves chips goes to the engine, which refuses it.
fn stranger(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [" posts ", " calls ", " bets ", " raises to ", " wins "];
    let found = ACTS.iter().find_map(|act| split_once(line, act));
    match found {
        Some((name, rest)) if !name.contains(':') && is_amount(skip_all(rest, "to ")) => {
            write_line(out, [name, ": raises 0"])
        }
        _ => Ok(()),
    }
}
