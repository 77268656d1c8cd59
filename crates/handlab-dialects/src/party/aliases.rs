//! The first hand after sitting down: the seat list calls the others `Player3`, after their seat number, but they act
//! under their names. Or the list has the names, and the actions the seat numbers.

use std::sync::LazyLock;

use handlab_cards::seat::MAX_SEATS;
use memchr::memmem::Finder;

use super::seats::read_seat;
use crate::lines::common_form::{MOST_NAMES, lines};
use crate::syntax::text::split_once;

pub(super) const PLACEHOLDER: &str = "Player";

static PLACEHOLDERS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(PLACEHOLDER));

/// Two names of one player.
#[derive(Default)]
pub(super) struct Aliases<'a> {
    /// The placeholder, such as `Player3`, and the name.
    pairs: Vec<(&'a str, &'a str)>,
    /// Players who are not listed act, and it is uncertain which seats are theirs.
    pub(super) has_unknown_players: bool,
}

struct Seat<'a> {
    chair: u8,
    name: &'a str,
}

impl<'a> Aliases<'a> {
    /// The first decisions follow the order of the seats after the big blind. The names are certain only if every seat
    /// decides or is known by name, and none is left over.
    pub(super) fn find(text: &'a str) -> Self {
        let is_chair = |at: usize| {
            let digit = text.as_bytes().get(at + PLACEHOLDER.len());
            digit.is_some_and(u8::is_ascii_digit)
        };
        if !PLACEHOLDERS.find_iter(text.as_bytes()).any(is_chair) {
            return Aliases::default();
        }
        let mut seats = Vec::with_capacity(MAX_SEATS);
        let (mut titles, mut before_flop) = (0, Vec::with_capacity(2 * MAX_SEATS));
        for line in lines(text) {
            if is_title(line) {
                titles += 1;
            } else if titles == 1 {
                before_flop.push(line);
            }
            if seats.len() < MOST_NAMES
                && let Some((chair, name, _)) = read_seat(line)
                && let Ok(chair) = chair.parse()
            {
                seats.push(Seat { chair, name });
            }
        }
        let order = order_of_decisions(&before_flop, &seats);
        if order.iter().all(|name| seats.iter().any(|seat| seat.name == *name)) {
            return Aliases::default();
        }
        let pairs = pairs(text, seats, order);
        Aliases { has_unknown_players: pairs.is_none(), pairs: pairs.unwrap_or_default() }
    }

    /// The name of a player who may be called by seat number.
    pub(super) fn name_of(&self, name: &'a str) -> &'a str {
        let pair = self.pairs.iter().find(|(placeholder, _)| *placeholder == name);
        pair.map_or(name, |(_, name)| *name)
    }

    /// The other name of a player.
    pub(super) fn placeholder_of(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(_, known)| *known == name).map(|(placeholder, _)| *placeholder)
    }
}

/// The players who decide before the flop, each once.
fn order_of_decisions<'a>(before_flop: &[&'a str], seats: &[Seat<'a>]) -> Vec<&'a str> {
    let mut order = Vec::with_capacity(MAX_SEATS);
    for line in before_flop.iter().copied() {
        let seated = seats.iter().filter(|seat| has_decision(line.strip_prefix(seat.name)));
        let longest = seated.max_by_key(|seat| seat.name.len()).map(|seat| seat.name);
        let Some(name) = longest.or_else(|| unknown_player(line)) else { continue };
        if !order.contains(&name) && order.len() < MOST_NAMES {
            order.push(name);
        }
    }
    order
}

fn is_title(line: &str) -> bool {
    line.starts_with("** ")
}

const DECISIONS: [&str; 5] = [" folds", " checks", " calls [", " raises [", " is all-In  ["];

fn has_decision(act: Option<&str>) -> bool {
    act.is_some_and(|act| DECISIONS.iter().any(|decision| act.starts_with(decision)))
}

/// The player of a decision who has no seat. A colon makes it chat.
pub(super) fn unknown_player(line: &str) -> Option<&str> {
    let name = DECISIONS.iter().find_map(|decision| match decision.strip_suffix('[') {
        Some(_) => split_once(line, decision).map(|(name, _)| name),
        None => line.strip_suffix(decision),
    })?;
    (!name.is_empty() && !name.contains(':')).then_some(name)
}

/// The placeholder and name of each player who has both, if only one assignment is possible.
fn pairs<'a>(
    text: &'a str,
    mut seats: Vec<Seat<'a>>,
    mut order: Vec<&'a str>,
) -> Option<Vec<(&'a str, &'a str)>> {
    let mut blinds = lines(text).filter_map(|line| split_once(line, " posts big blind"));
    let (blind, _) = blinds.next()?;
    // Another big blind is posted by a newcomer.
    if blinds.next().is_some() {
        return None;
    }
    let chair_of = |name: &str| name.strip_prefix(PLACEHOLDER).and_then(|chair| chair.parse().ok());
    let has_posted = |seat: &&Seat<'_>| seat.name == blind || chair_of(blind) == Some(seat.chair);
    let blind = seats.iter().find(has_posted)?.chair;
    let listed: Vec<&str> = seats.iter().map(|seat| seat.name).collect();
    // A player who posts without being listed has a different seat than the list.
    let is_listed = |name: &str| {
        listed.contains(&name) || seats.iter().any(|seat| chair_of(name) == Some(seat.chair))
    };
    let mut posts = lines(text).filter_map(|line| split_once(line, " posts "));
    if posts.any(|(name, _)| !name.contains(':') && !is_listed(name)) {
        return None;
    }
    seats.sort_by_key(|seat| seat.chair.wrapping_sub(blind).wrapping_sub(1));
    let is_placeholder = |seat: &Seat<'_>| chair_of(seat.name) == Some(seat.chair);
    let are_listed = order.iter().all(|name| !name.starts_with(PLACEHOLDER));
    if are_listed {
        // Known by name, but makes no decision.
        seats.retain(|seat| is_placeholder(seat) || order.contains(&seat.name));
        // All others have folded, and the big blind wins.
        let last = seats.last()?;
        if order.len() + 1 == seats.len() && last.chair == blind {
            let mut winners = lines(text).filter_map(|line| split_once(line, " wins "));
            order.extend(winners.next().map(|(name, _)| name));
        }
    }
    if order.len() != seats.len() {
        return None;
    }
    let mut pairs = Vec::new();
    for (index, (seat, name)) in seats.iter().zip(&order).enumerate() {
        if seat.name == *name {
            continue;
        }
        let of_chair = Seat { chair: seat.chair, name };
        let pair = match (is_placeholder(seat), is_placeholder(&of_chair)) {
            (true, false) => (seat.name, *name),
            (false, true) => (*name, seat.name),
            _ => return None,
        };
        if listed.contains(name) || order[..index].contains(name) {
            return None;
        }
        pairs.push(pair);
    }
    Some(pairs)
}
