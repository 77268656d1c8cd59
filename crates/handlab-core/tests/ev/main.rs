//! Replayed states and expected values.

#[path = "../support/logs.rs"]
mod logs;
#[path = "../../../handlab-cards/tests/support/obvious_equity.rs"]
mod obvious_equity;
#[path = "../support/paper.rs"]
mod paper;
#[path = "../support/read.rs"]
mod read;

mod corpus;
mod hands;
mod replay_states;
mod simulated;
mod turns;
