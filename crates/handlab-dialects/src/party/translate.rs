//! Rewrites each line into the common form.

use std::borrow::Cow;
use std::fmt::Write;

use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::hand::ActionKind;
use handlab_core::money::Currency;

use super::aliases::{self, Aliases};
use super::header::MARK;
use super::newcomers::Newcomers;
use super::results::{PlayerResult, sums};
use super::seats::{amount, read_seat};
use super::tournament;
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Names, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, find, replace_first, split, split_at_mark, split_once, trim, trim_start, write_line,
};

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    id: &'a str,
    has_header: bool,
    /// The tournament's number, level and stakes: the last that the text prints.
    tournament: [Cow<'a, str>; 3],
    names: Names<'a>,
    /// The lines of the seat list: some texts print it twice.
    seats: Vec<&'a str>,
    acts: Acts<'a>,
    aliases: Aliases<'a>,
    newcomers: Newcomers<'a>,
    /// The cards of the file's owner.
    cards: String,
    max_seats: Option<u8>,
    is_stud: bool,
    /// The line `Total pot ...`, which ends the hand.
    totals: String,
    has_payment: bool,
    results: Vec<PlayerResult<'a>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let second = lines(text).nth(1).unwrap_or_default();
        Lines {
            id: "",
            has_header: false,
            tournament: tournament::in_text(text, second),
            names: Names::default(),
            seats: Vec::with_capacity(MAX_SEATS),
            acts: Acts::default(),
            aliases: Aliases::find(text),
            newcomers: Newcomers::find(text),
            cards: String::new(),
            max_seats: None,
            is_stud: find(second, "Stud").is_some(),
            totals: String::new(),
            has_payment: false,
            results: Vec::new(),
        }
    }

    pub(super) fn max_seats(&self) -> Option<u8> {
        self.max_seats
    }

    /// The currency whose sign is at a stack.
    pub(super) fn currency_of_stacks(&self) -> Option<Currency> {
        self.seats.iter().find_map(|line| chips::read_money(read_seat(line)?.2, None)?.currency)
    }

    pub(super) fn results(&self) -> &[PlayerResult<'a>] {
        &self.results
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, line: &'a str, _: &mut String) -> std::fmt::Result {
        let id = split_once(line, " Game ").map(|(_, rest)| before(rest, " Game "));
        self.id = id.and_then(|rest| rest.split(' ').next()).unwrap_or("?");
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if !std::mem::replace(&mut self.has_header, true) {
            let [number, level, blinds] = &self.tournament;
            for field in [self.id, line, number.as_ref(), level.as_ref()] {
                out.push_str(field);
                out.push(char::from(MARK));
            }
            write_line(out, [blinds])
        } else if line.starts_with("** ") && !self.has_act(line) {
            self.title(line, out)
        } else {
            self.body(line, out)
        }
    }

    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.has_payment {
            out.push_str("*** SUMMARY ***\n");
            out.push_str(&self.totals);
        }
        Ok(())
    }
}

impl<'a> Lines<'a> {
    /// Rewrites `** Dealing Flop ** :  [ 6h, Kc, 3h ]` and the titles of stud.
    fn title(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        const STREETS: [(&str, u8); 5] =
            [("Third", 3), ("Fourth", 4), ("Fifth", 5), ("Sixth", 6), ("River", 7)];
        let title = line.trim_start_matches(['*', ' ']);
        let Some(street) = title.strip_prefix("Dealing") else { return Ok(()) };
        let street = trim(split_at_mark(street, b'*').map_or(street, |(street, _)| street));
        if self.is_stud {
            let found = STREETS.iter().find(|(name, _)| street.starts_with(name));
            return match found {
                Some((_, number)) => write_line(out, ["*** Street ", &number.to_string(), " ***"]),
                None => write_line(out, ["*** Street 3 ***"]),
            };
        }
        let cards = line.find('[').map_or("", |at| &line[at..]);
        let (name, _) = split_at_mark(street, b' ').unwrap_or((street, ""));
        match ["FLOP", "TURN", "RIVER"].iter().find(|known| known.eq_ignore_ascii_case(name)) {
            Some(name) => write_line(out, ["*** ", name, " *** ", cards]),
            None => write_line(out, ["*** HOLE CARDS ***"]),
        }
    }

    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(seat) = read_seat(line)
            && !self.has_act(line)
        {
            let (number, name, stack) = seat;
            let is_repeated = self.seats.iter().take(MAX_SEATS).any(|seat| *seat == line);
            if is_repeated || self.newcomers.gone.contains(&name) {
                return Ok(());
            }
            self.seats.push(line);
            let name = self.aliases.name_of(name);
            self.names.push(name);
            if let Some(placeholder) = self.aliases.placeholder_of(name) {
                self.names.push(placeholder);
            }
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]);
        }
        if self.names.is_empty() {
            return self.table(line, out);
        }
        while let Some((chair, name)) = self.newcomers.seated.pop_front() {
            write_line(out, ["Seat ", &chair.to_string(), ": ", name, " (0 in chips)"])?;
            self.names.push(name);
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ")
            && !self.has_act(line)
        {
            return self.dealt(dealt, out);
        }
        if line.starts_with("Player ") && find(line, " finished in ").is_some() {
            return write_line(out, [line]);
        }
        if let Some(pots) = line.strip_prefix("Main Pot: ") {
            self.pots(pots);
            return Ok(());
        }
        match self.split_name(line) {
            // Two lines in one: `Ann is sitting outBob posts big blind [$1 USD].`
            Some((_, act)) if act.len() > OUT.len() && act.starts_with(OUT) => {
                self.body(&act[OUT.len()..], out)
            }
            Some((name, act)) => self.act(self.aliases.name_of(name), act, out),
            None => self.refuse_unknown_player(line, out),
        }
    }

    /// Rewrites what precedes the seats: table, button, number of seats.
    fn table(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        let (table, button) = split_once(line, " -- ").unwrap_or((line, ""));
        if let Some(table) = table.strip_prefix("Table ") {
            let name = [" (Real", " ( Real", " (Play", " ( Play"].into_iter().fold(table, before);
            let is_play = find(&table[name.len()..], "Play").is_some();
            let money = if is_play { " (Play Money)" } else { "" };
            write_line(out, ["Table '", name.trim(), "'", money])?;
        }
        if let Some(players) = line.strip_prefix("Total number of players : ") {
            let max = players.split_once('/').map(|(_, max)| max.trim());
            self.max_seats = max.and_then(|max| max.parse().ok()).filter(|max| *max > 0);
        }
        let button = [button, line].into_iter().find(|text| text.ends_with(" is the button"));
        match button.and_then(|text| text.strip_prefix("Seat ")) {
            // Games without a button.
            Some(rest) if rest.starts_with("0 ") => Ok(()),
            Some(rest) => write_line(out, ["Seat #", rest]),
            None => Ok(()),
        }
    }

    /// In stud each street's card is dealt separately.
    fn dealt(&mut self, dealt: &'a str, out: &mut String) -> std::fmt::Result {
        let Some((name, cards)) = dealt.rsplit_once('[') else { return Ok(()) };
        self.cards.push_str(cards.trim_matches([' ', ']']));
        self.cards.push(' ');
        write_line(
            out,
            ["Dealt to ", self.aliases.name_of(name.trim_end()), " [", self.cards.trim_end(), "]"],
        )
    }

    /// Whether a line that looks like another kind is the action of a player, who may be called `Seat 1: Bob`.
    fn has_act(&self, line: &str) -> bool {
        let is_act = |act: &str| act.starts_with(char::is_lowercase) || act.starts_with("Cash");
        !self.names.is_dealt(line) && self.split_name(line).is_some_and(|(_, act)| is_act(act))
    }

    /// The player with the longest name that starts the line, and the rest of the line. `None` for chat by a player
    /// whose name extends another's: `Bea 2: I had [7 2]`.
    fn split_name<'t>(&self, line: &'t str) -> Option<(&'t str, &'t str)> {
        let (name, act) = self.names.split(line, " ")?;
        // Nearly all lines have no colon.
        let is_chat = memchr::memchr(b':', act.as_bytes()).is_some()
            && self.names.split(line, ":").is_some_and(|(talker, _)| talker.len() > name.len());
        (!is_chat).then(|| (name, trim_start(act)))
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(balance) = act.strip_prefix("balance ") {
            return self.result(name, balance, out);
        }
        if let Some(balance) = act.strip_prefix("Cashed out balance ") {
            return self.cashed_out(name, balance, out);
        }
        if act.starts_with("has knocked out ") {
            return write_line(out, [name, " ", act]);
        }
        let start =
            start_of_money(act).or_else(|| act.bytes().position(|byte| byte.is_ascii_digit()));
        let (words, rest) = act.split_at(start.unwrap_or(act.len()));
        let words = words.trim_end_matches([' ', '.', ':']);
        if let Some(deed) = deed_of(words) {
            return self.acts.push(name, deed, amount(rest), out);
        }
        match words {
            "raises" | "completes" => match split_once(rest, " to ") {
                Some((_, to)) => self.acts.push(name, Deed::RaiseTo, amount(to), out),
                None => self.acts.push(name, Deed::Raise, amount(rest), out),
            },
            // `is all-In.` follows the action that it refers to.
            "is all-In" if rest.is_empty() => Ok(()),
            "is all-In" => self.acts.push(name, Deed::AllIn, amount(rest), out),
            "shows" => shows(name, "shows", rest, out),
            "doesn't show" => shows(name, "mucks", rest, out),
            // `wins Lo (640 chips) from the main pot`
            "wins" | "wins Hi" | "wins Lo" => self.wins(name, rest, out),
            // The summary gives the payment; `could not respond in time.(disconnected)` precedes an action.
            "Cashout Amount is" | "could not respond in time" => Ok(()),
            _ if rest.starts_with(['[', '(', '$', '€', '£']) && !words.is_empty() => {
                write_line(out, [name, ": ", act])
            }
            _ => Ok(()),
        }
    }

    /// Rewrites `$412.82 USD from the main pot with ...`, `800 chips`.
    fn wins(&mut self, name: &str, rest: &str, out: &mut String) -> std::fmt::Result {
        self.has_payment = true;
        let (won, pot) = split_once(rest, " from ").unwrap_or((rest, ""));
        let pot = replace_first(before(pot, " with "), "the ", "");
        let pot = trim(&pot);
        let (kind, number) = if let Some(side) = pot.strip_prefix("side pot") {
            let number: String = side.chars().filter(char::is_ascii_digit).collect();
            (if number.is_empty() { "side pot" } else { "side pot-" }, number)
        } else {
            (if pot == "main pot" { "main pot" } else { "pot" }, String::new())
        };
        write_line(out, [name, " collected ", amount(won), " from ", kind, &number])
    }

    /// Like [`Lines::result`], for a payment that the house makes instead of a pot.
    fn cashed_out(&mut self, name: &'a str, text: &'a str, out: &mut String) -> std::fmt::Result {
        let result = sums(name, text, out)?;
        if !result.collected.is_empty() {
            self.has_payment = true;
            write_line(out, [name, " cashed out the hand for ", result.collected])?;
        }
        self.results.push(PlayerResult { balance: "", collected: "", ..result });
        Ok(())
    }

    /// Rewrites `$14.91, bet $0.97, collected $2.23, net +$1.26[ Ad, 5c ] [ a pair of aces -- Ad,As,Kc ]`.
    fn result(&mut self, name: &'a str, text: &'a str, out: &mut String) -> std::fmt::Result {
        let result = sums(name, text, out)?;
        if !result.collected.is_empty() {
            self.has_payment = true;
            write_line(out, [name, " collected ", result.collected, " from pot"])?;
        }
        self.results.push(result);
        Ok(())
    }

    /// Keeps `$2.23 Side Pot 1: $1 Rake: $0.11` for the end. With several pots, the payment of each shows its rake.
    fn pots(&mut self, text: &str) {
        let (pots, rake) = split_once(text, " Rake: ").unwrap_or((text, ""));
        // Amounts are read as hundredths; those of chips have no decimals.
        let read = |pot: &str| {
            let pot = trim(amount(split_once(pot, ": ").map_or(pot, |(_, pot)| pot)));
            chips::read(pot.as_bytes(), 2)
        };
        let Some(pots) = split(pots, " Side Pot ").map(read).collect::<Option<Vec<i64>>>() else {
            return;
        };
        let Some(sum) = pots.iter().try_fold(0_i64, |sum, pot| sum.checked_add(*pot)) else {
            return;
        };
        let printed = |amount: i64| format!("{}.{:02}", amount / 100, amount % 100);
        self.totals = format!("Total pot {}", printed(sum));
        if let [main, sides @ ..] = &pots[..]
            && !sides.is_empty()
        {
            let _ = write!(self.totals, " Main pot {}.", printed(*main));
            for (number, side) in (1..).zip(sides) {
                let _ = write!(self.totals, " Side pot-{number} {}.", printed(*side));
            }
        }
        if !rake.is_empty() {
            let _ = write!(self.totals, " | Rake {}", amount(rake));
        }
        self.totals.push('\n');
    }

    /// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
    fn refuse_unknown_player(&self, line: &str, out: &mut String) -> std::fmt::Result {
        const ACTS: [&str; 6] = [" posts ", " calls", " bets", " raises", " is all-In ", " wins "];
        const AMOUNT: [char; 4] = ['[', '(', '$', '€'];
        if self.aliases.has_unknown_players
            && let Some(name) = aliases::unknown_player(line)
        {
            return write_line(out, [name, ": raises 0"]);
        }
        // Most lines about no one contain no amount.
        if !line.contains(AMOUNT) {
            return Ok(());
        }
        let Some((act, at)) = ACTS.iter().find_map(|act| Some((*act, find(line, act)?))) else {
            return Ok(());
        };
        let is_chat = line[..at].contains(':') || line.starts_with('>');
        let has_amount = line[at..].contains(AMOUNT);
        if is_chat || !has_amount {
            return Ok(());
        }
        let act = if act == " is all-In " { " raises " } else { act };
        write_line(out, [&line[..at], ": ", act.trim(), " 0"])
    }
}

/// The first bracket or currency sign.
fn start_of_money(act: &str) -> Option<usize> {
    let bytes = act.as_bytes();
    (0..bytes.len()).find(|at| match bytes[*at] {
        b'[' | b'(' | b'$' => true,
        0xE2 => bytes[*at..].starts_with("€".as_bytes()),
        0xC2 => bytes[*at..].starts_with("£".as_bytes()),
        _ => false,
    })
}

const OUT: &str = "is sitting out";

/// A player's action, by the words before an amount, ignoring case. `Forward Folds` only announces a fold.
fn deed_of(words: &str) -> Option<Deed> {
    if words.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return deed_of(&words.to_ascii_lowercase());
    }
    Some(match words {
        "folds" => Deed::Fold,
        "checks" => Deed::Check,
        "calls" => Deed::Call,
        // The large bet, possible with an open pair on fourth street.
        "bets" | "double bets" => Deed::Bet,
        "posts small blind" => Deed::Post(ActionKind::PostSmallBlind),
        "posts big blind" => Deed::Post(ActionKind::PostBigBlind),
        "posts big blind + dead" | "posts big blind and dead" => Deed::PostBoth,
        "posts dead blind" | "posts dead" => Deed::Post(ActionKind::PostDead),
        "posts ante" | "posts ante of" => Deed::Post(ActionKind::PostAnte),
        "posts button blind" => Deed::Post(ActionKind::PostButtonBlind),
        "posts straddle" => Deed::Post(ActionKind::Straddle),
        "bring-ins" | "brings in" => Deed::BringIn,
        _ => return None,
    })
}

/// Rewrites `[ Kc, Ks ]two pairs, Kings and Threes.`
fn shows(name: &str, verb: &str, rest: &str, out: &mut String) -> std::fmt::Result {
    let Some((cards, made)) = rest.trim_start_matches('[').split_once(']') else {
        return Ok(());
    };
    let made = before(made, " with ").trim_matches([' ', '.']);
    write_line(out, [name, ": ", verb, " [", cards.trim(), "] (", made, ")"])
}
