//! Puts the rows in playing order and rewrites each into the common form.

use std::fmt::Write;

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{HeaderPlace, Span};

use super::amounts::{SCALE, has_cents, push_amount};
use super::rows::{self, Row, place};
use super::streets::{self, may_be_board, plain_cards};
use super::{BOMB_POT, CENTS, Form, MARK, PAYS, RECEIVES, START, objects, order, stakes};
use crate::lines::common_form::MOST_NAMES;
use crate::lines::translate::quoting;
use crate::syntax::text::{rsplit_once, skip_all, split_once, write_line};

/// Precedes the number of a hand; without it, the row's number or time is the hand's.
const ID: &str = "(id: ";

/// A player of the hand.
struct Spot {
    chair: String,
    /// As printed, with its ID.
    token: String,
    name: String,
    /// What the seat has put in on the street.
    committed: i64,
    /// Whether it posted the small blind of its position.
    has_small_blind: bool,
    /// The cards shown so far, and the length of that text when the hand ended.
    shown: String,
    shown_in_hand: usize,
}

/// Writes the hand of a span to `out`, oldest row first.
pub(super) fn translate(span: Span<'_>, form: Form, out: &mut String) -> Result<(), ParseError> {
    let rows = rows(span, form)?;
    // The header comes last in the file: half of its time would be another, and so would a number made of the row's.
    if let (Form::Csv(HeaderPlace::Last), Some(header)) = (form, rows.first())
        && span.may_break_off()
        && (header.order.is_empty() && !order::is_time(&header.at)
            || !header.entry.contains(ID) && header.order.len() < order::ORDER_DIGITS)
    {
        return Err(ParseError::new(ParseErrorKind::Truncated, place(span, header.line)));
    }
    let mut table = Table::new(&rows);
    for row in &rows {
        table.row(row, out);
    }
    table.close(out);
    Ok(())
}

/// The rows of the hand, oldest first.
fn rows(span: Span<'_>, form: Form) -> Result<Vec<Row>, ParseError> {
    match form {
        Form::Csv(header_place) => rows::rows(span, header_place),
        Form::Json => objects::rows(span),
    }
}

/// The error at the row that became the given line of the translation.
pub(super) fn locate(error: &ParseError, span: Span<'_>, form: Form) -> ParseError {
    let number = error.at().line.saturating_sub(span.at.line);
    let rows = rows(span, form).unwrap_or_default();
    let mut table = Table::new(&rows);
    let (mut out, mut lines) = (String::new(), 0);
    for row in &rows {
        out.clear();
        table.row(row, &mut out);
        lines += out.matches('\n').count() as u64;
        if lines > number {
            return ParseError::new(quoting(error.kind(), &row.entry), place(span, row.line));
        }
    }
    ParseError::new(error.kind().clone(), span.at)
}

/// No deck's cards take more text: searching the earlier cards must not take forever.
const MOST_SHOWN: usize = 512;

/// State carried from earlier rows to later ones.
struct Table {
    stakes: String,
    seats: Vec<Spot>,
    dealer: String,
    /// Whether flop, turn and river are run a second time.
    second_runs: [bool; 3],
    /// The rows of missed big and small blinds, each from the player's name on.
    missed: [Vec<String>; 2],
    is_bomb_pot: bool,
    has_cents: bool,
    /// Later rows are shown cards and payments outside the pot.
    has_ended: bool,
}

impl Table {
    fn new(rows: &[Row]) -> Table {
        let stakes = stakes::of_rows(rows);
        let is_bomb_pot = stakes.is_empty() && rows.iter().any(|row| is_of_bomb_pot(&row.entry));
        let second_runs = streets::second_runs(rows);
        let missed = [MISSED_BIG_BLIND, MISSED_SMALL_BLIND].map(|words| {
            let rows = rows.iter().filter(|row| row.entry.contains(words));
            // There cannot be more at the table; each post is looked up among them.
            rows.map(|row| row.entry.clone()).take(MOST_NAMES).collect()
        });
        let (seats, dealer) = (Vec::new(), String::new());
        let (has_cents, has_ended) = (has_cents(rows), false);
        Table { stakes, seats, dealer, second_runs, missed, is_bomb_pot, has_cents, has_ended }
    }

    /// Writes what is known only after all rows: cards that were shown one by one after the end.
    fn close(&self, out: &mut String) {
        for seat in self.seats.iter().filter(|seat| seat.shown.len() > seat.shown_in_hand) {
            write_line(out, [&seat.name, ": shows [", seat.shown.trim_end(), "]"])
                .unwrap_or_default();
        }
        if self.has_ended {
            write_line(out, ["*** SUMMARY ***"]).unwrap_or_default();
        }
    }

    fn row(&mut self, row: &Row, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.entry(row, out);
    }

    fn entry(&mut self, row: &Row, out: &mut String) -> std::fmt::Result {
        let entry = row.entry.as_str();
        if let Some(header) = entry.strip_prefix(START) {
            let id = split_once(header, ID).and_then(|(_, id)| id.split(')').next());
            let dealer =
                split_once(header, "(dealer: \"").and_then(|(_, rest)| rsplit_once(rest, "\")"));
            dealer.map_or("", |(dealer, _)| dealer).clone_into(&mut self.dealer);
            let game = header.split('(').find(|part| part.contains("Limit")).unwrap_or_default();
            let game = match game.split_once(')') {
                Some((game, _)) if game.contains("Limit") => game,
                Some((_, game)) => game,
                None => game.trim_start_matches(|letter: char| letter.is_ascii_digit()),
            };
            let game = game.trim();
            let number = if row.order.is_empty() { &row.at } else { &row.order };
            let (id, stakes) = (id.unwrap_or(number), &self.stakes);
            let pot = if self.is_bomb_pot { BOMB_POT } else { "" };
            write!(out, "{id}{MARK}{game}{MARK}{stakes}{MARK}{}{MARK}{pot}", row.at)?;
            return write_line(out, [if self.has_cents { CENTS } else { "" }]);
        }
        if let Some(stacks) = entry.strip_prefix("Player stacks: ") {
            return self.stacks(stacks, out);
        }
        if entry.starts_with("-- ending hand #") {
            self.has_ended = true;
            self.seats.iter_mut().for_each(|seat| seat.shown_in_hand = seat.shown.len());
            return Ok(());
        }
        if let Some(rest) = entry.strip_prefix("Uncalled bet of ")
            && let Some((amount, token)) = split_once(rest, " returned to \"")
        {
            let token = token.trim_end_matches('"');
            let name = self.seats.iter().find(|seat| seat.token == token);
            let name = name.map_or(token, |seat| seat.name.as_str());
            return write_line(out, ["Uncalled bet (", amount, ") returned to ", name]);
        }
        if let Some(deal) = streets::deal(entry) {
            self.seats.iter_mut().for_each(|seat| seat.committed = 0);
            return deal.write(self.second_runs, out);
        }
        self.act(entry, out)
    }

    /// Reads `#1 "N @ ID" (100) | #4 "M @ ID" (100)`.
    fn stacks(&mut self, text: &str, out: &mut String) -> std::fmt::Result {
        for part in format!(" | {text}").split(" | #").skip(1) {
            // A hand with so many is refused; each name is compared with the others.
            if self.seats.len() == MOST_NAMES {
                break;
            }
            let Some((chair, rest)) = split_once(part, " \"") else { continue };
            let Some((token, stack)) = rsplit_once(rest, "\" (") else { continue };
            let name = rsplit_once(token, " @ ").map_or(token, |(name, _)| name).trim();
            let is_taken = name.is_empty() || self.seats.iter().any(|seat| seat.name == name);
            let name = if is_taken { token } else { name }.to_owned();
            let stack = stack.trim_end_matches(')');
            write_line(out, ["Seat ", chair, ": ", &name, " (", stack, " in chips)"])?;
            let (chair, token) = (chair.to_owned(), token.to_owned());
            let shown = String::new();
            let (committed, has_small_blind, shown_in_hand) = (0, false, 0);
            self.seats.push(Spot {
                chair,
                token,
                name,
                committed,
                has_small_blind,
                shown,
                shown_in_hand,
            });
        }
        match self.seats.iter().find(|seat| seat.token == self.dealer) {
            Some(dealer) => write_line(out, ["Seat #", &dealer.chair, " is the button"]),
            None => Ok(()),
        }
    }

    /// Rewrites `"N @ ID" raises to 100 and go all in`; any other row is dropped.
    fn act(&mut self, entry: &str, out: &mut String) -> std::fmt::Result {
        let Some(entry) = entry.strip_prefix('"') else {
            self.change_id(entry);
            // As a title without meaning it is refused.
            let is_board = may_be_board(entry);
            return if is_board { write_line(out, ["*** ", entry, " ***"]) } else { Ok(()) };
        };
        let is_start = |seat: &&mut Spot| {
            entry.strip_prefix(seat.token.as_str()).is_some_and(|rest| rest.starts_with("\" "))
        };
        let Some(seat) =
            self.seats.iter_mut().filter(|seat| is_start(seat)).max_by_key(|seat| seat.token.len())
        else {
            // A player who is not at the table.
            let (name, act) = split_once(entry, "\" ").unwrap_or((entry, ""));
            let is_move = ["posts", "calls", "bets", "raises", "collected"]
                .iter()
                .any(|verb| act.starts_with(verb));
            return match act {
                _ if is_move => write_line(out, [name, ": ", act]),
                // As a post by someone not at the table it is refused.
                _ if act.starts_with("paid ") => write_line(out, [name, ": posts ", act]),
                _ => Ok(()),
            };
        };
        let (name, act) = (seat.name.as_str(), &entry[seat.token.len() + 2..]);
        let number = |words: &str| {
            let rest = act.strip_prefix(words)?;
            chips::read(rest.split(' ').next()?.as_bytes(), SCALE)
        };
        // Totals on the street.
        for (words, verb) in [("calls ", "calls"), ("bets ", "bets"), ("raises to ", "raises to")] {
            let Some(total) = number(words) else { continue };
            let added = total.saturating_sub(seat.committed);
            seat.committed = total;
            let amount = if verb == "raises to" { total } else { added };
            let verb = if is_of_bomb_pot(act) { "posts ante" } else { verb };
            write!(out, "{name}: {verb} ")?;
            push_amount(amount, out);
            return writeln!(out);
        }
        for (words, verb, is_live) in POSTS {
            let Some(amount) = number(words) else { continue };
            if words == BOMB_POT_BET && !is_of_bomb_pot(act) {
                break;
            }
            // A seat in the small blind that missed both blinds pays one of the two that are printed, and that one is
            // dead. If it missed only the big blind, the amount is a total including the small one.
            let start = format!("\"{}\" posts", seat.token);
            let has_row = |rows: &Vec<String>| rows.iter().any(|row| row.starts_with(&start));
            let [has_big, has_small] = self.missed.each_ref().map(has_row);
            if verb == "posts small blind" && has_big && !has_small {
                return Ok(());
            }
            if verb == "posts dead" && seat.has_small_blind {
                return Ok(());
            }
            seat.has_small_blind |= verb == "posts small blind";
            let (verb, is_live) = match verb {
                "posts small blind" if has_big => ("posts dead", false),
                _ => (verb, is_live),
            };
            if is_live {
                let before = if words == STRADDLE { 0 } else { seat.committed };
                seat.committed = before.saturating_add(amount);
            }
            write!(out, "{name}: {verb} ")?;
            push_amount(amount, out);
            return writeln!(out);
        }
        match act.split(' ').next().unwrap_or_default() {
            verb @ ("folds" | "checks") => write_line(out, [name, ": ", verb]),
            "shows" => {
                let cards = plain_cards(skip_all(act, "shows a "));
                let cards = cards.trim_end_matches('.');
                for card in cards.split_ascii_whitespace() {
                    let is_new = !seat.shown.split(' ').any(|shown| shown == card);
                    if is_new && seat.shown.len() < MOST_SHOWN {
                        seat.shown.push_str(card);
                        seat.shown.push(' ');
                    }
                }
                if self.has_ended {
                    return Ok(());
                }
                write_line(out, [name, ": shows [", cards, "]"])
            }
            // The sum of what the others paid.
            "collected"
                if act.ends_with(" bounty") || self.has_ended && act.contains(" bounty") =>
            {
                Ok(())
            }
            "collected" => {
                let amount = skip_all(act, "collected ").split(' ').next().unwrap_or_default();
                write_line(out, [name, " collected ", amount, " from pot"])
            }
            "posts" | "calls" | "bets" | "raises" => write_line(out, [name, ": ", act]),
            "paid" => {
                let payer = name.to_owned();
                self.bounty(&payer, act, out)
            }
            _ => Ok(()),
        }
    }

    /// Reads `paid 30 for the 7-2 bounty to "N @ ID"` as an action of both players.
    fn bounty(&self, payer: &str, act: &str, out: &mut String) -> std::fmt::Result {
        let parts = act
            .strip_prefix("paid ")
            .and_then(|rest| split_once(rest, " for the "))
            .and_then(|(amount, rest)| Some((amount, split_once(rest, " bounty to \"")?.1)));
        let winner = parts.and_then(|(amount, token)| {
            let token = token.trim_end_matches('"');
            Some((amount, &self.seats.iter().find(|seat| seat.token == token)?.name))
        });
        let Some((amount, winner)) = winner else { return write_line(out, [payer, ": ", act]) };
        write_line(out, [payer, ": ", PAYS, amount])?;
        write_line(out, [winner, ": ", RECEIVES, amount])
    }

    /// Reads `The player "N @ NEW" changed the ID from OLD to NEW because authenticated login.`
    fn change_id(&mut self, entry: &str) {
        let parts = entry.strip_prefix("The player \"").and_then(|rest| {
            let (token, rest) = rsplit_once(rest, "\" changed the ID from ")?;
            let (old, rest) = split_once(rest, " to ")?;
            Some((rsplit_once(token, " @ ")?.0, old, rest.split(' ').next()?))
        });
        let Some((name, old, new)) = parts else { return };
        let is_same = |seat: &&mut Spot| rsplit_once(&seat.token, " @ ") == Some((name, old));
        if let Some(seat) = self.seats.iter_mut().find(is_same) {
            seat.token = format!("{name} @ {new}");
        }
    }
}

fn is_of_bomb_pot(act: &str) -> bool {
    act.ends_with("(bomb pot bet)")
}

/// What the first player of a bomb pot posts.
const BOMB_POT_BET: &str = "posts a bet of ";

const MISSED_BIG_BLIND: &str = "posts a missed big blind of ";
const MISSED_SMALL_BLIND: &str = "posts a missing small blind of ";
const STRADDLE: &str = "posts a straddle of ";

/// Posts, their form in the common form, and whether they count towards the call.
const POSTS: [(&str, &str, bool); 7] = [
    ("posts a small blind of ", "posts small blind", true),
    ("posts a big blind of ", "posts big blind", true),
    (MISSED_BIG_BLIND, "posts big blind", true),
    (MISSED_SMALL_BLIND, "posts dead", false),
    ("posts an ante of ", "posts ante", false),
    (STRADDLE, "posts straddle", true),
    (BOMB_POT_BET, "posts ante", false),
];
