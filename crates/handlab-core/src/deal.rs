//! Unbiased drawing and shuffling.
