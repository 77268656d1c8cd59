//! Fills a hand from its object.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;

use super::object::{Object, as_json};
use super::play::{BIG_BLIND, IN_BIG_BLIND, ON_BUTTON, Play, SMALL_BLIND, STACK};
use super::{RULES, SITE};
use crate::phh::fill::digest;
use crate::syntax::json::{self, Number, text_of};

/// The places of the seats in the hand.
const CLIENT: usize = 0;
const BOT: usize = 1;

/// The cards of the flop, the turn and the river.
const DEALT: [usize; 3] = [3, 1, 1];

/// Reads one hand.
pub(super) fn read(
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency, hand.scale) = (Kind::Play, Currency::PLAY, 0);
    (hand.game, hand.betting, hand.max_seats) = (Game::Holdem, Betting::NoLimit, Some(2));
    hand.stakes.small_blind = Some(SMALL_BLIND);
    hand.stakes.big_blind = Some(BIG_BLIND);
    hand.printed.rake = Some(0);
    let span = as_json(span, scratch);
    let (object, text) = json::first_value::<Object<'_>>(span, 0)?;
    let text: String = text.split_ascii_whitespace().collect();
    hand.hand_id = hand.push_text(&format!("{:016x}", digest(&text)));
    Filler { span, hand }.fill(&object)
}

struct Filler<'s, 'h> {
    span: Span<'s>,
    hand: &'h mut Hand,
}

impl Filler<'_, '_> {
    fn fill(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let action = &*object.action;
        let unplayable = || ParseErrorKind::UnknownLine(format!("action {action}"));
        let play = Play::new(action).ok_or_else(|| self.error(unplayable(), action))?;
        let printed = text_of(object.position).unwrap_or_default();
        let position = match printed {
            "0" => IN_BIG_BLIND,
            "1" => ON_BUTTON,
            _ => {
                let kind = ParseErrorKind::Header(format!("client_pos {printed}"));
                return Err(self.error(kind, printed));
            }
        };
        // Either way: from the seat to the position, and back.
        let place = |seat: usize| if position == 0 { seat } else { 1 - seat };
        self.seats(object, place(ON_BUTTON))?;
        self.board(&object.board, play.street)?;
        for (street, position, kind, added) in &play.acts {
            self.push(*street, place(*position), *kind, *added, CardList::EMPTY);
        }
        if !play.has_fold {
            for seat in [CLIENT, BOT] {
                let cards = self.hand.seats[seat].hole_cards;
                if !cards.is_empty() {
                    self.push(Street::SHOWDOWN, seat, ActionKind::Show, 0, cards);
                }
            }
        }
        let missing = || self.error(ParseErrorKind::Amount("winnings".to_owned()), "");
        let won = self.amount(object.winnings)?.ok_or_else(missing)?;
        if won != 0 {
            self.hand.printed.total_pot = self.amount(object.won_pot)?.map(i64::abs);
        }
        for (seat, result) in [(CLIENT, won), (BOT, -won)] {
            let amount = result + play.put_in[place(seat)];
            if amount < 0 {
                let printed = text_of(object.winnings).unwrap_or_default();
                return Err(self.error(ParseErrorKind::Amount(printed.to_owned()), printed));
            }
            if amount > 0 {
                let (seat, pot) = (seat as u8, PotName::Pot);
                self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
            }
        }
        Ok(())
    }

    fn seats(&mut self, object: &Object<'_>, button: usize) -> Result<(), ParseError> {
        let held = [Some(&object.hole_cards), object.bot_hole_cards.as_ref()];
        for (index, (name, held)) in ["Client", "Slumbot"].into_iter().zip(held).enumerate() {
            let seat = Seat { seat: index as u8 + 1, starting_stack: STACK, ..Seat::default() };
            push_seat(self.hand, seat, name);
            let Some(held) = held else { continue };
            let cards = self.cards(held)?;
            if cards.len() != 2 {
                return Err(self.error(ParseErrorKind::UnknownGame(held.join(" ")), ""));
            }
            let source = if index == CLIENT { CardsSource::Dealt } else { CardsSource::Shown };
            self.hand.record_hole_cards(index as u8, cards, source);
        }
        self.hand.hero = Some(CLIENT as u8);
        self.hand.button_seat = Some(button as u8 + 1);
        Ok(())
    }

    /// Deals the board, which must be that of the last street.
    fn board(&mut self, board: &[Cow<'_, str>], last: Street) -> Result<(), ParseError> {
        let dealt = self.cards(board)?;
        let mut rest = dealt.as_slice();
        for (street, count) in (1..=last.0).map(Street).zip(DEALT) {
            let Some((now, later)) = rest.split_at_checked(count) else { break };
            let cards = now.iter().copied().collect();
            self.hand.boards.push(BoardCards { run_no: 0, street, cards });
            (self.hand.last_street, rest) = (street, later);
        }
        if self.hand.last_street == last && rest.is_empty() {
            return Ok(());
        }
        let first = board.first().map_or("", |card| card);
        Err(self.error(ParseErrorKind::Cards(board.join(" ")), first))
    }

    fn cards(&self, listed: &[Cow<'_, str>]) -> Result<CardList, ParseError> {
        let first = listed.first().map_or("", |card| card);
        let listed = listed.join(" ");
        let dealt = if listed.is_empty() { Some(CardList::EMPTY) } else { cards(&listed) };
        dealt.ok_or_else(|| self.error(ParseErrorKind::Cards(listed), first))
    }

    /// A number of chips, perhaps below zero.
    fn amount(&self, number: Number<'_>) -> Result<Option<i64>, ParseError> {
        /// Both stacks.
        const MOST: i64 = 2 * STACK;
        let Some(printed) = text_of(number) else { return Ok(None) };
        let amount = printed.parse().ok().filter(|amount: &i64| (-MOST..=MOST).contains(amount));
        let fault = || self.error(ParseErrorKind::Amount(printed.to_owned()), printed);
        amount.map(Some).ok_or_else(fault)
    }

    fn push(&mut self, street: Street, seat: usize, kind: ActionKind, added: i64, cards: CardList) {
        let action = Action::new(street, seat as u8, kind, Amount::Added(added));
        self.hand.actions.push(Action { cards, ..action });
    }

    /// An error located at a part of the text.
    fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}
