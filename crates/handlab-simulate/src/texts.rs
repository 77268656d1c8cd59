//! Hands as text in the format of PokerStars.

use crate::config::Config;
use crate::simulator::Simulator;
use handlab_core::hand::Hand;
use handlab_dialects::pokerstars::write::write;

/// The text of a seed's first hands, in the format of PokerStars.
///
/// ```
/// use handlab_simulate::{Config, simulate_text};
///
/// let text = simulate_text(&Config::default(), 1, 3);
/// assert_eq!(text.matches("*** SUMMARY ***").count(), 3);
/// ```
pub fn simulate_text(config: &Config, seed: u64, hands: u64) -> String {
    let mut text = String::new();
    for hand in Texts::new(config, seed).take(usize::try_from(hands).unwrap_or(usize::MAX)) {
        text.push_str(&hand);
    }
    text
}

/// The endless texts of a simulator's hands.
#[derive(Clone, Debug)]
pub struct Texts {
    simulator: Simulator,
    hand: Hand,
}

impl Texts {
    /// See [`Simulator::new`].
    pub fn new(config: &Config, seed: u64) -> Self {
        Texts { simulator: Simulator::new(config, seed), hand: Hand::default() }
    }

    /// Plays the next hand and appends its text.
    pub fn append_next(&mut self, text: &mut String) {
        self.simulator.next_hand(&mut self.hand);
        write(&self.hand, text);
    }
}

impl Iterator for Texts {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut text = String::new();
        self.append_next(&mut text);
        Some(text)
    }
}
