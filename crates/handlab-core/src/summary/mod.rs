//! Tournament summaries: the list of places and prizes that a site sends after a tournament.
//!
//! Written from `PokerStars` summaries of 2007 to 2021, and from what later ones are known to print. [`mail_body`]
//! takes the text out of a mail; [`claims`] finds where in a text a summary starts, whatever precedes it;
//! [`parse`] reads one. `PokerStars`' HTML archive (a table of one player's results without prize pool, field or zone)
//! and summaries in other languages are claimed and then refused with their reason, so that they are among the rejects.
//!
//! # Grammar
//! ```text
//! PokerStars Tournament #2874010306, Pot Limit Omaha
//! [a line that describes it: `Super Satellite`]
//! Buy-In: $505.00/$25.00 USD                            pool/fee, pool/bounty/fee, or all in one
//! 236 players
//! Total Prize Pool: $462580.00 USD
//! Tournament started 2020/05/06 22:15:00 CUST [2020/05/06 14:15:00 ET]
//! Tournament finished ...
//!   1: name (country), $89,165.94 (19.275%)             see `player`
//! You finished in 47th place (eliminated at hand #1).
//! You made 5 rebuys and 1 addons for a total of USD 3,180.00.     see `owner`
//! ```
//!
//! # Liberties
//! - What mail programs do to a text does not matter, see `lines`; nor does prose before and after it.
//! - Lines about the target of a satellite, money added by the house, points and advertisements are ignored.
//! - A freeroll prints no buy-in: it is 0. A progressive knockout prints bounty and pool as one number: `buy_in` is
//!   their sum then, and `bounty` is not known.
//! - Play money has cents in summaries, points (`FPP`, `SC`) have none: the scale is 2 for all, so that none is cut.

mod game;
mod lines;
mod mail;
mod money;
mod owner;
mod player;
mod read;

use crate::error::{ParseError, Position};
use crate::framing::first_line;
use crate::money::Currency;
use handlab_cards::game::{Betting, Game};

pub use game::{SummaryGame, read_game};
pub use mail::mail_body;

const HEADER: &str = "PokerStars Tournament #";

/// The title of `PokerStars`' HTML table of a player's tournaments.
const ARCHIVE: &str = "<title>TOURNEYS: ";

/// Texts with which a summary may start, in other languages too; [`claims`] looks closer where one occurs.
pub const NEEDLES: [&str; 3] = [ARCHIVE, "PokerStars-", "PokerStars "];

/// The name in the `site` column, the same as that of the hands.
const SITE: &str = "pokerstars";

/// One tournament as its summary reports it; `None` is "not known" throughout, never 0.
///
/// Money is in minor units of `currency` at `scale`. Times are microseconds since 1970 in UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentSummary {
    /// The name in the `site` column.
    pub site: &'static str,
    pub tournament_id: String,
    /// What the site calls it beyond its game, such as `Super Satellite`.
    pub name: Option<String>,
    /// `None` for a mix of games, and for a game that handlab does not support.
    pub game: Option<Game>,
    pub is_hi_lo: bool,
    pub betting: Option<Betting>,
    /// Of every amount. `PLAY` where numbers have no sign; empty where no amount is printed.
    pub currency: Currency,
    /// Decimals of the amounts: 2.
    pub scale: u8,
    /// The part of the price that goes to the prize pool.
    pub buy_in: Option<i64>,
    pub fee: Option<i64>,
    /// The part of the price that becomes the bounty on the player.
    pub bounty: Option<i64>,
    /// The printed number of players, or of lines if there are more: with re-entries the former counts people.
    pub entries: Option<u32>,
    pub prize_pool: Option<i64>,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    /// Whether no one is still playing.
    pub is_finished: bool,
    /// The place of the player who asked for the summary.
    pub owner_place: Option<u32>,
    /// One row per player, in the order of the text.
    pub players: Vec<TournamentPlayer>,
    /// A hash of the lines that carry information: the same for the file and for the mail.
    pub digest: u64,
}

/// A player in a tournament. The entries of a player who entered again are one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentPlayer {
    pub player: String,
    /// The best of the player's entries; `None` while they play: the number before the name is then not a place.
    pub finish_place: Option<u32>,
    /// Of all the player's entries, without bounties. 0 where the player is out and their line prints nothing (a prize
    /// is fixed when its winner goes out, also while others play), but not known if a finished list prints no prize for
    /// anyone, nor if what they won is not an amount of the tournament's currency.
    pub prize: Option<i64>,
    /// A prize that is not an amount of the tournament's currency, as printed: a ticket, a seat in the target.
    pub prize_text: Option<String>,
    pub is_still_playing: bool,
    /// The number of the player's entries, as far as the list shows.
    pub entries: u32,
    /// Only reported to the owner, and not always.
    pub bounties_won: Option<i64>,
    /// Only reported to the owner.
    pub rebuys: Option<u32>,
    /// Only reported to the owner.
    pub add_ons: Option<u32>,
    /// What the owner's rebuys and add-ons cost together.
    pub rebuys_paid: Option<i64>,
    /// Whether this player asked for the summary.
    pub is_owner: bool,
}

impl TournamentSummary {
    /// Empties the summary and keeps its buffers.
    pub fn clear(&mut self) {
        let mut players = std::mem::take(&mut self.players);
        players.clear();
        let mut tournament_id = std::mem::take(&mut self.tournament_id);
        tournament_id.clear();
        *self = TournamentSummary { tournament_id, players, ..TournamentSummary::default() };
    }

    /// The player who asked for the summary, if they can be identified.
    pub fn owner(&self) -> Option<&TournamentPlayer> {
        self.players.iter().find(|player| player.is_owner)
    }
}

/// Whether a summary starts with `head`; `before` is what precedes it on its line.
///
/// Quotation marks before it are ignored. In the middle of a line a summary counts only if the rest follows on that
/// line, and never within the chat of a hand.
pub fn claims(before: &[u8], head: &[u8]) -> bool {
    if is_archive(head) {
        return true;
    }
    if !head.starts_with(HEADER.as_bytes()) {
        // `Torneio PokerStars #1`
        let is_word = |before: &str| before.chars().all(|c| c.is_alphabetic() || lines::is_mark(c));
        return is_foreign(head)
            && before.len() < 40
            && std::str::from_utf8(before).is_ok_and(is_word);
    }
    let line = first_line(head, LONGEST_HEADER);
    let rest = &line[HEADER.len()..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_named = digits > 0 && rest[digits..].trim_start().starts_with([',', ':']);
    let is_chat = || memchr::memmem::find(before, b" said, \"").is_some();
    is_named && (lines::opens_line(before) || (lines::is_glued(&line) && !is_chat()))
}

/// Whether it is a summary's first line in another language: the game is named in English in all of them.
///
/// No such summary has been seen; it is refused with its reason, so that it is not silently lost.
fn is_foreign(head: &[u8]) -> bool {
    // Every word that starts like the site's name is checked, so what is not a header must be recognised at once.
    const NEAR: usize = 40;
    if memchr::memchr(b'#', &head[..head.len().min(NEAR)]).is_none() {
        return false;
    }
    let line = first_line(head, LONGEST_HEADER);
    let Some((front, rest)) = line.split_once('#') else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_site =
        front.starts_with("PokerStars") && !front.contains(" Hand") && !front.contains(" Game");
    let game = rest[digits..].strip_prefix(',').map(|game| read_game(game.trim()));
    is_site && digits > 0 && game.is_some_and(|game| game.betting.is_some() && game.game.is_some())
}

/// No first line of a summary is longer.
const LONGEST_HEADER: usize = 1000;

/// Whether it is `PokerStars`' HTML table of a player's tournaments.
fn is_archive(head: &[u8]) -> bool {
    head.starts_with(ARCHIVE.as_bytes())
}

/// Reads one summary into `out`, which is cleared first. `at` is the place of `text` in the file.
///
/// # Errors
/// [`ParseError`] with byte and line: where there is no header, a second one, no list of players, a line of the list
/// that cannot be read, a buy-in that is not an amount. `out` is then filled in part.
pub fn parse(text: &str, at: Position, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    read::read(text, at, out)
}
