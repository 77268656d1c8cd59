//! The actions of PHH: cards dealt, bets, draws and the showdown, one line each.

use std::fmt::Write as _;

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{GameFamily, Street};
use handlab_core::chips;
use handlab_core::hand::{Action, ActionKind, CardsPlace, PrintedCards};

use super::Writer;

impl Writer<'_> {
    pub(super) fn actions(&self, out: &mut String) {
        let hand = self.hand;
        let mut lines = Vec::new();
        for (place, seat) in self.order.iter().enumerate() {
            lines.push(format!("d dh p{} {}", place + 1, self.first_cards(*seat)));
        }
        let mut street = Street::FIRST;
        let mut drawn = Vec::new();
        for (action, state) in hand.actions.iter().zip(&self.replay.actions) {
            let is_draw = matches!(action.kind, ActionKind::Discard | ActionKind::StandPat);
            let is_kept =
                action.kind.is_decision() || action.kind == ActionKind::BringIn || is_draw;
            let Some(number) = self.number(action.seat).filter(|_| is_kept) else { continue };
            // All seats discard before anyone receives new cards.
            if !is_draw || action.street != street {
                self.deal_drawn(&mut drawn, &mut lines);
            }
            self.deal(&mut street, action.street, &mut lines);
            let mut line = format!("p{number} ");
            match action.kind {
                ActionKind::Fold => line.push('f'),
                ActionKind::BringIn => line.push_str("pb"),
                ActionKind::StandPat => line.push_str("sd"),
                ActionKind::Discard => {
                    drawn.push(action);
                    let count = action.amount.printed().clamp(0, 9) as usize;
                    let unknown = count.saturating_sub(action.cards.len());
                    let _ = write!(line, "sd {}{}", action.cards, "??".repeat(unknown));
                }
                ActionKind::Check | ActionKind::Call => line.push_str("cc"),
                _ => {
                    line.push_str("cbr ");
                    chips::append_to(&mut line, state.street_total, hand.scale);
                }
            }
            lines.push(line);
        }
        self.deal_drawn(&mut drawn, &mut lines);
        self.deal(&mut street, hand.last_street, &mut lines);
        self.showdown(&mut lines);
        out.push_str("actions = [\n");
        for line in lines {
            let _ = writeln!(out, "  '{line}',");
        }
        out.push_str("]\n");
    }

    /// What a seat is dealt first: in stud two cards down and one up, in draw games what it held before its first draw.
    fn first_cards(&self, seat: usize) -> String {
        let hand = self.hand;
        if hand.game.family() == GameFamily::Stud {
            return (0..3).map(|index| self.stud_card(seat, index)).collect();
        }
        let cards = match hand.game.family() {
            GameFamily::Draw => self.hand_at(seat, Street::FIRST),
            _ => hand.seats[seat].hole_cards,
        };
        let missing = hand.game.hole_cards().saturating_sub(cards.len());
        format!("{cards}{}", "??".repeat(missing))
    }

    /// The cards of a seat in a draw game on a street; empty if they are unknown, or do not lead to those that it has
    /// at the end.
    fn hand_at(&self, seat: usize, street: Street) -> CardList {
        let hand = self.hand;
        let draws = hand.actions.iter().filter(|action| {
            usize::from(action.seat) == seat && action.kind == ActionKind::Discard
        });
        let dealt = |street: Street| {
            let of_seat = |cards: &&PrintedCards| {
                usize::from(cards.seat) == seat
                    && (cards.place, cards.street) == (CardsPlace::Dealt, street)
            };
            hand.printed.cards.iter().rev().find(of_seat).map_or(CardList::EMPTY, |of| of.cards)
        };
        let whole = hand.game.hole_cards();
        if draws.clone().next().is_none() {
            let cards = hand.seats[seat].hole_cards;
            return if cards.len() == whole { cards } else { CardList::EMPTY };
        }
        let is_known = draws.clone().all(|draw| {
            let count = usize::try_from(draw.amount.printed()).unwrap_or(usize::MAX);
            draw.cards.len() == count && dealt(draw.street).len() == whole
        });
        let last = draws.clone().map(|draw| draw.street).filter(|of| *of <= street).max();
        let cards = dealt(last.unwrap_or(Street::FIRST));
        if is_known && dealt(Street::FIRST).len() == whole { cards } else { CardList::EMPTY }
    }

    /// A stud seat's card by its index in dealing order; `??` if unknown.
    fn stud_card(&self, seat: usize, index: usize) -> String {
        let cards = self.hand.seats[seat].hole_cards;
        let last = self.replay.seats[seat].folded_street.unwrap_or(self.hand.last_street);
        let count = 3 + usize::from(last.0.min(4));
        let up = (count - 2).min(4);
        let place = match cards.len() {
            len if len == count => Some(index),
            // Of opponents only the up cards are seen: not the first two, nor the last.
            len if len == up => index.checked_sub(2).filter(|place| *place < up),
            _ => None,
        };
        let card = place.and_then(|place| cards.as_slice().get(place));
        card.map_or_else(|| "??".to_owned(), ToString::to_string)
    }

    /// Deals new cards to all who have discarded.
    fn deal_drawn(&self, drawn: &mut Vec<&Action>, lines: &mut Vec<String>) {
        for draw in drawn.drain(..) {
            let Some(number) = self.number(draw.seat) else { continue };
            let seat = usize::from(draw.seat);
            let mut new = CardList::EMPTY;
            let now = self.hand_at(seat, draw.street);
            let before = self.hand_at(seat, Street(draw.street.0.saturating_sub(1)));
            let is_new = |card: &&Card| !before.as_slice().contains(card);
            new.extend(now.as_slice().iter().filter(is_new).copied());
            let count = draw.amount.printed().clamp(0, 9) as usize;
            let unknown = count.saturating_sub(new.len());
            lines.push(format!("d dh p{number} {new}{}", "??".repeat(unknown)));
        }
    }

    /// Deals what comes after `street` up to `to`: boards, or in stud a card to each seat still in.
    fn deal(&self, street: &mut Street, to: Street, lines: &mut Vec<String>) {
        let family = self.hand.game.family();
        if family == GameFamily::Draw {
            *street = (*street).max(to);
            return;
        }
        while *street < to && street.0 < self.hand.game.streets() - 1 {
            *street = Street(street.0 + 1);
            if family == GameFamily::Stud {
                for (place, seat) in self.order.iter().enumerate() {
                    let folded = self.replay.seats[*seat].folded_street;
                    if folded.is_none_or(|folded| folded >= *street) {
                        let card = self.stud_card(*seat, 2 + usize::from(street.0));
                        lines.push(format!("d dh p{} {card}", place + 1));
                    }
                }
            }
            let boards = self.hand.boards.iter().filter(|board| board.street == *street);
            for board in boards.filter(|board| !board.cards.is_empty()) {
                lines.push(format!("d db {}", board.cards));
            }
        }
    }

    /// Shows the known cards of the contenders, starting with the last to bet on the last street.
    fn showdown(&self, lines: &mut Vec<String>) {
        if self.replay.contenders() < 2 {
            return;
        }
        let hand = self.hand;
        let mut bets = hand.actions.iter().filter(|action| {
            action.street == Street(hand.game.streets() - 1)
                && matches!(action.kind, ActionKind::Bet | ActionKind::Raise)
        });
        let last = bets.next_back().and_then(|action| self.number(action.seat));
        let start = last.map_or(0, |number| number - 1);
        for step in 0..self.order.len() {
            let place = (start + step) % self.order.len();
            let seat = self.order[place];
            if self.replay.seats[seat].is_in() {
                let cards = hand.seats[seat].hole_cards;
                let is_paid = self.audit.seats[seat].won > 0;
                // Up cards alone are not shown at the end of a stud hand: they were seen before.
                let is_part = hand.game.family() == GameFamily::Stud && cards.len() < 7;
                let has_mucked = hand.actions.iter().any(|action| {
                    usize::from(action.seat) == seat && action.kind == ActionKind::Muck
                });
                // Without cards a player mucks, and can win nothing.
                let shown = match is_part || cards.is_empty() {
                    true if is_paid => "??".repeat(hand.game.hole_cards()),
                    false if is_paid || !has_mucked => cards.to_string(),
                    _ => String::new(),
                };
                lines.push(format!("p{} sm {shown}", place + 1).trim_end().to_owned());
            }
        }
    }
}
