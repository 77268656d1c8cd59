//! Fills a hand from its JSON object.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::dialect::text::cards;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Action, ActionKind, Amount, CardsSource, Hand, Kind, Seat};
use handlab_core::money::Currency;
use serde::Deserialize;

use super::object::Object;
use super::{RULES, SITE};
use crate::inferred::ante;
use crate::syntax::json::{self, Number, text_of};

/// The file's fields before its hands.
#[derive(Default, Deserialize)]
struct File<'a> {
    #[serde(borrow, rename = "playerId")]
    player: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "gameId")]
    table: Option<Cow<'a, str>>,
}

/// Reads one hand.
pub(super) fn read(
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    let Some(keys) = span.preamble.find("\"hands\"") else {
        return Err(ParseError::new(ParseErrorKind::Header("generatedAt".to_owned()), span.at));
    };
    let file = format!("{{{}\"hands\":[]}}", &span.preamble[..keys]);
    let file: File<'_> = serde_json::from_str(&file).unwrap_or_default();
    let span = json::with_opening(span, "{", scratch);
    let (object, _) = json::first_value::<Object<'_>>(span, 0)?;
    hand.table_name = hand.push_text(file.table.as_deref().unwrap_or_default());
    let mut filler = Filler { span, hand };
    filler.head(&object)?;
    filler.seats(&object, file.player.as_deref())?;
    filler.antes(&object)?;
    filler.events(&object)?;
    filler.set_game(&object.game)?;
    ante::infer_kind(filler.hand);
    Ok(())
}

pub(super) struct Filler<'s, 'h> {
    pub(super) span: Span<'s>,
    pub(super) hand: &'h mut Hand,
}

impl Filler<'_, '_> {
    fn head(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let hand = &mut *self.hand;
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        (hand.kind, hand.currency) = (Kind::Club, Currency::CLUB);
        hand.scale = if object.has_cents.unwrap_or(false) { 2 } else { 0 };
        hand.hand_id = hand.push_text(&object.id);
        json::read_start(object.started_at, hand);
        hand.button_seat = text_of(object.button).and_then(|seat| seat.parse().ok());
        hand.is_bomb_pot = object.is_bomb_pot.unwrap_or(false);
        let (small, big) = (self.amount(object.small_blind)?, self.amount(object.big_blind)?);
        let stakes = &mut self.hand.stakes;
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        (stakes.small_blind, stakes.big_blind) = (positive(small), positive(big));
        Ok(())
    }

    fn seats(&mut self, object: &Object<'_>, owner: Option<&str>) -> Result<(), ParseError> {
        for player in &object.players {
            let number = text_of(player.seat).and_then(|seat| seat.parse().ok());
            let seat = Seat {
                seat: number.unwrap_or(0),
                starting_stack: self.amount(player.stack)?,
                ..Seat::default()
            };
            json::push_player(self.hand, seat, player.name.as_deref(), &player.id)
                .map_err(|name| self.error(ParseErrorKind::Seats(name.to_owned()), name))?;
            let index = self.hand.seats.len() - 1;
            let is_owner = owner == Some(&*player.id);
            if is_owner {
                self.hand.hero = Some(index as u8);
            }
            let source = if is_owner { CardsSource::Dealt } else { CardsSource::Shown };
            let cards = self.cards(player.hand.as_deref())?;
            self.hand.record_hole_cards(index as u8, cards, source);
        }
        Ok(())
    }

    fn antes(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let ante = self.amount(object.ante)?;
        if ante <= 0 || self.hand.is_bomb_pot {
            return Ok(());
        }
        self.hand.stakes.ante = Some(ante);
        for seat in 0..self.hand.seats.len() {
            let paid = ante.min(self.hand.seats[seat].starting_stack);
            let (kind, amount) = (ActionKind::PostAnte, Amount::Added(paid));
            self.hand.actions.push(Action::new(Street::FIRST, seat as u8, kind, amount));
        }
        Ok(())
    }

    /// Sets the game, which follows from its name together with the cards of a hand.
    fn set_game(&mut self, name: &str) -> Result<(), ParseError> {
        let lower = name.to_ascii_lowercase();
        let held = self.hand.seats.iter().map(|seat| seat.hole_cards.len()).max().unwrap_or(0);
        let (game, betting) = match (&*lower, held) {
            ("th", _) => (Game::Holdem, Betting::NoLimit),
            (name, 6) if is_omaha(name) => (Game::Omaha6, Betting::PotLimit),
            (name, 5) if is_omaha(name) => (Game::Omaha5, Betting::PotLimit),
            (name, _) if is_omaha(name) => (Game::Omaha, Betting::PotLimit),
            _ => return Err(self.error(ParseErrorKind::UnknownGame(name.to_owned()), name)),
        };
        (self.hand.game, self.hand.betting) = (game, betting);
        self.hand.is_hi_lo = game != Game::Holdem
            && ["hl", "hilo", "8", "low"].iter().any(|word| lower.contains(word));
        Ok(())
    }

    pub(super) fn cards(
        &self,
        texts: Option<&[Option<Cow<'_, str>>]>,
    ) -> Result<CardList, ParseError> {
        let mut list = CardList::EMPTY;
        for text in texts.into_iter().flatten().flatten() {
            let fault = || self.error(ParseErrorKind::Cards(text.to_string()), text);
            for card in cards(text).ok_or_else(fault)?.as_slice() {
                if !list.push(*card) {
                    return Err(fault());
                }
            }
        }
        Ok(list)
    }

    /// An amount in minor units of the hand; 0 if there is none.
    pub(super) fn amount(&self, number: Number<'_>) -> Result<i64, ParseError> {
        let Some(text) = text_of(number) else { return Ok(0) };
        let fault = || self.error(ParseErrorKind::Amount(text.to_owned()), text);
        chips::read(text.as_bytes(), 0).ok_or_else(fault)
    }

    /// An error located at a part of the text.
    pub(super) fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}

fn is_omaha(name: &str) -> bool {
    name.starts_with('o') || name.starts_with("plo")
}
