//! Random legal play, for tests, samples and benchmarks.
