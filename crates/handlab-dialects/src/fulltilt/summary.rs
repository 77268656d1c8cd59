//! The summary of a tournament: its price, and all players.
//!
//! ```text
//! Full Tilt Poker Tournament Summary $8,000 Guar (Rebuy) (248089208) Hold'em No Limit (Rush, Rebuy/Add-On)
//! Buy-In: $10 + $1; Rebuy: $10; Add-On: $10; Knockout Bounty: $2
//! Buy-In: 24 T$ + 2 T$ | 25 FTP + 0 FTP | 250 Play Chips + 0 Play Chips       tournament dollars, points, play money
//! Hero performed 1 Rebuy
//! Hero received 3 Knockout Bounty Awards
//! 472 Entries
//! Total Prize Pool: $17,500
//! Tournament started: 2013/01/25 11:31:00 CT [2013/01/25 12:31:00 ET] | Sun, July 18, 2010 12:00 ET
//! Tournament is still in progress
//! Still Playing - NAME
//! 1: NAME, $13 MiniFTOPS Ticket
//! NAME finished in 2nd place                                  the owner
//! Full Tilt Tournament #1571041343, No Limit Hold'em          2016: as `PokerStars` writes it
//! ```

use std::borrow::Cow;

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Tournament};
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time::{self, month as month_number};

use super::header;
use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::pokerstars::summary;
use crate::syntax::text::{is_digits, is_line_start, rsplit_once, split_once};

const TITLE: &str = " Tournament Summary ";
const LATE: &str = "Full Tilt Tournament #";

/// Whether a summary starts with `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    const NEAR: usize = 60;
    let near = &head[..head.len().min(NEAR)];
    let line = &near[..memchr::memchr2(b'\n', b'\r', near).unwrap_or(near.len())];
    is_line_start(before)
        && (line.starts_with(LATE.as_bytes())
            || memchr::memmem::find(line, TITLE.as_bytes()).is_some())
}

/// Reads one summary.
pub(super) fn read(span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
    let Span { text, at, .. } = span;
    if text.trim_start_matches('\u{feff}').trim_start().starts_with(LATE) {
        summary::parse(&text.replacen("Full Tilt", "PokerStars", 1), at, out)?;
        out.site = super::SITE;
        return Ok(());
    }
    out.clear();
    (out.site, out.scale, out.is_finished) = (super::SITE, 2, Some(true));
    let mut cursor = Cursor::new(text, at);
    let mut digest = Xxh3::new();
    let mut list = List::default();
    let mut listed = 0;
    while let Some(line) = cursor.next_line() {
        let line = line.trim();
        listed = out.players.len();
        list.line(line, out)
            .ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        digest.update(line.as_bytes());
        digest.update(b"\n");
    }
    // Half a row passes for a player with half a name.
    let is_short = out.entries.is_some_and(|entries| out.players.len() < entries as usize);
    if span.may_break_off() && is_short {
        out.players.truncate(listed);
    }
    // The client had not loaded the list: only the owner is named.
    if out.players.is_empty()
        && let Some((name, place)) = &list.owner
    {
        out.players.push(TournamentPlayer {
            player: name.clone(),
            finish_place: Some(*place),
            entries: 1,
            ..Default::default()
        });
    }
    if out.players.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    list.name_owner(out);
    out.digest = digest.digest();
    Ok(())
}

/// What is known about the owner and the prices so far.
#[derive(Default)]
struct List {
    owner: Option<(String, u32)>,
    rebuys: Option<u32>,
    add_ons: Option<u32>,
    /// The player who won bounties, and how many.
    bounties: Option<(String, u32)>,
    costs: [Option<i64>; 2],
}

impl List {
    /// Reads a line; `None` if a value in it cannot be read. Unknown lines are skipped.
    fn line(&mut self, line: &str, out: &mut TournamentSummary) -> Option<()> {
        if out.tournament_id.is_empty()
            && let Some((_, title)) = split_once(line, TITLE)
        {
            return read_title(title, out);
        }
        if let Some(name) = line.strip_prefix("Still Playing - ") {
            out.is_finished = Some(false);
            let is_still_playing = true;
            out.players.push(TournamentPlayer {
                player: name.to_owned(),
                is_still_playing,
                entries: 1,
                ..Default::default()
            });
        } else if let Some((place, player)) =
            split_once(line, ": ").filter(|(place, _)| is_digits(place))
        {
            push_player(place.parse().ok()?, player, out);
        } else if let Some((_, pool)) = split_once(line, "Total Prize Pool: ") {
            // `Total Rebuys: 2Total Prize Pool: $55` in 2014.
            out.prize_pool = amount_of(pool.trim(), out);
        } else if let Some((key, value)) = split_once(line, ": ") {
            self.field(key, value.trim(), out);
        } else if let Some(count) = line.strip_suffix(" Entries") {
            out.entries = Some(count.replace(',', "").parse().ok()?);
        } else if let Some((name, place)) = rsplit_once(line, " finished in ") {
            let digits = place.bytes().take_while(u8::is_ascii_digit).count();
            self.owner = Some((name.to_owned(), place[..digits].parse().ok()?));
        } else if let Some((_, purchase)) = rsplit_once(line, " performed ") {
            let (count, what) = purchase.split_once(' ')?;
            let count = Some(count.parse().ok()?);
            if what.starts_with("Rebuy") { self.rebuys = count } else { self.add_ons = count }
        } else if let Some((name, awards)) = rsplit_once(line, " received ")
            && let Some((count, what)) = awards.split_once(' ')
            && what.starts_with("Knockout Bounty Award")
        {
            // A count such as `%3` is not valid.
            self.bounties = count.parse().ok().map(|count| (name.to_owned(), count));
        } else if line.starts_with("Tournament is still in progress") {
            out.is_finished = Some(false);
        }
        Some(())
    }

    fn field(&mut self, key: &str, value: &str, out: &mut TournamentSummary) {
        let amount = |out: &TournamentSummary| amount_of(value, out);
        match key {
            "Buy-In" => {
                let (bare, unit) = without_unit(value);
                let mut price = Tournament::default();
                read_price(&bare, &mut price);
                out.currency = unit.unwrap_or(price.currency);
                // Elsewhere only money has decimals; in a summary all amounts have two.
                let mut parts =
                    bare.split('+').map(|part| chips::read(part.trim().as_bytes(), out.scale));
                (out.buy_in, out.fee) = (parts.next().flatten(), parts.next().flatten());
            }
            "Rebuy" => self.costs[0] = amount(out),
            "Add-On" => self.costs[1] = amount(out),
            "Knockout Bounty" => out.bounty = amount(out),
            "Tournament started" => out.started_at = read_time(value),
            "Tournament finished" => out.finished_at = read_time(value),
            _ => {}
        }
    }

    /// Marks the player with the owner's place: the name in the list may differ.
    fn name_owner(self, out: &mut TournamentSummary) {
        let Some((name, place)) = self.owner else { return };
        out.owner_place = Some(place);
        let by_name = out.players.iter().position(|player| player.player == name);
        let of_place =
            || out.players.iter().filter(|player| player.finish_place == Some(place)).count();
        let by_place = || out.players.iter().position(|player| player.finish_place == Some(place));
        let found = by_name.or_else(|| by_place().filter(|_| of_place() == 1));
        let Some(owner) = found.and_then(|at| out.players.get_mut(at)) else { return };
        owner.is_owner = true;
        let bounties = self.bounties.filter(|(player, _)| *player == name).zip(out.bounty);
        owner.bounties_won =
            bounties.and_then(|((_, count), bounty)| bounty.checked_mul(i64::from(count)));
        let (rebuys, add_ons) = (self.rebuys.unwrap_or(0), self.add_ons.unwrap_or(0));
        (owner.rebuys, owner.add_ons) = (Some(rebuys), Some(add_ons));
        let paid = |count: u32, cost: Option<i64>| match count {
            0 => Some(0),
            _ => cost?.checked_mul(i64::from(count)),
        };
        owner.rebuys_paid = paid(rebuys, self.costs[0])
            .zip(paid(add_ons, self.costs[1]))
            .and_then(|(rebuys, add_ons)| rebuys.checked_add(add_ons));
    }
}

/// Reads `$17,500 Rush Guar (Rebuy) (248089208) Hold'em No Limit (Rush, Rebuy/Add-On)`.
fn read_title(title: &str, out: &mut TournamentSummary) -> Option<()> {
    // Only up to the digits: in a line of brackets, none is searched to the end.
    let is_id = |(open, _): &(usize, _)| {
        let rest = &title[open + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest[digits..].starts_with(')')
    };
    let (open, _) = title.match_indices('(').rfind(is_id)?;
    let (id, game) = title[open + 1..].split_once(')')?;
    id.clone_into(&mut out.tournament_id);
    out.name = Some(title[..open].trim().to_owned()).filter(|name| !name.is_empty());
    out.speed = header::speed(game).or_else(|| header::speed(&title[..open]));
    let game = game.split(" (").next().unwrap_or_default().trim();
    let mut hand = Hand::default();
    if !game.is_empty() && read_game(game, 0, &mut hand).is_ok() {
        (out.game, out.is_hi_lo) = (Some(hand.game), hand.is_hi_lo);
        out.betting = Some(hand.betting);
    }
    Some(())
}

/// Adds `NAME, $13 MiniFTOPS Ticket` or `NAME`.
fn push_player(place: u32, text: &str, out: &mut TournamentSummary) {
    // A name may contain a comma, but a prize has an amount.
    let prize = rsplit_once(text, ", ").filter(|(_, prize)| {
        prize.contains(|letter: char| letter.is_ascii_digit()) || prize.contains("Ticket")
    });
    let (name, prize) = prize.map_or((text, None), |(name, prize)| (name, Some(prize.trim())));
    let mut player = TournamentPlayer {
        player: name.to_owned(),
        finish_place: Some(place),
        prize: Some(0),
        entries: 1,
        ..Default::default()
    };
    if let Some(prize) = prize {
        player.prize = amount_of(prize, out);
        if player.prize.is_none() {
            player.prize_text = Some(prize.to_owned());
        }
    }
    out.players.push(player);
}

/// The units after an amount that is not money, and their codes.
const UNITS: [(&str, &str); 3] = [(" FTP", "FTP"), (" T$", "T$"), (" Play Chips", "PLAY")];

/// The amounts without their units.
fn without_unit(text: &str) -> (Cow<'_, str>, Option<Currency>) {
    match UNITS.iter().find(|(unit, _)| text.ends_with(unit)) {
        Some((unit, code)) => (text.replace(unit, "").into(), Some(Currency::from_code(code))),
        None => (text.into(), None),
    }
}

/// An amount, if it is in the currency of the tournament's price.
fn amount_of(text: &str, out: &TournamentSummary) -> Option<i64> {
    let (bare, unit) = without_unit(text);
    let is_other = unit.is_some_and(|unit| unit != out.currency);
    chips::read(bare.as_bytes(), out.scale).filter(|_| !is_other)
}

/// Reads `2013/01/25 11:31:00 CT [2013/01/25 12:31:00 ET]` and `Sun, July 18, 2010 12:00 ET`.
fn read_time(text: &str) -> Option<i64> {
    let (local, bracket) = text.split_once('[').unwrap_or((text, ""));
    let micros = |text: &str| {
        let (raw, zone) = text.trim().trim_end_matches(']').rsplit_once(' ')?;
        time::utc_micros(&year_first(raw).unwrap_or_else(|| raw.to_owned()), zone)
    };
    micros(bracket).or_else(|| micros(local))
}

/// Rewrites `Sun, July 18, 2010 12:00` with the year first.
fn year_first(text: &str) -> Option<String> {
    let mut parts = text.split(", ").skip(1);
    let (month, day) = parts.next()?.split_once(' ')?;
    let (year, time) = parts.next()?.split_once(' ')?;
    Some(format!("{year}/{}/{day} {time}", month_number(month)?))
}
