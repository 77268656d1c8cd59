//! Rewrites each line into the common form.

use handlab_core::dialect::text::cards;
use handlab_core::time;

use super::{TABLE, hand_id};
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, drop_all, find, is_digits, replace, rsplit_at_mark, split, split_at_mark, split_once,
    trim, trim_end, trim_start, write_line,
};

const END: &str = "Game ended ";

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_stud: bool,
    names: Names<'a>,
    acts: Acts<'a>,
    is_ended: bool,
    is_paid: bool,
    rake: Option<String>,
}

impl<'a> Lines<'a> {
    /// `may_grow` if the last line may break off.
    pub(super) fn new(text: &'a str, may_grow: bool) -> Lines<'a> {
        let mut header = header(lines(text).next().unwrap_or_default());
        let mut is_over = false;
        let mut seats: Vec<(&str, &str)> = Vec::new();
        for line in lines(text) {
            if let Some(max) = between(line, "Players(max ", ")").filter(|_| seats.is_empty()) {
                header.max_seats = max.into();
            } else if let Some(seat) = seat(line).filter(|_| header.button.is_empty()) {
                seats.push((seat.name, seat.number));
            } else if let Some(name) = line.strip_prefix("Dealer:")
                && let Some((_, number)) = seats.iter().find(|(known, _)| *known == name.trim())
            {
                // A player may be called `Dealer:`.
                header.button = (*number).into();
            } else if let Some(time) = end(line)
                && !std::mem::replace(&mut is_over, true)
            {
                // `21:5` is also a time, and `GMT` a zone, but not that of `GMT+1`.
                let zone = time.trim_end().rsplit(' ').next().unwrap_or_default();
                if !may_grow || (time::is_zone(zone) && zone != "GMT") {
                    header.time = time.into();
                }
            }
        }
        Lines {
            is_stud: header.game.contains("Stud") || header.game.contains("Razz"),
            header,
            names: Names::default(),
            acts: Acts::default(),
            is_ended: false,
            is_paid: false,
            rake: None,
        }
    }

    pub(super) fn rake(&self) -> Option<&str> {
        self.rake.as_deref()
    }

    /// Whether the text gives the end of the hand.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
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
        if self.is_paid || self.is_ended {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(Seat { name, stack, number }) = seat(line) {
            self.names.push(name);
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if end(line).is_some() {
            self.is_ended = true;
            return Ok(());
        }
        if let Some((name, act)) = self.names.split(line, " ")
            && !is_board(act)
        {
            return self.act(name, trim_start(act), out);
        }
        if let Some(rake) = line.strip_prefix("Rake:") {
            self.rake = Some(without_code(rake).to_owned());
            return Ok(());
        }
        // `Small Blind:`, `Blind out of turn:`, `Small + Big Blind:`.
        if let Some((title, rest)) = split_once(line, ": ")
            && find(title, "Blind").is_some()
            && let Some((name, amount)) = rsplit_at_mark(trim(rest), b'(')
        {
            let post = if title == "Blind out of turn" { "Big Blind" } else { title };
            let (name, amount) = (trim_end(name), drop_all(amount, ")"));
            return write_line(out, [name, ": posts ", &post.replace('+', "&"), " ", amount]);
        }
        self.street(line, out)
    }
}

impl<'a> Lines<'a> {
    /// Rewrites `Turn                        6s - Js - 3s - 2c`.
    fn street(&self, line: &str, out: &mut String) -> std::fmt::Result {
        let (title, cards) = split_at_mark(line, b' ').unwrap_or((line, ""));
        let cards = trim(cards);
        match title {
            "Flop" | "Turn" | "River" if !self.is_stud && !cards.is_empty() => {
                let cards = replace(cards, " - ", " ");
                return write_line(
                    out,
                    ["*** ", &title.to_ascii_uppercase(), " *** [", &cards, "]"],
                );
            }
            "River" if self.is_stud => return write_line(out, ["*** RIVER ***"]),
            _ => {}
        }
        let title = before(line, "  ");
        if title.ends_with(" Street") || title.ends_with(" Draw") {
            return write_line(out, ["*** ", title, " ***"]);
        }
        refuse_unknown_player(line, out)
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(cards) = act.strip_prefix("was dealt:") {
            return write_line(
                out,
                ["*** HOLE CARDS ***\nDealt to ", name, " [", &cards_of(cards).0, "]"],
            );
        }
        if let Some(shown) = act.strip_prefix("shows:") {
            let (cards, made) = cards_of(shown);
            return write_line(out, [name, ": shows [", &cards, "] ", made]);
        }
        if let Some(rest) = act.strip_prefix("didn't show hand") {
            let cards = between(rest, "(", ")").unwrap_or_default().replace(" - ", " ");
            return if cards.is_empty() {
                write_line(out, [name, ": doesn't show hand"])
            } else {
                write_line(out, [name, ": mucks [", &cards, "]"])
            };
        }
        if let Some(won) = act.strip_prefix("wins:") {
            self.is_paid = true;
            let won = without_code(before(won, " (with "));
            let (amount, pot) = won.split_once(' ').unwrap_or((won, ""));
            let pot = if pot.contains("side pot") || pot == "main pot" { pot } else { "pot" };
            return write_line(out, [name, " collected ", amount, " from ", pot]);
        }
        // Pages and mails collapse the columns.
        let (verb, amount) = split_at_mark(act, b'(').unwrap_or((act, ""));
        let (verb, amount) = (trim_end(verb), drop_all(trim_end(amount), ")"));
        match verb {
            "Fold" => self.acts.push(name, Deed::Fold, "", out),
            "Check" => self.acts.push(name, Deed::Check, "", out),
            "Call" => self.acts.push(name, Deed::Call, amount, out),
            "Bet" => self.acts.push(name, Deed::Bet, amount, out),
            "Raise" => write_line(out, [name, ": raises ", amount]),
            "Ante" => write_line(out, [name, ": posts ante ", amount]),
            "All-In" => write_line(out, [name, ": raises ", amount, " and is all-in"]),
            "Payback" => write_line(out, ["Uncalled bet (", amount, ") returned to ", name]),
            "Bring-In" | "Bring In" => write_line(out, [name, ": brings in for ", amount]),
            _ => write_line(out, [name, ": ", act]),
        }
    }
}

/// A seat's line.
struct Seat<'a> {
    name: &'a str,
    stack: &'a str,
    number: &'a str,
}

/// Reads `NAME                        (EUR 778.14 in seat 2)`: a name may contain brackets.
fn seat(line: &str) -> Option<Seat<'_>> {
    let (name, rest) = rsplit_at_mark(line.strip_suffix(')')?, b'(')?;
    let (stack, number) = split_once(rest, " in seat ")?;
    number.parse::<u8>().ok()?;
    Some(Seat { name: trim_end(name), stack: without_code(stack), number })
}

/// The time in the line that ends a hand, unless it is the action of a player called `Game ended`.
fn end(line: &str) -> Option<&str> {
    line.strip_prefix(END).filter(|time| time.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether these are the cards of a street, and not the action of a player called `River`.
fn is_board(text: &str) -> bool {
    split(trim(text), " - ").all(|card| cards(card).is_some_and(|list| list.len() == 1))
}

/// The cards and the rest of `2h - 2s - Ah - As (a flush, Ace high)`.
fn cards_of(text: &str) -> (String, &str) {
    let (cards, made) = text.split_at(find(text, "(").unwrap_or(text.len()));
    (replace(trim(cards), " - ", " "), made)
}

/// `3.00` from `EUR 3.00`.
fn without_code(text: &str) -> &str {
    let text = trim(text);
    match split_at_mark(text, b' ') {
        Some((code, amount)) if is_code(code) => amount,
        _ => text,
    }
}

/// Marks play money, in place of a currency.
const PLAY: &str = "Fun";

/// `EUR`, `Fun`.
fn is_code(word: &str) -> bool {
    word == PLAY || word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const VERBS: [&str; 6] = ["Call", "Bet", "Raise", "All-In", "Payback", "Ante"];
    let Some((front, _)) = line.strip_suffix(')').and_then(|line| line.rsplit_once('(')) else {
        return Ok(());
    };
    let found = front.trim_end().rsplit_once(' ').filter(|(_, verb)| VERBS.contains(verb));
    found.map_or(Ok(()), |(name, _)| write_line(out, [name.trim_end(), ": raises 0"]))
}

/// Reads `Game # 2667452662 - Texas Hold'em No Limit 200/400 and 20 ante - Table "..."`.
fn header(line: &str) -> Header<'_> {
    let mut header = Header { id: hand_id(line).unwrap_or_default().into(), ..Header::default() };
    let Some((front, table)) = line.trim_end().split_once(TABLE) else { return header };
    let table = table.trim_end_matches('"');
    let game = split_once(front, " - ").map_or("", |(_, game)| game);
    // The word before the stakes is the currency.
    let game = before(game, " and ");
    let Some((game, stakes)) = game.rsplit_once(' ') else { return header };
    let (name, code) = game.rsplit_once(' ').unwrap_or((game, ""));
    if is_code(code) {
        header.is_play_money = code == PLAY;
        let code = if header.is_play_money { "" } else { code };
        header.game = format!("{name} ({})", format!("{stakes} {code}").trim_end()).into();
        header.table = table.into();
        return header;
    }
    header.game = format!("{game} ({stakes})").into();
    // `€10+1/1000VIP(€10) Super Turbo Sit & Go 12713943 1`: price, name, number, table.
    header.is_tournament = true;
    let mut words = table.rsplit(' ');
    let (table_no, id) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    header.table = table_no.into();
    if is_digits(id) {
        header.tournament = id.into();
    }
    let price = table.split(['/', ' ']).next().unwrap_or_default();
    if price.contains('+') {
        header.price = price.into();
        // After the price, before the two numbers.
        let name = table.split_once(' ').map_or("", |(_, rest)| rest);
        header.event = name.rsplitn(3, ' ').nth(2).unwrap_or_default().into();
    }
    header
}
