//! Reads a summary line by line into a [`TournamentSummary`].

use std::collections::HashMap;

use xxhash_rust::xxh3::Xxh3;

use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time::utc_micros;

use super::language::Language;
use super::lines::{self, is_header};
use super::owner::{self, OwnerLine};
use super::player::{PlayerLine, read_player};
use super::{GRAND_TOUR, HEADER, SITE, money};

/// The state of the list while it is read.
#[derive(Default)]
struct List<'a> {
    /// The row of each name: a player who re-entered has several lines.
    rows: HashMap<&'a str, usize>,
    /// The number of lines of each row.
    lines: Vec<u32>,
    /// The row of each line that prints a place, with that place.
    places: Vec<(u32, usize)>,
    /// Whether the list reports any prize.
    has_prizes: bool,
    /// The language, if it is not English.
    language: Option<&'static Language>,
    /// Whether a line may say that its player is still playing.
    is_unclear: bool,
}

pub(super) fn read(
    text: &str,
    at: Position,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    let (lines, language) = lines::read(text, at);
    let Some((header, rest)) = lines.split_first() else {
        return Err(ParseError::new(why_no_header(text), at));
    };
    read_header(&header.text, out).ok_or_else(|| {
        ParseError::new(ParseErrorKind::Header(header.text.clone().into_owned()), header.at)
    })?;
    let mut digest = Xxh3::new();
    digest.update(header.text.as_bytes());
    let mut list = List { language, ..List::default() };
    let mut of_owner = Vec::new();
    for line in rest {
        let text: &str = &line.text;
        let is_read = match text.as_bytes() {
            [b'0'..=b'9', ..] => read_numbered(text, out, &mut list),
            _ => match owner::read(text) {
                Some(lines) => {
                    of_owner.push(lines);
                    Ok(true)
                }
                None if list.language.is_some_and(|language| language.is_unknown(text)) => {
                    Err(ParseErrorKind::UnknownLine(text.to_owned()))
                }
                None => read_line(text, out, &list),
            },
        };
        if is_read.map_err(|kind| ParseError::new(kind, line.at))? {
            digest.update(b"\n");
            digest.update(text.as_bytes());
        }
    }
    if list.lines.is_empty() {
        let last = lines.last().unwrap_or(header);
        return Err(ParseError::new(ParseErrorKind::Truncated, last.at));
    }
    out.digest = digest.digest();
    finish(out, &list);
    read_owner(&of_owner, out, &list);
    Ok(())
}

fn why_no_header(text: &str) -> ParseErrorKind {
    let text = text.trim_start();
    let line = text.lines().next().unwrap_or("").trim();
    if super::is_foreign(line.as_bytes()) {
        let reason = format!("summary in another language, ask the site for it in English: {line}");
        return ParseErrorKind::Header(reason);
    }
    ParseErrorKind::UnknownDialect
}

fn read_header(line: &str, out: &mut TournamentSummary) -> Option<()> {
    let tour = line.split_once(GRAND_TOUR);
    let (_, rest) = tour.or_else(|| line.split_once(HEADER))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, game) = rest.split_at(digits);
    let game = game.trim_start().strip_prefix([',', ':'])?;
    if id.is_empty() {
        return None;
    }
    let game = super::read_game(game.trim());
    out.site = SITE;
    out.name = tour.map(|_| "Grand Tour".to_owned());
    out.tournament_id.push_str(id);
    out.game = game.game;
    out.is_hi_lo = game.is_hi_lo;
    out.betting = game.betting;
    out.scale = money::SCALE;
    Some(())
}

/// A line that starts with a number: the number of players, or a player. Returns whether it carries information.
fn read_numbered<'a>(
    line: &'a str,
    out: &mut TournamentSummary,
    list: &mut List<'a>,
) -> Result<bool, ParseErrorKind> {
    let unknown = || ParseErrorKind::UnknownLine(line.to_owned());
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(rest) = line[digits..].strip_prefix(": ") {
        let number = line[..digits].parse().map_err(|_| unknown())?;
        let line = read_player(number, rest).ok_or_else(unknown)?;
        add(line, out, list);
        return Ok(true);
    }
    // `1,199 players`
    let digits = line.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
    let (number, what) = line.split_at(digits);
    if !matches!(what.trim(), "players" | "player" | "entries" | "entry" | "entrants") {
        // `2 tickets to the target tournament`
        return Ok(false);
    }
    let count = number.replace(',', "").parse().map_err(|_| unknown())?;
    out.entries = out.entries.max(Some(count));
    Ok(true)
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
    // For a player who may still be playing the place is unknown, as the number before the name may be only a count.
    let may_be_playing = |prize: &str| list.language.is_some_and(|words| (words.is_unclear)(prize));
    let is_unclear = line.prize_text.is_some_and(may_be_playing);
    list.is_unclear |= is_unclear;
    if !line.is_still_playing && !is_unclear {
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

/// A line that starts with a word. Returns whether it carries information.
fn read_line(
    line: &str,
    out: &mut TournamentSummary,
    list: &List<'_>,
) -> Result<bool, ParseErrorKind> {
    if let Some(parts) = strip_label(line, "buyin") {
        let amount = || ParseErrorKind::Amount(line.to_owned());
        read_buy_in(parts, out).ok_or_else(amount)?;
    } else if let Some(pool) = strip_label(line, "totalprizepool") {
        // A ticket as the whole prize pool is not an amount.
        let pool = money::read(pool);
        out.prize_pool = pool.and_then(|pool| money::amount_of(&pool, &mut out.currency));
    } else if let Some(time) = line.strip_prefix("Tournament started ") {
        out.started_at = read_time(time);
    } else if let Some(time) = line.strip_prefix("Tournament finished ") {
        out.finished_at = read_time(time);
    } else if line.starts_with("Tournament is still in progress") {
        out.is_finished = Some(false);
    } else if is_header(line) {
        return Err(ParseErrorKind::UnknownLine(line.to_owned()));
    } else if out.name.is_none() && out.buy_in.is_none() && list.lines.is_empty() {
        if line.starts_with("Freeroll") {
            (out.buy_in, out.fee) = (Some(0), Some(0));
        }
        out.name = Some(line.to_owned());
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// The text after `Buy-In:`, in any spelling; `label` is in lower case without spaces and hyphens.
fn strip_label<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let (front, rest) = line.split_once(':')?;
    let mut letters = front.chars().filter(|c| !matches!(c, ' ' | '-'));
    let is_label =
        label.chars().all(|c| letters.next().is_some_and(|l| l.eq_ignore_ascii_case(&c)));
    (is_label && letters.next().is_none()).then(|| rest.trim())
}

/// Reads `$2.00/$0.20 USD`, `$1.08/$0.27/$0.15 USD` (pool, bounty, fee), `100 FPP`, `Freeroll`.
fn read_buy_in(text: &str, out: &mut TournamentSummary) -> Option<()> {
    if text.eq_ignore_ascii_case("freeroll") {
        (out.buy_in, out.fee) = (Some(0), Some(0));
        return Some(());
    }
    let mut parts = text.split(['/', '+']).map(money::read);
    let first = parts.next()??;
    let rest: Vec<_> = parts.collect::<Option<_>>()?;
    // Only the last part is followed by the code.
    out.currency = rest.last().unwrap_or(&first).currency;
    let (bounty, fee) = match rest.as_slice() {
        // A single number is the whole price.
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
    // The bracketed time is always Eastern; the other may be a clock that the player has set.
    let bracketed = text.split_once('[').and_then(|(_, after)| after.split_once(']'));
    let text = bracketed.map_or(text, |(inside, _)| inside);
    let (local, zone) = text.trim().trim_start_matches("- ").rsplit_once(' ')?;
    utc_micros(local, zone)
}

/// Applies what the lines addressed to the owner report, once the list shows who that is.
fn read_owner(lines: &[OwnerLine<'_>], out: &mut TournamentSummary, list: &List<'_>) {
    out.owner_place = lines.iter().find_map(|line| line.place);
    let Some(place) = out.owner_place else { return };
    let mut rows = list.places.iter().filter(|(number, _)| *number == place).map(|(_, row)| *row);
    // If several players share the place, the owner cannot be identified.
    let (Some(row), None) = (rows.next(), rows.next()) else { return };
    let parts = [out.buy_in, out.fee, out.bounty].into_iter().flatten();
    let price = parts.fold(0, i64::saturating_add);
    let currency = &mut out.currency;
    let owner = &mut out.players[row];
    owner.is_owner = true;
    for line in lines {
        let prize = line.prize.and_then(|prize| money::amount_of(&prize, currency));
        // A line without a prize in a list that prints prizes means none; the owner's own line takes precedence.
        owner.prize = owner.prize.filter(|prize| *prize > 0).or(prize).or(owner.prize);
        let bounties = line.bounties.and_then(|amount| money::amount_of(&amount, currency));
        owner.bounties_won = owner.bounties_won.or(bounties);
        if let Some(count) = line.re_entries {
            owner.entries = owner.entries.max(count.saturating_add(1));
        }
        if line.rebuys.is_some() && owner.rebuys.is_none() {
            (owner.rebuys, owner.add_ons) = (line.rebuys, line.add_ons);
            let total = line.total.and_then(|total| money::amount_of(&total, currency));
            // If one total covers both, the re-entries cost their price.
            let of_entries = price.saturating_mul(i64::from(line.re_entries.unwrap_or(0)));
            owner.rebuys_paid =
                total.map(|total| total.saturating_sub(of_entries)).filter(|paid| *paid >= 0);
        }
    }
}

/// Adds what only the whole list can show.
fn finish(out: &mut TournamentSummary, list: &List<'_>) {
    out.entries = out.entries.map(|entries| entries.max(list.lines.iter().sum()));
    let is_finished =
        out.is_finished != Some(false) && out.players.iter().all(|player| !player.is_still_playing);
    out.is_finished = Some(is_finished).filter(|_| !list.is_unclear);
    let prizes_are_known = list.has_prizes || !is_finished;
    for player in &mut out.players {
        if player.is_still_playing {
            player.finish_place = None;
        } else if prizes_are_known && player.prize.is_none() && player.prize_text.is_none() {
            player.prize = Some(0);
        }
    }
}
