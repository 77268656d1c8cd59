//! The logs of the engine of 2012 to 2017.
//!
//! Written from logs of 2012, 2013, 2015, 2016 and 2017 in public repositories, some of a thousand hands:
//! ```text
//! 6.176 MIT Pokerbots - Abe vs Bea vs Cy (stack=200, bb=2)
//! Hand #6, Abe (196), Bea (75), Cy (329)        stacks in 2015, else each one's winnings so far; the button first
//! Bea posts the blind of 1
//! Cy posts the blind of 2
//! Dealt to Abe [7h Tc]
//! Abe calls 2                                   the total of the street in 2015; other years print no amount
//! Bea raises to 6
//! ### ILLEGAL ACTION: Check [player=Cy]         the next line shows what is done instead
//! Cy folds
//! Uncalled bet of 4 returned to Bea
//! *** FLOP *** (161) [8h 3d Qh]                 2012 prints no pot
//! *** TURN *** (161) [8h 3d Qh] [Ks]
//! Bea shows [Qc 9c]                             `shows Qc 9c (Pair)` in 2012
//! Bea wins the pot (9)
//! Abe ties for the pot (2)
//! ```
//! In 2012 the first line names no stack, and a hand starts otherwise:
//! ```text
//! Hand #1
//! Seat 1 (Button): Abe3006 0                    winnings, before the hand or after it
//! Seat 2 (SB): Bea3007 0
//! Seat 3 (BB): Cy3008 0
//! ```
//!
//! Liberties:
//! * Numbers in a header are winnings if one is negative or all are zero: each player then starts with the stack of the
//!   match's first line, without which the hand is refused.
//! * In 2012 stacks are unknown, but all players start a hand with the same: if streets are dealt on which no one acts,
//!   all who are still in are all-in.
//! * A blind that is a player's whole stack may be short: the big blind is then that of the match's first line.
//! * In 2015, when stacks are printed, the game is pot-limit hold'em, as a team's converter names it; no bet of the logs
//!   exceeds the pot. With four cards it is pot-limit Omaha, otherwise no-limit hold'em.
//! * A player without chips is listed and dealt cards, but does not play: the cards are ignored.
//! * In 2015 a bet that all others fold to is paid with the pot, and each side pot has a line like that of the main pot,
//!   unless it arises on the river.
//! * The log shows all cards. They count as shown; only those who are in the hand at the end show them there.
//! * Each match numbers its hands from 1, so a digest of the hand is appended to the number.
//! * The games of 2013 and 2017, in which cards are discarded, are refused. A player of 2017 who keeps the cards
//!   checks, so hands with more checks than the betting has are refused, too. Hands of 2017 that ended before the flop
//!   cannot be distinguished from hold'em.

use handlab_cards::card::CardList;
use handlab_cards::game::{self, Game, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::dialect::text::{cards, find_player, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line, line_end};
use handlab_core::hand::{ActionKind, CardsSource, Collected, Hand, Kind, PotName, Seat};
use handlab_core::money::Currency;
use handlab_core::rules::{OddPolicy, SiteRules};

use super::betting::{Betting, Fault, amount, bracketed, result};
use super::{POSTS, SITE};
use crate::names::split_player;
use crate::phh::fill::digest;
use crate::text::{groups, is_digits, is_line_start, rsplit_once, split_once, trim};

/// See the module.
pub struct Engine2012;

const OPENING: &str = "Hand #";
/// How a match starts: the number of the course, which changes over the years.
const MATCHES: [&str; 2] = ["6.176 MIT Pokerbots - ", "6.S912 MIT Pokerbots - "];
const ILLEGAL: &str = "### ILLEGAL ACTION: ";
/// The longest first line, in bytes.
const LONGEST: usize = 400;

impl Dialect for Engine2012 {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "pokerbots_2012"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let head = &head[..head.len().min(2 * LONGEST)];
        let line = first_line(head, LONGEST);
        let is_of_2012 = || {
            let (_, next) = line_end(head).unwrap_or_default();
            // Empty lines and quotes, as mail programs add them.
            let is_added = |byte: &u8| byte.is_ascii_whitespace() || b">|".contains(byte);
            let added = head[next..].iter().take_while(|byte| is_added(byte)).count();
            bare_number(&line).is_some()
                && seat_line(&first_line(&head[next + added..], LONGEST)).is_some()
        };
        is_line_start(before) && (header(&line).is_some() || is_of_2012())
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &MATCHES
    }

    fn claims_preamble(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && Match::read(&first_line(head, LONGEST)).is_some()
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        read(span, hand)
    }
}

/// As the later engine, but no one is asked after an all-in. Where the button tied with the big blind for an odd pot, in
/// one hand of 2012 and one of 2015, the button got the odd chip.
const RULES: SiteRules =
    SiteRules { has_idle_checks: false, odd_policy: OddPolicy::RightOfButton, ..super::RULES };

/// What a match's first line says.
struct Match<'a> {
    players: &'a str,
    stack: i64,
    big_blind: i64,
}

impl<'a> Match<'a> {
    /// Reads `6.176 MIT Pokerbots - Abe vs Bea (stack=400, bb=2)`.
    fn read(line: &'a str) -> Option<Match<'a>> {
        let named = MATCHES.iter().find_map(|start| line.strip_prefix(start))?;
        let (players, stakes) = rsplit_once(named.trim_end(), " (stack=")?;
        let (stack, big_blind) = split_once(stakes.strip_suffix(')')?, ", bb=")?;
        let number = |text: &str| is_digits(text).then(|| result(text)).flatten();
        Some(Match { players, stack: number(stack)?, big_blind: number(big_blind)? })
    }

    /// Whether that player takes part.
    fn names(&self, player: &str) -> bool {
        self.players.split(" vs ").any(|name| name == player)
            // A name may hold ` vs `.
            || self.players.contains(player) && player.contains(" vs ")
    }
}

/// The number in `Hand #1`.
fn bare_number(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix(OPENING).filter(|number| is_digits(number))
}

/// Number and players of `Hand #6, Abe (196), Bea (75), Cy (329)`.
fn header(line: &str) -> Option<(&str, Vec<(&str, i64)>)> {
    let (number, players) = split_once(line.trim_end().strip_prefix(OPENING)?, ", ")?;
    let mut rest = players.strip_suffix(')')?;
    let mut seats = Vec::new();
    loop {
        // A name may contain `), ` as well.
        let mut ends = rest.match_indices("), ").map(|(end, _)| end).chain([rest.len()]);
        let (end, seat) = ends.find_map(|end| {
            let (name, chips) = rsplit_once(&rest[..end], " (")?;
            Some((end, (name, result(chips)?)))
        })?;
        seats.push(seat);
        let Some(next) = rest.get(end + "), ".len()..) else { break };
        rest = next;
    }
    (is_digits(number) && seats.len() >= 2).then_some((number, seats))
}

/// Seat number, whether it has the button, and name of `Seat 1 (Button): Abe3006 0`.
fn seat_line(line: &str) -> Option<(u8, bool, &str)> {
    let (number, rest) = split_once(line.trim_end().strip_prefix("Seat ")?, " (")?;
    let (label, rest) = split_once(rest, "): ")?;
    let (name, won) = rest.rsplit_once(' ')?;
    result(won)?;
    let is_button = match label {
        "Button" => true,
        "SB" | "BB" => false,
        _ => return None,
    };
    let number = is_digits(number).then(|| number.parse().ok()).flatten()?;
    (!name.is_empty()).then_some((number, is_button, name))
}

fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    (hand.game, hand.betting) = (Game::Holdem, game::Betting::NoLimit);
    // The payment of a side pot may follow.
    hand.is_open = span.is_last;
    let preamble = first_line(span.preamble.as_bytes(), LONGEST);
    let mut cursor = Cursor::new(span.text, span.at);
    let first = cursor.next_line().unwrap_or_default();
    let mut kept = first.trim_end().to_owned();
    let mut round = Round::new(hand, Match::read(&preamble));
    let (number, players) = match header(first) {
        Some((number, players)) => (number, players),
        None => (bare_number(first).unwrap_or_default(), Vec::new()),
    };
    round.seat_all(&players).map_err(|kind| cursor.error(kind(first.to_owned())))?;
    while let Some(line) = cursor.next_line() {
        let line = trim(line);
        let is_part = round.line(line).map_err(|kind| cursor.error(kind(line.to_owned())))?;
        if is_part {
            kept.push('\n');
            kept.push_str(line);
        }
    }
    if !round.is_paid() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    round.mark_all_ins();
    hand.max_seats = Some(hand.seats.len() as u8);
    hand.hand_id = hand.push_text(&format!("{number}-{:016x}", digest(&kept)));
    hand.printed.rake = Some(0);
    Ok(())
}

/// The state of a hand after the lines read so far.
struct Round<'h, 't> {
    betting: Betting<'h>,
    /// What the first line of the match says, if it names the stacks.
    of_match: Option<Match<'t>>,
    posts: usize,
    /// The number of cards that each player is dealt.
    hand_size: Option<usize>,
    board: CardList,
    /// The checks on the street so far, if no one has bet.
    checks: usize,
}

impl<'h, 't> Round<'h, 't> {
    fn new(hand: &'h mut Hand, of_match: Option<Match<'t>>) -> Round<'h, 't> {
        let betting = Betting::new(hand);
        let (posts, checks) = (0, 0);
        Round { betting, of_match, posts, hand_size: None, board: CardList::EMPTY, checks }
    }

    fn is_paid(&self) -> bool {
        !self.betting.hand.collected.is_empty()
    }

    /// Seats the players of the header with their stacks or winnings.
    fn seat_all(&mut self, players: &[(&str, i64)]) -> Result<(), Fault> {
        let are_winnings = players.iter().any(|(_, chips)| *chips < 0)
            || players.iter().all(|(_, chips)| *chips == 0);
        let stack = match &self.of_match {
            _ if !are_winnings || players.is_empty() => None,
            Some(named) if players.iter().all(|(name, _)| named.names(name)) => Some(named.stack),
            _ => return Err(ParseErrorKind::Header),
        };
        for (index, (name, chips)) in players.iter().enumerate() {
            let starting_stack = stack.unwrap_or(*chips);
            let seat = Seat {
                seat: index as u8 + 1,
                starting_stack,
                is_sitting_out: starting_stack == 0,
                ..Seat::default()
            };
            self.seat(seat, name)?;
        }
        if !players.is_empty() {
            self.betting.hand.button_seat = Some(1);
            if stack.is_none() {
                self.betting.hand.betting = game::Betting::PotLimit;
            }
        }
        Ok(())
    }

    fn seat(&mut self, seat: Seat, name: &str) -> Result<(), Fault> {
        if name.is_empty() || !push_seat(self.betting.hand, seat, name) {
            return Err(ParseErrorKind::Seats);
        }
        self.betting.seat();
        Ok(())
    }

    /// Reads a line; false if it is not part of the hand.
    fn line(&mut self, line: &str) -> Result<bool, Fault> {
        if self.is_paid() {
            return match split_player(self.betting.hand, line, " ") {
                Some((seat, act)) if self.pay(seat, act)? => Ok(true),
                Some(_) => Err(ParseErrorKind::UnknownLine),
                // What follows belongs to the next match.
                None => Ok(false),
            };
        }
        if line.starts_with(ILLEGAL) {
            return Ok(false);
        }
        if let Some((name, blind)) = rsplit_once(line, POSTS) {
            self.post(name, blind)?;
        } else if let Some(dealt) = line.strip_prefix("Dealt to ") {
            self.dealt(dealt)?;
        } else if let Some(street) = line.strip_prefix("*** ") {
            self.street(street)?;
        } else if let Some(returned) = line.strip_prefix("Uncalled bet of ") {
            self.uncalled(returned)?;
        } else if let Some((seat, act)) = split_player(self.betting.hand, line, " ") {
            if !self.pay(seat, act)? {
                self.act(usize::from(seat), act)?;
            }
        } else if let Some((number, is_button, name)) = seat_line(line).filter(|_| self.posts == 0)
        {
            let seat = Seat { seat: number, has_unknown_stack: true, ..Seat::default() };
            self.seat(seat, name)?;
            if is_button {
                self.betting.hand.button_seat = Some(number);
            }
        } else {
            return Err(ParseErrorKind::UnknownLine);
        }
        Ok(true)
    }

    /// What the seat has left; `None` if it is unknown.
    fn left(&self, seat: usize) -> Option<i64> {
        let holder = &self.betting.hand.seats[seat];
        let left = holder.starting_stack.saturating_sub(self.betting.put_in[seat]);
        (!holder.has_unknown_stack).then_some(left)
    }

    /// Reads the player and the blind of `Bea posts the blind of 1`.
    fn post(&mut self, name: &str, blind: &str) -> Result<(), Fault> {
        let seat =
            find_player(self.betting.hand, name).ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
        let (seat, blind) = (usize::from(seat), amount(blind)?);
        let may_be_short = self.left(seat).is_some_and(|left| left <= blind);
        let big_blind = self.of_match.as_ref().map(|named| named.big_blind);
        let stakes = &mut self.betting.hand.stakes;
        let kind = match self.posts {
            0 => {
                let is_whole = !may_be_short || big_blind == Some(blind.saturating_mul(2));
                stakes.small_blind = is_whole.then_some(blind);
                ActionKind::PostSmallBlind
            }
            1 if may_be_short && big_blind.is_none() => return Err(ParseErrorKind::Header),
            1 => {
                stakes.big_blind = if may_be_short { big_blind } else { Some(blind) };
                ActionKind::PostBigBlind
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        self.posts += 1;
        self.betting.put(seat, kind, blind);
        Ok(())
    }

    /// Reads `Abe [7h Tc]`.
    fn dealt(&mut self, dealt: &str) -> Result<(), Fault> {
        let (name, dealt) = rsplit_once(dealt, " [").ok_or(ParseErrorKind::Cards as Fault)?;
        let inside = dealt.strip_suffix(']').and_then(cards);
        let dealt = inside.ok_or(ParseErrorKind::Cards as Fault)?;
        let size = *self.hand_size.get_or_insert(dealt.len());
        let hand = &mut *self.betting.hand;
        match size {
            _ if size != dealt.len() => return Err(ParseErrorKind::Cards),
            2 => {}
            4 => (hand.game, hand.betting) = (Game::Omaha, game::Betting::PotLimit),
            _ => return Err(ParseErrorKind::UnknownGame),
        }
        let seat = find_player(hand, name).ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
        let holder = &mut hand.seats[usize::from(seat)];
        if !holder.is_sitting_out {
            (holder.hole_cards, holder.cards_source) = (dealt, Some(CardsSource::Shown));
        }
        Ok(())
    }

    /// Reads `calls`, `raises to 6`, `shows [Qc 9c]` and other actions of a player.
    fn act(&mut self, seat: usize, act: &str) -> Result<(), Fault> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        if verb == "discards" {
            return Err(ParseErrorKind::UnknownGame);
        }
        if verb == "shows" {
            let shown = match split_once(rest, " (") {
                Some((shown, _)) => cards(shown).ok_or(ParseErrorKind::Cards as Fault)?,
                None => bracketed(rest)?,
            };
            if shown != self.betting.hand.seats[seat].hole_cards {
                return Err(ParseErrorKind::UnknownGame);
            }
            self.betting.show(seat, shown);
            return Ok(());
        }
        // A player who keeps the cards, where the game lets players discard some, checks.
        let seats = 0..self.betting.folded.len();
        let able = seats.filter(|seat| !self.betting.folded[*seat] && self.left(*seat) != Some(0));
        if self.checks >= able.count().max(1) || self.left(seat) == Some(0) {
            return Err(ParseErrorKind::UnknownGame);
        }
        self.checks = if verb == "checks" { self.checks + 1 } else { 0 };
        if verb == "calls" {
            return self.call(seat, rest);
        }
        if self.betting.act(seat, verb, rest)? { Ok(()) } else { Err(ParseErrorKind::UnknownLine) }
    }

    /// Reads what follows `calls`: nothing, or the total of the street.
    fn call(&mut self, seat: usize, total: &str) -> Result<(), Fault> {
        let to_call = self.betting.to_call(seat);
        let added = if total.is_empty() {
            to_call.min(self.left(seat).unwrap_or(to_call))
        } else {
            amount(total)?.saturating_sub(self.betting.on_street[seat])
        };
        // A big blind may be short, and yet be called in full.
        let big_blind = self.betting.hand.stakes.big_blind.unwrap_or_default();
        let of_blind = if self.betting.street == Street::FIRST { big_blind } else { 0 };
        let most = to_call.max(of_blind.saturating_sub(self.betting.on_street[seat]));
        if added <= 0 || added > most {
            return Err(ParseErrorKind::Amount);
        }
        self.betting.put(seat, ActionKind::Call, added);
        Ok(())
    }

    /// Marks the last bets of those still in as all-in if later streets were dealt and no one acted on them. Where stacks
    /// are printed, they show it.
    fn mark_all_ins(&mut self) {
        let Betting { hand, folded, .. } = &mut self.betting;
        let last = hand.actions.iter().rfind(|action| action.kind.is_decision());
        let is_run_out = last.is_some_and(|last| last.street < hand.last_street);
        let mut unmarked: SeatSet = (0..hand.seats.len())
            .filter(|seat| is_run_out && !folded[*seat] && hand.seats[*seat].has_unknown_stack)
            .collect();
        for action in hand.actions.iter_mut().rev() {
            let seat = usize::from(action.seat);
            if action.amount.printed() > 0 && unmarked.contains(seat) {
                action.is_all_in = true;
                unmarked.remove(seat);
            }
        }
    }

    /// Reads `TURN *** (161) [8h 3d Qh] [Ks]`.
    fn street(&mut self, line: &str) -> Result<(), Fault> {
        let (title, rest) =
            split_once(line, " *** ").ok_or(ParseErrorKind::UnknownLine as Fault)?;
        let (street, earlier) = match title {
            "FLOP" => (Street(1), 0),
            "TURN" => (Street(2), 3),
            "RIVER" => (Street(3), 4),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let read = groups(rest).map(cards).collect::<Option<Vec<_>>>();
        let read = read.ok_or(ParseErrorKind::Cards as Fault)?;
        let (board, dealt) = match read[..] {
            [dealt] if earlier == 0 && dealt.len() == 3 => (CardList::EMPTY, dealt),
            [board, dealt] if board.len() == earlier && dealt.len() == 1 => (board, dealt),
            _ => return Err(ParseErrorKind::Cards),
        };
        if board != self.board {
            return Err(ParseErrorKind::Cards);
        }
        self.betting.deal(street, dealt)?;
        self.board = board.as_slice().iter().chain(dealt.as_slice()).copied().collect();
        self.checks = 0;
        Ok(())
    }

    /// Reads `10 returned to Abe`.
    fn uncalled(&mut self, returned: &str) -> Result<(), Fault> {
        let (chips, name) =
            split_once(returned, " returned to ").ok_or(ParseErrorKind::Amount as Fault)?;
        let seat =
            find_player(self.betting.hand, name).ok_or(ParseErrorKind::UnknownPlayer as Fault)?;
        self.betting.hand.uncalled.push((seat, amount(chips)?));
        Ok(())
    }

    /// Reads `wins the pot (9)` or `ties for the pot (2)`; false for anything else.
    fn pay(&mut self, seat: u8, act: &str) -> Result<bool, Fault> {
        let starts = ["wins the pot (", "ties for the pot ("];
        let Some(paid) = starts.iter().find_map(|start| act.strip_prefix(start)) else {
            return Ok(false);
        };
        let amount = amount(paid.strip_suffix(')').ok_or(ParseErrorKind::Amount as Fault)?)?;
        self.betting.hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_starts_with_its_players_and_their_chips() {
        let claims = |head: &str| Engine2012.claims(b"", head.as_bytes());
        for head in [
            "Hand #6, Abe (196), Bea (75), Cy (329)\r\nBea posts",
            "Hand #1, Abe (B) (-4), x (4)\n",
            "Hand #1\nSeat 1 (Button): Abe3006 0\nSeat 2 (SB): Bea3007 0",
            "Hand #12\r\nSeat 1 (Button): Abe 3006 -12\r\n",
            "Hand #12\n\n> Seat 1 (Button): Abe3006 12\n",
        ] {
            assert!(claims(head), "{head}");
        }
        for head in [
            "Hand #6",
            "Hand #6, Abe (196)",
            "Hand #6, Abe (196), Bea",
            "Hand #6a, Abe (196), Bea (4)",
            "Hand #1\nSeat 1: Abe ($200 in chips)",
            "Hand #1\nSeat 1 (Button): Abe ($200 in chips)",
            "Hand #11376400-955 - 2013-10-30 01:24:27\nSeat 1 (Button): Abe 3",
            "Hand #7 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC",
        ] {
            assert!(!claims(head), "{head}");
        }
        assert!(!Engine2012.claims(b"PokerStars ", b"Hand #6, Abe (196), Bea (75)\n"));
    }

    #[test]
    fn a_name_may_hold_what_separates_names() {
        let (_, players) = header("Hand #6, a (b), c (-4), d (4), e (f) (0)").expect("a header");
        assert_eq!(players, [("a (b), c", -4), ("d", 4), ("e (f)", 0)]);
    }

    #[test]
    fn a_match_names_its_players_and_stakes() {
        let line = "6.176 MIT Pokerbots - Abe vs Bea's (B) (stack=400, bb=2)";
        let found = Match::read(line).expect("a match");
        assert_eq!((found.stack, found.big_blind), (400, 2));
        assert!(found.names("Abe") && found.names("Bea's (B)") && !found.names("Be"));
        assert!(Engine2012.claims_preamble(b"", line.as_bytes()));
        assert!(!Engine2012.claims_preamble(b"see ", line.as_bytes()));
        // Neither in 2012 nor since 2020.
        assert!(Match::read("6.S912 MIT Pokerbots - Abe vs. Bea vs. Cy").is_none());
    }
}
