//! The summary of a tournament, with one line per player.
//!
//! ```text
//! Unibet Tournament #85614762, No Limit Holdem
//! Buy-In: €0.93 + €0.07
//! 3 players
//! Total Prize Pool: €4.00
//! Tournament started 2026/06/05 21:50:39 UTC
//! 1: Unibet_28204e083c0fb55a finished €4.00         the owner of the file, by the token that follows their name in hands
//! 2: NAME finished
//! You finished in 1st place.
//! ```

use std::collections::HashMap;

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::Tournament;
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time;

use crate::lines::price::read_price;
use crate::pokerstars::summary::read_game;
use crate::syntax::text::{is_digits, rsplit_once, split_once};

pub(super) const HEADER: &str = "Unibet Tournament #";

/// Decimals of every amount.
const SCALE: u8 = 2;

/// Number and game of the first line.
pub(super) fn id_and_game(line: &str) -> Option<(&str, &str)> {
    let (id, game) = split_once(line.strip_prefix(HEADER)?, ", ")?;
    is_digits(id).then_some((id, game))
}

/// Reads one summary.
pub(super) fn read(span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    (out.site, out.currency, out.scale) = (super::SITE, Currency::EUR, SCALE);
    let mut cursor = Cursor::new(span.text, span.at);
    let (mut digest, mut rows) = (Xxh3::new(), HashMap::new());
    while let Some(line) = cursor.next_line() {
        let line = line.trim_end();
        let is_known = if let Some((place, entry)) = row(line) {
            read_row(place, entry, out, &mut rows)
        } else {
            read_line(line, out)
        };
        let is_known =
            is_known.ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        if is_known {
            digest.update(line.as_bytes());
        }
    }
    if out.players.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    if let Some(place) = out.owner_place {
        let mut players = out.players.iter_mut();
        if let Some(owner) = players.find(|player| player.finish_place == Some(place)) {
            owner.is_owner = true;
        }
    }
    out.is_finished = Some(out.players.iter().all(|player| !player.is_still_playing));
    out.digest = digest.digest();
    Ok(())
}

/// Reads a line that is not a player's; false if it carries no information, `None` if a value cannot be read.
fn read_line(line: &str, out: &mut TournamentSummary) -> Option<bool> {
    if let Some((id, game)) = id_and_game(line) {
        id.clone_into(&mut out.tournament_id);
        let game = read_game(game);
        (out.game, out.is_hi_lo, out.betting) = (game.game, game.is_hi_lo, game.betting);
    } else if let Some(price) = line.strip_prefix("Buy-In: ") {
        let mut entry = Tournament::default();
        read_price(price, &mut entry);
        (out.buy_in, out.bounty, out.fee) = (Some(entry.buy_in?), entry.bounty, entry.fee);
        if entry.scale == SCALE {
            out.currency = entry.currency;
        }
    } else if let Some(pool) = line.strip_prefix("Total Prize Pool: ") {
        out.prize_pool = Some(chips::read(pool.as_bytes(), SCALE)?);
    } else if let Some(count) = line.strip_suffix(" players") {
        out.entries = Some(count.parse().ok()?);
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

fn read_time(text: &str) -> Option<i64> {
    let (raw, zone) = text.rsplit_once(' ')?;
    time::utc_micros(raw, zone)
}

/// The place in `2: NAME finished`, and the rest.
fn row(line: &str) -> Option<(u32, &str)> {
    let (place, entry) = split_once(line, ": ")?;
    Some((place.parse().ok()?, entry))
}

/// Reads `NAME finished €4.00` and `NAME finished`; a player who has not finished is still playing. A player who
/// re-entered gets the row of the better place.
fn read_row<'a>(
    place: u32,
    entry: &'a str,
    out: &mut TournamentSummary,
    rows: &mut HashMap<&'a str, usize>,
) -> Option<bool> {
    let finished = match entry.strip_suffix(" finished") {
        Some(name) => Some((name, "")),
        None => rsplit_once(entry, " finished "),
    };
    let (name, prize) = finished.unwrap_or((entry, ""));
    let is_still_playing = finished.is_none();
    let amount = chips::read(prize.as_bytes(), SCALE);
    let is_text = !prize.is_empty() && amount.is_none();
    let player = TournamentPlayer {
        player: name.to_owned(),
        finish_place: Some(place).filter(|_| !is_still_playing),
        prize: if is_still_playing || is_text { None } else { Some(amount.unwrap_or(0)) },
        prize_text: is_text.then(|| prize.to_owned()),
        is_still_playing,
        entries: 1,
        ..TournamentPlayer::default()
    };
    match rows.get(name) {
        None => {
            rows.insert(name, out.players.len());
            out.players.push(player);
        }
        Some(row) => {
            let first = &mut out.players[*row];
            first.entries = first.entries.saturating_add(1);
            first.is_still_playing |= player.is_still_playing;
            let places = first.finish_place.into_iter().chain(player.finish_place);
            first.finish_place = places.min().filter(|_| !first.is_still_playing);
            first.prize = match (first.prize, player.prize) {
                (Some(one), Some(other)) => Some(one.checked_add(other)?),
                _ => None,
            };
            first.prize_text = first.prize_text.take().or(player.prize_text);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use handlab_core::error::Position;

    const TEXT: &str = "Unibet Tournament #80000001, No Limit Holdem
Buy-In: €0.93 + €0.07
3 players
Total Prize Pool: €4.00
Tournament started 2026/06/05 21:50:39 UTC
1: Unibet_0123456789abcdef finished €4.00
2: Bea finished
3: Ann: 2 finished
You finished in 1st place.
";

    fn read_text(text: &str) -> Result<TournamentSummary, ParseError> {
        let mut summary = TournamentSummary::default();
        let at = Position { byte: 0, line: 1 };
        let span = Span { text, at, is_last: true, is_terminated: true, preamble: "" };
        read(span, &mut summary).map(|()| summary)
    }

    #[test]
    fn a_summary_has_a_row_for_each_player() {
        let found = read_text(TEXT).expect("a summary");
        assert_eq!((found.tournament_id.as_str(), found.entries), ("80000001", Some(3)));
        assert_eq!((found.buy_in, found.fee, found.prize_pool), (Some(93), Some(7), Some(400)));
        // 2026-06-05 21:50:39 UTC
        assert_eq!(found.started_at, Some(1_780_696_239_000_000));
        assert_eq!((found.currency, found.is_finished), (Currency::EUR, Some(true)));
        let rows = found.players.iter();
        let rows: Vec<_> = rows.map(|row| (&*row.player, row.prize, row.is_owner)).collect();
        let owner = "Unibet_0123456789abcdef";
        let wanted =
            [(owner, Some(400), true), ("Bea", Some(0), false), ("Ann: 2", Some(0), false)];
        assert_eq!(rows, wanted);
    }

    #[test]
    fn a_re_entry_shares_its_row_and_a_remaining_player_has_no_place() {
        let text = TEXT.replace("3: Ann: 2 finished", "3: Bea finished €0.50\n4: Ann");
        let found = read_text(&text).expect("a summary");
        let rows = found.players.iter();
        let rows: Vec<_> = rows.map(|row| (row.entries, row.finish_place, row.prize)).collect();
        assert_eq!(rows, [(1, Some(1), Some(400)), (2, Some(2), Some(50)), (1, None, None)]);
        assert_eq!(found.is_finished, Some(false));
    }

    #[test]
    fn an_unreadable_value_is_rejected() {
        for (from, to) in [("€0.93", "x"), ("3 players", "x players"), ("€4.00\nT", "4,5,6.7\nT")]
        {
            assert!(read_text(&TEXT.replace(from, to)).is_err(), "{to}");
        }
        assert!(read_text("Unibet Tournament #80000001, No Limit Holdem\n").is_err());
    }
}
