//! The audit of real and of spoiled hands.

#[path = "../support/faults/mod.rs"]
mod faults;
#[path = "../support/logs.rs"]
mod logs;
#[path = "../support/numbers.rs"]
mod numbers;
#[path = "../support/paper.rs"]
mod paper;
#[path = "../support/read.rs"]
mod read;
#[path = "../support/samples.rs"]
mod samples;
#[path = "../support/spoil.rs"]
mod spoil;

mod boards;
mod corpus_real;
mod spoiler;
mod vectors;
