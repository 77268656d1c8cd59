//! The actions of a hand, one string each: `p1 cbr 200`, `d db Jc3d5c`.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_cards::seat::{MAX_SEATS, SeatSet};
use handlab_core::dialect::text::cards;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsPlace, CardsSource, Hand, PrintedCards, Text,
};

use crate::inferred::all_in::Level;

/// More than any amount, for an unknown stack.
const UNKNOWN: i64 = i64::MAX / 4;

/// The state of a hand after the actions read so far.
pub(super) struct Line<'h> {
    hand: &'h mut Hand,
    /// Whether the cost of a call depends on the rule about a short big blind.
    pub(super) is_cost_open: bool,
    street: Street,
    level: Level,
    /// Each seat's remaining stack.
    left: [i64; MAX_SEATS],
    /// How many cards each seat has been dealt.
    dealt: [usize; MAX_SEATS],
    folded: SeatSet,
    /// The seats that have drawn on this street.
    drawn: SeatSet,
}

impl Line<'_> {
    pub(super) fn new(hand: &mut Hand) -> Line<'_> {
        let mut left = [0; MAX_SEATS];
        for (left, seat) in left.iter_mut().zip(&hand.seats) {
            *left = if seat.has_unknown_stack { UNKNOWN } else { seat.starting_stack };
        }
        let (street, level) = (Street::FIRST, Level::default());
        let (folded, drawn) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let (is_cost_open, dealt) = (false, [0; MAX_SEATS]);
        Line { hand, is_cost_open, street, level, left, dealt, folded, drawn }
    }

    /// Posts antes and blinds, perhaps listed in reverse.
    pub(super) fn post(&mut self, antes: &[i64], blinds: &[i64], is_reversed: bool) {
        let count = self.hand.seats.len();
        let seat_of = |index: usize| if is_reversed { count - 1 - index } else { index };
        for (index, ante) in antes.iter().enumerate().take(count) {
            self.put_in(seat_of(index), ActionKind::PostAnte, *ante);
        }
        let big_blind = blinds.get(1).copied().unwrap_or(0);
        for (index, blind) in blinds.iter().enumerate().take(count) {
            let kind = match index {
                // Heads-up it is the other seat's in pokerkit, which lists blinds in reverse there.
                _ if self.is_button_blind(seat_of(index)) => ActionKind::PostButtonBlind,
                // A newcomer's post to play is a big blind; the rest is dead.
                _ if *blind < 0 => {
                    let posted = -*blind;
                    let dead = if big_blind > 0 { (posted - big_blind).max(0) } else { 0 };
                    self.put_in(seat_of(index), ActionKind::PostDead, dead);
                    self.put_in(seat_of(index), ActionKind::PostBigBlind, posted - dead);
                    continue;
                }
                0 => ActionKind::PostSmallBlind,
                1 => ActionKind::PostBigBlind,
                _ if *blind > big_blind => ActionKind::Straddle,
                _ => ActionKind::PostBigBlind,
            };
            if kind == ActionKind::Straddle {
                let straddle = &mut self.hand.stakes.straddle;
                *straddle = (*straddle).max(Some(*blind));
            }
            self.put_in(seat_of(index), kind, *blind);
        }
    }

    /// Whether a blind of the seat is the only one of short deck, which the button posts.
    fn is_button_blind(&self, seat: usize) -> bool {
        self.hand.game == Game::ShortDeck
            && self.hand.button_seat == Some(self.hand.seats[seat].seat)
    }

    /// Adds a post, limited to what the seat has left.
    fn put_in(&mut self, seat: usize, kind: ActionKind, amount: i64) {
        let amount = amount.min(self.left[seat]);
        if amount > 0 {
            self.push(seat as u8, kind, amount, amount == self.left[seat], CardList::EMPTY);
        }
    }

    fn push(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool, cards: CardList) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        let action = Action { is_all_in, cards, ..action };
        self.level.enter(&action, self.hand.stakes.big_blind.unwrap_or(0));
        self.level.take(&action);
        if kind != ActionKind::Discard {
            let left = &mut self.left[usize::from(seat)];
            *left = left.saturating_sub(added).max(0);
        }
        if kind == ActionKind::Fold {
            self.folded.insert(usize::from(seat));
        }
        self.hand.actions.push(action);
    }

    /// Reads one action; `read` reads an amount.
    pub(super) fn act(
        &mut self,
        text: &str,
        read: &impl Fn(&str) -> Option<i64>,
    ) -> Result<(), ParseErrorKind> {
        let unknown = || ParseErrorKind::UnknownLine(text.to_owned());
        let bare = text.split('#').next().unwrap_or_default();
        let mut words = bare.split_whitespace();
        let (Some(who), Some(what)) = (words.next(), words.next()) else {
            // Only a comment.
            return if bare.trim().is_empty() { Ok(()) } else { Err(unknown()) };
        };
        let object = words.next();
        match (who, what) {
            ("d", "db") => return self.board(text, object),
            ("d", "dh") => {
                let seat = self.seat(object, text)?;
                return self.deal(seat, text, words.next().unwrap_or_default());
            }
            _ => {}
        }
        let seat = self.seat(Some(who), text)?;
        // Pot size and stack before the action.
        let (left, committed) = (self.left[usize::from(seat)], self.level.committed(seat));
        match what {
            "f" => self.push(seat, ActionKind::Fold, 0, false, CardList::EMPTY),
            "pb" => {
                let bring_in = self.hand.stakes.bring_in.unwrap_or(0).min(left);
                self.push(seat, ActionKind::BringIn, bring_in, false, CardList::EMPTY);
            }
            "cc" => {
                let call = self.price(seat).min(left);
                if call == 0 && !self.has_opponent_with_chips(seat) {
                    // pokerkit asks the big blind although no one can answer a bet: there is no decision.
                    return Ok(());
                }
                let kind = if call == 0 { ActionKind::Check } else { ActionKind::Call };
                self.push(seat, kind, call, call > 0 && call == left, CardList::EMPTY);
            }
            "cbr" => {
                let to = object.and_then(read);
                let to = to.ok_or_else(|| ParseErrorKind::Amount(text.to_owned()))?;
                let added = to.saturating_sub(committed).max(0);
                let is_bet = self.level.kind_of(seat, added) == ActionKind::Bet;
                let kind = if is_bet { ActionKind::Bet } else { ActionKind::Raise };
                self.push(seat, kind, added, added == left, CardList::EMPTY);
            }
            "sd" => self.draw(seat, text, object)?,
            "sm" => self.show(seat, text, object)?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// What a call costs. A player who alone has chips left pays no more than the others have in.
    fn price(&mut self, seat: u8) -> i64 {
        let action = Action::new(self.street, seat, ActionKind::Check, Amount::Added(0));
        self.level.enter(&action, self.hand.stakes.big_blind.unwrap_or(0));
        let (completed, matched) = (self.level.to_call(seat), self.level.to_match(seat));
        if completed == matched || !self.has_opponent_with_chips(seat) {
            return matched;
        }
        self.is_cost_open = true;
        if self.hand.rules.matches_short_blind { matched } else { completed }
    }

    fn has_opponent_with_chips(&self, seat: u8) -> bool {
        (0..self.hand.seats.len()).any(|other| {
            other != usize::from(seat) && self.left[other] > 0 && !self.folded.contains(other)
        })
    }

    fn seat(&self, word: Option<&str>, text: &str) -> Result<u8, ParseErrorKind> {
        let number = word.and_then(|word| word.strip_prefix('p')?.parse::<usize>().ok());
        let index = number.and_then(|number| number.checked_sub(1));
        let index = index.filter(|index| *index < self.hand.seats.len());
        index.map(|index| index as u8).ok_or_else(|| ParseErrorKind::UnknownPlayer(text.to_owned()))
    }

    fn board(&mut self, text: &str, printed: Option<&str>) -> Result<(), ParseErrorKind> {
        let list = printed.and_then(cards);
        let list = list.filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| ParseErrorKind::Cards(text.to_owned()))?;
        let known = self.hand.board(0).len();
        if self.hand.game.family() == GameFamily::Flop {
            self.enter(Street((self.street.0 + 1).min(3)));
        }
        if known + list.len() > 5 {
            return Err(ParseErrorKind::Cards(text.to_owned()));
        }
        self.hand.boards.push(BoardCards { run_no: 0, street: self.street, cards: list });
        Ok(())
    }

    fn enter(&mut self, street: Street) {
        if street != self.street {
            (self.street, self.level) = (street, Level::default());
            self.hand.last_street = self.hand.last_street.max(street);
            self.drawn = SeatSet::EMPTY;
        }
    }

    /// Deals cards, `??` if unknown; in stud each card beyond the third begins a street.
    fn deal(&mut self, seat: u8, text: &str, printed: &str) -> Result<(), ParseErrorKind> {
        let fault = || ParseErrorKind::Cards(text.to_owned());
        let pieces = printed.as_bytes().chunks(2).map(|piece| std::str::from_utf8(piece).ok());
        let mut list = CardList::EMPTY;
        let mut count = 0;
        for piece in pieces {
            let known = piece.and_then(cards).ok_or_else(fault)?;
            list.extend(known.as_slice().iter().copied());
            count += 1;
        }
        let dealt = &mut self.dealt[usize::from(seat)];
        *dealt = dealt.saturating_add(count);
        let dealt = *dealt;
        if self.hand.game.family() == GameFamily::Stud {
            self.enter(Street(dealt.saturating_sub(3).clamp(usize::from(self.street.0), 4) as u8));
        }
        let hole = &mut self.hand.seats[usize::from(seat)];
        for card in list.as_slice() {
            if !hole.hole_cards.push(*card) {
                return Err(fault());
            }
        }
        if !list.is_empty() {
            hole.cards_source = hole.cards_source.max(Some(CardsSource::Shown));
        }
        let cards = hole.hole_cards;
        let is_seen = match self.hand.game.family() {
            GameFamily::Stud => dealt <= 6 && !cards.is_empty(),
            GameFamily::Draw => cards.len() == self.hand.game.hole_cards(),
            GameFamily::Flop => false,
        };
        if is_seen {
            let (place, street, name) = (CardsPlace::Dealt, self.street, Text::default());
            let printed = PrintedCards { seat, place, street, run_no: 0, cards, name };
            self.hand.printed.cards.push(printed);
        }
        Ok(())
    }

    /// A draw; begins a street unless another seat has already begun it.
    fn draw(&mut self, seat: u8, text: &str, printed: Option<&str>) -> Result<(), ParseErrorKind> {
        if self.hand.game.family() != GameFamily::Draw {
            return Err(ParseErrorKind::UnknownLine(text.to_owned()));
        }
        let is_betting_over = self
            .hand
            .actions
            .last()
            .is_none_or(|act| !matches!(act.kind, ActionKind::Discard | ActionKind::StandPat));
        if is_betting_over || self.drawn.contains(usize::from(seat)) {
            self.enter(Street((self.street.0 + 1).min(self.hand.game.streets() - 1)));
        }
        self.drawn.insert(usize::from(seat));
        let printed = printed.unwrap_or_default();
        let count = printed.len() / 2;
        let gone = printed.replace("??", "");
        let gone = cards(&gone).ok_or_else(|| ParseErrorKind::Cards(text.to_owned()))?;
        let hole = &mut self.hand.seats[usize::from(seat)].hole_cards;
        let mut kept = CardList::EMPTY;
        kept.extend(hole.as_slice().iter().filter(|card| !gone.as_slice().contains(card)).copied());
        *hole = kept;
        let kind = if count == 0 { ActionKind::StandPat } else { ActionKind::Discard };
        self.push(seat, kind, count as i64, false, gone);
        Ok(())
    }

    /// Shows the cards that follow, of which a dash stands for all that were dealt; without any, mucks. A player whose
    /// cards are `????` does neither.
    fn show(&mut self, seat: u8, text: &str, printed: Option<&str>) -> Result<(), ParseErrorKind> {
        let Some(printed) = printed else {
            self.push(seat, ActionKind::Muck, 0, false, CardList::EMPTY);
            return Ok(());
        };
        let hole = &mut self.hand.seats[usize::from(seat)];
        let shown = match printed {
            "-" => hole.hole_cards,
            _ => cards(&printed.replace("??", ""))
                .ok_or_else(|| ParseErrorKind::Cards(text.to_owned()))?,
        };
        if shown.is_empty() {
            return Ok(());
        }
        if shown.len() >= hole.hole_cards.len() {
            hole.hole_cards = shown;
            hole.cards_source = hole.cards_source.max(Some(CardsSource::Shown));
        }
        self.push(seat, ActionKind::Show, 0, false, shown);
        Ok(())
    }
}
