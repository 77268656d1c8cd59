//! One game: its header, players, rounds, cards and winners.

use handlab_cards::card::CardList;
use handlab_cards::game::{GameFamily, Street};
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, BoardCards, CardsPlace, CardsSource, Collected, Hand, Kind, PotName,
    PrintedBoard, PrintedCards, Seat, Text, Tournament,
};
use handlab_core::money::Currency;

use super::description::{self, Fault};
use crate::inferred::readings::{self, Reading};
use crate::inferred::{fixed_bets, lone_pot, scales, short_blinds};
use crate::syntax::xml::{Element, Node, Nodes, first_element, is_cut};

/// Raises are printed as totals from this second on.
const TOTALS_SINCE: &str = "20100908000000";

/// Reads one game, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |scale, hand| read_at(span, scale, hand))
}

fn read_at(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    hand.rules = &super::RULES;
    let header = first_element(span.text);
    description::read(span.preamble, header.as_ref(), least_scale, hand).map_err(|fault| {
        let kind = match fault {
            Fault::Missing => ParseErrorKind::Header(
                span.text.split_inclusive('>').next().unwrap_or_default().to_owned(),
            ),
            Fault::UnknownGame(text) => ParseErrorKind::UnknownGame(text),
        };
        ParseError::new(kind, span.at)
    })?;
    let has_version =
        first_element(span.preamble).is_some_and(|found| found.attribute("version").is_some());
    let has_stakes = hand.stakes.big_blind.is_some();
    let mut nodes = Nodes::new(span.text, span.at);
    let mut game =
        Game { hand, street: Street::FIRST, is_posting: false, is_over: false, has_winner: false };
    loop {
        match game.step(&mut nodes) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) if is_cut(span) => return Err(nodes.truncated()),
            Err(error) => return Err(error),
        }
    }
    game.finish(has_version, has_stakes);
    Ok(())
}

pub(super) struct Game<'h> {
    pub(super) hand: &'h mut Hand,
    pub(super) street: Street,
    /// Set in the round of blinds and antes.
    pub(super) is_posting: bool,
    /// Set once all but one have folded, or someone has asked to see undealt cards.
    pub(super) is_over: bool,
    has_winner: bool,
}

impl Game<'_> {
    /// Reads the next node; false at the end of the game.
    fn step(&mut self, nodes: &mut Nodes<'_>) -> Result<bool, ParseError> {
        match nodes.next()? {
            Some(Node::Start(element)) => self.start(&element, nodes)?,
            Some(Node::End("game")) => return Ok(false),
            Some(Node::End(_) | Node::Text(_)) => {}
            // Excerpts end after their winners: such a hand counts if its money adds up.
            None if self.has_winner => {
                self.hand.is_open = true;
                return Ok(false);
            }
            None => return Err(nodes.truncated()),
        }
        Ok(true)
    }

    fn start(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        match element.name() {
            "game" => self.header(element, nodes),
            "players" => {
                let dealer = element.attribute("dealer").and_then(|seat| seat.parse().ok());
                self.hand.button_seat = dealer;
                Ok(())
            }
            "player" => self.player(element, nodes),
            "round" => self.round(element, nodes),
            "event" => self.event(element, nodes),
            "cards" => self.cards(element, nodes),
            "winner" => self.winner(element, nodes),
            _ => Ok(()),
        }
    }

    fn header(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let hand = &mut *self.hand;
        hand.hand_id = hand.push_text(&field("id"));
        hand.started_raw = hand.push_text(&field("starttime"));
        hand.max_seats = field("seats").parse().ok().filter(|seats| *seats > 0);
        if field("realmoney") == "false" && hand.kind == Kind::Cash {
            (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
        }
        // `date|name|number|game|flag`; in 2010 between colons, which a name may contain too.
        let data = field("data");
        let mark = if data.contains('|') { '|' } else { ':' };
        let inner = data.split_once(mark).map_or("", |(_, rest)| rest);
        let mut last = inner.rsplitn(4, mark);
        let number = last.nth(2).unwrap_or_default();
        let name = last.next().unwrap_or_default();
        hand.table_name = hand.push_text(name.trim());
        if hand.kind == Kind::Tournament {
            // The number may stand after the name too: the tournament's, then the table's.
            let name = name.trim();
            let bare = name.strip_suffix(')').and_then(|name| name.strip_suffix(number));
            let name = bare.and_then(|name| name.strip_suffix(" (")).unwrap_or(name);
            let number = number.split('-').next().unwrap_or_default();
            let tournament_id = hand.push_text(number);
            // In a text whose parts are separated by colons, a name has none.
            let name = hand.push_text(&name.replace("%3A", ":"));
            let mut tournament = Tournament { tournament_id, name, ..Tournament::default() };
            (tournament.currency, tournament.scale) = (Currency::USD, 2);
            let amount = |name: &str| element.amount(name, tournament.scale, nodes);
            tournament.buy_in = amount("buyIn")?;
            tournament.bounty = amount("bounty")?.filter(|bounty| *bounty > 0);
            hand.tournament = Some(tournament);
        }
        Ok(())
    }

    fn player(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let name = element.attribute("nickname").unwrap_or_default();
        let number = element.attribute("seat").and_then(|number| number.parse().ok());
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: element.amount("balance", self.hand.scale, nodes)?.unwrap_or(0),
            is_sitting_out: element.attribute("dealtin").is_some_and(|is_in| is_in == "false"),
            ..Seat::default()
        };
        if push_seat(self.hand, seat, &name) {
            Ok(())
        } else {
            Err(nodes.error(ParseErrorKind::Seats))
        }
    }

    fn round(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let id = element.attribute("id").unwrap_or_default();
        self.is_posting = id == "BLINDS";
        self.is_over |= id == "END_OF_FOLDED_GAME";
        self.street = match &*id {
            "BLINDS" | "BRING_IN" | "PREFLOP" | "PRE_FIRST_DRAW" | "THIRD_STREET" => Street::FIRST,
            "POSTFLOP" | "FIRST_DRAW" | "POST_FIRST_DRAW" | "FOURTH_STREET" => Street(1),
            "POSTTURN" | "SECOND_DRAW" | "POST_SECOND_DRAW" | "FIFTH_STREET" => Street(2),
            "POSTRIVER" | "THIRD_DRAW" | "POST_THIRD_DRAW" | "SIXTH_STREET" => Street(3),
            "SEVENTH_STREET" => Street(4),
            "SHOWDOWN" | "END_OF_GAME" | "END_OF_FOLDED_GAME" | "GAME_CANCELLED" => {
                Street::SHOWDOWN
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        if self.street != Street::SHOWDOWN {
            self.hand.last_street = self.hand.last_street.max(self.street);
        }
        Ok(())
    }

    /// The seat with the element's number.
    pub(super) fn seat(&self, element: &Element<'_>) -> Option<u8> {
        let number: u8 = element.attribute("player")?.parse().ok()?;
        self.hand.seats.iter().position(|seat| seat.seat == number).map(|index| index as u8)
    }

    fn cards(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let text = element.attribute("cards").unwrap_or_default();
        let is_null = text.contains("null");
        let list = if is_null { cards(&text.replace("null", "")) } else { cards(&text) };
        let list = list.ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
        let kind = element.attribute("type").unwrap_or_default();
        if kind == "COMMUNITY" {
            return if self.is_over { Ok(()) } else { self.board(list, nodes) };
        }
        if list.is_empty() {
            return Ok(());
        }
        let seat = self.seat(element).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        let is_stud = self.hand.game.family() == GameFamily::Stud;
        match &*kind {
            "HOLE" => {
                self.hand.hero = Some(seat);
                self.deal_stud(seat, list);
                self.hand.record_hole_cards(seat, list, CardsSource::Dealt);
            }
            "DRAW_DRAWN_CARDS" if is_stud => self.deal_stud(seat, list),
            "DRAW_DRAWN_CARDS" => self.exchange(seat, list),
            "SHOWN" => self.hand.record_hole_cards(seat, list, CardsSource::Shown),
            "MUCKED" => self.hand.record_hole_cards(seat, list, CardsSource::Mucked),
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        }
        Ok(())
    }

    /// Records a seat's cards on a stud street: they show who begins.
    fn deal_stud(&mut self, seat: u8, cards: CardList) {
        if self.hand.game.family() != GameFamily::Stud || self.street == Street::SHOWDOWN {
            return;
        }
        let (place, street) = (CardsPlace::Dealt, self.street);
        let (run_no, name) = (0, Text::default());
        self.hand.printed.cards.push(PrintedCards { seat, place, street, run_no, cards, name });
        if self.hand.hero != Some(seat) {
            self.hand.record_hole_cards(seat, cards, CardsSource::Shown);
        }
    }

    /// Records the hero's hand after a draw, and thereby what they discarded.
    fn exchange(&mut self, seat: u8, cards: CardList) {
        let before = self.hand.seats[usize::from(seat)].hole_cards;
        let mut gone = CardList::EMPTY;
        gone.extend(
            before.as_slice().iter().filter(|card| !cards.as_slice().contains(card)).copied(),
        );
        let street = self.street;
        let discards = self.hand.actions.iter_mut().rev();
        let mut discards = discards.filter(|act| act.street == street && act.seat == seat);
        if let Some(discard) = discards.find(|act| act.kind == ActionKind::Discard)
            && discard.amount.printed() == gone.len() as i64
        {
            discard.cards = gone;
        }
        self.hand.record_hole_cards(seat, cards, CardsSource::Dealt);
    }

    /// Adds the cards of a board beyond those already known.
    fn board(&mut self, cards: CardList, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let known = self.hand.board(0).len();
        let slice = cards.as_slice();
        let (repeated, new) =
            slice.split_at_checked(known).ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
        let (mut repeated_list, mut list) = (CardList::EMPTY, CardList::EMPTY);
        repeated_list.extend(repeated.iter().copied());
        list.extend(new.iter().copied());
        let street = self.street;
        if known > 0 {
            let repeated = PrintedBoard { run_no: 0, street, cards: repeated_list };
            self.hand.printed.boards.push(repeated);
        }
        self.hand.boards.push(BoardCards { run_no: 0, street, cards: list });
        Ok(())
    }

    fn winner(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        self.has_winner = true;
        let amount = element.amount("amount", self.hand.scale, nodes)?;
        let amount = amount.ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
        let seat = self.seat(element).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        if element.attribute("uncalled").is_some_and(|uncalled| uncalled == "true") {
            self.hand.uncalled.push((seat, amount));
            return Ok(());
        }
        let number = element.attribute("potnumber").and_then(|number| number.parse::<u8>().ok());
        let pot = match number {
            Some(number @ 2..) => PotName::Side(number - 1),
            Some(_) => PotName::Main,
            None => PotName::Pot,
        };
        self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        Ok(())
    }

    fn finish(&mut self, has_version: bool, has_stakes: bool) {
        let hand = &mut *self.hand;
        lone_pot::rename(hand);
        if hand.kind == Kind::Tournament && !has_version {
            for at in 0..hand.actions.len() {
                let post = hand.actions[at];
                let is_before = post.kind.is_post() && post.kind != ActionKind::BringIn;
                let stack = &mut hand.seats[usize::from(post.seat)].starting_stack;
                *stack = stack.saturating_add(if is_before { post.amount.printed() } else { 0 });
            }
        }
        name_all_in_posts(hand);
        if !has_stakes && hand.game.family() != GameFamily::Stud {
            short_blinds::resolve(hand);
            fixed_bets::infer(hand);
        }
        let is_old = hand.str(hand.started_raw) < TOTALS_SINCE;
        let readings = [Reading::To, Reading::Added];
        readings::resolve(hand, if is_old { &[Reading::Added] } else { &readings });
    }
}

/// Names the all-ins among the posts anew if there are antes: a seat owes its ante first, and only another's blind is
/// then still missing.
fn name_all_in_posts(hand: &mut Hand) {
    let Some(ante) = hand.stakes.ante else { return };
    let is_blind = |action: &Action| {
        matches!(action.kind, ActionKind::PostSmallBlind | ActionKind::PostBigBlind)
    };
    let mut has_small = false;
    for at in 0..hand.actions.len() {
        let post = hand.actions[at];
        if !is_blind(&post) {
            continue;
        }
        let has_ante = hand
            .actions
            .iter()
            .any(|other| (other.kind, other.seat) == (ActionKind::PostAnte, post.seat));
        if post.is_all_in {
            hand.actions[at].kind = if !has_ante && post.amount.printed() <= ante {
                ActionKind::PostAnte
            } else if has_small {
                ActionKind::PostBigBlind
            } else {
                ActionKind::PostSmallBlind
            };
        }
        has_small |= hand.actions[at].kind == ActionKind::PostSmallBlind;
    }
}
