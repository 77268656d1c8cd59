//! How sites write poker hands and tournament summaries: one module per site.
//!
//! # Scope
//! Only what sites print: a dialect fills a [`Hand`](handlab_core::hand::Hand) or a
//! [`TournamentSummary`](handlab_core::summary::TournamentSummary) with what the text says, and states how the site
//! prints and pays as [`SiteRules`](handlab_core::rules::SiteRules). What follows from that is computed in
//! [`handlab_core`], which does not depend on any site.
//!
//! # Flow
//! 1. [`ALL`] finds headers: the needles of all [`DIALECTS`] in one pass, then each dialect is asked whether it claims
//!    the line.
//! 2. The module of the site reads the text. Each starts with its grammar and the liberties that it takes.
//! 3. Sites that write one line per action share the engine `lines`. A dialect gives it a `Grammar`, which says how its
//!    header is read and what else differs. If most lines differ, a `Translator` first rewrites each into the common
//!    form, with the shared parts in `lines::common_form`.
//! 4. Sites that write XML fill the hand themselves, from the nodes of `syntax::xml`; JSON has its shape in [`ohh`] and
//!    [`igt`], TOML in [`phh`].
//! 5. What a text leaves open follows from its order: `inferred` determines what an all-in was, where streets begin,
//!    and what amounts mean that a site prints inconsistently.
//! 6. [`pokerstars::write`] is the reverse, from a hand to its text; `handlab-convert` writes other formats.
//!
//! # Examples
//! The first hand of a text, replayed and audited:
//! ```
//! use handlab_core::{audit::Verdict, pipeline::Pipeline};
//! use handlab_dialects::ALL;
//!
//! let text = "\
//! PokerStars Hand #1:  Hold'em No Limit ($1/$2) - 2024/03/17 20:08:32 UTC
//! Table 'Vega' 6-max Seat #1 is the button
//! Seat 1: Ann ($200 in chips)
//! Seat 2: Bob ($200 in chips)
//! Ann: posts small blind $1
//! Bob: posts big blind $2
//! *** HOLE CARDS ***
//! Ann: folds
//! Uncalled bet ($1) returned to Bob
//! Bob collected $2 from pot
//! *** SUMMARY ***
//! Total pot $2 | Rake $0
//! Seat 1: Ann (button) (small blind) folded before Flop
//! Seat 2: Bob (big blind) collected ($2)
//! ";
//! let mut pipeline = Pipeline::default();
//! pipeline.read_text(&ALL, text)?;
//! assert_eq!(pipeline.audit.verdict, Verdict::Exact);
//! assert_eq!(pipeline.hand.rules.total, handlab_core::rules::TotalKind::Gross);
//! # Ok::<(), handlab_core::error::ParseError>(())
//! ```
//!
//! What starts in a file, and which dialect reads it:
//! ```
//! use handlab_core::dialect::Header;
//!
//! let file = b"Winamax Poker - Tournament summary : Sunday Surprise(42)\nPlayer : ann\n";
//! let found = handlab_dialects::find(file, 0).expect("a header");
//! assert!(matches!(found.header, Header::Summary(dialect) if dialect.name() == "winamax"));
//! ```

use std::sync::LazyLock;

use handlab_core::dialect::{Dialect, Header, Registry};
use handlab_core::framing::Found;

pub mod absolute;
pub mod acpc;
pub mod betclic;
pub mod betcoin;
pub mod betfair;
pub mod betonline;
pub mod biggame;
pub mod boss;
pub mod cake;
pub mod coinpoker;
pub mod cpokers;
pub mod ddpoker;
pub mod donkhouse;
pub mod drivehud;
pub mod enet;
pub mod entraction;
pub mod everest;
pub mod everest_text;
pub mod everleaf;
pub mod forum;
pub mod fulltilt;
pub mod ggpoker;
pub mod globalpoker;
pub mod ignition;
pub mod igt;
mod inferred;
pub mod ipoker;
pub mod kingsclub;
mod lines;
pub mod merge;
pub mod microgaming;
mod names;
pub mod ohh;
pub mod ohh_summary;
pub mod ongame;
pub mod party;
pub mod phh;
pub mod pkr;
pub mod poker888;
pub mod pokerbots;
pub mod pokergfx;
pub mod pokernow;
pub mod pokernow_json;
pub mod pokersnowie;
pub mod pokerstars;
pub mod pokerstars_languages;
pub mod pokerth;
pub mod pokertracker;
pub mod position_notes;
pub mod skins;
pub mod slumbot;
pub mod swc;
mod syntax;
pub mod texasholdem;
pub mod unibet;
pub mod winamax;
pub mod winning;
pub mod winning_old;

/// Every dialect, in the order in which they are tried.
pub static DIALECTS: &[&dyn Dialect] = &[
    &pokerstars::PokerStars,
    &pokerstars_languages::CHINESE,
    &pokerstars_languages::FRENCH,
    &pokerstars_languages::GERMAN,
    &pokerstars_languages::GREEK,
    &pokerstars_languages::PORTUGUESE,
    &pokerstars_languages::RUSSIAN,
    &pokerstars_languages::SPANISH,
    &winamax::Winamax,
    &ggpoker::UpPoker,
    &ggpoker::GgPoker,
    &skins::RUN_IT_ONCE,
    &skins::BET_RIVERS,
    &skins::POKER_BROS,
    &skins::POKER_MASTER,
    &skins::POKER_KING,
    &skins::PP_POKER,
    &skins::SUPREMA_POKER,
    &skins::MPL_POKER,
    &skins::WEPLAY,
    &skins::VANILLA_POKER,
    &skins::CLUB_GG,
    &skins::POKER_PLANETS,
    &skins::ONE_WIN,
    &skins::SWC_POKER,
    &skins::WPT_GLOBAL,
    &skins::PHENOM,
    &skins::NINE_STACKS,
    &skins::STOCK_POKER,
    &skins::ROUNDER_CASINO,
    &skins::POKER_CHASE,
    &coinpoker::CoinPoker,
    &fulltilt::FullTilt,
    &fulltilt::GameDesire,
    &poker888::Poker888,
    &winning::Winning,
    &winning_old::WinningOld,
    &ongame::OnGame,
    &entraction::Entraction,
    &pkr::Pkr,
    &cake::Cake,
    &absolute::Absolute,
    &swc::Swc,
    &betonline::BetOnline,
    &enet::Enet,
    &betfair::Betfair,
    &kingsclub::KingsClub,
    &unibet::Unibet,
    &betclic::Betclic,
    &betcoin::Betcoin,
    &pokertracker::IPOKER,
    &pokertracker::MERGE,
    &pokertracker::MICROGAMING,
    &pokertracker::Summaries,
    &ignition::Ignition,
    &ipoker::IPoker,
    &party::Party,
    &everleaf::Everleaf,
    &ohh::OpenHandHistory,
    &ohh_summary::OpenTournamentSummary,
    &pokernow::NEWEST_FIRST,
    &pokernow::OLDEST_FIRST,
    &pokernow::JSON,
    &pokernow_json::PokerNowJson,
    &globalpoker::GlobalPoker,
    &pokergfx::PokerGfx,
    &boss::Boss,
    &igt::Igt,
    &merge::Merge,
    &everest::Everest,
    &everest_text::EverestText,
    &microgaming::Microgaming,
    &drivehud::DriveHud,
    &position_notes::PositionNotes,
    &forum::Forum,
    &pokersnowie::PokerSnowie,
    &biggame::BigGame,
    &acpc::Acpc,
    &acpc::lbr::Lbr,
    &pokerth::PokerTh,
    &ddpoker::DdPoker,
    &cpokers::CPokers,
    &pokerbots::Pokerbots,
    &pokerbots::engine_2012::Engine2012,
    &donkhouse::Donkhouse,
    &texasholdem::TexasHoldem,
    &slumbot::Slumbot,
    &phh::Phh,
    &skins::OtherRooms,
];

/// All of [`DIALECTS`], ready to find headers.
pub static ALL: LazyLock<Registry> = LazyLock::new(|| Registry::new(DIALECTS));

/// The site with that name, as in the `site` column: formats that hold hands of any site name it.
pub fn site_named(name: &str) -> Option<&'static str> {
    DIALECTS.iter().map(|dialect| dialect.site()).find(|site| *site == name)
}

/// The first header of any dialect at or after `from`.
pub fn find(bytes: &[u8], from: usize) -> Option<Found<Header>> {
    ALL.find(bytes, from)
}
