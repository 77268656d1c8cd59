//! The PokerStars text of hands built in code: every line as the site would print it.

mod cash;
mod games;
mod names;
mod table;
