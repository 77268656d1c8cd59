//! The tournament summaries that `PokerTracker` 3 and 4 export, the same for all sites.
//!
//! ```text
//! PokerTracker 4 Tournament Summary
//! Site: Full Tilt
//! Game: Omaha Hi
//! Tournament #: 20946193
//! Started: 2007/06/23 16:54:12                  without a zone
//! Finished: 2007/06/23 17:19:46
//! Buyin: $37.50
//! Bounty: $37.50                                some lines are not always there
//! Fee: $7.00
//! Rebuy: $16.50
//! Addon: $16.50
//! Prize Pool: €100.00
//! Table Type: MTT (6 max) BOUNTY                or `STT Super-Turbo SNG`
//! Tourney Type: Pot Limit                       or `N/A`
//! Players: 351
//!
//! Place: 273, Player: NAME, Won: $0.00, Rebuys: 2, Bounties: 1,
//! ```
//!
//! Liberties:
//! * Only players whom the owner has met are listed. Place 0 is one that the program did not know; the prize is then
//!   unknown too, though `$0.00` is printed.
//! * Prices are taken as printed. For some sites `Buyin` seems to include the fee.
//! * The number of bounties is printed without their value.

use xxhash_rust::xxh3::Xxh3;

use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Speed, Tournament};
use handlab_core::summary::{TournamentPlayer, TournamentSummary};

use crate::lines::games::read_game;
use crate::lines::price::read_price;
use crate::syntax::text::{is_line_start, rsplit_once, split_once};

/// See the module: it has summaries but no hands.
pub struct Summaries;

const OPENINGS: &[&str] =
    &["PokerTracker 4 Tournament Summary", "PokerTracker 3 Tournament Summary"];

impl Dialect for Summaries {
    fn site(&self) -> &'static str {
        "pokertracker"
    }

    fn name(&self) -> &'static str {
        "pokertracker_summaries"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[]
    }

    fn claims(&self, _: &[u8], _: &[u8]) -> bool {
        false
    }

    fn parse(&self, span: Span<'_>, _: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        Err(ParseError::new(ParseErrorKind::UnknownDialect, span.at))
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        OPENINGS
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        let rest = OPENINGS.iter().find_map(|opening| head.strip_prefix(opening.as_bytes()));
        is_line_start(before)
            && rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"Site: "))
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        read(span.text, span.at, summary)
    }
}

/// The program's names for sites, in lower case and without spaces.
const SITES: [(&str, &str); 30] = [
    ("888", "888poker"),
    ("888poker", "888poker"),
    ("absolutepoker", "absolute"),
    ("betonline", "betonline"),
    ("bodog", "ignition"),
    ("boss", "boss"),
    ("bossmedia", "boss"),
    ("bovada", "ignition"),
    ("cake", "cake"),
    ("coinpoker", "coinpoker"),
    ("entraction", "entraction"),
    ("everest", "everest"),
    ("everleaf", "everleaf"),
    ("fulltilt", "fulltilt"),
    ("fulltiltpoker", "fulltilt"),
    ("ggpoker", "ggpoker"),
    ("ignition", "ignition"),
    ("ipoker", "ipoker"),
    ("merge", "merge"),
    ("microgaming", "microgaming"),
    ("ongame", "ongame"),
    ("pacificpoker", "888poker"),
    ("partypoker", "party"),
    ("party", "party"),
    ("pkr", "pkr"),
    ("pokerstars", "pokerstars"),
    ("unibet", "unibet"),
    ("winamax", "winamax"),
    ("winning", "winning"),
    ("winningpoker", "winning"),
];

/// The prices of a tournament as printed.
#[derive(Default)]
struct Prices<'a> {
    buy_in: &'a str,
    bounty: &'a str,
    fee: &'a str,
    rebuy: &'a str,
    add_on: &'a str,
    pool: &'a str,
}

fn read(text: &str, at: Position, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    let mut cursor = Cursor::new(text, at);
    let (mut digest, mut prices) = (Xxh3::new(), Prices::default());
    let (mut game, mut betting, mut has_prices) = ("", "", false);
    while let Some(line) = cursor.next_line() {
        let line = line.trim();
        digest.update(line.as_bytes());
        digest.update(b"\n");
        let Some((key, value)) = split_once(line, ": ") else { continue };
        let known = match key {
            "Place" => {
                if !std::mem::replace(&mut has_prices, true) {
                    read_prices(&prices, out);
                }
                push_player(value, &prices, out)
            }
            "Table Type" => {
                let mut words = value.split(' ');
                out.speed = words.find(|word| word.ends_with("Turbo")).and_then(Speed::of_word);
                Some(())
            }
            "Site" => find_site(value).map(|site| out.site = site),
            "Tournament #" => {
                value.parse::<u64>().ok().map(|_| value.clone_into(&mut out.tournament_id))
            }
            "Players" => value.replace(',', "").parse().ok().map(|count| out.entries = Some(count)),
            _ => {
                let field = match key {
                    "Game" => &mut game,
                    "Tourney Type" => &mut betting,
                    "Buyin" => &mut prices.buy_in,
                    "Bounty" => &mut prices.bounty,
                    "Fee" => &mut prices.fee,
                    "Rebuy" => &mut prices.rebuy,
                    "Addon" => &mut prices.add_on,
                    "Prize Pool" => &mut prices.pool,
                    _ => continue,
                };
                *field = value;
                Some(())
            }
        };
        known.ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
    }
    if out.tournament_id.is_empty() || out.players.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    read_kind(game, betting, out);
    out.is_finished = Some(out.players.iter().all(|player| player.finish_place.is_some()));
    out.digest = digest.digest();
    Ok(())
}

fn find_site(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase().replace(' ', "");
    SITES.iter().find(|(known, _)| *known == name).map(|(_, site)| *site)
}

fn read_prices(prices: &Prices<'_>, out: &mut TournamentSummary) {
    let mut read = Tournament::default();
    let parts = [prices.buy_in, prices.bounty, prices.fee];
    let printed: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    read_price(&printed.join("+"), &mut read);
    // Without a fee, a bounty would be read as one.
    if prices.fee.is_empty() {
        (read.bounty, read.fee) = (read.fee, None);
    }
    (out.currency, out.scale) = (read.currency, read.scale);
    (out.buy_in, out.bounty, out.fee) = (read.buy_in, read.bounty, read.fee);
    out.prize_pool = chips::read(prices.pool.as_bytes(), out.scale);
}

/// Reads `273, Player: NAME, Won: $0.00, Rebuys: 2, Bounties: 1,`.
fn push_player(text: &str, prices: &Prices<'_>, out: &mut TournamentSummary) -> Option<()> {
    let (place, rest) = split_once(text, ", Player: ")?;
    // A name may contain anything.
    let (name, rest) = rsplit_once(rest, ", Won: ")?;
    // Commas separate fields, and also thousands.
    let mut fields = rest.trim_end_matches([',', ' ']).split(", ");
    let won = chips::read(fields.next()?.as_bytes(), out.scale)?;
    let finish_place = Some(place.parse::<u32>().ok()?).filter(|place| *place > 0);
    let mut player = TournamentPlayer {
        player: name.trim().to_owned(),
        finish_place,
        prize: finish_place.map(|_| won).or((won > 0).then_some(won)),
        is_still_playing: finish_place.is_none(),
        entries: 1,
        ..TournamentPlayer::default()
    };
    for field in fields {
        let (key, count) = split_once(field, ": ")?;
        let count = Some(count.parse().ok()?);
        match key {
            "Rebuys" => player.rebuys = count,
            "Addons" => player.add_ons = count,
            _ => {}
        }
    }
    let paid = |count: Option<u32>, price: &str| {
        let price = chips::read(price.as_bytes(), out.scale)?;
        price.checked_mul(i64::from(count?))
    };
    let paid = [paid(player.rebuys, prices.rebuy), paid(player.add_ons, prices.add_on)];
    if paid.iter().any(Option::is_some) {
        player.rebuys_paid = Some(paid.into_iter().flatten().fold(0, i64::saturating_add));
    }
    out.players.push(player);
    Some(())
}

/// Reads `Omaha Hi` and `Pot Limit`; an unsupported game stays unknown.
fn read_kind(game: &str, betting: &str, out: &mut TournamentSummary) {
    let game = if game == "Omaha Hi" { "Omaha" } else { game };
    let is_known = betting.ends_with("Limit");
    let text = if is_known { format!("{game} {betting}") } else { format!("{game} No Limit") };
    let mut hand = Hand::default();
    if read_game(&text, 0, &mut hand).is_ok() {
        (out.game, out.is_hi_lo) = (Some(hand.game), hand.is_hi_lo);
        out.betting = is_known.then_some(hand.betting);
    }
}
