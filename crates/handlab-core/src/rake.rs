//! Which pot the rake and the fees came out of.
