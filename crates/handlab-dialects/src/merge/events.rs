//! The seats' actions.

use handlab_cards::game::GameFamily;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount};

use super::game::Game;
use crate::syntax::xml::{Element, Nodes};

impl Game<'_> {
    pub(super) fn event(
        &mut self,
        element: &Element<'_>,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        self.take_time(element);
        let kind = element.attribute("type").unwrap_or_default();
        let amount = element.amount("amount", self.hand.scale, nodes)?;
        let (kind, is_all_in) = match &*kind {
            "GAME_CANCELLED" => {
                self.hand.is_cancelled = true;
                return Ok(());
            }
            "CHAT" | "PLAYER_OUT" | "LEAVE" | "RECONNECTED" | "DISCONNECTED" | "SIT_IN" => {
                return Ok(());
            }
            "SMALL_BLIND" => (ActionKind::PostSmallBlind, false),
            "BIG_BLIND" | "INITIAL_BLIND" => (ActionKind::PostBigBlind, false),
            "RETURN_BLIND" => return self.return_blind(element, amount.unwrap_or(0), nodes),
            "ANTE" => (ActionKind::PostAnte, false),
            "BRING_IN" => (ActionKind::BringIn, false),
            "SIT_OUT" if !self.is_in(element) => return Ok(()),
            "FOLD" | "SIT_OUT" => (ActionKind::Fold, false),
            "CHECK" if self.seat(element).is_some() && !self.is_in(element) => return Ok(()),
            "CHECK" => (ActionKind::Check, false),
            "CALL" => (ActionKind::Call, false),
            "BET" => (ActionKind::Bet, false),
            "RAISE" | "COMPLETE" => (ActionKind::Raise, false),
            "ALL_IN" if amount.unwrap_or(0) == 0 => return Ok(()),
            "ALL_IN" if self.is_posting => (self.missing_blind(), true),
            "ALL_IN" => (ActionKind::Raise, true),
            "DRAW" => return self.draw(element, nodes),
            "SHOW" => (ActionKind::Show, false),
            "MUCK" => (ActionKind::Muck, false),
            "RABBIT" if amount.unwrap_or(0) == 0 => {
                self.is_over = true;
                return Ok(());
            }
            _ if amount.unwrap_or(0) == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        let seat = self.seat(element).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        let amount = amount.unwrap_or(0);
        match kind {
            ActionKind::PostAnte => {
                self.hand.stakes.ante = self.hand.stakes.ante.max(Some(amount));
            }
            ActionKind::BringIn => self.hand.stakes.bring_in = Some(amount),
            // An all-in may be less than the blind.
            _ if is_all_in => {}
            ActionKind::PostSmallBlind => {
                self.hand.stakes.small_blind = self.hand.stakes.small_blind.or(Some(amount));
            }
            ActionKind::PostBigBlind if self.hand.game.family() != GameFamily::Stud => {
                self.hand.stakes.big_blind = self.hand.stakes.big_blind.or(Some(amount));
            }
            _ => {}
        }
        self.push(seat, kind, amount, is_all_in);
        Ok(())
    }

    /// Takes the time of the first event that has one.
    fn take_time(&mut self, element: &Element<'_>) {
        if self.hand.started_at.is_none()
            && let Some(text) = element.attribute("timestamp")
            && let Ok(millis) = text.parse::<i64>()
        {
            // The hand's time is in whole seconds.
            self.hand.started_at = millis.div_euclid(1000).checked_mul(1_000_000);
        }
    }

    /// Whether the seat that an element names was dealt in.
    fn is_in(&self, element: &Element<'_>) -> bool {
        self.seat(element).is_some_and(|seat| {
            let has_acted = self.hand.actions.iter().any(|action| action.seat == seat);
            has_acted || !self.hand.seats[usize::from(seat)].is_sitting_out
        })
    }

    /// The blind that no one has posted yet.
    fn missing_blind(&self) -> ActionKind {
        let has = |kind| self.hand.actions.iter().any(|action| action.kind == kind);
        match self.hand.game.family() {
            GameFamily::Stud => ActionKind::PostAnte,
            _ if has(ActionKind::PostSmallBlind) => ActionKind::PostBigBlind,
            _ => ActionKind::PostSmallBlind,
        }
    }

    fn return_blind(
        &mut self,
        element: &Element<'_>,
        amount: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        let big_blind = self.hand.stakes.big_blind.unwrap_or(amount);
        // Less than a big blind is a missed small blind alone.
        let live = if amount < big_blind { 0 } else { big_blind };
        if amount > live {
            self.push(seat, ActionKind::PostDead, amount - live, false);
        }
        if live > 0 {
            self.push(seat, ActionKind::PostBigBlind, live, false);
        }
        Ok(())
    }

    /// `text` is the number of cards exchanged.
    fn draw(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let seat = self.seat(element).ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        let count = element.attribute("text").and_then(|count| count.trim().parse::<u8>().ok());
        let count = count.ok_or_else(|| nodes.error(ParseErrorKind::Amount))?;
        let kind = if count == 0 { ActionKind::StandPat } else { ActionKind::Discard };
        self.push(seat, kind, i64::from(count), false);
        Ok(())
    }

    fn push(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        self.hand.actions.push(Action { is_all_in, ..action });
    }
}
