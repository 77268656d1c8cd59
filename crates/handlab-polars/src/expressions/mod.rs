//! The plugin's expressions: check, call, wrap.

mod award;
mod equity;
mod hand;
mod name;
mod pot;
mod scheme;
mod score;
mod wild;
