//! Fills a hand from its JSON object: game, stakes, seats, and what each seat is paid.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, CardsSource, Collected, Hand, Kind, PotName, Seat, SeatTotal,
};
use handlab_core::money::Currency;
use handlab_core::time;

use super::object::{Object, Player};
use super::{RULES, SITE};
use crate::inferred::all_in::Level;
use crate::inferred::{fixed_bets, scales};
use crate::names::assigned_names;
use crate::ohh::split_zone;
use crate::syntax::json::{self, Number, text_of};

/// Reads one hand, again with finer amounts if some are finer than chips.
pub(super) fn read(
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    let span = json::with_opening(span, "{", scratch);
    let (object, _) = json::first_value::<Object<'_>>(span, 0)?;
    scales::read(hand, |least_scale, hand| {
        let mut filler = Filler { span, hand, level: Level::default(), stacks: Vec::new() };
        filler.head(&object, least_scale)?;
        for player in &object.players {
            filler.seat(player)?;
        }
        // Nobody entered a name.
        assigned_names::mark(filler.hand, |name, seat| {
            ["SEAT ", ""].iter().any(|word| assigned_names::is_seat(name, word, seat))
        });
        if object.events.is_empty() && filler.stacks.iter().all(|stack| stack.left == stack.end) {
            // A deal that was stopped before anyone had to act: the posts were returned.
            filler.hand.is_cancelled = true;
            return Ok(());
        }
        filler.posts(&object)?;
        filler.events(&object)?;
        filler.results();
        Ok(())
    })
}

/// The chips of a seat.
pub(super) struct Stack {
    pub(super) left: i64,
    end: i64,
}

pub(super) struct Filler<'s, 'h> {
    pub(super) span: Span<'s>,
    pub(super) hand: &'h mut Hand,
    pub(super) level: Level,
    /// One for each seat of the hand.
    pub(super) stacks: Vec<Stack>,
}

impl Filler<'_, '_> {
    fn head(&mut self, object: &Object<'_>, least_scale: u8) -> Result<(), ParseError> {
        let (game, is_hi_lo) = self.game(&object.game_variant)?;
        let betting = match &*object.bet_structure {
            "NOLIMIT" => Betting::NoLimit,
            "POTLIMIT" => Betting::PotLimit,
            "FIXEDLIMIT" => Betting::FixedLimit,
            word => return Err(self.error(ParseErrorKind::UnknownGame(word.to_owned()), word)),
        };
        let (clock, zone) = split_zone(&object.start);
        let Some(started_at) = time::utc_micros(clock, &zone) else {
            let kind = ParseErrorKind::Header(object.start.to_string());
            return Err(self.error(kind, &object.start));
        };
        let id = format!("{}-{}", object.start, text_of(object.number).unwrap_or_default());
        let hand = &mut *self.hand;
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
        hand.scale = chips::scale_of(hand.currency).max(least_scale);
        (hand.game, hand.is_hi_lo, hand.betting) = (game, is_hi_lo, betting);
        hand.hand_id = hand.push_text(&id);
        hand.started_at = Some(started_at);
        (hand.started_raw, hand.zone) = (hand.push_text(clock), hand.push_text(&zone));
        hand.button_seat = number(object.blinds.button);
        let blinds = &object.blinds;
        let amounts = [blinds.small, blinds.big, object.ante].map(|amount| self.amount(amount));
        let [small, big, ante] = amounts;
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        let (small, big, ante) = (positive(small?), positive(big?), positive(ante?));
        let stakes = &mut self.hand.stakes;
        (stakes.small_blind, stakes.big_blind, stakes.ante) = (small, big, ante);
        fixed_bets::infer(self.hand);
        Ok(())
    }

    /// `OMAHA5_HILO`: the name gives the number of cards.
    fn game(&self, variant: &str) -> Result<(Game, bool), ParseError> {
        let high = variant.strip_suffix("_HILO");
        let game = match high.unwrap_or(variant) {
            "HOLDEM" if high.is_none() => Game::Holdem,
            "OMAHA" => Game::Omaha,
            "OMAHA5" => Game::Omaha5,
            "OMAHA6" => Game::Omaha6,
            _ => {
                return Err(self.error(ParseErrorKind::UnknownGame(variant.to_owned()), variant));
            }
        };
        Ok((game, high.is_some()))
    }

    fn seat(&mut self, player: &Player<'_>) -> Result<(), ParseError> {
        let (start, end) = (self.amount(player.start)?, self.amount(player.end)?);
        if start == 0 && end == 0 {
            return Ok(());
        }
        let hole_cards = self.hole_cards(player)?;
        let seat = Seat {
            seat: number(player.number).unwrap_or(0),
            starting_stack: start,
            is_sitting_out: player.is_sitting_out.unwrap_or(false),
            hole_cards,
            cards_source: (!hole_cards.is_empty()).then_some(CardsSource::Shown),
            ..Seat::default()
        };
        let names = [player.name.as_deref(), player.long_name.as_deref()];
        let name = names.into_iter().flatten().find(|name| !name.trim().is_empty());
        let id = text_of(player.number).unwrap_or_default();
        json::push_player(self.hand, seat, name, id)
            .map_err(|name| self.error(ParseErrorKind::Seats(name.to_owned()), name))?;
        self.stacks.push(Stack { left: start, end });
        Ok(())
    }

    fn hole_cards(&self, player: &Player<'_>) -> Result<CardList, ParseError> {
        let mut list = CardList::EMPTY;
        for text in player.hole_cards.iter().flatten() {
            let fault = || self.error(ParseErrorKind::Cards(text.to_string()), text);
            for card in cards(text).ok_or_else(fault)?.as_slice() {
                if !list.push(*card) {
                    return Err(fault());
                }
            }
        }
        Ok(list)
    }

    /// Adds an action, and takes its chips.
    pub(super) fn push(&mut self, action: Action) {
        let added = action.amount.printed();
        self.level.take(&action);
        if let Some(stack) = self.stacks.get_mut(usize::from(action.seat)) {
            stack.left = stack.left.saturating_sub(added);
        }
        self.hand.actions.push(action);
    }

    /// Pays each seat the difference between its ending stack and what its actions left, and shows the cards of those
    /// still in.
    fn results(&mut self) {
        let hand = &mut *self.hand;
        let has_folded = |hand: &Hand, seat: u8| {
            let folds = |action: &Action| action.kind == ActionKind::Fold && action.seat == seat;
            hand.seats[usize::from(seat)].is_sitting_out || hand.actions.iter().any(folds)
        };
        let seats = 0..self.stacks.len() as u8;
        let left: Vec<u8> = seats.filter(|seat| !has_folded(hand, *seat)).collect();
        for seat in left.iter().copied().filter(|_| left.len() > 1) {
            let cards = hand.seats[usize::from(seat)].hole_cards;
            if !cards.is_empty() {
                let (street, amount) = (Street::SHOWDOWN, Amount::Added(0));
                let show = Action::new(street, seat, ActionKind::Show, amount);
                hand.actions.push(Action { cards, ..show });
            }
        }
        for (seat, stack) in (0_u8..).zip(&self.stacks) {
            let amount = stack.end.saturating_sub(stack.left);
            if amount > 0 {
                hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
            }
            let ending_stack = Some(stack.end);
            hand.printed.seat_totals.push(SeatTotal { seat, ending_stack, ..SeatTotal::default() });
        }
    }

    /// An amount in minor units of the hand; 0 if there is none.
    pub(super) fn amount(&self, number: Number<'_>) -> Result<i64, ParseError> {
        Ok(json::read_amount(self.span, number, self.hand.scale)?.unwrap_or(0))
    }

    /// An error located at a part of the text.
    pub(super) fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}

/// A seat number or a count; `None` if it is 0.
pub(super) fn number(printed: Number<'_>) -> Option<u8> {
    text_of(printed)?.parse().ok().filter(|number| *number > 0)
}
