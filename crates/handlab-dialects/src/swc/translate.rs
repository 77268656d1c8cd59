//! Rewrites each line into the common form.

use super::split_header;
use crate::common_form::{Header, Names, between, is_amount, lines};
use crate::lines::translate::Translator;
use crate::text::{before, rsplit_once, split_once, write_line};

/// What later lines need of earlier ones.
pub(super) struct Lines {
    header: Header,
    has_header: bool,
    is_shown: bool,
    names: Names,
    rakes: Vec<String>,
}

impl Lines {
    pub(super) fn new(text: &str) -> Lines {
        let lines = lines(text);
        let field = |name: &str| lines.clone().find_map(|line| line.strip_prefix(name));
        let (id, time) = lines.clone().next().and_then(split_header).unwrap_or_default();
        let table = field("Table: ").unwrap_or_default();
        let max = table.split(' ').find_map(|word| word.strip_suffix("max"));
        let mut header = Header {
            id: id.to_owned(),
            time: time.to_owned(),
            game: game(field("Game: ").unwrap_or_default()),
            table: table.to_owned(),
            max_seats: max.unwrap_or_default().to_owned(),
            ..Header::default()
        };
        let dealer = lines.clone().find_map(|line| line.strip_suffix(" has the dealer button"));
        let chair = lines.clone().filter_map(seat).find(|seat| Some(seat.1) == dealer);
        header.button = chair.map_or(String::new(), |seat| seat.0.to_owned());
        Lines {
            header,
            has_header: false,
            is_shown: false,
            names: Names::default(),
            rakes: Vec::new(),
        }
    }

    /// What was taken from each pot.
    pub(super) fn rakes(&self) -> &[String] {
        &self.rakes
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
        if !self.rakes.is_empty() {
            out.push_str("*** SUMMARY ***\n");
        }
    }
}

impl Lines {
    fn body(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        // A player may be called as any other line starts.
        if (line.starts_with("** ") || line.starts_with("Seat ") || line.starts_with("Dealt to "))
            && let Some((name, act)) = self.names.split_act(line)
        {
            return act_line(name, act, out);
        }
        if let Some((number, name, rest)) = seat(line) {
            self.names.push(name);
            let (stack, tail) = rest.split_once(')').unwrap_or((rest, ""));
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)", tail]);
        }
        if let Some(rake) = line.strip_prefix("Rake (").and_then(|rake| rake.strip_suffix(')'))
            && is_amount(rake)
        {
            self.rakes.push(rake.to_owned());
            return Ok(());
        }
        if line.starts_with("** ") {
            if !line.contains("Show Down") {
                return write_line(out, ["*", &line.replacen(" **", " ***", 1)]);
            }
            let is_first = !std::mem::replace(&mut self.is_shown, true);
            return if is_first { write_line(out, ["*** SHOW DOWN ***"]) } else { Ok(()) };
        }
        if line.starts_with("Dealt to ") {
            return write_line(out, [line]);
        }
        match self.names.split(line, " ") {
            Some((name, act)) => act_line(name, act, out),
            None => stranger(line, out),
        }
    }
}

fn act_line(name: &str, act: &str, out: &mut String) -> std::fmt::Result {
    let (act, all_in) = match act.strip_suffix(" (All-in)") {
        Some(act) => (act, " and is all-in"),
        None => (act, ""),
    };
    if let Some(amount) = act.strip_prefix("refunded ") {
        return write_line(out, ["Uncalled bet (", amount, ") returned to ", name]);
    }
    if let Some(won) = act.strip_prefix("wins ") {
        let Some(amount) = between(won, "(", ")") else { return Ok(()) };
        let pot = before(won, " (").to_ascii_lowercase();
        let pot = match pot.strip_prefix("side pot ") {
            Some(number) => format!("side pot-{number}"),
            None if pot.starts_with("side pot") || pot.starts_with("main pot") => pot,
            None => "pot".to_owned(),
        };
        return write_line(out, [name, " collected ", amount, " from ", &pot]);
    }
    let verb = act.split(' ').next().unwrap_or_default();
    match verb {
        "has" | "adds" | "is" | "sits" => Ok(()),
        _ => write_line(out, [name, ": ", act, all_in]),
    }
}

/// Reads `Seat 3: NAME (139.08) - sitting out`.
fn seat(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    let (name, rest) = rsplit_once(rest, " (")?;
    Some((number, name, rest))
}

/// Reads `NL Hold'em (20 - 100) - Blinds 0.50/1`.
fn game(text: &str) -> String {
    let (game, stakes) = rsplit_once(text, " - ").unwrap_or((text, ""));
    let game = before(game, " (");
    let stakes = stakes.split(' ').find(|word| word.contains('/')).unwrap_or_default();
    let (small, big) = stakes.split_once('/').unwrap_or((stakes, ""));
    format!("{game} (mBTC {small}/mBTC {big})")
}

/// A line of no one at the table: what moves chips goes to the engine, which refuses it.
fn stranger(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [" posts ", " calls ", " bets ", " raises to ", " wins "];
    let found = ACTS.iter().find_map(|act| split_once(line, act));
    match found {
        Some((name, rest))
            if !name.contains(':') && rest.contains(|c: char| c.is_ascii_digit()) =>
        {
            write_line(out, [name, ": raises 0"])
        }
        _ => Ok(()),
    }
}
