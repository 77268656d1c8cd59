//! A summary line by line into a [`TournamentSummary`].

use std::collections::HashMap;

use crate::error::{ParseError, ParseErrorKind, Position};
use crate::time::utc_micros;

use super::player::{PlayerLine, read_player};
use super::{HEADER, TournamentPlayer, TournamentSummary, is_archive, is_header, lines, money};

/// What is known of the list while it is read.
#[derive(Default)]
struct List<'a> {
    /// The row of each name: a player who entered again has several lines.
    rows: HashMap<&'a str, usize>,
    /// How many lines each row has.
    lines: Vec<u32>,
    /// The row of each line that prints a place, with that place.
    places: Vec<(u32, usize)>,
    /// The row of the one who asked.
    owner: Option<usize>,
    /// Whether the list tells of any prize.
    has_prizes: bool,
}

pub(super) fn read(
    text: &str,
    at: Position,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    let mut lines = lines(text, at).skip_while(|(_, line)| !is_header(line));
    let Some((place, header)) = lines.next() else {
        return Err(ParseError::new(why_no_header(text), at));
    };
    read_header(header.trim(), out)
        .ok_or_else(|| ParseError::new(ParseErrorKind::Header(header.trim().to_owned()), place))?;
    let mut list = List::default();
    let mut last = place;
    for (place, line) in lines {
        let line = line.trim();
        let read = match line.as_bytes() {
            [] => Ok(()),
            [b'0'..=b'9', ..] => read_numbered(line, out, &mut list),
            _ => read_line(line, out, &mut list),
        };
        read.map_err(|kind| ParseError::new(kind, place))?;
        last = place;
    }
    if list.lines.is_empty() {
        return Err(ParseError::new(ParseErrorKind::Truncated, last));
    }
    finish(out, &list);
    Ok(())
}

fn why_no_header(text: &str) -> ParseErrorKind {
    if is_archive(text.trim_start().as_bytes()) {
        let reason = "HTML archive of tournaments: ask the site for the summaries as text";
        return ParseErrorKind::Header(reason.to_owned());
    }
    ParseErrorKind::UnknownDialect
}

fn read_header(line: &str, out: &mut TournamentSummary) -> Option<()> {
    let (_, rest) = line.split_once(HEADER)?;
    let (id, game) = rest.split_once(',')?;
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let game = super::read_game(game.trim());
    out.site = "PokerStars";
    out.tournament_id.push_str(id);
    out.game = game.game;
    out.is_hi_lo = game.is_hi_lo;
    out.betting = game.betting;
    out.scale = money::SCALE;
    Some(())
}

/// A line that starts with a number: the count of players, or a player.
fn read_numbered<'a>(
    line: &'a str,
    out: &mut TournamentSummary,
    list: &mut List<'a>,
) -> Result<(), ParseErrorKind> {
    let unknown = || ParseErrorKind::UnknownLine(line.to_owned());
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    if let Some(rest) = rest.strip_prefix(':') {
        let number = number.parse().map_err(|_| unknown())?;
        let line = read_player(number, rest).ok_or_else(unknown)?;
        add(line, out, list);
    } else if matches!(rest, " players" | " player") {
        out.entries = Some(number.parse().map_err(|_| unknown())?);
    }
    // Else `2 tickets to the target tournament`.
    Ok(())
}

fn add<'a>(line: PlayerLine<'a>, out: &mut TournamentSummary, list: &mut List<'a>) {
    let row = *list.rows.entry(line.name).or_insert_with(|| {
        out.players.push(TournamentPlayer { player: line.name.to_owned(), ..Default::default() });
        list.lines.push(0);
        out.players.len() - 1
    });
    let player = &mut out.players[row];
    list.lines[row] += 1;
    list.has_prizes |= line.prize.is_some() || line.prize_text.is_some();
    player.entries = player.entries.max(line.entry_no).max(list.lines[row]);
    player.is_still_playing |= line.is_still_playing;
    if !line.is_still_playing {
        list.places.push((line.number, row));
        let best = player.finish_place.map_or(line.number, |place| place.min(line.number));
        player.finish_place = Some(best);
    }
    let prize = line.prize.and_then(|prize| money::amount_of(&prize, &mut out.currency));
    if let Some(prize) = prize {
        player.prize = Some(player.prize.unwrap_or(0).saturating_add(prize));
    } else if let Some(text) = line.prize.map(|prize| prize.text).or(line.prize_text) {
        player.prize_text.get_or_insert_with(|| text.to_owned());
    }
}

/// A line that starts with a word.
fn read_line(
    line: &str,
    out: &mut TournamentSummary,
    list: &mut List<'_>,
) -> Result<(), ParseErrorKind> {
    if let Some(parts) = line.strip_prefix("Buy-In:") {
        let amount = || ParseErrorKind::Amount(line.to_owned());
        return read_buy_in(parts.trim(), out).ok_or_else(amount);
    }
    if let Some(pool) = line.strip_prefix("Total Prize Pool:") {
        // A ticket as the whole prize pool is no amount.
        let pool = money::read(pool.trim());
        out.prize_pool = pool.and_then(|pool| money::amount_of(&pool, &mut out.currency));
    } else if let Some(time) = line.strip_prefix("Tournament started ") {
        out.started_at = read_time(time);
    } else if let Some(time) = line.strip_prefix("Tournament finished ") {
        out.finished_at = read_time(time);
    } else if let Some(rest) = line.strip_prefix("You finished in ") {
        read_owner(rest, out, list);
    } else if let Some(rest) = line.strip_prefix("You made ") {
        read_rebuys(rest, out, list);
    } else if let Some(rest) = line.strip_prefix("You received ") {
        read_received(rest, out, list);
    } else if is_header(line) {
        return Err(ParseErrorKind::UnknownLine(line.to_owned()));
    } else if out.name.is_none() && out.buy_in.is_none() && list.lines.is_empty() {
        if line.starts_with("Freeroll") {
            (out.buy_in, out.fee) = (Some(0), Some(0));
        }
        out.name = Some(line.to_owned());
    }
    Ok(())
}

/// Reads `$2.00/$0.20 USD`, `$1.08/$0.27/$0.15 USD` (pool, bounty, fee), `100 FPP`.
fn read_buy_in(text: &str, out: &mut TournamentSummary) -> Option<()> {
    let mut parts = text.split('/').map(money::read);
    let first = parts.next()??;
    let rest: Vec<_> = parts.collect::<Option<_>>()?;
    // The code stands behind the last part alone.
    out.currency = rest.last().unwrap_or(&first).currency;
    let (bounty, fee) = match rest.as_slice() {
        // One number is all there is to pay.
        [] => (None, 0),
        [fee] => (None, fee.minor),
        [bounty, fee] => (Some(bounty.minor), fee.minor),
        _ => return None,
    };
    (out.buy_in, out.bounty, out.fee) = (Some(first.minor), bounty, Some(fee));
    Some(())
}

/// Reads `2011/01/17 18:33:56 CET [2011/01/17 12:33:56 ET]` and `- 2007/08/13 - 08:15:00 (ET)`.
fn read_time(text: &str) -> Option<i64> {
    // The bracketed time is Eastern always, the other may be a clock that the player has set himself.
    let bracketed = text.split_once('[').and_then(|(_, behind)| behind.split_once(']'));
    let text = bracketed.map_or(text, |(inside, _)| inside);
    let (local, zone) = text.trim().trim_start_matches("- ").rsplit_once(' ')?;
    utc_micros(local, zone)
}

/// Reads `8th place (eliminated at hand #1)`, `1st place and received $20.00.`
fn read_owner(text: &str, out: &mut TournamentSummary, list: &mut List<'_>) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let Ok(place) = text[..digits].parse() else { return };
    if out.owner_place.is_some() {
        return;
    }
    out.owner_place = Some(place);
    let mut rows = list.places.iter().filter(|(number, _)| *number == place).map(|(_, row)| *row);
    // Of several in one place nobody knows who asked.
    let (Some(row), None) = (rows.next(), rows.next()) else { return };
    out.players[row].is_owner = true;
    list.owner = Some(row);
    if let Some((_, received)) = text.split_once("received ") {
        read_received(received, out, list);
    }
}

/// Reads `$20.00.` for the owner, if his line in the list prints no prize.
fn read_received(text: &str, out: &mut TournamentSummary, list: &List<'_>) {
    let (Some(row), Some(prize)) = (list.owner, money::read(text.trim_end_matches('.'))) else {
        return;
    };
    let prize = money::amount_of(&prize, &mut out.currency);
    let owner = &mut out.players[row];
    owner.prize = owner.prize.or(prize);
}

/// Reads `5 rebuys and 1 addons for a total of USD 3,180.00.`
fn read_rebuys(text: &str, out: &mut TournamentSummary, list: &List<'_>) {
    let Some(row) = list.owner else { return };
    let owner = &mut out.players[row];
    let (counts, total) = text.split_once(" for a total of ").unwrap_or((text, ""));
    let (mut rebuys, mut add_ons) = (None, None);
    for count in counts.split(" and ") {
        let Some((number, what)) = count.split_once(' ') else { continue };
        match what.as_bytes() {
            [b'r' | b'R', ..] => rebuys = number.parse().ok(),
            [b'a' | b'A', ..] => add_ons = number.parse().ok(),
            _ => {}
        }
    }
    // Where only one kind is printed there was none of the other.
    if rebuys.is_some() || add_ons.is_some() {
        owner.rebuys = rebuys.or(Some(0));
        owner.add_ons = add_ons.or(Some(0));
    }
    let total = money::read(total.trim_end_matches('.'));
    owner.rebuys_paid = total.and_then(|total| money::amount_of(&total, &mut out.currency));
}

/// What only the whole list can tell.
fn finish(out: &mut TournamentSummary, list: &List<'_>) {
    out.entries = out.entries.map(|entries| entries.max(list.lines.iter().sum()));
    out.is_finished = out.players.iter().all(|player| !player.is_still_playing);
    let prizes_are_known = list.has_prizes || !out.is_finished;
    for player in &mut out.players {
        if player.is_still_playing {
            player.finish_place = None;
        } else if prizes_are_known && player.prize.is_none() && player.prize_text.is_none() {
            player.prize = Some(0);
        }
    }
}
