//! Players who join the table and post in the same hand: a line names them, but they are not in the seat list.

use std::collections::VecDeque;
use std::sync::LazyLock;

use handlab_core::cursor::{quote_of, unquoted};
use memchr::memmem;

use super::seats::read_seat;
use crate::lines::common_form::{MOST_NAMES, lines, lines_behind};

const JOINED: &str = " has joined the table";
/// Searches for [`JOINED`], prepared once.
static FINDER: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(JOINED));
const LEFT: &str = " has left the table";
/// The number of seats at the largest table.
const MOST_SEATS: u8 = 10;

/// The newcomers of a hand.
#[derive(Default)]
pub(super) struct Newcomers<'a> {
    /// Seat number and name of each.
    pub(super) seated: VecDeque<(u8, &'a str)>,
    /// Listed players who left before the deal and whose seat a newcomer took.
    pub(super) gone: Vec<&'a str>,
}

impl<'a> Newcomers<'a> {
    /// Finds those who post. Each gets the first free seat after the player who acted before them: their own is not
    /// printed.
    pub(super) fn find(text: &'a str) -> Self {
        let mut newcomers = Newcomers::default();
        let quote = quote_of(text);
        // A player who joins again posts nothing that was not found the first time.
        let mut seen = Vec::new();
        let joining = |at: usize| {
            let start = memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[..at]);
            let name = unquoted(&text[start.map_or(0, |end| end + 1)..at], quote);
            let is_first = !seen.contains(&name);
            is_first.then(|| {
                seen.push(name);
                (at, name)
            })
        };
        let posting = |(at, name): (usize, &'a str)| {
            lines_behind(quote, &text[at..])
                .any(|line| starts(line, name, "posts "))
                .then_some(name)
        };
        // Most who join wait for the next hand.
        let joined = FINDER.find_iter(text.as_bytes()).filter_map(joining).take(MOST_NAMES);
        let mut joined = joined.filter_map(posting).peekable();
        if joined.peek().is_none() {
            return newcomers;
        }
        let seat =
            |line| read_seat(line).and_then(|(chair, name, _)| Some((chair.parse().ok()?, name)));
        let mut seats: Vec<(u8, &'a str)> = Vec::new();
        for listed in lines(text).filter_map(seat).take(MOST_NAMES) {
            // A seat may be listed twice.
            if !seats.contains(&listed) {
                seats.push(listed);
            }
        }
        let max_seats = lines(text)
            .find_map(|line| line.strip_prefix("Total number of players : ")?.split_once('/'))
            .and_then(|(_, max)| max.trim().parse().ok())
            .unwrap_or(MOST_SEATS)
            .clamp(1, MOST_SEATS);
        for name in joined {
            if seats.iter().any(|(_, seated)| *seated == name) {
                continue;
            }
            let after = chair_before(text, name, &seats);
            let chairs = (0..max_seats).map(|step| (after + step) % max_seats + 1);
            let is_taken = |chair: &u8| seats.iter().any(|(taken, _)| taken == chair);
            let left = || {
                let (_, gone) = seats.iter().find(|(_, seated)| has_left(text, seated))?;
                Some(*gone)
            };
            if let Some(chair) = chairs.clone().find(|chair| !is_taken(chair)) {
                seats.push((chair, name));
                newcomers.seated.push_back((chair, name));
            } else if let Some(gone) = left()
                && let Some(seat) = seats.iter_mut().find(|(_, seated)| *seated == gone)
            {
                seat.1 = name;
                newcomers.seated.push_back((seat.0, name));
                newcomers.gone.push(gone);
            }
        }
        newcomers
    }
}

/// The seat number of the last player to act before the first decision of `name`.
fn chair_before(text: &str, name: &str, seats: &[(u8, &str)]) -> u8 {
    const VERBS: [&str; 6] = ["folds", "checks", "calls", "bets", "raises", "is all-In"];
    let decides = |line: &str, name: &str| {
        after_name(line, name).is_some_and(|act| VERBS.iter().any(|verb| act.starts_with(verb)))
    };
    let chair_of = |line| seats.iter().find(|(_, seated)| decides(line, seated));
    let before = lines(text).take_while(|line| !decides(line, name));
    let last = before.filter_map(chair_of).last();
    last.or_else(|| seats.last()).map_or(0, |(chair, _)| *chair)
}

/// Whether a player leaves before the deal and does nothing else.
fn has_left(text: &str, name: &str) -> bool {
    let mut dealing = lines(text).take_while(|line| !line.starts_with("** "));
    let posts = |line: &str| starts(line, name, "posts ");
    dealing.any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(LEFT)))
        && !lines(text).any(posts)
}

fn starts(line: &str, name: &str, verb: &str) -> bool {
    after_name(line, name).is_some_and(|act| act.starts_with(verb))
}

fn after_name<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.strip_prefix(name)?.strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cpu_time::ThreadTime;

    use super::*;

    const SEATS: &str = "Seat 3 is the button\nTotal number of players : 2/6\nSeat 4: Bob ( $26.50 USD )\nSeat 3: Cid ( $24 USD )\n";
    const ACTS: &str = "Dot has joined the table.\nBob posts small blind [$0.10 USD].\nDot posts big blind [$0.25 USD].\n\
        ** Dealing down cards **\nEve has joined the table.\nCid raises [$0.50 USD]\nBob folds\nDot folds\n";

    #[test]
    fn repeated_lines_are_searched_once() {
        for line in [
            "Seat 4: Bob ( $26.50 USD )\n",
            "Dot has joined the table.\n",
            "Eve has joined the table.\n",
        ] {
            let text = [SEATS, &line.repeat(2_000_000 / line.len()), ACTS].concat();
            let start = ThreadTime::now();
            let found = Newcomers::find(&text);
            let taken = start.elapsed();
            // Searching the whole text for each of them takes twice as long.
            assert!(taken < Duration::from_millis(120), "{line:?}: {taken:?}");
            assert_eq!(found.seated, [(5, "Dot")]);
        }
    }
}
