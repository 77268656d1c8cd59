//! Rewrites each line into the common form.

use std::borrow::Cow;

use handlab_core::chips;

use super::{OPENINGS, is_gear};
use crate::lines::acts::Acts;
use crate::lines::clock::find_date;
use crate::lines::common_form::{Header, Names, between, lines, lines_with, lines_with_any_case};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, drop_all, find, find_ignore_case, rsplit_once, skip_all, split_number, split_once,
    strip_prefix_ignore_case, write_line,
};

/// After the name of a player who gives up seat and cards.
const LEFT: &str = " has left the table";

/// Between the amounts of a raise.
const TO: &str = " to ";

/// Decimals of the pots that are added up here.
const SCALE: u8 = 2;

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_gear: bool,
    is_over: bool,
    small_blind: String,
    names: Names<'a>,
    acts: Acts<'a>,
    /// The summary's board, and how many of its streets the body has.
    board: &'a str,
    streets: usize,
    is_shown: bool,
    last_total: &'a str,
    /// The sum of the side pots, which are printed before the showdown.
    side_pots: i64,
    text: &'a str,
    is_dealt: bool,
    big_blind: &'a str,
    /// Who left after a blind, until their turn to act.
    left: Vec<&'a str>,
    /// All who left: a line may be repeated.
    leavers: Vec<&'a str>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let lines = lines(text);
        let post = |words: &str| {
            let amount = lines_with_any_case(text, words).find_map(|line| {
                let at = find_ignore_case(line, words)?;
                Some(line[at + words.len()..].to_ascii_lowercase())
            });
            let amount = amount.unwrap_or_default();
            drop_all(&amount, ".").replace(".00", "")
        };
        let (small, big) = (post(": posts small blind "), post(": posts big blind "));
        // The post of a player who is all-in may be short.
        let are_whole =
            [&small, &big].iter().all(|post| !post.is_empty() && !post.contains("all in"));
        let table = lines.clone().find(|line| line.starts_with("Table ")).unwrap_or_default();
        let sign = if table.contains("(Real Money)") { "$" } else { "" };
        let posted =
            if are_whole { [sign, &small, "/", sign, &big].concat() } else { String::new() };
        let first = lines.clone().next().unwrap_or_default();
        let mut header = header(first, &posted);
        read_table(table, &mut header);
        let is_gear = is_gear(first);
        if let Some(chair) = header.button.parse::<u8>().ok().filter(|_| is_gear) {
            header.button = 9_u8.saturating_sub(chair).to_string().into();
        }
        // `Dealt to Board [As Ah]` is about a player called `Board`.
        let mut boards = lines_with(text, "Board [").filter(|line| line.starts_with("Board ["));
        let board = boards.find_map(|line| between(line, "Board [", "]"));
        Lines {
            header,
            is_gear,
            is_over: false,
            small_blind: small,
            names: Names::default(),
            acts: Acts::default(),
            board: board.unwrap_or_default().trim(),
            streets: 0,
            is_shown: false,
            last_total: "",
            side_pots: 0,
            text,
            is_dealt: false,
            big_blind: "",
            left: Vec::new(),
            leavers: Vec::new(),
        }
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
}

/// An amount in hundredths as a number with decimals.
fn decimal(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

impl<'a> Lines<'a> {
    /// The sum of the side pots.
    pub(super) fn side_pots(&self) -> String {
        decimal(self.side_pots)
    }

    /// `GearPoker` numbers its ten seats anticlockwise.
    fn chair<'t>(&self, printed: &'t str) -> Cow<'t, str> {
        match printed.parse::<u8>() {
            Ok(chair) if self.is_gear => 9_u8.saturating_sub(chair).to_string().into(),
            _ => printed.into(),
        }
    }

    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line.starts_with("*** SUMMARY ***") {
            self.is_over = true;
            self.fold_left(out)?;
            if self.is_shown {
                self.missing_streets(out)?;
            }
            return write_line(out, [line]);
        }
        // A player may be called `Total pot`.
        if let Some(total) = line.strip_prefix("Total pot ")
            && self.names.split(line, " shows ").is_none()
        {
            let total = before(total, " | ");
            // It may be printed twice.
            if std::mem::replace(&mut self.last_total, total) == total {
                return Ok(());
            }
            let total = chips::read(total.as_bytes(), SCALE).unwrap_or(0);
            self.side_pots = self.side_pots.saturating_add(total);
            return Ok(());
        }
        if let Some(Seat { chair, name, stack, tail }) = seat(line) {
            self.names.push(name);
            let chair = self.chair(chair);
            return write_line(out, ["Seat ", &chair, ": ", name, " (", stack, " in chips)", tail]);
        }
        if let Some((name, act)) = self.names.split(line, ": ") {
            if self.is_dealt && name == self.big_blind {
                self.fold_left(out)?;
            } else if strip_prefix_ignore_case(act, "posts big blind ").is_some() {
                self.big_blind = name;
            }
            return self.act(name, drop_all(act, "."), out);
        }
        if let Some((name, cards)) = self.names.split(line, " shows ") {
            self.is_shown = true;
            return write_line(out, [name, ": shows [", cards.trim_matches(['[', ']']), "]"]);
        }
        if line.starts_with("*** HOLE CARDS ***") {
            self.is_dealt = true;
            return write_line(out, [line]);
        }
        // A player may have a title as name.
        if line.starts_with("*** ") && line.contains('[') && !self.names.has_act(line) {
            self.streets += 1;
            self.fold_left(out)?;
            return write_line(out, [line]);
        }
        // A player may be called `Dealt` or `Uncalled bet`.
        let is_dealt = strip_prefix_ignore_case(line, "Dealt to ")
            .is_some_and(|dealt| self.names.split(dealt, " [").is_some());
        if is_dealt || line.starts_with("Uncalled bet (") {
            return write_line(out, [line]);
        }
        if let Some((name, "")) = self.names.split(line, LEFT) {
            if !self.leavers.contains(&name) {
                self.leavers.push(name);
                if self.gives_up(name) {
                    self.left.push(name);
                }
            }
            return Ok(());
        }
        // `NAME said "..."` may say anything.
        let is_other = self.names.split(line, " ").is_some() || line.starts_with("Table ");
        if is_other { Ok(()) } else { write_line(out, [line]) }
    }

    /// Folds those who left after a blind: nearly always the small blind, whose turn is before the big blind's.
    fn fold_left(&mut self, out: &mut String) -> std::fmt::Result {
        self.left.drain(..).try_for_each(|name| write_line(out, [name, ": folds"]))
    }

    /// Whether a player who leaves does so with a blind in the pot and without a fold: neither acts nor the summary name
    /// them.
    fn gives_up(&self, name: &str) -> bool {
        let (mut has_posted, mut is_named) = (false, false);
        for line in lines(self.text) {
            if let Some((_, act)) = self.names.split(line, ": ").filter(|(other, _)| *other == name)
            {
                let is_post = strip_prefix_ignore_case(act, "post").is_some();
                has_posted |= is_post;
                is_named |= !is_post && strip_prefix_ignore_case(act, "ante ").is_none();
            }
            let summed =
                line.strip_prefix("Seat ").and_then(split_number).filter(|_| seat(line).is_none());
            is_named |= summed.is_some_and(|(_, rest)| {
                let rest = rest.strip_prefix(": ").unwrap_or(rest);
                self.names.split(rest, " ").is_some_and(|(other, _)| other == name)
            });
        }
        has_posted && !is_named
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(ante) = strip_prefix_ignore_case(act, "ante processed ") {
            let is_some = ante.contains(|digit: char| ('1'..='9').contains(&digit));
            return if is_some { write_line(out, [name, ": posts ante ", ante]) } else { Ok(()) };
        }
        if let Some(amount) = strip_prefix_ignore_case(act, "post now ") {
            return write_line(out, [name, ": posts big blind ", amount]);
        }
        if let Some(amount) = strip_prefix_ignore_case(act, "post dead ") {
            let small = &self.small_blind;
            write_line(
                out,
                [name, ": posts dead ", small, "\n", name, ": posts big blind ", amount],
            )?;
            return Ok(());
        }
        if let Some(raise) = strip_prefix_ignore_case(act, "raises ") {
            let to = find_ignore_case(raise, TO).map_or(raise, |at| &raise[at + TO.len()..]);
            return write_line(out, [name, ": raises to ", to]);
        }
        if self.acts.push_plain(name, act, out) {
            return Ok(());
        }
        write_line(out, [name, ": ", act])
    }

    /// After an all-in the remaining streets have no titles: the summary's board has their cards.
    fn missing_streets(&self, out: &mut String) -> std::fmt::Result {
        let board: Vec<&str> = self.board.split(' ').collect();
        let known = |from: usize, to: usize| Some(board.get(from..to)?.join(" "));
        if self.streets < 1
            && let Some(flop) = known(0, 3)
        {
            write_line(out, ["*** FLOP *** [", &flop, "]"])?;
        }
        for (number, name) in [(1, "TURN"), (2, "RIVER")] {
            if self.streets <= number
                && let Some((before, card)) = known(0, number + 2).zip(board.get(number + 2))
            {
                write_line(out, ["*** ", name, " *** [", &before, "] [", card, "]"])?;
            }
        }
        Ok(())
    }

    fn summary(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        let totals = line.strip_prefix("Total pot ").or_else(|| line.strip_prefix("Total Pot "));
        if let Some(totals) = totals {
            let (total, rake) = split_once(totals, " | ").unwrap_or((totals, ""));
            let total = match chips::read(total.as_bytes(), SCALE).filter(|_| self.side_pots > 0) {
                Some(total) => decimal(total.saturating_add(self.side_pots)),
                None => total.to_owned(),
            };
            return write_line(out, ["Total pot ", &total, " | ", rake]);
        }
        // The fold street is often wrong, and folded seats also have `collected (0.00)`.
        let seat = line.strip_prefix("Seat ");
        let is_nothing = || line.ends_with("collected (0.00)") || find(line, " folded ").is_some();
        if seat.is_some() && is_nothing() {
            return Ok(());
        }
        let line = match seat.and_then(split_number) {
            Some((chair, rest)) if self.is_gear => {
                &["Seat ", &self.chair(chair), ":", rest].concat()
            }
            _ => line,
        };
        // The five cards that play.
        if self.is_gear
            && let Some((front, rest)) = split_once(line, " showed [")
            && let Some((_, rest)) = rest.split_once(']')
        {
            return write_line(out, [front, rest]);
        }
        write_line(out, [line])
    }
}

/// The parts of `Seat 0: NAME (13700.00 in chips) - Big Blind`.
struct Seat<'a> {
    chair: &'a str,
    name: &'a str,
    stack: &'a str,
    tail: &'a str,
}

fn seat(line: &str) -> Option<Seat<'_>> {
    const CHIPS: [&str; 2] = [" in chips)", " in Chips)"];
    let (chair, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    chair.parse::<u8>().ok()?;
    let (front, tail) = CHIPS.iter().find_map(|chips| rsplit_once(rest, chips))?;
    let open = memchr::memrchr(b'(', front.as_bytes())?;
    let name = front[..open].strip_suffix(' ').unwrap_or(&front[..open]);
    Some(Seat { chair, name, stack: &front[open + 1..], tail })
}

/// Reads `BetOnline Poker Game #1: Tournament #4157956: Hold'em $10.00/$20.00 - 2012/10/13 20:13:28 Eastern Daylight Time`.
fn header<'a>(line: &'a str, posted: &str) -> Header<'a> {
    let mut header = Header::default();
    let Some(rest) = OPENINGS.iter().find_map(|opening| line.strip_prefix(opening)) else {
        return header;
    };
    let (id, rest) = split_once(rest, ": ").unwrap_or((rest, ""));
    header.id = id.into();
    let date = find_date(rest).unwrap_or(rest.len());
    header.time = rest[date..].into();
    let mut game = rest[..date].trim_end_matches([' ', '-']);
    if let Some((tournament, rest)) =
        game.strip_prefix("Tournament #").and_then(|rest| rest.split_once(':'))
    {
        header.is_tournament = true;
        header.tournament = tournament.into();
        game = rest.trim_start();
        // `$10+$1 Hold'em ..`, `Freeroll Hold'em ..`.
        if let Some((price, rest)) = game.split_once(' ')
            && (price == "Freeroll" || price.starts_with('$'))
        {
            (header.price, game) = (price.into(), rest);
        }
    }
    // `Hold'em $10.00/$20.00`, `Hold'em No Limit ($0.25/0.50)`, `Hold'em`.
    let at = game.find(['(', '$']).unwrap_or(game.len());
    let (name, stakes) = game.split_at(at);
    let name = name.trim_end();
    let betting = if name.contains("Limit") { "" } else { " No Limit" };
    let stakes = stakes.trim_matches(['(', ')']);
    let is_bare = header.is_tournament || stakes.is_empty();
    let stakes = if is_bare { posted } else { stakes };
    header.game = if stakes.is_empty() {
        [name, betting].concat().into()
    } else {
        [name, betting, " (", stakes, ")"].concat().into()
    };
    header
}

/// Reads `Table '24' 10-Max, Seat #4 is the button`, `Table The Green Mile (Play Money) Seat #9 is the button`.
fn read_table<'a>(line: &'a str, header: &mut Header<'a>) {
    let text = skip_all(line, "Table ");
    let name = text.strip_prefix(['\'', '‘', '’']).and_then(|text| text.rsplit_once(['\'', '’']));
    let (name, rest) = name
        .or_else(|| split_once(text, " ("))
        .or_else(|| text.split_once(' '))
        .unwrap_or((text, ""));
    header.table = name.into();
    let seats =
        rest.split(' ').find_map(|word| word.strip_suffix("-Max,").or(word.strip_suffix("-Max")));
    header.max_seats = seats.unwrap_or_default().into();
    header.button = between(rest, "Seat #", " ").unwrap_or_default().into();
    header.is_play_money = rest.contains("Play Money");
}
