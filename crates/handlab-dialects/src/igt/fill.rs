//! Fills a hand from its JSON object.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, GameFamily, Street};
use handlab_core::chips;
use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    ActionKind, CardsSource, Collected, Hand, Kind, PotName, Seat, SeatTotal, Tournament,
};
use handlab_core::money::Currency;

use super::object::{Act, Card, Object, Outcome, Player};
use crate::boss::play::{Play, decision, game_of, is_nobody, push_card};
use crate::boss::{RULES, SITE};
use crate::inferred::{fixed_bets, scales};
use crate::syntax::json::{self, Number, text_of};

/// The year 2000 in milliseconds.
const FIRST: i64 = 946_684_800_000;

/// Reads one hand, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let (object, _) = json::first_value::<Object<'_>>(span, 0)?;
    scales::read(hand, |least_scale, hand| {
        header(span, &object, least_scale, hand)?;
        let (play, left, adjusted) = (Play::new(hand), Vec::new(), Vec::new());
        Filler { span, play, left, adjusted }.fill(&object)
    })
}

fn header(
    span: Span<'_>,
    object: &Object<'_>,
    least_scale: u8,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    let unknown =
        |word: &str| json::error_at(span, ParseErrorKind::UnknownGame(word.to_owned()), word);
    hand.site = SITE;
    hand.network = Some(SITE);
    hand.rules = &RULES;
    if object.hand_id.is_empty() {
        return Err(ParseError::new(ParseErrorKind::Header("handId".to_owned()), span.at));
    }
    hand.hand_id = hand.push_text(&object.hand_id);
    hand.table_name = hand.push_text(&object.table);
    (hand.game, hand.is_hi_lo) = game_of(&object.game).ok_or_else(|| unknown(&object.game))?;
    hand.betting = match &*object.limit {
        "No Limit" => Betting::NoLimit,
        "Pot Limit" => Betting::PotLimit,
        "Fixed Limit" => Betting::FixedLimit,
        word => return Err(unknown(word)),
    };
    (hand.kind, hand.currency) = match &*object.kind {
        "GAMEKIND_CASH" => (Kind::Cash, Currency::from_code(&object.currency)),
        "GAMEKIND_TOURNAMENT" | "GAMEKIND_SITGO" => (Kind::Tournament, Currency::CHIPS),
        word => return Err(unknown(word)),
    };
    if hand.kind == Kind::Tournament {
        let tournament_id = hand.push_text(&object.tournament_id);
        hand.tournament = Some(Tournament { tournament_id, ..Tournament::default() });
    }
    hand.scale = chips::scale_of(hand.currency).max(least_scale);
    if object.jackpot.is_some() {
        return Err(ParseError::new(ParseErrorKind::UnknownLine("bbj".to_owned()), span.at));
    }
    stakes(span, object, hand)?;
    let printed = text_of(object.date).unwrap_or_default();
    let millis = printed.parse().ok().filter(|millis| *millis > FIRST);
    hand.started_at = millis.and_then(|millis: i64| millis.checked_mul(1000));
    hand.started_raw = hand.push_text(printed);
    Ok(())
}

fn stakes(span: Span<'_>, object: &Object<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let (small, big) = match object.stake.split_once('/') {
        Some((small, big)) => (small.trim(), big.trim()),
        None => (text_of(object.small).unwrap_or("0"), text_of(object.large).unwrap_or("0")),
    };
    let read =
        |text| amount_of(span, text, hand.scale).map(|amount| Some(amount).filter(|a| *a > 0));
    let (small, big) = (read(small)?, read(big)?);
    let ante = read(text_of(object.ante).unwrap_or("0"))?;
    let stakes = &mut hand.stakes;
    (stakes.small_blind, stakes.big_blind, stakes.ante) = (small, big, ante);
    fixed_bets::infer(hand);
    Ok(())
}

fn amount_of(span: Span<'_>, text: &str, scale: u8) -> Result<i64, ParseError> {
    chips::read(text.as_bytes(), scale)
        .ok_or_else(|| json::error_at(span, ParseErrorKind::Amount(text.to_owned()), text))
}

struct Filler<'s, 'h> {
    span: Span<'s>,
    play: Play<'h>,
    /// Each seat's stack at this point of the text.
    left: Vec<i64>,
    /// Where an uncalled bet is returned: the number of actions before it, the seat, and what remains in.
    adjusted: Vec<(usize, u8, i64)>,
}

impl Filler<'_, '_> {
    fn fill(mut self, object: &Object<'_>) -> Result<(), ParseError> {
        for player in &object.players {
            self.player(player, object.anonymous)?;
        }
        for act in &object.actions {
            self.act(act)?;
        }
        let showdown = &object.showdown;
        let pot = self.amount(showdown.pot)?;
        let rake = self.amount(showdown.rake)?.unwrap_or(0);
        let printed = &mut self.play.hand.printed;
        (printed.total_pot, printed.rake) = (pot, Some(rake));
        self.play.street = Street::SHOWDOWN;
        for outcome in &showdown.results {
            self.result(outcome)?;
        }
        self.play.finish();
        self.return_uncalled()
    }

    fn player(&mut self, player: &Player<'_>, is_anonymous: bool) -> Result<(), ParseError> {
        if is_nobody(&player.name, &player.state) {
            return Ok(());
        }
        let fault = || self.error(ParseErrorKind::Seats, &player.name);
        let number = text_of(player.seat).and_then(|number| number.parse().ok());
        let starting_stack = self.amount(player.amount)?.unwrap_or(0);
        let seat = Seat {
            seat: number.ok_or_else(fault)?,
            starting_stack,
            is_anonymous,
            ..Seat::default()
        };
        if !self.play.sit(seat, &player.name, &player.state, &player.dealer) {
            return Err(self.error(ParseErrorKind::Seats, &player.name));
        }
        self.left.push(starting_stack);
        Ok(())
    }

    fn act(&mut self, act: &Act<'_>) -> Result<(), ParseError> {
        if let Some((kind, is_all_in)) = decision(&act.word) {
            let seat = self.seat(&act.player)?;
            let added = self.amount(act.value)?.unwrap_or(0);
            self.play.push(seat, kind, added, is_all_in);
            return self.follow(act, seat, added, 0);
        }
        match &*act.word {
            "HAND_DEAL" => {
                let seat = self.seat(&act.player)?;
                let cards = self.cards(&act.cards)?;
                self.play.deal(seat);
                self.play.know(seat, cards, CardsSource::Dealt);
            }
            "HAND_BLINDS" => {
                let seat = self.seat(&act.player)?;
                let added = self.amount(act.value)?.unwrap_or(0);
                let dead = self.play.blind(seat, &act.kind, added);
                let dead =
                    dead.ok_or_else(|| self.error(ParseErrorKind::UnknownLine, &act.kind))?;
                self.follow(act, seat, added, dead)?;
            }
            "HAND_ANTE" => {
                let seat = self.seat(&act.player)?;
                let added = self.amount(act.value)?.unwrap_or(0);
                self.play.ante(seat, added);
                self.follow(act, seat, added, added)?;
            }
            "HAND_BOARD" => self.board(act)?,
            "STREET" if self.play.hand.game.family() == GameFamily::Draw => self.board(act)?,
            "CHANGECARD" => {
                let seat = self.seat(&act.player)?;
                let count = text_of(act.count).and_then(|count| count.parse().ok());
                let count = count.ok_or_else(|| self.error(ParseErrorKind::Amount, &act.word))?;
                let cards = self.cards(&act.cards)?;
                self.play.change(seat, count, cards);
            }
            "ACTION_ADJUSTEMENT" => {
                let seat = self.seat(&act.player)?;
                let remains = self.amount(act.value)?;
                let remains =
                    remains.ok_or_else(|| self.error(ParseErrorKind::Amount, &act.word))?;
                self.adjusted.push((self.play.hand.actions.len(), seat, remains));
                self.follow(act, seat, 0, 0)?;
            }
            _ if self.amount(act.value)?.unwrap_or(0) == 0 => {
                self.play.hand.unread_lines = self.play.hand.unread_lines.saturating_add(1);
            }
            _ => return Err(self.error(ParseErrorKind::UnknownLine, &act.word)),
        }
        Ok(())
    }

    /// Tracks a seat's stack after it put in `value`, of which `dead` does not count towards the call.
    fn follow(&mut self, act: &Act<'_>, seat: u8, value: i64, dead: i64) -> Result<(), ParseError> {
        let Some(left) = self.amount(act.left)? else { return Ok(()) };
        let before = std::mem::replace(&mut self.left[usize::from(seat)], left);
        let stack = &mut self.play.hand.seats[usize::from(seat)].starting_stack;
        if dead > 0 && left > 0 && before.saturating_sub(left) == value - dead {
            // It was paid before the stacks were printed.
            *stack = stack.saturating_add(dead);
        } else if *stack == 0 && dead == 0 && value > 0 {
            *stack = left.saturating_add(value);
        }
        Ok(())
    }

    fn board(&mut self, act: &Act<'_>) -> Result<(), ParseError> {
        if !self.play.next_street(text_of(act.value).unwrap_or_default()) {
            return Err(self.error(ParseErrorKind::UnknownLine, &act.word));
        }
        let cards = self.cards(&act.cards)?;
        if cards.is_empty() || self.play.board(cards) {
            return Ok(());
        }
        Err(self.error(ParseErrorKind::Cards, &act.word))
    }

    fn result(&mut self, outcome: &Outcome<'_>) -> Result<(), ParseError> {
        let amount = self.amount(outcome.win)?.unwrap_or(0);
        let seat = self.seat(&outcome.player)?;
        if amount > 0 {
            let paid = Collected { seat, amount, pot: PotName::Pot, run_no: 0 };
            self.play.hand.collected.push(paid);
        }
        let ending_stack = self.amount(outcome.left)?;
        let total = SeatTotal { seat, ending_stack, ..SeatTotal::default() };
        self.play.hand.printed.seat_totals.push(total);
        let cards = self.cards(&outcome.cards)?;
        self.play.know(seat, cards, CardsSource::Shown);
        Ok(())
    }

    /// Returns the part of the seat's bet on the street beyond what remains.
    fn return_uncalled(&mut self) -> Result<(), ParseError> {
        let hand = &mut *self.play.hand;
        for (count, seat, remains) in self.adjusted.iter().copied() {
            let before = &hand.actions[..count];
            let street = before.last().map_or(Street::FIRST, |action| action.street);
            // The amount of a discard is a number of cards.
            let is_live = |kind| {
                use ActionKind::{Discard, PostAnte, PostDead};
                !matches!(kind, PostAnte | PostDead | Discard)
            };
            let live = before.iter().filter(|action| {
                action.seat == seat && action.street == street && is_live(action.kind)
            });
            let live = live.fold(0_i64, |sum, action| sum.saturating_add(action.amount.printed()));
            let returned = live.saturating_sub(remains);
            if returned < 0 {
                let kind = ParseErrorKind::Amount("ACTION_ADJUSTEMENT".to_owned());
                return Err(ParseError::new(kind, self.span.at));
            }
            if returned > 0 {
                hand.uncalled.push((seat, returned));
            }
        }
        Ok(())
    }

    fn seat(&self, player: &str) -> Result<u8, ParseError> {
        find_player(self.play.hand, player)
            .ok_or_else(|| self.error(ParseErrorKind::UnknownPlayer, player))
    }

    fn cards(&self, printed: &[Card<'_>]) -> Result<CardList, ParseError> {
        let mut cards = CardList::EMPTY;
        for card in printed {
            if !push_card(&mut cards, &card.link) {
                return Err(self.error(ParseErrorKind::Cards, &card.link));
            }
        }
        Ok(cards)
    }

    /// An amount of the hand's money; `None` if there is none.
    fn amount(&self, number: Number<'_>) -> Result<Option<i64>, ParseError> {
        let read = |text| amount_of(self.span, text, self.play.hand.scale);
        text_of(number).map(read).transpose()
    }

    fn error(&self, kind: fn(String) -> ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind(part.to_owned()), part)
    }
}
