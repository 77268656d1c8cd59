//! The lines within a hand.

use handlab_cards::card::CardList;
use handlab_cards::game::{self, Game, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::dialect::text::{cards, find_player, push_seat};
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{ActionKind, CardsSource, Collected, Hand, PotName, Seat};

use super::super::POSTS;
use super::super::betting::{Betting, Fault, amount, bracketed};
use super::ILLEGAL;
use super::header::{Match, seat_line};
use crate::names::split_player;
use crate::syntax::text::{groups, rsplit_once, split_once};

/// The state of a hand after the lines read so far.
pub(super) struct Round<'h, 't> {
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
    pub(super) fn new(hand: &'h mut Hand, of_match: Option<Match<'t>>) -> Round<'h, 't> {
        let betting = Betting::new(hand);
        let (posts, checks) = (0, 0);
        Round { betting, of_match, posts, hand_size: None, board: CardList::EMPTY, checks }
    }

    pub(super) fn is_paid(&self) -> bool {
        !self.betting.hand.collected.is_empty()
    }

    /// Seats the players of the header with their stacks or winnings.
    pub(super) fn seat_all(&mut self, players: &[(&str, i64)]) -> Result<(), Fault> {
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
    pub(super) fn line(&mut self, line: &str) -> Result<bool, Fault> {
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
    pub(super) fn mark_all_ins(&mut self) {
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
