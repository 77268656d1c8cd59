//! A hand followed by the rules, street by street: who put in what, what it cost to call, what came back.
//!
//! Nothing here looks at hole cards or at what the site paid. A step that the rules forbid is an [`ActionFault`]; the
//! replay goes on, so that the audit sees all of the money.

use crate::hand::{Action, ActionKind, Amount, AnteKind, Hand};
use crate::pot::{self, Stake};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;

mod position;
mod state;
mod turns;
mod up_cards;

use turns::Turns;

pub use position::labels;
pub use state::{ActionFault, ActionState, SeatState, UncalledSource};
pub use turns::TurnFault;

/// A replayed hand; its buffers are kept from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// One for each of the hand's actions.
    pub actions: Vec<ActionState>,
    /// One for each of the hand's seats.
    pub seats: Vec<SeatState>,
    pub uncalled_source: UncalledSource,
    /// Printed less computed uncalled bet; `None` if none is printed.
    pub residual_uncalled: Option<i64>,
    /// The first step that the rules forbid.
    pub fault: Option<ActionFault>,
    /// The first decision that was out of turn, or missing.
    pub turn_fault: Option<TurnFault>,
    round: Round,
    turns: Turns,
    stakes: Vec<Stake>,
}

/// The state of the betting round, and of the pot before it.
#[derive(Clone, Debug, Default)]
struct Round {
    street: Street,
    /// What each seat has in on this street, live.
    committed: Vec<i64>,
    /// What the highest seat has in, or the whole blind if its poster was short.
    bet_level: i64,
    /// What the highest seat has in.
    highest: i64,
    raises: u8,
    limpers: u8,
    callers: u8,
    pot: i64,
    /// One seat pays the ante for all: anyone may win it, no one has to match it.
    is_ante_dead: bool,
    /// The most that a seat may put in over the hand.
    cap: Option<i64>,
    aggressor: Option<u8>,
    /// Who posted the first small blind: another one is dead until the poster's call shows that it counts.
    small_blind: Option<u8>,
    doubtful_blinds: Vec<(u8, i64)>,
}

impl Replay {
    /// Replays `hand`.
    pub fn run(&mut self, hand: &Hand) {
        self.start(hand);
        for action in &hand.actions {
            if action.street != self.round.street && action.street != Street::SHOWDOWN {
                self.close_round(action.street);
                self.round.next_street(action.street);
                self.turns.next_street(hand);
                self.name_openers(hand);
            }
            let state = self.step(hand, action);
            self.actions.push(state);
        }
        if self.contenders() > 1 && !hand.is_cancelled {
            self.close_round(Street(hand.game.streets()));
        }
        for (seat, state) in hand.seats.iter().zip(&mut self.seats) {
            state.is_dealt_in |= !seat.hole_cards.is_empty();
            let has_second_street = hand.last_street > Street::FIRST;
            let is_out = state.folded_street == Some(Street::FIRST);
            state.saw_second_street = has_second_street && state.is_dealt_in && !is_out;
            state.stake.is_folded |= !state.is_dealt_in;
        }
        if hand.is_cancelled {
            self.return_everything();
        } else {
            self.return_uncalled(hand);
        }
        position::assign(hand, &mut self.seats);
    }

    fn start(&mut self, hand: &Hand) {
        self.actions.clear();
        self.seats.clear();
        self.seats.extend(
            hand.seats
                .iter()
                .map(|seat| SeatState { stack: seat.starting_stack, ..SeatState::default() }),
        );
        for action in hand.actions.iter().filter(|action| is_act(action.kind)) {
            self.seats[usize::from(action.seat)].is_dealt_in = true;
        }
        (self.fault, self.turn_fault, self.residual_uncalled) = (None, None, None);
        self.turns.start();
        self.uncalled_source = UncalledSource::None;
        let Round { committed, doubtful_blinds, .. } = &mut self.round;
        let (mut committed, mut doubtful_blinds) =
            (std::mem::take(committed), std::mem::take(doubtful_blinds));
        committed.clear();
        committed.resize(hand.seats.len(), 0);
        doubtful_blinds.clear();
        let pot = hand.printed.added;
        let is_ante_dead = hand.stakes.ante_kind != AnteKind::Each;
        let cap = hand.stakes.cap;
        self.round =
            Round { committed, pot, is_ante_dead, cap, doubtful_blinds, ..Round::default() };
    }

    fn record_fault(&mut self, fault: ActionFault) {
        self.fault.get_or_insert(fault);
    }

    fn step(&mut self, hand: &Hand, action: &Action) -> ActionState {
        let index = usize::from(action.seat);
        let is_act = is_act(action.kind);
        if is_act && self.seats[index].stake.is_folded {
            self.record_fault(ActionFault::ActsAfterFold);
        }
        if action.kind.is_decision() && hand.game.family() != GameFamily::Stud {
            // A blind that is short of chips, or not there at all, costs the others the whole blind.
            self.round.open(hand.stakes.big_blind.unwrap_or(0));
        }
        if action.kind == ActionKind::Call {
            self.resolve_doubtful_blind(action);
        }
        if action.kind.is_decision() {
            self.check_turn(hand, action.seat, action.kind);
        }
        let mut state = self.state_before(action.seat);
        match action.kind {
            ActionKind::Fold => {
                self.seats[index].stake.is_folded = true;
                self.seats[index].folded_street = Some(action.street);
            }
            ActionKind::Check if state.to_call > 0 && state.stack_before > 0 => {
                self.record_fault(ActionFault::ChecksFacingBet);
            }
            kind if kind.is_post() => self.post(action, &mut state),
            ActionKind::Call => self.call(action, &mut state),
            ActionKind::Bet | ActionKind::Raise => self.raise(action, &mut state),
            _ => {}
        }
        self.seats[index].is_capped |= action.is_capped;
        if action.kind.is_decision() {
            let raised = (state.raise_by > 0).then(|| self.able());
            if self.turns.is_pending(index) {
                self.turns.decide(hand, action.seat, raised);
            }
        } else if action.kind.is_post() {
            self.turns.post(hand, action.seat, action.kind);
        }
        state.street_total = self.round.committed[index];
        let stack = self.seats[index].stack;
        state.is_all_in = state.added > 0 && stack == 0;
        if state.is_all_in {
            self.seats[index].all_in_street.get_or_insert(action.street);
        } else if action.is_all_in && is_act {
            self.record_fault(ActionFault::NotAllIn);
        }
        state
    }

    /// The seats that may still bet.
    fn able(&self) -> SeatSet {
        let is_able = |seat: &usize| {
            let state = &self.seats[*seat];
            let is_capped =
                state.is_capped || self.round.cap.is_some_and(|cap| state.stake.live >= cap);
            state.is_in() && state.stack > 0 && !is_capped
        };
        (0..self.seats.len()).filter(is_able).collect()
    }

    /// Whether a seat that can bet has something to decide: others can bet, or there is a bet to call.
    fn has_choice(&self, able: SeatSet, seat: usize) -> bool {
        let is_alone = self.contenders() < 2;
        !is_alone && (able.len() > 1 || self.round.committed[seat] < self.round.highest)
    }

    /// In stud the up cards decide who begins, unless the best of them belong to a seat that cannot bet.
    fn name_openers(&mut self, hand: &Hand) {
        if hand.game.family() != GameFamily::Stud {
            return;
        }
        let is_in = |seat: &usize| self.seats[*seat].is_in();
        let seats = (0..self.seats.len()).filter(is_in).collect();
        let openers = up_cards::openers(hand, seats, self.round.street);
        if openers.is_subset(self.able()) {
            self.turns.open_with(openers);
        }
    }

    /// Checks that it is the seat's turn.
    fn check_turn(&mut self, hand: &Hand, seat: u8, kind: ActionKind) {
        let able = self.able();
        self.turns.open(able);
        let fault = self.turns.check(hand, seat);
        // Sites fold a seat that sits out even where its blind or ante was all it had.
        let state = &self.seats[usize::from(seat)];
        if kind == ActionKind::Fold
            && state.is_in()
            && state.stack == 0
            && hand.seats[usize::from(seat)].is_sitting_out
        {
            return;
        }
        let is_free = !self.has_choice(able, usize::from(seat));
        if let Some(fault) = fault.or(is_free.then_some(TurnFault::NoTurn)) {
            self.turn_fault.get_or_insert(fault);
        }
    }

    /// Checks that everyone who owed a decision made it before the next street.
    fn close_round(&mut self, next: Street) {
        let able = self.able();
        self.turns.open(able);
        let owes = |seat| self.turns.is_pending(seat) && self.has_choice(able, seat);
        let is_skipped = next.0 > self.round.street.0.saturating_add(1) && able.len() > 1;
        if able.iter().any(owes) || is_skipped {
            self.turn_fault.get_or_insert(TurnFault::MissingTurn);
        }
    }

    fn state_before(&self, seat: u8) -> ActionState {
        let round = &self.round;
        let index = usize::from(seat);
        let stack_before = self.seats[index].stack;
        let answers = self.seats.iter().enumerate().any(|(other, state)| {
            other != index && state.is_dealt_in && !state.stake.is_folded && state.stack > 0
        });
        // Against a short blind alone, no one pays more than its amount.
        let bet_level = if answers { round.bet_level } else { round.highest };
        let to_call = (bet_level - round.committed[index]).max(0);
        let room =
            round.cap.map_or(i64::MAX, |cap| cap.saturating_sub(self.seats[index].stake.live));
        ActionState {
            raises_before: round.raises,
            limpers_before: round.limpers,
            callers_before: round.callers,
            to_call,
            pot_before: round.pot,
            stack_before,
            aggressor: round.aggressor,
            can_raise: stack_before.min(room) > to_call && answers,
            ..ActionState::default()
        }
    }

    /// Moves chips from the stack into the pot, live or not.
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

    fn post(&mut self, action: &Action, state: &mut ActionState) {
        let amount = printed(action);
        let index = usize::from(action.seat);
        state.added = amount;
        let bit = 1 << action.kind as u8;
        if self.seats[index].posts & bit != 0 {
            self.record_fault(ActionFault::PostsTwice);
        }
        self.seats[index].posts |= bit;
        let is_doubtful =
            action.kind == ActionKind::PostSmallBlind && self.round.small_blind.is_some();
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
        if action.kind == ActionKind::PostSmallBlind && !is_doubtful {
            self.round.small_blind = Some(action.seat);
        }
    }

    fn pay_dead(&mut self, seat: u8, amount: i64) {
        self.pay(seat, amount);
        let dead = &mut self.seats[usize::from(seat)].stake.dead;
        *dead = dead.saturating_add(amount);
    }

    /// A second small blind is dead on `PokerStars` and live in converted logs: the poster's call shows which.
    fn resolve_doubtful_blind(&mut self, action: &Action) {
        let doubtful = &mut self.round.doubtful_blinds;
        let Some(found) = doubtful.iter().position(|(seat, _)| *seat == action.seat) else {
            return;
        };
        let (_, blind) = doubtful.swap_remove(found);
        let index = usize::from(action.seat);
        let missing = self.round.bet_level - self.round.committed[index];
        if printed(action) == missing - blind {
            let stake = &mut self.seats[index].stake;
            (stake.dead, stake.live) = (stake.dead - blind, stake.live + blind);
            self.round.committed[index] += blind;
        }
    }

    fn call(&mut self, action: &Action, state: &mut ActionState) {
        let amount = printed(action);
        state.added = amount;
        if amount != state.to_call.min(state.stack_before) && !action.is_capped {
            self.record_fault(ActionFault::WrongCall);
        }
        self.pay_live(action.seat, amount);
        let round = &mut self.round;
        round.bet_level = round.bet_level.max(round.highest);
        if round.street == Street::FIRST && round.raises == 0 {
            round.limpers = round.limpers.saturating_add(1);
        }
        round.callers = round.callers.saturating_add(1);
    }

    fn raise(&mut self, action: &Action, state: &mut ActionState) {
        let index = usize::from(action.seat);
        state.added = match action.amount {
            Amount::Added(added) => added,
            Amount::To(to) => to.saturating_sub(self.round.committed[index]),
        };
        if state.added < 0 {
            state.added = 0;
        }
        self.pay_live(action.seat, state.added);
        let round = &mut self.round;
        state.raise_by = round.committed[index] - round.bet_level;
        let is_bet_over_bet = action.kind == ActionKind::Bet && round.raises > 0;
        if state.raise_by > 0 {
            round.bet_level = round.committed[index];
            round.raises = round.raises.saturating_add(1);
            round.callers = 0;
            round.aggressor = Some(action.seat);
        }
        if state.raise_by <= 0 || is_bet_over_bet {
            self.record_fault(ActionFault::NoRaise);
        }
    }

    /// Returns the uncalled bet: the printed one, else what the actions leave unmatched.
    fn return_uncalled(&mut self, hand: &Hand) {
        self.stakes.clear();
        self.stakes.extend(self.seats.iter().map(|seat| seat.stake));
        let computed = pot::uncalled(&self.stakes);
        if hand.uncalled.is_empty() {
            if let Some((seat, amount)) = computed {
                self.uncalled_source = UncalledSource::Inferred;
                self.give_back(seat, amount);
            }
            return;
        }
        self.uncalled_source = UncalledSource::Logged;
        let mut total = 0_i64;
        for (seat, amount) in &hand.uncalled {
            total = total.saturating_add(*amount);
            if computed.is_some_and(|(owner, _)| owner != usize::from(*seat)) {
                self.record_fault(ActionFault::UncalledToAnother);
            }
            self.give_back(usize::from(*seat), *amount);
        }
        self.residual_uncalled = Some(total - computed.map_or(0, |(_, amount)| amount));
    }

    /// A cancelled hand costs no one anything.
    fn return_everything(&mut self) {
        for state in &mut self.seats {
            let contributed = state.contributed();
            state.uncalled = contributed;
            state.stack = state.stack.saturating_add(contributed);
            state.stake = Stake { is_folded: state.stake.is_folded, ..Stake::default() };
        }
    }

    fn give_back(&mut self, seat: usize, amount: i64) {
        let state = &mut self.seats[seat];
        let live = amount.min(state.stake.live);
        // Heads-up against a short ante the rest of the other ante comes back with the bet.
        let ante = (amount - live).min(state.stake.ante);
        state.stake.live -= live;
        state.stake.ante -= ante;
        let back = live + ante;
        state.uncalled += back;
        state.stack = state.stack.saturating_add(back);
        if back < amount {
            self.record_fault(ActionFault::TooMuchUncalled);
        }
    }

    /// How many seats are still in at the end.
    pub fn contenders(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_in()).count()
    }
}

impl Round {
    /// Before the first decision: nothing less than the blind opens the first street.
    fn open(&mut self, big_blind: i64) {
        if self.street == Street::FIRST {
            self.bet_level = self.bet_level.max(big_blind);
        }
    }

    fn next_street(&mut self, street: Street) {
        self.street = street;
        self.committed.fill(0);
        (self.bet_level, self.highest, self.raises, self.callers) = (0, 0, 0, 0);
    }
}

/// Whether only a player who was dealt in can do it; a sitting-out winner of the last hand may still show their cards.
fn is_act(kind: ActionKind) -> bool {
    !matches!(kind, ActionKind::Show | ActionKind::Muck)
}

/// What the action adds; for a to-amount the caller subtracts what is in already.
fn printed(action: &Action) -> i64 {
    match action.amount {
        Amount::Added(amount) | Amount::To(amount) => amount,
    }
}

/// Whether positions mean something in the game.
pub(crate) fn has_positions(family: GameFamily) -> bool {
    family != GameFamily::Stud
}
