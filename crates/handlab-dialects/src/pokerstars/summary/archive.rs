//! The page of all of a player's tournaments, which the site makes on request: one row per tournament.
//!
//! Written from pages of 2010 and 2012. Times are when the player went out, by a clock set by the player, so they are
//! not read. The rows are summaries; what precedes them is their preamble:
//! ```text
//! <title>TOURNEYS: &lt;NAME&gt;</title><h2>All  RegularTournaments played by '<b>NAME':</h2>
//! <th>Date/Time <th>Tourney <th>Game <th>Currency <th>Buy-In <th>ReBuys<br>AddOns <th>Rake <th>Place <th>Entries
//!     [<th>TLB Points] <th>Prize <th>Bounty Awarded <th>Target ID <th>Qualified
//! <tr id="row_553010006"><td>1/2/2012 1:07:48 AM</td><td>553010006</td><td>NL Hold'em</td><td>USD</td><td>150.00</td>...
//! <td>1,000 FPP</td> <td>5 StarsCoin</td> <td>Freeroll</td>      a price in points, or none
//! <td>1.50 + 100 FPP</td>                                a prize in money and points
//! ```

use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line, page_text};
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use super::game::read_game;
use super::money::{self, Printed, SCALE};
use crate::syntax::html::Row;
use crate::syntax::text::is_digits;

/// The title of the page.
pub(crate) const TITLE: &str = "<title>TOURNEYS: ";

/// Starts a row.
pub(crate) const ROW: &str = "<tr id=\"row_";

/// Printed in place of a price.
const FREE: &str = "Freeroll";

/// Reads one row.
pub(crate) fn read(span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
    let fault = |kind| ParseError::new(kind, span.at);
    let line = || first_line(span.text.as_bytes(), 200).into_owned();
    let player = player_of(span.preamble).ok_or_else(|| fault(ParseErrorKind::Header(line())))?;
    let row = Row::read(span.preamble, span.text);
    let row = row.ok_or_else(|| fault(ParseErrorKind::Truncated))?;
    let column = |title: &str| row.column(title);
    let amount = |title: &str| -> Result<Option<Printed<'_>>, ParseError> {
        let Some(text) = column(title) else { return Ok(None) };
        // `1.50 + 100 FPP`: only the money.
        let text = text.split('+').next().unwrap_or_default().trim();
        let text = if text == FREE { "0" } else { text };
        let read =
            money::read(text).ok_or_else(|| fault(ParseErrorKind::Amount(text.to_owned())))?;
        // Only amounts in a currency other than the row's have a sign.
        let currency = match read.currency {
            Currency::PLAY => column("Currency").map_or(Currency::PLAY, currency_of),
            sign => sign,
        };
        Ok(Some(Printed { currency, ..read }))
    };
    let number = |title: &str| column(title).and_then(|text| text.replace(',', "").parse().ok());

    let id = column("Tourney").filter(|id| is_digits(id));
    let id = id.ok_or_else(|| fault(ParseErrorKind::Header(line())))?;
    out.site = super::SITE;
    out.tournament_id.push_str(id);
    let game = column("Game").map(read_game).unwrap_or_default();
    (out.game, out.is_hi_lo, out.betting) = (game.game, game.is_hi_lo, game.betting);
    out.scale = SCALE;
    let price = amount("Buy-In")?;
    out.currency = price.map(|price| price.currency).unwrap_or_default();
    out.buy_in = price.map(|price| price.minor);
    let mut of_currency = |printed: Option<Printed<'_>>| match printed {
        // Zero is zero in any currency.
        Some(Printed { minor: 0, .. }) => Some(0),
        Some(printed) => money::amount_of(&printed, &mut out.currency),
        None => None,
    };
    out.fee = of_currency(amount("Rake")?);
    out.entries = number("Entries");

    let place = number("Place").filter(|place| *place > 0);
    let mut owner = TournamentPlayer {
        player,
        finish_place: place,
        is_still_playing: place.is_none(),
        is_owner: true,
        entries: 1,
        ..TournamentPlayer::default()
    };
    let prize = amount("Prize")?.filter(|_| place.is_some());
    owner.prize = of_currency(prize);
    // A seat in another tournament, or a money prize if the price was in points.
    let seat = column("Qualified").and(column("Target ID")).map(|id| format!("Target ID {id}"));
    let other = prize.filter(|_| owner.prize.is_none());
    let points = column("Prize").and_then(|text| text.split_once('+'));
    owner.prize_text = seat
        .or(other.map(|prize| format!("{} {}", prize.text, prize.currency.code())))
        .or(points.map(|(_, points)| points.trim().replace('\u{a0}', " ")));
    owner.bounties_won = of_currency(amount("Bounty Awarded")?);
    owner.rebuys_paid = of_currency(amount("ReBuys\nAddOns")?);
    // Only their total cost is printed.
    if owner.rebuys_paid == Some(0) {
        (owner.rebuys, owner.add_ons) = (Some(0), Some(0));
    }
    out.digest = row.digest(&owner.player);
    out.owner_place = place;
    out.players.push(owner);
    Ok(())
}

/// The name in `played by '<b>NAME':</h2>`.
fn player_of(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("played by ")?;
    let (name, _) = rest.split_once("</h2>")?;
    let name = page_text(name);
    let name = name.trim().trim_end_matches(':');
    let name = name.strip_prefix('\'').unwrap_or(name);
    let name = name.strip_suffix('\'').unwrap_or(name).trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The currency of a code such as `USD`; play money has none.
fn currency_of(code: &str) -> Currency {
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_code { Currency::from_code(code) } else { Currency::PLAY }
}
