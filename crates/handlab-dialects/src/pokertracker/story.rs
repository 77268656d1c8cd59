//! Rewrites each sentence of Microgaming's exports into the common form.

use handlab_core::chips;

use crate::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::text::{
    drop_all, push_joined, rsplit_once, skip_all, split, split_once, trim_end, write_line,
};

/// Decimals of amounts that are compared.
const SCALE: u8 = 2;

/// What later lines need of earlier ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    has_header: bool,
    has_end: bool,
    /// Small and big blind of the header, and whether they are posted; nothing more is once cards are dealt.
    blinds: [Option<i64>; 2],
    is_posted: [bool; 2],
    names: Names<'a>,
    stacks: Vec<(String, String)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let first = lines.next().unwrap_or_default();
        let (mut header, blinds) = header(lines.next().unwrap_or_default());
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
            blinds,
            is_posted: [false; 2],
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
        if let Some(Seat { name, number, stack, end, is_out }) = seat(line) {
            self.names.push(name);
            if let Some(end) = end {
                self.stacks.push((name.to_owned(), end.to_owned()));
            }
            let note = if is_out { " in chips) is sitting out" } else { " in chips)" };
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, note]);
        }
        if let Some(dealing) = line.strip_prefix("** Dealing ") {
            self.is_posted = [true; 2];
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
            return self.post(name, post, amount, out);
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
            // Before the deal it is the blind of a player who has no more.
            "went all-in" if self.is_posted != [true; 2] => {
                let blind = if self.is_posted[0] { "big blind" } else { "small blind" };
                self.post(name, blind, amount, out)
            }
            "went all-in" => write_line(out, [name, ": calls ", amount, " and is all-in"]),
            _ if verb.starts_with("mucks") => Ok(()),
            _ => write_line(out, [name, ": ", act]),
        }
    }
}

impl Lines<'_> {
    fn post(&mut self, name: &str, post: &str, amount: &str, out: &mut String) -> std::fmt::Result {
        let [small, big] = self.blinds;
        let post = match post {
            "small blind" => {
                self.is_posted[0] = true;
                post
            }
            "big blind" => {
                self.is_posted[1] = true;
                post
            }
            // As of a post without a name in `colon`: what its owner calls with shows whether it is live.
            "to play" if money(amount) == small => "small blind",
            "to play" if money(amount) > big => "small & big blinds",
            "to play" => "big blind",
            _ => post,
        };
        write_line(out, [name, ": posts ", post, " ", amount])
    }
}

/// A seat's line.
struct Seat<'a> {
    name: &'a str,
    number: &'a str,
    stack: &'a str,
    end: Option<&'a str>,
    is_out: bool,
}

/// Reads `- NAME sitting in seat 1 with 14785.00 at end 14585.00 [Dealer]`, of 2016 without the hyphen; `[Sitting out]`.
fn seat(mut line: &str) -> Option<Seat<'_>> {
    let mut is_out = false;
    loop {
        line = trim_end(drop_all(trim_end(line), "[Dealer]"));
        let Some(rest) = line.strip_suffix("[Sitting out]") else { break };
        (line, is_out) = (rest, true);
    }
    let line = line.strip_prefix("- ").unwrap_or(line);
    let (name, rest) = rsplit_once(line, " sitting in seat ")?;
    let (number, stack) = split_once(rest, " with ")?;
    number.parse::<u8>().ok()?;
    let (stack, end) = match split_once(stack, " at end ") {
        Some((stack, end)) => (stack, Some(end)),
        None => (stack, None),
    };
    Some(Seat { name, number, stack, end, is_out })
}

/// `A of c, 10 of d` as `Ac 10d`.
fn cards_of(text: &str) -> String {
    let mut cards = String::with_capacity(text.len());
    let parts = split(text.trim(), " of ").flat_map(|part| part.split(','));
    push_joined(&mut cards, parts, "");
    cards
}

/// Reads `** Anonymous (Heads Up) - 5K Max [Hold'em] (25|50 NL -  Cash Game seats:2 badbeat ) Real Money`, and of a tournament
/// `** Heads Up(10195133):Table 1 [Multi Table Hold'em] (10|20 NL - MTT seats:2 ) Real Money`; the blinds, too.
fn header(line: &str) -> (Header<'_>, [Option<i64>; 2]) {
    let mut header = Header::default();
    let text = line.trim_start_matches(['*', ' ']);
    let Some((table, rest)) = text.rsplit_once('[') else { return (header, [None; 2]) };
    let Some((game, rest)) = rest.split_once(']') else { return (header, [None; 2]) };
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
    header.is_tournament = ["Tournament", "MTT", "STT"].iter().any(|kind| inside.contains(kind));
    if header.is_tournament {
        let id = between(table, "(", ")").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
        header.tournament = id.unwrap_or_default().into();
    }
    let kind = ["Multi Table ", "Single Table "].iter().find_map(|kind| game.strip_prefix(kind));
    let game = kind.unwrap_or(game);
    let seats = words.find_map(|word| word.strip_prefix("seats:"));
    header.max_seats = seats.unwrap_or_default().into();
    let code = if header.is_tournament || header.is_play_money { "" } else { " XXX" };
    header.game = format!("{game} {betting} ({stakes}{code})").into();
    let (small, big) = split_once(&stakes, "/").unwrap_or_default();
    (header, [small, big].map(money))
}

/// An amount in cents, whatever its sign.
fn money(text: &str) -> Option<i64> {
    let digits = text.trim_start_matches(|first: char| !first.is_ascii_digit());
    chips::read(digits.as_bytes(), SCALE)
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
