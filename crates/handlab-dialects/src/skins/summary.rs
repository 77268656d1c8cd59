//! Run It Once's tournament summary, with one line per player.
//!
//! ```text
//! Run It Once Poker Tournament #122001, Cubed SNG No Limit Hold 'Em
//! Buy-In: €5.00                                 the whole price
//! 3 players
//! Tournament started 2021/02/13 23:01:05 CET [2021/02/13 17:01:05 ET]
//!
//! 1: NAME, €12.50
//! 2: NAME
//!
//! You finished in 2nd place (eliminated at hand #53972060).
//! ```
//! Both clocks keep winter time all year, as in the hands.

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Tournament;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time;

use crate::lines::price::read_price;
use crate::pokerstars::summary::{SummaryGame, read_game};
use crate::syntax::text::{is_digits, is_line_start, rsplit_once, split_once};

pub(super) const RUN_IT_ONCE: &str = "Run It Once Poker Tournament #";

/// Decimals of every amount.
const SCALE: u8 = 2;

/// Whether a summary starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    is_line_start(before) && id_and_title(&first_line(head, 400)).is_some()
}

/// Number and title of the first line.
fn id_and_title(line: &str) -> Option<(&str, &str)> {
    let (id, title) = split_once(line.strip_prefix(RUN_IT_ONCE)?, ", ")?;
    is_digits(id).then_some((id, title))
}

/// Reads one summary.
pub(super) fn read(
    site: &'static str,
    span: Span<'_>,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    out.clear();
    (out.site, out.scale) = (site, SCALE);
    let mut cursor = Cursor::new(span.text, span.at);
    let mut digest = Xxh3::new();
    while let Some(line) = cursor.next_line() {
        let line = line.trim();
        let is_known = read_line(line, out)
            .ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        if is_known {
            digest.update(line.as_bytes());
            digest.update(b"\n");
        }
    }
    if out.tournament_id.is_empty() || out.players.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    // If the list has no prizes at all, a player without one may still have won something.
    let has_prizes = out.players.iter().any(|player| player.prize.is_some());
    for player in out.players.iter_mut().filter(|player| player.prize_text.is_none()) {
        player.prize = player.prize.or(has_prizes.then_some(0));
    }
    let is_owner = |player: &&mut TournamentPlayer| player.finish_place == out.owner_place;
    if out.owner_place.is_some()
        && let Some(owner) = out.players.iter_mut().find(is_owner)
    {
        owner.is_owner = true;
    }
    out.is_finished = Some(true);
    out.digest = digest.digest();
    Ok(())
}

/// Reads a line; false if it carries no information, `None` if a value cannot be read.
fn read_line(line: &str, out: &mut TournamentSummary) -> Option<bool> {
    if let Some((place, entry)) = split_once(line, ": ")
        && let Ok(place) = place.parse()
    {
        out.players.push(read_player(place, entry));
    } else if let Some((id, title)) = id_and_title(line) {
        id.clone_into(&mut out.tournament_id);
        read_title(title, out);
    } else if let Some(price) = line.strip_prefix("Buy-In: ") {
        let mut entry = Tournament::default();
        read_price(price, &mut entry);
        out.currency = entry.currency;
        (out.buy_in, out.bounty) = (Some(entry.buy_in?), entry.bounty);
        out.fee = entry.fee.or(Some(0));
    } else if let Some(pool) = line.strip_prefix("Total Prize Pool: ") {
        out.prize_pool = Some(chips::read(pool.as_bytes(), SCALE)?);
    } else if let Some(count) = line.strip_suffix(" players") {
        out.entries = Some(count.replace(',', "").parse().ok()?);
    } else if let Some(start) = line.strip_prefix("Tournament started ") {
        out.started_at = Some(read_time(start)?);
    } else if let Some(end) = line.strip_prefix("Tournament finished ") {
        out.finished_at = Some(read_time(end)?);
    } else if let Some(place) = line.strip_prefix("You finished in ") {
        let digits = place.bytes().take_while(u8::is_ascii_digit).count();
        out.owner_place = Some(place[..digits].parse().ok()?);
    } else {
        return Some(false);
    }
    Some(true)
}

/// Reads `Cubed SNG No Limit Hold 'Em`: the game is what follows the name.
fn read_title(title: &str, out: &mut TournamentSummary) {
    let starts = title.match_indices(' ').map(|(space, _)| space + 1);
    let game_at = |at: usize| {
        let game = read_game(&title[at..]);
        (game.game.is_some() && game.betting.is_some()).then_some((at, game))
    };
    let found = std::iter::once(0).chain(starts).find_map(game_at);
    let (end, game) = found.unwrap_or((title.len(), SummaryGame::default()));
    let name = title[..end].trim();
    out.name = Some(name.to_owned()).filter(|name| !name.is_empty());
    (out.game, out.is_hi_lo, out.betting) = (game.game, game.is_hi_lo, game.betting);
}

/// Reads `NAME, €12.50` and `NAME`.
fn read_player(place: u32, entry: &str) -> TournamentPlayer {
    let (name, prize) = rsplit_once(entry, ", ").unwrap_or((entry, ""));
    let amount = chips::read(prize.as_bytes(), SCALE);
    let is_text = !prize.is_empty() && amount.is_none();
    TournamentPlayer {
        player: name.trim().to_owned(),
        finish_place: Some(place),
        prize: amount,
        prize_text: is_text.then(|| prize.to_owned()),
        entries: 1,
        ..TournamentPlayer::default()
    }
}

/// Reads `2021/04/12 17:01:17 CET [2021/04/12 11:01:17 ET]`: the tournament's first hand says `16:01 UTC`.
fn read_time(text: &str) -> Option<i64> {
    let (local, _) = text.split_once('[').unwrap_or((text, ""));
    let (local, zone) = local.trim_end().rsplit_once(' ')?;
    let zone = match zone {
        "CET" => "UTC+01:00",
        "ET" => "EST",
        zone => zone,
    };
    time::utc_micros(local, zone)
}
