//! The plugin's expressions: check, call, wrap.

mod hand;
mod pot;
mod score;
