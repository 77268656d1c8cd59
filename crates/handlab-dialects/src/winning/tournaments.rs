//! The page of one player's tournaments in the account's reports: one row per tournament.
//!
//! Written from a page of 2016. Places are not printed, nor is the zone of the times, so times are not read. The rows
//! are summaries; what precedes them is their preamble:
//! ```text
//! <a ...>Player Details: NAME</a>
//! Tourney ID | Game type | Tourney name | four columns each for Buy In, Tourney fee, Rebuy, Addon, Wins: Real, Comps,
//!     Play, TB (money, points, play money, a ticket's worth of money) | Reg. Time | Start Time | End Time | Total Time
//! <td>5731520</td><td>Hold'em</td><td>$5 Regular 9-Max</td><td>$5.00</td><td>0.00</td><td>0.00</td><td>0.00</td>...
//! ```

use handlab_core::chips;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line, page_text};
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use super::SITE;
use crate::pokerstars::summary::read_game;
use crate::syntax::html::Row;
use crate::syntax::text::{is_digits, split_once};

/// Precedes the player's name, once per page.
pub(super) const PREAMBLE: &str = "Player Details: ";

/// Starts a cell of a row; [`claims`] examines it.
pub(super) const ROW: &str = "<td>";

/// Decimals of every amount.
const SCALE: u8 = 2;

/// The columns of each amount, by means of payment.
const KINDS: [&str; 4] = ["Real", "Comps", "Play", "TB"];

/// Whether this is the page: a menu names the player on other pages too.
pub(super) fn is_page(page: &[u8]) -> bool {
    [PREAMBLE, "Tourney ID"]
        .iter()
        .all(|text| memchr::memmem::find(page, text.as_bytes()).is_some())
}

/// Whether a name and the end of a link follow, which no one writes in chat.
pub(super) fn claims_preamble(head: &[u8]) -> bool {
    first_line(head, 200).split_once('<').is_some_and(|(_, tag)| tag.starts_with("/a>"))
}

/// Whether a tournament's row starts with this cell: it is the first on its line and contains a number, and a name
/// follows.
pub(super) fn claims(before: &[u8], head: &[u8]) -> bool {
    let line = first_line(head, 200);
    let id = line.strip_prefix(ROW).and_then(|rest| split_once(rest, "</td><td>"));
    before.iter().all(u8::is_ascii_whitespace)
        && id.is_some_and(|(id, rest)| is_digits(id) && rest.contains("</td><td>"))
}

/// Reads one row.
pub(super) fn read(span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
    let fault = |kind| ParseError::new(kind, span.at);
    let line = || first_line(span.text.as_bytes(), 200).into_owned();
    let player = player_of(span.preamble).ok_or_else(|| fault(ParseErrorKind::Header(line())))?;
    let row = Row::read(span.preamble, span.text).filter(|row| !row.titles.is_empty());
    let row = row.ok_or_else(|| fault(ParseErrorKind::Truncated))?;
    let column = |title: &str| row.column(title);
    let amounts = |group: &str| amounts_of(group, &row).map_err(fault);
    let id = column("Tourney ID").filter(|id| is_digits(id));
    let id = id.ok_or_else(|| fault(ParseErrorKind::Header(line())))?;
    (out.site, out.scale) = (SITE, SCALE);
    out.tournament_id.push_str(id);
    out.name = column("Tourney name").map(str::to_owned);
    let game = column("Game type").map(read_game).unwrap_or_default();
    (out.game, out.is_hi_lo, out.betting) = (game.game, game.is_hi_lo, game.betting);

    let [price, fee, rebuys, add_ons] =
        [amounts("Buy In")?, amounts("Tourney fee")?, amounts("Rebuy")?, amounts("Addon")?];
    let paid = [price, fee, rebuys, add_ons];
    let is_used = |kind: usize| paid.iter().any(|amounts| amounts[kind] > 0);
    // The value of a ticket is money; points cannot be added to it.
    out.currency =
        if is_used(2) && !is_used(0) && !is_used(3) { Currency::PLAY } else { Currency::USD };
    let is_play = out.currency == Currency::PLAY;
    let value = |amounts: [i64; 4]| match amounts {
        [0, _, play, 0] if is_play => play,
        [real, .., ticket] => real.saturating_add(ticket),
    };
    if !is_used(1) {
        (out.buy_in, out.fee) = (Some(value(price)), Some(value(fee)));
    }
    let won = amounts("Wins")?;
    let in_currency = if is_play { [2, 2] } else { [0, 3] };
    let other = (0..KINDS.len()).find(|kind| won[*kind] > 0 && !in_currency.contains(kind));
    let other = other.map(|kind| format!("Wins {}", KINDS[kind]));
    let other = other.and_then(|title| Some(format!("{} {}", column(&title)?, &title[5..])));
    let is_over = column("End Time").is_some();
    let bought = value(rebuys).saturating_add(value(add_ons));
    let mut owner = TournamentPlayer {
        player,
        prize: is_over.then(|| value(won)),
        prize_text: other,
        is_still_playing: !is_over,
        rebuys_paid: (!is_used(1)).then_some(bought),
        is_owner: true,
        entries: 1,
        ..TournamentPlayer::default()
    };
    // Only their total cost is printed.
    if owner.rebuys_paid == Some(0) {
        (owner.rebuys, owner.add_ons) = (Some(0), Some(0));
    }
    out.digest = row.digest(&owner.player);
    out.players.push(owner);
    Ok(())
}

/// The amounts in a group of columns, by kind; 0 for a missing column.
fn amounts_of(group: &str, row: &Row) -> Result<[i64; 4], ParseErrorKind> {
    let mut found = [0; 4];
    for (kind, amount) in KINDS.iter().zip(&mut found) {
        let Some(text) = row.cell(&format!("{group} {kind}")) else { continue };
        let digits = text.trim_start_matches('$');
        *amount = chips::read(digits.as_bytes(), SCALE)
            .ok_or_else(|| ParseErrorKind::Amount(text.to_owned()))?;
    }
    Ok(found)
}

/// The name in `Player Details: NAME</a>`.
fn player_of(page: &str) -> Option<String> {
    let (name, _) = page.strip_prefix(PREAMBLE)?.split_once('<')?;
    let name = page_text(name).trim().to_owned();
    (!name.is_empty()).then_some(name)
}
