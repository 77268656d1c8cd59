//! The summary of a tournament, which covers only the owner of the file.
//!
//! ```text
//! Tournament #273674859, Daily Hyper $80, Hold'em No Limit
//! Buy-in: $40.96+$7.04+$40                      pool, fee, bounty
//! 108 Players
//! Total Prize Pool: $7,948.8
//! Tournament started 2026/03/31 19:45:00        without a zone
//! 42th : Hero, $0
//! You finished the tournament in 42th place.
//! You made 2 re-entries and received a total of $0.
//! You have advanced to Day 2 with 25,000 chips. still playing: the place above is not final; also `DAY2`
//! You made 2 re-entries and have advanced to Day2 with 25,000 chips.
//! 1st : Hero, $4                                Spin & Gold: no line about the prize
//! You finished in 1st place.
//! ```
//! The total received includes the bounties, whose amount no line gives.

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::hand::{Hand, Tournament};
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use crate::lines::games::{find_game, read_game};
use crate::lines::price::read_price;
use crate::syntax::text::{is_line_start, rsplit_once, split_once};

pub(super) const HEADER: &str = "Tournament #";

/// Whether the lines from `head` on are a summary: the second one has the price.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    const MOST: usize = 400;
    if !is_line_start(before) {
        return false;
    }
    let head = &head[..head.len().min(MOST)];
    let Some(end) = memchr::memchr2(b'\n', b'\r', head) else { return false };
    let next = head[end..].trim_ascii_start();
    head[..end].contains(&b',') && (next.starts_with(b"Buy-in: ") || next.starts_with(b"Buy-in : "))
}

/// Reads one summary. The owner's is the only row.
pub(super) fn read(
    text: &str,
    at: Position,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    out.clear();
    let mut cursor = Cursor::new(text, at);
    let mut digest = Xxh3::new();
    let mut owner = TournamentPlayer {
        player: "Hero".to_owned(),
        is_owner: true,
        entries: 1,
        ..TournamentPlayer::default()
    };
    (out.site, out.scale) = (super::SITE, 2);
    let mut listed = "";
    while let Some(line) = cursor.next_line() {
        read_line(line.trim(), out, &mut owner, &mut listed)
            .ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        digest.update(line.trim().as_bytes());
    }
    if out.tournament_id.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    owner.is_still_playing |= owner.finish_place.is_none();
    if owner.is_still_playing {
        owner.finish_place = None;
    } else if owner.prize.is_none() && owner.prize_text.is_none() && !listed.is_empty() {
        record_prize(listed, out, &mut owner);
    }
    out.is_finished = Some(!owner.is_still_playing);
    out.owner_place = owner.finish_place;
    out.players.push(owner);
    out.digest = digest.digest();
    Ok(())
}

/// Reads a line; `None` if a value in it cannot be read. Unknown lines are skipped. `listed` is the prize next to the
/// owner's name.
fn read_line<'a>(
    line: &'a str,
    out: &mut TournamentSummary,
    owner: &mut TournamentPlayer,
    listed: &mut &'a str,
) -> Option<()> {
    if let Some(title) = line.strip_prefix(HEADER) {
        read_title(title, out)?;
    } else if price_of(line).is_some_and(|price| price.starts_with("Free")) {
        (out.buy_in, out.fee) = (Some(0), Some(0));
    } else if let Some(price) = price_of(line) {
        let mut parts = Tournament::default();
        read_price(&super::header::name_baht(price), &mut parts);
        (out.currency, out.scale) = (parts.currency, parts.scale);
        // The fee comes before the bounty.
        (out.buy_in, out.fee, out.bounty) = match parts.bounty {
            Some(fee) => (parts.buy_in, Some(fee), parts.fee),
            None => (parts.buy_in, parts.fee, None),
        };
        out.buy_in?;
    } else if let Some(count) = line.strip_suffix(" Players") {
        out.entries = Some(count.replace(',', "").parse().ok()?);
    } else if let Some(pool) = line.strip_prefix("Total Prize Pool: ") {
        let pool = super::header::name_baht(pool);
        if out.currency == Currency::default() {
            // A freeroll has no price.
            out.currency = chips::currency_of_symbol(&pool).map_or(out.currency, |(sign, _)| sign);
        }
        out.prize_pool = Some(chips::read(pool.as_bytes(), out.scale)?);
    } else if let Some(place) = line
        .strip_prefix("You finished ")
        .and_then(|rest| rest.strip_prefix("the tournament ").unwrap_or(rest).strip_prefix("in "))
    {
        owner.finish_place = Some(number(place)?);
    } else if let Some((place, rest)) = split_once(line, " : ")
        && place.starts_with(|letter: char| letter.is_ascii_digit())
    {
        let (player, prize) = rsplit_once(rest, ", ").unwrap_or((rest, ""));
        player.clone_into(&mut owner.player);
        *listed = prize;
    }
    if let Some(said) = line.strip_prefix("You ") {
        owner.is_still_playing |= has_advanced(said);
    }
    if let Some((_, entries)) = split_once(line, "You made ")
        && let Some(count) = number(entries)
    {
        owner.entries = count.saturating_add(1);
    }
    if let Some((_, prize)) = split_once(line, "received a total of ") {
        record_prize(prize.trim_end_matches('.'), out, owner);
    }
    Some(())
}

/// Records an amount of the tournament's money, or another prize: a ticket (`$10 Entry`), or the network's own dollars,
/// which are only valid at its tables (`T$5`, and `C$12` where the price is in `$`).
fn record_prize(prize: &str, out: &TournamentSummary, owner: &mut TournamentPlayer) {
    let named = super::header::name_baht(prize);
    let sign = chips::currency_of_symbol(&named).map(|(sign, _)| sign);
    let is_same = sign.is_none_or(|sign| sign == out.currency);
    owner.prize = chips::read(named.as_bytes(), out.scale).filter(|_| is_same);
    if owner.prize.is_none() {
        owner.prize_text = Some(prize.to_owned());
    }
}

/// What follows `Buy-in: `, with or without a space before the colon.
fn price_of(line: &str) -> Option<&str> {
    line.strip_prefix("Buy-in")?.trim_start().strip_prefix(": ")
}

/// Reads `273674859, Daily Hyper $80, Hold'em No Limit`.
fn read_title(title: &str, out: &mut TournamentSummary) -> Option<()> {
    let (id, rest) = split_once(title, ", ")?;
    id.parse::<u64>().ok()?;
    id.clone_into(&mut out.tournament_id);
    let (name, game) = rsplit_once(rest, ", ").unwrap_or((rest, ""));
    // All-in or fold; the hands' game does not print it either.
    let game = game.strip_prefix("AoF ").unwrap_or(game);
    out.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut hand = Hand::default();
    if find_game(game) == Some(0) && read_game(game, 0, &mut hand).is_ok() {
        (out.game, out.is_hi_lo) = (Some(hand.game), hand.is_hi_lo);
        out.betting = Some(hand.betting);
    }
    Some(())
}

/// Whether a text says that the owner continues on another day: `have advanced to Day 2 with 25,000 chips.`
fn has_advanced(text: &str) -> bool {
    let day = split_once(text, "advanced to ").and_then(|(_, day)| day.get(..3));
    day.is_some_and(|day| day.eq_ignore_ascii_case("day"))
}

/// The number at the front of a text.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(|byte| matches!(byte, b'0'..=b'9' | b',')).count();
    text[..digits].replace(',', "").parse().ok()
}
