//! Reading and writing texts.

#[path = "../../../handlab-core/tests/support/columns.rs"]
mod columns;
#[path = "../support/dump.rs"]
mod dump;
#[path = "../../../handlab-core/tests/support/logs.rs"]
mod logs;
#[path = "../../../handlab-core/tests/support/numbers.rs"]
mod numbers;
#[path = "../support/outcomes.rs"]
mod outcomes;
#[path = "../../../handlab-core/tests/support/read.rs"]
mod read;
#[path = "../support/rows.rs"]
mod rows;
#[path = "../../../handlab-core/tests/support/samples.rs"]
mod samples;
#[path = "../../../handlab-core/tests/support/spoil.rs"]
mod spoil;
#[path = "../support/summaries.rs"]
mod summaries;

mod acpc;
mod acpc_lbr;
mod arbiters;
mod assigned_names;
mod biggame;
mod boss;
mod corpus;
mod donkhouse;
mod drivehud;
mod everest;
mod everleaf;
mod forum;
mod fulltilt;
mod ggpoker;
mod globalpoker;
mod ignition;
mod igt;
mod ipoker;
mod languages;
mod merge;
mod microgaming;
mod ohh;
mod ohh_summary;
mod party;
mod phh;
mod poker888;
mod pokerbots;
mod pokerbots_2012;
mod pokergfx;
mod pokernow;
mod pokernow_json;
mod pokernow_log_json;
mod pokersnowie;
mod pokerth;
mod pokertracker;
mod position_notes;
mod robust;
mod rooms;
mod skins;
mod slumbot;
mod spellings;
mod starts;
mod summary;
mod summary_corpus;
mod texasholdem;
mod tournament_pages;
mod variants;
mod winamax;
mod winning;
mod write_pokerstars;
