//! The seats' actions, and the board cards dealt in between.

use crate::rules::RaisePrinting;
use handlab_cards::card::CardList;
use handlab_cards::game::Street;

/// What a seat did. All-in is a flag, not a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    PostAnte,
    PostSmallBlind,
    PostBigBlind,
    /// The only blind of a short-deck game.
    PostButtonBlind,
    Straddle,
    /// Forced money that does not count towards the call.
    PostDead,
    BringIn,
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    /// Exchanges `cards` (unknown except for the hero), `amount` of them.
    Discard,
    StandPat,
    Show,
    Muck,
}

impl ActionKind {
    /// The name in the `kind` column of `actions`.
    pub const fn name(self) -> &'static str {
        match self {
            ActionKind::PostAnte => "post_ante",
            ActionKind::PostSmallBlind => "post_small_blind",
            ActionKind::PostBigBlind => "post_big_blind",
            ActionKind::PostButtonBlind => "post_button_blind",
            ActionKind::Straddle => "straddle",
            ActionKind::PostDead => "post_dead",
            ActionKind::BringIn => "bring_in",
            ActionKind::Fold => "fold",
            ActionKind::Check => "check",
            ActionKind::Call => "call",
            ActionKind::Bet => "bet",
            ActionKind::Raise => "raise",
            ActionKind::Discard => "discard",
            ActionKind::StandPat => "stand_pat",
            ActionKind::Show => "show",
            ActionKind::Muck => "muck",
        }
    }

    /// Whether the money is forced: a post opens the betting and is not a decision.
    pub const fn is_post(self) -> bool {
        matches!(
            self,
            ActionKind::PostAnte
                | ActionKind::PostSmallBlind
                | ActionKind::PostBigBlind
                | ActionKind::PostButtonBlind
                | ActionKind::Straddle
                | ActionKind::PostDead
                | ActionKind::BringIn
        )
    }

    /// Whether it is a decision in a betting round.
    pub const fn is_decision(self) -> bool {
        matches!(
            self,
            ActionKind::Fold
                | ActionKind::Check
                | ActionKind::Call
                | ActionKind::Bet
                | ActionKind::Raise
        )
    }
}

/// How a site prints the money of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// What the seat adds now.
    Added(i64),
    /// The seat's total on the street after the action.
    To(i64),
    /// What a raise adds to the bet level.
    By(i64),
    /// One of these three, for a raise; [`crate::raises`] determines which.
    Ambiguous(i64),
}

impl Amount {
    /// The number in the text.
    pub const fn printed(self) -> i64 {
        match self {
            Amount::Added(amount)
            | Amount::To(amount)
            | Amount::By(amount)
            | Amount::Ambiguous(amount) => amount,
        }
    }

    /// What a bet or raise adds for a seat that has committed `committed` on the street.
    pub fn added(self, committed: i64, bet_level: i64) -> i64 {
        let added = match self {
            Amount::Added(added) => added,
            Amount::To(to) | Amount::Ambiguous(to) => to.saturating_sub(committed),
            Amount::By(by) => bet_level.saturating_add(by).saturating_sub(committed),
        };
        added.max(0)
    }

    /// The single amount that a site prints for a raise, by its rule; if it prints two, the second.
    pub const fn of_raise(printing: RaisePrinting, amount: i64) -> Amount {
        match printing {
            RaisePrinting::ByAndTo | RaisePrinting::To => Amount::To(amount),
            RaisePrinting::By => Amount::By(amount),
            RaisePrinting::Added => Amount::Added(amount),
            RaisePrinting::Ambiguous => Amount::Ambiguous(amount),
        }
    }
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Added(0)
    }
}

/// One action, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    pub street: Street,
    /// Index into [`Hand::seats`](super::Hand::seats).
    pub seat: u8,
    pub kind: ActionKind,
    pub amount: Amount,
    /// As printed; the audit checks whether the stack really is 0 then.
    pub is_all_in: bool,
    /// The seat has reached the cap of a capped game.
    pub is_capped: bool,
    /// Cards shown or discarded.
    pub cards: CardList,
}

impl Action {
    /// An action without further details: not marked as all-in or at a cap, and without cards.
    pub const fn new(street: Street, seat: u8, kind: ActionKind, amount: Amount) -> Action {
        let (is_all_in, is_capped, cards) = (false, false, CardList::EMPTY);
        Action { street, seat, kind, amount, is_all_in, is_capped, cards }
    }
}

/// Cards dealt to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardCards {
    /// 0 for the part that all runouts share (the only one of most hands), else 1, 2, ...
    pub run_no: u8,
    pub street: Street,
    /// Only the cards of this street.
    pub cards: CardList,
}
