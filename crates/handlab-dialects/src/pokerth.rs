//! `PokerTH`: the logs of the free game of that name, as exported from its database or written by older versions.
//!
//! Written from the program's source code of 2006 to 2026, which writes text, or HTML pages whose tags have been
//! removed here:
//! ```text
//! Log-File for PokerTH 1.1 Session started on 2024-03-02 at 20:11:05
//! ----------- Game: 1 | Hand: 12 -----------            in a page without dashes, and joined to the next line
//! BLIND LEVEL: $20 / $40
//! Seat 1: Ann ($4980)
//! BLINDS: Bob ($20), Cal ($40)                          or `Bob posts small blind $20.`
//! Ann starts as dealer.
//!
//! PREFLOP
//! Dot calls $40.
//! Ann is all in with $4980.
//!
//! FLOP [board cards 2d,7h,As]                           later streets list the whole board
//! Cal checks.
//! Bob shows [Ks,Kd]
//! Cal has [Ah,3h] - Two pair, aces and threes           `[ Ah,3h]` at the end
//! Cal wins $8100
//! Bob wins $120 (side pot)                              or `Bob wins (side pot) $120.`
//! Dot sits out
//! Cal wins game 1!
//! ```
//!
//! Liberties:
//! * What a number means depends on the version: a bet or a raise is a total for the street, a call or an all-in is a
//!   total or the added amount. Each call shows which one it is, and the calls show what the raises are.
//! * `$` is a chip of the game, which is a single-table tournament. Whoever wins the game finishes first. Its number is
//!   unique only within its session: a hand is identified by that number, the hand's number, and a digest of the text.
//! * The program writes no line end after the last line: the last hand counts if its money adds up.
//! * The session's time is not the hand's; hands have no time. The game takes no rake.
//! * Heads-up, the dealer has the small blind.

use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Finish, Hand, Kind, PotName,
    Seat, Tournament,
};
use handlab_core::money::Currency;
use handlab_core::rules::{RaisePrinting, RakePrinting, SiteRules};

use crate::inferred::readings;
use crate::names::split_player;
use crate::phh::fill::digest;
use crate::syntax::text::{find, is_digits, rsplit_once, split_once, trim};

/// See the module.
pub struct PokerTh;

const SITE: &str = "pokerth";
const OPENING: &str = "Game: ";
const LEVEL: &str = "BLIND LEVEL: ";

impl Dialect for PokerTh {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let is_mark = |byte: &u8| byte.is_ascii_whitespace() || b"-#>|".contains(byte);
        let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
        // In a page the lines are joined there.
        numbers(&first_line(head, 100))
            .is_some_and(|(.., rest)| !rest.is_empty() || before.iter().all(is_mark))
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        read(span, hand)
    }
}

const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Always,
    raises: RaisePrinting::To,
    is_total_printed: false,
    ..SiteRules::PLAIN
};

/// The numbers in `Game: 1 | Hand: 12 -----------`, and the rest of the line, which is only marks or begins with
/// [`LEVEL`].
fn numbers(line: &str) -> Option<(&str, &str, &str)> {
    let (game, rest) = split_once(line.strip_prefix(OPENING)?, " | Hand: ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (hand, rest) = rest.split_at(digits);
    let rest = rest.trim_matches(['-', '#', ' ', '\t', '\u{a0}', '\r']);
    let is_header = rest.is_empty() || rest.starts_with(LEVEL);
    (is_digits(game) && digits > 0 && is_header).then_some((game, hand, rest))
}

fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency) = (Kind::Tournament, Currency::CHIPS);
    (hand.game, hand.betting) = (Game::Holdem, Betting::NoLimit);
    hand.tournament = Some(Tournament::default());
    let mut cursor = Cursor::new(span.text, span.at);
    let header = cursor.next_line().unwrap_or_default();
    let (game, number, level) = numbers(header).unwrap_or_default();
    let mut kept = format!("{game} {number} {level}");
    let mut lines = Lines { hand, street: Street::FIRST, is_open: true, dealt: 0 };
    if !level.is_empty() {
        lines.line(level).map_err(|kind| cursor.error(kind(header.to_owned())))?;
    }
    while let Some(line) = cursor.next_line() {
        let line = trim(line);
        let is_part = match lines.line(line) {
            Err(_) if span.may_break_off() && cursor.is_at_end() => {
                return Err(cursor.error(ParseErrorKind::Truncated));
            }
            is_part => is_part.map_err(|kind| cursor.error(kind(line.to_owned())))?,
        };
        if is_part {
            kept.push('\n');
            kept.push_str(line);
        }
    }
    if hand.collected.is_empty() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    if hand.seats.len() == 2 {
        let small = hand.actions.iter().find(|post| post.kind == ActionKind::PostSmallBlind);
        let dealer = small.map(|post| hand.seats[usize::from(post.seat)].seat);
        hand.button_seat = dealer.or(hand.button_seat);
    }
    hand.hand_id = hand.push_text(&format!("{game}-{number}-{:016x}", digest(&kept)));
    hand.printed.rake = Some(0);
    hand.is_open = span.is_last;
    readings::resolve_by_money(hand);
    Ok(())
}

struct Lines<'h> {
    hand: &'h mut Hand,
    street: Street,
    /// Whether there is a bet on the street.
    is_open: bool,
    /// The number of board cards dealt.
    dealt: usize,
}

/// News about players, printed between the lines of a hand.
const NEWS: [&str; 5] = [
    "sits out",
    "has left the game",
    "was kicked from the game",
    "is game admin now",
    "has joined the game",
];

/// Makes an error of some kind about the line.
type Fault = fn(String) -> ParseErrorKind;

impl Lines<'_> {
    /// Reads a line; false if it is not part of the hand.
    fn line(&mut self, line: &str) -> Result<bool, Fault> {
        let is_mark = |letter: char| matches!(letter, '-' | '#' | ' ');
        if line.chars().all(is_mark) || line.starts_with("Log-File for PokerTH ") {
            return Ok(false);
        }
        if let Some(level) = line.strip_prefix(LEVEL) {
            let (small, big) = split_once(level, " / ").ok_or(ParseErrorKind::Amount as Fault)?;
            self.hand.stakes.small_blind = Some(amount(small)?);
            self.hand.stakes.big_blind = Some(amount(big)?);
        } else if let Some(seat) = line.strip_prefix("Seat ")
            && self.hand.actions.is_empty()
        {
            self.seat(seat)?;
        } else if let Some(blinds) = line.strip_prefix("BLINDS: ") {
            self.blinds(blinds)?;
        } else if line == "PREFLOP" || find(line, "[board cards ").is_some() {
            self.board(line)?;
        } else if let Some((seat, act)) = split_player(self.hand, line, " ") {
            return self.act(seat, act);
        } else {
            // News about players who are no longer in the game.
            let is_news = NEWS.iter().any(|news| line.trim_end_matches('!').ends_with(news));
            return if is_news { Ok(false) } else { Err(ParseErrorKind::UnknownLine) };
        }
        Ok(true)
    }

    /// Reads `1: Ann ($4980)`.
    fn seat(&mut self, text: &str) -> Result<(), Fault> {
        let fault = ParseErrorKind::Seats as Fault;
        let (number, rest) = split_once(text, ": ").ok_or(fault)?;
        let (name, stack) = named_amount(rest)?;
        let starting_stack = amount(stack)?;
        let seat =
            Seat { seat: number.parse().map_err(|_| fault)?, starting_stack, ..Seat::default() };
        if push_seat(self.hand, seat, name) { Ok(()) } else { Err(fault) }
    }

    /// Reads `Bob ($20), Cal ($40)`.
    fn blinds(&mut self, text: &str) -> Result<(), Fault> {
        let fault = ParseErrorKind::UnknownPlayer as Fault;
        let (small, rest) = split_player(self.hand, text, " ($").ok_or(fault)?;
        let (posted, rest) = split_once(rest, "), ").ok_or(ParseErrorKind::Amount as Fault)?;
        self.push(small, ActionKind::PostSmallBlind, Amount::Added(amount(posted)?));
        let (big, rest) = split_player(self.hand, rest, " ($").ok_or(fault)?;
        let posted = amount(rest.trim_end_matches(')'))?;
        self.push(big, ActionKind::PostBigBlind, Amount::Added(posted));
        Ok(())
    }

    /// Reads `TURN [board cards 2d,7h,As,Kc]`.
    fn board(&mut self, line: &str) -> Result<(), Fault> {
        let (title, board) = split_once(line, "[board cards ").unwrap_or((line, ""));
        let (street, count) = match title.trim_end() {
            "PREFLOP" => (Street::FIRST, 0),
            "FLOP" => (Street(1), 3),
            "TURN" => (Street(2), 4),
            "RIVER" => (Street(3), 5),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let fault = ParseErrorKind::Cards as Fault;
        let board = cards(board.trim_end_matches(']')).ok_or(fault)?;
        let dealt = board.as_slice().get(self.dealt..).ok_or(fault)?;
        if board.len() != count || street != Street::FIRST && dealt.is_empty() {
            return Err(fault);
        }
        if !dealt.is_empty() {
            let cards = dealt.iter().copied().collect();
            self.hand.boards.push(BoardCards { run_no: 0, street, cards });
            (self.hand.last_street, self.is_open) = (street, false);
        }
        (self.street, self.dealt) = (street, count);
        Ok(())
    }

    /// Reads `calls $40.`; false if it is not part of the hand.
    fn act(&mut self, seat: u8, act: &str) -> Result<bool, Fault> {
        let act = act.trim_end_matches(['.', '!']);
        let number = || amount(act.rsplit(' ').next().unwrap_or_default());
        let (kind, amount) = match act {
            "folds" => (ActionKind::Fold, Amount::Added(0)),
            "checks" => (ActionKind::Check, Amount::Added(0)),
            "starts as dealer" => {
                self.hand.button_seat = Some(self.hand.seats[usize::from(seat)].seat);
                return Ok(true);
            }
            _ if NEWS.contains(&act) => return Ok(false),
            _ if act.starts_with("posts small blind ") => {
                (ActionKind::PostSmallBlind, Amount::Added(number()?))
            }
            _ if act.starts_with("posts big blind ") => {
                (ActionKind::PostBigBlind, Amount::Added(number()?))
            }
            _ if act.starts_with("calls ") => (ActionKind::Call, Amount::Added(number()?)),
            _ if act.starts_with("bets ") || act.starts_with("is all in with ") => {
                let kind = if self.is_open { ActionKind::Raise } else { ActionKind::Bet };
                self.is_open = true;
                (kind, Amount::Added(number()?))
            }
            _ if act.starts_with("wins game") => {
                let player = self.hand.seats[usize::from(seat)].player;
                self.hand.finishes.push(Finish { player, place: Some(1), ..Finish::default() });
                return Ok(true);
            }
            _ if act.starts_with("wins ") => {
                let printed = act.replace(" (side pot)", "");
                let won = amount(printed.strip_prefix("wins ").unwrap_or_default())?;
                let pot = PotName::Pot;
                self.hand.collected.push(Collected { seat, amount: won, pot, run_no: 0 });
                return Ok(true);
            }
            _ if act.starts_with("shows [") || act.starts_with("has [") => {
                self.show(seat, act)?;
                return Ok(true);
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let is_all_in = act.starts_with("is all in");
        let action = Action::new(self.street, seat, kind, amount);
        self.hand.actions.push(Action { is_all_in, ..action });
        Ok(true)
    }

    /// Reads `has [ Ah,3h] - Two pair`.
    fn show(&mut self, seat: u8, act: &str) -> Result<(), Fault> {
        let fault = ParseErrorKind::Cards as Fault;
        let inside = act.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let shown = cards(inside.map_or("?", |(inside, _)| inside.trim())).ok_or(fault)?;
        if shown.len() != 2 {
            return Err(fault);
        }
        let holder = &mut self.hand.seats[usize::from(seat)];
        if holder.cards_source.is_some() && holder.hole_cards == shown {
            return Ok(());
        }
        (holder.hole_cards, holder.cards_source) = (shown, Some(CardsSource::Shown));
        let action = Action::new(Street::SHOWDOWN, seat, ActionKind::Show, Amount::Added(0));
        self.hand.actions.push(Action { cards: shown, ..action });
        Ok(())
    }

    fn push(&mut self, seat: u8, kind: ActionKind, amount: Amount) {
        self.hand.actions.push(Action::new(self.street, seat, kind, amount));
    }
}

/// The name and the amount in `Ann ($4980)`.
fn named_amount(text: &str) -> Result<(&str, &str), Fault> {
    let parts = text.strip_suffix(')').and_then(|text| rsplit_once(text, " ("));
    parts.filter(|(name, _)| !name.is_empty()).ok_or(ParseErrorKind::Seats)
}

fn amount(text: &str) -> Result<i64, Fault> {
    chips::read(text.as_bytes(), 0).ok_or(ParseErrorKind::Amount)
}
