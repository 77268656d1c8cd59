//! What a player may do when it is their turn, and what they do.

/// What the rules of the betting allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Legal {
    /// What a call adds; 0 is a check.
    pub(crate) to_call: i64,
    /// The least total to bet or raise to.
    pub(crate) min_to: i64,
    /// The highest; 0 if the player may not raise.
    pub(crate) max_to: i64,
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Fold,
    /// Or check.
    Call,
    /// Or bet: the total on the street.
    Raise(i64),
}
