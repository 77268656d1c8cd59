//! One game: seats, actions, cards and payments.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Street;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, Seat, SeatTotal,
    SidePayment, SidePaymentKind,
};

use super::{header, posts};
use crate::inferred::readings::{self, Reading};
use crate::inferred::{fixed_bets, lone_pot, scales};
use crate::syntax::xml::{Element, Node, Nodes, is_cut};

/// Reads one game, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |scale, hand| read_at(span, scale, hand))
}

fn read_at(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    hand.rules = &super::RULES;
    let mut nodes = Nodes::new(span.text, span.at);
    let (pending, owner, newcomers) = (None, None, Vec::new());
    let (street, is_paying) = (Street::FIRST, false);
    let (posts, has_version) = (None, false);
    let mut game = Game {
        hand,
        least_scale,
        street,
        pending,
        is_paying,
        owner,
        newcomers,
        posts,
        has_version,
    };
    loop {
        match game.step(&mut nodes) {
            Ok(true) => {}
            Ok(false) => break,
            // The table's name may follow the game.
            Err(_) if is_cut(span) && !span.text.contains("</Game>") => {
                return Err(nodes.truncated());
            }
            Err(error) => return Err(error),
        }
    }
    game.finish();
    Ok(())
}

/// Whose cards are being read.
enum Pending {
    Board,
    Seat(u8, CardsSource),
}

struct Game<'h> {
    hand: &'h mut Hand,
    least_scale: u8,
    street: Street,
    pending: Option<(Pending, CardList)>,
    /// Set within the payments.
    is_paying: bool,
    /// The seat number of the file's owner.
    owner: Option<u8>,
    /// The seats that posted to play.
    newcomers: Vec<u8>,
    /// The number of actions before the deal.
    posts: Option<usize>,
    /// Whether the document names the version of its form.
    has_version: bool,
}

impl Game<'_> {
    /// Reads the next node; false at the end of the game.
    fn step(&mut self, nodes: &mut Nodes<'_>) -> Result<bool, ParseError> {
        match nodes.next()? {
            Some(Node::Start(element)) => self.start(&element, nodes)?,
            Some(Node::End("Action")) => {
                self.take_cards();
                self.is_paying = false;
            }
            Some(Node::End("Game")) => return Ok(false),
            Some(Node::End(_) | Node::Text(_)) => {}
            None => return Err(nodes.truncated()),
        }
        Ok(true)
    }

    fn start(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        match element.name() {
            "Game" => {
                header::read(element, nodes, self.least_scale, self.hand)?;
                let owner = element.attribute("playerseat").and_then(|seat| seat.parse().ok());
                self.owner = owner.filter(|seat| *seat > 0);
                self.has_version = element.attribute("hhversion").is_some();
                // In cents, unless it has decimals.
                let rake = element.attribute("rake").filter(|rake| !rake.is_empty());
                let rake = match rake {
                    Some(rake) if !rake.contains(['.', ',']) && self.hand.scale == 2 => {
                        Some(rake.parse().map_err(|_| nodes.error(ParseErrorKind::Amount))?)
                    }
                    _ => element.amount("rake", self.hand.scale, nodes)?,
                };
                self.hand.printed.rake = rake;
                Ok(())
            }
            "Seat" if self.is_paying => self.payment(element, nodes),
            "Seat" => self.seat_line(element, nodes),
            "Action" => self.action(element, nodes),
            "Card" => self.card(element, nodes),
            _ => Ok(()),
        }
    }

    fn seat_line(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let name = element.attribute("alias").unwrap_or_default();
        let number = element.attribute("num").and_then(|number| number.parse().ok());
        let is_true = |name: &str| element.attribute(name).is_some_and(|value| value == "true");
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: element.amount("balance", self.hand.scale, nodes)?.unwrap_or(0),
            is_sitting_out: is_true("sittingout"),
            ..Seat::default()
        };
        if is_true("dealer") {
            self.hand.button_seat = Some(seat.seat);
        }
        if !push_seat(self.hand, seat, &name) {
            return Err(nodes.error(ParseErrorKind::Seats));
        }
        let index = self.hand.seats.len() as u8 - 1;
        if self.owner == Some(seat.seat) {
            self.hand.hero = Some(index);
        }
        let ending_stack = element.amount("endbalance", self.hand.scale, nodes)?;
        if ending_stack.is_some() {
            let total = SeatTotal { seat: index, ending_stack, ..SeatTotal::default() };
            self.hand.printed.seat_totals.push(total);
        }
        Ok(())
    }

    /// The seat whose number is in an attribute.
    fn seat(&self, element: &Element<'_>, name: &str, nodes: &Nodes<'_>) -> Result<u8, ParseError> {
        let number: Option<u8> = element.attribute(name).and_then(|number| number.parse().ok());
        let seat = number.and_then(|number| self.hand.seat_index(number));
        seat.ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))
    }

    fn payment(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let seat = self.seat(element, "num", nodes)?;
        let amount = element.amount("amount", self.hand.scale, nodes)?.unwrap_or(0);
        if amount > 0 {
            let pot = element.pot();
            self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        }
        Ok(())
    }

    fn action(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let kind = element.attribute("type").unwrap_or_default();
        let added = element.amount("value", self.hand.scale, nodes)?.unwrap_or(0);
        let (kind, is_all_in) = match &*kind {
            "Win" => {
                self.is_paying = true;
                return Ok(());
            }
            "DealFlop" | "DealTurn" | "DealRiver" => {
                self.street = Street(match &*kind {
                    "DealFlop" => 1,
                    "DealTurn" => 2,
                    _ => 3,
                });
                self.hand.last_street = self.hand.last_street.max(self.street);
                self.pending = Some((Pending::Board, CardList::EMPTY));
                return Ok(());
            }
            "DealCards" | "ShowCards" => {
                let seat = self.seat(element, "seat", nodes)?;
                let is_deal = kind == "DealCards";
                if is_deal {
                    self.posts.get_or_insert(self.hand.actions.len());
                }
                let source = if is_deal { CardsSource::Dealt } else { CardsSource::Shown };
                self.pending = Some((Pending::Seat(seat, source), CardList::EMPTY));
                return Ok(());
            }
            "MuckCards" => {
                let seat = self.seat(element, "seat", nodes)?;
                self.pending = Some((Pending::Seat(seat, CardsSource::Mucked), CardList::EMPTY));
                return Ok(());
            }
            "SmallBlind" => (ActionKind::PostSmallBlind, false),
            "BigBlind" => (ActionKind::PostBigBlind, false),
            "PostedToPlay" => return self.post_to_play(element, added, nodes),
            "Ante" => {
                self.hand.stakes.ante = self.hand.stakes.ante.max(Some(added));
                (ActionKind::PostAnte, false)
            }
            "Fold" => (ActionKind::Fold, false),
            "Check" => (ActionKind::Check, false),
            "Call" => (ActionKind::Call, false),
            // Before the flop a bet raises the blind, whatever it is called.
            "Bet" if self.street == Street::FIRST => (ActionKind::Raise, false),
            "Bet" => (ActionKind::Bet, false),
            "Raise" => (ActionKind::Raise, false),
            "AllIn" => (ActionKind::Raise, true),
            "MoneyReturned" => {
                let seat = self.seat(element, "seat", nodes)?;
                self.hand.uncalled.push((seat, added));
                return Ok(());
            }
            "BadBeatContribution" => {
                let seat = self.seat(element, "seat", nodes)?;
                let (kind, amount) = (SidePaymentKind::Jackpot, -added);
                self.hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
                return Ok(());
            }
            // The value is the player's time to reconnect.
            "Disconnect" => return Ok(()),
            _ if added == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        let seat = self.seat(element, "seat", nodes)?;
        self.push(seat, kind, added, is_all_in);
        Ok(())
    }

    fn post_to_play(
        &mut self,
        element: &Element<'_>,
        added: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element, "seat", nodes)?;
        let live = self.hand.stakes.big_blind.unwrap_or(added).min(added);
        if added > live {
            self.push(seat, ActionKind::PostDead, added - live, false);
        }
        let is_small = self.hand.stakes.small_blind == Some(live);
        let kind = if is_small { ActionKind::PostSmallBlind } else { ActionKind::PostBigBlind };
        self.push(seat, kind, live, false);
        self.newcomers.push(seat);
        Ok(())
    }

    fn push(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        self.hand.actions.push(Action { is_all_in, ..action });
    }

    fn card(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let Some((_, cards)) = &mut self.pending else { return Ok(()) };
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let text = [field("value"), field("suit")].concat();
        let card = Card::read(text.as_bytes()).filter(|(_, len)| *len == text.len());
        if card.is_some_and(|(card, _)| cards.push(card)) {
            Ok(())
        } else {
            Err(nodes.error(ParseErrorKind::Cards))
        }
    }

    /// Assigns the cards of an action that ends to their owner.
    fn take_cards(&mut self) {
        let Some((pending, cards)) = self.pending.take() else { return };
        match pending {
            _ if cards.is_empty() => {}
            Pending::Board => {
                self.hand.boards.push(BoardCards { run_no: 0, street: self.street, cards });
            }
            Pending::Seat(index, source) => {
                if source == CardsSource::Dealt {
                    self.hand.hero = Some(index);
                }
                self.hand.record_hole_cards(index, cards, source);
            }
        }
    }

    fn finish(&mut self) {
        let hand = &mut *self.hand;
        lone_pot::rename(hand);
        posts::resolve_all_ins(hand, self.posts);
        fixed_bets::infer_small_blind(hand);
        let (usual, other) = if self.has_version {
            (Reading::Added, Reading::To)
        } else {
            (Reading::To, Reading::Added)
        };
        readings::resolve_by_payments(hand, usual, other);
        for seat in &self.newcomers {
            posts::add_dead_blind(hand, *seat);
        }
        hand.is_cancelled = is_unplayed(hand);
        let are_all_printed = hand.printed.seat_totals.len() == hand.seats.len();
        let Some(rake) = hand.printed.rake.filter(|_| are_all_printed) else { return };
        if hand.kind == Kind::Tournament {
            return;
        }
        // What left the table beyond the rake went to a jackpot.
        let before =
            hand.seats.iter().fold(0_i64, |sum, seat| sum.saturating_add(seat.starting_stack));
        let ends = hand.printed.seat_totals.iter().filter_map(|total| total.ending_stack);
        let after = ends.fold(0_i64, i64::saturating_add);
        let jackpot =
            hand.side_payments.iter().fold(0, |sum: i64, paid| sum.saturating_sub(paid.amount));
        let fees = before.saturating_sub(after).saturating_sub(rake).saturating_sub(jackpot);
        hand.printed.fees = Some(fees).filter(|fees| *fees > 0);
    }
}

/// Whether no one put anything in and all stacks are unchanged: the site cancelled the hand.
fn is_unplayed(hand: &Hand) -> bool {
    let totals = &hand.printed.seat_totals;
    let is_same = |total: &SeatTotal| {
        total.ending_stack == Some(hand.seats[usize::from(total.seat)].starting_stack)
    };
    hand.actions.iter().all(|action| action.amount.printed() == 0)
        && hand.collected.is_empty()
        && hand.side_payments.is_empty()
        && totals.len() == hand.seats.len()
        && totals.iter().all(is_same)
}
