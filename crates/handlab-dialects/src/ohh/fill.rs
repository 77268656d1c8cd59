//! Fills a hand from its object.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
    SidePayment, SidePaymentKind, Tournament,
};
use handlab_core::money::Currency;
use handlab_core::time;

use super::object::{Act, Id, Object, Pot, Round, Texts};
use super::totals;
use crate::json::{Number, text_of};
use crate::phh::fill::digest;
use crate::{ante, json, scales};

/// Reads one object, again with finer amounts if some are finer than the currency.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    // `"ohh"`, a colon, and the object; what follows belongs to the enclosing object.
    let start = span.text.find(':').map_or(span.text.len(), |colon| colon + 1);
    let (object, text) = json::first_value::<Object<'_>>(span, start)?;
    scales::read(hand, |scale, hand| {
        Filler { span, text, hand, ids: Vec::new() }.fill(&object, scale)
    })
}

const GAMES: [&str; 5] = ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo"];

const ACTIONS: [&str; 21] = [
    "Fold",
    "Check",
    "Call",
    "Bet",
    "Raise",
    "Dealt Cards",
    "Shows Cards",
    "Mucks Cards",
    "Post Ante",
    "Post SB",
    "Post BB",
    "Post Extra Blind",
    "Post Dead",
    "Straddle",
    "Bring In",
    "Add to Pot",
    "Added to Pot",
    "Added Chips",
    "Sits Down",
    "Stands Up",
    "Payout",
];

/// A word of the specification in its own spelling, whatever the case of its letters.
fn spelled<'t>(word: &'t str, known: &[&'t str]) -> &'t str {
    known.iter().find(|known| known.eq_ignore_ascii_case(word)).unwrap_or(&word)
}

struct Filler<'s, 'h> {
    span: Span<'s>,
    /// The object alone.
    text: &'s str,
    hand: &'h mut Hand,
    /// The id of each seat's player.
    ids: Vec<&'s str>,
}

impl<'s> Filler<'s, '_> {
    fn fill(&mut self, object: &Object<'s>, least_scale: u8) -> Result<(), ParseError> {
        self.head(object, least_scale)?;
        for player in &object.players {
            let bounty = self
                .hand
                .tournament
                .and_then(|of| chips::read(text_of(player.bounty)?.as_bytes(), of.scale));
            let seat = Seat {
                // Chairs may be counted from 0.
                seat: text_of(player.seat).and_then(|text| text.parse().ok()).unwrap_or(0),
                bounty: bounty.filter(|bounty| *bounty > 0),
                starting_stack: self.amount(player.starting_stack)?,
                is_sitting_out: player.is_sitting_out.unwrap_or(false),
                is_anonymous: has_flag(object, "Anonymous"),
                ..Seat::default()
            };
            if !push_seat(self.hand, seat, &player.name) {
                return Err(
                    self.error(ParseErrorKind::Seats(player.name.to_string()), &player.name)
                );
            }
            self.ids.push(player.id.text());
        }
        self.hand.hero = object.hero_player_id.and_then(|id| self.seat(id));
        for (number, round) in object.rounds.iter().enumerate() {
            self.round(round, &object.rounds, number)?;
        }
        self.set_hole_game();
        ante::infer_kind(self.hand);
        if let Some(pots) = &object.pots {
            self.pots(pots)?;
            totals::resolve(self.hand);
        }
        self.bounties(object)
    }

    fn bounties(&mut self, object: &Object<'s>) -> Result<(), ParseError> {
        let scale = self.hand.tournament.map_or(self.hand.scale, |tournament| tournament.scale);
        for won in object.tournament_bounties.iter().flatten() {
            let Some(seat) = self.seat(won.player_id) else {
                let kind = ParseErrorKind::UnknownPlayer(won.player_id.text().to_owned());
                return Err(ParseError::new(kind, self.span.at));
            };
            let text = text_of(won.bounty_won).unwrap_or("0");
            let amount = chips::read(text.as_bytes(), scale)
                .ok_or_else(|| self.error(ParseErrorKind::Amount(text.to_owned()), text))?;
            if amount > 0 {
                let kind = SidePaymentKind::Bounty;
                self.hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
            }
        }
        Ok(())
    }

    fn head(&mut self, object: &Object<'s>, least_scale: u8) -> Result<(), ParseError> {
        let hand = &mut *self.hand;
        hand.rules = &super::RULES;
        hand.site = object.site_name.as_deref().map_or(super::NAME, site_of);
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
        hand.is_fast_fold = has_flag(object, "Fast");
        hand.is_bomb_pot = has_flag(object, "Bomb_Pot");
        let (game, is_hi_lo) = match spelled(&object.game_type, &GAMES) {
            "Holdem" => (Game::Holdem, false),
            "Omaha" => (Game::Omaha, false),
            "OmahaHiLo" => (Game::Omaha, true),
            "Stud" => (Game::Stud, false),
            "StudHiLo" => (Game::Stud, true),
            other => {
                let kind = ParseErrorKind::UnknownGame(other.to_owned());
                return Err(ParseError::new(kind, self.span.at));
            }
        };
        (hand.game, hand.is_hi_lo) = (game, is_hi_lo);
        let limit = object.bet_limit.as_ref();
        hand.betting = match limit.and_then(|limit| limit.bet_type.as_deref()) {
            Some("PL") => Betting::PotLimit,
            Some("FL") => Betting::FixedLimit,
            _ => Betting::NoLimit,
        };
        self.money(object, least_scale);
        let cap = limit.and_then(|limit| limit.bet_cap);
        let cap = self.amount(cap)?;
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        let blinds =
            (self.amount(object.small_blind_amount)?, self.amount(object.big_blind_amount)?);
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
        let price = |number: Number<'_>| chips::read(number?.get().as_bytes(), scale);
        let id = info.tournament_number.map_or("", |id| id.get().trim_matches('"'));
        self.hand.tournament = Some(Tournament {
            tournament_id: self.hand.push_text(id),
            currency,
            scale,
            buy_in: price(info.buyin_amount),
            fee: price(info.fee_amount),
            bounty: price(info.bounty_fee_amount),
            ..Tournament::default()
        });
    }

    fn round(
        &mut self,
        round: &Round<'s>,
        rounds: &[Round<'s>],
        number: usize,
    ) -> Result<(), ParseError> {
        let Some(street) = street_of(&round.street) else {
            return Err(
                self.error(ParseErrorKind::UnknownLine(round.street.to_string()), &round.street)
            );
        };
        if street != Street::SHOWDOWN {
            self.hand.last_street = self.hand.last_street.max(street);
        }
        let board = self.cards(round.cards.as_ref())?;
        if !board.is_empty() {
            let is_same = |other: &&Round<'_>| {
                other.street == round.street
                    && other.cards.as_ref().is_some_and(|cards| !cards.is_empty())
            };
            let times = rounds.iter().filter(is_same).count();
            let before = rounds[..number].iter().filter(is_same).count() as u8;
            let run_no = if times > 1 { before + 1 } else { 0 };
            self.hand.n_runouts = self.hand.n_runouts.max(run_no).min(3);
            if run_no > 3 {
                return Err(
                    self.error(ParseErrorKind::Cards(round.street.to_string()), &round.street)
                );
            }
            self.hand.boards.push(BoardCards { run_no, street, cards: board });
        }
        round.actions.iter().try_for_each(|act| self.act(act, street))
    }

    fn act(&mut self, act: &Act<'s>, street: Street) -> Result<(), ParseError> {
        let amount = self.amount(act.amount)?;
        let kind = match spelled(&act.action, &ACTIONS) {
            "Post Ante" => ActionKind::PostAnte,
            "Post SB" => ActionKind::PostSmallBlind,
            "Post BB" | "Post Extra Blind" => ActionKind::PostBigBlind,
            "Straddle" => ActionKind::Straddle,
            "Post Dead" => ActionKind::PostDead,
            "Bring In" => ActionKind::BringIn,
            "Fold" => ActionKind::Fold,
            "Check" => ActionKind::Check,
            "Call" if amount == 0 => ActionKind::Check,
            "Call" => ActionKind::Call,
            "Bet" => ActionKind::Bet,
            "Raise" => ActionKind::Raise,
            "Shows Cards" => ActionKind::Show,
            "Mucks Cards" => ActionKind::Muck,
            "Dealt Cards" => return self.dealt(act),
            "Add to Pot" | "Added to Pot" => {
                self.hand.printed.added = self.hand.printed.added.saturating_add(amount);
                return Ok(());
            }
            "Added Chips" | "Sits Down" | "Stands Up" | "Payout" => return Ok(()),
            _ if amount == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            other => {
                return Err(self.error(ParseErrorKind::UnknownLine(other.to_owned()), &act.action));
            }
        };
        let seat = self.player(act)?;
        let cards = if kind == ActionKind::Show || kind == ActionKind::Muck {
            let cards = self.cards(act.cards.as_ref())?;
            let is_show = kind == ActionKind::Show;
            self.know(seat, cards, if is_show { CardsSource::Shown } else { CardsSource::Mucked });
            cards
        } else {
            CardList::EMPTY
        };
        match kind {
            ActionKind::BringIn => self.hand.stakes.bring_in = Some(amount),
            ActionKind::Straddle => {
                self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(amount));
            }
            _ => {}
        }
        let amount = Amount::Added(if matches!(kind, ActionKind::Show | ActionKind::Muck) {
            0
        } else {
            amount
        });
        let is_all_in =
            act.is_allin.unwrap_or(false) && !matches!(kind, ActionKind::Fold | ActionKind::Check);
        let is_all_in = is_all_in && !matches!(kind, ActionKind::Show | ActionKind::Muck);
        self.hand.actions.push(Action {
            street,
            seat,
            kind,
            amount,
            is_all_in,
            is_capped: false,
            cards,
        });
        Ok(())
    }

    /// Cards dealt to a player: in stud those of each street.
    fn dealt(&mut self, act: &Act<'s>) -> Result<(), ParseError> {
        let seat = self.player(act)?;
        let new = self.cards(act.cards.as_ref())?;
        let mut all = self.hand.seats[usize::from(seat)].hole_cards;
        all.extend(new.as_slice().iter().copied());
        let is_hero = self.hand.hero == Some(seat);
        self.know(seat, all, if is_hero { CardsSource::Dealt } else { CardsSource::Shown });
        Ok(())
    }

    /// Records the known cards of a seat; fewer cards never replace more.
    fn know(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        let seat = &mut self.hand.seats[usize::from(seat)];
        if !cards.is_empty() && cards.len() >= seat.hole_cards.len() {
            seat.hole_cards = cards;
            seat.cards_source = seat.cards_source.max(Some(source));
        }
    }

    /// Omaha with more than four cards has no name of its own.
    fn set_hole_game(&mut self) {
        let most = self.hand.seats.iter().map(|seat| seat.hole_cards.len()).max();
        self.hand.game = match (self.hand.game, most) {
            (Game::Omaha, Some(5)) => Game::Omaha5,
            (Game::Omaha, Some(6)) => Game::Omaha6,
            (game, _) => game,
        };
    }

    fn pots(&mut self, pots: &[Pot<'s>]) -> Result<(), ParseError> {
        let (mut total, mut rake, mut fees) = (0_i64, 0_i64, 0_i64);
        for (place, pot) in pots.iter().enumerate() {
            total = total.saturating_add(self.amount(pot.amount)?);
            rake = rake.saturating_add(self.amount(pot.rake)?);
            fees = fees.saturating_add(self.amount(pot.jackpot)?);
            let number = text_of(pot.number).and_then(|text| text.parse().ok());
            let name = match number.unwrap_or(place as u8) {
                _ if pots.len() == 1 => PotName::Pot,
                0 => PotName::Main,
                number => PotName::Side(number),
            };
            for win in &pot.player_wins {
                let Some(seat) = self.seat(win.player_id) else {
                    let kind = ParseErrorKind::UnknownPlayer(win.player_id.text().to_owned());
                    return Err(ParseError::new(kind, self.span.at));
                };
                let amount = self.amount(win.amount)?;
                if amount > 0 {
                    self.hand.collected.push(Collected { seat, amount, pot: name, run_no: 0 });
                }
                let (amount, fee) = (self.amount(win.cash_out)?, self.amount(win.cash_out_fee)?);
                if amount > 0 {
                    let kind = SidePaymentKind::CashOut;
                    self.hand.side_payments.push(SidePayment { seat, kind, amount, fee });
                }
            }
        }
        let printed = &mut self.hand.printed;
        (printed.total_pot, printed.rake) = (Some(total), Some(rake));
        printed.fees = Some(fees).filter(|fees| *fees > 0);
        Ok(())
    }

    fn seat(&self, id: Id<'_>) -> Option<u8> {
        self.ids.iter().position(|known| *known == id.text()).map(|index| index as u8)
    }

    fn player(&self, act: &Act<'s>) -> Result<u8, ParseError> {
        act.player_id.and_then(|id| self.seat(id)).ok_or_else(|| {
            let who =
                act.player_id.map_or("nobody".to_owned(), |id| format!("player_id {}", id.text()));
            self.error(ParseErrorKind::UnknownPlayer(format!("{}: {who}", act.action)), &act.action)
        })
    }

    fn cards(&self, printed: Option<&Texts<'s>>) -> Result<CardList, ParseError> {
        let mut list = CardList::EMPTY;
        for text in printed.into_iter().flat_map(Texts::texts) {
            // A card that is not known: `X`, `??`, `**`.
            let is_mark = |byte: u8| matches!(byte, b'X' | b'x' | b'?' | b'*' | b'-' | b' ');
            if text.bytes().all(is_mark) {
                continue;
            }
            let fault = || self.error(ParseErrorKind::Cards(text.to_string()), text);
            for card in cards(text.trim()).ok_or_else(fault)?.as_slice() {
                if !list.push(*card) {
                    return Err(fault());
                }
            }
        }
        Ok(list)
    }

    /// An amount of the hand's money; 0 where there is none.
    fn amount(&self, number: Number<'s>) -> Result<i64, ParseError> {
        let Some(printed) = text_of(number) else { return Ok(0) };
        // A dot is decimal in JSON, whatever number of digits follows it.
        let text = printed.strip_suffix(".000").unwrap_or(printed);
        let amount = match of_binary_fraction(text) {
            Some(text) => chips::read(text.as_bytes(), self.hand.scale),
            None => chips::read(text.as_bytes(), self.hand.scale),
        };
        amount.ok_or_else(|| self.error(ParseErrorKind::Amount(text.to_owned()), printed))
    }

    /// An error at the place of a part of the text.
    fn error(&self, kind: ParseErrorKind, part: &str) -> ParseError {
        json::error_at(self.span, kind, part)
    }
}

/// A number of seats or of a seat; none if it is 0.
fn small(number: Number<'_>) -> Option<u8> {
    text_of(number)?.parse().ok().filter(|number| *number > 0)
}

/// A time and its zone: `Z`, an offset, or nothing for UTC.
fn split_zone(start: &str) -> (&str, Cow<'static, str>) {
    if let Some(local) = start.strip_suffix('Z').or_else(|| start.strip_suffix("+00:00")) {
        return (local, "UTC".into());
    }
    // `2024-05-01T20:00:00-03:00`: the date has such marks as well.
    let offset = start.rfind(['+', '-']).filter(|at| start[..*at].contains(':'));
    match offset {
        Some(at) => (&start[..at], format!("UTC{}", &start[at..]).into()),
        None => (start, "UTC".into()),
    }
}

/// The amount that a number with too many digits stands for: programs that compute with binary fractions print
/// `0.30000000000000004` for 0.3, and `25.399999618530273` for 25.4 if they have half as many digits.
fn of_binary_fraction(text: &str) -> Option<String> {
    /// Fewer digits are those of an amount.
    const MOST_DIGITS: usize = 12;
    let (whole, part) = text.split_once('.')?;
    if whole.len() + part.len() <= MOST_DIGITS || part.len() > 20 {
        return None;
    }
    let value: i128 = format!("{whole}{part}").parse().ok()?;
    let one = 10_i128.pow(part.len() as u32);
    [2, 4, 8].into_iter().find_map(|scale| {
        let unit = one.checked_div(10_i128.pow(scale)).filter(|unit| *unit > 1)?;
        let rounded = (value + unit / 2) / unit;
        let distance = (value - rounded * unit).abs();
        let is_near = distance * 8_000_000 <= value.abs() && distance * 1000 <= one;
        let mut out = String::new();
        chips::append_to(&mut out, i64::try_from(rounded).ok()?, scale as u8);
        is_near.then_some(out)
    })
}

fn has_flag(object: &Object<'_>, flag: &str) -> bool {
    object.flags.iter().flat_map(Texts::texts).any(|found| found.eq_ignore_ascii_case(flag))
}

/// The name in the `site` column.
fn site_of(name: &str) -> &'static str {
    const SITES: [(&str, &str); 14] = [
        ("pokerstars", "pokerstars"),
        ("winamax", "winamax"),
        ("ggpoker", "ggpoker"),
        ("partypoker", "party"),
        ("party poker", "party"),
        ("ipoker", "ipoker"),
        ("ignition", "ignition"),
        ("bovada", "ignition"),
        ("bodog", "ignition"),
        ("pokernow", "pokernow"),
        ("poker now", "pokernow"),
        ("america's cardroom", "winning"),
        ("acr poker", "winning"),
        ("winning poker network", "winning"),
    ];
    let found = SITES.iter().find(|(known, _)| name.to_ascii_lowercase().starts_with(known));
    found.map(|(_, site)| *site).or_else(|| crate::site_named(name)).unwrap_or(super::NAME)
}

fn street_of(name: &str) -> Option<Street> {
    const STREETS: [(&str, Street); 11] = [
        ("preflop", Street::FIRST),
        ("pre-flop", Street::FIRST),
        ("flop", Street(1)),
        ("turn", Street(2)),
        ("river", Street(3)),
        ("third", Street::FIRST),
        ("fourth", Street(1)),
        ("fifth", Street(2)),
        ("sixth", Street(3)),
        ("seventh", Street(4)),
        ("showdown", Street::SHOWDOWN),
    ];
    let name = name.to_ascii_lowercase();
    STREETS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, street)| *street)
}
