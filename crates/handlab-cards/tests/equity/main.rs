//! Equities against enumerations, published values and slower ways.

#[path = "../support/obvious_equity.rs"]
mod obvious_equity;

mod equity;
mod preflop;
mod preflop_boards;
mod ranges;
