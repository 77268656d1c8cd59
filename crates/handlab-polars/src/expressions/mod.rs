//! The plugin's expressions: check, call, wrap.

// What pyo3-polars calls must take its keyword arguments by value, and may not fail by its signature alone.
#![expect(clippy::needless_pass_by_value, reason = "the macro's signature")]

mod award;
mod equity;
mod hand;
mod name;
mod pot;
mod scheme;
mod score;
mod wild;
