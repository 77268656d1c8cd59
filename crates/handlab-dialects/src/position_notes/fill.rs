//! Fills a hand from its lines.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::dialect::text::{cards, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;

use super::{BOARD, RULES, SITE};
use crate::inferred::scales;
use crate::phh::fill::digest;
use crate::syntax::text::{find, split_once, trim};

/// The label of the button.
const BUTTON: &str = "BU";

/// Reads one hand, again with finer amounts if some are not whole.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |least_scale, hand| {
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
        (hand.kind, hand.currency, hand.scale) = (Kind::Club, Currency::CLUB, least_scale);
        (hand.game, hand.betting) = (Game::Holdem, Betting::NoLimit);
        let mut cursor = Cursor::new(span.text, span.at);
        let (part, labels, board) = (Part::Board, Vec::new(), CardList::EMPTY);
        // Drops what people write below it, which would make it a different hand.
        let mut text = String::with_capacity(span.text.len() + 1);
        let mut notes =
            Notes { hand, part, labels, board, committed: [0; MAX_SEATS], street: Street::FIRST };
        while let Some(line) = cursor.next_line() {
            let line = trim(line);
            if notes.part == Part::Play && line == BOARD {
                // The next hand, which has only begun.
                break;
            }
            if notes.line(line).map_err(|kind| cursor.error(kind(line.to_owned())))? {
                text.push_str(line);
                text.push('\n');
            }
        }
        if notes.labels.len() < 2 || notes.hand.collected.is_empty() {
            return Err(cursor.error(ParseErrorKind::Truncated));
        }
        // The next winner is missing, or digits of this one's money: it would be a hand with another number.
        if span.is_last && is_short_of_money(hand) {
            return Err(cursor.error(ParseErrorKind::Truncated));
        }
        hand.hand_id = hand.push_text(&format!("{:016x}", digest(&text)));
        Ok(())
    })
}

/// A part of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Board,
    Seats,
    Play,
}

struct Notes<'t, 'h> {
    hand: &'h mut Hand,
    part: Part,
    /// The position of each seat.
    labels: Vec<&'t str>,
    /// All cards of the board.
    board: CardList,
    /// What each seat has in on the street.
    committed: [i64; MAX_SEATS],
    street: Street,
}

/// Makes an error of some kind about the line.
type Fault = fn(String) -> ParseErrorKind;

impl<'t> Notes<'t, '_> {
    /// Reads a line; false if it is not part of the hand.
    fn line(&mut self, line: &'t str) -> Result<bool, Fault> {
        if let Some(title) = line.strip_prefix("*** ").and_then(|rest| rest.strip_suffix(" ***")) {
            return self.title(title).map(|()| true);
        }
        match self.part {
            _ if line.is_empty() => return Ok(false),
            Part::Board => self.board = known(line).ok_or(ParseErrorKind::Cards as Fault)?,
            Part::Seats => self.seat(line)?,
            Part::Play => {
                let parts = split_once(line, ": ");
                let seat = |label: &str| self.labels.iter().position(|known| *known == label);
                let Some((seat, act)) = parts.and_then(|(label, act)| Some((seat(label)?, act)))
                else {
                    return Ok(false);
                };
                self.act(seat, trim(act))?;
            }
        }
        Ok(true)
    }

    fn title(&mut self, title: &str) -> Result<(), Fault> {
        let (street, count) = match title {
            "COMMUNITY CARDS" => return Ok(()),
            "SEAT DRAW" => {
                self.part = Part::Seats;
                return Ok(());
            }
            "SHOW DOWN" | "SHOWDOWN" => (Street::SHOWDOWN, 0),
            "PREFLOP" => (Street::FIRST, 0),
            "FLOP" => (Street(1), 3),
            "TURN" => (Street(2), 1),
            "RIVER" => (Street(3), 1),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        (self.part, self.street, self.committed) = (Part::Play, street, [0; MAX_SEATS]);
        if count > 0 {
            let dealt: usize = self.hand.boards.iter().map(|board| board.cards.len()).sum();
            let cards = self.board.as_slice().get(dealt..dealt + count);
            let cards = cards.ok_or(ParseErrorKind::Cards as Fault)?.iter().copied().collect();
            self.hand.boards.push(BoardCards { run_no: 0, street, cards });
            self.hand.last_street = street;
        }
        Ok(())
    }

    /// Reads `SB: Hero c/AhJd s/2000`.
    fn seat(&mut self, line: &'t str) -> Result<(), Fault> {
        let Some((label, rest)) = line.split_once(':') else { return Ok(()) };
        if label.is_empty() {
            return Ok(());
        }
        if self.labels.contains(&label) {
            return Err(ParseErrorKind::Seats);
        }
        let end = [" c/", " h/", " s/"].iter().filter_map(|mark| find(rest, mark)).min();
        let (name, notes) = rest.split_at(end.unwrap_or(rest.len()));
        let note = |mark: &str| notes.split_whitespace().find_map(|part| part.strip_prefix(mark));
        let stack = match note("s/") {
            Some(stack) => Some(self.amount(stack)?),
            None => None,
        };
        let number = self.labels.len() as u8 + 1;
        let seat = Seat {
            seat: number,
            starting_stack: stack.unwrap_or(0),
            has_unknown_stack: stack.is_none(),
            ..Seat::default()
        };
        let name = trim(name);
        let is_named = !matches!(name, "" | "Unknown") && push_seat(self.hand, seat, name);
        if !is_named && !push_seat(self.hand, Seat { is_anonymous: true, ..seat }, label) {
            return Err(ParseErrorKind::Seats);
        }
        self.labels.push(label);
        if label == BUTTON {
            self.hand.button_seat = Some(number);
        }
        if name == "Hero" {
            self.hand.hero = Some(number - 1);
            if let Some(held) = note("c/") {
                self.know(usize::from(number) - 1, held, CardsSource::Dealt)?;
            }
        }
        Ok(())
    }

    fn act(&mut self, seat: usize, act: &str) -> Result<(), Fault> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        let rest = rest.trim();
        let kind = match verb {
            "post" => return self.post(seat, rest),
            "fold" => ActionKind::Fold,
            "check" => ActionKind::Check,
            "call" => ActionKind::Call,
            "bet" => ActionKind::Bet,
            "raise" => ActionKind::Raise,
            "shows" => {
                let shown = self.know(seat, rest, CardsSource::Shown)?;
                self.push(seat, Street::SHOWDOWN, ActionKind::Show, 0, shown);
                return Ok(());
            }
            "mucked" | "muck" | "mucks" => {
                self.push(seat, Street::SHOWDOWN, ActionKind::Muck, 0, CardList::EMPTY);
                return Ok(());
            }
            "won" => {
                let (seat, amount) = (seat as u8, self.amount(rest)?);
                self.hand.collected.push(Collected { seat, amount, pot: PotName::Pot, run_no: 0 });
                return Ok(());
            }
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        let total = match kind {
            ActionKind::Fold | ActionKind::Check => self.committed[seat],
            _ => self.amount(rest)?,
        };
        self.put_in(seat, kind, total)
    }

    fn post(&mut self, seat: usize, post: &str) -> Result<(), Fault> {
        let (blind, amount) = post.split_once(' ').unwrap_or((post, ""));
        let amount = self.amount(amount)?;
        let stakes = &mut self.hand.stakes;
        let (kind, stake) = match blind {
            "SB" => (ActionKind::PostSmallBlind, &mut stakes.small_blind),
            "BB" => (ActionKind::PostBigBlind, &mut stakes.big_blind),
            "TB" => (ActionKind::Straddle, &mut stakes.straddle),
            _ => return Err(ParseErrorKind::UnknownLine),
        };
        *stake = (*stake).max(Some(amount));
        self.put_in(seat, kind, amount)
    }

    /// Adds what a seat is short of a total on the street.
    fn put_in(&mut self, seat: usize, kind: ActionKind, total: i64) -> Result<(), Fault> {
        let added = total.checked_sub(self.committed[seat]).filter(|added| *added >= 0);
        let added = added.ok_or(ParseErrorKind::Amount as Fault)?;
        self.committed[seat] = total;
        self.push(seat, self.street, kind, added, CardList::EMPTY);
        Ok(())
    }

    fn push(&mut self, seat: usize, street: Street, kind: ActionKind, added: i64, cards: CardList) {
        let action = Action::new(street, seat as u8, kind, Amount::Added(added));
        self.hand.actions.push(Action { cards, ..action });
    }

    /// Records a seat's cards.
    fn know(&mut self, seat: usize, printed: &str, source: CardsSource) -> Result<CardList, Fault> {
        let held = known(printed).ok_or(ParseErrorKind::Cards as Fault)?;
        if held.len() > 2 {
            return Err(ParseErrorKind::UnknownGame);
        }
        let seat = &mut self.hand.seats[seat];
        if held.len() >= seat.hole_cards.len() {
            seat.hole_cards = held;
            seat.cards_source = seat.cards_source.max(Some(source).filter(|_| !held.is_empty()));
        }
        Ok(held)
    }

    fn amount(&self, printed: &str) -> Result<i64, Fault> {
        chips::read(printed.as_bytes(), self.hand.scale).ok_or(ParseErrorKind::Amount)
    }
}

/// Whether less was won than was put in, uncalled bets included.
fn is_short_of_money(hand: &Hand) -> bool {
    let put_in = hand.actions.iter().map(|action| action.amount.printed());
    let won = hand.collected.iter().map(|line| line.amount);
    won.fold(0, i64::saturating_add) < put_in.fold(0, i64::saturating_add)
}

/// The known ones among cards written without spaces: `7dXx`.
fn known(printed: &str) -> Option<CardList> {
    if memchr::memchr(b'x', printed.as_bytes()).is_none() {
        return cards(printed);
    }
    let known = printed.replace("Xx", " ").replace("xx", " ");
    cards(&known)
}
