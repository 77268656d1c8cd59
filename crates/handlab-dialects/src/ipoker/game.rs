//! One game: players, rounds, cards, actions.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{GameFamily, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::chips;
use handlab_core::dialect::text::{find_player, push_seat};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, PotName, Seat, SeatTotal,
};
use handlab_core::rules::PaidUncalled;

use super::session::{self, Fault};
use super::{blinds, boards, stacks, tournament, uncalled};
use crate::inferred::{all_in, ante, missed_blinds, scales, unknown_stacks};
use crate::names::assigned_names;
use crate::syntax::xml::{self, Element, Node, Nodes};

/// Reads one game, again with finer amounts if some are finer than the table's.
pub(super) fn read(span: Span<'_>, hand: &mut Hand) -> Result<(), ParseError> {
    scales::read(hand, |scale, hand| read_at(span, scale, hand))
}

fn read_at(span: Span<'_>, least_scale: u8, hand: &mut Hand) -> Result<(), ParseError> {
    hand.site = super::SITE;
    hand.network = Some(super::SITE);
    let mut nodes = Nodes::new(span.text, span.at);
    let header = || span.text.split_inclusive('>').next().unwrap_or_default().to_owned();
    session::read(span.preamble, span.text, least_scale, hand).map_err(|fault| {
        let kind = match fault {
            Fault::Missing => ParseErrorKind::Header(header()),
            Fault::UnknownGame => ParseErrorKind::UnknownGame(
                xml::text_of(span.preamble, "gametype").unwrap_or_default().into_owned(),
            ),
        };
        ParseError::new(kind, span.at)
    })?;
    let mut game = Game {
        hand,
        numbers: Vec::new(),
        round: 0,
        is_in_round: true,
        content: None,
        bets: 0,
        missing: 0,
        rake: None,
        board_wins: Vec::new(),
    };
    loop {
        match game.step(&mut nodes) {
            Ok(true) => {}
            Ok(false) => break,
            // Half a tag at the end of a growing file is not a document error.
            Err(_) if is_cut(span) => return Err(nodes.truncated()),
            Err(error) => return Err(error),
        }
    }
    if game.hand.seats.is_empty() {
        return Err(nodes.error(ParseErrorKind::Seats));
    }
    game.finish(span.preamble);
    Ok(())
}

/// Whether the text ends within a tag or a text node.
fn is_cut(span: Span<'_>) -> bool {
    span.is_last && !span.text.trim_end().ends_with('>')
}

/// What the text of the current element holds.
enum Content {
    Start,
    /// Cards of a seat.
    Hole(u8),
    /// Cards of the board with that number, or of all boards.
    Board(u8),
}

struct Game<'h> {
    hand: &'h mut Hand,
    /// The `no` attribute of each action.
    numbers: Vec<u32>,
    round: u8,
    is_in_round: bool,
    content: Option<Content>,
    /// What the seats put in, according to `bet`.
    bets: i64,
    /// What they put in, less what they won.
    missing: i64,
    /// The sum of `rakeamount`, which newer documents print for winners.
    rake: Option<i64>,
    /// What the seats won with each board.
    board_wins: Vec<Collected>,
}

impl Game<'_> {
    /// Reads the next node; false at the end of the game.
    fn step(&mut self, nodes: &mut Nodes<'_>) -> Result<bool, ParseError> {
        match nodes.next()? {
            Some(Node::Start(element)) => self.start(&element, nodes)?,
            Some(Node::Text(text)) => self.text(text, nodes)?,
            Some(Node::End("game")) => return Ok(false),
            Some(Node::End("round")) => self.is_in_round = false,
            Some(Node::End("cards" | "startdate")) => self.content = None,
            Some(Node::End(_)) => {}
            // Excerpts end after their last round: such a hand counts if no other can follow and its money adds up.
            None if !self.is_in_round && self.is_last_round() => {
                self.hand.is_open = true;
                return Ok(false);
            }
            None => return Err(nodes.truncated()),
        }
        Ok(true)
    }

    fn start(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        match element.name() {
            "game" => {
                let code = element.attribute("gamecode").unwrap_or_default();
                self.hand.hand_id = self.hand.push_text(&code);
            }
            "startdate" => self.content = Some(Content::Start),
            "player" => self.player(element, nodes)?,
            "round" => {
                let number = element.attribute("no").and_then(|number| number.parse().ok());
                self.is_in_round = true;
                self.round = number.ok_or_else(|| nodes.error(ParseErrorKind::UnknownLine))?;
            }
            "cards" => {
                let player = element.attribute("player").unwrap_or_default();
                let seat = if player.is_empty() { None } else { find_player(self.hand, &player) };
                if seat.is_none() && !player.is_empty() {
                    return Err(nodes.error(ParseErrorKind::UnknownPlayer));
                }
                self.content = Some(match seat {
                    Some(seat) => Content::Hole(seat),
                    None => Content::Board(boards::number(element, nodes)?),
                });
            }
            "action" => self.action(element, nodes)?,
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let name = element.attribute("name").unwrap_or_default();
        // An empty seat.
        if name.is_empty() {
            return Ok(());
        }
        let number = element.attribute("seat").and_then(|number| number.parse().ok());
        let seat = Seat {
            seat: number.ok_or_else(|| nodes.error(ParseErrorKind::Seats))?,
            starting_stack: self.amount(element, "chips", nodes)?.unwrap_or(0),
            ..Seat::default()
        };
        let (bet, win) = (self.amount(element, "bet", nodes)?, self.amount(element, "win", nodes)?);
        if element.attribute("dealer").is_some_and(|dealer| dealer == "1") {
            self.hand.button_seat = Some(seat.seat);
        }
        if !push_seat(self.hand, seat, &name) {
            return Err(nodes.error(ParseErrorKind::Seats));
        }
        let seat = self.hand.seats.len() as u8 - 1;
        let kept = bet.unwrap_or(0).saturating_sub(win.unwrap_or(0));
        self.bets = self.bets.saturating_add(bet.unwrap_or(0));
        self.missing = self.missing.saturating_add(kept);
        if let Some(rake) = self.amount(element, "rakeamount", nodes)? {
            self.rake = Some(self.rake.unwrap_or(0).saturating_add(rake));
        }
        if let Some(amount) = win.filter(|win| *win > 0) {
            let pot = PotName::Pot;
            self.hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        }
        for (run_no, name) in (1..).zip(boards::WINS) {
            if let Some(amount) = self.amount(element, name, nodes)? {
                self.board_wins.push(Collected { seat, amount, pot: PotName::Pot, run_no });
            }
        }
        if win.is_some() {
            let is_old = self.hand.rules.paid_uncalled == PaidUncalled::WithPot;
            let contributed = bet.filter(|_| is_old);
            let total = SeatTotal { seat, contributed, won: win, ending_stack: None };
            self.hand.printed.seat_totals.push(total);
        }
        Ok(())
    }

    /// An amount in an attribute; `None` if there is none.
    fn amount(
        &self,
        element: &Element<'_>,
        name: &str,
        nodes: &Nodes<'_>,
    ) -> Result<Option<i64>, ParseError> {
        let Some(text) = element.attribute(name) else { return Ok(None) };
        // A euro sign that a conversion escaped.
        let text = text.strip_prefix("\\x80").unwrap_or(&text);
        let amount = chips::read(text.as_bytes(), self.hand.scale);
        amount.map(Some).ok_or_else(|| nodes.error(ParseErrorKind::Amount))
    }

    fn text(&mut self, text: &str, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        match self.content.take() {
            Some(Content::Start) => {
                self.hand.started_raw = self.hand.push_text(&session::year_first(text.trim()));
            }
            Some(Content::Hole(seat)) => {
                let cards = cards(text).ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
                self.deal_hole(seat, cards, nodes)?;
            }
            Some(Content::Board(run_no)) => {
                let cards = cards(text).ok_or_else(|| nodes.error(ParseErrorKind::Cards))?;
                self.deal_board(run_no, cards);
            }
            None => {}
        }
        Ok(())
    }

    fn deal_board(&mut self, run_no: u8, cards: CardList) {
        let street = self.street();
        self.hand.last_street = self.hand.last_street.max(street);
        if !cards.is_empty() {
            self.hand.boards.push(BoardCards { run_no, street, cards });
        }
    }

    fn deal_hole(
        &mut self,
        seat: u8,
        cards: CardList,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        self.hand.last_street = self.hand.last_street.max(self.street());
        let seat = &mut self.hand.seats[usize::from(seat)];
        for card in cards.as_slice() {
            if !seat.hole_cards.push(*card) {
                return Err(nodes.error(ParseErrorKind::Cards));
            }
        }
        if !seat.hole_cards.is_empty() {
            seat.cards_source = Some(CardsSource::Shown);
        }
        Ok(())
    }

    /// In games with a board round 1 comes before the flop, in stud round 2 deals the first cards.
    fn street(&self) -> Street {
        let game = self.hand.game;
        let first = if game.family() == GameFamily::Stud { 2 } else { 1 };
        Street(self.round.saturating_sub(first).min(game.streets().max(4) - 1))
    }

    fn action(&mut self, element: &Element<'_>, nodes: &Nodes<'_>) -> Result<(), ParseError> {
        let added = self.amount(element, "sum", nodes)?.unwrap_or(0);
        let is_stud = self.hand.game.family() == GameFamily::Stud;
        let kind = element.attribute("type");
        let (kind, amount, is_all_in) = match kind.as_deref().unwrap_or_default() {
            "0" => (ActionKind::Fold, Amount::Added(0), false),
            "1" => (ActionKind::PostSmallBlind, Amount::Added(added), false),
            "2" => (ActionKind::PostBigBlind, Amount::Added(added), false),
            "3" if added == 0 => (ActionKind::Check, Amount::Added(0), false),
            "3" => (ActionKind::Call, Amount::Added(added), false),
            "4" => (ActionKind::Check, Amount::Added(0), false),
            "5" => (ActionKind::Bet, Amount::Added(added), false),
            "6" => (ActionKind::Raise, Amount::Added(added), false),
            "7" => (ActionKind::Raise, Amount::Added(added), true),
            "15" => (ActionKind::PostAnte, Amount::Added(added), false),
            "16" if is_stud => (ActionKind::BringIn, Amount::Added(added), false),
            "23" => (ActionKind::Raise, Amount::To(added), false),
            // A player who leaves after a post has no cards to play.
            "8" | "9" if self.has_posted(element) => (ActionKind::Fold, Amount::Added(0), false),
            "8" | "9" => return Ok(()),
            _ if added == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        let player = element.attribute("player").unwrap_or_default();
        let seat = find_player(self.hand, &player);
        let seat = seat.ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer))?;
        if kind == ActionKind::BringIn {
            self.hand.stakes.bring_in = Some(added);
        } else if kind == ActionKind::PostAnte {
            self.hand.stakes.ante = self.hand.stakes.ante.max(Some(added));
        }
        let number = element.attribute("no").and_then(|number| number.parse().ok());
        self.numbers.push(number.unwrap_or(u32::MAX));
        let street = self.street();
        let action = Action::new(street, seat, kind, amount);
        self.hand.actions.push(Action { is_all_in, ..action });
        self.hand.last_street = self.hand.last_street.max(street);
        Ok(())
    }

    fn has_posted(&self, element: &Element<'_>) -> bool {
        let player = element.attribute("player").unwrap_or_default();
        let seat = find_player(self.hand, &player);
        let mut acts = self.hand.actions.iter().filter(|action| Some(action.seat) == seat);
        acts.next().is_some_and(|post| post.kind.is_post())
    }

    /// Whether no round can follow the one that ended: it was on the last street, or all but one have folded.
    fn is_last_round(&self) -> bool {
        let hand = &*self.hand;
        let (mut acted, mut folded) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for action in &hand.actions {
            let of_kind = if action.kind == ActionKind::Fold { &mut folded } else { &mut acted };
            of_kind.insert(usize::from(action.seat));
        }
        let left = acted.iter().filter(|seat| !folded.contains(*seat)).count();
        left > 0 && (left == 1 || hand.last_street.0 + 1 >= hand.game.streets())
    }

    fn finish(&mut self, preamble: &str) {
        sort_by(&mut self.numbers, &mut self.hand.actions);
        boards::separate(self.hand, &mut self.board_wins);
        blinds::infer(self.hand);
        ante::infer_kind(self.hand);
        if let Some(big_blind) = self.hand.stakes.big_blind {
            missed_blinds::split(self.hand, ActionKind::PostBigBlind, big_blind);
        }
        stacks::add_blinds(self.hand);
        all_in::resolve_kinds(self.hand);
        let hand = &mut *self.hand;
        hand.hero = xml::text_of(preamble, "nickname").and_then(|name| find_player(hand, &name));
        assigned_names::mark(hand, |name, seat| {
            assigned_names::is_seat(name, "Player ", seat) || assigned_names::is_of_session(name)
        });
        if let Some(hero) = hand.hero {
            let seat = &mut hand.seats[usize::from(hero)];
            seat.cards_source = seat.cards_source.map(|_| CardsSource::Dealt);
        }
        // Only if it equals what the seats are short of.
        hand.printed.rake = self.rake.filter(|rake| *rake == self.missing);
        uncalled::correct_rules(hand, preamble, self.bets, self.missing);
        unknown_stacks::mark_placeholders(hand);
        tournament::finish(preamble, hand);
    }
}

/// Sorts actions by number: they are usually sorted, or else grouped by player.
fn sort_by(numbers: &mut [u32], actions: &mut [Action]) {
    if numbers.is_sorted() {
        return;
    }
    let mut acts: Vec<_> = numbers.iter().copied().zip(actions.iter().copied()).collect();
    acts.sort_by_key(|(number, _)| *number);
    for ((number, action), sorted) in numbers.iter_mut().zip(actions).zip(acts) {
        (*number, *action) = sorted;
    }
}

/// Cards such as `HJ D10`, with the suit first; `X` is unknown.
fn cards(text: &str) -> Option<CardList> {
    let mut list = CardList::EMPTY;
    for token in text.split_whitespace() {
        if matches!(token, "X" | "x" | "XX") {
            continue;
        }
        let suit = *token.as_bytes().first()?;
        let rank = token.get(1..)?;
        let mut bytes = [0; 3];
        let card = bytes.get_mut(..=rank.len())?;
        card[..rank.len()].copy_from_slice(rank.as_bytes());
        card[rank.len()] = suit.to_ascii_lowercase();
        let (card, len) = Card::read(card)?;
        if len != token.len() || !list.push(card) {
            return None;
        }
    }
    Some(list)
}
