//! Resolves all-ins that a site does not mark as calls, bets or raises, and bets that are printed as raises, by the
//! earlier bets.

use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount, Hand};

/// Corrects each all-in that was read as a raise by the chips that it adds: it is a call if it does not exceed the bet,
/// and a bet if there is none.
pub(crate) fn resolve_kinds(hand: &mut Hand) {
    each_with_level(hand, |level, action| {
        if action.kind == ActionKind::Raise
            && action.is_all_in
            && let Amount::Added(added) = action.amount
        {
            action.kind = level.kind_of(action.seat, added);
        }
    });
}

/// Corrects each all-in bet that faces a bet to a call or raise: some converters write `bets 500 and is all-in` for
/// every all-in, with the chips that it adds.
pub(crate) fn resolve_bets(hand: &mut Hand) {
    let is_all_in_bet = |action: &Action| action.kind == ActionKind::Bet && action.is_all_in;
    if !hand.actions.iter().any(is_all_in_bet) {
        return;
    }
    each_with_level(hand, |level, action| {
        if is_all_in_bet(action)
            && let Amount::Added(added) = action.amount
        {
            action.kind = level.kind_of(action.seat, added);
        }
    });
}

/// Corrects each all-in that is printed as a raise but does not exceed the bet: it is a call for less.
pub(crate) fn name_short_calls(hand: &mut Hand) {
    each_with_level(hand, |level, action| {
        if action.kind == ActionKind::Raise
            && action.is_all_in
            && let Amount::To(to) = action.amount
        {
            let added = to.saturating_sub(level.committed(action.seat));
            if level.kind_of(action.seat, added) == ActionKind::Call {
                (action.kind, action.amount) = (ActionKind::Call, Amount::Added(added));
            }
        }
    });
}

/// Corrects the actions one by one, each knowing the bets before it as corrected.
fn each_with_level(hand: &mut Hand, mut correct: impl FnMut(&Level, &mut Action)) {
    let mut level = Level::default();
    let big_blind = hand.stakes.big_blind.unwrap_or(0);
    for action in &mut hand.actions {
        level.enter(action, big_blind);
        correct(&level, action);
        level.take(action);
    }
}

/// Corrects the first bet of a later street if it is printed as a raise: `ClubGG` does so below the minimum bet,
/// Ignition for all-ins, some converters always.
pub(crate) fn name_first_bets(hand: &mut Hand) {
    let mut last_bet = Street::FIRST;
    for action in hand.actions.iter_mut().filter(|action| action.street > Street::FIRST) {
        let is_first = action.street != last_bet;
        match (action.kind, action.amount) {
            // From zero, all meanings of a raise's amount are the same.
            (ActionKind::Raise, Amount::To(amount) | Amount::Ambiguous(amount)) if is_first => {
                (action.kind, action.amount) = (ActionKind::Bet, Amount::Added(amount));
            }
            (ActionKind::Bet | ActionKind::Raise, _) => {}
            _ => continue,
        }
        last_bet = action.street;
    }
}

/// The bet that must be called, and what each seat has put in on the street.
#[derive(Default)]
pub(crate) struct Level {
    street: u8,
    highest: i64,
    committed: [i64; MAX_SEATS],
}

impl Level {
    /// Begins a new round if the action is the first of one. The big blind costs its full amount, even if it was short
    /// or an ante took all of its poster's chips.
    pub(crate) fn enter(&mut self, action: &Action, big_blind: i64) {
        if action.street.0 != self.street {
            *self = Level { street: action.street.0, ..Level::default() };
        }
        if self.street == 0 && action.kind.is_decision() {
            self.highest = self.highest.max(big_blind);
        }
    }

    /// What a seat has put in on the street.
    pub(crate) fn committed(&self, seat: u8) -> i64 {
        self.committed.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// What a call costs a seat that has enough chips.
    pub(crate) fn to_call(&self, seat: u8) -> i64 {
        self.highest.saturating_sub(self.committed(seat)).max(0)
    }

    /// What a call costs when only a short blind has to be matched.
    pub(crate) fn to_match(&self, seat: u8) -> i64 {
        let paid = self.committed.iter().copied().max().unwrap_or(0);
        paid.saturating_sub(self.committed(seat)).max(0)
    }

    /// Whether a seat's `added` chips are a call, a bet or a raise.
    pub(crate) fn kind_of(&self, seat: u8, added: i64) -> ActionKind {
        let committed = self.committed(seat);
        if self.highest == 0 {
            ActionKind::Bet
        } else if added.saturating_add(committed) <= self.highest {
            ActionKind::Call
        } else {
            ActionKind::Raise
        }
    }

    /// Records the chips of an action.
    pub(crate) fn take(&mut self, action: &Action) {
        let is_dead = matches!(
            action.kind,
            ActionKind::PostAnte | ActionKind::PostDead | ActionKind::Discard
        );
        let Some(committed) = self.committed.get_mut(usize::from(action.seat)) else { return };
        if is_dead {
            return;
        }
        *committed = match action.amount {
            Amount::Added(added) => committed.saturating_add(added),
            Amount::To(to) | Amount::Ambiguous(to) => to,
            Amount::By(by) => self.highest.saturating_add(by),
        };
        self.highest = self.highest.max(*committed);
    }
}
