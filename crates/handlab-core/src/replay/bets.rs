//! Chips going into the pot: posts, calls, bets and raises.

use super::Replay;
use super::state::{ActionFault, ActionState};
use crate::hand::{Action, ActionKind, Amount, Hand};
use handlab_cards::game::Street;

impl Replay {
    /// Moves chips from the stack into the pot, live or dead.
    fn pay(&mut self, seat: u8, amount: i64) {
        let state = &mut self.seats[usize::from(seat)];
        let left = state.stack.saturating_sub(amount);
        state.stack = left.max(0);
        self.round.pot = self.round.pot.saturating_add(amount);
        if left < 0 {
            self.record_fault(ActionFault::MoreThanStack);
        }
    }

    fn pay_live(&mut self, seat: u8, amount: i64) {
        self.pay(seat, amount);
        let index = usize::from(seat);
        let live = &mut self.seats[index].stake.live;
        *live = live.saturating_add(amount);
        let round = &mut self.round;
        round.committed[index] = round.committed[index].saturating_add(amount);
        round.highest = round.highest.max(round.committed[index]);
    }

    fn pay_dead(&mut self, seat: u8, amount: i64) {
        self.pay(seat, amount);
        let dead = &mut self.seats[usize::from(seat)].stake.dead;
        *dead = dead.saturating_add(amount);
    }

    pub(super) fn post(&mut self, action: &Action, state: &mut ActionState) {
        let index = usize::from(action.seat);
        // A total includes what the seat has already posted, even a smaller straddle.
        let (amount, is_total) = match action.amount {
            Amount::To(to) => (to.saturating_sub(self.round.committed[index]).max(0), true),
            amount => (amount.printed(), false),
        };
        state.added = amount;
        let bit = 1 << action.kind as u8;
        // A straddle that another player straddled may be raised again by whoever posted it.
        let is_again = action.kind == ActionKind::Straddle
            && self.round.committed[index] < self.round.bet_level;
        if self.seats[index].posts & bit != 0 && !is_total && !is_again {
            self.record_fault(ActionFault::PostsTwice);
        }
        self.seats[index].posts |= bit;
        let is_second =
            action.kind == ActionKind::PostSmallBlind && self.round.small_blind.is_some();
        let is_doubtful = is_second && !self.round.is_second_small_blind_live;
        match action.kind {
            ActionKind::PostAnte if self.round.is_ante_dead => self.pay_dead(action.seat, amount),
            ActionKind::PostAnte => {
                self.pay(action.seat, amount);
                let ante = &mut self.seats[index].stake.ante;
                *ante = ante.saturating_add(amount);
                return;
            }
            ActionKind::PostDead => self.pay_dead(action.seat, amount),
            _ if is_doubtful => {
                self.pay_dead(action.seat, amount);
                self.round.doubtful_blinds.push((action.seat, amount));
            }
            _ => {
                self.pay_live(action.seat, amount);
                self.round.bet_level = self.round.bet_level.max(self.round.highest);
            }
        }
        let posted = &mut self.seats[index].posted;
        *posted = posted.saturating_add(amount);
        if action.kind == ActionKind::PostSmallBlind && !is_second {
            self.round.small_blind = Some(action.seat);
        }
    }

    /// A second small blind is dead on `PokerStars` and live in converted logs: the poster's call shows which.
    pub(super) fn resolve_doubtful_blind(&mut self, action: &Action) {
        let doubtful = &mut self.round.doubtful_blinds;
        let Some(found) = doubtful.iter().position(|(seat, _)| *seat == action.seat) else {
            return;
        };
        let (_, blind) = doubtful.swap_remove(found);
        let index = usize::from(action.seat);
        let missing = self.round.bet_level - self.round.committed[index];
        if action.amount.printed() == missing - blind {
            let stake = &mut self.seats[index].stake;
            (stake.dead, stake.live) = (stake.dead - blind, stake.live + blind);
            self.round.committed[index] += blind;
            self.update_sets(index);
        }
    }

    pub(super) fn call(&mut self, hand: &Hand, action: &Action, state: &mut ActionState) {
        let amount = action.amount.printed();
        state.added = amount;
        let is_right = amount == state.to_call.min(state.stack_before)
            || hand.rules.may_call_whole_blind && self.calls_whole_blind(action, state);
        if !is_right && !action.is_capped {
            self.record_fault(ActionFault::WrongCall);
        }
        self.pay_live(action.seat, amount);
        let round = &mut self.round;
        round.bet_level = round.bet_level.max(round.highest);
        if round.street == Street::FIRST && round.raises == 0 {
            round.limpers = round.limpers.saturating_add(1);
        }
        round.callers = round.callers.saturating_add(1);
        round.face_call();
    }

    /// Whether a call matches the whole big blind although its poster was short.
    fn calls_whole_blind(&self, action: &Action, state: &ActionState) -> bool {
        let round = &self.round;
        let missing = round.bet_level - round.committed[usize::from(action.seat)];
        let is_of_blind = round.street == Street::FIRST && round.raises == 0;
        is_of_blind && action.amount.printed() == missing.min(state.stack_before)
    }

    /// A bet or raise; `opening` is the blind that opens the first street.
    pub(super) fn raise(
        &mut self,
        hand: &Hand,
        action: &Action,
        state: &mut ActionState,
        opening: i64,
    ) {
        let index = usize::from(action.seat);
        let pot_limit = self.pot_limit(hand, action, opening);
        let amount = match action.amount {
            Amount::Ambiguous(amount) => Amount::of_raise(self.ambiguous, amount),
            amount => amount,
        };
        state.added = amount.added(self.round.committed[index], self.round.bet_level);
        self.pay_live(action.seat, state.added);
        let round = &mut self.round;
        state.raise_by = round.committed[index] - round.bet_level;
        let is_bet_over_bet = action.kind == ActionKind::Bet && round.raises > 0;
        if state.raise_by > 0 {
            round.bet_level = round.committed[index];
            round.raises = round.raises.saturating_add(1);
            round.callers = 0;
            round.aggressor = Some(action.seat);
            round.face_raise(action.seat, state);
        }
        if state.raise_by <= 0 || is_bet_over_bet {
            self.record_fault(ActionFault::NoRaise);
        }
        let is_all_in = action.is_all_in || self.seats[index].stack == 0;
        let is_all_in_or_fold = is_all_in && !self.has_chosen_size;
        if pot_limit.is_some_and(|most| state.raise_by > most) && !is_all_in_or_fold {
            self.exceeds_pot = true;
        }
    }
}
