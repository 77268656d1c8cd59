//! Tournament summaries: the list of places and prizes that a site sends after a tournament.
//!
//! Written from `PokerStars` summaries of 2007 to 2021. A file is taken in four steps: [`claims`] tells whether it is
//! one; [`mail_body`] takes the text out of a mail; [`spans`] parts a text that holds several; [`parse`] reads one.
//! `PokerStars`' HTML archive (a table of one player's results without prize pool, field or zone) is claimed and then
//! refused with its reason, so that it is counted among the rejects.
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
//! You made 5 rebuys and 1 addons for a total of USD 3,180.00.
//! ```
//!
//! # Liberties
//! - Blanks at either end of a line, blank lines and control characters before the header do not matter.
//! - Lines about the target of a satellite, money added by the house, points and advertisements are passed over.
//! - A freeroll prints no buy-in: it is 0. A progressive knockout prints bounty and pool as one number: `buy_in` is
//!   their sum then, and `bounty` is not known.
//! - Play money has cents in summaries, points (`FPP`, `SC`) have none: the scale is 2 for all, so that none is cut.

mod game;
mod mail;
mod money;
mod player;
mod read;

use crate::error::{ParseError, Position};
use crate::game::{Betting, Game};
use crate::hand::Currency;

pub use game::{SummaryGame, read_game};
pub use mail::mail_body;

const HEADER: &str = "PokerStars Tournament #";

/// One tournament as its summary tells it; `None` is "not known" throughout, never 0.
///
/// Money is in minor units of `currency` at `scale`. Times are microseconds since 1970 in UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentSummary {
    /// The name in the `site` column.
    pub site: &'static str,
    pub tournament_id: String,
    /// What the site calls it beyond its game, such as `Super Satellite`.
    pub name: Option<String>,
    /// `None` for a mix of games, and for a game that handlab does not know.
    pub game: Option<Game>,
    pub is_hi_lo: bool,
    pub betting: Option<Betting>,
    /// Of every amount. `PLAY` where numbers stand without any sign; empty where no amount is printed.
    pub currency: Currency,
    /// Decimals of the amounts: 2.
    pub scale: u8,
    /// The part of the price that goes to the prize pool.
    pub buy_in: Option<i64>,
    pub fee: Option<i64>,
    /// The part of the price that goes onto the player's head.
    pub bounty: Option<i64>,
    /// The printed number of players, or of lines if there are more: with re-entries the former counts people.
    pub entries: Option<u32>,
    pub prize_pool: Option<i64>,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    /// Whether nobody is still playing.
    pub is_finished: bool,
    /// The place of the one who asked for the summary.
    pub owner_place: Option<u32>,
    /// One row a player, in the order of the text.
    pub players: Vec<TournamentPlayer>,
}

/// A player in a tournament. The entries of a player who entered again are one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentPlayer {
    pub player: String,
    /// The best of his entries; `None` while he plays: the number before his name is then no place.
    pub finish_place: Option<u32>,
    /// Of all his entries, without bounties. 0 where he is out and his line prints nothing (a prize is fixed when its
    /// winner goes out, also while others play), but not known if a finished list prints no prize for anyone, nor if
    /// what he won is no amount of the tournament's currency.
    pub prize: Option<i64>,
    /// What he won that is no amount of the tournament's currency, as printed: a ticket, a seat in the target.
    pub prize_text: Option<String>,
    pub is_still_playing: bool,
    /// How often he entered, as far as the list tells.
    pub entries: u32,
    /// Not printed by `PokerStars`.
    pub bounties_won: Option<i64>,
    /// Only told to the owner.
    pub rebuys: Option<u32>,
    /// Only told to the owner.
    pub add_ons: Option<u32>,
    /// What the owner's rebuys and add-ons cost together.
    pub rebuys_paid: Option<i64>,
    /// Whether he asked for the summary.
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

    /// The one who asked for the summary, if he can be told.
    pub fn owner(&self) -> Option<&TournamentPlayer> {
        self.players.iter().find(|player| player.is_owner)
    }
}

/// Whether a file that starts with `head` holds summaries, as text, as a mail, or as the HTML that [`parse`] refuses.
///
/// Some hundred bytes of head do for a text; a mail and the HTML need their first 4,096.
pub fn claims(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let start = head.iter().position(|byte| *byte > b' ').unwrap_or(head.len());
    let head = &head[start..];
    let is_summary = head.strip_prefix(HEADER.as_bytes()).is_some_and(|rest| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && rest[digits..].starts_with(b",")
    });
    is_summary
        || head.starts_with(b"Tournament History for your last ")
        || mail::is_history(head)
        || is_archive(head)
}

/// Whether it is `PokerStars`' HTML table of a player's tournaments.
fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"<html>") && memchr::memmem::find(head, b"<title>TOURNEYS: ").is_some()
}

/// The summaries of a decoded text, each with the place of its first byte; `at` is the place of the text.
///
/// A text without any header is one span, so that [`parse`] tells what is wrong with it.
pub fn spans(text: &str, at: Position) -> Vec<(Position, &str)> {
    let mut starts: Vec<(Position, usize)> = Vec::new();
    for (place, line) in lines(text, at) {
        if is_header(line) {
            starts.push((place, (place.byte - at.byte) as usize));
        }
    }
    if starts.is_empty() {
        return vec![(at, text)];
    }
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([text.len()]);
    starts.iter().zip(ends).map(|((place, start), end)| (*place, &text[*start..end])).collect()
}

/// Reads one summary into `out`, which is cleared first. `at` is the place of `text` in the file.
///
/// # Errors
/// [`ParseError`] with byte and line: where there is no header, a second one, no list of players, a line of the list
/// that cannot be read, a buy-in that is no amount. `out` is then filled in part.
pub fn parse(text: &str, at: Position, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    read::read(text, at, out)
}

fn is_header(line: &str) -> bool {
    line.trim_start_matches(|c: char| c <= ' ' || c == '\u{FEFF}').starts_with(HEADER)
}

/// The lines of a text without their ends, each with its place; `\n`, `\r\n` and `\r` end a line.
fn lines(text: &str, at: Position) -> impl Iterator<Item = (Position, &str)> {
    let mut rest = text;
    let mut place = at;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let here = place;
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        let ending = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        rest = &behind[ending..];
        place = Position { byte: here.byte + (end + ending) as u64, line: here.line + 1 };
        Some((here, line))
    })
}
