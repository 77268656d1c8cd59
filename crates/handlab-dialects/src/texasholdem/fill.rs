//! Fills a hand from its lines.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;

use super::{BIG_BLIND, OPENING, RULES, SITE, without_comment};
use crate::inferred::scales;
use crate::phh::fill::digest;
use crate::syntax::text::{is_digits, split_at_mark, split_at_marks, split_once, trim};

/// Makes an error of some kind about the line.
type Fault = fn(String) -> ParseErrorKind;

/// The cards of the flop, the turn and the river.
const DEALT: [usize; 3] = [3, 1, 1];

/// Reads one hand, again with finer amounts if some are not whole.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |least_scale, hand| {
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        (hand.kind, hand.currency, hand.scale) = (Kind::Play, Currency::PLAY, least_scale);
        (hand.game, hand.betting) = (Game::Holdem, Betting::NoLimit);
        hand.printed.rake = Some(0);
        let mut cursor = Cursor::new(span.text, span.at);
        let mut text = String::with_capacity(span.text.len());
        let mut play = Play::new(hand);
        while !play.is_paid {
            let Some(line) = cursor.next_line() else {
                return Err(cursor.error(ParseErrorKind::Truncated));
            };
            let line = without_comment(line);
            play.line(line).map_err(|kind| cursor.error(kind(line.to_owned())))?;
            text.push_str(line);
            text.push('\n');
        }
        // A line that breaks off lacks a pot: it would be a hand with another number.
        if span.may_break_off() && cursor.next_line().is_none() && play.is_short_of_money() {
            return Err(cursor.error(ParseErrorKind::Truncated));
        }
        hand.hand_id = hand.push_text(&format!("{:016x}", digest(&text)));
        Ok(())
    })
}

/// A hand after the lines read so far.
struct Play<'h> {
    hand: &'h mut Hand,
    street: Street,
    /// What each seat has in on the street, and the most of these.
    committed: [i64; MAX_SEATS],
    level: i64,
    /// What each seat has put in, and whether it has folded.
    put_in: [i64; MAX_SEATS],
    has_folded: [bool; MAX_SEATS],
    /// The number of board cards dealt.
    dealt: usize,
    is_paid: bool,
}

impl<'h> Play<'h> {
    fn new(hand: &'h mut Hand) -> Self {
        Play {
            hand,
            street: Street::FIRST,
            committed: [0; MAX_SEATS],
            level: 0,
            put_in: [0; MAX_SEATS],
            has_folded: [false; MAX_SEATS],
            dealt: 0,
            is_paid: false,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let street = match line {
            "" | OPENING | "SETTLE" => return Ok(()),
            "PREFLOP" => return self.post(),
            "FLOP" => Street(1),
            "TURN" => Street(2),
            "RIVER" => Street(3),
            _ => return self.entry(line),
        };
        (self.street, self.committed, self.level) = (street, [0; MAX_SEATS], 0);
        Ok(())
    }

    /// Reads a line with a label, or the actions of an orbit: `2. (1,RAISE,90);(0,FOLD)`.
    fn entry(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(amount) = line.strip_prefix(BIG_BLIND) {
            self.hand.stakes.big_blind = Some(self.amount(amount)?);
        } else if let Some(amount) = line.strip_prefix("Small Blind: ") {
            self.hand.stakes.small_blind = Some(self.amount(amount)?);
        } else if let Some(amount) = line.strip_prefix("Starting Pot: ") {
            return if self.amount(amount)? == 0 {
                Ok(())
            } else {
                Err(ParseErrorKind::UnknownLine)
            };
        } else if let Some(stacks) = line.strip_prefix("Player Chips: ") {
            self.seats(stacks)?;
        } else if let Some(hands) = line.strip_prefix("Player Cards: ") {
            self.hole_cards(hands)?;
        } else if let Some(cards) = line.strip_prefix("New Cards: ") {
            self.board(cards)?;
        } else if let Some(winners) = line.strip_prefix("Winners: ") {
            self.winners(winners)?;
        } else {
            let (orbit, acts) = split_at_mark(line, b'.').unwrap_or((line, ""));
            if !is_digits(orbit) {
                return Err(ParseErrorKind::UnknownLine);
            }
            for act in split_at_marks(trim(acts), b';').filter(|act| !act.is_empty()) {
                self.act(act)?;
            }
        }
        Ok(())
    }

    fn seats(&mut self, stacks: &str) -> Result<(), Fault> {
        if !self.hand.seats.is_empty() {
            return Err(ParseErrorKind::Seats);
        }
        for (index, stack) in split_at_marks(stacks, b',').enumerate() {
            let starting_stack = self.amount(stack)?;
            let number = u8::try_from(index + 1).map_err(|_| ParseErrorKind::Seats as Fault)?;
            let seat = Seat { seat: number, starting_stack, is_anonymous: true, ..Seat::default() };
            if !push_seat(self.hand, seat, &format!("Player {index}")) {
                return Err(ParseErrorKind::Seats);
            }
        }
        self.hand.button_seat = Some(1);
        Ok(())
    }

    /// Reads `[Qs 8c],[6d As]`.
    fn hole_cards(&mut self, hands: &str) -> Result<(), Fault> {
        let hands = hands.strip_prefix('[').and_then(|hands| trim(hands).strip_suffix(']'));
        let hands = hands.ok_or(ParseErrorKind::Cards as Fault)?.split("],[");
        let mut count = 0;
        for (index, held) in hands.enumerate() {
            let seat = self.hand.seats.get_mut(index).ok_or(ParseErrorKind::Seats as Fault)?;
            seat.hole_cards = cards(held).ok_or(ParseErrorKind::Cards as Fault)?;
            seat.cards_source = Some(CardsSource::Shown);
            if seat.hole_cards.len() != 2 {
                return Err(ParseErrorKind::UnknownGame);
            }
            count = index + 1;
        }
        if count < self.hand.seats.len() { Err(ParseErrorKind::Seats) } else { Ok(()) }
    }

    /// The blinds, which no line prints.
    fn post(&mut self) -> Result<(), Fault> {
        let stakes = (self.hand.stakes.small_blind, self.hand.stakes.big_blind);
        let (Some(small), Some(big)) = stakes else { return Err(ParseErrorKind::Header) };
        let (small_seat, big_seat) = match self.hand.seats.len() {
            0 | 1 => return Err(ParseErrorKind::Seats),
            2 => (0, 1),
            _ => (1, 2),
        };
        if !self.hand.actions.is_empty() {
            return Err(ParseErrorKind::UnknownLine);
        }
        self.add(small_seat, ActionKind::PostSmallBlind, small.min(self.left(small_seat)));
        self.add(big_seat, ActionKind::PostBigBlind, big.min(self.left(big_seat)));
        Ok(())
    }

    /// Reads `(1,RAISE,90)`.
    fn act(&mut self, act: &str) -> Result<(), Fault> {
        let act = trim(act).strip_prefix('(').and_then(|act| act.strip_suffix(')'));
        let act = act.ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (player, act) = split_at_mark(act, b',').ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (act, total) = split_at_mark(act, b',').unwrap_or((act, ""));
        let seat = self.seat(player)?;
        let (left, owed) = (self.left(seat), self.level - self.committed[seat]);
        let all_in = self.committed[seat] + left;
        let raised_to = match trim(act) {
            "RAISE" => self.amount(total)?,
            "ALL_IN" => all_in,
            _ => self.level,
        };
        let (kind, added) = match trim(act) {
            "FOLD" => (ActionKind::Fold, 0),
            "CHECK" => (ActionKind::Check, 0),
            "RAISE" | "ALL_IN" if raised_to > self.level && self.level > 0 => {
                (ActionKind::Raise, raised_to - self.committed[seat])
            }
            "RAISE" | "ALL_IN" if raised_to > self.level => (ActionKind::Bet, raised_to),
            "CALL" | "ALL_IN" => (ActionKind::Call, owed.min(left)),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        if added > left {
            return Err(ParseErrorKind::UnknownLine);
        }
        self.has_folded[seat] |= kind == ActionKind::Fold;
        self.add(seat, kind, added);
        Ok(())
    }

    /// Deals the next streets, as many as there are cards: `[7s,8d,5d]`.
    fn board(&mut self, printed: &str) -> Result<(), Fault> {
        let listed = printed.strip_prefix('[').and_then(|cards| cards.strip_suffix(']'));
        let list = listed.and_then(cards).ok_or(ParseErrorKind::Cards as Fault)?;
        let mut rest = list.as_slice();
        while !rest.is_empty() {
            let street = self.hand.boards.len();
            let count = DEALT.get(street).filter(|count| **count <= rest.len());
            let (now, later) = rest.split_at(*count.ok_or(ParseErrorKind::Cards as Fault)?);
            let street = Street(street as u8 + 1);
            let cards = now.iter().copied().collect();
            self.hand.boards.push(BoardCards { run_no: 0, street, cards });
            (self.hand.last_street, self.dealt, rest) = (street, self.dealt + now.len(), later);
        }
        // The cards come before the betting on them.
        let wanted: usize = DEALT.iter().take(usize::from(self.street.0)).sum();
        if self.dealt < wanted { Err(ParseErrorKind::Cards) } else { Ok(()) }
    }

    /// Reads `(Pot 0,303,6195,[0]);(Pot 1,198,6230,[1, 2])`.
    fn winners(&mut self, pots: &str) -> Result<(), Fault> {
        let count = self.hand.seats.len();
        let left = (0..count).filter(|seat| !self.has_folded[*seat]);
        let left: Vec<usize> = left.collect();
        if left.len() > 1 {
            for seat in left {
                let (kind, cards) = (ActionKind::Show, self.hand.seats[seat].hole_cards);
                let action = Action::new(Street::SHOWDOWN, seat as u8, kind, Amount::Added(0));
                self.hand.actions.push(Action { cards, ..action });
            }
        }
        for pot in split_at_marks(pots, b';') {
            let unreadable = ParseErrorKind::UnknownLine as Fault;
            let pot = trim(pot).strip_prefix("(Pot ").and_then(|pot| pot.strip_suffix("])"));
            let (pot, winners) = pot.and_then(|pot| split_once(pot, ",[")).ok_or(unreadable)?;
            let amount = split_at_marks(pot, b',').nth(1).ok_or(unreadable)?;
            let amount = self.amount(amount)?;
            let mut seats = Vec::new();
            for winner in split_at_marks(winners, b',') {
                let seat = self.seat(trim(winner))?;
                if self.has_folded[seat] || seats.contains(&seat) {
                    return Err(ParseErrorKind::UnknownPlayer);
                }
                seats.push(seat);
            }
            // From the first after the button on.
            seats.sort_unstable_by_key(|seat| (seat + count - 1) % count);
            let share = amount / seats.len() as i64;
            for (place, seat) in seats.iter().enumerate() {
                let rest = if place == 0 { amount % seats.len() as i64 } else { 0 };
                self.collect(*seat, share + rest);
            }
        }
        self.is_paid = true;
        Ok(())
    }

    fn collect(&mut self, seat: usize, amount: i64) {
        let seat = seat as u8;
        let earlier = self.hand.collected.iter_mut().find(|paid| paid.seat == seat);
        match earlier {
            Some(paid) => paid.amount = paid.amount.saturating_add(amount),
            None if amount == 0 => {}
            None => {
                let pot = PotName::Pot;
                self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
            }
        }
    }

    fn add(&mut self, seat: usize, kind: ActionKind, added: i64) {
        self.committed[seat] += added;
        self.put_in[seat] += added;
        self.level = self.level.max(self.committed[seat]);
        self.hand.actions.push(Action {
            cards: CardList::EMPTY,
            ..Action::new(self.street, seat as u8, kind, Amount::Added(added))
        });
    }

    fn left(&self, seat: usize) -> i64 {
        self.hand.seats[seat].starting_stack - self.put_in[seat]
    }

    fn seat(&self, number: &str) -> Result<usize, Fault> {
        let seat = number.parse().ok().filter(|_| is_digits(number));
        seat.filter(|seat| *seat < self.hand.seats.len()).ok_or(ParseErrorKind::UnknownPlayer)
    }

    fn amount(&self, printed: &str) -> Result<i64, Fault> {
        chips::read(trim(printed).as_bytes(), self.hand.scale).ok_or(ParseErrorKind::Amount)
    }

    fn is_short_of_money(&self) -> bool {
        let paid = self.hand.collected.iter().map(|paid| paid.amount);
        paid.fold(0, i64::saturating_add) < self.put_in.iter().copied().fold(0, i64::saturating_add)
    }
}
