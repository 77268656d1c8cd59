//! What a text leaves open and follows from the rest of the hand: what an amount means, which blinds were short or
//! missed, where a street begins. Each module states what it needs to be sure; without that the hand stays as printed.

pub(crate) mod all_in;
pub(crate) mod ante;
pub(crate) mod dropped;
pub(crate) mod fixed_bets;
pub(crate) mod later_payments;
pub(crate) mod lone_pot;
pub(crate) mod missed_blinds;
pub(crate) mod readings;
pub(crate) mod rounds;
pub(crate) mod scales;
pub(crate) mod short_blinds;
pub(crate) mod totals;
pub(crate) mod unknown_button;
pub(crate) mod unknown_stacks;
pub(crate) mod walks;
