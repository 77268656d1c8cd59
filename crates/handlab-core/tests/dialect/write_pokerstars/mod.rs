//! The PokerStars text of hands that are put together by hand: every line as the site would print it.

mod cash;
mod games;
mod names;
mod table;
