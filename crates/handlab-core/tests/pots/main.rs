//! Pots, their rules and their settlement.

mod chips;
mod properties;
mod rules;
mod scheme_pots;
mod settle;
mod vectors;
