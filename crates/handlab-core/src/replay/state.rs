//! The results of a replay: for each action and seat, and what was against the rules.

use super::faces::Faces;
use super::line::Line;
use crate::pot::Stake;
use handlab_cards::game::Street;

/// The state just before an action, and what the action changed. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionState {
    /// What the seat added now.
    pub added: i64,
    /// What the seat has in on this street after the action (live money).
    pub street_total: i64,
    /// By how much the action raises the bet level.
    pub raise_by: i64,
    /// How often the bet level of this street had been raised (a bet counts, a post does not).
    pub raises_before: u8,
    /// Calls before the first raise of the first street.
    pub limpers_before: u8,
    /// Calls since the last raise of this street.
    pub callers_before: u8,
    /// What a call cost, whether the seat had it or not.
    pub to_call: i64,
    pub pot_before: i64,
    pub stack_before: i64,
    /// Who last bet or raised, on this street or an earlier one.
    pub aggressor: Option<u8>,
    /// Whether the seat had more than the call costs, and someone else had chips left to respond.
    pub can_raise: bool,
    /// Who bet or raised last on the previous street; `None` if nobody did.
    pub previous_aggressor: Option<u8>,
    /// Whether `aggressor` still has to act on this street; `None` if that is the seat itself, or a seat that cannot.
    pub aggressor_to_act: Option<bool>,
    /// Whether the seat acts after `aggressor` from the second street on; `None` if that is the seat itself.
    pub in_position: Option<bool>,
    /// How many others still have to act if nobody raises.
    pub players_behind: u8,
    /// What the seat has done on this street.
    pub line: Line,
    /// The number of the decision among those of the seat on the street, from 1; `None` if the action is not a decision.
    pub decision_no: Option<u16>,
    /// What the decision faces; `None` if the action is not a decision.
    pub faces: Option<Faces>,
    /// The most that the seat can still lose to any one opponent still in: its remaining stack, limited to what that
    /// opponent could match with their commitment on the street and their remaining stack. Antes and dead blinds match
    /// nothing. `None` if the action is not a decision.
    pub effective_stack: Option<i64>,
    /// Whether the action took the last chip.
    pub is_all_in: bool,
}

/// What a seat did over the hand. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatState {
    /// Whether the seat posted, acted or got cards.
    pub is_dealt_in: bool,
    pub stake: Stake,
    /// What came back because no one matched it; already removed from `stake.live`.
    pub uncalled: i64,
    /// Blinds, straddle, bring-in and dead money; not the antes.
    pub posted: i64,
    /// What is left of the stack before any winnings.
    pub stack: i64,
    pub folded_street: Option<Street>,
    pub all_in_street: Option<Street>,
    /// The kinds of posts that the seat made, as bits.
    pub(super) posts: u32,
    /// Whether an action marked the seat as at the cap of the hand.
    pub is_capped: bool,
    /// Whether the seat was still in when the second street was dealt.
    pub saw_second_street: bool,
    /// `None` in stud, and if neither button nor blinds determine it.
    pub position: Option<&'static str>,
    /// Counted from the left of the button.
    pub position_index: Option<u8>,
}

impl SeatState {
    /// What the seat put in, net of the uncalled bet.
    pub fn contributed(&self) -> i64 {
        let Stake { live, ante, dead, .. } = self.stake;
        live.saturating_add(ante).saturating_add(dead)
    }

    /// Whether the seat may still win.
    pub fn is_in(&self) -> bool {
        self.is_dealt_in && !self.stake.is_folded
    }
}

/// An action that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionFault {
    /// A player acted after folding.
    ActsAfterFold,
    /// A player put in more than their stack.
    MoreThanStack,
    /// A player who faced a bet checked.
    ChecksFacingBet,
    /// A call of a different amount than the bet level requires and the stack allows.
    WrongCall,
    /// A bet or raise that does not raise the bet level.
    NoRaise,
    /// An action is printed as all-in but leaves chips.
    NotAllIn,
    /// More came back than the seat had put in.
    TooMuchUncalled,
    /// The same blind or ante was posted twice.
    PostsTwice,
    /// An uncalled bet was returned to a seat that had not made it.
    UncalledToAnother,
}

impl ActionFault {
    /// The name in the `action_check` column.
    pub const fn name(self) -> &'static str {
        match self {
            ActionFault::ActsAfterFold => "acts_after_fold",
            ActionFault::MoreThanStack => "more_than_stack",
            ActionFault::ChecksFacingBet => "checks_facing_bet",
            ActionFault::WrongCall => "wrong_call",
            ActionFault::NoRaise => "no_raise",
            ActionFault::NotAllIn => "not_all_in",
            ActionFault::TooMuchUncalled => "too_much_uncalled",
            ActionFault::PostsTwice => "posts_twice",
            ActionFault::UncalledToAnother => "uncalled_to_another",
        }
    }
}

/// The source of the uncalled bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UncalledSource {
    /// Printed.
    Logged,
    /// From the actions, since no line is printed.
    Inferred,
    #[default]
    None,
}
