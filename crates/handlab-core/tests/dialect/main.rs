//! What a dialect may do, and the times that it reads.

#[path = "../support/columns.rs"]
mod columns;
#[path = "../support/logs.rs"]
mod logs;
#[path = "../support/paper.rs"]
mod paper;

mod contract;
mod escaped;
mod made_up;
mod site_rules;
mod time;
