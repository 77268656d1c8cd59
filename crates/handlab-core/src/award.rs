//! Pots, strengths and runouts to payouts, down to the odd chip.
