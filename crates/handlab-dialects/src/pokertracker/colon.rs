//! Rewrites each line of iPoker's and Merge's exports into the common form.

use std::collections::BTreeMap;

use handlab_core::chips;
use handlab_core::hand::ActionKind;

use super::header::{self, Tables};
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Header, Names, between, lines, lines_with, push_rank_first};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, push_joined, rsplit_at_colon, rsplit_once, skip_all, split, split_at_mark, split_once,
    trim, trim_start, write_line,
};

/// Decimals of the amounts that are compared here.
const SCALE: u8 = 2;

/// Ends the line of the seat with the button.
const DEALER: &str = " DEALER";

/// Follows the stack of a seat.
const IN_CHIPS: &str = " in chips)";

/// Separates a name from what the player posts.
const POST: &str = ": Post ";

/// Where the stakes are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StakesFrom {
    Header,
    /// None are printed: they are the first posted blinds.
    Posts,
    /// The level's blinds are on the line with the size of the table.
    Level,
}

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_over: bool,
    pub(super) stakes: StakesFrom,
    /// Whether printed stacks exclude posts.
    is_stack_reduced: bool,
    /// Each player's posts, if they must be added to the stacks.
    posts: BTreeMap<&'a str, i64>,
    small_blind: Option<i64>,
    big_blind: Option<i64>,
    names: Names<'a>,
    acts: Acts<'a>,
    totals: String,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let first = lines(text).next().unwrap_or_default();
        let tables = Tables::read(text);
        let Opening { small_blind, big_blind, dealer, stack, has_cents } = Opening::read(text);
        let decimal = |amount| decimal(amount, has_cents);
        let mut stakes = StakesFrom::Header;
        let blinds = || {
            if let Some((small, big, ante)) = tables.level
                && let (Some(small), Some(big)) = (money(small), money(big))
                && small_blind.is_none_or(|posted| posted <= small)
                && big_blind.is_none_or(|posted| posted <= big)
            {
                stakes = StakesFrom::Level;
                let ante = money(ante).filter(|ante| *ante > 0);
                let ante =
                    ante.map_or_else(String::new, |ante| [" ante ", &decimal(ante)].concat());
                return [&*decimal(small), "/", &decimal(big), &ante].concat();
            }
            stakes = StakesFrom::Posts;
            match (small_blind, big_blind) {
                // Less than the small blind took its poster's last chips.
                (Some(small), Some(big)) if big < small => {
                    [&decimal(small), "/", &decimal(small.saturating_mul(2))].concat()
                }
                (Some(small), Some(big)) => [&*decimal(small), "/", &decimal(big)].concat(),
                // The ante took the big blind's last chips.
                (Some(small), None) => {
                    [&decimal(small), "/", &decimal(small.saturating_mul(2))].concat()
                }
                // Nobody posts the small blind if its last poster was eliminated; it is half of the big one.
                (None, Some(big)) => [&*decimal(big / 2), "/", &decimal(big)].concat(),
                (None, None) => String::new(),
            }
        };
        let mut header = header::read(first, tables, stack, blinds);
        if let Some(seat) = dealer.and_then(|line| between(line, "Seat ", ":")) {
            header.button = seat.into();
        }
        let is_stack_reduced = first.starts_with("MERGE_GAME") && header.is_tournament;
        let posts = if is_stack_reduced { posts(text) } else { BTreeMap::new() };
        Lines {
            stakes,
            is_stack_reduced,
            posts,
            header,
            is_over: false,
            small_blind,
            big_blind,
            names: Names::default(),
            acts: Acts::default(),
            totals: String::new(),
        }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if self.is_over {
            out.push_str("*** SUMMARY ***\n");
            out.push_str(&self.totals);
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line == "*** SUMMARY ***" {
            self.is_over = true;
            out.push_str("*** SHOW DOWN ***\n");
            return Ok(());
        }
        // A player may be called `Seat 3`.
        let is_seat = line.starts_with("Seat ") && split_once(line, IN_CHIPS).is_some();
        if !is_seat && let Some((name, act)) = self.names.split(line, ": ") {
            return self.act(name, trim(act), out);
        }
        if let Some((number, rest)) =
            line.strip_prefix("Seat ").and_then(|rest| split_once(rest, ": "))
            && let Some((name, stack)) = rsplit_once(rest, " (")
        {
            self.names.push(name);
            let name = trim_start(name);
            let stack = before(stack, " in chips");
            return match self.is_stack_reduced.then(|| money(stack)).flatten() {
                Some(left) => {
                    let all = left.saturating_add(self.posts.get(name).copied().unwrap_or(0));
                    write_line(
                        out,
                        ["Seat ", number, ": ", name, " (", &decimal(all, false), " in chips)"],
                    )
                }
                None => write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)"]),
            };
        }
        if let Some(totals) = line.strip_prefix("Total pot ") {
            self.totals.clear();
            self.totals.reserve(line.len() + " | ".len());
            self.totals.push_str("Total pot ");
            push_joined(&mut self.totals, split(totals, " Rake "), " | Rake ");
            self.totals.push('\n');
            return Ok(());
        }
        let is_dealt = line.starts_with("Dealt to ");
        if (is_dealt || line.starts_with("*** "))
            && let Some(open) = memchr::memrchr(b'[', line.as_bytes())
        {
            let (front, cards) = line.split_at(open + 1);
            out.push_str(front);
            push_rank_first(out, cards.trim_end_matches([']', ' ']));
            return write_line(out, ["]"]);
        }
        let is_named = line.starts_with("Table ") || line.starts_with("Server ");
        if is_named { Ok(()) } else { write_line(out, [line]) }
    }
}

impl<'a> Lines<'a> {
    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (verb, rest) = split_at_mark(act, b' ').unwrap_or((act, ""));
        match verb {
            "Fold" if rest.is_empty() => self.acts.push(name, Deed::Fold, rest, out),
            "Check" if rest.is_empty() => self.acts.push(name, Deed::Check, rest, out),
            "Call" => self.acts.push(name, Deed::Call, without_note(rest), out),
            "Bet" => self.acts.push(name, Deed::Bet, without_note(rest), out),
            "Post" => self.post(name, rest, out),
            "SB" | "BB" | "DB" | "Ante" => self.post(name, act, out),
            "Raise" => {
                let rest = without_note(rest);
                let amount = rest.strip_prefix("to ").unwrap_or(rest);
                self.acts.push(name, Deed::RaiseTo, amount, out)
            }
            "Allin" => self.acts.push(name, Deed::AllIn, rest, out),
            "Shows" | "Mucks" => match between(rest, "[", "]") {
                Some(cards) => {
                    let verb = if verb == "Shows" { ": shows [" } else { ": mucks [" };
                    out.extend([name, verb]);
                    push_rank_first(out, cards);
                    write_line(out, ["]"])
                }
                None => Ok(()),
            },
            "wins" => {
                if let Some(amount) = rest.strip_suffix(" (uncalled)") {
                    return write_line(out, ["Uncalled bet (", amount, ") returned to ", name]);
                }
                let boards = ["first board ", "second board "];
                let amount = boards.iter().find_map(|board| rest.strip_prefix(board));
                write_line(out, [name, " collected ", amount.unwrap_or(rest), " from pot"])
            }
            _ => write_line(out, [name, ": ", act]),
        }
    }

    /// Rewrites `BB $1.50`.
    fn post(&mut self, name: &'a str, text: &'a str, out: &mut String) -> std::fmt::Result {
        let (kind, amount) = split_at_mark(text, b' ').unwrap_or((text, ""));
        let deed = match kind {
            "SB" => Deed::Post(ActionKind::PostSmallBlind),
            "BB" if money(amount) > self.big_blind && self.big_blind.is_some() => Deed::PostBoth,
            "BB" => Deed::Post(ActionKind::PostBigBlind),
            "Ante" => Deed::Post(ActionKind::PostAnte),
            // Live or dead: the amount of the poster's call shows which.
            "DB" if money(amount) == self.small_blind => Deed::Post(ActionKind::PostSmallBlind),
            "DB" => Deed::PostBoth,
            _ => return write_line(out, [name, ": posts ", text]),
        };
        self.acts.push(name, deed, amount, out)
    }
}

/// The part of a text before the cards: the first blinds, and the line of the seat with the button.
#[derive(Default)]
struct Opening<'a> {
    small_blind: Option<i64>,
    big_blind: Option<i64>,
    dealer: Option<&'a str>,
    /// The first seat's, with the sign of its currency.
    stack: &'a str,
    /// A stack has hundredths: the stakes are then written with them, so that the engine need not read the hand again
    /// with finer amounts.
    has_cents: bool,
}

impl<'a> Opening<'a> {
    fn read(text: &'a str) -> Self {
        let mut found = Opening::default();
        for line in lines(text) {
            let front = line.strip_suffix(DEALER);
            if front.is_some() && found.dealer.is_none() {
                found.dealer = Some(line);
            }
            // Nearly all lines end with it.
            let end_of_seat = |seat: &'a str| {
                seat.strip_suffix(IN_CHIPS).or_else(|| Some(rsplit_once(seat, IN_CHIPS)?.0))
            };
            if line.starts_with("Seat ")
                && let Some(stack) = end_of_seat(front.unwrap_or(line))
            {
                if found.stack.is_empty() {
                    found.stack = rsplit_once(stack, " (").map_or("", |(_, stack)| stack);
                }
                let cents = stack.as_bytes().last_chunk::<3>();
                found.has_cents |= cents.is_some_and(|cents| cents[0] == b'.' && cents != b".00");
                continue;
            }
            let Some((_, act)) = rsplit_at_colon(line) else { continue };
            let act = skip_all(act, "Post ");
            if let Some(amount) = act.strip_prefix("SB ") {
                found.small_blind = found.small_blind.or_else(|| money(amount));
            } else if let Some(amount) = act.strip_prefix("BB ") {
                found.big_blind = found.big_blind.or_else(|| money(amount));
            }
            let is_posted = found.small_blind.is_some() && found.big_blind.is_some();
            if is_posted && found.dealer.is_some() {
                break;
            }
        }
        found
    }
}

/// The amount after `(NF)` or `(AI)`.
fn without_note(text: &str) -> &str {
    skip_all(skip_all(text, "(NF)"), "(AI)").trim_start()
}

/// What each player posts.
fn posts(text: &str) -> BTreeMap<&str, i64> {
    let mut posts = BTreeMap::new();
    for line in lines_with(text, POST) {
        if let Some((name, act)) = rsplit_once(line, POST)
            && let Some(post) = split_at_mark(act, b' ').and_then(|(_, amount)| money(amount))
        {
            let posted: &mut i64 = posts.entry(name).or_default();
            *posted = posted.saturating_add(post);
        }
    }
    posts
}

/// Hundredths as a decimal number; chips without decimals as a whole number, unless any amount has them.
fn decimal(amount: i64, has_cents: bool) -> String {
    match amount % 100 {
        0 if !has_cents => (amount / 100).to_string(),
        rest => format!("{}.{rest:02}", amount / 100),
    }
}

fn money(text: &str) -> Option<i64> {
    chips::read(trim(text).as_bytes(), SCALE)
}
