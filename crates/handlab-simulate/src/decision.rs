//! The choice that a player has when it is their turn.

/// The actions that the rules allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Legal {
    /// What a call adds; 0 is a check.
    pub(crate) to_call: i64,
    /// The minimum total to bet or raise to.
    pub(crate) min_to: i64,
    /// The maximum total; 0 if the player may not raise.
    pub(crate) max_to: i64,
}

/// The action that the player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Fold,
    /// Or check.
    Call,
    /// Or bet: the total on the street.
    Raise(i64),
}
