//! One hand: its table, players, actions, boards and results.

use std::borrow::Cow;

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_core::chips;
use handlab_core::dialect::text::{find_player, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName,
    PrintedBoard, Seat, Tournament,
};
use handlab_core::money::Currency;

use super::antes;
use crate::readings::{self, Reading};
use crate::unknown_stacks;
use crate::xml::{Element, Node, Nodes, is_cut, read_with_scales};

/// Reads one hand, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    read_with_scales(hand, |scale, hand| read_at(span, scale, hand))
}

fn read_at(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    hand.rules = &super::RULES;
    let mut nodes = Nodes::new(span.text, span.at);
    let (street, pending, dealt) = (Street::FIRST, None, Vec::new());
    let (has_results, first_pot) = (false, None);
    let mut history = History { hand, least_scale, street, pending, dealt, has_results, first_pot };
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
    /// Of a player who has no seat.
    Nobody,
}

struct History<'h> {
    hand: &'h mut Hand,
    least_scale: u8,
    street: Street,
    pending: Option<(Pending, CardList)>,
    /// The seats in the order in which they got cards.
    dealt: Vec<u8>,
    has_results: bool,
    /// What the first element after the first street says is in the pot.
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
                self.hand.is_open = true;
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
                let printed = &mut self.hand.printed;
                let amount = |name| element.amount(name, self.hand.scale, nodes);
                (printed.total_pot, printed.rake) = (amount("POT")?, amount("RAKE")?);
                self.first_pot = self.first_pot.or(printed.total_pot);
                self.street = Street::SHOWDOWN;
                Ok(())
            }
            "RESULT" => self.result(element, nodes),
            _ => Ok(()),
        }
    }

    fn header(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let hand = &mut *self.hand;
        hand.hand_id = hand.push_text(&field("ID"));
        hand.table_name = hand.push_text(&field("TABLE"));
        (hand.game, hand.is_hi_lo) = match &*field("GAME") {
            "GAME_THM" => (Game::Holdem, false),
            "GAME_OMA" => (Game::Omaha, false),
            "GAME_OMAHL" => (Game::Omaha, true),
            "GAME_FCD" => (Game::FiveCardDraw, false),
            _ => return Err(nodes.error(ParseErrorKind::UnknownGame)),
        };
        hand.betting = match &*field("LIMIT") {
            "NL" => Betting::NoLimit,
            "PL" => Betting::PotLimit,
            "FL" | "L" => Betting::FixedLimit,
            _ => return Err(nodes.error(ParseErrorKind::UnknownGame)),
        };
        let is_play = matches!(&*field("GAMETYPE"), "GAMETYPE_FUN" | "GAMETYPE_PLAY");
        (hand.kind, hand.currency) = match &*field("GAMEKIND") {
            "GAMEKIND_TOURNAMENT" => (Kind::Tournament, Currency::CHIPS),
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
        if name.is_empty() || matches!(&*state, "STATE_EMPTY" | "STATE_RESERVED") {
            return Ok(());
        }
        let number = element.attribute("SEAT").and_then(|number| number.parse().ok());
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: element.amount("AMOUNT", self.hand.scale, nodes)?.unwrap_or(0),
            is_sitting_out: state == "STATE_SITOUT",
            ..Seat::default()
        };
        // Someone without chips has left; cards are dealt to their seat and folded.
        let is_sitting_out = seat.is_sitting_out || seat.starting_stack == 0;
        let seat = Seat { is_sitting_out, ..seat };
        if element.attribute("DEALER").is_some_and(|dealer| dealer == "Y") {
            self.hand.button_seat = Some(seat.seat);
        }
        if push_seat(self.hand, seat, &name) {
            Ok(())
        } else {
            Err(nodes.error(ParseErrorKind::Seats))
        }
    }

    /// The seat of the player that an element names.
    fn seat(&self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<u8, ParseError> {
        let player: Cow<'_, str> = element.attribute("PLAYER").unwrap_or_default();
        find_player(self.hand, &player).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))
    }

    fn action(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let added = element.amount("VALUE", self.hand.scale, nodes);
        let kind = element.attribute("TYPE").unwrap_or_default();
        let (kind, is_all_in) = match &*kind {
            "HAND_BOARD" => {
                self.next_street(element, nodes)?;
                self.pending = Some((Pending::Board, CardList::EMPTY));
                return Ok(());
            }
            "HAND_DEAL" => {
                let seat = self.seat(element, nodes)?;
                if !self.dealt.contains(&seat) {
                    self.dealt.push(seat);
                }
                self.pending = Some((Pending::Deal(seat), CardList::EMPTY));
                return Ok(());
            }
            "CHANGECARD" => {
                let count = element.attribute("COUNT").and_then(|count| count.parse().ok());
                let count = count.ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
                let seat = self.seat(element, nodes)?;
                self.pending = Some((Pending::Change(seat, count), CardList::EMPTY));
                return Ok(());
            }
            "HAND_BLINDS" => return self.blind(element, added?.unwrap_or(0), nodes),
            "HAND_ANTE" => {
                let ante = added.clone()?;
                self.hand.stakes.ante = self.hand.stakes.ante.max(ante);
                (ActionKind::PostAnte, false)
            }
            "ACTION_FOLD" => (ActionKind::Fold, false),
            "ACTION_CHECK" => (ActionKind::Check, false),
            "ACTION_CALL" => (ActionKind::Call, false),
            "ACTION_BET" => (ActionKind::Bet, false),
            "ACTION_RAISE" => (ActionKind::Raise, false),
            "ACTION_ALLIN" => (ActionKind::Raise, true),
            _ if added.clone()?.unwrap_or(0) == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        let seat = self.seat(element, nodes)?;
        self.push(seat, kind, added?.unwrap_or(0), is_all_in);
        Ok(())
    }

    fn push(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool) {
        let (street, amount, is_capped) = (self.street, Amount::Added(added), false);
        let cards = CardList::EMPTY;
        self.hand.actions.push(Action { street, seat, kind, amount, is_all_in, is_capped, cards });
        self.hand.last_street = self.hand.last_street.max(street);
    }

    fn blind(
        &mut self,
        element: &Element<'_>,
        added: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element, nodes)?;
        let kind = match &*element.attribute("KIND").unwrap_or_default() {
            "HAND_SB" => ActionKind::PostSmallBlind,
            "HAND_BB" => ActionKind::PostBigBlind,
            "HAND_DSB" => ActionKind::PostDead,
            "HAND_AB" => {
                let big_blind = self.hand.stakes.big_blind.unwrap_or(added).min(added);
                if added > big_blind {
                    self.push(seat, ActionKind::PostDead, added - big_blind, false);
                }
                self.push(seat, ActionKind::PostBigBlind, big_blind, false);
                return Ok(());
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        self.push(seat, kind, added, false);
        Ok(())
    }

    /// A board begins a street; in a draw game an element without cards does.
    fn next_street(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        self.street = match &*element.attribute("VALUE").unwrap_or_default() {
            "BOARD_FLOP" => Street(1),
            "BOARD_TURN" => Street(2),
            "BOARD_RIVER" => Street(3),
            "" if self.hand.game.family() == GameFamily::Draw => {
                Street((self.street.0 + 1).min(self.hand.game.streets() - 1))
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        self.hand.last_street = self.hand.last_street.max(self.street);
        self.first_pot = self.first_pot.or(element.amount("POT", self.hand.scale, nodes)?);
        Ok(())
    }

    fn card(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let link = element.attribute("LINK").unwrap_or_default();
        let Some((_, cards)) = &mut self.pending else { return Ok(()) };
        // A back, or an empty number in place of one.
        if matches!(&*link, "b" | "B" | "") {
            return Ok(());
        }
        let card = link.parse().ok().and_then(card_of);
        if card.is_some_and(|card| cards.push(card)) {
            Ok(())
        } else {
            Err(nodes.error(ParseErrorKind::Cards))
        }
    }

    /// Gives the cards of an element that ends to whom they belong.
    fn take_cards(&mut self, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let Some((pending, cards)) = self.pending.take() else { return Ok(()) };
        match pending {
            Pending::Board if cards.is_empty() => {}
            Pending::Board => self.board(cards, nodes)?,
            Pending::Deal(seat) => self.know(seat, cards, CardsSource::Dealt),
            Pending::Change(seat, count) => {
                let before = self.hand.seats[usize::from(seat)].hole_cards;
                let kind = if count == 0 { ActionKind::StandPat } else { ActionKind::Discard };
                self.push(seat, kind, count, false);
                let gone = before.as_slice().iter().filter(|card| !cards.as_slice().contains(card));
                let mut discarded = CardList::EMPTY;
                discarded.extend(gone.copied());
                if let Some(action) = self.hand.actions.last_mut()
                    && !cards.is_empty()
                    && count > 0
                {
                    action.cards = discarded;
                }
                self.know(seat, cards, CardsSource::Dealt);
            }
            Pending::Result(seat) => self.know(seat, cards, CardsSource::Shown),
            Pending::Nobody => {}
        }
        Ok(())
    }

    fn know(&mut self, seat: u8, cards: CardList, source: CardsSource) {
        if cards.is_empty() {
            return;
        }
        if source == CardsSource::Dealt {
            self.hand.hero = Some(seat);
        }
        let seat = &mut self.hand.seats[usize::from(seat)];
        seat.hole_cards = cards;
        seat.cards_source = seat.cards_source.max(Some(source));
    }

    /// Takes the cards of a board beyond those that are known.
    fn board(&mut self, cards: CardList, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let known = self.hand.board(0);
        let new = cards.as_slice().get(known.len()..);
        let new = new.ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
        let street = self.street;
        let mut list = CardList::EMPTY;
        list.extend(cards.as_slice()[..known.len()].iter().copied());
        if !list.is_empty() {
            self.hand.printed.boards.push(PrintedBoard { run_no: 0, street, cards: list });
        }
        let mut list = CardList::EMPTY;
        list.extend(new.iter().copied());
        self.hand.boards.push(BoardCards { run_no: 0, street, cards: list });
        Ok(())
    }

    fn result(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        self.has_results = true;
        let amount = element.amount("WIN", self.hand.scale, nodes)?.unwrap_or(0);
        let Ok(seat) = self.seat(element, nodes) else {
            // Someone who has left is listed without a name.
            self.pending = Some((Pending::Nobody, CardList::EMPTY));
            return if amount == 0 {
                Ok(())
            } else {
                Err(nodes.error(ParseErrorKind::UnknownPlayer))
            };
        };
        if amount > 0 {
            self.hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
        }
        self.pending = Some((Pending::Result(seat), CardList::EMPTY));
        Ok(())
    }

    fn finish(&mut self) {
        let small_blind =
            self.hand.actions.iter().find(|act| act.kind == ActionKind::PostSmallBlind);
        let button = match self.dealt.len() {
            2 => small_blind.map(|post| post.seat),
            _ => self.dealt.last().copied(),
        };
        if self.hand.button_seat.is_none() {
            self.hand.button_seat = button.map(|seat| self.hand.seats[usize::from(seat)].seat);
        }
        cap_blinds(self.hand);
        unknown_stacks::mark(self.hand);
        readings::resolve(self.hand, &[Reading::To, Reading::Added]);
        if let Some(pot) = self.first_pot {
            antes::infer(self.hand, &self.dealt, pot);
        }
    }
}

/// A blind is printed whole, also where its poster has less.
fn cap_blinds(hand: &mut Hand) {
    for at in 0..hand.actions.len() {
        let post = hand.actions[at];
        let is_blind = matches!(post.kind, ActionKind::PostSmallBlind | ActionKind::PostBigBlind);
        let before = hand.actions[..at].iter().filter(|other| other.seat == post.seat);
        let before = before.fold(0_i64, |sum, other| sum.saturating_add(other.amount.printed()));
        let left = hand.seats[usize::from(post.seat)].starting_stack.saturating_sub(before);
        if is_blind && left > 0 && post.amount.printed() > left {
            hand.actions[at].amount = Amount::Added(left);
            hand.actions[at].is_all_in = true;
        }
    }
}

/// The card of a number: ace to king, of diamonds, clubs, hearts and spades.
fn card_of(link: u8) -> Option<Card> {
    const SUITS: [u8; 4] = [1, 0, 2, 3];
    let suit = *SUITS.get(usize::from(link / 13))?;
    let rank = link % 13 + 1;
    Card::new(if rank == 1 { 14 } else { rank }, suit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_another_card() {
        let text = |link| card_of(link).map(Card::ascii);
        assert_eq!(text(0), Some(*b"Ad"));
        assert_eq!(text(14), Some(*b"2c"));
        assert_eq!(text(38), Some(*b"Kh"));
        assert_eq!(text(51), Some(*b"Ks"));
        assert_eq!(text(52), None);
    }
}
