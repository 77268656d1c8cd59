//! The events of a hand: posts, decisions, cards, boards and uncalled bets.

use handlab_cards::card::CardList;
use handlab_cards::game::Street;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, CardsSource};

use super::fill::Filler;
use super::object::Event;
use crate::syntax::json::text_of;

impl Filler<'_, '_> {
    pub(super) fn events(&mut self, events: &[Event<'_>]) -> Result<(), ParseError> {
        let mut events_of = Events { filler: self, street: Street::FIRST };
        events.iter().try_for_each(|event| events_of.event(event))
    }
}

struct Events<'f, 's, 'h> {
    filler: &'f mut Filler<'s, 'h>,
    street: Street,
}

impl Events<'_, '_, '_> {
    fn event(&mut self, event: &Event<'_>) -> Result<(), ParseError> {
        match &*event.kind {
            "PlayerAction" => self.act(event),
            "PlayerCardsDealt" => {
                let (seat, cards) = self.cards_of(event)?;
                if !cards.is_empty() && !event.is_exposed {
                    self.filler.hand.hero.get_or_insert(seat);
                    self.filler.hand.record_hole_cards(seat, cards, CardsSource::Dealt);
                }
                Ok(())
            }
            "PlayerCardsExposed" => {
                let (seat, cards) = self.cards_of(event)?;
                self.filler.hand.record_hole_cards(seat, cards, CardsSource::Shown);
                self.push(seat, Street::SHOWDOWN, ActionKind::Show, Amount::Added(0), cards);
                Ok(())
            }
            "TableCardsDealt" => self.board(event),
            "PotUpdate" => self.pots(event),
            // The remaining events, stacks, winners and their cards, are repeated in `results`.
            _ => Ok(()),
        }
    }

    fn act(&mut self, event: &Event<'_>) -> Result<(), ParseError> {
        let amount = event.amount.as_ref().and_then(|sum| sum.amount);
        let added = |events: &Self| events.filler.amount(amount).map(Amount::Added);
        let (kind, amount) = match &*event.action {
            "SMALL_BLIND" => (ActionKind::PostSmallBlind, added(self)?),
            "BIG_BLIND" | "ENTRY_BET" => (ActionKind::PostBigBlind, added(self)?),
            "DEAD_SMALL_BLIND" => (ActionKind::PostDead, added(self)?),
            "BIG_BLIND_PLUS_DEAD_SMALL_BLIND" => return self.post_both(event),
            "ANTE" => (ActionKind::PostAnte, added(self)?),
            "FOLD" => (ActionKind::Fold, Amount::Added(0)),
            "CHECK" => (ActionKind::Check, Amount::Added(0)),
            "CALL" => (ActionKind::Call, added(self)?),
            "BET" => (ActionKind::Bet, added(self)?),
            "RAISE" => (ActionKind::Raise, Amount::To(self.filler.amount(amount)?)),
            "MUCK_CARDS" => (ActionKind::Muck, Amount::Added(0)),
            "WAIT_FOR_BIG_BLIND" | "DECLINE_ENTRY_BET" => {
                let seat = self.filler.seat(event.player)?;
                self.filler.hand.seats[usize::from(seat)].is_sitting_out = true;
                return Ok(());
            }
            "TIME_BANK" => return Ok(()),
            _ if self.filler.amount(amount)? == 0 => {
                let unread = &mut self.filler.hand.unread_lines;
                *unread = unread.saturating_add(1);
                return Ok(());
            }
            word => {
                let kind = ParseErrorKind::UnknownLine(word.to_owned());
                return Err(self.filler.error(kind, word));
            }
        };
        let seat = self.filler.seat(event.player)?;
        let street = if kind == ActionKind::Muck { Street::SHOWDOWN } else { self.street };
        self.push(seat, street, kind, amount, CardList::EMPTY);
        Ok(())
    }

    /// Posts a full big blind, and the rest of the amount as dead.
    fn post_both(&mut self, event: &Event<'_>) -> Result<(), ParseError> {
        let seat = self.filler.seat(event.player)?;
        let posted = self.filler.amount(event.amount.as_ref().and_then(|sum| sum.amount))?;
        let live = self.filler.hand.stakes.big_blind.unwrap_or(posted).min(posted);
        if posted > live {
            let dead = Amount::Added(posted - live);
            self.push(seat, self.street, ActionKind::PostDead, dead, CardList::EMPTY);
        }
        let live = Amount::Added(live);
        self.push(seat, self.street, ActionKind::PostBigBlind, live, CardList::EMPTY);
        Ok(())
    }

    fn cards_of(&self, event: &Event<'_>) -> Result<(u8, CardList), ParseError> {
        Ok((self.filler.seat(event.player)?, self.filler.cards(&event.cards)?))
    }

    fn board(&mut self, event: &Event<'_>) -> Result<(), ParseError> {
        let cards = self.filler.cards(&event.cards)?;
        let dealt: usize = self.filler.hand.boards.iter().map(|board| board.cards.len()).sum();
        let street = match (dealt, cards.len()) {
            (0, 3) => Street(1),
            (3, 1) => Street(2),
            (4, 1) => Street(3),
            _ => {
                let kind = ParseErrorKind::Cards(format!("{} after {dealt}", cards.len()));
                return Err(self.filler.error(kind, &event.kind));
            }
        };
        if !matches!(text_of(event.run), None | Some("0")) {
            let kind = ParseErrorKind::UnknownLine("a board of another stack".to_owned());
            return Err(self.filler.error(kind, &event.kind));
        }
        self.street = street;
        self.filler.hand.last_street = street;
        self.filler.hand.boards.push(BoardCards { run_no: 0, street, cards });
        Ok(())
    }

    /// Reads the pots at the end of a street, and returned bets.
    fn pots(&mut self, event: &Event<'_>) -> Result<(), ParseError> {
        for back in event.transfers.iter().filter(|transfer| transfer.is_return) {
            let (seat, amount) = (self.filler.seat(back.player)?, self.filler.amount(back.amount)?);
            self.filler.hand.uncalled.push((seat, amount));
        }
        let sizes = event.pots.iter().map(|pot| self.filler.amount(pot.size));
        self.filler.hand.printed.pots = sizes.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn push(
        &mut self,
        seat: u8,
        street: Street,
        kind: ActionKind,
        amount: Amount,
        cards: CardList,
    ) {
        let action = Action::new(street, seat, kind, amount);
        self.filler.hand.actions.push(Action { cards, ..action });
    }
}
