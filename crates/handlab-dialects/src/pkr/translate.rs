//! Rewrites each line into the common form.

use super::OPENING;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::time;

use crate::lines::acts::Acts;
use crate::lines::common_form::{Header, Names, between, lines, refuse_if_chips_move};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, find, find_ignore_case, replace_first, rsplit_once, skip_all, split_at_mark,
    split_once, trim, without_marks, write_line,
};

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_ended: bool,
    is_paid: bool,
    is_dealt: bool,
    is_stud: bool,
    was_pot: bool,
    names: Names<'a>,
    acts: Acts<'a>,
    pots: Vec<&'a str>,
    rakes: Vec<&'a str>,
    stacks: Vec<(&'a str, &'a str)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, table: &'a str) -> Lines<'a> {
        let [id, game, limit, money, blinds, start, kind] = fields(text);
        let (open, blinds, close) =
            if matches!(blinds, "" | "0 / 0") { ("", "", "") } else { (" (", blinds, ")") };
        let mut header = Header {
            id: id.into(),
            game: [game, " ", limit, open, blinds, close].concat().into(),
            time: time(start).unwrap_or_default().into(),
            button: button(lines(text)).into(),
            is_tournament: find_ignore_case(money, "TOURNAMENT").is_some() || kind == "TOURNAMENT",
            is_play_money: money.eq_ignore_ascii_case("PLAY MONEY"),
            ..Header::default()
        };
        read_table(table, &mut header);
        Lines {
            is_stud: find(&header.game, "STUD").is_some(),
            header,
            is_ended: false,
            is_paid: false,
            is_dealt: false,
            was_pot: false,
            names: Names::default(),
            acts: Acts::default(),
            pots: Vec::new(),
            rakes: Vec::new(),
            stacks: Vec::with_capacity(MAX_SEATS),
        }
    }

    /// Whether the text includes the end of the hand.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The pots as last printed.
    pub(super) fn pots(&self) -> &[&'a str] {
        &self.pots
    }

    pub(super) fn rakes(&self) -> &[&'a str] {
        &self.rakes
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

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_paid {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(pot) = line.strip_prefix("Pot sizes: ") {
            if !std::mem::replace(&mut self.was_pot, true) {
                self.pots.clear();
            }
            self.pots.extend(pot.split_whitespace());
            return Ok(());
        }
        self.was_pot = false;
        if let Some(Seat { number, name, bounty, stack }) = seat(line) {
            let (stack, note) = split_once(stack, " (").unwrap_or((stack, ""));
            if self.is_paid {
                self.stacks.push((name, stack));
                return Ok(());
            }
            self.names.push(name);
            let away = if note.starts_with("away") { " is sitting out" } else { "" };
            let number = number.to_string();
            let (comma, word) = if bounty.is_empty() { ("", "") } else { (", ", " bounty") };
            return write_line(
                out,
                [
                    "Seat ",
                    &number,
                    ": ",
                    name,
                    " (",
                    stack,
                    " in chips",
                    comma,
                    bounty,
                    word,
                    ")",
                    away,
                ],
            );
        }
        if let Some(rest) = line.strip_prefix("Taking Rake of ") {
            let rake = before(rest, " from ");
            self.rakes.push(rake);
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
        // A player may be called `Dealing`.
        if let Some(dealing) = line.strip_prefix("Dealing ")
            && !self.names.has_act(line)
        {
            return self.dealing(dealing, out);
        }
        if let Some((name, act)) = self.names.split(line, " ") {
            return self.act(name, act, out);
        }
        refuse_unknown_player(line, out)
    }
}

impl<'a> Lines<'a> {
    /// Rewrites `[K c][Q d] to NAME`, `Flop [7 h][9 c][2 c]`, `Cards`.
    fn dealing(&mut self, text: &str, out: &mut String) -> std::fmt::Result {
        if text.starts_with('[') {
            let Some((cards, name)) = split_once(text, "] to ") else { return Ok(()) };
            return write_line(out, ["Dealt to ", name, " [", &cards_of(cards), "]"]);
        }
        let (title, cards) = text.split_at(text.find('[').unwrap_or(text.len()));
        let title = trim(title);
        match title {
            "Cards" if std::mem::replace(&mut self.is_dealt, true) => Ok(()),
            "Cards" => write_line(out, ["*** HOLE CARDS ***"]),
            _ if self.is_stud || cards.is_empty() => write_line(out, ["*** ", title, " ***"]),
            _ => write_line(out, ["*** ", title, " *** [", &cards_of(cards), "]"]),
        }
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = match act.strip_suffix(" (all-in)") {
            Some(act) => (act, " and is all-in"),
            None => (act, ""),
        };
        // `ties, and wins $5`, `ties side pot #1, and ties $5`: the amount is what the player gets.
        let tie = act.strip_prefix("ties").and_then(|rest| split_once(rest, ", and "));
        let act = tie.map_or(act, |(_, act)| act);
        let (verb, rest) = split_at_mark(act, b' ').unwrap_or((act, ""));
        match verb {
            "posts" => post(name, rest, all_in, out),
            _ if all_in.is_empty() && self.acts.push_plain(name, act, out) => Ok(()),
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
            // The seat keeps its chips and has no more turns.
            "has" if rest.starts_with("disconnected and has been granted") => {
                write_line(out, [name, ": calls 0 and has reached the cap"])
            }
            "wins" | "ties" if is_amount(rest) => {
                self.is_paid = true;
                let won = before(rest, " with: ");
                let (amount, pot) = split_once(won, " from ").unwrap_or((won, "pot"));
                // `$0.04, disconnection protection limited from $0.17`
                let (amount, pot) = match split_once(amount, ", ") {
                    Some((amount, _)) => (amount, "pot"),
                    None => (amount, pot),
                };
                write_line(
                    out,
                    [name, " collected ", amount, " from ", &replace_first(pot, " #", "-")],
                )
            }
            // The engine refuses what moves chips in unknown words.
            _ if rest.split(' ').any(is_signed) => write_line(out, [name, ": ", act]),
            _ => Ok(()),
        }
    }
}

/// Rewrites `small blind ($0.02)`, `$10`, `$0.02 dead`, `ante of 10`.
fn post(name: &str, text: &str, all_in: &str, out: &mut String) -> std::fmt::Result {
    let text = without_marks(text, *b"()");
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

/// Whether a word is an amount with its sign.
fn is_signed(word: &str) -> bool {
    word.starts_with(['$', '€', '£']) && is_amount(word)
}

fn is_amount(text: &str) -> bool {
    text.trim_start_matches(['$', '€', '£']).starts_with(|first: char| first.is_ascii_digit())
}

/// Rewrites `[7 h][9 c][2 c]` as `7h 9c 2c`, without hidden cards.
fn cards_of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for card in text.split(['[', ']']) {
        let start = out.len();
        out.extend(card.split(' '));
        if out.len() == start + 2 && !out.ends_with("XX") {
            out.push(' ');
        } else {
            out.truncate(start);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

struct Seat<'a> {
    number: u8,
    name: &'a str,
    /// What is paid for knocking the player out; empty if nothing is.
    bounty: &'a str,
    stack: &'a str,
}

/// Reads `Seat 3: NAME - $3.78 (away from table)`: a name may contain a hyphen. In a bounty tournament the name is followed
/// by ` (bounty value $4.50, bounty won $9)`.
fn seat(line: &str) -> Option<Seat<'_>> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    let (name, stack) = rsplit_once(rest, " - ")?;
    let bounty = name.strip_suffix(')').and_then(|name| rsplit_once(name, " (bounty value "));
    let (name, bounty) = bounty.unwrap_or((name, ""));
    Some(Seat { number: number.parse().ok()?, name, bounty: before(bounty, ", "), stack })
}

/// The hand's fields: each is the first line with its label, or empty.
fn fields(text: &str) -> [&str; 7] {
    const NAMES: [&str; 7] = [
        OPENING,
        "Game Type: ",
        "Limit Type: ",
        "Money Type: ",
        "Blinds are now ",
        "Start time of hand: ",
        "Table Type: ",
    ];
    let mut fields = [None; 7];
    for line in lines(text) {
        let number = NAMES.iter().position(|name| line.starts_with(name));
        if let Some(number) = number {
            fields[number] = fields[number].or(Some(&line[NAMES[number].len()..]));
            if fields.iter().all(Option::is_some) {
                break;
            }
        }
    }
    fields.map(Option::unwrap_or_default)
}

/// The seat number to which the button moves last.
fn button<'a>(lines: impl Iterator<Item = &'a str>) -> &'a str {
    let seat = |line: &'a str| {
        line.strip_prefix("Moving Button to seat ").or(line.strip_prefix("Button is at seat "))
    };
    lines.filter_map(seat).last().unwrap_or_default()
}

/// Reads `Tournament #25826986 Table #6`, `STT # 25738091` or the name of a table.
fn read_table<'a>(name: &'a str, header: &mut Header<'a>) {
    let number = |text: &'a str| text.trim_start_matches(['#', ' ']).into();
    if let Some((tournament, table)) =
        between(name, "Tournament ", " Table ").zip(rsplit_once(name, " Table "))
    {
        (header.tournament, header.table) = (number(tournament), number(table.1));
    } else if let Some(tournament) = name.strip_prefix("STT ") {
        header.tournament = number(tournament);
    } else {
        header.table = name.into();
    }
}

/// Reads `15 Aug 2012 00:33:59`.
fn time(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (day, name, year, clock) = (words.next()?, words.next()?, words.next()?, words.next()?);
    Some(format!("{year}/{}/{day} {clock}", time::month(name)?))
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 5] = [" posts ", " calls ", " bets ", " raises to ", " wins "];
    let is_act = |name: &str, rest: &str| !name.contains(':') && is_amount(skip_all(rest, "to "));
    refuse_if_chips_move(line, &ACTS, is_act, out)
}
