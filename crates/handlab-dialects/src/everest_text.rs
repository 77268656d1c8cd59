//! Everest as text, as its client and trackers wrote it alongside the XML of [`everest`](crate::everest).
//!
//! Written from a tournament of 2011. What differs from `lines`' common form:
//! ```text
//! EverestPoker Game #7164315170: Tourney ID: 49630157, Table 49630157-0 - 100/200 - Limit Hold'em - 09:01:24 - 2011/11/02
//! Seat 1: NAME ($1,170.00)                  chips have a currency sign too
//! NAME posts the ante of $25.00 | NAME posts the small blind of $50.00
//! The button is in seat #5                  after the posts
//! NAME raises to $200.00, and is all-in
//! Uncalled bet of $50.00 returned to NAME
//! *** SUMMARY ***
//! NAME shows [4s 4c] | NAME collects $1,440.00
//! NAME finished in place 3 and won 12.50 € | NAME finished in place 9 and won $$0.00
//! ```
//!
//! Liberties:
//! * Neither total nor rake is printed: the audit infers the rake.
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Finish, Hand, Tournament};
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::lines::clock::read_time;
use crate::lines::games::read_game;
use crate::lines::wrapped::is_header;
use crate::lines::{self, Grammar};
use crate::syntax::text::{is_digits, is_line_start, split_once};

/// See the module.
pub struct EverestText;

const SITE: &str = "everest";
const OPENING: &str = "EverestPoker Game #";

impl Dialect for EverestText {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "everest_text"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && is_header(head, 300, |line| parts(line).is_some())
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        lines::read(&GRAMMAR, span, hand)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: read_header,
    event: read_event,
    after_name: " ",
    act: read_finish,
    lists_all_seats: false,
    is_summary_showdown: true,
    ..Grammar::COMMON
};

/// No log prints rake or total.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    is_total_printed: false,
    raises: RaisePrinting::To,
    ..SiteRules::PLAIN
};

/// Splits a header into number, tournament and table, stakes, game, time and date.
fn parts(line: &str) -> Option<[&str; 6]> {
    let (id, rest) = split_once(line.strip_prefix(OPENING)?, ": ")?;
    // A table's name may contain dashes.
    let mut from_end = rest.trim_end().rsplitn(5, " - ");
    let (date, time, game) = (from_end.next()?, from_end.next()?, from_end.next()?);
    let (stakes, table) = (from_end.next()?, from_end.next()?);
    (is_digits(id) && time.contains(':')).then_some([id, table, stakes, game, time, date])
}

/// Fills the hand from its first line. Amounts are read with `least_scale` decimals at least.
fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    let fault = || ParseErrorKind::Header(line.to_owned());
    let [id, table, stakes, game, time, date] = parts(line).ok_or_else(fault)?;
    hand.hand_id = hand.push_text(id);
    read_time(&[date, " ", time].concat(), hand).ok_or_else(fault)?;
    let table = match table.strip_prefix("Tourney ID: ").and_then(|rest| split_once(rest, ", ")) {
        Some((tournament, table)) => {
            let tournament_id = hand.push_text(tournament);
            hand.tournament = Some(Tournament { tournament_id, scale: 2, ..Tournament::default() });
            table
        }
        None => table,
    };
    hand.table_name = hand.push_text(table.strip_prefix("Table ").unwrap_or(table));
    read_game(&[game, " (", stakes, ")"].concat(), least_scale, hand)
        .map_err(|kind| kind(line.to_owned()))
}

/// Reads the button's seat, which is printed after the posts.
fn read_event(line: &str, hand: &mut Hand) -> bool {
    let Some(seat) = line.strip_prefix("The button is in seat #") else { return false };
    hand.button_seat = seat.trim().parse().ok().or(hand.button_seat);
    true
}

/// Reads `finished in place 3 and won 12.50 €`, `finished in place 9 and won $$0.00`.
fn read_finish(act: &str, seat: u8, hand: &mut Hand) -> bool {
    let Some((place, prize)) =
        act.strip_prefix("finished in place ").and_then(|act| split_once(act, " and won "))
    else {
        return false;
    };
    let prize = prize.trim().trim_start_matches("$$");
    let symbol =
        prize.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".,".contains(letter));
    let player = hand.seats[usize::from(seat)].player;
    let Some(tournament) = hand.tournament.as_mut() else { return true };
    if let Some((currency, _)) = chips::currency_of_symbol(symbol.trim()) {
        tournament.currency = currency;
    }
    let prize = chips::read(prize.as_bytes(), tournament.scale);
    hand.finishes.push(Finish {
        player,
        place: place.trim().parse().ok(),
        prize,
        ..Finish::default()
    });
    true
}
