//! What the next decision of a round faces, after each action.

use super::faces::Faces;
use super::round::Round;
use super::state::ActionState;
use handlab_cards::game::Street;

impl Round {
    /// After a check.
    pub(super) fn face_check(&mut self) {
        if self.street != Street::FIRST && self.raises == 0 {
            self.faces = Faces::CheckedTo;
        }
    }

    /// After a call.
    pub(super) fn face_call(&mut self) {
        if self.street == Street::FIRST && self.raises == 0 {
            self.faces = Faces::Limped;
        }
    }

    /// After a bet or raise of `seat`, which `raises` includes; `state` is the one before it.
    pub(super) fn face_raise(&mut self, seat: u8, state: &ActionState) {
        let is_first_street = self.street == Street::FIRST;
        self.faces = match self.raises.saturating_add(u8::from(is_first_street)) {
            0 | 1 if self.may_cbet == Some(seat) => {
                self.has_cbet = true;
                Faces::Cbet
            }
            0 | 1 if self.previous_aggressor.is_some() && state.aggressor_to_act == Some(true) => {
                Faces::Donk
            }
            0 | 1 => Faces::Bet,
            2 if is_first_street => Faces::Raised,
            2 if state.line.is_check() => Faces::CheckRaise,
            2 => Faces::Raise,
            3 => Faces::ThreeBet,
            4 => Faces::FourBet,
            _ => Faces::FiveBet,
        };
    }

    /// When the next street, `next`, begins.
    pub(super) fn face_nothing(&mut self, next: Street) {
        let is_adjacent = next.0 == self.street.0.saturating_add(1);
        let made = if self.street == Street::FIRST {
            self.aggressor.filter(|_| self.raises > 0)
        } else {
            self.may_cbet.filter(|_| self.has_cbet)
        };
        self.may_cbet = made.filter(|_| is_adjacent);
        (self.has_cbet, self.faces) = (false, Faces::Unopened);
    }
}
