//! Deals, exact frequencies and ranges.

mod deal;
mod frequency;
mod range;
