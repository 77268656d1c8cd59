//! The events of a hand: posts, decisions, boards, cards and payments.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, CardsSource, Collected, PotName};

use super::fill::Filler;
use super::object::{Object, Payload};
use crate::syntax::json::{Number, text_of};

/// The highest number of a run.
const MOST_RUNS: u8 = 3;

impl Filler<'_, '_> {
    pub(super) fn events(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let (street, committed, highest) = (Street::FIRST, [0; MAX_SEATS], 0);
        let held = object.players.iter().map(|player| player.hand.clone().unwrap_or_default());
        let held = held.collect();
        let blinds = Blinds::of(object);
        let mut events = Events { filler: self, street, committed, highest, held, blinds };
        let runs = Runs::of(object);
        object.events.iter().try_for_each(|event| events.event(&event.payload, &runs))
    }
}

struct Events<'f, 's, 'h, 'o> {
    filler: &'f mut Filler<'s, 'h>,
    street: Street,
    /// What each seat has in on the street.
    committed: [i64; MAX_SEATS],
    highest: i64,
    /// The cards of each seat that are known so far, each at its place.
    held: Vec<Vec<Option<Cow<'o, str>>>>,
    blinds: Blinds<'o>,
}

impl<'o> Events<'_, '_, '_, 'o> {
    fn event(&mut self, event: &Payload<'o>, runs: &Runs) -> Result<(), ParseError> {
        let value = self.filler.amount(event.value)?;
        let kind = text_of(event.kind).unwrap_or_default();
        match kind {
            "0" => self.act(event, ActionKind::Check, 0),
            "2" => self.act(event, ActionKind::PostBigBlind, value),
            "3" | "4" | "5" => match self.blinds.kind_of(event) {
                Some(kind) => self.act(event, kind, value),
                None => Ok(()),
            },
            "6" => {
                let stakes = &mut self.filler.hand.stakes;
                stakes.straddle = stakes.straddle.max(Some(value));
                let added = value - self.committed(event)?;
                self.act(event, ActionKind::Straddle, added)
            }
            "1" | "7" | "8" => self.bet(event, value),
            "9" => self.board(event, runs),
            "10" => self.payment(event, value, runs),
            "11" => self.act(event, ActionKind::Fold, 0),
            "12" => self.show(event),
            "16" => {
                let seat = self.seat(event)?;
                self.filler.hand.uncalled.push((seat, value));
                Ok(())
            }
            "14" | "15" => Ok(()),
            "19" => {
                self.filler.hand.printed.rake = Some(value);
                Ok(())
            }
            _ if value == 0 => {
                let unread = &mut self.filler.hand.unread_lines;
                *unread = unread.saturating_add(1);
                Ok(())
            }
            other => {
                let what = format!("event of type {other}");
                Err(self.filler.error(ParseErrorKind::UnknownLine(what), other))
            }
        }
    }

    /// A call, a bet or a raise to a total.
    fn bet(&mut self, event: &Payload<'_>, total: i64) -> Result<(), ParseError> {
        let added = total - self.committed(event)?;
        if self.filler.hand.is_bomb_pot && self.street == Street::FIRST {
            let ante = &mut self.filler.hand.stakes.ante;
            *ante = (*ante).max(Some(total));
            let seat = self.seat(event)?;
            self.push(seat, self.street, ActionKind::PostAnte, added, CardList::EMPTY);
            return Ok(());
        }
        let kind = match self.highest {
            0 => ActionKind::Bet,
            highest if total > highest && !self.is_short_blind(total) => ActionKind::Raise,
            _ => ActionKind::Call,
        };
        self.act(event, kind, added)
    }

    /// Whether a total above a short big blind is the full blind.
    fn is_short_blind(&self, total: i64) -> bool {
        self.street == Street::FIRST
            && self.filler.hand.stakes.big_blind.is_some_and(|blind| total <= blind)
    }

    /// Adds an action that counts towards the call.
    fn act(&mut self, event: &Payload<'_>, kind: ActionKind, added: i64) -> Result<(), ParseError> {
        let seat = self.seat(event)?;
        if kind != ActionKind::PostDead
            && let Some(committed) = self.committed.get_mut(usize::from(seat))
        {
            *committed = committed.saturating_add(added);
            self.highest = self.highest.max(*committed);
        }
        self.push(seat, self.street, kind, added, CardList::EMPTY);
        if event.is_all_in.unwrap_or(false)
            && let Some(action) = self.filler.hand.actions.last_mut()
        {
            action.is_all_in = true;
        }
        Ok(())
    }

    fn push(&mut self, seat: u8, street: Street, kind: ActionKind, added: i64, cards: CardList) {
        let action = Action::new(street, seat, kind, Amount::Added(added));
        self.filler.hand.actions.push(Action { cards, ..action });
    }

    fn board(&mut self, event: &Payload<'_>, runs: &Runs) -> Result<(), ParseError> {
        let turn = small(event.turn).filter(|turn| (1..=3).contains(turn));
        let fault = || ParseErrorKind::UnknownLine("a board without its street".to_owned());
        let turn = turn.ok_or_else(|| self.filler.error(fault(), ""))?;
        let (street, run) = (Street(turn), small(event.run).unwrap_or(1));
        if street != self.street {
            (self.committed, self.highest) = ([0; MAX_SEATS], 0);
        }
        self.street = street;
        let hand = &mut *self.filler.hand;
        hand.last_street = hand.last_street.max(street);
        let cards = self.filler.cards(event.cards.as_deref())?;
        let is_shared = self
            .filler
            .hand
            .boards
            .iter()
            .any(|board| board.street == street && board.cards.as_slice() == cards.as_slice());
        if cards.is_empty() || is_shared {
            return Ok(());
        }
        if run > MOST_RUNS {
            let kind = ParseErrorKind::Cards(format!("run {run}"));
            return Err(self.filler.error(kind, ""));
        }
        let run_no = if runs.are_many[usize::from(turn)] { run } else { 0 };
        let hand = &mut *self.filler.hand;
        hand.n_runouts = hand.n_runouts.max(run_no);
        hand.boards.push(BoardCards { run_no, street, cards });
        Ok(())
    }

    /// Adds the cards of an event to those that the seat is known to hold: cards may be shown one by one.
    fn show(&mut self, event: &Payload<'o>) -> Result<(), ParseError> {
        let shown = self.filler.cards(event.cards.as_deref())?;
        let seat = self.seat(event)?;
        if let Some(held) = self.held.get_mut(usize::from(seat)) {
            let cards = event.cards.iter().flatten().take(CardList::MOST).enumerate();
            for (place, card) in cards.filter(|(_, card)| card.is_some()) {
                if held.contains(card) {
                    continue;
                }
                held.resize(held.len().max(place + 1), None);
                match &mut held[place] {
                    Some(_) => held.push(card.clone()),
                    hidden => hidden.clone_from(card),
                }
            }
            let held = self.filler.cards(Some(held))?;
            self.filler.hand.record_hole_cards(seat, held, CardsSource::Shown);
        }
        self.push(seat, Street::SHOWDOWN, ActionKind::Show, 0, shown);
        Ok(())
    }

    fn payment(&mut self, event: &Payload<'_>, amount: i64, runs: &Runs) -> Result<(), ParseError> {
        let seat = self.seat(event)?;
        let run_no = small(event.run_number).filter(|_| runs.are_many.contains(&true));
        let (run_no, pot) = (run_no.unwrap_or(0), PotName::Pot);
        self.filler.hand.collected.push(Collected { seat, amount, pot, run_no });
        Ok(())
    }

    fn committed(&self, event: &Payload<'_>) -> Result<i64, ParseError> {
        let seat = self.seat(event)?;
        Ok(self.committed.get(usize::from(seat)).copied().unwrap_or(0))
    }

    fn seat(&self, event: &Payload<'_>) -> Result<u8, ParseError> {
        let chair = text_of(event.seat).unwrap_or_default();
        let seat = chair.parse().ok().and_then(|chair| self.filler.hand.seat_index(chair));
        seat.ok_or_else(|| {
            let who = format!("seat {chair}");
            self.filler.error(ParseErrorKind::UnknownPlayer(who), chair)
        })
    }
}

/// The posts of the small blind and of missed blinds.
struct Blinds<'o> {
    /// Types of events, each with the number of a chair.
    posts: Vec<(&'o str, &'o str)>,
}

impl<'o> Blinds<'o> {
    fn of(object: &Object<'o>) -> Blinds<'o> {
        let payloads = object.events.iter().map(|event| &event.payload);
        let posts = payloads.filter_map(|event| Some((text_of(event.kind)?, text_of(event.seat)?)));
        let posts = posts.filter(|(kind, _)| matches!(*kind, "3" | "4" | "5"));
        // There cannot be more at the table; each post is looked up among them.
        Blinds { posts: posts.take(3 * MAX_SEATS).collect() }
    }

    /// What a post is; `None` if it is part of another one.
    ///
    /// A seat in the small blind that missed both blinds pays one of the two small ones that are listed, and that one is
    /// dead. If it missed only the big blind, its amount includes the small one.
    fn kind_of(&self, post: &Payload<'o>) -> Option<ActionKind> {
        let chair = text_of(post.seat).unwrap_or_default();
        let has = |kind| self.posts.contains(&(kind, chair));
        match text_of(post.kind)? {
            "3" if has("4") => has("5").then_some(ActionKind::PostDead),
            "3" => Some(ActionKind::PostSmallBlind),
            "5" if has("3") => None,
            "5" => Some(ActionKind::PostDead),
            _ => Some(ActionKind::PostBigBlind),
        }
    }
}

/// The streets that are dealt more than once, with different cards.
struct Runs {
    are_many: [bool; 4],
}

impl Runs {
    fn of(object: &Object<'_>) -> Runs {
        let mut are_many = [false; 4];
        let boards = || object.events.iter().map(|event| &event.payload);
        for (turn, are_many) in are_many.iter_mut().enumerate() {
            let of_turn = |event: &&Payload<'_>| {
                text_of(event.kind) == Some("9") && small(event.turn) == Some(turn as u8)
            };
            let mut dealt = boards().filter(of_turn).filter_map(|event| event.cards.as_ref());
            let first = dealt.next();
            *are_many = dealt.any(|cards| Some(cards) != first);
        }
        Runs { are_many }
    }
}

fn small(number: Number<'_>) -> Option<u8> {
    text_of(number)?.parse().ok()
}
