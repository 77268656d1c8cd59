//! What the XML and JSON forms of a hand share: words, card numbers, and the order of events.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::dialect::text::push_seat;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Hand, PrintedBoard, Seat,
};

use crate::inferred::readings::{self, Reading};
use crate::inferred::{fixed_bets, unknown_stacks};

/// The game that a word names, and whether its pots are split.
pub(crate) fn game_of(word: &str) -> Option<(Game, bool)> {
    Some(match word {
        "GAME_THM" => (Game::Holdem, false),
        "GAME_OMA" | "GAME_OMATU" => (Game::Omaha, false),
        "GAME_OMAHL" => (Game::Omaha, true),
        "GAME_FCD" => (Game::FiveCardDraw, false),
        _ => return None,
    })
}

/// A decision, and whether the word says that the seat is all-in.
pub(crate) fn decision(word: &str) -> Option<(ActionKind, bool)> {
    Some(match word {
        "ACTION_FOLD" => (ActionKind::Fold, false),
        "ACTION_CHECK" => (ActionKind::Check, false),
        "ACTION_CALL" => (ActionKind::Call, false),
        "ACTION_BET" => (ActionKind::Bet, false),
        "ACTION_RAISE" => (ActionKind::Raise, false),
        "ACTION_ALLIN" => (ActionKind::Raise, true),
        _ => return None,
    })
}

/// Whether the seat is empty.
pub(crate) fn is_nobody(name: &str, state: &str) -> bool {
    name.is_empty() || matches!(state, "STATE_EMPTY" | "STATE_RESERVED")
}

/// A hand being filled, from its first action on.
pub(crate) struct Play<'h> {
    pub(crate) hand: &'h mut Hand,
    pub(crate) street: Street,
    /// The seats in the order in which they were dealt cards.
    pub(crate) dealt: Vec<u8>,
}

impl Play<'_> {
    pub(crate) fn new(hand: &mut Hand) -> Play<'_> {
        Play { hand, street: Street::FIRST, dealt: Vec::new() }
    }

    /// Seats a player; `dealer` is `Y` for the button. False if there is no room.
    pub(crate) fn sit(&mut self, seat: Seat, name: &str, state: &str, dealer: &str) -> bool {
        // A player without chips has left; cards are still dealt to the seat and folded.
        let is_sitting_out = state == "STATE_SITOUT" || seat.starting_stack == 0;
        if dealer == "Y" {
            self.hand.button_seat = Some(seat.seat);
        }
        push_seat(self.hand, Seat { is_sitting_out, ..seat }, name)
    }

    pub(crate) fn push(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        self.hand.actions.push(Action { is_all_in, ..action });
        self.hand.last_street = self.hand.last_street.max(self.street);
    }

    /// Posts a blind; returns the dead part, or `None` if the kind is unknown.
    pub(crate) fn blind(&mut self, seat: u8, kind: &str, added: i64) -> Option<i64> {
        let (kind, dead) = match kind {
            "HAND_SB" => (ActionKind::PostSmallBlind, 0),
            "HAND_BB" => (ActionKind::PostBigBlind, 0),
            "HAND_DSB" => (ActionKind::PostDead, added),
            "HAND_AB" => {
                let big_blind = self.hand.stakes.big_blind.unwrap_or(added).min(added);
                if added > big_blind {
                    self.push(seat, ActionKind::PostDead, added - big_blind, false);
                }
                self.push(seat, ActionKind::PostBigBlind, big_blind, false);
                return Some(added - big_blind);
            }
            _ => return None,
        };
        self.push(seat, kind, added, false);
        Some(dead)
    }

    pub(crate) fn ante(&mut self, seat: u8, added: i64) {
        self.hand.stakes.ante = self.hand.stakes.ante.max(Some(added));
        self.push(seat, ActionKind::PostAnte, added, false);
    }

    /// A board begins a street; in a draw game an element without cards does. False if the street is unknown.
    pub(crate) fn next_street(&mut self, board: &str) -> bool {
        self.street = match board {
            "BOARD_FLOP" => Street(1),
            "BOARD_TURN" => Street(2),
            "BOARD_RIVER" => Street(3),
            "" if self.hand.game.family() == GameFamily::Draw => {
                Street((self.street.0 + 1).min(self.hand.game.streets() - 1))
            }
            _ => return false,
        };
        self.hand.last_street = self.hand.last_street.max(self.street);
        true
    }

    pub(crate) fn deal(&mut self, seat: u8) {
        if !self.dealt.contains(&seat) {
            self.dealt.push(seat);
        }
    }

    pub(crate) fn know(&mut self, seat: u8, cards: CardList, source: CardsSource) {
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

    /// A seat exchanges `count` cards and then holds `cards`.
    pub(crate) fn change(&mut self, seat: u8, count: i64, cards: CardList) {
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

    /// Takes the cards of a board beyond those already known; false if there are fewer.
    pub(crate) fn board(&mut self, cards: CardList) -> bool {
        let known = self.hand.board(0);
        let Some(new) = cards.as_slice().get(known.len()..) else { return false };
        let street = self.street;
        let mut list = CardList::EMPTY;
        list.extend(cards.as_slice()[..known.len()].iter().copied());
        if !list.is_empty() {
            self.hand.printed.boards.push(PrintedBoard { run_no: 0, street, cards: list });
        }
        let mut list = CardList::EMPTY;
        list.extend(new.iter().copied());
        self.hand.boards.push(BoardCards { run_no: 0, street, cards: list });
        true
    }

    /// Resolves what only the whole hand shows: the button, what a blind consists of, and what the amounts mean.
    pub(crate) fn finish(&mut self) {
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
        fixed_bets::infer_small_blind(self.hand);
        unknown_stacks::mark(self.hand);
        readings::resolve(self.hand, &[Reading::To, Reading::Added]);
    }
}

/// A blind is printed in full even if its poster has less.
fn cap_blinds(hand: &mut Hand) {
    let mut left: Vec<i64> = hand.seats.iter().map(|seat| seat.starting_stack).collect();
    for action in &mut hand.actions {
        let left = &mut left[usize::from(action.seat)];
        let is_blind = matches!(action.kind, ActionKind::PostSmallBlind | ActionKind::PostBigBlind);
        if is_blind && *left > 0 && action.amount.printed() > *left {
            action.amount = Amount::Added(*left);
            action.is_all_in = true;
        }
        *left = left.saturating_sub(action.amount.printed());
    }
}

/// Adds the card with a number; false if the number is invalid or there are too many cards.
pub(crate) fn push_card(cards: &mut CardList, link: &str) -> bool {
    // A back, or an empty number in place of one.
    if matches!(link, "b" | "B" | "") {
        return true;
    }
    link.parse().ok().and_then(card_of).is_some_and(|card| cards.push(card))
}

/// The card with a number: ace to king, of diamonds, clubs, hearts and spades.
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
    fn every_word_of_a_game_is_known() {
        assert_eq!(game_of("GAME_OMATU"), Some((Game::Omaha, false)));
        assert_eq!(game_of("GAME_OMAHL"), Some((Game::Omaha, true)));
        assert_eq!(game_of("GAME_SCS"), None);
    }

    #[test]
    fn every_number_is_a_different_card() {
        let text = |link| card_of(link).map(Card::ascii);
        assert_eq!(text(0), Some(*b"Ad"));
        assert_eq!(text(14), Some(*b"2c"));
        assert_eq!(text(38), Some(*b"Kh"));
        assert_eq!(text(51), Some(*b"Ks"));
        assert_eq!(text(52), None);
    }
}
