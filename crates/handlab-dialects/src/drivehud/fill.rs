//! Fills a hand from its document.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game};
use handlab_core::chips;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{CardsSource, Hand, Kind, Seat, Tournament};
use handlab_core::money::Currency;
use handlab_core::time;

use super::{CLOSING, NAME, RULES};
use crate::inferred::readings;
use crate::inferred::{ante, scales};
use crate::names::site_names::site_called;
use crate::ohh::split_zone;
use crate::syntax::json;
use crate::syntax::xml::{Element, Node, Nodes, text_of};

/// Reads one hand, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    let Some(end) = span.text.find(CLOSING) else {
        return Err(ParseError::new(ParseErrorKind::Truncated, span.at));
    };
    let span = Span { text: &span.text[..end + CLOSING.len()], ..span };
    scales::read(hand, |least_scale, hand| {
        let hero = text_of(span.text, "HeroName").unwrap_or_default();
        let mut document = Document { span, hand, hero: &hero };
        document.head(least_scale)?;
        document.each(|document, element, nodes| match element.name() {
            "SeatType" => {
                document.max_seats(element);
                Ok(())
            }
            "Player" => document.player(element, nodes),
            _ => Ok(()),
        })?;
        // The first version of the program writes the players after their actions.
        document.each(|document, element, nodes| match element.name() {
            "HandAction" => document.action(element, nodes),
            _ => Ok(()),
        })?;
        document.board()?;
        document.bets();
        readings::resolve_by_money(document.hand);
        ante::infer_kind(document.hand);
        Ok(())
    })
}

pub(super) struct Document<'s, 'h> {
    pub(super) span: Span<'s>,
    pub(super) hand: &'h mut Hand,
    hero: &'s str,
}

impl Document<'_, '_> {
    /// Calls `read` with each element.
    fn each(
        &mut self,
        read: impl Fn(&mut Self, &Element<'_>, &Nodes<'_>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let mut nodes = Nodes::new(self.span.text, self.span.at);
        while let Some(node) = nodes.next()? {
            if let Node::Start(element) = node {
                read(self, &element, &nodes)?;
            }
        }
        Ok(())
    }

    fn head(&mut self, least_scale: u8) -> Result<(), ParseError> {
        let text = |name: &str| text_of(self.span.text, name).unwrap_or_default();
        let site = text("Site");
        let (hand, rules) = (&mut *self.hand, &RULES);
        (hand.site, hand.rules) = (site_called(&site).unwrap_or(NAME), rules);
        hand.network = Some(hand.site);
        hand.hand_id = hand.push_text(&text("HandId"));
        hand.table_name = hand.push_text(&text("TableName"));
        hand.button_seat = text("DealerButtonPosition").parse().ok().filter(|seat| *seat > 0);
        let started = text("DateOfHandUtc");
        let (local, zone) = split_zone(&started);
        hand.started_at = time::utc_micros(local, &zone);
        (hand.started_raw, hand.zone) = (hand.push_text(local), hand.push_text(&zone));
        if text("Cancelled") == "true" {
            hand.is_cancelled = true;
        }
        self.game()?;
        self.money(least_scale)
    }

    fn game(&mut self) -> Result<(), ParseError> {
        let printed = text_of(self.span.text, "GameType").unwrap_or_default();
        let table = text_of(self.span.text, "TableType").unwrap_or_default();
        let fault =
            || ParseError::new(ParseErrorKind::UnknownGame(printed.to_string()), self.span.at);
        let (name, has_five) = match printed.strip_prefix("FiveCard") {
            Some(rest) => (rest, true),
            None => (&*printed, false),
        };
        let (name, is_hi_lo) = match name.strip_suffix("HiLo") {
            Some(rest) => (rest, true),
            None => (name, false),
        };
        let game = if has_five { Game::Omaha5 } else { Game::Omaha };
        (self.hand.game, self.hand.betting) = match name {
            "NoLimitHoldem" => (Game::Holdem, Betting::NoLimit),
            "PotLimitHoldem" => (Game::Holdem, Betting::PotLimit),
            "FixedLimitHoldem" => (Game::Holdem, Betting::FixedLimit),
            "NoLimitOmaha" => (game, Betting::NoLimit),
            "PotLimitOmaha" => (game, Betting::PotLimit),
            "FixedLimitOmaha" => (game, Betting::FixedLimit),
            _ => return Err(fault()),
        };
        if table.to_ascii_lowercase().replace([' ', '_'], "").contains("shortdeck") {
            if self.hand.game != Game::Holdem {
                return Err(fault());
            }
            self.hand.game = Game::ShortDeck;
        }
        self.hand.is_hi_lo = is_hi_lo;
        Ok(())
    }

    fn money(&mut self, least_scale: u8) -> Result<(), ParseError> {
        let text = self.span.text;
        let limit = section(text, "Limit");
        let code = text_of(limit, "Currency").unwrap_or_default();
        let tournament = Some(section(text, "Tournament")).filter(|part| !part.is_empty());
        (self.hand.kind, self.hand.currency) = match &*code {
            _ if tournament.is_some() => (Kind::Tournament, Currency::CHIPS),
            "PlayMoney" => (Kind::Play, Currency::PLAY),
            "" | "Chips" | "All" => (Kind::Club, Currency::CLUB),
            code => (Kind::Cash, currency_of(code)),
        };
        self.hand.scale = chips::scale_of(self.hand.currency).max(least_scale);
        let amount = |part, name| self.amount(&text_of(part, name).unwrap_or_default());
        let (small, big) = (amount(limit, "SmallBlind")?, amount(limit, "BigBlind")?);
        // After the description of the game, which contains a tournament's rake.
        let end = text.find("</GameDescription>").map_or("", |at| &text[at..]);
        let (ante, rake) = (amount(limit, "Ante")?, amount(end, "Rake")?);
        let positive = |amount: i64| Some(amount).filter(|amount| *amount > 0);
        let stakes = &mut self.hand.stakes;
        (stakes.small_blind, stakes.big_blind) = (positive(small), positive(big));
        stakes.ante = positive(ante);
        self.hand.printed.rake = positive(rake);
        if let Some(part) = tournament {
            self.tournament(part);
        }
        Ok(())
    }

    fn tournament(&mut self, part: &str) {
        let code = text_of(part, "Currency").unwrap_or_default();
        let currency = match &*code {
            "" | "Chips" | "All" => Currency::default(),
            "PlayMoney" => Currency::PLAY,
            code => currency_of(code),
        };
        let scale = 2;
        let price = |name| {
            let amount = json::amount(&text_of(part, name)?, scale)?;
            Some(amount).filter(|amount| *amount > 0)
        };
        let (buy_in, fee, bounty) =
            (price("PrizePoolValue"), price("Rake"), price("KnockoutValue"));
        // Nothing is printed for a price of which nothing is known.
        let fee = fee.or_else(|| buy_in.map(|_| 0));
        let id = text_of(part, "TournamentId").unwrap_or_default();
        let tournament_id = self.hand.push_text(&id);
        let name = text_of(part, "TournamentName").unwrap_or_default();
        let name = self.hand.push_text(name.trim());
        self.hand.tournament = Some(Tournament {
            tournament_id,
            name,
            currency,
            scale,
            buy_in,
            fee,
            bounty,
            ..Tournament::default()
        });
    }

    fn max_seats(&mut self, element: &Element<'_>) {
        let count = element.attribute("MaxPlayers").and_then(|count| count.parse().ok());
        self.hand.max_seats = count.filter(|count| (2..=10).contains(count));
    }

    fn player(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let name = field("PlayerName");
        let number = field("SeatNumber").parse().ok();
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: self.amount(&field("StartingStack"))?,
            is_sitting_out: field("IsSittingOut") == "true",
            ..Seat::default()
        };
        if name.is_empty() || !push_seat(self.hand, seat, &name) {
            return Err(nodes.error(ParseErrorKind::Seats));
        }
        let held = element.attribute("Cards").or_else(|| element.attribute("HoleCards"));
        let held =
            cards(&held.unwrap_or_default()).ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
        let index = self.hand.seats.len() - 1;
        let is_hero = name == self.hero;
        if is_hero {
            self.hand.hero = Some(index as u8);
        }
        if !held.is_empty() {
            let seat = &mut self.hand.seats[index];
            seat.hole_cards = held;
            seat.cards_source = Some(if is_hero { CardsSource::Dealt } else { CardsSource::Shown });
        }
        Ok(())
    }

    /// The known cards of a seat.
    pub(super) fn cards_of(&self, seat: u8) -> CardList {
        self.hand.seats.get(usize::from(seat)).map_or(CardList::EMPTY, |seat| seat.hole_cards)
    }

    /// An amount without its currency sign.
    pub(super) fn amount(&self, printed: &str) -> Result<i64, ParseError> {
        let text = printed.trim().trim_start_matches('-');
        if text.is_empty() {
            return Ok(0);
        }
        json::amount(text, self.hand.scale).ok_or_else(|| {
            ParseError::new(ParseErrorKind::Amount(printed.to_owned()), self.span.at)
        })
    }
}

/// The code of a currency to which the program gives its own name.
fn currency_of(name: &str) -> Currency {
    Currency::from_code(match name {
        "EURO" => "EUR",
        "YUAN" => "CNY",
        "Rupee" => "INR",
        code => code,
    })
}

/// The text between the tags of an element without attributes; empty if there is none.
fn section<'t>(text: &'t str, name: &str) -> &'t str {
    let part = text.split_once(&format!("<{name}>"));
    part.and_then(|(_, rest)| rest.split_once(&format!("</{name}>"))).map_or("", |(part, _)| part)
}
