//! `PokerSnowie`: the text in which the training program saves hands, and which others write for it to import.
//!
//! Written from what two public programs write for it, one of which includes hands of 2022 saved by the program itself:
//! ```text
//! GameStart
//! PokerClient: ExportFormat
//! Date: 24/09/2022                              the day first, or the year with two digits
//! TimeZone: GMT
//! Time: 14:20:39
//! GameId:99000001
//! GameType:NoLimit
//! GameCurrency: $
//! SmallBlindStake: 1 | BigBlindStake: 2 | AnteStake: 0
//! TableName: Table
//! Max number of players: 6 | Max number of player: 6
//! MyPlayerName: N
//! DealerPosition: 5                             a seat number
//! Seat 0 N 100
//! SmallBlind: N 1
//! BigBlind: N 2
//! Dealt Cards: [Tc5c]
//! Move: N raise_bet 4 | Move: N call_check 0 | Move: N folds 0
//! FLOP Community Cards:[Jc 7c 2c]               later streets list the whole board
//! Move: N uncalled_bet 38 | uncalled_bet: N 38
//! Showdown: N [Js 8s]
//! Winner: N 19.00
//! GameEnd
//! ```
//!
//! Liberties:
//! * Seats are numbered from 0 in the text, from 1 here.
//! * A call is what is added. In the program's own hands a raise is a total for the street; it is read as that or as
//!   what is added, whichever makes the hand add up.
//! * Heads-up, the dealer is the small blind, whatever `DealerPosition` says: one writer reverses it.
//! * A street whose line has no new card was not dealt.
//! * Only no-limit hold'em was seen: other games are refused.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::{cards, find_player, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};
use handlab_core::time;

use crate::inferred::scales;
use crate::syntax::text::{is_line_start, rsplit_at_mark, split_at_mark, trim};

/// See the module.
pub struct PokerSnowie;

const SITE: &str = "pokersnowie";
const OPENING: &str = "GameStart";
const CLOSING: &str = "GameEnd";

impl Dialect for PokerSnowie {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let rest = head.strip_prefix(OPENING.as_bytes()).unwrap_or_default();
        // The next line may be indented or quoted.
        let below = rest.iter().position(u8::is_ascii_alphabetic).map_or(rest, |at| &rest[at..]);
        is_line_start(before) && below.starts_with(b"PokerClient:")
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        scales::read(hand, |least_scale, hand| read(span, least_scale, hand))
    }
}

/// The program takes no rake; imported hands lack the site's.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Never,
    raises: RaisePrinting::Ambiguous,
    is_total_printed: false,
    ..SiteRules::PLAIN
};

fn read(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency, hand.scale) = (Kind::Club, Currency::CLUB, least_scale);
    let mut cursor = Cursor::new(span.text, span.at);
    let (street, is_open) = (Street::FIRST, true);
    let mut lines = Lines { hand, least_scale, date: "", hero: "", street, is_open };
    let mut is_ended = false;
    while let Some(line) = cursor.next_line() {
        let line = trim(line);
        if line == CLOSING {
            is_ended = true;
            break;
        }
        lines.line(line).map_err(|kind| cursor.error(kind(line.to_owned())))?;
    }
    if hand.collected.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    hand.is_open = !is_ended;
    if hand.seats.len() == 2 {
        let small = hand.actions.iter().find(|post| post.kind == ActionKind::PostSmallBlind);
        let dealer = small.map(|post| hand.seats[usize::from(post.seat)].seat);
        hand.button_seat = dealer.or(hand.button_seat);
    }
    Ok(())
}

struct Lines<'t, 'h> {
    hand: &'h mut Hand,
    least_scale: u8,
    date: &'t str,
    hero: &'t str,
    street: Street,
    /// Whether there is a bet on the street.
    is_open: bool,
}

/// Makes an error of some kind about the line.
type Fault = fn(String) -> ParseErrorKind;

impl<'t> Lines<'t, '_> {
    fn line(&mut self, line: &'t str) -> Result<(), Fault> {
        if let Some(seat) = line.strip_prefix("Seat ") {
            return self.seat(seat);
        }
        let Some((word, rest)) = split_at_mark(line, b':') else {
            let is_known = line.is_empty() || line == OPENING;
            return if is_known { Ok(()) } else { Err(ParseErrorKind::UnknownLine) };
        };
        let rest = trim(rest);
        if let Some(title) = word.strip_suffix(" Community Cards") {
            return self.board(title, rest);
        }
        match word {
            "PokerClient" => {}
            "Date" => self.date = rest,
            "TimeZone" => self.hand.zone = self.hand.push_text(rest),
            "Time" => self.time(rest),
            "GameId" => self.hand.hand_id = self.hand.push_text(rest),
            "GameType" if rest == "NoLimit" => {
                (self.hand.game, self.hand.betting) = (Game::Holdem, Betting::NoLimit);
            }
            "GameType" => return Err(ParseErrorKind::UnknownGame),
            "GameCurrency" => {
                if let Some((currency, _)) = chips::currency_of_symbol(rest) {
                    (self.hand.kind, self.hand.currency) = (Kind::Cash, currency);
                    self.hand.scale = chips::scale_of(currency).max(self.least_scale);
                }
            }
            "SmallBlindStake" => self.hand.stakes.small_blind = self.stake(rest)?,
            "BigBlindStake" => self.hand.stakes.big_blind = self.stake(rest)?,
            "AnteStake" => self.hand.stakes.ante = self.stake(rest)?,
            "TableName" => self.hand.table_name = self.hand.push_text(rest),
            "MyPlayerName" => self.hero = rest,
            "DealerPosition" => {
                let number: Option<u8> = rest.parse().ok();
                self.hand.button_seat = number.and_then(|number| number.checked_add(1));
            }
            "Ante" => self.post(ActionKind::PostAnte, rest)?,
            "SmallBlind" => self.post(ActionKind::PostSmallBlind, rest)?,
            "BigBlind" => self.post(ActionKind::PostBigBlind, rest)?,
            "Dealt Cards" => {
                if let Some(hero) = self.hand.hero {
                    self.know(hero, rest, CardsSource::Dealt)?;
                }
            }
            "Move" => return self.act(rest),
            "uncalled_bet" => self.uncalled(rest)?,
            "Showdown" => {
                let (name, held) =
                    rsplit_at_mark(rest, b'[').ok_or(ParseErrorKind::Cards as Fault)?;
                let seat = self.player(name.trim_end())?;
                let cards = self.know(seat, held, CardsSource::Shown)?;
                self.push(seat, Street::SHOWDOWN, ActionKind::Show, Amount::Added(0), cards);
            }
            "Winner" => {
                let (seat, amount) = self.player_and_amount(rest)?;
                self.hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
            }
            _ if word.starts_with("Max number of player") => {
                self.hand.max_seats = rest.parse().ok().filter(|max| *max > 0);
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        }
        Ok(())
    }

    /// Reads the time `14:20:39`, for a date such as `24/09/2022` or `24/09/22`.
    fn time(&mut self, clock: &str) {
        let mut parts = self.date.split('/');
        let (Some(day), Some(month), Some(year)) = (parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let century = if year.len() == 2 { "20" } else { "" };
        let local = [century, year, "/", month, "/", day, " ", clock].concat();
        self.hand.started_at = time::utc_micros(&local, self.hand.str(self.hand.zone));
        self.hand.started_raw = self.hand.push_text(&local);
    }

    /// Reads `0 NAME 100`.
    fn seat(&mut self, text: &str) -> Result<(), Fault> {
        let fault = ParseErrorKind::Seats as Fault;
        let (number, rest) = split_at_mark(text, b' ').ok_or(fault)?;
        let (name, stack) = rsplit_at_mark(rest, b' ').ok_or(fault)?;
        let number: Option<u8> = number.parse().ok();
        let seat = Seat {
            seat: number.and_then(|number| number.checked_add(1)).ok_or(fault)?,
            starting_stack: self.amount(stack)?,
            ..Seat::default()
        };
        if name.is_empty() || !push_seat(self.hand, seat, name) {
            return Err(fault);
        }
        if name == self.hero {
            self.hand.hero = Some(self.hand.seats.len() as u8 - 1);
        }
        Ok(())
    }

    /// Reads `TURN` and `[Jc 7c 2c 5d]`.
    fn board(&mut self, title: &str, dealt: &str) -> Result<(), Fault> {
        let (street, part) = match title {
            "FLOP" => (Street(1), 0..3),
            "TURN" => (Street(2), 3..4),
            "RIVER" => (Street(3), 4..5),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let board = listed(dealt)?;
        let Some(dealt) = board.as_slice().get(part) else { return Ok(()) };
        let cards = dealt.iter().copied().collect();
        self.hand.boards.push(BoardCards { run_no: 0, street, cards });
        (self.hand.last_street, self.street, self.is_open) = (street, street, false);
        Ok(())
    }

    fn post(&mut self, kind: ActionKind, text: &str) -> Result<(), Fault> {
        let (seat, amount) = self.player_and_amount(text)?;
        self.push(seat, Street::FIRST, kind, Amount::Added(amount), CardList::EMPTY);
        Ok(())
    }

    /// Reads `NAME raise_bet 4`.
    fn act(&mut self, text: &str) -> Result<(), Fault> {
        let (front, amount) =
            rsplit_at_mark(text, b' ').ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (name, verb) =
            rsplit_at_mark(front, b' ').ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (seat, number) = (self.player(name)?, self.amount(amount)?);
        let (kind, amount) = match verb {
            "folds" => (ActionKind::Fold, Amount::Added(0)),
            "call_check" if number == 0 => (ActionKind::Check, Amount::Added(0)),
            "call_check" => (ActionKind::Call, Amount::Added(number)),
            "raise_bet" if self.is_open => (ActionKind::Raise, Amount::Ambiguous(number)),
            "raise_bet" => (ActionKind::Bet, Amount::Added(number)),
            "uncalled_bet" => {
                self.hand.uncalled.push((seat, number));
                return Ok(());
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        self.is_open |= kind == ActionKind::Bet;
        self.push(seat, self.street, kind, amount, CardList::EMPTY);
        Ok(())
    }

    fn uncalled(&mut self, text: &str) -> Result<(), Fault> {
        let returned = self.player_and_amount(text)?;
        self.hand.uncalled.push(returned);
        Ok(())
    }

    fn push(
        &mut self,
        seat: u8,
        street: Street,
        kind: ActionKind,
        amount: Amount,
        cards: CardList,
    ) {
        self.hand.actions.push(Action { cards, ..Action::new(street, seat, kind, amount) });
    }

    /// Records a seat's cards.
    fn know(&mut self, seat: u8, printed: &str, source: CardsSource) -> Result<CardList, Fault> {
        let held = listed(printed)?;
        let seat = &mut self.hand.seats[usize::from(seat)];
        if !held.is_empty() {
            seat.hole_cards = held;
            seat.cards_source = seat.cards_source.max(Some(source));
        }
        Ok(held)
    }

    fn player_and_amount(&self, text: &str) -> Result<(u8, i64), Fault> {
        let (name, amount) = rsplit_at_mark(text, b' ').ok_or(ParseErrorKind::Amount as Fault)?;
        Ok((self.player(name)?, self.amount(amount)?))
    }

    fn player(&self, name: &str) -> Result<u8, Fault> {
        find_player(self.hand, name).ok_or(ParseErrorKind::UnknownPlayer)
    }

    fn stake(&self, text: &str) -> Result<Option<i64>, Fault> {
        Ok(Some(self.amount(text)?).filter(|amount| *amount > 0))
    }

    fn amount(&self, text: &str) -> Result<i64, Fault> {
        chips::read(text.as_bytes(), self.hand.scale).ok_or(ParseErrorKind::Amount)
    }
}

/// The cards within brackets.
fn listed(text: &str) -> Result<CardList, Fault> {
    cards(text.trim_matches(['[', ']', ' '])).ok_or(ParseErrorKind::Cards)
}
