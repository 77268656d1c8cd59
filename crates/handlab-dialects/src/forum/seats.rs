//! Seats, the button, and what is posted.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{ActionKind, Seat};
use handlab_core::money::Currency;

use super::hand::{BIG_BLINDS, Fault, Notes, big_blinds};
use crate::syntax::text::{rsplit_once, split_once};

const HERO: &str = "Hero";

/// Big blinds of more units than this are not recovered from two decimals.
const MOST_FOR_MONEY: i64 = 100;

impl Notes<'_> {
    /// Reads `Hero (BB): $10.15 (101.5 bb)`; false if the line is something else.
    pub(super) fn seat(&mut self, line: &str) -> Result<bool, Fault> {
        let Some((label, rest)) = split_once(line, ": ") else { return Ok(false) };
        let printed = rest.split(" (").next().unwrap_or_default();
        if !is_amount(printed) || label.contains("'s ") {
            return Ok(false);
        }
        let index = self.hand.seats.len();
        if index == 0 && big_blinds(printed).is_some() {
            self.count_in_big_blinds();
        }
        let stack = self.amount(printed)?;
        let (name, note) = label
            .strip_suffix(')')
            .and_then(|label| rsplit_once(label, " ("))
            .unwrap_or((label, ""));
        let is_hero = name == HERO || note == HERO;
        let seat = Seat {
            seat: index as u8 + 1,
            starting_stack: stack,
            is_anonymous: !is_hero,
            ..Seat::default()
        };
        if !push_seat(self.hand, seat, name) {
            return Err(ParseErrorKind::Seats);
        }
        if is_hero {
            self.hand.hero = Some(index as u8);
        }
        self.stacks[index] = stack;
        for label in [name, note] {
            if !label.is_empty() && !self.names.iter().any(|(known, _)| known == label) {
                self.names.push((label.to_owned(), index));
            }
        }
        Ok(true)
    }

    /// All amounts are big blinds.
    fn count_in_big_blinds(&mut self) {
        let big = self.hand.stakes.big_blind.unwrap_or_default();
        self.big_blind = Some(big);
        if big > MOST_FOR_MONEY {
            (self.hand.currency, self.hand.scale) = (Currency::from_code(BIG_BLINDS), 2);
            self.hand.stakes.big_blind = Some(100);
            (self.hand.stakes.small_blind, self.hand.stakes.ante) = (None, None);
            self.big_blind = Some(100);
        }
    }

    /// Reads `9 players post ante of 5, SB posts SB $0.05, Hero posts BB $0.10`.
    pub(super) fn posts(&mut self, line: &str) -> Result<bool, Fault> {
        self.has_posts = true;
        for post in line.split(", ") {
            if let Some((count, amount)) = split_once(post, " players post ante of ") {
                let without = self.has_paid_ante.iter().take(self.players);
                let without = without.filter(|has_paid| !**has_paid).count();
                if count.parse() != Ok(without) {
                    return Err(ParseErrorKind::UnknownLine);
                }
                self.antes(self.amount(amount)?);
                continue;
            }
            let (seat, post) = self.split(post).ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
            let post = post.strip_prefix("posts ").ok_or(ParseErrorKind::UnknownLine as Fault)?;
            let kinds = [
                ("SB ", ActionKind::PostSmallBlind),
                ("BB ", ActionKind::PostBigBlind),
                ("ante ", ActionKind::PostAnte),
                ("straddle ", ActionKind::Straddle),
            ];
            let found =
                kinds.iter().find_map(|(word, kind)| Some((post.strip_prefix(word)?, *kind)));
            let (amount, kind) = found.ok_or(ParseErrorKind::UnknownLine as Fault)?;
            let amount = self.amount(super::actions::without_mark(amount))?;
            self.post(seat, kind, amount);
        }
        Ok(true)
    }

    /// Posts the ante of everyone who has not paid one.
    fn antes(&mut self, ante: i64) {
        self.hand.stakes.ante = Some(ante);
        for seat in 0..self.hand.seats.len() {
            if !self.has_paid_ante[seat] {
                self.post(seat, ActionKind::PostAnte, ante);
            }
        }
    }

    /// Posts an amount, or what the seat has.
    fn post(&mut self, seat: usize, kind: ActionKind, amount: i64) {
        let stakes = &mut self.hand.stakes;
        match kind {
            ActionKind::PostAnte => self.has_paid_ante[seat] = true,
            ActionKind::PostSmallBlind => stakes.small_blind = stakes.small_blind.or(Some(amount)),
            ActionKind::Straddle => stakes.straddle = stakes.straddle.max(Some(amount)),
            _ => {}
        }
        let amount = amount.min(self.stacks[seat]);
        self.put_in(seat, kind, amount);
        if kind == ActionKind::PostAnte {
            self.committed[seat] = self.committed[seat].saturating_sub(amount);
        } else {
            self.last = seat;
        }
        if self.stacks[seat] == 0
            && let Some(action) = self.hand.actions.last_mut()
        {
            action.is_all_in = true;
        }
    }

    /// Moves chips from a stack into the pot.
    pub(super) fn put_in(&mut self, seat: usize, kind: ActionKind, added: i64) {
        self.stacks[seat] = self.stacks[seat].saturating_sub(added);
        self.committed[seat] = self.committed[seat].saturating_add(added);
        self.put_in = self.put_in.saturating_add(added);
        self.push(seat, kind, added, CardList::EMPTY);
    }

    /// Before the first street: the button, and the posts if no line has them. What the pot has beside the big blind and
    /// the antes is the small blind, if the title does not print it.
    pub(super) fn deal(&mut self, pot: Option<i64>) -> Result<(), Fault> {
        let seats = self.hand.seats.len();
        if self.street.is_some() || seats < 2 || seats != self.players {
            return Err(ParseErrorKind::Seats);
        }
        self.street = Some(Street::FIRST);
        let posted = |kind: ActionKind| {
            let post = self.hand.actions.iter().find(|action| action.kind == kind)?;
            Some(usize::from(post.seat))
        };
        let at = |label: &str| {
            self.names.iter().find(|(known, _)| known == label).map(|(_, seat)| *seat)
        };
        let big = posted(ActionKind::PostBigBlind).or_else(|| at("BB"));
        let big = big.ok_or(ParseErrorKind::Seats as Fault)?;
        let mut small = posted(ActionKind::PostSmallBlind).or_else(|| at("SB"));
        if seats == 2 {
            small = small.or(Some(1 - big));
        }
        let named = ["BTN", "BU", "Button", "Dealer"].iter().find_map(|label| at(label));
        let before = |seat: usize| (seat + seats - 1) % seats;
        let button = match (seats, small) {
            (2, Some(small)) => small,
            (_, Some(small)) if before(big) == small => before(small),
            (_, None) => named.ok_or(ParseErrorKind::Seats as Fault)?,
            _ => return Err(ParseErrorKind::Seats),
        };
        if seats > 2 && named.is_some_and(|named| named != button) {
            return Err(ParseErrorKind::Seats);
        }
        self.hand.button_seat = Some(button as u8 + 1);
        if self.has_posts {
            return Ok(());
        }
        if let Some(ante) = self.hand.stakes.ante {
            self.antes(ante);
        }
        let big_blind = self.hand.stakes.big_blind.unwrap_or_default();
        let rest = || pot.map(|pot| pot.saturating_sub(self.put_in).saturating_sub(big_blind));
        let small_blind = self.hand.stakes.small_blind.or_else(rest);
        if let (Some(small), Some(amount)) = (small, small_blind.filter(|amount| *amount > 0)) {
            self.post(small, ActionKind::PostSmallBlind, amount);
        }
        self.post(big, ActionKind::PostBigBlind, big_blind);
        Ok(())
    }

    /// Index of the button's seat.
    pub(super) fn button(&self) -> usize {
        usize::from(self.hand.button_seat.unwrap_or(1)) - 1
    }
}

/// Whether a text looks like an amount: `$10.15`, `104.46 BB`, `t1500`, `1.500,50 €`.
fn is_amount(text: &str) -> bool {
    const LONGEST_SIGN: usize = 4;
    let text = big_blinds(text).unwrap_or(text).trim();
    let digits = text.find(|first: char| first.is_ascii_digit());
    let is_part = |part: char| !part.is_ascii_alphabetic();
    digits.is_some_and(|at| at <= LONGEST_SIGN && text[at..].chars().all(is_part))
}
