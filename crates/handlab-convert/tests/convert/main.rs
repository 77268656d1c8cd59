//! Hands of every dialect in every format, and under pseudonyms.

mod files;
#[path = "../../../handlab-core/tests/support/logs.rs"]
mod logs;
#[path = "../../../handlab-core/tests/support/read.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod read;

mod anonymize;
mod corpus;
mod importer;
mod losses;
mod ohh;
