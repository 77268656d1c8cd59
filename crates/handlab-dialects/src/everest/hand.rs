//! One hand: seats, posts, bets, cards, and who wins.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Street};
use handlab_core::chips;
use handlab_core::dialect::text::{cards, find_player, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, Seat,
};

use super::session::{self, Fault};
use crate::inferred::all_in::Level;
use crate::inferred::lone_pot;
use crate::syntax::xml::{Element, Node, Nodes, is_cut};

/// Amounts are in hundredths of any currency.
const SCALE: u8 = 2;

/// The number of cards on a complete board.
const BOARD: usize = 5;

/// Reads one hand.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    hand.rules = &super::RULES;
    hand.scale = SCALE;
    let owner = session::read(span.preamble, hand).map_err(|fault| {
        let kind = match fault {
            Fault::Missing => ParseErrorKind::Header(
                span.text.split_inclusive('>').next().unwrap_or_default().to_owned(),
            ),
            Fault::UnknownGame(text) => ParseErrorKind::UnknownGame(text),
        };
        ParseError::new(kind, span.at)
    })?;
    let mut nodes = Nodes::new(span.text, span.at);
    let (level, content) = (Level::default(), None);
    let mut reader = Reader { hand, street: Street::FIRST, level, content, rake: 0 };
    loop {
        match reader.step(&mut nodes) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) if is_cut(span) => return Err(nodes.truncated()),
            Err(error) => return Err(error),
        }
    }
    reader.finish(&owner);
    Ok(())
}

/// What the text of the current element holds.
enum Content {
    /// A card dealt to a seat.
    Hole(u8),
    /// The cards that a seat shows.
    Show(u8),
    Board,
}

struct Reader<'h> {
    hand: &'h mut Hand,
    street: Street,
    level: Level,
    content: Option<Content>,
    rake: i64,
}

impl Reader<'_> {
    /// Reads the next node; false at the end of the hand.
    fn step(&mut self, nodes: &mut Nodes<'_>) -> Result<bool, ParseError> {
        match nodes.next()? {
            Some(Node::Start(element)) => self.start(&element, nodes)?,
            Some(Node::Text(text)) => self.text(text, nodes)?,
            Some(Node::End("HAND")) => return Ok(false),
            Some(Node::End(_)) => self.content = None,
            None => return Err(nodes.truncated()),
        }
        Ok(true)
    }

    fn start(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let amount = minor(element, "amount", nodes)?;
        match element.name() {
            "HAND" => self.header(element, nodes)?,
            "SEAT" => self.seat_line(element, nodes)?,
            "DEALER" => {
                self.hand.button_seat =
                    element.attribute("position").and_then(|at| at.parse().ok());
            }
            "ANTE" => {
                self.hand.stakes.ante = self.hand.stakes.ante.max(Some(amount));
                self.act(self.seat(element, nodes)?, ActionKind::PostAnte, amount);
            }
            "BLIND" => self.blind(element, amount, nodes)?,
            "FOLD" => self.act(self.seat(element, nodes)?, ActionKind::Fold, 0),
            "BET" => self.bet(self.seat(element, nodes)?, amount),
            "PUSH" => {
                let seat = self.seat(element, nodes)?;
                self.hand.uncalled.push((seat, amount));
            }
            "SWEEP" => {
                let taken =
                    minor(element, "rake", nodes)?.saturating_add(minor(element, "tax", nodes)?);
                self.rake = self.rake.saturating_add(taken);
            }
            "HOLE" => self.content = Some(Content::Hole(self.seat(element, nodes)?)),
            "SHOW" => self.content = Some(Content::Show(self.seat(element, nodes)?)),
            "COMMUNITY" => self.content = Some(Content::Board),
            "WIN" => self.win(element, amount, nodes)?,
            "XBLIND" | "XSHOW" | "CHAT" => {}
            _ if amount == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        }
        Ok(())
    }

    fn header(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let hand = &mut *self.hand;
        hand.hand_id = hand.push_text(&field("id"));
        let seconds = field("time");
        let at = seconds.parse::<i64>().ok().and_then(|seconds| seconds.checked_mul(1_000_000));
        (hand.started_at, hand.started_raw) = (at, hand.push_text(&seconds));
        let pair = |text: &str| {
            let (small, big) = text.split_once('/')?;
            let read = |text: &str| chips::read(text.trim().as_bytes(), SCALE);
            Some((read(small)?, read(big)?))
        };
        let fault = || nodes.error(ParseErrorKind::Amount);
        let (small, big) = pair(&field("blinds")).ok_or_else(fault)?;
        (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(small), Some(big));
        if hand.betting == Betting::FixedLimit {
            let (small, big) = pair(&field("stakes")).ok_or_else(fault)?;
            (hand.stakes.small_bet, hand.stakes.big_bet) = (Some(small), Some(big));
        }
        Ok(())
    }

    fn seat_line(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let name = element.attribute("name").unwrap_or_default();
        let number = element.attribute("position").and_then(|number| number.parse().ok());
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: minor(element, "balance", nodes)?,
            ..Seat::default()
        };
        if push_seat(self.hand, seat, &name) {
            Ok(())
        } else {
            Err(nodes.error(ParseErrorKind::Seats))
        }
    }

    fn seat(&self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<u8, ParseError> {
        let number: Option<u8> = element.attribute("position").and_then(|at| at.parse().ok());
        let seat = number.and_then(|number| self.hand.seat_index(number));
        seat.ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))
    }

    fn blind(
        &mut self,
        element: &Element<'_>,
        amount: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element, nodes)?;
        let penalty = minor(element, "penalty", nodes)?;
        if penalty > 0 {
            self.act(seat, ActionKind::PostDead, penalty);
        }
        let has_small = self.hand.actions.iter().any(|act| act.kind == ActionKind::PostSmallBlind);
        let is_small = !has_small && self.hand.stakes.big_blind.is_some_and(|big| amount < big);
        let kind = if is_small { ActionKind::PostSmallBlind } else { ActionKind::PostBigBlind };
        self.act(seat, kind, amount);
        Ok(())
    }

    /// Puts chips in: a check, a call, a bet or a raise.
    fn bet(&mut self, seat: u8, amount: i64) {
        let kind = match amount {
            0 => ActionKind::Check,
            amount => self.level.kind_of(seat, amount),
        };
        self.act(seat, kind, amount);
    }

    fn act(&mut self, seat: u8, kind: ActionKind, added: i64) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        self.level.enter(&action, self.hand.stakes.big_blind.unwrap_or(0));
        // Which one it is may depend on the street that just began.
        let is_bet = matches!(kind, ActionKind::Call | ActionKind::Bet | ActionKind::Raise);
        let kind = if is_bet { self.level.kind_of(seat, added) } else { kind };
        let action = Action { kind, ..action };
        self.level.take(&action);
        self.hand.actions.push(action);
    }

    fn text(&mut self, text: &str, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let Some(content) = self.content.take() else { return Ok(()) };
        let text = text.trim();
        let list = if text == "--" { Some(CardList::EMPTY) } else { cards(text) };
        let list = list.ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
        match content {
            Content::Board => {
                if !self.board(list) {
                    return Err(nodes.error(ParseErrorKind::Cards));
                }
            }
            Content::Hole(seat) => {
                let seat = &mut self.hand.seats[usize::from(seat)];
                for card in list.as_slice() {
                    if !seat.hole_cards.push(*card) {
                        return Err(nodes.error(ParseErrorKind::Cards));
                    }
                }
                if !list.is_empty() {
                    seat.cards_source = Some(CardsSource::Dealt);
                }
            }
            Content::Show(seat) => {
                let seat = &mut self.hand.seats[usize::from(seat)];
                if list.len() >= seat.hole_cards.len() {
                    seat.hole_cards = list;
                    seat.cards_source = seat.cards_source.max(Some(CardsSource::Shown));
                }
            }
        }
        Ok(())
    }

    /// Adds the cards of one street, or of all remaining streets after an all-in; false if there are more than a board
    /// has.
    fn board(&mut self, cards: CardList) -> bool {
        let mut rest = cards.as_slice();
        if self.hand.board(0).len() + rest.len() > BOARD {
            return false;
        }
        while !rest.is_empty() {
            let dealt = self.hand.board(0).len();
            let count = if dealt == 0 { rest.len().min(3) } else { 1 };
            self.street = Street(if dealt == 0 { 1 } else { (dealt as u8 - 1).min(3) });
            let mut list = CardList::EMPTY;
            list.extend(rest[..count].iter().copied());
            self.hand.boards.push(BoardCards { run_no: 0, street: self.street, cards: list });
            rest = &rest[count..];
        }
        self.hand.last_street = self.hand.last_street.max(self.street);
        true
    }

    fn win(
        &mut self,
        element: &Element<'_>,
        amount: i64,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let seat = self.seat(element, nodes)?;
        if amount > 0 {
            let pot = element.pot();
            self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        }
        Ok(())
    }

    fn finish(&mut self, owner: &str) {
        let hand = &mut *self.hand;
        lone_pot::rename(hand);
        hand.printed.rake = Some(self.rake);
        place_lone_blind(hand);
        if hand.kind == Kind::Tournament {
            take_posted_blinds(hand);
        }
        hand.hero = find_player(hand, owner);
    }
}

/// If the only blind was read as the small one, makes it the big one unless its seat is in the small blind's position.
fn place_lone_blind(hand: &mut Hand) {
    let mut blinds = hand.actions.iter().enumerate().filter(|(_, act)| {
        matches!(act.kind, ActionKind::PostSmallBlind | ActionKind::PostBigBlind)
    });
    let (Some((at, blind)), None) = (blinds.next(), blinds.next()) else { return };
    let Some(button) = hand.button_seat.filter(|_| blind.kind == ActionKind::PostSmallBlind) else {
        return;
    };
    let small = if hand.seats.len() == 2 {
        Some(button)
    } else {
        let chairs = hand.seats.iter().map(|seat| seat.seat);
        chairs.min_by_key(|chair| chair.wrapping_sub(button).wrapping_sub(1))
    };
    if small != Some(hand.seats[usize::from(blind.seat)].seat) {
        hand.actions[at].kind = ActionKind::PostBigBlind;
    }
}

/// Takes the posted blinds as the stakes if both posters have chips left: the header may still show the previous level.
fn take_posted_blinds(hand: &mut Hand) {
    let is_blind = |action: &&Action| {
        matches!(action.kind, ActionKind::PostSmallBlind | ActionKind::PostBigBlind)
    };
    let is_whole = |seat: u8| {
        let acts = hand.actions.iter().filter(|act| act.seat == seat && act.kind.is_post());
        let posted = acts.fold(0_i64, |sum, act| sum.saturating_add(act.amount.printed()));
        posted < hand.seats[usize::from(seat)].starting_stack
    };
    let mut posts = hand.actions.iter().filter(is_blind);
    let (Some(small), Some(big)) = (posts.next(), posts.next()) else { return };
    let (small_size, big_size) = (small.amount.printed(), big.amount.printed());
    if !is_whole(small.seat) || !is_whole(big.seat) || small_size >= big_size {
        return;
    }
    let first = hand.actions.iter().position(|action| is_blind(&action));
    if let Some(first) = first {
        hand.actions[first].kind = ActionKind::PostSmallBlind;
    }
    (hand.stakes.small_blind, hand.stakes.big_blind) = (Some(small_size), Some(big_size));
    if hand.betting == Betting::FixedLimit {
        (hand.stakes.small_bet, hand.stakes.big_bet) = (Some(big_size), big_size.checked_mul(2));
    }
}

/// An amount in hundredths; 0 if there is none.
fn minor(element: &Element<'_>, name: &str, nodes: &Nodes<'_>) -> Result<i64, ParseError> {
    let Some(text) = element.attribute(name).filter(|text| !text.is_empty()) else { return Ok(0) };
    let amount = text.parse::<i64>().ok().filter(|amount| *amount >= 0);
    amount.ok_or_else(|| nodes.error(ParseErrorKind::Amount))
}
