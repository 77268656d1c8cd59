//! `PartyPoker` and its skins: cash, fastforward, tournaments.
//!
//! Written from logs of 2005 to 2026, in four generations that differ in their second line and their brackets. `lines`
//! reads the hand after `translate` has rewritten it into the common form:
//! ```text
//! ***** Hand History for Game 198554437 *****     from a converter `***** (Poker Stars)`: that site's hand
//! $0.10/$0.25 USD NL Texas Hold'em - Tuesday, June 19, 23:00:41 EDT 2018      the blinds, in limit games the bets
//! $5 USD NL Texas Hold'em - ...                                               the buy-in: the blinds are those posted
//! NL Texas Hold'em $0.22 USD Trny:185726743 Level:2  Blinds-Antes(500/1K -90) - ...    a price, since 2018
//! NL Texas Hold'em $30 Buy-in  + $3 Entry Fee  Trny:15286975 Level:4 Blinds(50/100) - ...
//! 3/6 TexasHTGameTable (Limit) - Tue Nov 11 21:15:42 EST 2003                 in 2003, according to public parsers
//! 0.05/0.10 Omaha Hi/Lo Game Table (PL) - Sun Feb 19 13:45:49 EST 2023        since 2013
//! 350000/700000 Tourney Texas Holdem Game Table (NL) (MTT Tournament #N) (Buyin $50.0 + $5.0) - ...
//! Table Clifton (Real Money) [-- Seat 1 is the button] | (Play Money)
//! Seat 2: N ( $28.45 USD ) | seat1: N ( $1 USD ) | Seat 1: N ($4.99)          in any order
//! N posts big blind [$0.25 USD]. | N posts big blind + dead [$0.35 USD].
//! ** Dealing down cards ** | ** Dealing Flop ** [ 4c, 3s, 7c ] | ** Dealing Fourth street **
//! N raises [$0.50 USD] | N raises 0.35 to 0.40 | N is all-In  [$420 USD] | N is all-In.
//! N shows [ Kc, Ks ]two pairs, Kings and Threes. | N doesn't show [ 9c, Ad ]a pair of Aces.
//! N wins $412.82 USD from the main pot with ... | N wins 800 chips
//! Player N finished in 157. | N has knocked out M and won a $0.10 USD bounty prize.
//! ** Summary **                                                                since 2013
//! Main Pot: $2.23 Side Pot 1: $1 Rake: $0.11
//! N balance $14.91, bet $0.97, collected $2.23, net +$1.26[ Ad, 5c ] [ a pair of aces -- ... ]
//! N balance 6000, bet 9000, collected 6000, lost 3000[ Ks, Kd ] [ ... ]         part of the bet was not called
//! N Cashed out balance $14.91, bet $0.97, collected $1.20, net +$0.23[ Ad, 5c ] [ ... ]
//! ```
//!
//! Liberties:
//! * `raises [X]` is what is added; in `raises A to B` only B counts.
//! * The last `Blinds(A/B)` of a text counts: a level may begin between header and deal. Tournaments until 2009 print no
//!   posts: the seats after the button are taken to have posted these blinds.
//! * Before 2013 hands end with the payments, and neither total nor rake is printed; an uncalled bet is paid
//!   with the pot.
//! * A player who joins and posts in the same hand is not in the seat list: `NAME has joined the table.` names them.
//!   Neither their seat number nor their stack is printed. They get the first free seat that fits the order of the
//!   actions.
//! * In 2018 the list of the first hand after sitting down has `Player3` in seat 3, who acts under their name; or vice
//!   versa. The order of action identifies them if each seat decides; otherwise the hand is refused. A `Player3` without a name is
//!   anonymous.
//! * Exports of 2026 hide the names: the owner is `Hero` and the others are counted in each hand, those who sit out last.
//!   `Player4` in seat 5 is anonymous too.
//! * A player who cashed out is paid by the house; neither its fee nor its proceeds if the hand wins are printed.
//! * Chat is `NAME: text`, without a space before the colon. Other lines that are not actions are ignored, unless they
//!   contain an amount.

use std::borrow::Cow;

use handlab_core::chips;
use handlab_core::cursor::{Cursor, quote_of};
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::find_player;
use handlab_core::error::{ParseError, Position};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{Finish, Hand, Kind, PotName, SeatTotal, SidePayment, SidePaymentKind};
use handlab_core::money::Currency;
use handlab_core::rules::{PaidUncalled, RaisePrinting, RakePrinting, SiteRules, TotalKind};

use crate::inferred::all_in;
use crate::inferred::unknown_stacks;
use crate::lines::Grammar;
use crate::lines::common_form::lines;
use crate::lines::price::money;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::{unwrap_deals, unwrap_header};
use crate::names::assigned_names;
use crate::names::site_names::site_called;
use crate::names::split_player;
use crate::syntax::text::{is_line_start, rsplit_once, split_once};

mod aliases;
mod header;
mod newcomers;
mod posts;
mod results;
mod seats;
mod tournament;
mod translate;

use results::PlayerResult;
use translate::Lines;

/// See the module.
pub struct Party;

const SITE: &str = "party";

impl Dialect for Party {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["***** Hand History "]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        // Elsewhere than at the start of a line it was typed by a player.
        if !is_line_start(before) {
            return false;
        }
        let line = first_line(head, 120);
        let id = ["for Game ", "For Game "]
            .iter()
            .find_map(|words| line.strip_prefix("***** Hand History ")?.strip_prefix(words));
        id.is_some_and(|id| id.starts_with(|first: char| first.is_ascii_digit()))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap_second_line(span.text, span.at);
        let text = unwrap_deals(&text);
        let span = Span { text: &text, ..span };
        let has_stakes = lines(&text).nth(1).is_some_and(header::has_stakes);
        let lines = read_translated(&GRAMMAR, span, hand, scratch, Lines::new)?;
        // The header of this form has no sign: dollars are only assumed.
        if let Some(currency) = lines.currency_of_stacks()
            && (hand.kind, hand.currency) == (Kind::Cash, Currency::USD)
        {
            hand.currency = currency;
        }
        if let Some(site) = converted_from(span.text) {
            (hand.site, hand.network) = (site, Some(site));
        }
        // Nothing marks the end of an old text: a side pot is paid before the main pot, a bounty after it, and the last
        // line may break off.
        let is_main_paid = hand.collected.iter().any(|line| !matches!(line.pot, PotName::Side(_)));
        let has_results = lines.results().len() == hand.seats.len();
        hand.is_open = span.is_last && !(is_main_paid && span.is_terminated) && !has_results;
        hand.may_go_on = span.is_last && !has_results;
        if hand.printed.total_pot.is_some() {
            hand.rules = &NEW_RULES;
        }
        hand.max_seats = lines.max_seats().or(hand.max_seats);
        unknown_stacks::mark(hand);
        assigned_names::mark(hand, |name, seat| {
            assigned_names::is_seat(name, aliases::PLACEHOLDER, seat)
        });
        assigned_names::mark_counted(hand, aliases::PLACEHOLDER);
        posts::complete(hand, has_stakes);
        tournament::name_after_table(hand);
        all_in::resolve_kinds(hand);
        for result in lines.results() {
            push_total(hand, result);
        }
        Ok(())
    }
}

/// The text with its second line made whole if a mail wrapped it.
fn unwrap_second_line(text: &str, at: Position) -> Cow<'_, str> {
    let mut cursor = Cursor::new(text, at);
    cursor.next_line();
    let second = usize::try_from(cursor.next_byte()).unwrap_or(text.len());
    match unwrap_header(&text[second..], header::is_whole) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        // The second line shows how the others are quoted.
        Cow::Owned(rest) => Cow::Owned([&text[..second], quote_of(text), &rest].concat()),
    }
}

/// The site whose hand a converter wrote in this form: it names it after the header, if handlab knows the name.
fn converted_from(text: &str) -> Option<&'static str> {
    let (_, room) = split_once(lines(text).next()?, "***** (")?;
    site_called(room.strip_suffix(')')?.trim())
}

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    event: read_event,
    lists_all_seats: false,
    ..Grammar::COMMON
};

/// Old texts print no rake: from 0.45 with 0.14 uncalled 0.57 was paid, both together less 0.02. A second small blind of
/// 10 left 5 to call 15 (2011).
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    total: TotalKind::Net,
    is_total_printed: false,
    raises: RaisePrinting::Added,
    paid_uncalled: PaidUncalled::WithPot,
    is_second_small_blind_live: true,
    ..SiteRules::PLAIN
};

/// `Main Pot: $2.23 Rake: $0.11` when 2.34 was in the pot.
const NEW_RULES: SiteRules = SiteRules { paid_uncalled: PaidUncalled::Either, ..RULES };

/// Records the totals of a summary line about a seat.
fn push_total(hand: &mut Hand, result: &PlayerResult<'_>) {
    let Some(seat) = find_player(hand, result.name) else { return };
    let amount = |text: &str| chips::read(text.as_bytes(), hand.scale);
    let contributed = amount(result.put_in);
    let (won, ending_stack) = (amount(result.collected), amount(result.balance));
    hand.printed.seat_totals.push(SeatTotal { seat, contributed, won, ending_stack });
}

/// Reads `Ann has knocked out Bob and won a $0.10 USD bounty prize.`, and finishes.
fn read_event(line: &str, hand: &mut Hand) -> bool {
    let Some((seat, rest)) = split_player(hand, line, " has knocked out ") else {
        return read_finish(line, hand);
    };
    let prize = rsplit_once(rest, " won a ").and_then(|(_, prize)| split_once(prize, " bounty"));
    let Some(amount) = prize.and_then(|(amount, _)| money(hand, amount)) else { return false };
    let kind = SidePaymentKind::Bounty;
    hand.side_payments.push(SidePayment { seat, kind, amount, fee: 0 });
    true
}

/// Reads `Player Hero finished in 1 place and received $3 USD`, `Player Ann finished in 4.`
fn read_finish(line: &str, hand: &mut Hand) -> bool {
    let Some((name, rest)) =
        line.strip_prefix("Player ").and_then(|line| split_once(line, " finished in "))
    else {
        return false;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let prize = split_once(rest, " received ").and_then(|(_, prize)| money(hand, prize));
    let player = match find_player(hand, name) {
        Some(seat) => hand.seats[usize::from(seat)].player,
        None => hand.push_text(name),
    };
    hand.finishes.push(Finish {
        player,
        place: rest[..digits].parse().ok(),
        prize,
        ..Finish::default()
    });
    true
}
