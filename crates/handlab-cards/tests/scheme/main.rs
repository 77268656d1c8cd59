//! How others wrote hands as numbers, and what is wrong with it.

mod inversions;
mod vectors;
