//! What an object gives before its rounds: table, game, stakes, tournament.

use std::borrow::Cow;

use handlab_cards::game::{Betting, GameFamily};
use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Kind, Tournament};
use handlab_core::money::Currency;
use handlab_core::time;

use super::fill::Filler;
use super::object::Object;
use super::pokernow;
use crate::lines::games;
use crate::names::rooms::site_titled;
use crate::phh::fill::digest;
use crate::syntax::json::{Number, text_of};
use crate::syntax::text::is_digits;

impl<'s> Filler<'s, '_> {
    pub(super) fn head(&mut self, object: &Object<'s>, least_scale: u8) -> Result<(), ParseError> {
        let hand = &mut *self.hand;
        hand.rules = &super::RULES;
        hand.site = object.site_name.as_deref().and_then(site_titled).unwrap_or(super::NAME);
        hand.network = Some(hand.site);
        let id = object.game_number.map_or("", |id| id.get().trim_matches('"'));
        hand.hand_id = match id {
            "" | "null" => hand.push_text(&format!("{:016x}", digest(self.text))),
            id => hand.push_text(id),
        };
        hand.table_name = hand.push_text(object.table_name.as_deref().unwrap_or_default());
        let start = object.start_date_utc.as_deref().unwrap_or_default();
        let (local, zone) = split_zone(start);
        (hand.started_raw, hand.zone) = (hand.push_text(local), hand.push_text(&zone));
        hand.started_at = time::utc_micros(local, &zone);
        hand.max_seats = small(object.table_size);
        hand.button_seat = small(object.dealer_seat);
        hand.is_fast_fold = object.has_flag("Fast");
        hand.is_bomb_pot = object.has_flag("Bomb_Pot");
        let at = self.span.at;
        let unknown =
            |name: &str| ParseError::new(ParseErrorKind::UnknownGame(name.to_owned()), at);
        // Draws have no action in the specification.
        let (game, is_hi_lo) = games::game_named(&object.game_type)
            .filter(|(game, _)| game.family() != GameFamily::Draw)
            .ok_or_else(|| unknown(&object.game_type))?;
        (hand.game, hand.is_hi_lo) = (game, is_hi_lo);
        let limit = object.bet_limit.as_ref();
        hand.betting = match limit.and_then(|limit| limit.bet_type.as_deref()) {
            None | Some("") => Betting::NoLimit,
            Some(name) => games::betting_named(name).ok_or_else(|| unknown(name))?,
        };
        self.money(object, least_scale);
        if pokernow::is_writer(object) {
            pokernow::set_site(self.hand);
        }
        let cap = limit.and_then(|limit| limit.bet_cap);
        let cap = self.amount(cap)?;
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        let blinds = (
            self.amount(object.small_blind_amount.or(object.small_blind))?,
            self.amount(object.big_blind_amount.or(object.big_blind))?,
        );
        let ante = self.amount(object.ante_amount)?;
        let stakes = &mut self.hand.stakes;
        (stakes.cap, stakes.ante) = (positive(cap), positive(ante));
        (stakes.small_blind, stakes.big_blind) = (positive(blinds.0), positive(blinds.1));
        if stakes.cap.is_some() {
            self.hand.betting = Betting::Cap;
        }
        Ok(())
    }

    fn money(&mut self, object: &Object<'s>, least_scale: u8) {
        let code = object.currency.as_deref().unwrap_or_default();
        (self.hand.kind, self.hand.currency) = match code {
            _ if object.tournament.unwrap_or(false) || object.tournament_info.is_some() => {
                (Kind::Tournament, Currency::CHIPS)
            }
            "XPM" | "PPC" | "" => (Kind::Play, Currency::PLAY),
            // Not a code of the specification.
            code if code.eq_ignore_ascii_case("chips") => (Kind::Play, Currency::PLAY),
            code => (Kind::Cash, Currency::from_code(code)),
        };
        self.hand.scale = chips::scale_of(self.hand.currency).max(least_scale);
        let Some(info) =
            object.tournament_info.as_ref().filter(|_| self.hand.kind == Kind::Tournament)
        else {
            if self.hand.kind == Kind::Tournament {
                self.hand.tournament = Some(Tournament::default());
            }
            return;
        };
        let currency = Currency::from_code(info.currency.as_deref().unwrap_or_default());
        let scale = chips::scale_of(currency);
        let price = |number: Number<'_>| chips::read(text_of(number)?.as_bytes(), scale);
        let id = info.tournament_number.map_or("", |id| id.get().trim_matches('"'));
        // Some programs repeat the number.
        let name = info.name.as_deref().map(str::trim);
        let name = name.filter(|name| *name != id || !is_digits(id));
        self.hand.tournament = Some(Tournament {
            tournament_id: self.hand.push_text(id),
            name: self.hand.push_text(name.unwrap_or_default()),
            currency,
            scale,
            buy_in: price(info.buyin_amount),
            fee: price(info.fee_amount),
            bounty: price(info.bounty_fee_amount),
            ..Tournament::default()
        });
    }
}

/// A seat number or number of seats; `None` if it is 0.
fn small(number: Number<'_>) -> Option<u8> {
    text_of(number)?.parse().ok().filter(|number| *number > 0)
}

/// Splits a time from its zone: `Z`, an offset, or nothing for UTC.
pub(crate) fn split_zone(start: &str) -> (&str, Cow<'static, str>) {
    if let Some(local) = start.strip_suffix('Z').or_else(|| start.strip_suffix("+00:00")) {
        return (local, "UTC".into());
    }
    // `2024-05-01T20:00:00-03:00`: the date contains such marks too.
    let offset = start.rfind(['+', '-']).filter(|at| start[..*at].contains(':'));
    match offset {
        Some(at) => (&start[..at], format!("UTC{}", &start[at..]).into()),
        None => (start, "UTC".into()),
    }
}
