//! Poker hand histories: bytes in, audited hands out. No file access, no data frames.
//!
//! # Scope
//! What holds for every site: where a hand starts and ends, what a hand is, what its actions cost and paid, whether
//! that agrees with what was printed, and the rows that are stored. Nothing here depends on what a site's text looks
//! like; the dialects are in `handlab-dialects` and come in as a [`Registry`](dialect::Registry).
//!
//! # Flow
//! 1. [`framing`] finds where each hand starts and ends.
//! 2. A [`dialect`] reads the text into a [`hand::Hand`].
//! 3. [`replay`] follows the rules: who put in what, what it cost to call, what came back.
//! 4. [`pot`] and [`handlab_cards::score`] decide who may win what, and who is best; [`award`] pays.
//! 5. [`audit`] compares all that with the printed amounts and gives a verdict.
//! 6. [`ev`] computes what each seat could expect when betting ended with cards to come.
//! 7. [`table`] turns the audited hand into the rows of the lake.
//!
//! If the amount of a raise is ambiguous, [`raises`] picks the reading with which the hand adds up.
//! [`pipeline`] runs steps 2 to 6 for one hand, [`batch`] all of them for a piece of a file. A step imports the steps
//! above it, never those below.
//!
//! # Examples
//! All rows of a file, here with the dialects of `handlab-dialects`:
//! ```
//! use handlab_core::batch::{self, Options};
//! use handlab_core::error::Position;
//! use handlab_core::framing::{Encoding, Piece};
//! use handlab_dialects::ALL;
//!
//! let data = b"PokerStars Hand #1:  Hold'em No Limit ($1/$2) - 2024/03/17 20:08:32 UTC\n";
//! let at = Position { byte: 0, line: 1 };
//! let piece = Piece { data, encoding: Encoding::detect(data), at, is_last: true };
//! let batch = batch::parse(&piece, &Options::new(&ALL));
//! // The hand is incomplete: when the file has grown, it is read from there on.
//! assert_eq!((batch.headers, batch.partial, batch.tail), (1, 1, Some(0)));
//! ```
//!
//! Main pot and side pots, without any text:
//! ```
//! use handlab_core::pot::{self, Stake};
//!
//! let mut stakes = [30, 100, 250].map(|live| Stake { live, ..Stake::default() });
//! assert_eq!(pot::take_uncalled(&mut stakes), Some((2, 150)));
//! let mut pots = Vec::new();
//! pot::pots(&stakes, 0, &mut pots);
//! assert_eq!(pots.iter().map(|pot| pot.gross).collect::<Vec<_>>(), [90, 140]);
//! ```

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
pub mod raises;
pub mod rake;
pub mod repeated_hour;
pub mod replay;
pub mod rules;
pub mod settle;
pub mod stud;
pub mod summary;
pub mod table;
pub mod time;
