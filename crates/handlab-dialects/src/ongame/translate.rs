//! Rewrites each line into the common form.

use std::borrow::Cow;
use std::fmt::Write;

use handlab_core::chips;
use handlab_core::time;

use super::hand_id;
use crate::lines::acts::Acts;
use crate::lines::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, find, push_joined, rfind, rsplit_once, split_once, trim_end, write_line,
};

/// Decimals of the pots that are added up here.
const SCALE: u8 = 2;

/// No hand has more streets: searching the earlier titles must not take forever.
const MOST_TITLES: usize = 16;

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_stud: bool,
    is_over: bool,
    is_ended: bool,
    is_shown: bool,
    owner: &'a str,
    names: Names<'a>,
    acts: Acts<'a>,
    /// The titles so far.
    titles: Vec<&'a str>,
    /// The cards of each player so far: in stud a line has only the new ones.
    cards: Vec<(&'a str, &'a str)>,
    pots: Vec<&'a str>,
    rake: Option<&'a str>,
    stacks: Vec<(&'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        const FIELDS: [&str; 5] =
            ["Start hand:", "Table:", "User:", "Button: seat ", "Players in round:"];
        let mut fields = [None; FIELDS.len()];
        for line in lines(text).take(8) {
            let found = FIELDS.iter().zip(&mut fields).find(|(name, _)| line.starts_with(**name));
            if let Some((name, field)) = found {
                field.get_or_insert_with(|| line[name.len()..].trim());
            }
        }
        let [start, table, owner, button, players] = fields.map(Option::unwrap_or_default);
        let mut header = Header {
            button: button.into(),
            max_seats: between(players, "(", ")").unwrap_or_default().into(),
            time: time(start).unwrap_or_default().into(),
            ..Header::default()
        };
        let first = lines(text).next().unwrap_or_default();
        header.id = hand_id(first).unwrap_or_default().into();
        read_tournament(first, &mut header);
        let stack = lines(text).find_map(seat).map_or("", |(_, stack)| stack);
        read_table(table, stack, &mut header);
        Lines {
            is_stud: ["STUD", "RAZZ"].iter().any(|name| find(&header.game, name).is_some()),
            header,
            is_over: false,
            is_ended: false,
            is_shown: false,
            owner,
            names: Names::default(),
            acts: Acts::default(),
            titles: Vec::new(),
            cards: Vec::new(),
            pots: Vec::new(),
            rake: None,
            stacks: Vec::new(),
        }
    }

    pub(super) fn owner(&self) -> &'a str {
        self.owner
    }

    /// Whether it is a fast-fold game, with each hand at another table.
    pub(super) fn is_fast_fold(&self) -> bool {
        self.header.table.split(' ').any(|word| word == "Strobe")
    }

    /// Whether the text includes the end of the hand.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Each player's ending stack, as printed.
    pub(super) fn stacks(&self) -> &[(&'a str, &'a str)] {
        &self.stacks
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
        if self.pots.is_empty() {
            return Ok(());
        }
        let pots = || self.pots.iter().map(|pot| chips::read(pot.as_bytes(), SCALE));
        let sum = pots().try_fold(0_i64, |sum, pot| sum.checked_add(pot?));
        let Some(sum) = sum else { return Ok(()) };
        write!(out, "*** SUMMARY ***\nTotal pot {}.{:02}", sum / 100, sum % 100)?;
        for (number, pot) in self.pots.iter().enumerate() {
            match number {
                0 => write!(out, " Main pot {pot}."),
                _ => write!(out, " Side pot-{number} {pot}."),
            }?;
        }
        if let Some(rake) = &self.rake {
            write!(out, " | Rake {rake}")?;
        }
        out.push('\n');
        Ok(())
    }
}

impl<'a> Lines<'a> {
    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line == "Summary:" {
            self.is_over = true;
            return Ok(());
        }
        if self.cards.is_empty()
            && let Some((name, stack)) = seat(line)
            && !self.names.has_act(line)
        {
            self.names.push(name);
            let number = before(&line["Seat ".len()..], ":");
            let (stack, tail) = split_once(stack, ")").unwrap_or((stack, ""));
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)", tail]);
        }
        // A player may be called `Dealing` or `---`.
        if let Some(dealt) = line.strip_prefix("Dealing to ")
            && self.names.split(dealt, ": [").is_some()
        {
            return self.dealt(dealt, out);
        }
        let title = line.trim_start_matches(['-', ' ']).strip_prefix("Dealing ");
        if let Some(title) = title.filter(|title| is_street(title)) {
            return self.street(title, out);
        }
        if let Some((name, act)) = self.names.split(line, " ") {
            return self.act(name, act, out);
        }
        if let Some(title) = title {
            return self.street(title, out);
        }
        refuse_unknown_player(line, out)
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = match act.strip_suffix(" [all in]") {
            Some(act) => (act, " and is all-in"),
            None => (act, ""),
        };
        if let Some(raise) = act.strip_prefix("raises ") {
            let added = split_once(raise, " to ").map_or(raise, |(added, _)| added);
            return write_line(out, [name, ": raises ", added, all_in]);
        }
        // `small bring in $0.12`; the larger one is a full bet.
        if let Some((_, amount)) = split_once(act, "bring in ") {
            return write_line(out, [name, ": brings in for ", amount, all_in]);
        }
        if let Some(changed) = act.strip_prefix("changed ") {
            return if changed.starts_with("0 ") {
                write_line(out, [name, ": stands pat"])
            } else {
                write_line(out, [name, ": discards ", changed])
            };
        }
        if all_in.is_empty() && self.acts.push_plain(name, act, out) {
            return Ok(());
        }
        out.extend([name, ": "]);
        out.extend(act.split(['(', ')']));
        out.extend([all_in, "\n"]);
        Ok(())
    }

    /// Rewrites `flop [6c, Qs, 7h]`, `4th street`, `pocket cards`.
    ///
    /// Once someone is all-in, the current street is printed again.
    fn street(&mut self, title: &'a str, out: &mut String) -> std::fmt::Result {
        if self.titles.contains(&title) {
            return Ok(());
        }
        if self.titles.len() < MOST_TITLES {
            self.titles.push(title);
        }
        let (name, cards) = title.split_at(title.find('[').unwrap_or(title.len()));
        let name = name.trim();
        match name {
            "pocket cards" => write_line(out, ["*** HOLE CARDS ***"]),
            "river" if self.is_stud => write_line(out, ["*** RIVER ***"]),
            "flop" => write_line(out, ["*** FLOP *** ", cards]),
            "turn" => write_line(out, ["*** TURN *** ", cards]),
            "river" => write_line(out, ["*** RIVER *** ", cards]),
            _ => write_line(out, ["*** ", &name.to_ascii_uppercase(), " *** ", cards]),
        }
    }

    fn dealt(&mut self, dealt: &'a str, out: &mut String) -> std::fmt::Result {
        let Some((name, cards)) = self.names.split(dealt, ": [") else { return Ok(()) };
        let cards = cards.trim_end_matches([']', ' ']);
        self.cards.push((name, cards.trim_start()));
        out.extend(["Dealt to ", name, " ["]);
        let known = self.cards.iter().filter(|(of, _)| *of == name).map(|(_, cards)| *cards);
        push_joined(out, known, " ");
        write_line(out, ["]"])
    }

    fn summary(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line.starts_with("***** End of hand ") {
            self.is_ended = true;
        } else if let Some(rake) = line.strip_prefix("Rake taken: ") {
            self.rake = Some(rake);
        } else if let Some((title, rest)) = split_once(line, ": ")
            && let Some((pot, winners)) = split_once(rest, " won by ")
            && let Some(name) = pot_name(title)
        {
            self.pots.push(pot);
            self.winners(&name, winners, out)?;
        } else if let Some((name, rest)) = seat(line) {
            let (stack, rest) = split_once(rest, ")").unwrap_or((rest, ""));
            self.stacks.push((name, stack));
            if let Some(at) = rest.find('[') {
                if !std::mem::replace(&mut self.is_shown, true) {
                    out.push_str("*** SHOW DOWN ***\n");
                }
                let cards = before(&rest[at..], "]");
                write_line(out, [name, ": shows ", cards, "]"])?;
            }
        }
        Ok(())
    }

    /// Rewrites `NAME ($0.27), NAME ($0.26)` or `NAME (125 High), NAME (125 Low)`.
    fn winners(&self, pot: &str, winners: &str, out: &mut String) -> std::fmt::Result {
        let mut rest = winners;
        while !rest.is_empty() {
            let (name, after) = match self.names.split(rest, " (") {
                Some(found) => found,
                None => split_once(rest, " (").unwrap_or((rest, "")),
            };
            let (amount, after) = split_once(after, ")").unwrap_or((after, ""));
            let amount = amount.split(' ').next().unwrap_or_default();
            write_line(out, [name, " collected ", amount, " from ", pot])?;
            rest = after.trim_start_matches([',', ' ']);
        }
        Ok(())
    }
}

/// The name, and what follows the bracket after it, in `Seat 1: NAME ($6.56), net: -$0.30`: a name may contain
/// brackets.
fn seat(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    // A seat that gains and loses nothing has no `net`, even if it shows its cards.
    let ends = [find(rest, "), net: "), rfind(rest, "), ["), rfind(rest, ")")];
    let end = ends.into_iter().flatten().next()?;
    let open = rfind(&rest[..end], " (")?;
    Some((&rest[..open], &rest[open + 2..]))
}

fn pot_name(title: &str) -> Option<Cow<'static, str>> {
    if title == "Main pot" {
        return Some(Cow::Borrowed("main pot"));
    }
    title.strip_prefix("Side pot ").map(|number| format!("side pot-{number}").into())
}

/// Whether a title is a street's, and not the action of a player called `Dealing`.
fn is_street(title: &str) -> bool {
    let name = trim_end(before(title, "["));
    ["pocket cards", "flop", "turn", "river"].contains(&name) || name.ends_with(" street")
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [" posts ", " calls ", " bets ", " raises ", " folds"];
    let act = ACTS.iter().find_map(|act| split_once(line, act).map(|(name, _)| (name, act)));
    match act {
        Some((name, act)) if !name.contains(':') => write_line(out, [name, ": ", act.trim(), " 0"]),
        _ => Ok(()),
    }
}

/// Reads `Sat Sep 4 05:34:19 GMT+0100 2010`.
fn time(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (_, name, day, clock) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let (zone, year) = match (words.next()?, words.next()) {
        (year, None) => ("", year),
        (zone, Some(year)) => (zone, year),
    };
    let month = time::month(name)?.to_string();
    Some([year, "/", &month, "/", day, " ", clock, " ", zone].concat())
}

/// Reads `(TOURNAMENT: "NL Holdem", S-755-6811, buy-in: €20)`; in 2009 the brackets may be empty.
fn read_tournament<'a>(line: &'a str, header: &mut Header<'a>) {
    let Some((_, entry)) = split_once(line, " (TOURNAMENT:") else { return };
    header.is_tournament = true;
    let (quoted, rest) = entry.rsplit_once('"').unwrap_or(("", entry));
    header.event = quoted.trim_start().trim_start_matches('"').into();
    for field in rest.split([',', ')']).map(str::trim) {
        if let Some(price) = field.strip_prefix("buy-in: ") {
            header.price = price.into();
        } else if field.contains('-') && header.tournament.is_empty() {
            header.tournament = field.into();
        }
    }
}

/// Reads `[SPEED] Dijon [22678800] (NO_LIMIT TEXAS_HOLDEM €0.02/€0.04, ante: €0.01, Real money)`.
///
/// Money stakes may lack the sign that the first stack has.
fn read_table<'a>(text: &'a str, stack: &str, header: &mut Header<'a>) {
    let Some((table, rules)) = rsplit_once(text, " (") else { return };
    let name = rsplit_once(table, " [").map_or(table, |(name, _)| name);
    header.table = name.into();
    let mut fields = rules.trim_end_matches(')').split(", ");
    let mut words = fields.next().unwrap_or_default().split(' ');
    let betting = words.next().unwrap_or_default().replace('_', " ");
    let game = words.next().unwrap_or_default().replace('_', " ");
    let stakes = words.next().unwrap_or_default();
    let is_bare = stakes.starts_with(|first: char| first.is_ascii_digit());
    let (mut sign, mut code) = ("", "");
    for field in fields {
        match field {
            "Real money" if is_bare && !header.is_tournament => {
                sign = &stack[..stack.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0)];
                code = if sign.is_empty() { " XXX" } else { "" };
            }
            "Play money" => header.is_play_money = true,
            "TC" | "Chips" => header.is_tournament = true,
            _ => {}
        }
    }
    header.game = [&game, " ", &betting, " (", sign, stakes, code, ")"].concat().into();
}
