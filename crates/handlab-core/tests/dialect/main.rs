//! Reading and writing texts.

#[path = "../support/dump.rs"]
mod dump;
#[path = "../support/logs.rs"]
mod logs;
#[path = "../support/numbers.rs"]
mod numbers;
#[path = "../support/paper.rs"]
mod paper;
#[path = "../support/read.rs"]
mod read;
#[path = "../support/rows.rs"]
mod rows;
#[path = "../support/samples.rs"]
mod samples;
#[path = "../support/spoil.rs"]
mod spoil;
#[path = "../support/summaries.rs"]
mod summaries;

mod contract;
mod corpus;
mod robust;
mod spellings;
mod summary;
mod summary_corpus;
mod time;
mod winamax;
mod write_pokerstars;
