//! Weights in whole millionths, so that sums and texts are exact.

use std::fmt;

/// How often a hand is held, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Weight(u32);

impl Weight {
    /// Never.
    pub const ZERO: Weight = Weight(0);
    /// Always.
    pub const FULL: Weight = Weight(1_000_000);

    /// That many millionths; `None` for more than a million.
    pub const fn from_millionths(millionths: u32) -> Option<Weight> {
        if millionths <= Self::FULL.0 { Some(Weight(millionths)) } else { None }
    }

    /// The weight in millionths, 0..=1,000,000.
    pub const fn millionths(self) -> u32 {
        self.0
    }

    /// The weight as a fraction, 0.0..=1.0.
    pub fn share(self) -> f64 {
        f64::from(self.0) / f64::from(Self::FULL.0)
    }
}

/// Written as a fraction with as many decimals as needed: `0.25`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.0 / Self::FULL.0, self.0 % Self::FULL.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
