//! Random legal play, for tests, samples and benchmarks.
//!
//! # Flow
//! 1. A [`Config`] sets what is played, by whom and when; [`samples()`] lists the sessions of the project's demo data.
//! 2. A [`Simulator`] plays hand after hand at one table: stacks, button and time carry on.
//! 3. Each hand is a filled [`Hand`](handlab_core::hand::Hand), exactly as the PokerStars dialect reads it from the text
//!    that [`handlab_dialects::pokerstars::write`] makes of it. [`Texts`] and [`simulate_text`] give that text.
//!
//! # What is random, and how
//! - One seed gives the same hands on every machine: integer arithmetic only, see [`handlab_cards::deal`].
//! - The cards of the n-th hand follow from the seed and n alone. They are drawn without bias, before any decision and
//!   by a separate generator; players who discard get the next cards of the same deck.
//! - Which cards a text shows, and whether a board is dealt to its end, depends on how the hand was played. The hole
//!   cards that are dealt ([`Simulator::hole_cards`]) and the first flop cards are unbiased in every sample; boards that
//!   reached the river are biased, unless [`Config::is_blind_play`] is set.
//!
//! # What it leaves out
//! Chat, time-outs and disconnects; three boards; insurance; bomb pots; dead buttons (the button always moves to the
//! next player); kill pots; re-entries and more than one tournament table.
//!
//! # Examples
//! ```
//! use handlab_core::hand::Hand;
//! use handlab_simulate::{Config, Simulator};
//!
//! let mut simulator = Simulator::new(&Config::default(), 1);
//! let mut hand = Hand::default();
//! simulator.next_hand(&mut hand);
//! assert_eq!(hand.seats.len(), 6);
//! ```
//!
//! ```
//! use handlab_cards::game::Game;
//! use handlab_simulate::{Config, simulate_text};
//!
//! let config = Config { game: Game::Omaha, is_hi_lo: true, ..Config::default() };
//! let text = simulate_text(&config, 1, 3);
//! assert_eq!(text.matches("Omaha Hi/Lo No Limit").count(), 3);
//! ```

mod betting;
mod clock;
mod config;
mod decision;
mod discard;
mod header;
mod names;
mod play;
mod posts;
mod quality;
mod samples;
mod showdown;
mod simulator;
mod streets;
mod style;
mod table;
mod texts;
mod tournament;

pub use config::{Config, Freezeout, Rates, Schedule, deals};
pub use samples::{Sample, samples};
pub use simulator::Simulator;
pub use style::Style;
pub use texts::{Texts, simulate_text};
