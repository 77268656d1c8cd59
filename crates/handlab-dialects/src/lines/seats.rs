//! The table line and the list of seats.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Kind, Seat};
use handlab_core::money::Currency;

use super::verbs::{self, Verb};
use super::{Reader, amounts, price};
use crate::syntax::text::{
    find, find_ignore_case, is_digits, is_too_long, rfind, split_at_mark, split_number, split_once,
    strip_prefix_ignore_case, trim, trim_start,
};

/// The quotes around a table's name: those of the site, and those of word processors.
const QUOTES: [(char, char); 5] = [('\'', '\''), ('"', '"'), ('‘', '’'), ('’', '’'), ('“', '”')];

/// After the stack of a seat.
const IN_CHIPS: &str = " in chips";

impl<'a> Reader<'a, '_> {
    /// Reads the table line and the seats; returns the line after them, unless an act comes before it.
    pub(super) fn seats(&mut self) -> Result<Option<&'a str>, ParseError> {
        self.names.list_others(self.hand);
        let (mut has_seat_names, mut unread) = (false, None);
        loop {
            if self.is_act_next() {
                return Ok(None);
            }
            let line = match self.line() {
                Ok(line) => line,
                Err(error) => return Err(unread.unwrap_or(error)),
            };
            if has_seat_names && self.is_act(line) {
                return Ok(Some(line));
            }
            let seat = match self.common_seat(line) {
                Some(seat) => Some(seat),
                None => self.seat(line)?,
            };
            if let Some((seat, name)) = seat {
                has_seat_names |= strip_prefix_ignore_case(name, "Seat").is_some();
                if !push_seat(self.hand, seat, name) {
                    return Err(self.cursor.error(ParseErrorKind::Seats(line.to_owned())));
                }
                self.names.list(name.as_bytes());
                if line.ends_with("[hero]") {
                    self.hand.hero = Some((self.hand.seats.len() - 1) as u8);
                    self.is_hero_marked = true;
                }
            } else if let Some(table) = self.table_line(line) {
                let rest = self.rest_of_table(line);
                self.table(
                    &rest.map_or(Cow::Borrowed(table), |rest| [table, " ", rest].concat().into()),
                );
            } else if let Some(button) = button_of_line(line)
                && self.split_player(line, self.grammar.after_name).is_none()
            {
                self.hand.button_seat = self.hand.button_seat.or(Some(button));
            } else if line.ends_with(" will be allowed to play after the button")
                || line.ends_with("( new player )")
                || line.ends_with("( All-in )")
            {
                // Perhaps after `Seat 2: NAME`: not at the table yet.
            } else if is_empty_chair(line)
                && self.split_player(line, self.grammar.after_name).is_none()
            {
                // Some programs list empty seats.
            } else if self.is_between_seats(line) {
                // Read as if it stood elsewhere: as nothing.
            } else if !self.hand.seats.is_empty() {
                return Ok(Some(line));
            } else if line.starts_with("*** ") {
                return Err(self.cursor.error(ParseErrorKind::Seats(line.to_owned())));
            } else if unread.is_none() && may_be_seat(line) {
                // No seat at all is read: this is the reason.
                unread = Some(self.cursor.error(ParseErrorKind::Amount(line.to_owned())));
            }
        }
    }

    /// Whether a line is the act of a player, who may be called `Seat 1: Bob (500)`. After a player called `Seat 3` the
    /// line `Seat 3: calls (500 in chips)` is a seat.
    fn is_act(&self, line: &str) -> bool {
        // `Seat 1: Bob (500) will wait`: a seat has its stack after the name.
        let is_notice = || {
            self.split_player(line, " ").is_some_and(|(_, rest)| !rest.contains('('))
                && button_of_line(line).is_none()
        };
        !line.contains(IN_CHIPS) && (self.has_act(line) || is_notice())
    }

    /// Whether a verb follows the name of a player.
    fn has_act(&self, line: &str) -> bool {
        let act = self.split_player(line, self.grammar.after_name);
        act.is_some_and(|(_, act)| act.split_whitespace().next().is_some_and(is_verb))
    }

    /// Whether a line that is no act stands between two seats, where some logs have chat, or that somebody left.
    fn is_between_seats(&mut self, line: &'a str) -> bool {
        if self.hand.seats.is_empty() || line.starts_with('*') {
            return false;
        }
        let mut after = self.cursor.clone();
        let Some(next) = after.next_line() else { return false };
        let next = self.common_seat(next).or_else(|| self.seat(next).ok().flatten());
        let Some((Seat { seat: number, .. }, name)) = next else { return false };
        let is_new = self
            .hand
            .seats
            .iter()
            .zip(0..)
            .all(|(seat, index)| seat.seat != number && self.hand.player(index) != name);
        // Perhaps an act of a player who is listed only later.
        let has_amount = line.bytes().any(|byte| byte.is_ascii_digit());
        is_new && !self.has_act(line) && !(has_amount && line.split([' ', ':']).any(is_verb))
    }

    /// What follows `Table `: a line before the seats, since a player may have such a name, or a late one that is not
    /// about a player.
    fn table_line(&self, line: &'a str) -> Option<&'a str> {
        const QUOTED: &str = "Table '";
        let is_of_player = || {
            self.split_player(line, "")
                .is_some_and(|(seat, _)| self.hand.player(seat).len() > QUOTED.len())
        };
        let is_early = self.hand.seats.is_empty() || (line.starts_with(QUOTED) && !is_of_player());
        let table = strip_prefix_ignore_case(line, "Table").filter(|_| is_early)?;
        Some(table.trim_start_matches([':', ' ']))
    }

    /// The next line, if a mail has wrapped the table's line before the end of what places the button.
    fn rest_of_table(&mut self, line: &str) -> Option<&'a str> {
        // Nearly all lines end so, or are short.
        if line.ends_with(" the button") {
            return None;
        }
        let mut after = self.cursor.clone();
        let next = after.next_line()?;
        let is_rest = is_too_long(line, next)
            && button_in(line).is_none()
            && button_in(&[line, " ", next].concat()).is_some()
            && button_of_line(next).is_none()
            && !matches!(self.seat(next), Ok(Some(_)));
        is_rest.then(|| {
            self.cursor = after;
            next
        })
    }

    /// Reads `'NAME' 6-max (Play Money) Seat #3 is the button`, the name in quotes of either kind or in none.
    fn table(&mut self, text: &str) {
        let hand = &mut *self.hand;
        let text = strip_prefix_ignore_case(text, "ID '").map_or(text, |_| &text["ID ".len()..]);
        // A table's name may hold quotes: the last one closes it.
        let quoted = QUOTES.iter().find_map(|(open, close)| {
            text.strip_prefix(*open).and_then(|name| name.rsplit_once(*close))
        });
        let (name, rest) = quoted.unwrap_or_else(|| text.split_at(end_of_bare_name(text)));
        hand.table_name = hand.push_text(name.trim());
        if let Some((seats, button)) = common_table(rest) {
            (hand.max_seats, hand.button_seat) = (Some(seats), Some(button));
            return;
        }
        let mut before = "";
        for word in rest.split([' ', '(', ')']).filter(|word| !word.is_empty()) {
            let seats = find_ignore_case(word, "max").map(|max| word[..max].trim_end_matches('-'));
            if let Some(seats) = seats {
                let seats = if seats.is_empty() { before } else { seats };
                hand.max_seats = seats.parse().ok().or(hand.max_seats);
            }
            before = word;
        }
        if let Some(button) = button_in(rest) {
            hand.button_seat = Some(button);
        }
        if find_ignore_case(rest, "(Play Money)").is_some() {
            (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
        }
    }

    /// Reads `Seat 3: NAME ($12.50 in chips)`, as nearly all seats are printed, as [`Self::seat`] does.
    #[inline]
    fn common_seat(&self, line: &'a str) -> Option<(Seat, &'a str)> {
        let (digit, rest) = line.strip_prefix("Seat ")?.split_at_checked(1)?;
        let number = digit.as_bytes()[0].wrapping_sub(b'0');
        let rest = rest.strip_prefix(": ")?.strip_suffix(" in chips)")?;
        // A stack is so short that preparing a search would take longer than the search.
        let open = rest.bytes().rposition(|byte| byte == b'(')?;
        let starting_stack = chips::read_bare(&rest.as_bytes()[open + 1..], self.hand.scale)?;
        let name = trim_start(rest[..open].strip_suffix(' ')?);
        let seat = Seat { seat: number, starting_stack, ..Seat::default() };
        (number < 10).then_some((seat, name))
    }

    /// Reads `Seat 3: NAME ($12.50 in chips, $5 bounty) is sitting out`; `None` if the line is not a seat's.
    fn seat(&mut self, line: &'a str) -> Result<Option<(Seat, &'a str)>, ParseError> {
        let Some(rest) = strip_prefix_ignore_case(line, "Seat") else { return Ok(None) };
        let Some((number, rest)) = split_number(rest) else { return Ok(None) };
        let Some(number) = trim(number).parse().ok().filter(|number| *number < 100) else {
            return Ok(None);
        };
        let rest = trim_start(rest);
        let Some(SeatText { name, stack, tail }) = split_stack(rest) else { return Ok(None) };
        // Words such as ` in Chips` may come first.
        let bounty = split_at_mark(tail, b',').and_then(|(_, tail)| split_once(tail, " bounty"));
        let bounty = bounty
            .map(|(bounty, _)| bounty.trim_start_matches([',', ' ']))
            .and_then(|bounty| price::first_money(self.hand, bounty));
        let is_said =
            |words: &str| tail.len() > words.len() && find_ignore_case(tail, words).is_some();
        let seat = Seat {
            seat: number,
            starting_stack: chips::read(stack.as_bytes(), self.hand.scale)
                .ok_or_else(|| self.cursor.error(ParseErrorKind::Amount(line.to_owned())))?,
            is_sitting_out: is_said("sitting out") || is_said("out of hand"),
            bounty,
            ..Seat::default()
        };
        Ok(Some((seat, name)))
    }
}

fn is_verb(word: &str) -> bool {
    verbs::verb(word).is_some_and(|verb| verb != Verb::Silence)
}

/// Whether a line is an empty seat: `Seat 4: Empty`, `Seat 4:`.
fn is_empty_chair(line: &str) -> bool {
    let rest = strip_prefix_ignore_case(line, "Seat").and_then(split_number);
    let rest = rest.filter(|(number, _)| trim(number).parse::<u8>().is_ok());
    rest.is_some_and(|(_, rest)| {
        let words = rest.trim_matches([' ', '(', ')', '[', ']', '-']);
        ["", "Empty", "Empty Seat", "Open", "Open Seat"]
            .iter()
            .any(|known| words.eq_ignore_ascii_case(known))
    })
}

/// Whether a line is a seat with digits in brackets.
fn may_be_seat(line: &str) -> bool {
    let rest = strip_prefix_ignore_case(line, "Seat").and_then(split_number);
    let inside = rest.and_then(|(_, rest)| rest.trim_end().strip_suffix(')')?.rsplit_once('('));
    inside.is_some_and(|(_, stack)| stack.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Reads ` 6-max Seat #3 is the button`, the end of nearly all table lines.
fn common_table(text: &str) -> Option<(u8, u8)> {
    let (seats, rest) = split_once(text.strip_prefix(' ')?, "-max Seat #")?;
    let button = rest.strip_suffix(" is the button")?;
    let are_numbers = is_digits(seats) && is_digits(button);
    if are_numbers { Some((seats.parse().ok()?, button.parse().ok()?)) } else { None }
}

/// The parts of a seat's line.
struct SeatText<'a> {
    name: &'a str,
    stack: &'a str,
    tail: &'a str,
}

/// Where a table's name without quotes ends: before ` 6-max`, ` Seat #` or a bracket.
fn end_of_bare_name(text: &str) -> usize {
    let seats = find_ignore_case(text, "max").and_then(|max| {
        let front = text[..max].trim_end_matches(['-', ' ']);
        let digits = front.bytes().rev().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| front.len() - digits)
    });
    let marks =
        [find_ignore_case(text, " seat "), find_ignore_case(text, " seat #"), text.find(" (")];
    seats.into_iter().chain(marks.into_iter().flatten()).min().unwrap_or(text.len())
}

/// The seat in a line that only places the button: `Seat #3 is the button`, `Button is in seat 3`.
fn button_of_line(line: &str) -> Option<u8> {
    let is_opening = ["Seat #", "Seat ", "Button", "The button"]
        .iter()
        .any(|opening| strip_prefix_ignore_case(line, opening).is_some());
    (is_opening && !line.contains('(')).then(|| button_in(line))?
}

/// The seat of `Seat #3 is the button` or `button is in seat 3`.
fn button_in(text: &str) -> Option<u8> {
    const WORDS: [&str; 4] = ["is the button", "button is", "button in", "button:"];
    WORDS.iter().find_map(|words| find_ignore_case(text, words))?;
    let at = find_ignore_case(text, "seat")?;
    let number = text[at + "seat".len()..].trim_start_matches([' ', '#']);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    number[..digits].parse().ok()
}

/// The parts of `NAME ($12.50 in chips, $5 bounty)`. A name may hold brackets: the last pair before `in chips` is the
/// stack's, and without these words the last pair that holds an amount.
fn split_stack(text: &str) -> Option<SeatText<'_>> {
    // No brackets hold more; the bound keeps a line full of brackets from being searched to its end for each of them.
    const MAX_STACK: usize = 256;
    let at_end = text.strip_suffix(')').and_then(|text| text.strip_suffix(IN_CHIPS)).map(str::len);
    // A player may be called `$5 in chips`, on a site that does not print these words.
    let is_stack = |at: &usize| {
        matches!(text.as_bytes().get(at + IN_CHIPS.len()), Some(b')' | b',' | b' '))
            && text[..*at].rfind('(') > text[..*at].rfind(')')
    };
    if let Some(chips_at) = at_end.or_else(|| rfind(text, IN_CHIPS).filter(is_stack)) {
        // A stack is so short that preparing a search would take longer than the search.
        let open = text.as_bytes()[..chips_at].iter().rposition(|byte| *byte == b'(')?;
        let name = text[..open].strip_suffix(' ').unwrap_or(&text[..open]);
        let stack = &text[open + 1..chips_at];
        return Some(SeatText { name, stack, tail: &text[chips_at + IN_CHIPS.len()..] });
    }
    let last_close = memchr::memrchr(b')', text.as_bytes())?;
    for open in memchr::memrchr_iter(b'(', text.as_bytes()) {
        if open > last_close {
            // The line breaks off.
            return None;
        }
        let start = open + 1;
        let near = &text.as_bytes()[start..text.len().min(start + MAX_STACK)];
        let Some(len) = memchr::memchr(b')', near) else { continue };
        let (inside, tail) = (&text[start..start + len], &text[start + len + 1..]);
        let word = find_ignore_case(inside, " chip").and_then(|chip| {
            let mut longer = [IN_CHIPS, " chips"].iter();
            longer.find_map(|words| find_ignore_case(inside, words)).or(Some(chip))
        });
        let stack = trim(&inside[..word.or_else(|| find(inside, ", ")).unwrap_or(inside.len())]);
        // An amount finer than the stakes counts too; its scale is decided later.
        if stack.bytes().any(|byte| byte.is_ascii_digit())
            && chips::read(stack.as_bytes(), amounts::FINEST_PRINTED).is_some()
        {
            let after_stack = &text[start..].trim_start()[stack.len()..];
            let tail = if after_stack.starts_with(')') { tail } else { after_stack };
            return Some(SeatText { name: text[..open].trim_end(), stack, tail });
        }
    }
    None
}
