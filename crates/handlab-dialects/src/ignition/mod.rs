//! Ignition, Bovada and Bodog, one network with one format: cash tables, Zone, tournaments.
//!
//! Written from logs of 2012 to 2025. `lines` reads the hand after `translate` has rewritten it into the common form:
//! ```text
//! Bovada Hand #ID  Zone Poker ID#1382 HOLDEMZonePoker No Limit - 2019-06-06 01:56:35       header
//! Ignition Hand #ID  Zone Poker ID#2138 HOLDEM Zone Poker No Limit - ...                   with spaces in some copies
//! Bovada Hand #ID TBL#N OMAHA HiLo Pot Limit - ...
//! Bodog.com Hand #ID TBL#N HOLDEM No Limit [MVS] - 2021-04-01 10:00:00 UTC
//! Ignition Hand #ID: HOLDEM Tournament #N TBL#N, Turbo- Level 3 (25/50) - ...
//! Bodog88 Hand #CID: HOLDEM 1 on 1 No Limit - ...                                         no table
//! Seat 5: Dealer [ME] ($25 in chips)          players are named by position, [ME] is the file's owner
//! Seat+5 [ME]: $200 in chips                  in stud, by seat number
//! Dealer  [ME] : Set dealer [5]
//! Small Blind : Ante/Small Blind $0.10        and `Small blind`; `Big blind/Bring in`; `Ante chip`; `Bring_in chip`
//! UTG+2 : Posts chip $0.25 | Posts dead chip $0.35
//! UTG : Card dealt to a spot [Jd 9s]          everyone's cards
//! UTG : Raises $10.75 to $0.75 | All-in(raise) $5.90 to $5.90 | All-in $5.90 | Folds (timeout) | Double bets 20
//! UTG : Return uncalled portion of bet $0.85
//! UTG : Showdown [5h 5c As Qh Td] (One pair)  the five best cards | Mucks [Ac Jc] (One pair) | Does not show [..] (..)
//! UTG : Hand result $13.45 | Hand result-Side pot $4
//! UTG : Leave(Auto) | Table deposit $6.65 | Seat sit out
//! UTG : Ranking 4 | Prize Cash [$22.50] | BOUNTY PRIZE [$10]       a player leaves a tournament, and what it pays
//! Total Pot($13.68)                           gross; missing in newer Zone texts
//! Seat+4: Dealer HI $6.59  with Two pair [..] LO $6.59 [..]
//! ```
//!
//! Liberties:
//! * No stakes are printed for cash tables: they are the posted blinds. They are unknown if no blind is posted, or if
//!   it took its player's last chips and no other line shows it.
//! * `Raises A to B`: A is often wrong (`Raises $10.75 to $0.75`), only B counts.
//! * `All-in $5.90` is a call, a bet or a raise, depending on the earlier bets; in stud the first act on the cards is the
//!   bring-in.
//! * Some texts of 2012 print no streets, or only their cards (`Card dealt to table [8h]`, `Card to the table`): the
//!   order of the decisions shows them.
//! * `All-in(raise) $124` is a total, `All-in $124` what is added. The former may be the first bet of its street.
//! * The part of `Posts chip` and `Posts dead chip` beyond a big blind is dead.
//! * The summary's seat lines count for winnings; the street of a fold is often wrong there.
//! * Seat numbers that contradict the positions, as in tournaments of 2017 and later (`Seat 126`, or `Set dealer [4]`
//!   for the fourth seat in the list, which is numbered 3), are replaced by the places in the list.
//! * Players are named by position: names are anonymous and mean nothing beyond the hand.
//! * The cards of all players are known afterwards: as mucked, unless their holder showed them.
//! * Only the file's name prints a tournament's price. Without it the currency is that of the prizes; a ticket is a prize
//!   without an amount.
//! * No zone is printed, except `UTC` on some tables: other times have no UTC time unless `--timezone` gives the zone.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{ActionKind, CardsSource, Hand, Kind};
use handlab_core::rules::{PotRake, RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::all_in;
use crate::inferred::dropped;
use crate::inferred::rounds;
use crate::inferred::short_blinds;
use crate::lines::Grammar;
use crate::lines::clock::find_date;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::unwrap;
use crate::syntax::text::{find, is_line_start, split_once};

mod file_name;
mod header;
mod prizes;
mod seats;
mod translate;

use translate::Lines;

/// See the module.
pub struct Ignition;

const SITE: &str = "ignition";

impl Dialect for Ignition {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Bovada", "Ignition", "Bodog"]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 400);
        let Some((brand, rest)) = split_once(&line, " Hand #") else { return false };
        let number = rest.strip_prefix('C').unwrap_or(rest);
        let is_number = number.starts_with(|first: char| first.is_ascii_digit());
        let has_table = [" TBL#", "Zone Poker ID#"].iter().any(|mark| find(rest, mark).is_some());
        brand.len() < 20
            && is_number
            && (is_line_start(before) || (has_table && find_date(rest).is_some()))
    }

    fn read_file_name(&self, name: &str, hand: &mut Hand) {
        file_name::read(name, hand);
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, header::is_whole);
        let span = Span { text: &text, ..span };
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        // All payments come before the summary, which is optional.
        hand.is_open = false;
        if hand.kind != Kind::Tournament {
            if !lines.has_small_blind() {
                hand.stakes.small_blind = None;
            }
            short_blinds::resolve(hand);
        }
        // A copy repeats the line of the small blind (2014).
        dropped::keep_first(hand, ActionKind::PostSmallBlind);
        rounds::infer_streets(hand);
        all_in::resolve_kinds(hand);
        all_in::name_first_bets(hand);
        hand.hero = lines.hero().and_then(|chair| hand.seat_index(chair));
        let dealer = || hand.seats.iter().find(|seat| hand.str(seat.player) == "Dealer");
        hand.button_seat = dealer().map(|seat| seat.seat).or_else(|| lines.button());
        for (index, seat) in hand.seats.iter_mut().enumerate() {
            seat.is_anonymous = true;
            if seat.cards_source == Some(CardsSource::Dealt) && hand.hero != Some(index as u8) {
                let has_shown = lines.has_shown(seat.seat);
                let source = if has_shown { CardsSource::Shown } else { CardsSource::Mucked };
                seat.cards_source = Some(source);
            }
        }
        Ok(())
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    lists_all_seats: false,
    act: prizes::record,
    ..Grammar::COMMON
};

/// Texts of 2012 have `Total Pot($56) | Rake ($2)`; later ones print no rake: `Total Pot($13.68)`, with `Hand result`
/// 13.18. Zone texts of 2019 have no total either. A lone `Raises $115` by the small blind is called with 80 by a
/// player who had raised to 35: it is a total. A rake of 2.00 on pots of 26.17 and 24.22 left 25.13 and 23.26: each
/// pays by its size, in all 6 hands that show it. After `Posts chip $0.10` of another seat than the small blind's,
/// `Raises $0.40 to $0.50` made a total that counts the 0.10 once (2019).
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::To,
    is_total_printed: false,
    pot_rake: PotRake::ProRata,
    is_second_small_blind_live: true,
    ..SiteRules::PLAIN
};
