//! Cards: what hands are worth, how often they come, and how they fare against each other. Independent of logs.
//!
//! # Flow
//! 1. [`card`] and [`game`] name what is dealt, [`seat`] who holds it; [`deal`] shuffles without bias.
//! 2. [`score`] ranks hands: one number for one hand of any game, or columns of millions at once.
//! 3. [`range`] reads ranges of starting hands; [`equity`] gives what each hand or range is worth of each pot.
//! 4. [`frequency`] holds how often each category comes, exactly.
//! 5. [`scheme`] stands beside it: how others wrote hands as numbers, with their errors or corrected.
//!
//! # Examples
//! ```
//! use handlab_cards::{card::CardSet, game::Game, score};
//!
//! let hole = CardSet::parse("AhKh")?;
//! let board = CardSet::parse("QhJhTh2c2d")?;
//! let strength = score::strength(Game::Holdem, hole, board).expect("seven cards");
//! assert_eq!(score::category(Game::Holdem, strength), 8);
//! # Ok::<(), handlab_cards::card::CardError>(())
//! ```
//!
//! ```
//! use handlab_cards::{card::CardSet, equity::preflop};
//!
//! let [aces, kings] = [CardSet::parse("AhAd")?, CardSet::parse("KhKd")?];
//! let matchup = preflop::matchup(aces, kings).expect("two hands of two cards");
//! assert!(matchup.wins > 4 * matchup.losses);
//! # Ok::<(), handlab_cards::card::CardError>(())
//! ```

pub mod card;
pub mod deal;
pub mod equity;
pub mod frequency;
pub mod game;
pub mod range;
pub mod scheme;
pub mod score;
pub mod seat;
