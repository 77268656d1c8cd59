//! A hand as text again.

pub mod pokerstars;
