//! `CoinPoker`: cash tables in tether, bomb pots, tournaments.
//!
//! Written from what public parsers of its logs accept (2024 to 2026). What differs from `lines`' common form:
//! ```text
//! CoinPoker Hand #1: NLH (₮0.05/₮0.10) 2026/06/11 00:15:34 PDT             header; ` - ` before the date in some
//! CoinPoker Hand #1: NLH BombPot (₮0.05/₮0.10/₮0.50) ...                   the ante comes last
//! CoinPoker Hand #1: Hold'em No Limit (0.01/0.02 ) ...                     no signs until 2025
//! CoinPoker Hand #1: Tournament #2, NAME Hold'em No Limit (400/800 ante 100 play) ...
//! CoinPoker Hand #1: Tournament #2, NAME NLH - Level III (50/100) - ...      in a converter of 2026
//! CoinPoker Hand #1: NLH (50/100/15) 2026/06/11 00:15:34 -05
//! Tournament 'NAME' '2' 7-max Seat #3 is the button                        instead of the table
//! SPLASH dropped ₮0.40 | MEGA SPLASH dropped ₮2                            the house adds it to the pot
//! NAME: STRADDLE ₮0.20
//! NAME: posts auto big blind ₮0.10 | AUTOBB ₮0.10                          to join the game
//! NAME: posts small blind (dead) 0.01
//! NAME: didn't post big blind                                              is not dealt in without another post
//! NAME: ALLIN ₮9.80                                                        a bet, a call or a raise: what it adds
//! NAME: raises 0.46 and is all-in                                          what it adds
//! NAME: RETURN ₮0.65                                                       an uncalled bet
//! NAME cashed out the hand for ₮6 | Cash Out Fee ₮0.20                     once for each board
//! *** HAND CANCELLED ***
//! Total pot ₮3.67 | Rake ₮0.18 | Splash Fee ₮0.02
//! Total pot 71154 | CC 0                                                   community contribution: the rake (2026); or neither
//! Board [ Jd 6c 5h 5c ]
//! *** RNG ***                                                              how the deck was shuffled; not read
//! ```
//!
//! Liberties:
//! * Amounts without a sign are tether where the table's name has its sign.
//! * A start in `CST` is unknown unless the caller names the zone: the abbreviation is China's and central America's.
//! * Names of eight hexadecimal digits are assigned by the site: such players are anonymous.
//! * A splash is in the total, but the payments may cover only what the players put in: then it goes with the pot
//!   (`splash`). If several pots leave open who got it, the hand does not add up.

use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::{Action, ActionKind, Amount, Hand, Kind};
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::all_in;
use crate::inferred::dropped;
use crate::inferred::later_payments;
use crate::lines::{self, Grammar};
use crate::syntax::text::split_once;

mod header;
mod splash;

/// See the module.
pub struct CoinPoker;

const SITE: &str = "coinpoker";

impl Dialect for CoinPoker {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[header::OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        lines::read(&GRAMMAR, span, hand)
    }
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    header_lines: 2,
    event: read_added,
    act: read_act,
    complete,
    ..Grammar::COMMON
};

/// A raise with a single amount prints what the seat puts in now. Tournaments of July 2026 print no rake.
const RULES: SiteRules =
    SiteRules { raises: RaisePrinting::Added, rake: RakePrinting::Era, ..SiteRules::PLAIN };

/// Records what the house adds to the pot; false if the line is about something else.
fn read_added(line: &str, hand: &mut Hand) -> bool {
    let Some((_, added)) = split_once(line, "SPLASH dropped ") else { return false };
    let added = chips::read(added.trim().as_bytes(), hand.scale);
    hand.printed.added = hand.printed.added.saturating_add(added.unwrap_or(0));
    added.is_some()
}

/// Records actions that only this site writes; false for other actions.
fn read_act(act: &str, seat: u8, hand: &mut Hand) -> bool {
    if act.starts_with("didn't post ") {
        let is_sitting_out = &mut hand.seats[usize::from(seat)].is_sitting_out;
        // A player who did not post one blind may have posted another.
        *is_sitting_out = *is_sitting_out || hand.actions.iter().all(|action| action.seat != seat);
        return true;
    }
    let Some((word, amount)) = act.split_once(' ') else { return false };
    let Some(amount) = chips::read(amount.trim().as_bytes(), hand.scale) else { return false };
    let kind = match word {
        "ALLIN" => ActionKind::Raise,
        "AUTOBB" => ActionKind::PostBigBlind,
        "RETURN" => {
            hand.uncalled.push((seat, amount));
            return true;
        }
        _ => return false,
    };
    let action = Action::new(hand.last_street, seat, kind, Amount::Added(amount));
    hand.actions.push(Action { is_all_in: word == "ALLIN", ..action });
    true
}

/// Determines what all-ins were, who is anonymous, and what the chips are.
fn complete(hand: &mut Hand) {
    all_in::resolve_kinds(hand);
    for index in 0..hand.seats.len() {
        let name = hand.player(index as u8);
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        hand.seats[index].is_anonymous = name.len() == 8 && name.bytes().all(is_digit);
    }
    if hand.kind == Kind::Play && hand.str(hand.table_name).contains('₮') {
        (hand.kind, hand.currency) = (Kind::Cash, Currency::from_code("USDT"));
    }
    // The summary lists seats as folded that were not dealt in, and says of all who folded before the flop that they did
    // not bet.
    let Hand { seats, actions, printed, .. } = hand;
    printed.seat_lines.iter_mut().for_each(|line| line.did_not_bet = false);
    printed.seat_lines.retain(|line| {
        let is_out = seats.get(usize::from(line.seat)).is_some_and(|seat| seat.is_sitting_out);
        !is_out || actions.iter().any(|action| action.seat == line.seat)
    });
    later_payments::add_to_summary(hand);
    // Cards are shown with each pot that the seat wins.
    if hand.n_runouts <= 1 {
        dropped::keep_first(hand, ActionKind::Show);
    }
    // A single cash-out is printed with each board.
    let mut known = Vec::new();
    hand.side_payments.retain(|paid| {
        let is_new = !known.contains(&(paid.seat, paid.amount, paid.fee));
        known.push((paid.seat, paid.amount, paid.fee));
        is_new
    });
    splash::pay(hand);
}
