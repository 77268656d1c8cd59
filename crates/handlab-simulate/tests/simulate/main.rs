//! Simulated hands against the rules.

mod rules;
mod simulate;
