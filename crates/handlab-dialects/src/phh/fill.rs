//! Fills a hand from its fields: table, stakes, seats, time, payments.

use std::borrow::Cow;

use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_core::chips;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;
use handlab_core::hand::{AnteKind, CardsSource, Hand, Kind, Seat, Text, Tournament};
use handlab_core::money::Currency;
use handlab_core::time;
use xxhash_rust::xxh3::xxh3_64;

use super::actions::Line;
use super::fields::Fields;
use super::notation::{Notation, Number, variant_of};
use super::{order, payments, plain};
use crate::inferred::scales;
use crate::names::rooms::site_of_room;
use crate::names::site_names::site_called;
use crate::syntax::text::{is_digits, trim_end};

/// Reads one hand, again with finer amounts if some are finer than the currency.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    // In TOML a carriage return alone does not end a line. The replacement keeps the length of the text and all places.
    let mut replaced = String::new();
    if memchr::memchr(b'\n', span.text.as_bytes()).is_none() && span.text.contains('\r') {
        replaced = span.text.replace('\r', "\n");
    }
    let span = Span { text: if replaced.is_empty() { span.text } else { &replaced }, ..span };
    let mut text = without_next_table(span.text);
    if let Some(notation) = plain::read(text) {
        let read = fill(span, text, &notation, hand);
        // Errors are reported the same way whichever parser read the text.
        if read.is_ok() {
            return Ok(());
        }
        hand.clear();
    }
    let notation: Notation<'_> = match toml::from_str(text) {
        Ok(notation) => notation,
        Err(error) => {
            let refused = || fault(span, text, &error);
            let front = before_noise(span, text, &error).ok_or_else(refused)?;
            let notation = toml::from_str(front).map_err(|_| refused())?;
            text = front;
            notation
        }
    };
    fill(span, text, &notation, hand)
}

/// Fills a hand. What a call of a short big blind costs follows from the results; if they leave it open, it is the whole
/// blind at a real table, and else what it is in pokerkit.
fn fill(
    span: Span<'_>,
    text: &str,
    notation: &Notation<'_>,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    // Returns whether the results agree.
    let fill_with = |matches_short_blind, hand: &mut Hand| {
        let mut is_cost_open = false;
        let read = scales::read(hand, |scale, hand| {
            let mut filler = Filler { span, text, notation, hand };
            filler.fill(scale, matches_short_blind).map(|is_open| is_cost_open = is_open)
        });
        read.map(|()| !is_cost_open || payments::agree(hand))
    };
    // A venue or an event has real tables.
    let usual = notation.venue.is_none() && notation.event.is_none();
    if !fill_with(usual, hand)? {
        hand.clear();
        if !fill_with(!usual, hand)? {
            hand.clear();
            fill_with(usual, hand)?;
        }
    }
    Ok(())
}

/// The text up to the header of the next hand's table.
fn without_next_table(text: &str) -> &str {
    let text = text.trim_end();
    let start = text.rfind('\n').map_or(0, |newline| newline + 1);
    let is_table = |line: &str| {
        let inside = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        // `[2]`; some number their hands in words: `[hand_2]`, `["hand 2"]`, `[[hands]]`.
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-. \"'[]".contains(&byte);
        inside.is_some_and(|inside| !inside.is_empty() && inside.bytes().all(is_name))
    };
    if is_table(&text[start..]) { &text[..start] } else { text }
}

/// The text before the line at which the TOML ends, if no field follows: people put prose between hands. The last line
/// may still grow into a field.
fn before_noise<'t>(span: Span<'_>, text: &'t str, error: &toml::de::Error) -> Option<&'t str> {
    let at = text.floor_char_boundary(error.span()?.start.min(text.len()));
    let start = text[..at].rfind('\n')? + 1;
    let is_field = |line: &str| {
        let letters =
            |key: &str| key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
        line.split_once('=').is_some_and(|(key, _)| letters(key.trim()))
    };
    let noise = &text[start..];
    let may_grow = span.is_last && !noise.contains('\n');
    (!may_grow && !noise.lines().any(is_field)).then_some(&text[..start])
}

/// A number for a hand without one; independent of line ends, comment lines and text between hands.
///
/// It is stored in lakes, so this must not change: spaces before a line count, and so do comments after them.
pub(crate) fn digest(text: &str) -> u64 {
    let mut counted = String::with_capacity(text.len());
    let mut start = 0;
    let ends = memchr::memchr2_iter(b'\n', b'\r', text.as_bytes());
    for end in ends.chain(std::iter::once(text.len())) {
        let line = trim_end(&text[start..end]);
        start = end + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !counted.is_empty() {
            counted.push('\n');
        }
        counted.push_str(line);
    }
    xxh3_64(counted.as_bytes())
}

/// The error in the TOML. A text that ends within a value, or before a field that every hand has, is truncated.
fn fault(span: Span<'_>, text: &str, error: &toml::de::Error) -> ParseError {
    let at = error.span().map_or(0, |place| text.floor_char_boundary(place.start.min(text.len())));
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let is_missing = error.message().starts_with("missing field");
    let rest = text[at..].trim();
    let is_end = rest.is_empty() || !rest.contains('\n');
    let kind = if span.is_last && (is_missing || is_end) {
        ParseErrorKind::Truncated
    } else if is_missing {
        ParseErrorKind::Header(error.message().to_owned())
    } else {
        ParseErrorKind::UnknownLine(line.trim().to_owned())
    };
    let lines = text[..start].matches('\n').count() as u64;
    let at = Position { byte: span.at.byte + start as u64, line: span.at.line + lines };
    ParseError::new(kind, at)
}

struct Filler<'s, 'n, 'h> {
    span: Span<'s>,
    text: &'s str,
    notation: &'n Notation<'s>,
    hand: &'h mut Hand,
}

impl Filler<'_, '_, '_> {
    /// Fills the hand; returns whether the rule about a short big blind makes a difference.
    fn fill(&mut self, least_scale: u8, matches_short_blind: bool) -> Result<bool, ParseError> {
        let notation = self.notation;
        let hand = &mut *self.hand;
        let site = notation.site.as_deref().and_then(site_of_room);
        let site = site.or_else(|| notation.venue.as_deref().and_then(site_called));
        let has_winnings = notation.winnings.is_some() && notation.finishing_stacks.is_none();
        hand.rules = super::rules(matches_short_blind, has_winnings);
        hand.site = site.unwrap_or(super::SITE);
        hand.network = site.filter(|site| *site != super::SITE);
        let variant = variant_of(self.span.text.as_bytes());
        let variant = variant.ok_or_else(|| {
            ParseError::new(ParseErrorKind::UnknownGame(String::new()), self.span.at)
        })?;
        (hand.game, hand.is_hi_lo, hand.betting) =
            (variant.game, variant.is_hi_lo, variant.betting);
        self.name();
        self.money(least_scale);
        self.time();
        let fields = Fields { span: self.span, text: self.text, scale: self.hand.scale };
        seats(notation, &fields, self.hand)?;
        stakes(notation, &fields, self.hand)?;
        let antes = fields.amounts(notation.antes.as_deref())?;
        let blinds = fields.blinds(notation)?;
        let is_reversed = order::is_reversed(&notation.actions, self.hand, &antes, &blinds);
        if self.hand.seats.len() == 2 && !is_reversed {
            self.hand.button_seat = self.hand.seats.first().map(|seat| seat.seat);
        }
        let mut line = Line::new(self.hand);
        line.post(&antes, &blinds, is_reversed);
        for act in &notation.actions {
            line.act(act, &|text| fields.read(text)).map_err(|kind| fields.fault(kind, act))?;
        }
        let is_cost_open = line.is_cost_open;
        self.hero();
        payments::read(notation, &fields, self.hand)?;
        Ok(is_cost_open)
    }

    fn hero(&mut self) {
        let Notation { hero, studied, hero_name, players, .. } = self.notation;
        let number = hero.or_else(|| studied.as_ref()?.0.parse().ok());
        let named = || {
            let name = &hero_name.as_ref().filter(|name| !name.0.is_empty())?.0;
            players.iter().flatten().position(|player| player == name)
        };
        let index = number.and_then(|number: usize| number.checked_sub(1)).or_else(named);
        let seat = index.and_then(|index| self.hand.seats.get_mut(index));
        let Some((index, seat)) = index.zip(seat) else { return };
        if !seat.hole_cards.is_empty() {
            seat.cards_source = Some(CardsSource::Dealt);
        }
        self.hand.hero = Some(index as u8);
    }

    fn name(&mut self) {
        let Notation { hand: number, event, table, .. } = self.notation;
        let number = number.as_ref().map(|number| &number.0);
        let is_named = self.notation.site.as_deref().and_then(site_of_room).is_some();
        let own = self.notation.hand_id.as_deref().filter(|_| is_named);
        let id: Cow<'_, str> = match (event, number) {
            _ if let Some(own) = own => own.into(),
            (Some(event), Some(number)) => [event, " #", number].concat().into(),
            (None, Some(number)) => number.as_ref().into(),
            (_, None) => format!("{:016x}", digest(self.text)).into(),
        };
        self.hand.hand_id = self.hand.push_text(&id);
        let table = table.as_ref().map_or("", |table| table.0.as_ref());
        self.hand.table_name = self.hand.push_text(table);
    }

    fn money(&mut self, least_scale: u8) {
        let Notation { event, level, currency, currency_symbol, .. } = self.notation;
        let symbol = currency_symbol.as_deref().and_then(chips::currency_of_symbol);
        let currency = currency.as_deref().map(Currency::from_code);
        let hand = &mut *self.hand;
        (hand.kind, hand.currency) = match currency.or(symbol.map(|(currency, _)| currency)) {
            Some(currency) => (Kind::Cash, currency),
            None if event.is_some() || level.is_some() => (Kind::Tournament, Currency::CHIPS),
            None => (Kind::Play, Currency::PLAY),
        };
        hand.scale = chips::scale_of(hand.currency).max(least_scale);
        if hand.kind == Kind::Tournament {
            let event = event.as_deref().unwrap_or_default();
            let tournament_id = hand.push_text(event);
            let level = hand.push_text(level.as_ref().map_or("", |level| level.0.as_ref()));
            // The event's name is all that identifies it; some programs write a number.
            let name = if is_digits(event) { Text::default() } else { tournament_id };
            hand.tournament =
                Some(Tournament { tournament_id, name, level, ..Tournament::default() });
        }
    }

    fn time(&mut self) {
        let Notation { year, month, day, time, time_zone, time_zone_abbreviation, .. } =
            self.notation;
        // A file that is cut off may end within the year.
        let year = year.filter(|year| *year >= 1000);
        let (Some(year), Some(month), Some(day)) = (year, month, day) else { return };
        let clock = time.as_ref().map(|time| &time.0);
        let local = match clock {
            Some(clock) => format!("{year:04}-{month:02}-{day:02} {clock}"),
            None => format!("{year:04}-{month:02}-{day:02}"),
        };
        let zone = time_zone.as_deref().or(time_zone_abbreviation.as_deref()).unwrap_or_default();
        let hand = &mut *self.hand;
        (hand.started_raw, hand.zone) = (hand.push_text(&local), hand.push_text(zone));
        if clock.is_some() && !zone.is_empty() {
            hand.started_at = time::utc_micros(&local, zone);
        }
    }
}

/// Adds the seats in the order of the players, with their seat numbers.
fn seats(notation: &Notation<'_>, fields: &Fields<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let stacks = fields.stacks(&notation.starting_stacks)?;
    for (index, stack) in stacks.iter().enumerate() {
        let given = notation.players.as_ref().and_then(|players| players.get(index));
        let name = given.filter(|name| !name.is_empty());
        let name = name.cloned().unwrap_or_else(|| format!("p{}", index + 1).into());
        let chair = notation.seats.as_ref().and_then(|seats| seats.get(index)).copied();
        let number = chair.unwrap_or_else(|| u8::try_from(index + 1).unwrap_or(u8::MAX));
        let seat = Seat {
            seat: number,
            starting_stack: stack.unwrap_or(0),
            has_unknown_stack: stack.is_none(),
            is_anonymous: given.is_none(),
            ..Seat::default()
        };
        if !push_seat(hand, seat, &name) {
            let fault = ParseErrorKind::Seats(name.into_owned());
            return Err(ParseError::new(fault, fields.span.at));
        }
    }
    hand.max_seats = notation.seat_count.filter(|count| *count > 0);
    if hand.game.family() != GameFamily::Stud {
        hand.button_seat = hand.seats.last().map(|seat| seat.seat);
    }
    Ok(())
}

fn stakes(notation: &Notation<'_>, fields: &Fields<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
    let antes = fields.amounts(notation.antes.as_deref())?;
    let blinds = fields.blinds(notation)?;
    let one = |number: &Option<Number>| match number {
        Some(number) => fields.amount(number).map(positive),
        None => Ok(None),
    };
    let stakes = &mut hand.stakes;
    stakes.bring_in = one(&notation.bring_in)?;
    if hand.betting == Betting::FixedLimit {
        (stakes.small_bet, stakes.big_bet) = (one(&notation.small_bet)?, one(&notation.big_bet)?);
    }
    stakes.ante = antes.iter().copied().max().and_then(positive);
    // A single ante is for the table; `Each` if several pay.
    let payers: Vec<usize> = (0..antes.len()).filter(|index| antes[*index] > 0).collect();
    if let [payer] = payers[..] {
        let is_last = payer + 1 == antes.len();
        stakes.ante_kind = match (payer, antes.len()) {
            (1, _) => AnteKind::BigBlind,
            _ if is_last => AnteKind::Button,
            _ => AnteKind::Each,
        };
    }
    if hand.game == Game::ShortDeck {
        stakes.big_blind = blinds.iter().copied().max().and_then(positive);
    } else if hand.game.family() != GameFamily::Stud {
        stakes.small_blind = blinds.first().copied().and_then(positive);
        stakes.big_blind = blinds.get(1).copied().and_then(positive);
    }
    Ok(())
}
