//! One hand: its table, players, actions, boards and results.

use std::borrow::Cow;

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Street};
use handlab_core::chips;
use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{CardsSource, Collected, Hand, Kind, PotName, Seat, Tournament};
use handlab_core::money::Currency;

use super::antes;
use super::play::{Play, decision, game_of, is_nobody, push_card};
use crate::inferred::scales;
use crate::syntax::xml::{Element, Node, Nodes, is_cut};

/// Reads one hand, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |scale, hand| read_at(span, scale, hand))
}

fn read_at(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    hand.rules = &super::RULES;
    let mut nodes = Nodes::new(span.text, span.at);
    let (pending, has_results, first_pot) = (None, false, None);
    let play = Play::new(hand);
    let mut history = History { play, least_scale, pending, has_results, first_pot };
    loop {
        match history.step(&mut nodes) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) if is_cut(span) => return Err(nodes.truncated()),
            Err(error) => return Err(error),
        }
    }
    history.finish();
    Ok(())
}

/// The element whose cards are read.
enum Pending {
    /// Cards dealt to a seat.
    Deal(u8),
    Board,
    /// The new hand of a seat, after it exchanged a number of cards.
    Change(u8, i64),
    /// Cards that a seat shows.
    Result(u8),
    /// Cards of a player without a seat.
    Nobody,
}

struct History<'h> {
    play: Play<'h>,
    least_scale: u8,
    pending: Option<(Pending, CardList)>,
    has_results: bool,
    /// The pot according to the first element after the first street.
    first_pot: Option<i64>,
}

impl History<'_> {
    /// Reads the next node; false at the end of the hand.
    fn step(&mut self, nodes: &mut Nodes<'_>) -> Result<bool, ParseError> {
        match nodes.next()? {
            Some(Node::Start(element)) => self.start(&element, nodes)?,
            Some(Node::End("ACTION" | "RESULT")) => self.take_cards(nodes)?,
            Some(Node::End("HISTORY")) if self.has_results => return Ok(false),
            Some(Node::End(_) | Node::Text(_)) => {}
            // Excerpts end among the results: such a hand counts if its money adds up.
            None if self.has_results => {
                self.take_cards(nodes)?;
                self.play.hand.is_open = true;
                return Ok(false);
            }
            None => return Err(nodes.truncated()),
        }
        Ok(true)
    }

    fn start(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        match element.name() {
            "HISTORY" => self.header(element, nodes),
            "PLAYER" => self.player(element, nodes),
            "ACTION" => self.action(element, nodes),
            "CARD" => self.card(element, nodes),
            "SHOWDOWN" => {
                let printed = &mut self.play.hand.printed;
                let amount = |name| element.amount(name, self.play.hand.scale, nodes);
                (printed.total_pot, printed.rake) = (amount("POT")?, amount("RAKE")?);
                self.first_pot = self.first_pot.or(printed.total_pot);
                self.play.street = Street::SHOWDOWN;
                Ok(())
            }
            "RESULT" => self.result(element, nodes),
            _ => Ok(()),
        }
    }

    fn header(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let hand = &mut *self.play.hand;
        hand.hand_id = hand.push_text(&field("ID"));
        hand.table_name = hand.push_text(&field("TABLE"));
        (hand.game, hand.is_hi_lo) =
            game_of(&field("GAME")).ok_or_else(|| nodes.error(ParseErrorKind::UnknownGame))?;
        hand.betting = match &*field("LIMIT") {
            "NL" => Betting::NoLimit,
            "PL" => Betting::PotLimit,
            "FL" | "L" => Betting::FixedLimit,
            _ => return Err(nodes.error(ParseErrorKind::UnknownGame)),
        };
        let is_play = matches!(&*field("GAMETYPE"), "GAMETYPE_FUN" | "GAMETYPE_PLAY");
        (hand.kind, hand.currency) = match &*field("GAMEKIND") {
            "GAMEKIND_TOURNAMENT" | "GAMEKIND_SITGO" => (Kind::Tournament, Currency::CHIPS),
            _ if is_play => (Kind::Play, Currency::PLAY),
            _ => (Kind::Cash, Currency::from_code(&field("TABLECURRENCY"))),
        };
        if hand.kind == Kind::Tournament {
            let tournament_id = hand.push_text(&field("TABLETOURNEYID"));
            hand.tournament = Some(Tournament { tournament_id, ..Tournament::default() });
        }
        hand.scale = chips::scale_of(hand.currency).max(self.least_scale);
        let stakes = field("STAKES");
        let (small, big) = stakes
            .split_once('/')
            .and_then(|(small, big)| {
                let read = |text: &str| chips::read(text.trim().as_bytes(), hand.scale);
                Some((read(small)?, read(big)?))
            })
            .ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
        if hand.betting == Betting::FixedLimit {
            // The two bets; the big blind equals the first.
            (hand.stakes.small_bet, hand.stakes.big_bet) = (Some(small), Some(big));
            hand.stakes.big_blind = Some(small);
        } else {
            (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(small), Some(big));
        }
        let seconds = field("DATE");
        hand.started_at =
            seconds.parse().ok().and_then(|seconds: i64| seconds.checked_mul(1_000_000));
        hand.started_raw = hand.push_text(&seconds);
        Ok(())
    }

    fn player(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let name = element.attribute("NAME").unwrap_or_default();
        let state = element.attribute("STATE").unwrap_or_default();
        if is_nobody(&name, &state) {
            return Ok(());
        }
        let number = element.attribute("SEAT").and_then(|number| number.parse().ok());
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: element.amount("AMOUNT", self.play.hand.scale, nodes)?.unwrap_or(0),
            ..Seat::default()
        };
        let dealer = element.attribute("DEALER").unwrap_or_default();
        let is_seated = self.play.sit(seat, &name, &state, &dealer);
        if is_seated { Ok(()) } else { Err(nodes.error(ParseErrorKind::Seats)) }
    }

    /// The seat of the player that an element names.
    fn seat(&self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<u8, ParseError> {
        let player: Cow<'_, str> = element.attribute("PLAYER").unwrap_or_default();
        find_player(self.play.hand, &player)
            .ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))
    }

    fn action(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let added = element.amount("VALUE", self.play.hand.scale, nodes);
        let kind = element.attribute("TYPE").unwrap_or_default();
        if let Some((kind, is_all_in)) = decision(&kind) {
            let seat = self.seat(element, nodes)?;
            self.play.push(seat, kind, added?.unwrap_or(0), is_all_in);
            return Ok(());
        }
        match &*kind {
            "HAND_BOARD" => {
                self.next_street(element, nodes)?;
                self.pending = Some((Pending::Board, CardList::EMPTY));
            }
            "HAND_DEAL" => {
                let seat = self.seat(element, nodes)?;
                self.play.deal(seat);
                self.pending = Some((Pending::Deal(seat), CardList::EMPTY));
            }
            "CHANGECARD" => {
                let count = element.attribute("COUNT").and_then(|count| count.parse().ok());
                let count = count.ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
                let seat = self.seat(element, nodes)?;
                self.pending = Some((Pending::Change(seat, count), CardList::EMPTY));
            }
            "HAND_BLINDS" => return self.blind(element, added?.unwrap_or(0), nodes),
            "HAND_ANTE" => {
                let seat = self.seat(element, nodes)?;
                self.play.ante(seat, added?.unwrap_or(0));
            }
            _ if added?.unwrap_or(0) == 0 => {
                self.play.hand.unread_lines = self.play.hand.unread_lines.saturating_add(1);
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        }
        Ok(())
    }

    fn blind(
        &mut self,
        element: &Element<'_>,
        added: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element, nodes)?;
        let dead = self.play.blind(seat, &element.attribute("KIND").unwrap_or_default(), added);
        dead.map(|_| ()).ok_or_else(|| nodes.error(ParseErrorKind::UnknownLine))
    }

    fn next_street(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        if !self.play.next_street(&element.attribute("VALUE").unwrap_or_default()) {
            return Err(nodes.error(ParseErrorKind::UnknownLine));
        }
        self.first_pot = self.first_pot.or(element.amount("POT", self.play.hand.scale, nodes)?);
        Ok(())
    }

    fn card(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let link = element.attribute("LINK").unwrap_or_default();
        let Some((_, cards)) = &mut self.pending else { return Ok(()) };
        if push_card(cards, &link) { Ok(()) } else { Err(nodes.error(ParseErrorKind::Cards)) }
    }

    /// Assigns the cards of an element that ends to their owner.
    fn take_cards(&mut self, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let Some((pending, cards)) = self.pending.take() else { return Ok(()) };
        match pending {
            Pending::Board if cards.is_empty() => {}
            Pending::Board if self.play.board(cards) => {}
            Pending::Board => return Err(nodes.error(ParseErrorKind::Cards)),
            Pending::Deal(seat) => self.play.know(seat, cards, CardsSource::Dealt),
            Pending::Change(seat, count) => self.play.change(seat, count, cards),
            Pending::Result(seat) => self.play.know(seat, cards, CardsSource::Shown),
            Pending::Nobody => {}
        }
        Ok(())
    }

    fn result(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        self.has_results = true;
        let amount = element.amount("WIN", self.play.hand.scale, nodes)?.unwrap_or(0);
        let Ok(seat) = self.seat(element, nodes) else {
            // A player who has left is listed without a name.
            self.pending = Some((Pending::Nobody, CardList::EMPTY));
            return if amount == 0 {
                Ok(())
            } else {
                Err(nodes.error(ParseErrorKind::UnknownPlayer))
            };
        };
        if amount > 0 {
            self.play.hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
        }
        self.pending = Some((Pending::Result(seat), CardList::EMPTY));
        Ok(())
    }

    fn finish(&mut self) {
        self.play.finish();
        if let Some(pot) = self.first_pot {
            antes::infer(self.play.hand, &self.play.dealt, pot);
        }
    }
}
