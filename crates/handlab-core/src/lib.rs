//! Poker hand histories: bytes in, audited hands out. No file access, no data frames.
//!
//! # Flow
//! 1. [`framing`] finds where each hand starts and ends.
//! 2. A [`dialect`] reads what the text says into a [`hand::Hand`].
//! 3. [`replay`] follows the rules: who put in what, what it cost to call, what came back.
//! 4. [`pot`] and [`score`] say who may win what, and who is best; [`award`] pays.
//! 5. [`audit`] holds all that against the printed amounts and gives a verdict.
//! 6. [`ev`] asks [`equity`] what each seat could expect when betting had closed with cards to come.
//! 7. [`table`] turns the audited hand into the rows of the lake.
//!
//! [`scheme`] stands beside it: how others wrote hands as numbers. [`simulate`] and [`write`](mod@write) make hands up.
//! [`frequency`] says how often each category comes.
//!
//! A step sees the steps before it and never those behind it; `score` sees only cards and games.

pub mod audit;
pub mod award;
pub mod batch;
pub mod card;
pub mod chips;
pub mod cursor;
pub mod deal;
pub mod dialect;
pub mod equity;
pub mod error;
pub mod ev;
pub mod framing;
pub mod frequency;
pub mod game;
pub mod hand;
pub mod pot;
pub mod rake;
pub mod range;
pub mod repeated_hour;
pub mod replay;
pub mod scheme;
pub mod score;
pub mod settle;
pub mod simulate;
pub mod summary;
pub mod table;
pub mod time;
pub mod write;
