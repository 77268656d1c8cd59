//! The lines of a hand: seats, actions, cards and payments.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_core::chips;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{
    Action, ActionKind, Amount, CardsPlace, CardsSource, Collected, Hand, PotName, PrintedCards,
    Seat, SidePayment, SidePaymentKind,
};

use crate::names::split_player;
use crate::syntax::text::{rsplit_once, split_once};

use super::boards::Boards;
use super::{Fault, timed};

/// The state of a hand after the lines read so far.
pub(super) struct Play<'h> {
    hand: &'h mut Hand,
    spots: Vec<Spot>,
    part: Part,
    boards: Boards,
    /// Whether a seat has decided anything.
    has_decision: bool,
    /// Whether someone posted who has no blind: that is only known in a bomb pot.
    has_odd_post: bool,
    /// The winner of the last bounty.
    bounty: Option<u8>,
}

/// What the next line may belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The list of seats.
    Seats,
    Hand,
    /// The game has ended: of this hand, only cards may follow.
    Over,
    /// Another file that begins within a hand.
    OtherFile,
}

/// What is known of a seat besides what the hand holds.
#[derive(Default)]
struct Spot {
    is_small_blind: bool,
    is_big_blind: bool,
    has_decided: bool,
    revealed: CardList,
    /// The bounties that its payments include.
    bounties: i64,
}

const ALL_IN: &str = ", moving all in";

impl<'h> Play<'h> {
    pub(super) fn new(hand: &'h mut Hand) -> Play<'h> {
        Play {
            hand,
            spots: Vec::new(),
            part: Part::Seats,
            boards: Boards::default(),
            has_decision: false,
            has_odd_post: false,
            bounty: None,
        }
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), Fault> {
        match self.part {
            Part::Seats => return self.seat(line),
            Part::OtherFile => return Ok(()),
            Part::Hand | Part::Over => {}
        }
        if let Some((_, news)) = timed(line) {
            if news == "The game has ended" {
                self.part = Part::Over;
            }
            let is_known = self.part == Part::Over || news == "The game has started";
            return if is_known { Ok(()) } else { Err(ParseErrorKind::UnknownLine) };
        }
        if let Some(listed) = line.strip_prefix("board: ") {
            return self.board(listed);
        }
        match split_player(self.hand, line, " ") {
            Some((seat, act)) => self.act(seat, act),
            // What follows the payments without a player's name belongs to the next file.
            None if self.is_paid() => Ok(()),
            // Someone who is not in this hand, about the hand before.
            None if line.ends_with(" requested a rabbit hunt") => Ok(()),
            None => match rsplit_once(line, " revealed ") {
                Some((_, card)) => cards(card).map(drop).ok_or(ParseErrorKind::Cards),
                None if rsplit_once(line, " paid ").is_some() => Err(ParseErrorKind::UnknownPlayer),
                None => Err(ParseErrorKind::UnknownLine),
            },
        }
    }

    /// Reads `Ann (40, SB),` or `Bea (38.5, BU) are in the hand.`
    fn seat(&mut self, line: &str) -> Result<(), Fault> {
        let fault = ParseErrorKind::Seats as Fault;
        let last = line.strip_suffix(" are in the hand.");
        let listed = last.or_else(|| line.strip_suffix(',')).ok_or(fault)?;
        let (name, spot) = rsplit_once(listed, " (").ok_or(fault)?;
        let spot = spot.strip_suffix(')').ok_or(fault)?;
        let (stack, position) = split_once(spot, ", ").ok_or(fault)?;
        let number = self.hand.seats.len() as u8 + 1;
        let seat = Seat { seat: number, starting_stack: self.amount(stack)?, ..Seat::default() };
        if name.is_empty() || !push_seat(self.hand, seat, name) {
            return Err(fault);
        }
        if position == "BU" {
            self.hand.button_seat = Some(number);
        }
        let (is_small_blind, is_big_blind) = (position == "SB", position == "BB");
        self.spots.push(Spot { is_small_blind, is_big_blind, ..Spot::default() });
        if last.is_some() {
            self.part = Part::Hand;
        }
        Ok(())
    }

    fn board(&mut self, listed: &str) -> Result<(), Fault> {
        if self.is_paid() {
            self.part = Part::OtherFile;
            return Ok(());
        }
        if self.boards.is_empty() && !self.has_decision && self.is_bomb_pot() {
            self.open_bomb_pot();
        }
        self.check_posts()?;
        self.boards.deal(listed, self.hand).ok_or(ParseErrorKind::Cards)
    }

    /// Reads `raised to 0.8, moving all in` and other lines about a player.
    fn act(&mut self, seat: u8, act: &str) -> Result<(), Fault> {
        let (act, is_all_in) = match act.strip_suffix(ALL_IN) {
            Some(act) => (act, true),
            None => (act, false),
        };
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        let added = |amount| (amount, Amount::Added(amount));
        let (kind, (_, amount)) = match (verb, rest) {
            ("posted", amount) => return self.post(seat, self.amount(amount)?, is_all_in),
            ("straddled", to) => return self.straddle(seat, self.total(to)?, is_all_in),
            ("called", amount) => (ActionKind::Call, added(self.amount(amount)?)),
            ("bet", amount) => (ActionKind::Bet, added(self.amount(amount)?)),
            ("raised", to) => {
                let to = self.total(to)?;
                (ActionKind::Raise, (to, Amount::To(to)))
            }
            _ if is_all_in => return Err(ParseErrorKind::UnknownLine),
            ("checked", "") | ("timed", "out and checked") => (ActionKind::Check, added(0)),
            ("folded", "") | ("timed", "out and folded") => (ActionKind::Fold, added(0)),
            _ => return self.tell(seat, verb, rest),
        };
        self.decide(seat, kind, amount, is_all_in)
    }

    /// Reads what a player shows, wins or asks for.
    fn tell(&mut self, seat: u8, verb: &str, rest: &str) -> Result<(), Fault> {
        match (verb, rest) {
            ("showed", held) => {
                let cards = self.hold(seat, held)?;
                let shown =
                    Action::new(Street::SHOWDOWN, seat, ActionKind::Show, Amount::default());
                self.hand.actions.push(Action { cards, ..shown });
            }
            ("had", held) => drop(self.hold(seat, held)?),
            ("mucked", "") => {
                let mucked =
                    Action::new(Street::SHOWDOWN, seat, ActionKind::Muck, Amount::default());
                self.hand.actions.push(mucked);
            }
            ("revealed", card) => return self.reveal(seat, card),
            ("requested", "a rabbit hunt") => {}
            ("won", "the 72 bounty") if self.part == Part::Hand => self.bounty = Some(seat),
            ("paid", amount) if self.part == Part::Hand => return self.pay_bounty(seat, amount),
            ("won", chips) if self.part == Part::Hand => {
                let amount =
                    chips.strip_suffix(" chips").ok_or(ParseErrorKind::UnknownLine as Fault)?;
                let amount = self.amount(amount)?;
                self.check_posts()?;
                let pot = PotName::Pot;
                self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        }
        Ok(())
    }

    /// Adds a blind. Heads-up, the list of seats has the blinds the wrong way round.
    fn post(&mut self, seat: u8, amount: i64, is_all_in: bool) -> Result<(), Fault> {
        if self.has_decision || !self.boards.is_empty() || self.is_paid() {
            return Err(ParseErrorKind::UnknownLine);
        }
        let Spot { is_small_blind, is_big_blind, .. } = self.spots[usize::from(seat)];
        let is_first = self.hand.actions.is_empty();
        let is_again = self.hand.actions.iter().any(|post| post.seat == seat);
        let (is_small, is_big) = match self.hand.seats.len() {
            2 => (is_first, !is_first),
            _ => (is_small_blind, is_big_blind),
        };
        let stake = Some(amount).filter(|_| !is_all_in);
        let kind = if is_again {
            return Err(ParseErrorKind::UnknownLine);
        } else if is_small {
            self.hand.stakes.small_blind = stake;
            ActionKind::PostSmallBlind
        } else if is_big {
            self.hand.stakes.big_blind = stake;
            ActionKind::PostBigBlind
        } else if self.is_equal_to_all(amount, is_all_in) {
            self.has_odd_post = true;
            ActionKind::PostAnte
        } else {
            return Err(ParseErrorKind::UnknownLine);
        };
        if is_small && self.hand.seats.len() == 2 {
            self.hand.button_seat = Some(self.hand.seats[usize::from(seat)].seat);
        }
        self.push(seat, kind, Amount::Added(amount), is_all_in);
        Ok(())
    }

    fn straddle(&mut self, seat: u8, to: i64, is_all_in: bool) -> Result<(), Fault> {
        if self.has_decision || !self.boards.is_empty() || self.is_paid() {
            return Err(ParseErrorKind::UnknownLine);
        }
        self.check_posts()?;
        let posts = self.hand.actions.iter().filter(|post| post.seat == seat);
        let posted = posts.fold(0_i64, |sum, post| sum.saturating_add(post.amount.printed()));
        let added = to.checked_sub(posted).filter(|added| *added > 0);
        let added = added.ok_or(ParseErrorKind::Amount as Fault)?;
        self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(to));
        self.push(seat, ActionKind::Straddle, Amount::Added(added), is_all_in);
        Ok(())
    }

    fn decide(
        &mut self,
        seat: u8,
        kind: ActionKind,
        amount: Amount,
        is_all_in: bool,
    ) -> Result<(), Fault> {
        if self.is_paid() {
            self.part = Part::OtherFile;
            return Ok(());
        }
        self.check_posts()?;
        (self.has_decision, self.spots[usize::from(seat)].has_decided) = (true, true);
        self.push(seat, kind, amount, is_all_in);
        Ok(())
    }

    fn push(&mut self, seat: u8, kind: ActionKind, amount: Amount, is_all_in: bool) {
        let street = self.hand.last_street;
        self.hand.actions.push(Action { is_all_in, ..Action::new(street, seat, kind, amount) });
    }

    /// Whether a post is as large as each one before it, of which an all-in may be smaller.
    fn is_equal_to_all(&self, amount: i64, is_all_in: bool) -> bool {
        self.hand.actions.iter().all(|post| {
            let other = post.amount.printed();
            amount == other || is_all_in && amount < other || post.is_all_in && other < amount
        })
    }

    /// Whether everyone has posted the same.
    fn is_bomb_pot(&self) -> bool {
        let posts = &self.hand.actions;
        posts.len() == self.hand.seats.len()
            && posts.iter().any(|post| !post.is_all_in)
            && posts.iter().all(|post| {
                post.kind != ActionKind::Straddle
                    && self.is_equal_to_all(post.amount.printed(), post.is_all_in)
            })
    }

    fn open_bomb_pot(&mut self) {
        let hand = &mut *self.hand;
        hand.actions.iter_mut().for_each(|post| post.kind = ActionKind::PostAnte);
        (hand.stakes.small_blind, hand.stakes.big_blind) = (None, None);
        hand.stakes.ante = hand.actions.iter().map(|post| post.amount.printed()).max();
        hand.is_bomb_pot = true;
        // Which of two players has the button, only their blinds show.
        hand.button_seat = hand.button_seat.filter(|_| hand.seats.len() > 2);
        self.has_odd_post = false;
    }

    /// Refuses a post that is neither a blind nor part of a bomb pot.
    fn check_posts(&self) -> Result<(), Fault> {
        if self.has_odd_post { Err(ParseErrorKind::UnknownLine) } else { Ok(()) }
    }

    fn is_paid(&self) -> bool {
        !self.hand.collected.is_empty()
    }

    /// Records all cards of a player, as in `K♣ 10♥ (pair/high card)`.
    fn hold(&mut self, seat: u8, text: &str) -> Result<CardList, Fault> {
        let (held, names) = match split_once(text, " (") {
            Some((held, names)) => {
                (held, names.strip_suffix(')').ok_or(ParseErrorKind::Cards as Fault)?)
            }
            None => (text, ""),
        };
        let held = cards(held).filter(|held| held.len() == self.hand.game.hole_cards());
        let cards = held.ok_or(ParseErrorKind::Cards as Fault)?;
        self.hand.record_hole_cards(seat, cards, CardsSource::Shown);
        let runs = usize::from(self.hand.n_runouts);
        let is_by_run = runs > 1 && names.split('/').count() == runs;
        let names = names.split(if is_by_run { '/' } else { '\n' });
        for (run, name) in (0..).zip(names) {
            let (street, place) = (Street::SHOWDOWN, CardsPlace::Shown);
            let run_no = if is_by_run { run + 1 } else { 0 };
            let name = self.hand.push_text(name);
            self.hand.printed.cards.push(PrintedCards { seat, place, street, run_no, cards, name });
        }
        Ok(cards)
    }

    /// Records one card that a player shows, unless it may be of the hand before.
    fn reveal(&mut self, seat: u8, card: &str) -> Result<(), Fault> {
        let card = cards(card).filter(|card| card.len() == 1);
        let card = card.ok_or(ParseErrorKind::Cards as Fault)?;
        let spot = &mut self.spots[usize::from(seat)];
        for card in card.as_slice().iter().filter(|_| spot.has_decided) {
            if !spot.revealed.as_slice().contains(card) {
                // More than a list holds are too many for any hand.
                spot.revealed.push(*card);
            }
        }
        Ok(())
    }

    fn pay_bounty(&mut self, payer: u8, amount: &str) -> Result<(), Fault> {
        let winner = self.bounty.filter(|winner| *winner != payer);
        let winner = winner.ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let amount = self.amount(amount)?;
        let bounties = &mut self.spots[usize::from(winner)].bounties;
        *bounties = bounties.saturating_add(amount);
        for (seat, received) in [(winner, amount), (payer, -amount)] {
            let paid = &mut self.hand.side_payments;
            if let Some(paid) = paid.iter_mut().find(|paid| paid.seat == seat) {
                paid.amount = paid.amount.saturating_add(received);
            } else {
                let kind = SidePaymentKind::SevenDeuce;
                paid.push(SidePayment { seat, kind, amount: received, fee: 0 });
            }
        }
        Ok(())
    }

    /// Adds what is known only after all lines.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        for (seat, spot) in (0..).zip(&self.spots) {
            let (mut bounties, mut is_paid) = (spot.bounties, spot.bounties == 0);
            for paid in self.hand.collected.iter_mut().filter(|paid| paid.seat == seat) {
                let part = bounties.min(paid.amount);
                (paid.amount, bounties, is_paid) = (paid.amount - part, bounties - part, true);
            }
            match (is_paid, bounties) {
                (true, 0) => {}
                (true, _) => return Err(ParseErrorKind::Amount),
                (false, _) => return Err(|_| ParseErrorKind::Truncated),
            }
            let holds = self.hand.seats[usize::from(seat)].hole_cards;
            if holds.is_empty() && spot.revealed.len() <= self.hand.game.hole_cards() {
                self.hand.record_hole_cards(seat, spot.revealed, CardsSource::Shown);
            }
        }
        self.hand.collected.retain(|paid| paid.amount > 0);
        Ok(())
    }

    /// Reads `to 0.8`.
    fn total(&self, text: &str) -> Result<i64, Fault> {
        self.amount(text.strip_prefix("to ").ok_or(ParseErrorKind::UnknownLine as Fault)?)
    }

    fn amount(&self, text: &str) -> Result<i64, Fault> {
        let is_number = text.starts_with(|first: char| first.is_ascii_digit());
        let amount = chips::read(text.as_bytes(), self.hand.scale).filter(|_| is_number);
        amount.ok_or(ParseErrorKind::Amount)
    }
}
