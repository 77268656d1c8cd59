//! Poker hand histories: bytes in, audited hands out. No file access, no data frames.
//!
//! # Flow
//! 1. [`framing`] finds where each hand starts and ends.
//! 2. A [`dialect`] reads the text into a [`hand::Hand`].
//! 3. [`replay`] follows the rules: who put in what, what it cost to call, what came back.
//! 4. [`pot`] and [`handlab_cards::score`] decide who may win what, and who is best; [`award`] pays.
//! 5. [`audit`] compares all that with the printed amounts and gives a verdict.
//! 6. [`ev`] computes what each seat could expect where betting had closed with cards to come.
//! 7. [`table`] turns the audited hand into the rows of the lake.
//!
//! [`write`](mod@write) is the reverse, from a hand to its text. A step imports the steps above it, never those below.

pub mod audit;
pub mod award;
pub mod batch;
pub mod chips;
pub mod cursor;
pub mod dialect;
pub mod error;
pub mod ev;
pub mod framing;
pub mod hand;
pub mod money;
pub mod pipeline;
pub mod pot;
pub mod rake;
pub mod repeated_hour;
pub mod replay;
pub mod rules;
pub mod settle;
pub mod summary;
pub mod table;
pub mod time;
pub mod write;
