//! Playing cards: what hands are worth, how often they occur, and how they fare against each other.
//!
//! # Scope
//! Everything that follows from the cards and the rules of the games alone. Nothing here reads a hand history, deals
//! with money (beyond shares of a pot), or does input and output.
//!
//! # Flow
//! 1. [`card`], [`game`] and [`seat`] are the vocabulary; [`deal`] draws and shuffles without bias.
//! 2. [`score`] turns a hand of any game into one number, or columns of millions of hands at once.
//! 3. [`range`] reads ranges of starting hands; [`equity`] computes the share of each pot that hands or ranges win.
//! 4. [`frequency`] counts how often each category occurs, exactly or by sampling.
//! 5. [`scheme`] holds five published encodings of hands, both as published and corrected. Nothing else uses
//!    them.
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
