//! A hand replayed by the rules, street by street: who put in what, what it cost to call, what came back.
//!
//! Nothing here looks at hole cards or at what the site paid. An action that the rules forbid is an [`ActionFault`];
//! the replay continues, so that the audit sees all of the money.

use crate::hand::{Action, ActionKind, AnteKind, Hand, Seat, SidePaymentKind};
use crate::pot::Stake;
use crate::rules::RaisePrinting;
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;

mod bets;
mod bring_in;
mod faces;
mod facing;
mod line;
mod order;
mod position;
mod pot_limit;
mod round;
mod state;
mod turns;
mod uncalled;
mod up_cards;

use round::Round;
use turns::Turns;

pub use bring_in::{is_short as is_bring_in_short, whole as whole_bring_in};
pub use faces::Faces;
pub use line::Line;
pub use position::labels;
pub use state::{ActionFault, ActionState, SeatState, UncalledSource};
pub use turns::TurnFault;

/// A replayed hand; its buffers are reused for the next hand.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// One for each of the hand's actions.
    pub actions: Vec<ActionState>,
    /// One for each of the hand's seats.
    pub seats: Vec<SeatState>,
    pub uncalled_source: UncalledSource,
    /// Printed less computed uncalled bet; `None` if none is printed.
    pub residual_uncalled: Option<i64>,
    /// The first action that the rules forbid.
    pub fault: Option<ActionFault>,
    /// Whether a bet or raise is larger than a pot-limit game allows. That is not an [`ActionFault`]: the chips exist,
    /// and sites count the pot in ways that no text prints.
    pub exceeds_pot: bool,
    /// The first decision that was out of turn or missing.
    pub turn_fault: Option<TurnFault>,
    /// How ambiguous raises are read.
    ambiguous: RaisePrinting,
    /// Whether a seat that did not fold kept chips: where players may only go all-in or fold, none does.
    has_chosen_size: bool,
    /// The seats that are still in, those of them that have chips left, and those that may still bet.
    seats_in: SeatSet,
    with_chips: SeatSet,
    able: SeatSet,
    round: Round,
    turns: Turns,
    stakes: Vec<Stake>,
}

impl Replay {
    /// Replays `hand`.
    pub fn run(&mut self, hand: &Hand) {
        self.run_as(hand, RaisePrinting::To);
    }

    /// Replays `hand` with its ambiguous raises read in one way.
    pub fn run_as(&mut self, hand: &Hand, ambiguous: RaisePrinting) {
        self.follow(hand, ambiguous, false);
    }

    /// Replays `hand` with its ambiguous raises read in one way, stopping at the first action that the rules forbid;
    /// false if there is one.
    pub fn is_possible_as(&mut self, hand: &Hand, ambiguous: RaisePrinting) -> bool {
        self.follow(hand, ambiguous, true);
        self.fault.is_none()
    }

    fn follow(&mut self, hand: &Hand, ambiguous: RaisePrinting, stops_at_fault: bool) {
        self.ambiguous = ambiguous;
        self.start(hand);
        // Each state is written where it stays: a copy would have to wait for the writes of its small fields.
        let mut states = std::mem::take(&mut self.actions);
        let is_whole = self.follow_actions(hand, stops_at_fault, &mut states);
        self.actions = states;
        if !is_whole {
            return;
        }
        if self.seats_in.has_several() && !hand.is_cancelled && !hand.breaks_off {
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
        } else if !self.goes_on(hand) {
            self.return_uncalled(hand);
        }
        position::assign(hand, &mut self.seats);
        self.compare_positions(hand);
    }

    /// Whether the hand goes on after its text breaks off, so that no one's result is known who is in.
    pub fn goes_on(&self, hand: &Hand) -> bool {
        hand.breaks_off && self.contenders() >= 2
    }

    /// Fills the states of the hand's actions; false if it stopped at a fault.
    fn follow_actions(
        &mut self,
        hand: &Hand,
        stops_at_fault: bool,
        states: &mut Vec<ActionState>,
    ) -> bool {
        // A short or missing blind still costs the others the whole blind, except by a rule of programs.
        let opening = match hand.game.family() {
            GameFamily::Stud => bring_in::whole(hand),
            _ => hand.stakes.big_blind,
        };
        states.clear();
        states.resize(hand.actions.len(), ActionState::default());
        for (number, action) in hand.actions.iter().enumerate() {
            if stops_at_fault && self.fault.is_some() {
                states.truncate(number);
                return false;
            }
            if action.street != self.round.street && action.street != Street::SHOWDOWN {
                // A bomb pot begins with the flop.
                if !(hand.is_bomb_pot && self.round.street == Street::FIRST) {
                    self.close_round(action.street);
                }
                self.round.next_street(action.street);
                self.turns.next_street(hand);
                self.name_openers(hand);
            }
            self.step(hand, action, opening.unwrap_or(0), &mut states[number]);
        }
        true
    }

    fn start(&mut self, hand: &Hand) {
        self.seats.clear();
        self.seats.extend(
            hand.seats
                .iter()
                .map(|seat| SeatState { stack: stack_of(seat), ..SeatState::default() }),
        );
        for payment in &hand.side_payments {
            if payment.kind == SidePaymentKind::Jackpot {
                let state = &mut self.seats[usize::from(payment.seat)];
                state.stack = state.stack.saturating_add(payment.amount).max(0);
            }
        }
        for action in hand.actions.iter().filter(|action| is_act(action.kind)) {
            self.seats[usize::from(action.seat)].is_dealt_in = true;
        }
        (self.fault, self.turn_fault, self.residual_uncalled) = (None, None, None);
        (self.exceeds_pot, self.has_chosen_size) = (false, false);
        self.turns.start();
        self.uncalled_source = UncalledSource::None;
        let Round { committed, lines, decisions, doubtful_blinds, .. } = &mut self.round;
        let (mut committed, mut lines) = (std::mem::take(committed), std::mem::take(lines));
        let (mut decisions, mut doubtful_blinds) =
            (std::mem::take(decisions), std::mem::take(doubtful_blinds));
        committed.clear();
        committed.resize(hand.seats.len(), 0);
        lines.clear();
        lines.resize(hand.seats.len(), Line::default());
        decisions.clear();
        decisions.resize(hand.seats.len(), 0);
        doubtful_blinds.clear();
        let pot = hand.printed.added;
        let is_ante_dead = hand.stakes.ante_kind != AnteKind::Each;
        let cap = hand.stakes.cap;
        let is_second_small_blind_live = hand.rules.is_second_small_blind_live;
        self.round = Round {
            committed,
            pot,
            is_ante_dead,
            cap,
            lines,
            decisions,
            is_second_small_blind_live,
            doubtful_blinds,
            ..Round::default()
        };
        (self.seats_in, self.with_chips, self.able) = Default::default();
        (0..self.seats.len()).for_each(|seat| self.update_sets(seat));
    }

    /// The value of the `action_check` column: the first action that the rules forbid, else whether a bet exceeds the
    /// pot.
    pub fn action_check(&self) -> &'static str {
        match self.fault {
            Some(fault) => fault.name(),
            None if self.exceeds_pot => "more_than_pot",
            None => "ok",
        }
    }

    fn record_fault(&mut self, fault: ActionFault) {
        self.fault.get_or_insert(fault);
    }

    fn step(&mut self, hand: &Hand, action: &Action, opening: i64, state: &mut ActionState) {
        let index = usize::from(action.seat);
        let is_act = is_act(action.kind);
        if is_act && self.seats[index].stake.is_folded {
            self.record_fault(ActionFault::ActsAfterFold);
        }
        if action.kind.is_decision() && !hand.rules.matches_short_blind {
            self.round.open(opening);
        }
        if action.kind == ActionKind::Call {
            self.resolve_doubtful_blind(action);
        }
        if action.kind.is_decision() {
            self.check_turn(hand, action.seat, action.kind);
        }
        self.describe_before(action.seat, state);
        if action.kind.is_decision() {
            self.describe_decision(index, state);
        }
        match action.kind {
            ActionKind::Fold => {
                self.seats[index].stake.is_folded = true;
                self.seats[index].folded_street = Some(action.street);
            }
            ActionKind::Check
                if state.to_call > 0 && state.stack_before > 0 && !action.is_capped =>
            {
                self.record_fault(ActionFault::ChecksFacingBet);
            }
            kind if kind.is_post() => self.post(action, state),
            ActionKind::Check => self.round.face_check(),
            ActionKind::Call => self.call(hand, action, state),
            ActionKind::Bet | ActionKind::Raise => self.raise(hand, action, state, opening),
            _ => {}
        }
        self.round.lines[index].push(action.kind);
        self.seats[index].is_capped |= action.is_capped;
        self.update_sets(index);
        if action.kind.is_decision() {
            let raised = (state.raise_by > 0).then_some(self.able);
            if self.turns.is_pending(index) {
                self.turns.decide(hand, action.seat, raised);
            }
        } else if action.kind.is_post() {
            self.turns.post(hand, action.seat, action.kind);
        }
        state.street_total = self.round.committed[index];
        if hand.seats[index].has_unknown_stack && action.is_all_in && is_act {
            self.seats[index].stack = 0;
            self.update_sets(index);
        }
        let stack = self.seats[index].stack;
        state.is_all_in = state.added > 0 && stack == 0;
        let chooses_size = action.kind.is_decision() && action.kind != ActionKind::Fold;
        self.has_chosen_size |= chooses_size && !state.is_all_in && !action.is_all_in;
        if state.is_all_in {
            self.seats[index].all_in_street.get_or_insert(action.street);
        } else if action.is_all_in && is_act {
            self.record_fault(ActionFault::NotAllIn);
        }
    }

    /// Fills in what the action meets.
    fn describe_before(&self, seat: u8, state: &mut ActionState) {
        let round = &self.round;
        let index = usize::from(seat);
        let stack_before = self.seats[index].stack;
        let mut others = self.with_chips;
        others.remove(index);
        let answers = !others.is_empty();
        // Against only a short blind, no one pays more than its amount.
        let bet_level = if answers { round.bet_level } else { round.highest };
        let to_call = (bet_level - round.committed[index]).max(0);
        let room =
            round.cap.map_or(i64::MAX, |cap| cap.saturating_sub(self.seats[index].stake.live));
        state.raises_before = round.raises;
        state.limpers_before = round.limpers;
        state.callers_before = round.callers;
        state.to_call = to_call;
        state.pot_before = round.pot;
        state.stack_before = stack_before;
        state.aggressor = round.aggressor;
        state.can_raise = stack_before.min(room) > to_call && answers;
        state.previous_aggressor = round.previous_aggressor;
        state.aggressor_to_act = self.aggressor_to_act(seat);
        state.players_behind = self.turns.behind(index);
        state.line = round.lines[index];
    }

    /// Adds what only decisions have.
    fn describe_decision(&mut self, seat: usize, state: &mut ActionState) {
        let decisions = &mut self.round.decisions[seat];
        *decisions = decisions.saturating_add(1);
        state.decision_no = Some(*decisions);
        state.faces = Some(self.round.faces);
        state.effective_stack = Some(self.effective_stack(seat));
    }

    /// What the seat can still lose to the opponent still in who can match the most of it.
    fn effective_stack(&self, seat: usize) -> i64 {
        let Round { cap, committed, .. } = &self.round;
        // What a seat can still put in.
        let left = |state: &SeatState| {
            let room = cap.map_or(i64::MAX, |cap| cap.saturating_sub(state.stake.live));
            state.stack.min(room).max(0)
        };
        let (mut others, mut reach) = (self.seats_in, 0);
        others.remove(seat);
        for other in others.iter() {
            reach = committed[other].saturating_add(left(&self.seats[other])).max(reach);
        }
        reach.saturating_sub(committed[seat]).clamp(0, left(&self.seats[seat]))
    }

    /// Whether the last aggressor still has to act on this street.
    fn aggressor_to_act(&self, seat: u8) -> Option<bool> {
        let aggressor = self.round.aggressor.filter(|aggressor| *aggressor != seat)?.into();
        self.able.contains(aggressor).then(|| self.turns.is_pending(aggressor))
    }

    /// Adds to each action whether its seat acts after the aggressor: positions are known only at the end.
    fn compare_positions(&mut self, hand: &Hand) {
        for (state, action) in self.actions.iter_mut().zip(&hand.actions) {
            let Some(aggressor) = state.aggressor.filter(|seat| *seat != action.seat) else {
                continue;
            };
            let place = |seat: u8| self.seats[usize::from(seat)].position_index;
            let places = place(action.seat).zip(place(aggressor));
            state.in_position = places.map(|(own, other)| own > other);
        }
    }

    /// How many seats are still in at the end.
    pub fn contenders(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_in()).count()
    }
}

/// What a seat has to play with; if that is unknown, more than any hand costs.
fn stack_of(seat: &Seat) -> i64 {
    if seat.has_unknown_stack { i64::MAX / 4 } else { seat.starting_stack }
}

/// Whether only a dealt-in player can take this action; a sitting-out winner of the last hand may still show their
/// cards.
fn is_act(kind: ActionKind) -> bool {
    !matches!(kind, ActionKind::Show | ActionKind::Muck)
}

/// Whether positions mean something in the game.
pub(crate) fn has_positions(family: GameFamily) -> bool {
    family != GameFamily::Stud
}
