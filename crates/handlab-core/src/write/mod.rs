//! Writes a hand as text.

pub mod pokerstars;
