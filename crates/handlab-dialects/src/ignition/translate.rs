//! Rewrites each line into the common form.

use std::cmp::Ordering;
use std::fmt::Write;

use handlab_core::chips;

use super::header::{SIGN, STAKES};
use super::prizes::{BOUNTY, PLACE, PRIZE};
use super::seats::{OWNER, Opening, SCALE, Spot, are_chairs_in_order, spot};
use crate::lines::common_form::lines;
use crate::lines::translate::Translator;
use crate::syntax::text::{
    find, groups, is_at, split_once, strip_prefix_ignore_case, trim, trim_end, without_marks,
    write_line,
};

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    /// `$0.10/$0.25`; the big blind twice if nobody posts the small one; empty if no blinds are posted.
    stakes: String,
    has_small_blind: bool,
    big_blind: i64,
    /// The big blind took its player's last chips.
    is_big_short: bool,
    is_stud: bool,
    is_summary: bool,
    street: u8,
    is_dealt: bool,
    /// Someone has acted on the cards.
    has_begun: bool,
    seats: Vec<Spot<'a>>,
    /// Whether streets start with titles.
    has_titles: bool,
    has_antes: bool,
    button: Option<u8>,
    /// The words of the current action in lower case.
    lower: String,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let is_stud = lines(text).next().is_some_and(|header| find(header, "7CARD").is_some());
        let opening = Opening::read(text);
        let missed = opening.missed_big_blind(text).filter(|_| !is_stud);
        let Opening { small, big, mut seats } = opening;
        if !is_stud && !are_chairs_in_order(&seats, text) {
            for (place, seat) in seats.iter_mut().enumerate() {
                seat.chair = place + 1;
            }
        }
        let posted = big.and_then(|big| chips::read(big.as_bytes(), SCALE));
        let big_blind = missed.or(posted).unwrap_or(0);
        let is_big_short = seats.iter().any(|seat| {
            seat.name == "Big Blind"
                && chips::read(seat.stack.as_bytes(), SCALE).is_some_and(|stack| stack <= big_blind)
        });
        let is_digit = |letter: char| letter.is_ascii_digit();
        let mut whole =
            small.and_then(|small| small.split(is_digit).next()).unwrap_or("").to_owned();
        chips::append_to(&mut whole, big_blind, SCALE);
        let stakes = match (small, missed.map(|_| &*whole).or(big)) {
            (Some(small), Some(big)) if !is_stud => [small, "/", big].concat(),
            (None, Some(big)) if !is_stud => [big, "/", big].concat(),
            _ if text.contains('$') => SIGN.to_owned(),
            _ => String::new(),
        };
        Lines {
            stakes,
            has_small_blind: small.is_some(),
            big_blind,
            is_big_short,
            is_stud,
            is_summary: false,
            street: 0,
            is_dealt: false,
            has_begun: false,
            seats,
            has_antes: find(text, " : Ante chip ").is_some(),
            has_titles: find(text, "*** FLOP ***").is_some(),
            button: None,
            lower: String::new(),
        }
    }

    /// The seat number of the file's owner.
    pub(super) fn hero(&self) -> Option<u8> {
        let owner = self.seats.iter().find(|spot| spot.is_owner)?;
        u8::try_from(owner.chair).ok()
    }

    /// Whether the small blind's seat posts it; newcomers may post one too.
    pub(super) fn has_small_blind(&self) -> bool {
        self.has_small_blind
    }

    pub(super) fn button(&self) -> Option<u8> {
        self.button
    }

    pub(super) fn has_shown(&self, chair: u8) -> bool {
        self.seats.iter().any(|spot| spot.chair == usize::from(chair) && spot.has_shown)
    }
}

impl Translator<'_> for Lines<'_> {
    fn header(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        // Spaces at the end of a line are cut off: a mark alone would be taken for the zone.
        let mark = if self.stakes.is_empty() { "" } else { STAKES };
        write_line(out, [line, mark, &self.stakes])
    }

    fn line(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        if line.starts_with('*') {
            self.is_summary |= find(line, "SUMMARY").is_some();
            // Streets of stud begin with their cards: some texts print no titles.
            let is_kept = !self.is_stud || self.is_summary;
            if is_kept { write_line(out, [line]) } else { Ok(()) }
        } else if self.is_summary {
            self.summary(line, out)
        } else if let Some((name, act)) = split_once(line, " : ") {
            self.act(name, act, out)
        } else {
            self.seat(line, out)
        }
    }
}

impl Lines<'_> {
    /// Rewrites a line of the list of seats.
    fn seat(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        let board = ["Card dealt to table", "Card to the table"];
        if let Some(cards) = board.iter().find_map(|start| strip_prefix_ignore_case(line, start)) {
            return self.board(cards, out);
        }
        let Some(Spot { name, stack, .. }) = spot(line) else { return Ok(()) };
        let chair = self.seats.iter().find(|seat| seat.name == name).map_or(0, |seat| seat.chair);
        write_line(out, ["Seat ", &chair.to_string(), ": ", name, " (", stack, " in chips)"])
    }

    /// Before 2012 boards have no titles: `Card dealt to table [8h]`. Later texts may print both.
    fn board(&mut self, cards: &str, out: &mut String) -> std::fmt::Result {
        const TITLES: [&str; 3] = ["FLOP", "TURN", "RIVER"];
        let Some(title) = TITLES.get(usize::from(self.street)).filter(|_| !self.is_stud) else {
            return Ok(());
        };
        if self.has_titles {
            return Ok(());
        }
        self.street += 1;
        write_line(out, ["*** ", title, " *** ", trim(cards)])
    }

    /// Rewrites what follows ` : `. Anything unrelated to the hand is dropped.
    fn act(&mut self, name: &str, act: &str, out: &mut String) -> std::fmt::Result {
        let name = trim_end(name.strip_suffix(OWNER).unwrap_or(name));
        let (words, rest) = split_act(act);
        if let Some((_, verb)) = VERBS.iter().find(|(known, _)| known.eq_ignore_ascii_case(words)) {
            let seat = self.seats.iter_mut().find(|seat| seat.name == name);
            if let Some(seat) = seat.filter(|_| *verb == "posts ante") {
                seat.has_posted_ante = true;
            }
            self.has_begun |= self.is_dealt;
            return write_line(out, [name, ": ", verb, " ", rest]);
        }
        let mut lower = std::mem::take(&mut self.lower);
        lower.clear();
        lower.push_str(words);
        lower.make_ascii_lowercase();
        let outcome = self.other_act(name, &lower, rest, out);
        self.lower = lower;
        outcome
    }

    /// Rewrites an action whose words (in lower case) depend on the situation, or mean nothing.
    fn other_act(
        &mut self,
        name: &str,
        words: &str,
        rest: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        match words {
            "set dealer" | "set dealer/bring in spot" => {
                self.button = groups(rest).next().and_then(|chair| chair.trim().parse().ok());
                Ok(())
            }
            "big blind" | "big blind/bring in" if self.is_stud => {
                self.has_begun |= self.is_dealt;
                write_line(out, [name, ": brings in for ", rest])
            }
            "big blind" | "big blind/bring in" => {
                write_line(out, [name, ": posts big blind ", rest])
            }
            "posts chip" | "posts dead chip" | "posts dead" => {
                let is_dead = find(words, "dead").is_some();
                let amount = chips::read(trim(rest).as_bytes(), SCALE).unwrap_or(0);
                let kind = match amount.cmp(&self.big_blind) {
                    Ordering::Less if is_dead => "dead",
                    Ordering::Less => "small blind",
                    Ordering::Equal => "big blind",
                    Ordering::Greater if self.is_big_short && !is_dead => "big blind",
                    Ordering::Greater => "small & big blinds",
                };
                write_line(out, [name, ": posts ", kind, " ", rest])
            }
            "raises" | "all-in(raise)" | "all-in" | "raise" => self.raise(name, words, rest, out),
            "card dealt to a spot" => self.deal(name, rest, out),
            "return uncalled portion of bet" => {
                write_line(out, ["Uncalled bet (", trim(rest), ") returned to ", name])
            }
            "showdown" => self.show(name, rest, out),
            "hand result" | "hand result-side pot" => {
                write_line(out, [name, " collected ", trim(rest), " from pot"])
            }
            "ranking" => write_line(out, [name, ": ", PLACE, " ", rest]),
            "prize cash" => write_line(out, [name, ": ", PRIZE, " ", rest]),
            "bounty prize" => write_line(out, [name, ": ", BOUNTY, " ", rest]),
            _ if SILENT.iter().any(|known| is_at(words.as_bytes(), 0, known.as_bytes())) => Ok(()),
            // The engine refuses a line that names money or cards.
            _ => write_line(out, [name, ": ", words, " ", rest]),
        }
    }

    /// Rewrites `Raises $10.75 to $0.75`, `Raises $22`, `All-in $5.90`, `All-in(raise) $5 to $5`.
    fn raise(&mut self, name: &str, words: &str, rest: &str, out: &mut String) -> std::fmt::Result {
        let is_all_in = strip_prefix_ignore_case(words, "all-in").is_some();
        let all_in = if is_all_in { " and is all-in" } else { "" };
        let rest = trim(rest);
        let has_begun = std::mem::replace(&mut self.has_begun, self.is_dealt);
        match split_once(rest, " to ") {
            Some((_, to)) => write_line(out, [name, ": raises to ", to, all_in]),
            None if is_all_in && !self.is_dealt => {
                write_line(out, [name, ": posts ", self.short_post(name), " ", rest, all_in])
            }
            // No one else can begin.
            None if is_all_in && self.is_stud && !has_begun => {
                write_line(out, [name, ": brings in for ", rest, all_in])
            }
            // The form that the engine reads as added chips.
            None if words.eq_ignore_ascii_case("all-in") => {
                write_line(out, [name, ": raises - to ", rest, all_in])
            }
            None => write_line(out, [name, ": raises ", rest, all_in]),
        }
    }

    /// What an all-in before the cards is: an ante if there are antes and this seat has not posted its own, else the
    /// position's blind.
    fn short_post(&self, name: &str) -> &'static str {
        let owes_ante = self.seats.iter().any(|seat| seat.name == name && !seat.has_posted_ante);
        match name {
            _ if owes_ante && self.has_antes => "ante",
            "Small Blind" | "Dealer" => "small blind",
            _ => "big blind",
        }
    }

    /// Records the cards of a seat, adding those of later streets.
    fn deal(&mut self, name: &str, rest: &str, out: &mut String) -> std::fmt::Result {
        let Some(spot) = self.seats.iter_mut().find(|spot| spot.name == name) else {
            return Ok(());
        };
        for cards in groups(rest) {
            spot.cards.push_str(trim(cards));
            spot.cards.push(' ');
        }
        let street = (spot.cards.len() / "Ah ".len()).saturating_sub(3);
        let is_first = !std::mem::replace(&mut self.is_dealt, true);
        if self.is_stud && (street > usize::from(self.street) || is_first) {
            self.street = street.min(4) as u8;
            write_line(out, ["*** Street ", &(self.street + 3).to_string(), " ***"])?;
        }
        write_line(out, ["Dealt to ", name, " [", spot.cards.trim_end(), "]"])
    }

    /// The printed cards are the five that play: the hole cards are those that were dealt.
    fn show(&mut self, name: &str, rest: &str, out: &mut String) -> std::fmt::Result {
        let Some(spot) = self.seats.iter_mut().find(|spot| spot.name == name) else {
            return Ok(());
        };
        spot.has_shown = true;
        if spot.cards.is_empty() {
            return Ok(());
        }
        // Without cards it names the seat's hand before the board: `Showdown(High Card)` for two aces.
        let rest = if rest.contains('[') { rest } else { "" };
        let made = rest.rsplit_once('(').map_or("", |(_, made)| made.trim_end_matches([')', ' ']));
        write_line(out, [name, ": shows [", spot.cards.trim_end(), "] (", made, ")"])
    }

    /// Rewrites the total, the board, and what a seat won: `Seat+4: Dealer HI $6.59  with ... LO $6.59 [...]`.
    fn summary(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        if let Some(total) = strip_prefix_ignore_case(line, "Total Pot(") {
            // `$56) | Rake ($2)`
            return write_line(out, ["Total pot ", &without_marks(total, *b"()")]);
        }
        if line.starts_with("Board ") {
            return write_line(out, [line]);
        }
        match self.won(line) {
            Some((seat, won)) => {
                let (chair, name) = (seat.chair, seat.name);
                writeln!(out, "Seat {chair}: {name} collected ({}.{:02})", won / 100, won % 100)
            }
            None => Ok(()),
        }
    }

    /// The seat of a summary line and what it won, high and low together, in hundredths; `None` if it won nothing.
    fn won(&self, line: &str) -> Option<(&Spot<'_>, i64)> {
        let (chair, story) = split_once(line.strip_prefix("Seat")?, ":")?;
        let chair: usize = chair.trim_start_matches([' ', '+']).parse().ok()?;
        // The printed number is the one in the list of seats, even where other numbers replace it.
        let seat = self.seats.iter().find(|seat| seat.printed_chair == chair)?;
        let story = story.trim_start();
        let story = story.strip_prefix(seat.name).unwrap_or(story);
        let outside = story.split('[').map(|part| part.rsplit(']').next().unwrap_or_default());
        let mut amounts = outside
            .flat_map(str::split_whitespace)
            .filter(|word| {
                word.starts_with(|first: char| {
                    matches!(first, '$' | '€' | '£') || first.is_ascii_digit()
                })
            })
            .map(|word| chips::read(word.as_bytes(), SCALE));
        let won = amounts.try_fold(0_i64, |sum, amount| sum.checked_add(amount?))?;
        (won > 0).then_some((seat, won))
    }
}

/// Verbs and their equivalents in the common form.
const VERBS: [(&str, &str); 20] = [
    ("folds", "folds"),
    ("fold", "folds"),
    ("folds & shows", "folds"),
    ("checks", "checks"),
    ("check", "checks"),
    ("calls", "calls"),
    ("call", "calls"),
    ("bets", "bets"),
    ("bets chip info", "bets"),
    ("bet", "bets"),
    ("double bets", "bets"),
    ("small blind", "posts small blind"),
    ("ante/small blind", "posts small blind"),
    ("ante chip", "posts ante"),
    ("ante", "posts ante"),
    ("bring_in chip", "brings in for"),
    ("bring in", "brings in for"),
    ("straddle", "posts straddle"),
    ("posts straddle", "posts straddle"),
    ("mucks", "mucks"),
];

/// Lines that are not part of the hand, though they may name money or cards.
const SILENT: [&str; 21] = [
    "double rebuy",
    "does not show",
    "table ",
    "seat ",
    "enter",
    "leave",
    "re-join",
    "sit out",
    "sitout",
    "sit down",
    "stand",
    "prize",
    "rebuyin",
    "addon",
    "add-on",
    "re-buy",
    "rebuy",
    "draw for dealer",
    "set dealer",
    "mucked",
    "card dealt to table",
];

/// Splits `Folds (timeout)`, `Call(timeout) 1273`, `Big blind/Bring in $10` into the words and the amounts or cards.
/// Brackets after the words hold a remark, except `(raise)`, which names the action.
fn split_act(act: &str) -> (&str, &str) {
    let bytes = act.as_bytes();
    let is_start = |at: &usize| match bytes[*at] {
        b'0'..=b'9' | b'[' | b'$' => true,
        // Most characters are a single byte.
        0xC2.. => {
            bytes[*at..].starts_with("€".as_bytes()) || bytes[*at..].starts_with("£".as_bytes())
        }
        _ => false,
    };
    let (mut words, rest) = act.split_at((0..bytes.len()).find(is_start).unwrap_or(bytes.len()));
    words = trim_end(words);
    if !words.ends_with("(raise)")
        && let Some(open) = words.find('(')
        && words.ends_with(')')
    {
        return (words[..open].trim_end(), if rest.is_empty() { &words[open..] } else { rest });
    }
    (words, rest)
}
