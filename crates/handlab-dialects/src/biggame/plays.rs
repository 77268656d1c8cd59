//! The plays of a script: what seats do, what is dealt, who wins.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Street;
use handlab_cards::seat::MAX_SEATS;
use handlab_core::error::ParseErrorKind;
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Collected, Hand, PotName};

use super::script::{Play, Value};
use crate::inferred::all_in::{self, Level};

/// The most runs of the board in one hand.
const MAX_RUNS: usize = 4;

/// The state after the plays so far.
pub(super) struct Plays<'h> {
    pub(super) hand: &'h mut Hand,
    pub(super) street: Street,
    level: Level,
    /// What each seat has left.
    left: [i64; MAX_SEATS],
    /// Each piece of the board, with the number of actions before it.
    deals: Vec<(CardList, usize)>,
    /// Cards after this point were not played.
    is_over: bool,
}

impl Plays<'_> {
    pub(super) fn new(hand: &mut Hand) -> Plays<'_> {
        let mut left = [0; MAX_SEATS];
        for (left, seat) in left.iter_mut().zip(&hand.seats) {
            *left = seat.starting_stack;
        }
        let (street, level, deals) = (Street::FIRST, Level::default(), Vec::new());
        Plays { hand, street, level, left, deals, is_over: false }
    }

    pub(super) fn play(
        &mut self,
        play: &Play<'_>,
        cents: impl Fn(i64) -> Result<i64, ParseErrorKind>,
    ) -> Result<(), ParseErrorKind> {
        if play.action == "Deal" {
            return self.deal(&play.value);
        }
        let seat = self.hand.seat_index(play.seat).ok_or_else(|| {
            ParseErrorKind::UnknownPlayer(format!("{}: seat {}", play.action, play.seat))
        })?;
        let amount = match &play.value {
            Value::Amount(amount) => cents(*amount)?,
            _ => 0,
        };
        let left = self.left[usize::from(seat)];
        let committed = self.level.committed(seat);
        match &*play.action {
            "Folds" => self.put_in(seat, ActionKind::Fold, 0, false),
            "Checks" => self.put_in(seat, ActionKind::Check, 0, false),
            "Calls" => {
                let call = self.level.to_call(seat).min(left);
                self.put_in(seat, ActionKind::Call, call, call == left);
            }
            "Bets" if self.street == Street::FIRST => {
                self.put_in(seat, ActionKind::Raise, amount, false);
            }
            "Bets" => self.put_in(seat, ActionKind::Bet, amount, false),
            "Raises To" => {
                self.put_in(seat, ActionKind::Raise, amount.saturating_sub(committed), false);
            }
            "Straddles" => {
                self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(amount));
                self.put_in(seat, ActionKind::Straddle, amount.saturating_sub(committed), false);
            }
            "All-In" => self.put_in(seat, ActionKind::Raise, left, true),
            "Takes Back" => self.hand.uncalled.push((seat, amount)),
            "Wins" => {
                self.is_over = true;
                let (pot, run_no) = (PotName::Pot, 0);
                self.hand.collected.push(Collected { seat, amount, pot, run_no });
            }
            "Shows" | "Mucks" => {}
            _ if amount == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
            }
            other => return Err(ParseErrorKind::UnknownLine(other.to_owned())),
        }
        Ok(())
    }

    /// Adds an action that puts in `added` chips.
    pub(super) fn put_in(&mut self, seat: u8, kind: ActionKind, added: i64, is_all_in: bool) {
        let action = Action::new(self.street, seat, kind, Amount::Added(added));
        let action = Action { is_all_in, ..action };
        self.level.enter(&action, self.hand.stakes.big_blind.unwrap_or(0));
        self.level.take(&action);
        let left = &mut self.left[usize::from(seat)];
        *left = left.saturating_sub(added).max(0);
        self.hand.actions.push(action);
    }

    fn deal(&mut self, value: &Value<'_>) -> Result<(), ParseErrorKind> {
        let Value::Cards(texts) = value else {
            return Err(ParseErrorKind::Cards("Deal without cards".to_owned()));
        };
        let mut cards = CardList::EMPTY;
        read_cards(texts, &mut cards)?;
        if !self.is_over {
            self.deals.push((cards, self.hand.actions.len()));
            self.street = Street((self.street.0 + 1).min(3));
            // The next action is on a new street.
            self.level = Level::default();
        }
        Ok(())
    }

    /// Turns the pieces into streets, or runs of the board.
    pub(super) fn finish(self) -> Result<(), ParseErrorKind> {
        let Plays { hand, deals, .. } = self;
        all_in::resolve_kinds(hand);
        let acts = hand.actions.len();
        let (before, after): (Vec<_>, Vec<_>) = deals.into_iter().partition(|(_, at)| *at < acts);
        let before: Vec<CardList> = before.into_iter().map(|(cards, _)| cards).collect();
        let after: Vec<CardList> = after.into_iter().map(|(cards, _)| cards).collect();
        let known: usize = before.iter().map(CardList::len).sum();
        let rest = 5_usize.checked_sub(known);
        let rest = rest.ok_or_else(|| ParseErrorKind::Cards("more than five".to_owned()))?;
        push_streets(hand, 0, &before);
        let runs = runs_of(&after, rest)?;
        hand.n_runouts = runs.len().max(1) as u8;
        for (number, pieces) in runs.iter().enumerate() {
            let run_no = if runs.len() > 1 { number as u8 + 1 } else { 0 };
            push_pieces(hand, run_no, known, *pieces);
        }
        hand.last_street =
            hand.boards.iter().map(|board| board.street).max().unwrap_or(Street::FIRST);
        Ok(())
    }
}

/// The cards of each run: the first run's come piece by piece, the others whole.
fn runs_of(pieces: &[CardList], rest: usize) -> Result<Vec<CardList>, ParseErrorKind> {
    let total: usize = pieces.iter().map(CardList::len).sum();
    let mut first = CardList::EMPTY;
    let mut others = Vec::new();
    for piece in pieces {
        let is_other = total > rest && piece.len() == rest && (rest > 1 || first.len() == rest);
        if is_other || piece.is_empty() {
            others.push(*piece);
        } else if first.len() + piece.len() <= rest {
            first.extend(piece.as_slice().iter().copied());
        } else {
            return Err(ParseErrorKind::Cards("more cards than a board has".to_owned()));
        }
    }
    let has_first = !first.is_empty() || others.is_empty();
    let runs: Vec<_> = has_first.then_some(first).into_iter().chain(others).collect();
    if runs.len() > MAX_RUNS {
        return Err(ParseErrorKind::Cards(format!("a board run {} times", runs.len())));
    }
    Ok(runs)
}

fn push_streets(hand: &mut Hand, run_no: u8, pieces: &[CardList]) {
    let mut known = 0;
    for piece in pieces {
        push_pieces(hand, run_no, known, *piece);
        known += piece.len();
    }
}

/// Adds cards that follow `known` ones, street by street.
fn push_pieces(hand: &mut Hand, run_no: u8, known: usize, cards: CardList) {
    let (mut rest, mut known) = (cards.as_slice(), known);
    while !rest.is_empty() {
        let count = if known == 0 { rest.len().min(3) } else { 1 };
        let street = Street(if known == 0 { 1 } else { (known as u8 - 1).min(3) });
        let mut list = CardList::EMPTY;
        list.extend(rest[..count].iter().copied());
        hand.boards.push(BoardCards { run_no, street, cards: list });
        (rest, known) = (&rest[count..], known + count);
    }
}

/// Adds cards such as `da` and `ct`, with the suit first.
pub(super) fn read_cards<S: AsRef<str>>(
    texts: &[S],
    list: &mut CardList,
) -> Result<(), ParseErrorKind> {
    for text in texts.iter().map(AsRef::as_ref) {
        let card = match text.as_bytes() {
            [suit, rank] => Card::read(&[rank.to_ascii_uppercase(), *suit]),
            [suit, b'1', b'0'] => Card::read(&[b'T', *suit]),
            _ => None,
        };
        if !card.is_some_and(|(card, _)| list.push(card)) {
            return Err(ParseErrorKind::Cards(text.to_owned()));
        }
    }
    Ok(())
}
