//! What precedes the cards: the seats, whose players are named by position, and the blinds.

use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;

use crate::lines::common_form::{MOST_NAMES, lines};
use crate::syntax::text::{rsplit_once, split_once, strip_prefix_ignore_case};

/// Decimals of the amounts that are compared here.
pub(super) const SCALE: u8 = 2;

/// Marks the owner, after a position.
pub(super) const OWNER: &str = "[ME]";

/// The seats, and the blinds as printed.
pub(super) struct Opening<'a> {
    pub(super) small: Option<&'a str>,
    pub(super) big: Option<&'a str>,
    pub(super) seats: Vec<Spot<'a>>,
}

impl<'a> Opening<'a> {
    /// The blinds are posted within this many lines.
    const LINES: usize = 80;

    /// The whole big blind, if that seat's last chips were less and a player posts both blinds: `Posts dead chip $1.50`
    /// after a small blind of 0.50.
    pub(super) fn missed_big_blind(&self, text: &str) -> Option<i64> {
        let money = |text: &str| chips::read(text.trim().as_bytes(), SCALE);
        let stack_of = |name: &str| {
            let seat = self.seats.iter().find(|seat| seat.name == name)?;
            money(seat.stack)
        };
        let small = self.small.and_then(money)?;
        let is_small_whole = stack_of("Small Blind")? > small;
        let posted = self.big.and_then(money).unwrap_or(0);
        let is_big_short = self.big.is_none() || stack_of("Big Blind")? <= posted;
        if !is_small_whole || !is_big_short {
            return None;
        }
        let dead = lines(text).filter_map(|line| split_once(line, " : "));
        let mut dead =
            dead.filter_map(|(_, act)| strip_prefix_ignore_case(act, "Posts dead chip "));
        dead.find_map(money)?.checked_sub(small).filter(|big| *big >= small && *big > posted)
    }

    pub(super) fn read(text: &'a str) -> Self {
        let post = |act: &'a str, kinds: [&str; 2]| {
            let amount = kinds.iter().find_map(|kind| strip_prefix_ignore_case(act, kind))?;
            amount.rsplit(' ').find(|word| !word.is_empty())
        };
        let (mut small, mut big, mut seats) = (None, None, Vec::with_capacity(MAX_SEATS));
        let mut has_act = false;
        for (number, line) in lines(text).enumerate() {
            if let Some((_, act)) = split_once(line, " : ") {
                has_act = true;
                if number < Self::LINES {
                    small = small.or_else(|| post(act, ["Small blind", "Ante/Small blind"]));
                    big = big.or_else(|| post(act, ["Big blind", "Big blind/Bring in"]));
                }
            } else if !has_act && seats.len() < MOST_NAMES {
                seats.extend(spot(line));
            }
            let is_posted = small.is_some() && big.is_some();
            if has_act && (is_posted || number >= Self::LINES) {
                break;
            }
        }
        Opening { small, big, seats }
    }
}

/// An occupied seat.
pub(super) struct Spot<'a> {
    /// As printed, unless that contradicts the positions.
    pub(super) chair: usize,
    /// May be larger than any table has.
    pub(super) printed_chair: usize,
    pub(super) name: &'a str,
    pub(super) stack: &'a str,
    pub(super) cards: String,
    pub(super) is_owner: bool,
    pub(super) has_shown: bool,
    pub(super) has_posted_ante: bool,
}

/// Reads `Seat 5: Dealer [ME] ($25 in chips)` or `Seat+5 [ME]: $200 in chips`.
pub(super) fn spot(line: &str) -> Option<Spot<'_>> {
    let (front, _) = split_once(line, " in chips")?;
    let (head, stack) = rsplit_once(front, " (").or_else(|| rsplit_once(front, ": "))?;
    let number = head.strip_prefix("Seat")?.trim_start_matches([' ', '+']);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let chair = number[..digits].parse().ok()?;
    let is_owner = head.ends_with(OWNER);
    let head = head.strip_suffix(OWNER).unwrap_or(head).trim_end();
    let name = split_once(head, ": ").map_or(head, |(_, name)| name);
    let cards = String::new();
    let printed_chair = chair;
    Some(Spot {
        chair,
        printed_chair,
        name,
        stack,
        cards,
        is_owner,
        has_shown: false,
        has_posted_ante: false,
    })
}

/// Whether the seat numbers follow the order of the positions, clockwise. The site names those who are not dealt in last,
/// wherever they sit: they do not count.
pub(super) fn are_chairs_in_order(seats: &[Spot<'_>], text: &str) -> bool {
    is_in_order(seats.iter()) || {
        let dealt: Vec<&str> = lines(text).filter_map(dealt_to).collect();
        let has_number = |seat: &Spot<'_>| seat.chair < MOST_CHAIRS;
        !dealt.is_empty()
            && seats.iter().all(has_number)
            && is_in_order(seats.iter().filter(|seat| dealt.contains(&seat.name)))
    }
}

/// The position that a line deals cards to.
fn dealt_to(line: &str) -> Option<&str> {
    let (name, act) = split_once(line, " : ")?;
    strip_prefix_ignore_case(act, "Card dealt to a spot")?;
    Some(name.strip_suffix(OWNER).unwrap_or(name).trim_end())
}

/// Larger numbers are not those of chairs.
const MOST_CHAIRS: usize = 100;

fn is_in_order<'a>(seats: impl Iterator<Item = &'a Spot<'a>>) -> bool {
    let mut order: Vec<(usize, u8)> =
        seats.filter_map(|seat| Some((seat.chair, rank(seat.name)?))).collect();
    order.sort_unstable();
    let ranks = order.iter().map(|(_, rank)| *rank);
    let descents = ranks.clone().zip(ranks.cycle().skip(1)).filter(|(this, next)| this >= next);
    order.len() < 3
        || (descents.count() <= 1 && order.iter().all(|(chair, _)| *chair < MOST_CHAIRS))
}

/// The index of a position in the order of the blinds.
fn rank(position: &str) -> Option<u8> {
    Some(match position {
        "Small Blind" => 0,
        "Big Blind" => 1,
        "UTG" => 2,
        "Dealer" => u8::MAX,
        _ => position.strip_prefix("UTG+")?.parse::<u8>().ok()?.checked_add(2)?,
    })
}
