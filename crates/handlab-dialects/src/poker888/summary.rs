//! The summary of a tournament, which covers only the owner of the file.
//!
//! ```text
//! ***** Cassava Tournament Summary *****
//! Tournament ID: 34471040
//! Buy-In: $3.15 + $0.35
//! Rebuy: $3.15
//! Add-On: $3.15
//! Hero performed 1 rebuys
//! Hero finished 59/468 and won $50.80
//! ```

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use super::header::price_of;
use crate::syntax::text::{is_line_start, rsplit_once, split_once};

/// What ends the first line. The stars before it would be a needle that most lines of other sites contain.
pub(super) const TITLE: &str = "Tournament Summary *****";

/// How many bytes before [`TITLE`] the first line has: the stars and the client.
pub(super) fn lead(before: &[u8]) -> usize {
    const STARS: &[u8] = b"***** ";
    const MOST: usize = 30;
    let near = &before[before.len().saturating_sub(MOST)..];
    memchr::memmem::rfind(near, STARS).map_or(0, |at| near.len() - at)
}

/// Whether a summary starts with the title that starts `head`.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let lead = lead(before);
    let rest = &head[TITLE.len()..];
    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    lead > 0 && is_line_start(&before[..before.len() - lead]) && line.trim_ascii().is_empty()
}

/// Reads one summary. The owner's is the only row.
pub(super) fn read(
    text: &str,
    at: Position,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    out.clear();
    (out.site, out.scale, out.is_finished) = (super::SITE, 2, Some(true));
    let mut cursor = Cursor::new(text, at);
    let mut digest = Xxh3::new();
    let mut owner = TournamentPlayer { is_owner: true, entries: 1, ..Default::default() };
    let mut costs = [None; 2];
    while let Some(line) = cursor.next_line() {
        read_line(line.trim(), out, &mut owner, &mut costs)
            .ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        digest.update(line.trim().as_bytes());
        digest.update(b"\n");
    }
    if out.tournament_id.is_empty() || owner.finish_place.is_none() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    out.owner_place = owner.finish_place;
    let paid = |count: Option<u32>, cost: Option<i64>| match count.unwrap_or(0) {
        0 => Some(0),
        count => cost?.checked_mul(i64::from(count)),
    };
    let both = paid(owner.rebuys, costs[0]).zip(paid(owner.add_ons, costs[1]));
    owner.rebuys_paid = both.and_then(|(rebuys, add_ons)| rebuys.checked_add(add_ons));
    out.players.push(owner);
    out.digest = digest.digest();
    Ok(())
}

/// Reads a line; `None` if a value in it cannot be read. Unknown lines are skipped.
fn read_line(
    line: &str,
    out: &mut TournamentSummary,
    owner: &mut TournamentPlayer,
    costs: &mut [Option<i64>; 2],
) -> Option<()> {
    let amount = |text: &str| chips::read(text.trim().as_bytes(), 2);
    if let Some(id) = line.strip_prefix("Tournament ID: ") {
        id.trim().parse::<u64>().ok()?;
        id.trim().clone_into(&mut out.tournament_id);
    } else if let Some(price) = line.strip_prefix("Buy-In: ") {
        let price = price_of(price);
        // Elsewhere play money has no decimals; in a summary all amounts have two.
        let factor = if price.scale < 2 { 100 } else { 1 };
        let minor = |amount: Option<i64>| amount.and_then(|amount| amount.checked_mul(factor));
        (out.currency, out.buy_in) = (price.currency, minor(price.buy_in));
        (out.fee, out.bounty) = (minor(price.fee), minor(price.bounty));
    } else if let Some(cost) = line.strip_prefix("Rebuy: ") {
        costs[0] = Some(amount(cost)?);
    } else if let Some(cost) = line.strip_prefix("Add-On: ") {
        costs[1] = Some(amount(cost)?);
    } else if let Some((_, purchase)) = rsplit_once(line, " performed ") {
        let (count, what) = purchase.split_once(' ')?;
        let count = Some(count.parse().ok()?);
        if what.starts_with("rebuy") { owner.rebuys = count } else { owner.add_ons = count }
    } else if let Some((name, result)) = rsplit_once(line, " finished ") {
        let (place, prize) = split_once(result, " and won ").unwrap_or((result, "0"));
        let (place, entries) = place.trim().split_once('/')?;
        name.clone_into(&mut owner.player);
        owner.finish_place = Some(place.parse().ok()?);
        out.entries = Some(entries.parse().ok()?);
        owner.prize = amount(prize);
        if owner.prize.is_none() {
            owner.prize_text = Some(prize.trim().to_owned());
        }
        // The price of a freeroll has no currency.
        let currency = price_of(prize).currency;
        if out.currency == Currency::default()
            && owner.prize.is_some()
            && currency != Currency::PLAY
        {
            out.currency = currency;
        }
    }
    Some(())
}
